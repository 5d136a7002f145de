"""A data card: what a folder of trajectories holds, in tables like the paper's (GUIGuard-Bench, D.4, K).

Every share says how many items it rests on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tactful.terms import Category, Risk
from tactful.world.sample.screens import SampleRun

PAPER = {"cross_app": 0.232, "not_english": 0.215, "phone": 135 / 241}
"""The paper's shares of tasks (D.4): 56 of 241 across apps, 52 not in English, 135 on Android."""

_RISKS = tuple(risk.value for risk in Risk)
_NEEDS = ("now", "later", "never")


def data_card(runs: Sequence[SampleRun]) -> dict[str, Any]:
    """Counts of trajectories, screens and regions by everything that a reader asks for, as plain JSON."""
    screens = [screen for run in runs for screen in run.screens]
    regions = [region for screen in screens for region in screen.regions]
    private = [region for region in regions if region["risk"] != "none"]
    rows = [run.row for run in runs]
    return {
        "trajectories": len(runs),
        "screens": len(screens),
        "steps_a_trajectory": _mean(len(run.screens) for run in runs),
        "regions": len(regions),
        "regions_a_screen": round(len(regions) / len(screens), 1),
        "private_regions": len(private),
        "click_targets": sum(screen.target for screen in screens),
        "shares": {
            "cross_app": _share(sum(bool(row.get("cross")) for row in rows), len(rows)),
            "not_english": _share(sum(row["lang"] != "en" for row in rows), len(rows)),
            "phone": _share(sum(row["platform"] == "phone" for row in rows), len(rows)),
            "private_bound": _share(sum(bool(row.get("private_bound")) for row in rows), len(rows)),
            "finished": _share(sum(bool(row.get("success")) for row in rows), len(rows)),
        },
        "paper": PAPER,
        "by_group": _groups(runs),
        "by_platform": _by(runs, "platform"),
        "by_language": _by(runs, "lang"),
        "by_size": _by(runs, "size"),
        "by_app": _screens_by((screen.app, screen.regions) for screen in screens),
        "split": _counts((screen.split for screen in screens), ("train", "validation")),
        "schemas": len({(screen.app, screen.view) for screen in screens}),
        "risk": _counts((region["risk"] for region in regions), _RISKS),
        "category": _counts((region["category"] for region in private), tuple(c.value for c in Category)),
        "risk_by_category": {
            category.value: _counts(
                (r["risk"] for r in private if r["category"] == category.value), _RISKS[1:]
            )
            for category in Category
        },
        "need": _counts((region["need"] for region in private), _NEEDS),
        "type": dict(sorted(Counter(region["type"] for region in private).items(), key=_most)),
        "inner": sum(bool(region["inner"]) for region in regions),
    }


def card_markdown(card: Mapping[str, Any], title: str = "Data card") -> str:
    """The card as a Markdown page of tables."""
    shares, paper = card["shares"], card["paper"]
    head = (
        f"# {title}\n\n"
        f"{card['trajectories']} trajectories, {card['screens']} screens "
        f"({card['steps_a_trajectory']} a trajectory), {card['regions']} regions "
        f"({card['regions_a_screen']} a screen), {card['private_regions']} of them private, "
        f"{card['click_targets']} click targets, {card['schemas']} page schemas.\n"
        "Every person, app, brand, number and address is invented; labels are exact by construction.\n"
    )
    parts = [
        head,
        _table(
            "Shares of trajectories",
            ("what", "here", "rests on", "GUIGuard-Bench"),
            [
                (name.replace("_", " "), f"{one['share']:.1%}", f"{one['count']} of {one['of']}",
                 f"{paper[name]:.1%}" if name in paper else "")
                for name, one in shares.items()
            ],
        ),
        _rows_table("By scenario group", "group", card["by_group"]),
        _rows_table("By platform", "platform", card["by_platform"]),
        _rows_table("By language", "language", card["by_language"]),
        _rows_table("By screen size", "size", card["by_size"]),
        _rows_table("By app", "app", card["by_app"]),
        _table("By split: screens", ("split", "screens"), list(card["split"].items())),
        _table("Risk", ("risk", "regions"), list(card["risk"].items())),
        _table(
            "Category by risk (private regions)",
            ("category", *_RISKS[1:], "all"),
            [
                (name.replace("_", " "), *(row[risk] for risk in _RISKS[1:]), card["category"][name])
                for name, row in card["risk_by_category"].items()
            ],
        ),
        _table("Task necessity (private regions)", ("needed", "regions"), list(card["need"].items())),
        _table("Types (private regions)", ("type", "regions"), list(card["type"].items())),
    ]  # fmt: skip
    return "\n".join(parts)


def _groups(runs: Sequence[SampleRun]) -> dict[str, dict[str, Any]]:
    return _by(runs, "group")


def _by(runs: Sequence[SampleRun], field: str) -> dict[str, dict[str, Any]]:
    """As the columns of the paper's task inventory: screens, labels, risks, necessary, finished."""
    out: dict[str, dict[str, Any]] = {}
    for name in sorted({str(run.row.get(field, "")) for run in runs}):
        chosen = [run for run in runs if str(run.row.get(field, "")) == name]
        regions = [region for run in chosen for screen in run.screens for region in screen.regions]
        out[name] = {
            "tasks": len(chosen),
            "cross_app": sum(bool(run.row.get("cross")) for run in chosen),
            "screens": sum(len(run.screens) for run in chosen),
            **_labels(regions),
            "finished": sum(bool(run.row.get("success")) for run in chosen),
        }
    return out


def _screens_by(screens: Iterable[tuple[str, Sequence[Mapping[str, Any]]]]) -> dict[str, dict[str, Any]]:
    found: dict[str, list[Sequence[Mapping[str, Any]]]] = {}
    for name, regions in screens:
        found.setdefault(name, []).append(regions)
    return {
        name: {"screens": len(all_), **_labels([region for regions in all_ for region in regions])}
        for name, all_ in sorted(found.items())
    }


def _labels(regions: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    risks = Counter(region["risk"] for region in regions)
    return {
        "labels": len(regions),
        "low": risks["low"],
        "medium": risks["medium"],
        "high": risks["high"],
        "necessary": sum(bool(region["necessary"]) for region in regions),
    }


def _counts(values: Iterable[str], names: Sequence[str]) -> dict[str, int]:
    found = Counter(values)
    return {name: found[name] for name in names}


def _share(count: int, of: int) -> dict[str, float | int]:
    return {"count": count, "of": of, "share": round(count / of, 4) if of else 0.0}


def _mean(values: Iterable[int]) -> float:
    numbers = list(values)
    return round(sum(numbers) / len(numbers), 1)


def _most(pair: tuple[str, int]) -> tuple[int, str]:
    return -pair[1], pair[0]


def _rows_table(title: str, name: str, rows: Mapping[str, Mapping[str, Any]]) -> str:
    columns = list(next(iter(rows.values()))) if rows else []
    heads = (name, *(column.replace("_", " ") for column in columns))
    return _table(title, heads, [(key, *(row[column] for column in columns)) for key, row in rows.items()])


def _table(title: str, heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    lines = [f"\n## {title}\n", "| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"
