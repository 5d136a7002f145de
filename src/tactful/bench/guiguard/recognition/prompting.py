"""Puts the recognition prompts together: what is defined, what is told of the task, what is asked."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tactful.bench.guiguard.recognition.settings import RecognitionSettings
from tactful.models import Picture, PromptPack
from tactful.terms import Region, ScreenCase, TaskState, TextUnit

UNKNOWN = "(not known)"
_DECISIONS = 60  # of one earlier screen; dense PC screens have some hundred


@dataclass(frozen=True, slots=True)
class Earlier:
    """A screen before the one that is asked about. ``found`` is what was decided on it, None where that
    failed or was not asked for; ``picture`` is there where the design shows it."""

    case: ScreenCase
    picture: Picture | None = None
    found: tuple[Region, ...] | None = field(default=None, repr=False)


def said(state: TaskState) -> str:
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
        response=said(case.state),
        history="\n".join(f"- {_step(each)}: {_one_line(said(each.case.state))}" for each in earlier),
        decisions="\n".join(f"{_step(each)}:\n{_decided(each.found)}" for each in earlier),
    )


def asked(
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


def listed(units: Mapping[int, TextUnit]) -> str:
    """Numbered lines: ``7: "their words" at (x1, y1, x2, y2)``."""
    return "\n".join(f"{number}: {_unit(unit)}" for number, unit in units.items())


def _unit(unit: TextUnit) -> str:
    # JSON quoting keeps one line one line, whatever the screen says.
    words = json.dumps(unit.text, ensure_ascii=False) if unit.readable else "(text nobody could read)"
    return f"{words} at {unit.box.tuple()}"


def _step(each: Earlier) -> str:
    return f"Step {each.case.step.index + 1}"


def _decided(found: tuple[Region, ...] | None) -> str:
    if found is None:
        return "(not known)"
    private = [region for region in found if region.private]
    lines = [
        f"{json.dumps(region.text, ensure_ascii=False)} | {region.risk.value} | "
        f"{'-' if region.category is None else region.category.digit} | {'yes' if region.necessary else 'no'}"
        for region in private[:_DECISIONS]
    ]
    if len(private) > _DECISIONS:
        lines.append(f"and {len(private) - _DECISIONS} more")
    return "\n".join(lines) or "NONE"


def _one_line(text: str) -> str:
    return "; ".join(text.splitlines())
