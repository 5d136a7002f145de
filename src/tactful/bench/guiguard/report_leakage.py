"""Leakage and grounding in the report: Table 8, the table of clicks, what protection costs and buys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tactful.bench.guiguard.paper import GROUNDING, GROUNDING_SCREENS, TABLE_8
from tactful.bench.guiguard.report_cells import (
    ANDROID,
    OPERATORS,
    OTHER_DATA,
    PC,
    PLATFORMS,
    REFERENCE,
    Summary,
    category_title,
    in_order,
    level_of,
    lost,
    method_title,
    operator_of,
    printed,
    rate,
    reasons,
    run_name,
    runs_of,
    score,
)
from tactful.bench.report.blocks import column, counted, figure, row, section, table

DICTIONARY = "dictionary"
"""The evaluator that is the dictionary attack."""

_COUNTS = (
    "near_complete",
    "partial",
    "operator_leaks",
    "coverage_leaks",
    "inferred",
    "too_short",
    "also_public",
)


def grounding_section(summary: Summary | None) -> dict[str, Any] | None:
    """Everything about grounding; None where it was not run."""
    runs = runs_of(summary)
    if not runs:
        return None
    return section(
        "grounding", "Grounding: does the click still land?",
        [grounding_table(runs), *_not_asked(summary)],
        "The model is told the next action and answers with a point; it is right inside the box of the "
        "recorded target. Asked on click steps of screens with at least two private labels. A target of "
        "which half or more lies under painted boxes stands apart: black leaves nothing of it to see, "
        "replace writes something else in its place, which may still be found by where it stands.",
    )  # fmt: skip


def _not_asked(summary: Summary | None) -> list[dict[str, Any]]:
    """Why screens were no samples of grounding, folded away."""
    found = {} if summary is None else summary.get("left_out") or {}
    rows = [row(reason=reason, count=n) for reason, n in found.items()]
    columns = [column("reason", "Screens"), column("count", "Count", "count")]
    title = "Screens on which no click was asked for"
    return [table("grounding-left-out", title, columns, rows, fold=True)] if rows else []


def grounding_table(runs: Sequence[Summary]) -> dict[str, Any]:
    """Accuracy of every method, hidden targets apart (section 6.3)."""
    rows = [
        row(
            run=run_name(run),
            convention=run.get("convention"),
            method=method_title(method),
            paired=rate(method.get("paired")),
            accuracy=rate(method["accuracy"]),
            overall=rate(method.get("overall")),
            **{platform: rate(method.get("by_platform", {}).get(platform)) for platform in (ANDROID, PC)},
            hidden=method.get("hidden"),
            hidden_accuracy=rate(method.get("hidden_accuracy")),
            unscored=lost(method),
        )
        for run in runs
        for method in in_order(run["methods"])
    ]
    rows += [
        row("reference", run=model, method=method_title(method), accuracy=printed(value))
        for model, found in GROUNDING.items()
        for method, value in zip(("original", "black", "replace"), found, strict=True)
    ]
    columns = [
        column("run", "Model", sub="convention"),
        column("method", "Protection"),
        column(
            "paired", "On the same targets", "rate", tone="completeness",
            help="targets answered and clear of boxes under every protection of the run: compare these",
        ),
        column("accuracy", "Clear of boxes", "rate", help="of the targets clear of this protection's boxes"),
        column("overall", "All targets", "rate", help="clear of boxes or not"),
        column(ANDROID, "Android", "rate", help="of the targets clear of boxes"),
        column(PC, "PC", "rate", help="of the targets clear of boxes"),
        column("hidden", "Targets under boxes", "count", help="half of it or more lies under painted boxes"),
        column("hidden_accuracy", "Clicks on those", "rate", help="right, of the targets under boxes"),
        column("unscored", "Unscored", "count", help="no answer, or none in the format asked for"),
    ]  # fmt: skip
    caption = (
        "Targets clear of boxes are others under each protection, so protections are compared on the same "
        f"targets. The paper's rows rest on {GROUNDING_SCREENS} Android screens. {OTHER_DATA}"
    )
    return table(
        "grounding-accuracy", "Accuracy of the click (table of section 6.2)", columns, rows, caption,
        apart=REFERENCE,
    )  # fmt: skip


def leakage_section(summary: Summary | None) -> dict[str, Any] | None:
    """Everything about leakage; None where it was not run."""
    runs = runs_of(summary)
    if not runs:
        return None
    return section(
        "leakage", "Leakage: what can still be read?", [table_8(runs), category_leaks(runs)],
        "The evaluator sees the protected picture alone. An item leaks where what it says gives the private "
        "text back, nearly whole or in a meaningful part; a short item, such as a time or a code of four "
        "digits, where it stands there as whole words. A leak is the operator's where a box covered the "
        "item, and one of coverage where none did; “of covered items” looks at the operator alone.",
    )  # fmt: skip


def table_8(runs: Sequence[Summary]) -> dict[str, Any]:
    """Items protected, and where the leaks come from."""
    rows = [
        row(
            run=run_name(run),
            method=method_title(method),
            protection=rate(method["protection"]),
            covered=rate(method.get("covered_protection")),
            short=rate(method.get("short")),
            chance=rate(method.get("chance")),
            items=method.get("items"),
            **{name: method.get(name) for name in _COUNTS},
            screens=method.get("screens"),
            unscored=lost(method),
        )
        for run in runs
        for method in in_order(run["methods"])
    ]  # fmt: skip
    rows += [
        row("reference", run=evaluator, method=method_title(method), protection=printed(value))
        for evaluator, found in TABLE_8.items()
        for method, value in found.items()
    ]
    columns = [
        column("run", "Evaluator"),
        column("method", "Protection"),
        column("protection", "Items protected", "rate", tone="completeness", help="not recovered"),
        column("covered", "Of covered items", "rate", help="the same for items that a box covered"),
        column(
            "chance", "Leaks by chance", "rate",
            help="items of other screens that the same findings would recover: read the leaks against it",
        ),
        column("short", "Of short items", "rate", help="under 20 bits, such as a time or a code of four"),
        column("items", "Items", "count"),
        column("near_complete", "Nearly whole", "count"),
        column("partial", "Partly", "count"),
        column("operator_leaks", "Through the operator", "count"),
        column("coverage_leaks", "Beside the boxes", "count"),
        column("inferred", "Inferred", "count", help="worked out from what is public around it"),
        column(
            "too_short", "Too short to tell", "count", help="a digit or two, hidden whole: in no other figure"
        ),
        column(
            "also_public", "Also public", "count",
            help="said elsewhere on the screen, and the evaluator tells no places: in no other figure",
        ),
        column("screens", "Screens", "count"),
        column("unscored", "Unscored", "count", help="screens without a usable answer: in no figure"),
    ]  # fmt: skip
    caption = f"{_no_dictionary(runs)}{OTHER_DATA}"
    return table("table-8", "Items still protected (Table 8)", columns, rows, caption, apart=REFERENCE)


def _no_dictionary(runs: Sequence[Summary]) -> str:
    """That the strongest attack is not among the evaluators, where there is anything for it to attack."""
    partly = any(operator_of(method) in ("mosaic", "blocks") for run in runs for method in run["methods"])
    if not partly or any(run_name(run) == DICTIONARY for run in runs):
        return ""
    return (
        "The dictionary attack was not run, so mosaic and random blocks may hide less than is shown here: it "
        "compares candidate values with what is left, and recovers short codes (`--probes dictionary`). "
    )


def category_leaks(runs: Sequence[Summary]) -> dict[str, Any]:
    """Items protected by category and by platform, folded away."""
    columns = [
        column("run", "Evaluator"),
        column("method", "Protection"),
        column("part", "Category or platform"),
        column("protection", "Items protected", "rate"),
    ]
    rows = [
        row(run=run_name(run), method=method_title(method), part=name, protection=rate(cell))
        for run in runs
        for method in in_order(run["methods"])
        for name, cell in (
            *((category_title(key), found) for key, found in method.get("by_category", {}).items()),
            *((PLATFORMS.get(key, key), found) for key, found in method.get("by_platform", {}).items()),
        )
    ]
    return table("leakage-parts", "By category and platform", columns, rows, fold=True)


def trade_off(planning: Summary | None, leakage: Summary | None) -> dict[str, Any] | None:
    """What each method keeps of the plan against what it protects: the weakest evaluator's word counts."""
    protected: dict[tuple[str, int], dict[str, Any]] = {}
    for run in runs_of(leakage):
        for method in run["methods"]:
            cell, key = rate(method["protection"]), (operator_of(method), level_of(method))
            if cell is not None and (key not in protected or cell["value"] < protected[key]["value"]):
                protected[key] = cell
    points = [
        {
            "name": method_title(method),
            "run": run_name(run),
            "tone": operator_of(method),
            "x": protected[key],
            "y": found,
        }
        for run in runs_of(planning)
        for method in in_order(run["methods"])
        for key, found in [((operator_of(method), level_of(method)), score(method["score"]))]
        if key in protected and found is not None and key[0] in OPERATORS
    ]
    if not points:
        return None
    return figure(
        "trade-off", "trade", "What protection costs and buys",
        "Across: private items that the best offline or asked evaluator could not recover. Up: how alike the "
        "plans stay. Better is up and right.",
        points=points, top=4.0,
    )  # fmt: skip


def _problems(run: Summary) -> list[dict[str, Any]]:
    """Why answers have no score, over all methods."""
    found = Counter[str]()
    for part in (run, *run["methods"]):
        for problem in part.get("problems", ()):
            found[problem["reason"]] += problem["n"]
    return [{"reason": reason, "n": n} for reason, n in found.most_common()]


def leakage_notes(grounding: Summary | None, leakage: Summary | None) -> list[str]:
    """What failed, and frames of clicks that do not fit, for the head of the page."""
    notes = [
        f"{run_name(run)}, grounding on {PLATFORMS.get(platform, platform)}: {found['warning']}. Its misses "
        "may be those of the declared frame."
        for run in runs_of(grounding)
        for platform, found in run.get("calibration", {}).items()
        if found.get("warning")
    ]
    for name, what, summary in (("grounding", "answer", grounding), ("leakage", "screen", leakage)):
        for run in runs_of(summary):
            count = sum(lost(method) for method in run["methods"])
            if count:
                why = reasons({"unscored": _problems(run)})
                told = f": {why}" if why else ""
                notes.append(f"{run_name(run)}, {name}: {counted(count, what)} unscored{told}.")
    return notes
