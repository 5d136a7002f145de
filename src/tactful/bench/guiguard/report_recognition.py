"""Recognition in the report: Figure 5.1 and its table, the radar of labels, categories, languages, sweeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tactful.bench.guiguard.summaries import (
    ALL,
    ANDROID,
    OTHER_DATA,
    PC,
    PLATFORMS,
    REFERENCE,
    Summary,
    category_title,
    lost,
    part,
    reasons,
    run_name,
    runs_of,
)
from tactful.bench.report.blocks import (
    Block,
    Column,
    counted,
    figure,
    printed,
    published,
    rate,
    row,
    section,
    table,
)

CORRECTED, PUBLISHED, EXACT = "corrected", "as_published", "exact"
MAIN = ("detection", "recall", "strict")
LABELS = ("risk", "category", "necessity")
_HEADS = {
    "detection": ("Detection", "screens of which it is rightly said whether they hold anything private"),
    "recall": ("Recall", "private elements that were found: text and place"),
    "strict": ("Strict", "found, and risk, category and need all right"),
    "over_masking": (
        "Over-masking",
        "elements marked as no risk that were called risky, of answered screens",
    ),
    "risk": ("Risk", "right risk level, of the elements that were found"),
    "category": ("Category", "right category, of the elements that were found"),
    "necessity": ("Need", "right word on whether the task needs it, of the elements that were found"),
    "covered": ("Covered", "private elements whose area the boxes hide, whatever the text says"),
    "over_covered": ("Over-covered", "elements of no risk whose area the boxes hide"),
}
_BARS = {"detection": "Detection", "recall": "Recall", "strict": "Strict match"}
_NOTHING = {"value": None, "n": 0, "low": None, "high": None}
_RUN = Column[Summary]("run", "Run")


def recognition_section(summary: Summary | None) -> Block | None:
    """Everything about recognition; None where it was not run."""
    runs = runs_of(summary)
    if not runs:
        return None
    return section(
        "recognition", "Recognition: is what is private found, and labelled rightly?",
        [
            bars(runs), main_table(runs, CORRECTED), radar(runs), category_table(runs), *_breakdown(runs),
            main_table(runs, PUBLISHED), main_table(runs, EXACT), sweep_table(runs),
        ],
        "An element counts as found where its text and its box agree with a region of the truth (IoU 0.6, "
        "one to one). Detection asks only whether a screen holds anything private; strict asks for "
        "everything at once. Over-masking, the price of caution, stands beside recall.",
    )  # fmt: skip


def _figures(*names: str, help_: bool = True) -> list[Column[Summary]]:
    """Columns of figures."""
    return [Column(name, _HEADS[name][0], "rate", help=_HEADS[name][1] if help_ else "") for name in names]


def _part(run: Summary, rule: str, platform: str) -> Mapping[str, Any]:
    path = ("overall",) if platform == ALL else ("by_platform", platform)
    return part(run, "rules", rule, *path) or {}


def platforms_of(runs: Sequence[Summary]) -> tuple[str, ...]:
    """The platforms that any run has figures of."""
    found = tuple(name for name in (ANDROID, PC) if any(_part(run, CORRECTED, name) for run in runs))
    return found or (ANDROID, PC)


def bars(runs: Sequence[Summary]) -> Block:
    """Figure 5.1: Android beside PC for each of the three figures, and the paper's means in grey.

    By the text rule as published, which is the one that the paper's means were taken with.
    """

    def panel(title: str, kind: str, cells: Mapping[str, Mapping[str, Block]]) -> Block:
        groups = [
            {
                "label": _BARS[name],
                "bars": [
                    {"name": PLATFORMS[platform], "tone": platform, **cell}
                    for platform, cell in found.items()
                ],
            }
            for name, found in cells.items()
        ]
        return {"title": title, "kind": kind, "groups": groups}

    platforms = platforms_of(runs)
    measured = [
        {
            name: {at: rate(_part(run, PUBLISHED, at).get(name)) or _NOTHING for at in platforms}
            for name in MAIN
        }
        for run in runs
    ]
    means = published("guiguard")["recognition_means"]
    paper = {name: dict(zip((ANDROID, PC), map(printed, means[name]), strict=True)) for name in MAIN}
    return figure(
        "figure-5-1", "bars", "Recognition on Android and PC (Figure 5.1)",
        "Detection of screens, recall of elements, and strict match, all panels by the text rule as "
        "published; lines are 95 % intervals. The grey panel is the paper's, on other data with other "
        "models.",
        panels=[
            *(panel(run_name(run), "run", cells) for run, cells in zip(runs, measured, strict=True)),
            panel("the paper: mean of eight models, its own data", "reference", paper),
        ],
        unit="rate",
    )  # fmt: skip


_MAIN_COLUMNS = (
    _RUN,
    Column[Summary]("platform", "Platform"),
    *_figures(*_HEADS),
    Column[Summary]("screens", "Screens", "count"),
    Column[Summary](
        "unscored", "Unscored", "count", help="screens without a usable answer: missed, detection wrong"
    ),
    Column[Summary](
        "malformed", "Malformed lines", help="lines of answers that could not be read, of all lines"
    ),
)  # fmt: skip
_CAPTIONS = {
    CORRECTED: "Texts agree where their edit distance is small. Where the paper's own figures stand beside "
    "ours, as in Figure 5.1, the rule is the published one.",
    PUBLISHED: "A text agrees where nine tenths of its characters occur anywhere in the other, or the other "
    f"way round, so that short texts match by accident. {OTHER_DATA}",
    EXACT: "A text agrees where it is the annotated one, whole and without a mistake: under “strict” an item "
    "is right as J.1 counts it, with text, risk, category and need.",
}
_TITLES = {
    CORRECTED: ("recognition", "Figures of recognition, corrected text rule"),
    PUBLISHED: ("recognition-as-published", "The same with the text rule as published"),
    EXACT: ("recognition-exact", "The same with exact texts (J.1)"),
}


def main_table(runs: Sequence[Summary], rule: str) -> Block | None:
    """All figures of every run and platform under one rule of matching texts; None where no run has it."""
    platforms = tuple(PLATFORMS) if len(platforms_of(runs)) > 1 else (ALL,)
    items = [
        _main_row(run, rule, platform) for run in runs for platform in platforms if _part(run, rule, platform)
    ]
    if not items and rule == EXACT:
        return None
    paper = published("guiguard")["recognition"]
    others = [
        row("reference", run=model, platform=PLATFORMS[platform],
            **{name: printed(paper[name][model][at]) for name in MAIN})
        for model in paper["recall"]
        for at, platform in enumerate((ANDROID, PC))
    ] if rule == PUBLISHED else []  # fmt: skip
    return table(
        *_TITLES[rule],
        _MAIN_COLUMNS,
        items,
        _CAPTIONS[rule],
        others=others,
        fold=rule != CORRECTED,
        apart=REFERENCE,
    )


def _main_row(run: Summary, rule: str, platform: str) -> Summary:
    found, screens, bad = _part(run, rule, platform), run.get("screens", {}), run.get("malformed", {})
    whole = platform == ALL
    return {
        **found,
        "run": run_name(run),
        "platform": PLATFORMS[platform],
        "screens": screens.get("n") if whole else part(found, "detection", "n"),
        "unscored": lost(screens) if whole else None,
        "malformed": f"{bad.get('lines', 0)} of {bad['of']}" if whole and bad.get("of") else None,
    }


def radar(runs: Sequence[Summary]) -> Block | None:
    """Figure 5.1b: right labels of found elements on six axes, Android and PC."""
    axes = [(platform, name) for platform in platforms_of(runs) for name in LABELS]
    series = [
        {
            "name": run_name(run),
            "values": [cell and cell["value"] for cell in cells],
            "counts": [cell["n"] if cell else 0 for cell in cells],
        }
        for run in runs
        for cells in [[rate(_part(run, CORRECTED, platform).get(name)) for platform, name in axes]]
    ]
    if not any(value is not None for line in series for value in line["values"]):
        return None
    return figure(
        "figure-5-1b", "radar", "Labels of found elements (Figure 5.1b)",
        "How often risk, category and need are right, of the elements that were found by the corrected text "
        "rule. Few found elements make few trials: see n in the table. The paper prints its radar without "
        "numbers.",
        axes=[f"{PLATFORMS[platform]} {_HEADS[name][0].lower()}" for platform, name in axes], series=series,
    )  # fmt: skip


_CATEGORY_COLUMNS = (
    _RUN,
    Column[Summary]("category", "Category"),
    *_figures("recall", "strict", help_=False),
    Column[Summary](ANDROID, "Recall, Android", "rate"),
    Column[Summary](PC, "Recall, PC", "rate"),
    Column[Summary]("ours", "Recall, corrected", "rate", help="by the corrected text rule"),
    Column[Summary]("ours_strict", "Strict, corrected", "rate", help="by the corrected text rule"),
)


def category_table(runs: Sequence[Summary]) -> Block:
    """Recall and strict match by category (section 6.1), with Qwen3.5 of the paper."""
    items = [
        {
            **found,
            **{name: part(rules[PUBLISHED], "by_platform_category", name, key, "recall")
               for name in (ANDROID, PC)},
            "run": run_name(run),
            "category": category_title(key),
            "ours": part(rules, CORRECTED, "by_category", key, "recall"),
            "ours_strict": part(rules, CORRECTED, "by_category", key, "strict"),
        }
        for run in runs
        for rules in [run.get("rules", {})]
        for key, found in (part(rules, PUBLISHED, "by_category") or {}).items()
    ]  # fmt: skip
    others = [
        row(
            "reference", run="Qwen3.5", category=category_title(key), recall=printed(recall),
            strict=printed(full),
        )
        for key, (recall, full) in published("guiguard")["categories"].items()
    ]  # fmt: skip
    return table(
        "by-category", "By privacy category (section 6.1)", _CATEGORY_COLUMNS, items,
        "By the text rule as published, which the paper's figures were taken with; the last two columns are "
        "by the corrected one. " + OTHER_DATA,
        others=others, apart=REFERENCE,
    )  # fmt: skip


def _breakdown(runs: Sequence[Summary]) -> list[Block]:
    """By language and by risk, folded away."""
    return [
        table(
            key, title, [_RUN, Column("part", head), *_figures(*names)],
            [
                {**found, "run": run_name(run), "part": str(name)}
                for run in runs
                for name, found in (part(run, "rules", CORRECTED, source) or {}).items()
            ],
            "By the corrected text rule.", fold=True,
        )
        for key, title, head, source, names in (
            ("by-language", "By language", "Language", "by_language", (*MAIN, "over_masking")),
            ("by-risk", "By risk level", "Risk", "by_risk", ("recall", "strict", "covered")),
        )
    ]  # fmt: skip


def sweep_table(runs: Sequence[Summary]) -> Block:
    """What the thresholds of text and place do to the figures."""
    columns: list[Column[Summary]] = [
        _RUN,
        Column("rule", "Text rule", cell=lambda found: str(found["rule"]).replace("_", " ")),
        Column("tau", "Text threshold", "decimal"),
        Column("iou", "IoU", "decimal"),
        *_figures("recall", "strict", "over_masking", help_=False),
    ]
    items = [{**found, "run": run_name(run)} for run in runs for found in run.get("sweep", ())]
    return table(
        "sweep", "Thresholds of text and place", columns, items, fold=True, empty="No thresholds were swept."
    )


def recognition_notes(summary: Summary | None) -> list[str]:
    """What failed, and what flatters a model, for the head of the page."""
    flattered = [
        f"{run_name(run)}, recognition: on {counted(count, 'screen')} the frame of the model's coordinates "
        "was chosen by the truth, answer by answer, which flatters its places."
        for run in runs_of(summary)
        if (count := int(run.get("answers", {}).get("grids_by_truth") or 0))
    ]
    return flattered + [
        f"{run_name(run)}, recognition: {counted(count, 'screen')} without a usable answer"
        f"{reasons(run['screens']['unscored'])}. What is private there counts as missed and their detection "
        "as wrong; what is public there counts in no figure."
        for run in runs_of(summary)
        if (count := lost(run.get("screens", {})))
    ]
