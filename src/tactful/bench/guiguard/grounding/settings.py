"""What a grounding evaluation asks: which screens, in which forms, and how answers are read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tactful.bench.guiguard.grounding.frames import AUTO, load_frames
from tactful.bench.guiguard.protecting import ORIGINAL, parse_method
from tactful.errors import InputError
from tactful.models import load_pack
from tactful.score import HIDDEN

METHODS = (ORIGINAL, "black", "replace")
"""What the paper's table compares."""


@dataclass(frozen=True, slots=True)
class GroundingSettings:
    """One grounding evaluation on the data at ``data``. ``InputError`` for what cannot be run.

    ``methods``: ``original``, or names as `parse_method` reads them, each once. ``platform``: android as in
    the paper, pc, or all. ``private``: how many labels with a risk a screen must have. ``hidden``: the share
    of a target under protected boxes from which on it counts as hidden. ``convention``: ``auto`` for the
    table's, or a frame's name. ``protected``: a folder of ``tactful bench protect``. ``limit``: tasks.
    """

    data: str
    methods: tuple[str, ...] = METHODS
    platform: str = "android"
    convention: str = AUTO
    private: int = 2
    hidden: float = HIDDEN
    attempts: int = 2
    prompts: str = "guiguard_grounding"
    calibrate: bool = True
    protected: str | None = None
    limit: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if self.platform not in ("android", "pc", "all"):
            raise InputError("no such platform", field="platform", expected="android, pc or all")
        names = [parse_method(name).name if name != ORIGINAL else ORIGINAL for name in self.methods]
        if not names or len(set(names)) < len(names):
            raise InputError("none, or the same one twice", field="methods", expected=", ".join(METHODS))
        if not 0 < self.hidden <= 1:
            raise InputError("no share", field="hidden", expected="above 0 and at most 1")
        if self.attempts < 1 or self.private < 0:
            raise InputError("too small", field="attempts" if self.attempts < 1 else "private")
        load_frames().choose(self.convention, "", "android")
        load_pack(self.prompts).levels("ground")

    @classmethod
    def of(cls, data: str, **given: Any) -> GroundingSettings:
        """From the values of a command line: ``methods`` may be one text with commas."""
        methods = given.pop("methods", METHODS)
        if isinstance(methods, str):
            methods = [name.strip() for name in methods.split(",") if name.strip()]
        return cls(data, tuple(str(name) for name in methods), **given)

    def to_json(self) -> dict[str, Any]:
        """As a JSON object, with the prompt pack's version and hash."""
        pack = load_pack(self.prompts)
        found = {name: getattr(self, name) for name in self.__slots__}
        found["methods"] = list(self.methods)
        found["prompts"] = {"name": pack.name, "version": pack.version, "sha256": pack.sha256}
        return found
