"""One row of the leakage test: a protected screen, an evaluator, and what became of every private item."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tactful.bench.guiguard.protected_data import AnyCase, screen_key, task_key
from tactful.bench.guiguard.protecting import Method, NotProtected, ProtectedCase
from tactful.errors import TactfulError
from tactful.score import Finding, Masked, score_leaks
from tactful.terms import CaseData, ProtectedScreen, Receipt, ScreenCase

Row = dict[str, Any]
_NO_CHANCE = {"items": 0, "recovered": 0}


@dataclass(frozen=True, slots=True)
class Looked:
    """What an evaluator found on a picture, or why there is no answer, and how many ``calls`` it took."""

    findings: Sequence[Finding] | None = field(repr=False)
    problem: str = ""
    calls: int = 0


def blind(screen: ProtectedScreen) -> ProtectedScreen:
    """The picture alone: no name, no receipt, no regions. This is all that an evaluator may see."""
    return ProtectedScreen("screen", screen.image, Receipt("screen", "", (), 0, 0))


def looked_row(
    found: AnyCase,
    looked: Looked,
    *,
    data: CaseData,
    method: Method,
    evaluator: str,
    places: bool = True,
) -> Row:
    """The row of a screen from what came of looking at it; unscored where nobody could."""
    if isinstance(found, NotProtected):
        row = unscored_row(found.case, found.reason, data=data, method=method, evaluator=evaluator)
        return {**row, "no_picture": True}
    if looked.findings is None:
        row = unscored_row(found.case, looked.problem, data=data, method=method, evaluator=evaluator)
    else:
        row = score_screen(
            found, looked.findings, data=data, method=method, evaluator=evaluator, places=places
        )
    return {**row, "calls": looked.calls}


def score_screen(
    found: ProtectedCase,
    findings: Sequence[Finding],
    *,
    data: CaseData,
    method: Method,
    evaluator: str,
    places: bool = True,
) -> Row:
    """The row of a screen that was looked at, by an evaluator that tells ``places`` or does not.

    Holds no private value::

    {"evaluator": "ocr", "method": "mosaic", "operator": "mosaic", "level": 100, "task": ..., "screen": ...,
     "step": 3, "platform": "android", "lang": "en", "findings": 31, "without_text": 1, "unscored": "",
     "items": [{"risk": "high", "category": "contact_financial", "type": "phone", "necessary": false,
                "covered": true, "recovery": "partial", "cause": "operator", "too_short": false,
                "also_public": false, "short": false}, ...]}
    """
    case = found.case
    if case.regions is None:
        return unscored_row(
            case, "nobody has labelled the screen", data=data, method=method, evaluator=evaluator
        )
    treatments = found.screen.receipt.treatments
    masks = [Masked(box, treatments[i].operator, treatments[i].shown) for i, box in found.hidden.items()]
    items = score_leaks(
        case.regions,
        masks,
        findings,
        size=found.screen.size,
        outside=lambda: _outside(found),
        places=places,
    )
    return {
        **_head(case, data, method, evaluator),
        "findings": len(findings),
        "without_text": sum(region.private for region in case.regions) - len(items),
        "unscored": "",
        "chance": _chance(case, findings, data, found.screen.size, places),
        "items": [
            {
                "risk": item.region.risk.value,
                "category": None if item.region.category is None else item.region.category.value,
                "type": item.region.type,
                "necessary": item.region.necessary,
                "covered": item.covered,
                "recovery": item.recovery,
                "cause": item.cause,
                "too_short": item.too_short,
                "also_public": item.also_public,
                "short": item.short,
            }
            for item in items
        ],
    }


def unscored_row(case: ScreenCase, reason: str, *, data: CaseData, method: Method, evaluator: str) -> Row:
    """The row of a screen that nobody could look at: it counts in no figure. ``reason`` is not private."""
    head = _head(case, data, method, evaluator)
    return {
        **head,
        "findings": 0,
        "without_text": 0,
        "unscored": reason or "unknown",
        "chance": dict(_NO_CHANCE),
        "items": [],
    }


def _head(case: ScreenCase, data: CaseData, method: Method, evaluator: str) -> Row:
    return {
        "evaluator": evaluator,
        "method": method.name,
        "operator": method.operator,
        "level": method.level,
        "task": task_key(case.task, data),
        "screen": screen_key(case, data),
        "step": case.step.index,
        "platform": case.platform,
        "lang": case.lang,
    }


def _chance(
    case: ScreenCase, findings: Sequence[Finding], data: CaseData, size: tuple[int, int], places: bool
) -> dict[str, int]:
    """What the findings would recover of another task's screen, of the same kind where there is one."""
    others = [task for task in data.tasks if task.id != case.task and task.platform == case.platform]
    others = [task for task in others if task.lang == case.lang] or others
    if not others:
        return dict(_NO_CHANCE)
    # The next task in order, so that the screens of two tasks are not all held against one.
    ids = [task.id for task in data.tasks]
    start = ids.index(case.task) if case.task in ids else 0
    other = min(others, key=lambda task: (ids.index(task.id) - start) % len(ids))
    screen = other.screens[case.step.index % len(other.screens)]
    public = [region for region in case.regions or () if not region.private]
    items = score_leaks([*(screen.regions or ()), *public], [], findings, size=size, places=places)
    items = tuple(item for item in items if item.counts)
    return {"items": len(items), "recovered": sum(item.recovery is not None for item in items)}


def _outside(found: ProtectedCase) -> tuple[str, ...]:
    """What the local reader reads once everything hidden is black: the text that no mask reached."""
    from PIL import ImageDraw

    from tactful.bench.guiguard.offline.screens import read_units

    image = found.screen.image.copy()
    draw = ImageDraw.Draw(image)
    for box in found.hidden.values():
        draw.rectangle((box.x1, box.y1, box.x2 - 1, box.y2 - 1), fill=(0, 0, 0))
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=1)
    try:
        return tuple(unit.text for unit in read_units(buffer.getvalue()))
    except TactfulError:
        return ()  # then nothing is known to stand outside, and the leak stays the operator's
