"""Recognition in the report: Figure 5.1 and its table, the radar of labels, categories, languages, sweeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tactful.bench.guiguard.paper import CATEGORIES, RECOGNITION, RECOGNITION_MEANS
from tactful.bench.guiguard.report_cells import (
    ALL,
    ANDROID,
    OTHER_DATA,
    PC,
    PLATFORMS,
    REFERENCE,
    Summary,
    category_title,
    lost,
    printed,
    rate,
    reasons,
    run_name,
    runs_of,
)
from tactful.bench.report.blocks import column, counted, figure, row, section, table

CORRECTED, PUBLISHED = "corrected", "as_published"
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


def recognition_section(summary: Summary | None) -> dict[str, Any] | None:
    """Everything about recognition; None where it was not run."""
    runs = runs_of(summary)
    if not runs:
        return None
    blocks = [
        bars(runs),
        main_table(runs, CORRECTED),
        radar(runs),
        category_table(runs),
        *_breakdown(runs),
        main_table(runs, PUBLISHED),
        sweep_table(runs),
    ]
    return section(
        "recognition", "Recognition: is what is private found, and labelled rightly?",
        [block for block in blocks if block is not None],
        "An element counts as found where its text and its box agree with a region of the truth (IoU 0.6, "
        "one to one). Detection asks only whether a screen holds anything private; strict asks for "
        "everything at once. Over-masking, the price of caution, stands beside recall.",
    )  # fmt: skip


def _part(run: Summary, rule: str, platform: str) -> Mapping[str, Any]:
    found = run.get("rules", {}).get(rule, {})
    part = found.get("overall") if platform == ALL else found.get("by_platform", {}).get(platform)
    return part or {}


def platforms_of(runs: Sequence[Summary]) -> tuple[str, ...]:
    """The platforms that any run has figures of."""
    found = tuple(name for name in (ANDROID, PC) if any(_part(run, CORRECTED, name) for run in runs))
    return found or (ANDROID, PC)


def bars(runs: Sequence[Summary]) -> dict[str, Any]:
    """Figure 5.1: Android beside PC for each of the three figures, and the paper's means in grey.

    By the text rule as published, which is the one that the paper's means were taken with.
    """
    panels = [
        {
            "title": run_name(run),
            "kind": "run",
            "groups": [
                {
                    "label": _BARS[name],
                    "bars": [
                        {"name": PLATFORMS[platform], "tone": platform, **(cell or _NOTHING)}
                        for platform in platforms_of(runs)
                        for cell in [rate(_part(run, PUBLISHED, platform).get(name))]
                    ],
                }
                for name in MAIN
            ],
        }
        for run in runs
    ]
    panels.append(
        {
            "title": "the paper: mean of eight models, its own data",
            "kind": "reference",
            "groups": [
                {
                    "label": _BARS[name],
                    "bars": [
                        {"name": PLATFORMS[platform], "tone": platform, **printed(value)}
                        for platform, value in zip((ANDROID, PC), RECOGNITION_MEANS[name], strict=True)
                    ],
                }
                for name in MAIN
            ],
        }
    )
    return figure(
        "figure-5-1", "bars", "Recognition on Android and PC (Figure 5.1)",
        "Detection of screens, recall of elements, and strict match, all panels by the text rule as "
        "published; lines are 95 % intervals. The grey panel is the paper's, on other data with other "
        "models.",
        panels=panels, unit="rate",
    )  # fmt: skip


_NOTHING = {"value": None, "n": 0, "low": None, "high": None}


def main_table(runs: Sequence[Summary], rule: str) -> dict[str, Any]:
    """All figures of every run and platform under one rule of matching texts."""
    several = len(platforms_of(runs)) > 1
    rows = [
        _row(run, rule, platform)
        for run in runs
        for platform in (PLATFORMS if several else (ALL,))
        if _part(run, rule, platform)
    ]
    if rule == PUBLISHED:
        rows += [
            row("reference", run=model, platform=PLATFORMS[platform], **figures)
            for model in RECOGNITION["recall"]
            for at, platform in enumerate((ANDROID, PC))
            for figures in [{name: printed(RECOGNITION[name][model][at]) for name in MAIN}]
        ]
    columns = [
        column("run", "Run"),
        column("platform", "Platform"),
        *(column(name, label, "rate", help=help_) for name, (label, help_) in _HEADS.items()),
        column("screens", "Screens", "count"),
        column(
            "unscored", "Unscored", "count", help="screens without a usable answer: missed, detection wrong"
        ),
        column("malformed", "Malformed lines", help="lines of answers that could not be read, of all lines"),
    ]
    names = {
        CORRECTED: ("recognition", "Figures of recognition, corrected text rule"),
        PUBLISHED: ("recognition-as-published", "The same with the text rule as published"),
    }
    caption = {
        CORRECTED: "Texts agree where their edit distance is small. Where the paper's own figures stand "
        "beside ours, as in Figure 5.1, the rule is the published one.",
        PUBLISHED: "A text agrees where nine tenths of its characters occur anywhere in the other, or the "
        "other way round, so that short texts match by accident. " + OTHER_DATA,
    }[rule]
    key, title = names[rule]
    return table(key, title, columns, rows, caption, fold=rule == PUBLISHED, apart=REFERENCE)


def _row(run: Summary, rule: str, platform: str) -> dict[str, Any]:
    found, screens, bad = _part(run, rule, platform), run.get("screens", {}), run.get("malformed", {})
    whole = platform == ALL
    return row(
        run=run_name(run),
        platform=PLATFORMS[platform],
        **{name: rate(found.get(name)) for name in _HEADS},
        screens=screens.get("n") if whole else (found.get("detection") or {}).get("n"),
        unscored=lost(screens) if whole else None,
        malformed=f"{bad.get('lines', 0)} of {bad['of']}" if whole and bad.get("of") else None,
    )


def radar(runs: Sequence[Summary]) -> dict[str, Any] | None:
    """Figure 5.1b: right labels of found elements on six axes, Android and PC."""
    platforms = platforms_of(runs)
    axes = [f"{PLATFORMS[platform]} {_HEADS[name][0].lower()}" for platform in platforms for name in LABELS]
    series = [
        {
            "name": run_name(run),
            "values": [cell and cell["value"] for cell in cells],
            "counts": [cell["n"] if cell else 0 for cell in cells],
        }
        for run in runs
        for cells in [
            [rate(_part(run, CORRECTED, platform).get(name)) for platform in platforms for name in LABELS]
        ]
    ]
    if not any(value is not None for line in series for value in line["values"]):
        return None
    return figure(
        "figure-5-1b", "radar", "Labels of found elements (Figure 5.1b)",
        "How often risk, category and need are right, of the elements that were found by the corrected text "
        "rule. Few found elements make few trials: see n in the table. The paper prints its radar without "
        "numbers.",
        axes=axes, series=series,
    )  # fmt: skip


def category_table(runs: Sequence[Summary]) -> dict[str, Any]:
    """Recall and strict match by category (section 6.1), with Qwen3.5 of the paper."""
    rows = []
    for run in runs:
        rules = run.get("rules", {}).get(PUBLISHED, {})
        ours = run.get("rules", {}).get(CORRECTED, {}).get("by_category", {})
        platforms = rules.get("by_platform_category", {})
        for key, found in rules.get("by_category", {}).items():
            apart = {
                platform: rate(platforms.get(platform, {}).get(key, {}).get("recall"))
                for platform in (ANDROID, PC)
            }
            rows.append(
                row(
                    run=run_name(run),
                    category=category_title(key),
                    recall=rate(found.get("recall")),
                    strict=rate(found.get("strict")),
                    ours=rate(ours.get(key, {}).get("recall")),
                    ours_strict=rate(ours.get(key, {}).get("strict")),
                    **apart,
                )
            )
    rows += [
        row(
            "reference",
            run="Qwen3.5",
            category=category_title(key),
            recall=printed(recall),
            strict=printed(full),
        )
        for key, (recall, full) in CATEGORIES.items()
    ]
    columns = [
        column("run", "Run"),
        column("category", "Category"),
        column("recall", "Recall", "rate"),
        column("strict", "Strict", "rate"),
        column(ANDROID, "Recall, Android", "rate"),
        column(PC, "Recall, PC", "rate"),
        column("ours", "Recall, corrected", "rate", help="by the corrected text rule"),
        column("ours_strict", "Strict, corrected", "rate", help="by the corrected text rule"),
    ]
    caption = (
        "By the text rule as published, which the paper's figures were taken with; the last two columns are "
        "by the corrected one. " + OTHER_DATA
    )
    return table("by-category", "By privacy category (section 6.1)", columns, rows, caption, apart=REFERENCE)


def _breakdown(runs: Sequence[Summary]) -> list[dict[str, Any]]:
    """By language and by risk, folded away."""
    return [
        table(
            key,
            title,
            [
                column("run", "Run"),
                column("part", head),
                *(column(name, _HEADS[name][0], "rate", help=_HEADS[name][1]) for name in names),
            ],
            [
                row(
                    run=run_name(run), part=str(part), **{name: rate(found.get(name)) for name in names}
                )
                for run in runs
                for part, found in run.get("rules", {}).get(CORRECTED, {}).get(source, {}).items()
            ],
            "By the corrected text rule.",
            fold=True,
        )
        for key, title, head, source, names in (
            ("by-language", "By language", "Language", "by_language", (*MAIN, "over_masking")),
            ("by-risk", "By risk level", "Risk", "by_risk", ("recall", "strict", "covered")),
        )
    ]  # fmt: skip


def sweep_table(runs: Sequence[Summary]) -> dict[str, Any]:
    """What the thresholds of text and place do to the figures."""
    columns = [
        column("run", "Run"),
        column("rule", "Text rule"),
        column("tau", "Text threshold", "decimal"),
        column("iou", "IoU", "decimal"),
        column("recall", "Recall", "rate"),
        column("strict", "Strict", "rate"),
        column("over_masking", "Over-masking", "rate"),
    ]
    rows = [
        row(
            run=run_name(run),
            rule=str(found["rule"]).replace("_", " "),
            tau=found["tau"],
            iou=found["iou"],
            **{name: rate(found.get(name)) for name in ("recall", "strict", "over_masking")},
        )
        for run in runs
        for found in run.get("sweep", ())
    ]
    return table(
        "sweep", "Thresholds of text and place", columns, rows, fold=True, empty="No thresholds were swept."
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
        f"{run_name(run)}, recognition: {counted(count, 'screen')} without a usable answer: "
        f"{reasons(run['screens'])}. What is private there counts as missed and their detection as wrong; "
        "what is public there counts in no figure."
        for run in runs_of(summary)
        if (count := lost(run.get("screens", {})))
    ]
