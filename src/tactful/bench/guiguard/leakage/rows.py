"""One row of the leakage test: a protected screen, an evaluator, and what became of every private item."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tactful.bench.guiguard.protected_data import AnyCase, screen_key, task_key
from tactful.bench.guiguard.protecting import Method, NotProtected, ProtectedCase
from tactful.errors import TactfulError
from tactful.runs import derive
from tactful.score import Finding, Masked, clustered_rate, score_leaks
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
                "also_public": false, "short": false, "said": false}, ...]}
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
                "said": item.said,
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


# Rows -> the figures of leakage: item protection by method, and where the leaks come from (J.5, Table 8).
#
# Item protection is 1 - leaked items / items, over all private items with text on the screens that were
# looked at; ``covered_protection`` is the same for the items whose boxes were hidden, and the leaks that the
# operator let through; ``chance`` is the share of items of *other* screens that the same findings would count
# as recovering; ``short`` is the protection of the items under 20 bits ("10:08", "Ann") alone. ``too_short``
# and ``also_public`` count the items that no finding could tell of, which are in no other figure. Intervals
# are 95 % bootstraps over tasks, over screens where there is one task.

RESAMPLES = 1000
NAME = "leakage"


def summarize(
    rows: Iterable[Mapping[str, Any]], *, seed: int = 0, resamples: int = RESAMPLES
) -> dict[str, Any]:
    """The summary document of the leakage test; evaluators and methods in the order of their first row."""
    rows = list(rows)
    return {
        "evaluation": NAME,
        "runs": [
            {
                "name": name,
                "evaluator": name,
                "methods": [
                    _method([r for r in run if r["method"] == method], seed, resamples)
                    for method in dict.fromkeys(r["method"] for r in run)
                ],
            }
            for name in dict.fromkeys(row["evaluator"] for row in rows)
            for run in [[row for row in rows if row["evaluator"] == name]]
        ],
    }


def _method(rows: Sequence[Mapping[str, Any]], seed: int, resamples: int) -> dict[str, Any]:
    scored = [_telling(row) for row in rows if not row["unscored"]]
    items = [item for row in scored for item in row["items"]]
    leaks = [item for item in items if item["recovery"]]
    causes = Counter(item["cause"] for item in leaks)
    categories = sorted({item["category"] or "none" for item in items})
    platforms = sorted({row["platform"] for row in scored})

    def protection(kept: Callable[[Mapping[str, Any], Mapping[str, Any]], bool]) -> dict[str, Any]:
        return _rate(scored, kept, lambda item: not item["recovery"], seed, resamples)

    return {
        "method": rows[0]["method"],
        "operator": rows[0]["operator"],
        "level": rows[0]["level"],
        "items": len(items),
        "protection": protection(lambda row, item: True),
        "protection_all": _over_all(rows, seed, resamples),
        "covered_protection": _rate(
            scored,
            lambda row, item: item["covered"],
            lambda item: item["cause"] != "operator",
            seed,
            resamples,
        ),
        "short": protection(lambda row, item: bool(item.get("short"))),
        "near_complete": sum(item["recovery"] == "near_complete" for item in leaks),
        "partial": sum(item["recovery"] == "partial" for item in leaks),
        "operator_leaks": causes["operator"],
        "coverage_leaks": causes["coverage"],
        "inferred": causes["inferred"],
        "chance": _by_chance(scored),
        "without_text": sum(row["without_text"] for row in scored),
        "too_short": sum(row["too_short"] for row in scored),
        "also_public": sum(row["also_public"] for row in scored),
        "screens": len(scored),
        "unscored": len(rows) - len(scored),
        "problems": [
            {"reason": reason, "n": count}
            for reason, count in sorted(Counter(r["unscored"] for r in rows if r["unscored"]).items())
        ],
        "by_category": {
            name: protection(lambda row, item, name=name: (item["category"] or "none") == name)  # type: ignore[misc]
            for name in categories
        },
        "by_platform": {
            name: protection(lambda row, item, name=name: row["platform"] == name)  # type: ignore[misc]
            for name in platforms
        },
    }


_APART = ("too_short", "also_public")


def _telling(row: Mapping[str, Any]) -> dict[str, Any]:
    """The row with the items that something could be told of, and the numbers of the others."""
    apart = {name: sum(bool(item.get(name)) for item in row["items"]) for name in _APART}
    items = [item for item in row["items"] if not any(item.get(name) for name in _APART)]
    return {**row, "items": items, **apart}


def _over_all(rows: Sequence[Mapping[str, Any]], seed: int, resamples: int) -> dict[str, Any] | None:
    """Protection over every item, as J.5 counts: those apart leaked where any finding says them.

    None where rows from before do not tell that.
    """
    scored = [row for row in rows if not row["unscored"]]
    apart = [item for row in scored for item in row["items"] if any(item.get(name) for name in _APART)]
    if any("said" not in item for item in apart):
        return None

    def kept(item: Mapping[str, Any]) -> bool:
        return not (item["recovery"] or item.get("said"))

    return _rate(scored, lambda row, item: True, kept, seed, resamples)


def _by_chance(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The share of other screens' items that the same findings would "recover": read leaks against it."""
    hits, n = (sum(row["chance"][name] for row in rows) for name in ("recovered", "items"))
    return {"value": hits / n if n else None, "hits": hits, "n": n}


def _rate(
    rows: Sequence[Mapping[str, Any]],
    kept: Callable[[Mapping[str, Any], Mapping[str, Any]], bool],
    hit: Callable[[Mapping[str, Any]], bool],
    seed: int,
    resamples: int,
) -> dict[str, Any]:
    """{"value", "hits", "n"} over the items that are ``kept``, with "low" and "high" from two groups on."""
    by = "screen" if len({row["task"] for row in rows}) < 2 else "task"
    outcomes = ((row[by], hit(item)) for row in rows for item in row["items"] if kept(row, item))
    return clustered_rate(outcomes, derive(seed, "leakage.bootstrap"), resamples).to_json()
