"""The figures of leakage rows: item protection by method, and where the leaks come from (J.5, Table 8).

Item protection is 1 - leaked items / items, over all private items with text on the screens that were
looked at; ``covered_protection`` is the same for the items whose boxes were hidden, and the leaks that the
operator let through; ``chance`` is the share of items of *other* screens that the same findings would count
as recovering; ``short`` is the protection of the items under 20 bits ("10:08", "Ann") alone. ``too_short``
and ``also_public`` count the items that no finding could tell of, which are in no other figure. Intervals are
95 % bootstraps over tasks, over screens where there is one task.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tactful.runs import derive
from tactful.score import pooled_rate

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
    groups: dict[str, list[int]] = {}
    for row in rows:
        found = [hit(item) for item in row["items"] if kept(row, item)]
        if found:
            group = groups.setdefault(row[by], [0, 0])
            group[0] += sum(found)
            group[1] += len(found)
    counts = [(hits, count) for hits, count in groups.values()]
    return pooled_rate(counts, derive(seed, "leakage.bootstrap"), resamples).to_json()
