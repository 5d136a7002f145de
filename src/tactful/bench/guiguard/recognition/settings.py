"""The designs of one recognition evaluation (GUIGuard-Bench, J.1 to J.3), as one value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

from tactful.bench.guiguard.choice import DataSettings
from tactful.errors import InputError
from tactful.runs import Option, settings_of

if TYPE_CHECKING:
    from tactful.models import PromptPack

PACK = "guiguard_recognition"
PROMPTS = ("simple", "detailed", "binary")
CONTEXTS = ("none", "goal", "response", "history", "decisions")
STAGES = ("joint", "decomposed")
ANSWERS = ("free", "grounded")
GRIDS = ("0-1000", "resized", "pixels")
DECLARED, AUTO = "model", "auto"
"""As a grid: the one that the table declares for the model; the one that the truth says fits best."""

FRAMES = (DECLARED, *GRIDS, AUTO)
LOCALS = ("local", "patterns", "names", "layout", "faces", "codes")
"""Everything that ships with the guard, and its parts one by one."""

VLM_MODES = ("grounded", "free")
BY_TRUTH = "frame chosen by the truth"


@dataclass(frozen=True, kw_only=True)
class RecognitionSettings:
    """How a model is asked what is private on a screen. Raises ``InputError`` for what there is not.

    ``prompt`` is how finely privacy is defined (J.1); ``binary`` gets no figure for labels. ``context`` is
    what is told beside the screenshot (J.2), each with all that stands before it: the ``goal``, the agent's
    ``response`` at this step; then either the ``history`` (the last ``steps`` screenshots and what the agent
    said there) or the ``decisions`` on those screens. ``stages`` (J.3): text, place and labels ``joint`` in
    one answer; ``decomposed``: places, then risks, then categories and necessity, each in an answer of its
    own. ``grid`` is the model's coordinates in ``free`` answers: ``model`` takes the frame that the table of
    conventions declares for the model's name, 0-1000, which the prompt asks for, where it knows none;
    ``resized`` is a copy of longest side 1567. ``auto`` takes, for each answer, the one of these three that
    brings the boxes closest to the annotated places of the texts it names: the truth then flatters the
    model, and rows, summary and report say so. ``prompts``: the bundled pack or a YAML file.
    """

    prompt: Annotated[str, Option("Definitions.", choices=PROMPTS)] = "detailed"
    context: Annotated[str, Option("Told beside the screen.", choices=CONTEXTS)] = "response"
    stages: Annotated[str, Option("All in one answer, or step by step.", choices=STAGES)] = "joint"
    answers: Annotated[str, Option("free, or grounded in lines that were read.", choices=ANSWERS)] = "free"
    steps: Annotated[int, Option("Earlier screens told of by history and decisions.", min=1)] = 2
    retries: Annotated[int, Option("Further tries for an answer that cannot be read.", min=0)] = 1
    grid: Annotated[
        str,
        Option(
            "The model's boxes: in the frame declared for it, ..., or chosen by the truth.", choices=FRAMES
        ),
    ] = DECLARED
    prompts: Annotated[str, Option("Prompt pack.")] = PACK

    def __post_init__(self) -> None:
        for setting in settings_of(RecognitionSettings):
            known, value = setting.option.choices, getattr(self, setting.name)
            if known and value not in known:
                raise InputError("there is no such one", field=setting.name, expected=" or ".join(known))
            if setting.option.min is not None and value < setting.option.min:
                raise InputError("too small", field=setting.name, expected=f"{setting.option.min} or more")
        if self.prompt == "binary" and self.stages == "decomposed":
            raise InputError(
                "private or not is one question", field="stages", expected="joint, or another prompt"
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
        from tactful.models import load_pack

        pack = load_pack(self.prompts)
        for section in ("definitions", "context", "free", "grounded", "extract", "risk", "category", "again"):
            pack.levels(section)
        return pack

    def to_json(self) -> dict[str, Any]:
        """All of it as a JSON object, with the version and the hash of the prompts."""
        return {
            **self.variant,
            "steps": self.steps,
            "retries": self.retries,
            "grid": self.grid,
            "prompts": self.pack().to_json(),
        }


@dataclass(frozen=True, slots=True)
class LocalSettings:
    """A recognizer of ours, what it is told of the task, and a vision model that is asked as well.

    ``context``: ``none``, the ``goal``, or the agent's ``response`` too. ``vlm`` is the base URL of a local
    endpoint with the model ``vlm_model``, in ``vlm_mode`` grounded or free. ``InputError`` for what there is
    not.
    """

    recognizer: str = LOCALS[0]
    context: str = "response"
    vlm: str | None = field(default=None, repr=False)
    vlm_model: str = ""
    vlm_mode: str = "grounded"

    def __post_init__(self) -> None:
        for name, value, known in (
            ("recognizer", self.recognizer, LOCALS),
            ("context", self.context, ("none", "goal", "response")),
            ("vlm_mode", self.vlm_mode, VLM_MODES),
        ):
            if value not in known:
                raise InputError(f"there is no '{value}'", field=name, expected=" or ".join(known))
        if self.vlm is not None and not self.vlm_model:
            raise InputError("is missing", field="vlm_model", expected="the model's name at that endpoint")

    @property
    def name(self) -> str:
        """``local``, or ``local+vlm-grounded`` where a vision model is asked as well."""
        return self.recognizer if self.vlm is None else f"{self.recognizer}+vlm-{self.vlm_mode}"

    @property
    def variant(self) -> dict[str, Any]:
        """What names this design in reports."""
        return {"context": self.context}

    def to_json(self) -> dict[str, Any]:
        """As a JSON object, without the endpoint's address."""
        return {"recognizer": self.name, "vlm_model": self.vlm_model, **self.variant}


MODEL = "model"
"""As a recognizer: the model that is evaluated."""


Recognizer = Annotated[
    str,
    Option("local: all of the guard's; patterns, names, layout, faces, codes: one part; or model."),
]


@dataclass(frozen=True, kw_only=True)
class RecognitionOptions(RecognitionSettings, DataSettings):
    """What an evaluation of recognition is of: which screens, and who looks at them how."""

    recognizer: Annotated[
        str,
        Option(
            "local: all of the guard's; patterns, names, layout, faces, codes: one part; model: see --model."
        ),
    ] = MODEL
    vlm: Annotated[
        str | None, Option("Base URL of a local OpenAI-compatible vision model to ask as well.")
    ] = None
    vlm_model: Annotated[str, Option("Its model name.")] = ""
    vlm_mode: Annotated[
        str, Option("It labels our numbered lines, or gives text and boxes of its own.", choices=VLM_MODES)
    ] = "grounded"
    first: Annotated[int | None, Option("Only the first steps of each task.", min=1)] = None

    def local(self) -> LocalSettings | None:
        """The recognizer of ours; None where the evaluated model is asked."""
        if self.recognizer == MODEL:
            return None
        return LocalSettings(self.recognizer, self.context, self.vlm, self.vlm_model, self.vlm_mode)
