"""A data card: what a folder of trajectories holds, in tables like the paper's (GUIGuard-Bench, D.4, K).

Every share says how many items it rests on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tactful.terms import Category, Risk
from tactful.world.sample.screens import SampleRegion, SampleRun, SampleScreen

PAPER = {"cross_app": 0.232, "not_english": 0.215, "phone": 135 / 241}
"""The paper's shares of tasks (D.4): 56 of 241 across apps, 52 not in English, 135 on Android."""

_RISKS = tuple(risk.value for risk in Risk)


def data_card(runs: Sequence[SampleRun]) -> dict[str, Any]:
    """Counts of trajectories, screens and regions by everything that a reader asks for, as plain JSON."""
    screens = [screen for run in runs for screen in run.screens]
    regions = [region for screen in screens for region in screen.regions]
    private = [region for region in regions if region.risk is not Risk.NONE]
    by_app: dict[str, list[SampleScreen]] = {}
    for screen in screens:
        by_app.setdefault(screen.app, []).append(screen)

    def share(fits: Callable[[SampleRun], bool]) -> dict[str, float | int]:
        count = sum(map(fits, runs))
        return {"count": count, "of": len(runs), "share": round(count / len(runs), 4) if runs else 0.0}

    return {
        "trajectories": len(runs),
        "screens": len(screens),
        "steps_a_trajectory": round(len(screens) / len(runs), 1),
        "regions": len(regions),
        "regions_a_screen": round(len(regions) / len(screens), 1),
        "private_regions": len(private),
        "click_targets": sum(screen.target for screen in screens),
        "shares": {
            "cross_app": share(lambda run: run.row.cross),
            "not_english": share(lambda run: run.row.lang != "en"),
            "phone": share(lambda run: run.row.platform == "phone"),
            "private_bound": share(lambda run: run.row.private_bound),
            "finished": share(lambda run: run.row.success),
        },
        "paper": PAPER,
        "by_group": _by(runs, "group"),
        "by_platform": _by(runs, "platform"),
        "by_language": _by(runs, "lang"),
        "by_size": _by(runs, "size"),
        "by_app": {name: {"screens": len(shown), **_labels(shown)} for name, shown in sorted(by_app.items())},
        "split": _counts((screen.split for screen in screens), ("train", "validation")),
        "schemas": len({(screen.app, screen.view) for screen in screens}),
        "risk": _counts((region.risk.value for region in regions), _RISKS),
        "category": _counts((r.category.value for r in private if r.category), [c.value for c in Category]),
        "risk_by_category": {
            category.value: _counts((r.risk.value for r in private if r.category is category), _RISKS[1:])
            for category in Category
        },
        "need": _counts((region.need for region in private), ("now", "later", "never")),
        "type": dict(sorted(Counter(r.type for r in private).items(), key=lambda pair: (-pair[1], pair[0]))),
        "inner": sum(region.inner for region in regions),
    }


def _by(runs: Sequence[SampleRun], field: str) -> dict[str, dict[str, int]]:
    """As the columns of the paper's task inventory: screens, labels, risks, necessary, finished."""
    out = {}
    for name in sorted({getattr(run.row, field) for run in runs}):
        chosen = [run for run in runs if getattr(run.row, field) == name]
        screens = [screen for run in chosen for screen in run.screens]
        out[name] = {
            "tasks": len(chosen),
            "cross_app": sum(run.row.cross for run in chosen),
            "screens": len(screens),
            **_labels(screens),
            "finished": sum(run.row.success for run in chosen),
        }
    return out


def _labels(screens: Iterable[SampleScreen]) -> dict[str, int]:
    regions: list[SampleRegion] = [region for screen in screens for region in screen.regions]
    risks = _counts((region.risk.value for region in regions), ("low", "medium", "high"))
    return {"labels": len(regions), **risks, "necessary": sum(region.necessary for region in regions)}


def _counts(values: Iterable[str], names: Iterable[str]) -> dict[str, int]:
    counted = Counter(values)
    return {name: counted[name] for name in names}


def card_markdown(card: Mapping[str, Any], title: str = "Data card") -> str:
    """The card as a Markdown page of tables."""
    paper, every = card["paper"], _RISKS[1:]
    head = (
        f"# {title}\n\n"
        f"{card['trajectories']} trajectories, {card['screens']} screens "
        f"({card['steps_a_trajectory']} a trajectory), {card['regions']} regions "
        f"({card['regions_a_screen']} a screen), {card['private_regions']} of them private, "
        f"{card['click_targets']} click targets, {card['schemas']} page schemas.\n"
        "Every person, app, brand, number and address is invented; labels are exact by construction.\n"
    )
    shares = [
        (_words(name), f"{one['share']:.1%}", f"{one['count']} of {one['of']}",
         f"{paper[name]:.1%}" if name in paper else "")
        for name, one in card["shares"].items()
    ]  # fmt: skip
    categories = [
        (_words(name), *(row[risk] for risk in every), card["category"][name])
        for name, row in card["risk_by_category"].items()
    ]
    parts = [head, _table("Shares of trajectories", ("what", "here", "rests on", "GUIGuard-Bench"), shares)]
    for name in ("group", "platform", "language", "size", "app"):
        rows = card[f"by_{name}"]
        columns = list(next(iter(rows.values()))) if rows else []
        heading = "scenario group" if name == "group" else "screen size" if name == "size" else name
        cells = [(key, *(row[column] for column in columns)) for key, row in rows.items()]
        parts.append(_table(f"By {heading}", (name, *map(_words, columns)), cells))
    parts += [
        _table("By split: screens", ("split", "screens"), card["split"].items()),
        _table("Risk", ("risk", "regions"), card["risk"].items()),
        _table("Category by risk (private regions)", ("category", *every, "all"), categories),
        _table("Task necessity (private regions)", ("needed", "regions"), card["need"].items()),
        _table("Types (private regions)", ("type", "regions"), card["type"].items()),
    ]
    return "\n".join(parts)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _table(title: str, heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    lines = [f"\n## {title}\n", "| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"
