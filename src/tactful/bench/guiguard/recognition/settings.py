"""The designs of one recognition evaluation (GUIGuard-Bench, J.1 to J.3), as one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tactful.bench.guiguard.grounding.frames import AUTO as BY_TABLE
from tactful.bench.guiguard.grounding.frames import load_frames
from tactful.errors import InputError
from tactful.models import PromptPack, load_pack
from tactful.recognize import PIXELS, RESIZED, THOUSAND, Grid

PACK = "guiguard_recognition"
PROMPTS = ("simple", "detailed", "binary")
CONTEXTS = ("none", "goal", "response", "history", "decisions")
STAGES = ("joint", "decomposed")
ANSWERS = ("free", "grounded")
GRIDS: dict[str, Grid] = {"0-1000": THOUSAND, "resized": RESIZED, "pixels": PIXELS}
DECLARED, AUTO = "model", "auto"
"""As a grid: the one that the table declares for the model; the one that the truth says fits best."""

BY_TRUTH = "frame chosen by the truth"


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
        grid: The model's coordinates in ``free`` answers: ``model`` takes the frame that the table of
            conventions declares for the model's name, 0-1000, which the prompt asks for, where it knows
            none; ``0-1000``, ``resized`` (a copy of longest side 1567) and ``pixels`` say it by hand.
            ``auto`` takes, for each answer, the one of these three that brings the boxes closest to the
            annotated places of the texts it names: the truth then flatters the model, and rows, summary and
            report say so.
        prompts: The prompt pack: the bundled one or a YAML file with its sections.
    """

    prompt: str = "detailed"
    context: str = "response"
    stages: str = "joint"
    answers: str = "free"
    steps: int = 2
    retries: int = 1
    grid: str = DECLARED
    prompts: str = PACK

    def __post_init__(self) -> None:
        for field, known in (
            ("prompt", PROMPTS),
            ("context", CONTEXTS),
            ("stages", STAGES),
            ("answers", ANSWERS),
            ("grid", (DECLARED, *GRIDS, AUTO)),
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
        found |= {"steps": self.steps} if self.looks_back else {}
        return found | ({"grid": BY_TRUTH} if self.grid == AUTO and self.answers == "free" else {})

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


def declared_grid(model: str, platform: str) -> Grid:
    """The frame that the table of conventions declares for a model on a platform, whatever it answers."""
    found = load_frames().choose(BY_TABLE, model, platform)
    grid = Grid(found.name, found.width or 0, found.height or 0, found.longest or 0)
    # The same frames have names of their own here.
    same = [known for known in GRIDS.values() if known.extent(3000, 4000) == grid.extent(3000, 4000)]
    return same[0] if same else grid
