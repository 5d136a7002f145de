"""The designs of one recognition evaluation (GUIGuard-Bench, J.1 to J.3), as one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tactful.errors import InputError
from tactful.models.prompts import PromptPack, load_pack
from tactful.recognize.vlm.grids import PIXELS, RESIZED, THOUSAND, Grid

PACK = "guiguard_recognition"
PROMPTS = ("simple", "detailed", "binary")
CONTEXTS = ("none", "goal", "response", "history", "decisions")
STAGES = ("joint", "decomposed")
ANSWERS = ("free", "grounded")
GRIDS: dict[str, Grid] = {"0-1000": THOUSAND, "resized": RESIZED, "pixels": PIXELS}


@dataclass(frozen=True, slots=True)
class RecognitionSettings:
    """How a model is asked what is private on a screen. Raises ``InputError`` for what there is not.

    Args:
        prompt: How finely privacy is defined (J.1): ``simple``, ``detailed``, or ``binary``, which asks for
            private or not and gets no figure for labels.
        context: What is told beside the screenshot (J.2), each with all that stands before it: ``none``,
            the ``goal``, the agent's ``response`` at this step; then either the ``history`` (the last
            ``steps`` screenshots and what the agent said there) or the ``decisions`` on those screens.
        stages: ``joint``: text, place and labels in one answer; ``decomposed`` (J.3): places, then risks,
            then categories and necessity, each in an answer of its own.
        answers: ``free``: the model gives texts and boxes; ``grounded``: it labels numbered lines that our
            reader has read.
        steps: How many earlier screens ``history`` and ``decisions`` tell of.
        retries: How often an answer that cannot be read, wholly or in part, is asked for again.
        grid: The model's coordinates in ``free`` answers: ``0-1000`` (which the prompt asks for),
            ``resized`` (a copy of longest side 1567), ``pixels``; ``auto`` takes, for each answer, the one of
            the three that brings the model's boxes closest to the annotated places of the texts it names.
        prompts: The prompt pack: the bundled one or a YAML file with its sections.
    """

    prompt: str = "detailed"
    context: str = "response"
    stages: str = "joint"
    answers: str = "free"
    steps: int = 2
    retries: int = 1
    grid: str = "auto"
    prompts: str = PACK

    def __post_init__(self) -> None:
        for field, known in (
            ("prompt", PROMPTS),
            ("context", CONTEXTS),
            ("stages", STAGES),
            ("answers", ANSWERS),
            ("grid", ("auto", *GRIDS)),
        ):
            if getattr(self, field) not in known:
                raise InputError("there is no such one", field=field, expected=" or ".join(known))
        if self.prompt == "binary" and self.stages == "decomposed":
            raise InputError(
                "private or not is one question", field="stages", expected="joint, or another prompt"
            )
        if self.steps < 1 or self.retries < 0:
            raise InputError(
                "too small",
                field="steps" if self.steps < 1 else "retries",
                expected="1 or more" if self.steps < 1 else "0 or more",
            )

    @property
    def labels(self) -> bool:
        """Whether the answers carry risk, category and necessity."""
        return self.prompt != "binary"

    @property
    def looks_back(self) -> bool:
        """Whether a screen is asked about with what came before it."""
        return self.context in ("history", "decisions")

    @property
    def variant(self) -> dict[str, Any]:
        """What names this design in reports."""
        found: dict[str, Any] = {
            "prompt": self.prompt,
            "context": self.context,
            "stages": self.stages,
            "answers": self.answers,
        }
        return found | ({"steps": self.steps} if self.looks_back else {})

    def pack(self) -> PromptPack:
        """The prompts; ``InputError`` where they cannot be read or a section is missing."""
        pack = load_pack(self.prompts)
        for section in ("definitions", "context", "free", "grounded", "extract", "risk", "category", "again"):
            pack.levels(section)
        return pack

    def to_json(self) -> dict[str, Any]:
        """All of it as a JSON object, with the version and the hash of the prompts."""
        pack = self.pack()
        return {
            **self.variant,
            "steps": self.steps,
            "retries": self.retries,
            "grid": self.grid,
            "prompts": {"name": pack.name, "version": pack.version, "sha256": pack.sha256},
        }
