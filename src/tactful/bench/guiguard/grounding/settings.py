"""What a grounding evaluation asks: which screens, in which forms, and how answers are read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from tactful.errors import InputError
from tactful.runs import Option, settings_json

if TYPE_CHECKING:
    from tactful.bench.guiguard.protecting import Method

ORIGINAL = "original"
METHODS = (ORIGINAL, "black", "replace")
"""What the paper's table compares."""


@dataclass(frozen=True, kw_only=True)
class GroundingSettings:
    """One grounding evaluation. ``InputError`` for what cannot be run."""

    data: Annotated[str, Option("World trajectories, the release, or runs.", recorded=False)]
    methods: Annotated[
        tuple[str, ...],
        Option("original, and methods such as black, replace, black-60, black@non-necessary."),
    ] = METHODS
    platform: Annotated[str, Option("Screens of it.", choices=("android", "pc", "all"))] = "android"
    convention: Annotated[str, Option("Frame of the model's coordinates; auto: by the table of models.")] = (
        "auto"
    )
    private: Annotated[int, Option("Private labels a screen must have.", min=0)] = 2
    hidden: Annotated[
        float, Option("Share of a target under painted boxes from which on it counts as hidden.")
    ] = 0.5
    attempts: Annotated[int, Option("Replies until one is a point.", min=1)] = 2
    prompts: Annotated[str, Option("Prompt pack.")] = "guiguard_grounding"
    variant: Annotated[
        str,
        Option(
            "neutral, as in the paper; told: that areas may be covered; or a level of your pack.",
            default_text="the pack's first: neutral",
        ),
    ] = ""
    calibrate: Annotated[bool, Option("Check the convention on a drawn picture.")] = True
    protected: Annotated[str | None, Option("Folder of `tactful bench protect`.", recorded=False)] = None
    limit: Annotated[int | None, Option("Tasks, drawn by the seed.", min=1)] = None
    seed: Annotated[int, Option("Of the draw of tasks, of protection, of intervals.")] = 0
    cache: Annotated[bool, Option("Keep answers while the process lives.", recorded=False)] = False
    log_private: Annotated[bool, Option("Screens and prompts stand in the log.", recorded=False)] = False

    def __post_init__(self) -> None:
        from tactful.bench.guiguard.grounding.frames import load_frames
        from tactful.bench.guiguard.protecting import parse_method
        from tactful.models import load_pack

        names = [parse_method(name).name if name != ORIGINAL else ORIGINAL for name in self.methods]
        if not names or len(set(names)) < len(names):
            raise InputError("none, or the same one twice", field="methods", expected=", ".join(METHODS))
        if not 0 < self.hidden <= 1:
            raise InputError("no share", field="hidden", expected="above 0 and at most 1")
        load_frames().choose(self.convention, "", "android")
        pack = load_pack(self.prompts)
        object.__setattr__(self, "variant", self.variant or pack.levels("ground")[0])
        pack.template("ground", self.variant)

    def hiding(self) -> tuple[Method, ...]:
        """The methods that hide something."""
        from tactful.bench.guiguard.protecting import parse_method

        return tuple(parse_method(name) for name in self.methods if name != ORIGINAL)

    @property
    def title(self) -> str:
        """What rows and reports call the prompts: ``guiguard_grounding 2, neutral``."""
        from tactful.models import load_pack

        return load_pack(self.prompts).title(self.variant)

    def to_json(self) -> dict[str, Any]:
        """As a JSON object, with the prompt pack's version and hash."""
        from tactful.models import load_pack

        return {**settings_json(self), "prompts": load_pack(self.prompts).to_json()}
