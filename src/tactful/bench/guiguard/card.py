"""What a data set holds, to publish beside it: card, task inventory, staircase (GUIGuard-Bench, K, G.2).

One real row of the inventory (Tables 10 and 11): ``{"task": "Android/2", "platform": "android", "lang": "en",
"screens": 4, "labels": 57, "low": 5, "medium": 3, "high": 3, "risk": 11, "necessary": 1, "ended": "Y"}``.
Tasks are named only where the data is public. What the data does not say (apps, who made it, under which
licence) is left to its maker.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tactful.protect import LEVELS, get_policy, staircase
from tactful.terms import CaseData, Category, Region, Risk, TaskCase

_HEADS = (
    "task", "goal", "platform", "lang", "screens", "labels", "low", "medium", "high", "risk", "necessary",
    "ended",
)  # fmt: skip
_ENDED = {"done": "Y", "answer": "Y", "fail": "N"}
RISKS = (Risk.LOW, Risk.MEDIUM, Risk.HIGH)


def data_card(data: CaseData) -> dict[str, Any]:
    """Counts over a data set, its task inventory and its staircases; holds no text of a screen."""
    tasks = inventory(data)
    regions = _regions(data)
    private = [region for region in regions if region.private]
    totals = {name: sum(task[name] for task in tasks) for name in ("screens", "labels", "risk", "necessary")}
    return {
        "card": "tactful-guiguard-card",
        "data_sha256": data.sha256,
        "public": data.public,
        "totals": {"tasks": len(tasks), **totals, "unlabelled": sum(s.regions is None for s in data.screens)},
        "platforms": _count(task["platform"] for task in tasks),
        "languages": _count(task["lang"] or "unknown" for task in tasks),
        "splits": _count(screen.split or "none" for screen in data.screens),
        "risks": _count(region.risk.value for region in regions),
        "categories": _count("none" if r.category is None else r.category.value for r in private),
        "problems": _count(problem.reason for problem in data.problems),
        "tasks": tasks,
        "staircase": coverage_levels(regions),
    }


def inventory(data: CaseData) -> list[dict[str, Any]]:
    """A row a task, as in Tables 10 and 11. ``ended`` is Y or N by the last action, U where it is neither."""
    return [_row(number, task, data.public) for number, task in enumerate(data.tasks, start=1)]


def _row(number: int, task: TaskCase, public: bool) -> dict[str, Any]:
    labels = [region for screen in task.screens for region in screen.regions or ()]
    risks = Counter(region.risk for region in labels)
    last = task.screens[-1].action if task.screens else None
    return {
        "task": task.id if public else f"task {number}",
        "goal": task.goal if public else "",
        "platform": task.platform,
        "lang": task.lang,
        "screens": len(task.screens),
        "labels": len(labels),
        **{risk.value: risks[risk] for risk in RISKS},
        "risk": sum(risks[risk] for risk in RISKS),
        "necessary": sum(region.necessary for region in labels if region.private),
        "ended": "U" if last is None else _ENDED.get(last.kind, "U"),
    }


def coverage_levels(regions: Sequence[Region]) -> list[dict[str, Any]]:
    """Table 7 for these regions: what the paper's groups cover, and the groups that come nearest here.

    Nothing where no region carries a risk.
    """
    private = [region for region in regions if region.private]
    if not private:
        return []
    return [
        {
            "level": own.target,
            "published_groups": 100 * _covered(private, own.target) / len(private),
            "own_groups": own.coverage,
            "groups": sorted(_words(*group) for group in own.groups),
        }
        for own in staircase(private, LEVELS)
    ]


def _covered(regions: Iterable[Region], level: int) -> int:
    policy = get_policy(f"coverage-{level}", "black")
    return sum(policy.decide(region).operator != "keep" for region in regions)


def _words(risk: Risk, category: Category | None, necessary: bool) -> str:
    title = "no category" if category is None else category.title
    return f"{risk.value}, {title}, {'necessary' if necessary else 'not necessary'}"


def card_text(card: Mapping[str, Any], name: str) -> str:
    """The card as Markdown; what only its maker knows is left open, in so many words."""
    totals = card["totals"]
    lines = [f"# Data card: {name}", "", "| aspect | summary |", "|---|---|"]
    counts = ", ".join(f"{count:,} {what}" for what, count in totals.items())
    lines += [f"| size | {counts} |"]
    lines += [
        f"| {what} | {', '.join(f'{key}: {count:,}' for key, count in card[what].items()) or 'none'} |"
        for what in ("platforms", "languages", "splits", "risks", "categories", "problems")
    ]
    lines += [f"| hash of all that was read | `{card['data_sha256']}` |"]
    lines += [f"| {what} | (to be said by its maker) |" for what in _OPEN]
    lines += ["", "## Task inventory", "", f"| {' | '.join(_HEADS)} |", "|---" * len(_HEADS) + "|"]
    lines += [f"| {' | '.join(_cell(task[head]) for head in _HEADS)} |" for task in card["tasks"]]
    lines += [
        "",
        "## Staircase of coverage",
        "",
        "| level | by the paper's groups | by groups of this data |",
    ]
    lines += ["|---|---|---|"]
    lines += [
        f"| {step['level']} % | {step['published_groups']:.2f} % | {step['own_groups']:.2f} % |"
        for step in card["staircase"]
    ]
    return "\n".join([*lines, ""])


_OPEN = ("purpose", "collection", "handling of personal data", "intended and restricted uses", "licence")


def _cell(value: Any) -> str:
    return " ".join(str(value).replace("|", "\\|").split())


def _regions(data: CaseData) -> list[Region]:
    return [region for screen in data.screens for region in screen.regions or ()]


def _count(values: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(values).items()))
