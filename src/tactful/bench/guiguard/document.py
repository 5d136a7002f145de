"""The document behind the report of GUIGuard-Bench: summaries in, tiles, tables and figures out.

The summaries are what each evaluation's ``summarize`` gives (and what lies as JSON in a run's folder); the
report room draws the document. It holds figures and names of runs and tasks, and nothing off a screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tactful.bench.guiguard.paper import DATA, SOURCE
from tactful.bench.guiguard.report_agreement import agreement_section
from tactful.bench.guiguard.report_cells import (
    OPERATORS,
    Summary,
    is_whole,
    lost,
    method_title,
    operator_of,
    rate,
    run_name,
    runs_of,
    score,
)
from tactful.bench.guiguard.report_leakage import (
    grounding_section,
    leakage_notes,
    leakage_section,
    trade_off,
)
from tactful.bench.guiguard.report_planning import planning_notes, planning_section
from tactful.bench.guiguard.report_recognition import CORRECTED, recognition_notes, recognition_section
from tactful.bench.report.blocks import column, counted, row, section, table

FORMAT, VERSION = "tactful.guiguard-report", 1
_OTHER = (
    f"Grey rows and panels are the paper's figures ({SOURCE}; {DATA}). They come from other data and other "
    "models: compare directions, not figures."
)
EVALUATIONS = ("protect", "recognition", "planning", "grounding", "leakage", "human", "agreement")


def report_document(
    summaries: Mapping[str, Summary],
    *,
    about: Mapping[str, Any],
    title: str = "GUIGuard-Bench",
    manifest: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The whole report. ``summaries`` is by the names of `EVALUATIONS`, as far as they were run.

    ``about`` describes the data: source, tasks, screens, platforms and languages with their counts, and
    ``seconds`` for what the run took; ``notes`` (texts) go to the head of the page.
    """
    recognition, planning, grounding, leakage = (
        summaries.get(name) for name in ("recognition", "planning", "grounding", "leakage")
    )
    both = trade_off(planning, leakage)
    sections = [
        recognition_section(recognition),
        planning_section(planning),
        grounding_section(grounding),
        leakage_section(leakage),
        section("trade", "The balance: what protection costs and buys", [both]) if both else None,
        agreement_section(summaries.get("human"), summaries.get("agreement")),
        _data_section(about, summaries.get("protect")),
    ]
    notes = [
        *about.get("notes", ()),
        *recognition_notes(recognition),
        *planning_notes(planning),
        *leakage_notes(grounding, leakage),
        _OTHER,
    ]
    return {
        "format": FORMAT,
        "version": VERSION,
        "title": title,
        "subtitle": _subtitle(about),
        "notes": notes,
        "manifest": dict(manifest or {}),
        "tiles": _tiles(summaries, about),
        "sections": [found for found in sections if found is not None],
    }


def _subtitle(about: Mapping[str, Any]) -> str:
    parts = [
        counted(about["tasks"], "task"),
        counted(about["screens"], "screen"),
        *(f"{count} {name}" for name, count in about.get("platforms", {}).items()),
    ]
    return f"{about['source']}: {', '.join(parts)}"


def _tiles(summaries: Mapping[str, Summary], about: Mapping[str, Any]) -> list[dict[str, str]]:
    tiles = [
        tile
        for tile in (
            _recognition_tile(summaries.get("recognition")),
            _planning_tile(summaries.get("planning")),
            _grounding_tile(summaries.get("grounding")),
            _leakage_tile(summaries.get("leakage")),
        )
        if tile
    ]
    lost_by = {**_unscored_by(summaries), "error": int(about.get("errors") or 0)}
    failed = sum(lost_by.values())
    seconds = about.get("seconds")
    took = "" if seconds is None else f"; the run took {_minutes(seconds)}"
    tiles.append(
        {
            "label": "Unscored",
            "value": f"{failed:,}",
            "note": _what_of(lost_by) + took,
            **({"tone": "bad"} if failed else {}),
        }
    )
    return tiles


def _minutes(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.1f} min"


def _what_of(lost_by: Mapping[str, int]) -> str:
    """What became of what has no score, by evaluation: screens of recognition count all the same."""
    words = {
        "planning": ("step of a plan", "steps of plans"),
        "grounding": ("click", "clicks"),
        "leakage": ("screen of leakage", "screens of leakage"),
        "error": ("sample that ended in an error", "samples that ended in an error"),
    }
    parts = [counted(n, *words[name]) for name, n in lost_by.items() if n and name in words]
    told = [f"{', '.join(parts)}, in no figure above"] if parts else []
    if missed := lost_by["recognition"]:
        screens = counted(missed, "screen of recognition", "screens of recognition")
        told.insert(0, f"{screens}, counted as missed and as wrongly detected")
    return "; ".join(told) or "every question has an answer"


def _unscored_by(summaries: Mapping[str, Summary]) -> dict[str, int]:
    """What failed, by evaluation: screens, steps, clicks and looks without a score."""
    return {
        "recognition": sum(lost(run.get("screens", {})) for run in runs_of(summaries.get("recognition"))),
        "planning": sum(
            int(method["score"].get("unscored") or 0)
            for run in runs_of(summaries.get("planning"))
            for method in run["methods"]
        ),
        **{
            name: sum(lost(method) for run in runs_of(summaries.get(name)) for method in run["methods"])
            for name in ("grounding", "leakage")
        },
    }


def total_unscored(summaries: Mapping[str, Summary]) -> int:
    """What failed in all evaluations: screens, steps and answers without a score."""
    return sum(_unscored_by(summaries).values())


def _best(label: str, found: list[tuple[float, str, str]], *, least: bool = False) -> dict[str, str] | None:
    """A tile with one figure of several: the highest, or the lowest where that is what matters."""
    if not found:
        return None
    _, value, note = (min if least else max)(found, key=lambda item: item[0])
    return {"label": label, "value": value, "note": note}


def _recognition_tile(summary: Summary | None) -> dict[str, str] | None:
    return _best(
        "Private elements found",
        [
            (
                cell["value"],
                f"{cell['value']:.1%}",
                f"recall of {run_name(run)}, {cell['hits']} of {cell['n']}, corrected text rule",
            )
            for run in runs_of(summary)
            for cell in [rate(run.get("rules", {}).get(CORRECTED, {}).get("overall", {}).get("recall"))]
            if cell is not None
        ],
    )


def _planning_tile(summary: Summary | None) -> dict[str, str] | None:
    return _best(
        "Plans kept, 0 to 4",
        [
            (
                cell["value"],
                f"{cell['value']:.2f}",
                f"best method: {method_title(method)}, {run_name(run)}, n = {cell['n']}",
            )
            for run in runs_of(summary)
            for method in run["methods"]
            for cell in [score(method["score"])]
            if cell is not None and operator_of(method) in OPERATORS and is_whole(method)
        ],
    )


def _grounding_tile(summary: Summary | None) -> dict[str, str] | None:
    found = []
    for run in runs_of(summary):
        by_name = {operator_of(method): method for method in run["methods"]}
        original, black = (by_name.get(name, {}) for name in ("original", "black"))
        same = rate(black.get("paired"))
        first = rate(original.get("paired")) if same else None
        first = first or rate(original.get("accuracy"))
        if first is not None:
            then = "" if same is None else f"; under black {same['value']:.1%} of the same targets"
            told = f"{run_name(run)}, {first['hits']} of {first['n']} unprotected{then}"
            found.append((first["value"], f"{first['value']:.1%}", told))
    return _best("Clicks that land", found)


def _leakage_tile(summary: Summary | None) -> dict[str, str] | None:
    return _best(
        "Items protected, at worst",
        [
            (
                cell["value"],
                f"{cell['value']:.1%}",
                f"{method_title(method)} against {run_name(run)}, n = {cell['n']}",
            )
            for run in runs_of(summary)
            for method in run["methods"]
            for cell in [rate(method["protection"])]
            if cell is not None and operator_of(method) in OPERATORS and is_whole(method)
        ],
        least=True,
    )  # fmt: skip


def _data_section(about: Mapping[str, Any], protect: Summary | None) -> dict[str, Any]:
    """What was asked about, and what the protected variants are."""
    parts = [
        row(what=what, name=str(name), count=count)
        for what, key in (("screens by platform", "platforms"), ("screens by language", "languages"))
        for name, count in about.get(key, {}).items()
    ]
    parts += [
        row(what="records left out", name=reason, count=n) for reason, n in about.get("problems", {}).items()
    ]
    if about.get("unlabelled"):
        without = "without labels: in planning alone"
        parts.append(row(what="screens left out", name=without, count=about["unlabelled"]))
    counts = table(
        "data", "What is in it",
        [column("what", "What"), column("name", "Name"), column("count", "Count", "count")], parts,
    )  # fmt: skip
    blocks = [counts]
    if protect is not None:
        columns = [
            column("method", "Protection"),
            column("screens", "Screens", "count"),
            column("copied", "Left as they were", "count", help="screens on which nothing needs treatment"),
            column("coverage", "Covered", "rate", help="private labels treated"),
            column("failed", "Failed", "count"),
        ]
        rows = [
            row(
                method=method_title(method),
                coverage=rate(method.get("coverage")),
                **{name: method.get(name) for name in ("screens", "copied", "failed")},
            )
            for method in protect["methods"]
        ]
        blocks.append(table("protected", "Protected variants", columns, rows))
    hashed = f" Its SHA-256 over all that was read is {about['sha256']}." if about.get("sha256") else ""
    return section("data", "The data", blocks, f"Read from {about['source']}.{hashed}")
