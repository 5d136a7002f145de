"""Leakage and grounding in the report: Table 8, the table of clicks, what protection costs and buys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tactful.bench.guiguard.summaries import (
    ANDROID,
    METHOD,
    OPERATORS,
    OTHER_DATA,
    PC,
    PLATFORMS,
    REFERENCE,
    Method,
    Summary,
    by_platform,
    category_title,
    lost,
    methods_of,
    run_name,
    runs_of,
    title_of,
    unscored_note,
)
from tactful.bench.report.blocks import Block, Column, figure, printed, published, row, section, table

DICTIONARY = "dictionary"
"""The evaluator that is the dictionary attack."""

_CLICKS = (
    Column[Method](
        "run", "Model", cell=lambda m: m.run_name, sub=("convention", lambda m: m.run.get("convention"))
    ),
    METHOD,
    Column[Method](
        "paired", "On the same targets", "rate", tone="completeness",
        help="targets answered and clear of boxes under every protection of the run: compare these",
    ),
    Column[Method](
        "accuracy", "Clear of boxes", "rate", help="of the targets clear of this protection's boxes"
    ),
    Column[Method]("overall", "All targets", "rate", help="clear of boxes or not"),
    by_platform(ANDROID, "rate", "of the targets clear of boxes"),
    by_platform(PC, "rate", "of the targets clear of boxes"),
    Column[Method](
        "hidden", "Targets under boxes", "count", help="half of it or more lies under painted boxes"
    ),
    Column[Method]("hidden_accuracy", "Clicks on those", "rate", help="right, of the targets under boxes"),
    Column[Method](
        "unscored", "Unscored", "count", lambda m: m.lost, help="no answer, or none in the format asked for"
    ),
)  # fmt: skip


def grounding_section(summary: Summary | None) -> Block | None:
    """Everything about grounding; None where it was not run."""
    runs = runs_of(summary)
    if summary is None or not runs:
        return None
    return section(
        "grounding", "Grounding: does the click still land?", [grounding_table(runs), _not_asked(summary)],
        "The model is told the next action and answers with a point; it is right inside the box of the "
        "recorded target. Asked on click steps of screens with at least two private labels. A target of "
        "which half or more lies under painted boxes stands apart: black leaves nothing of it to see, "
        "replace writes something else in its place, which may still be found by where it stands.",
    )  # fmt: skip


def _not_asked(summary: Summary) -> Block | None:
    """Why screens were no samples of grounding, folded away."""
    found = (summary.get("left_out") or {}).items()
    columns: list[Column[tuple[str, int]]] = [
        Column("reason", "Screens", cell=lambda item: item[0]),
        Column("count", "Count", "count", cell=lambda item: item[1]),
    ]
    title = "Screens on which no click was asked for"
    return table("grounding-left-out", title, columns, found, fold=True) if found else None


def grounding_table(runs: Sequence[Summary]) -> Block:
    """Accuracy of every method, hidden targets apart (section 6.3)."""
    paper = published("guiguard")
    others = [
        row("reference", run=model, method=title_of(method), accuracy=printed(value))
        for model, found in paper["grounding"].items()
        for method, value in zip(("original", "black", "replace_llm"), found, strict=True)
    ]
    return table(
        "grounding-accuracy", "Accuracy of the click (table of section 6.2)", _CLICKS, methods_of(*runs),
        "Targets clear of boxes are others under each protection, so protections are compared on the same "
        f"targets. The paper's rows rest on {paper['grounding_screens']} Android screens. {OTHER_DATA}",
        others=others, apart=REFERENCE,
    )  # fmt: skip


_EVALUATOR = Column[Method]("run", "Evaluator", cell=lambda m: m.run_name)
_TABLE_8 = (
    _EVALUATOR,
    METHOD,
    Column[Method]("protection", "Items protected", "rate", tone="completeness", help="not recovered"),
    Column[Method](
        "protection_all", "Of all items", "rate", lambda m: m.rate("protection_all"),
        help="as the paper counts: also those too short to tell, and those that are public too",
    ),
    Column[Method](
        "covered", "Of covered items", "rate", lambda m: m.rate("covered_protection"),
        help="the same for items that a box covered",
    ),
    Column[Method](
        "chance", "Leaks by chance", "rate",
        help="items of other screens that the same findings would recover: read the leaks against it",
    ),
    Column[Method](
        "short", "Of short items", "rate", help="under 20 bits, such as a time or a code of four"
    ),
    Column[Method]("items", "Items", "count"),
    Column[Method]("near_complete", "Nearly whole", "count"),
    Column[Method]("partial", "Partly", "count"),
    Column[Method]("operator_leaks", "Through the operator", "count"),
    Column[Method]("coverage_leaks", "Beside the boxes", "count"),
    Column[Method]("inferred", "Inferred", "count", help="worked out from what is public around it"),
    Column[Method](
        "too_short", "Too short to tell", "count", help="a digit or two, hidden whole: in no other figure"
    ),
    Column[Method](
        "also_public", "Also public", "count",
        help="said elsewhere on the screen, and the evaluator tells no places: in no other figure",
    ),
    Column[Method]("screens", "Screens", "count"),
    Column[Method](
        "unscored", "Unscored", "count", lambda m: m.lost,
        help="screens without a usable answer: in no figure",
    ),
)  # fmt: skip


def leakage_section(summary: Summary | None) -> Block | None:
    """Everything about leakage; None where it was not run."""
    runs = runs_of(summary)
    if not runs:
        return None
    methods = methods_of(*runs)
    return section(
        "leakage", "Leakage: what can still be read?", [table_8(methods), category_leaks(methods)],
        "The evaluator sees the protected picture alone. An item leaks where what it says gives the private "
        "text back, nearly whole or in a meaningful part; a short item, such as a time or a code of four "
        "digits, where it stands there as whole words. A leak is the operator's where a box covered the "
        "item, and one of coverage where none did; “of covered items” looks at the operator alone.",
    )  # fmt: skip


def table_8(methods: Sequence[Method]) -> Block:
    """Items protected, and where the leaks come from."""
    others = [
        row("reference", run=evaluator, method=title_of(method), protection_all=printed(value))
        for evaluator, found in published("guiguard")["table_8"].items()
        for method, value in found.items()
    ]
    return table(
        "table-8", "Items still protected (Table 8)", _TABLE_8, methods,
        f"{_no_dictionary(methods)}{OTHER_DATA}", others=others, apart=REFERENCE,
    )  # fmt: skip


def _no_dictionary(methods: Sequence[Method]) -> str:
    """That the strongest attack is not among the evaluators, where there is anything for it to attack."""
    partly = any(method.operator in ("mosaic", "blocks") for method in methods)
    if not partly or any(method.run_name == DICTIONARY for method in methods):
        return ""
    return (
        "The dictionary attack was not run, so mosaic and random blocks may hide less than is shown here: it "
        "compares candidate values with what is left, and recovers short codes (`--probes dictionary`). "
    )


def category_leaks(methods: Sequence[Method]) -> Block:
    """Items protected by category and by platform, folded away."""
    columns: list[Column[Summary]] = [
        Column("run", "Evaluator"),
        Column("method", "Protection"),
        Column("part", "Category or platform"),
        Column("protection", "Items protected", "rate"),
    ]
    items = [
        {"run": method.run_name, "method": method.title, "part": name, "protection": cell}
        for method in methods
        for name, cell in (
            *((category_title(key), found) for key, found in (method.get("by_category") or {}).items()),
            *((PLATFORMS.get(key, key), found) for key, found in (method.get("by_platform") or {}).items()),
        )
    ]
    return table("leakage-parts", "By category and platform", columns, items, fold=True)


def trade_off(planning: Summary | None, leakage: Summary | None) -> Block | None:
    """What each method keeps of the plan against what it protects: the weakest evaluator's word counts."""
    protected: dict[tuple[str, int], Block] = {}
    for method in methods_of(*runs_of(leakage)):
        cell, key = method.rate("protection"), (method.operator, method.level)
        if cell is not None and (key not in protected or cell["value"] < protected[key]["value"]):
            protected[key] = cell
    points = [
        {
            "name": method.title,
            "run": method.run_name,
            "tone": method.operator,
            "x": protected[method.operator, method.level],
            "y": found,
        }
        for method in methods_of(*runs_of(planning))
        if method.operator in OPERATORS
        and (method.operator, method.level) in protected
        and (found := method.score("score"))
    ]
    if not points:
        return None
    return figure(
        "trade-off", "trade", "What protection costs and buys",
        "Across: private items that the best offline or asked evaluator could not recover. Up: how alike the "
        "plans stay. Better is up and right.",
        points=points, top=4.0,
    )  # fmt: skip


def _problems(run: Summary) -> list[Summary]:
    """Why answers have no score, over all methods."""
    found = Counter[str]()
    for part in (run, *run["methods"]):
        for problem in part.get("problems", ()):
            found[problem["reason"]] += problem["n"]
    return [{"reason": reason, "n": n} for reason, n in found.most_common()]


def leakage_notes(grounding: Summary | None, leakage: Summary | None) -> list[str]:
    """What failed, and frames of clicks that do not fit, for the head of the page."""
    frames = [
        f"{run_name(run)}, grounding on {PLATFORMS.get(platform, platform)}: {found['warning']}. Its misses "
        "may be those of the declared frame."
        for run in runs_of(grounding)
        for platform, found in run.get("calibration", {}).items()
        if found.get("warning")
    ]
    return frames + [
        note
        for name, unit, summary in (("grounding", "answer", grounding), ("leakage", "screen", leakage))
        for run in runs_of(summary)
        for note in unscored_note(run, name, sum(map(lost, run["methods"])), unit, _problems(run))
    ]
