"""Puts the recognition prompts together: what is defined, what is told of the task, what is asked."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tactful.bench.guiguard.protecting import raw_screen
from tactful.bench.guiguard.recognition.settings import RecognitionSettings
from tactful.models import Picture, PromptPack
from tactful.terms import Region, ScreenCase, TaskState, TextUnit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

UNKNOWN = "(not known)"
_DECISIONS = 60  # of one earlier screen; dense PC screens have some hundred


@dataclass(frozen=True, slots=True)
class Shot:
    """One screenshot as it goes to a model: uint8 pixels (height, width, 3), RGB, and the same encoded.

    Decoded, freed of metadata, and encoded the same way every time.
    """

    pixels: NDArray[np.uint8] = field(repr=False)
    picture: Picture

    @classmethod
    def of(cls, case: ScreenCase) -> Shot:
        """The case's screenshot; ``InputError`` where it is missing or cannot be read."""
        import numpy as np

        pixels = np.asarray(raw_screen(case).image, dtype=np.uint8)
        return cls(pixels, Picture.encode(pixels))

    @property
    def width(self) -> int:
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        return int(self.pixels.shape[0])


@dataclass(frozen=True, slots=True)
class Earlier:
    """A screen before the one that is asked about. ``regions`` is what was decided on it, None where that
    failed or was not asked for; ``picture`` is there where the design shows it."""

    case: ScreenCase
    picture: Picture | None = None
    regions: tuple[Region, ...] | None = field(default=None, repr=False)


def response(state: TaskState) -> str:
    """What the agent says at a step: plan, thought and action, a line each."""
    parts = {
        "Plan": state.plan,
        "Thought": state.reasoning,
        "Action": " ".join((state.action, *state.typed)),
    }
    lines = [f"{name}: {' '.join(text.split())}" for name, text in parts.items() if text.strip()]
    return "\n".join(lines) or UNKNOWN


def context(
    pack: PromptPack, settings: RecognitionSettings, case: ScreenCase, earlier: Sequence[Earlier]
) -> str:
    """What is told of the task. With no earlier screen, ``history`` and ``decisions`` tell the response."""
    level = settings.context
    if settings.looks_back and not earlier:
        level = "response"
    return pack.render(
        "context",
        level,
        goal=case.goal.strip() or UNKNOWN,
        response=response(case.state),
        history="\n".join(
            f"- {_step(each)}: {'; '.join(response(each.case.state).splitlines())}" for each in earlier
        ),
        decisions="\n".join(f"{_step(each)}:\n{_decisions(each.regions)}" for each in earlier),
    )


def prompt(
    pack: PromptPack,
    settings: RecognitionSettings,
    section: str,
    case: ScreenCase,
    earlier: Sequence[Earlier],
    **lines: str,
) -> str:
    """The prompt of one section."""
    if section == "extract":
        return pack.render("extract", "1")
    level = ("labels" if settings.labels else "binary") if section in ("free", "grounded") else "1"
    return pack.render(
        section,
        level,
        definitions=pack.render("definitions", settings.prompt).strip(),
        context=context(pack, settings, case, earlier).strip(),
        **lines,
    )


def numbered_lines(units: Mapping[int, TextUnit]) -> str:
    """Numbered lines: ``7: "their words" at (x1, y1, x2, y2)``."""
    return "\n".join(f"{number}: {_unit(unit)}" for number, unit in units.items())


def _unit(unit: TextUnit) -> str:
    # JSON quoting keeps one line one line, whatever the screen says.
    words = json.dumps(unit.text, ensure_ascii=False) if unit.readable else "(text nobody could read)"
    return f"{words} at {unit.box.tuple()}"


def _step(each: Earlier) -> str:
    return f"Step {each.case.step.index + 1}"


def _decisions(regions: tuple[Region, ...] | None) -> str:
    if regions is None:
        return UNKNOWN
    private = [region for region in regions if region.private]
    lines = [
        f"{json.dumps(region.text, ensure_ascii=False)} | {region.risk.value} | "
        f"{'-' if region.category is None else region.category.digit} | {'yes' if region.necessary else 'no'}"
        for region in private[:_DECISIONS]
    ]
    if len(private) > _DECISIONS:
        lines.append(f"and {len(private) - _DECISIONS} more")
    return "\n".join(lines) or "NONE"
