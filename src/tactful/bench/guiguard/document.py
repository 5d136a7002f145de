"""The document behind the report of GUIGuard-Bench: summaries in, tiles, tables and figures out.

The summaries are what each evaluation's ``summarize`` gives (and what lies as JSON in a run's folder); the
report room draws the document. It holds figures and names of runs and tasks, and nothing off a screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tactful.bench.guiguard.report_agreement import agreement_section
from tactful.bench.guiguard.report_leakage import (
    grounding_section,
    leakage_notes,
    leakage_section,
    trade_off,
)
from tactful.bench.guiguard.report_planning import planning_notes, planning_section
from tactful.bench.guiguard.report_recognition import CORRECTED, recognition_notes, recognition_section
from tactful.bench.guiguard.summaries import (
    METHOD,
    Method,
    Summary,
    lost,
    methods_of,
    part,
    run_name,
    runs_of,
)
from tactful.bench.report.blocks import Block, Column, counted, rate, section, table, tile

FORMAT, VERSION = "tactful.guiguard-report", 1
_OTHER = (
    "Grey rows and panels are the paper's figures (GUIGuard-Bench, arXiv 2601.18842v3; 241 real "
    "trajectories, 4,080 screens, of which 121 and 2,002 are public). They come from other data and "
    "other models: compare directions, not figures."
)
EVALUATIONS = ("protect", "recognition", "planning", "grounding", "leakage", "human", "agreement")


def report_document(
    summaries: Mapping[str, Summary],
    *,
    about: Mapping[str, Any],
    title: str = "GUIGuard-Bench",
    manifest: Mapping[str, Any] | None = None,
) -> Block:
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
    return {
        "format": FORMAT,
        "version": VERSION,
        "title": title,
        "subtitle": _subtitle(about),
        "notes": [
            *about.get("notes", ()),
            *recognition_notes(recognition),
            *planning_notes(planning),
            *leakage_notes(grounding, leakage),
            _OTHER,
        ],
        "manifest": dict(manifest or {}),
        "tiles": [
            *_recognition_tile(recognition),
            *_planning_tile(planning),
            *_grounding_tile(grounding),
            *_leakage_tile(leakage),
            _unscored_tile(summaries, about),
        ],
        "sections": [found for found in sections if found is not None],
    }


def _subtitle(about: Mapping[str, Any]) -> str:
    parts = [
        counted(about["tasks"], "task"),
        counted(about["screens"], "screen"),
        *(f"{count} {name}" for name, count in about.get("platforms", {}).items()),
    ]
    return f"{about['source']}: {', '.join(parts)}"


def _unscored_by(summaries: Mapping[str, Summary]) -> dict[str, int]:
    """What failed, by evaluation: screens, steps, clicks and looks without a score."""
    methods = {
        name: methods_of(*runs_of(summaries.get(name))) for name in ("planning", "grounding", "leakage")
    }
    return {
        "recognition": sum(lost(run.get("screens", {})) for run in runs_of(summaries.get("recognition"))),
        "planning": sum(int(method.get("score", "unscored") or 0) for method in methods["planning"]),
        "grounding": sum(method.lost for method in methods["grounding"]),
        "leakage": sum(method.lost for method in methods["leakage"]),
    }


def total_unscored(summaries: Mapping[str, Summary]) -> int:
    """What failed in all evaluations: screens, steps and answers without a score."""
    return sum(_unscored_by(summaries).values())


def _unscored_tile(summaries: Mapping[str, Summary], about: Mapping[str, Any]) -> dict[str, str]:
    """What has no score, and what became of it, by evaluation: screens of recognition count all the same."""
    unscored = {**_unscored_by(summaries), "error": int(about.get("errors") or 0)}
    words = {
        "planning": ("step of a plan", "steps of plans"),
        "grounding": ("click", "clicks"),
        "leakage": ("screen of leakage", "screens of leakage"),
        "error": ("sample that ended in an error", "samples that ended in an error"),
    }
    parts = [counted(n, *words[name]) for name, n in unscored.items() if n and name in words]
    notes = [f"{', '.join(parts)}, in no figure above"] if parts else []
    if missed := unscored["recognition"]:
        screens = counted(missed, "screen of recognition", "screens of recognition")
        notes.insert(0, f"{screens}, counted as missed and as wrongly detected")
    note = "; ".join(notes) or "every question has an answer"
    seconds = about.get("seconds")
    if seconds is not None:
        took = f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.1f} min"
        note += f"; the run took {took}"
    failed = sum(unscored.values())
    return tile("Unscored", f"{failed:,}", note, bad=failed > 0)


def _best(
    label: str, found: Iterable[tuple[Block, str]], shown: str = "{:.1%}", *, least: bool = False
) -> list[dict[str, str]]:
    """A tile with one cell of several and its note: the highest, or the lowest where that is what matters."""
    cells = list(found)
    if not cells:
        return []
    cell, note = (min if least else max)(cells, key=lambda item: float(item[0]["value"]))
    return [tile(label, shown.format(cell["value"]), note)]


def _recognition_tile(summary: Summary | None) -> list[dict[str, str]]:
    return _best(
        "Private elements found",
        (
            (cell, f"recall of {run_name(run)}, {cell['hits']} of {cell['n']}, corrected text rule")
            for run in runs_of(summary)
            if (cell := rate(part(run, "rules", CORRECTED, "overall", "recall")))
        ),
    )


def _planning_tile(summary: Summary | None) -> list[dict[str, str]]:
    return _best(
        "Plans kept, 0 to 4",
        (
            (cell, f"best method: {method.title}, {method.run_name}, n = {cell['n']}")
            for method in methods_of(*runs_of(summary))
            if method.is_full and (cell := method.score("score"))
        ),
        "{:.2f}",
    )


def _grounding_tile(summary: Summary | None) -> list[dict[str, str]]:
    found = []
    for run in runs_of(summary):
        by_name = {method.operator: method for method in methods_of(run)}
        original, black = by_name.get("original"), by_name.get("black")
        same = black and black.rate("paired")
        first = original and ((same and original.rate("paired")) or original.rate("accuracy"))
        if first:
            then = f"; under black {same['value']:.1%} of the same targets" if same else ""
            found.append((first, f"{run_name(run)}, {first['hits']} of {first['n']} unprotected{then}"))
    return _best("Clicks that land", found)


def _leakage_tile(summary: Summary | None) -> list[dict[str, str]]:
    return _best(
        "Items protected, at worst",
        (
            (cell, f"{method.title} against {method.run_name}, n = {cell['n']}")
            for method in methods_of(*runs_of(summary))
            if method.is_full and (cell := method.rate("protection"))
        ),
        least=True,
    )


_DATA = (
    Column[tuple[str, str, int]]("what", "What", cell=lambda item: item[0]),
    Column[tuple[str, str, int]]("name", "Name", cell=lambda item: item[1]),
    Column[tuple[str, str, int]]("count", "Count", "count", lambda item: item[2]),
)
_PROTECTED = (
    METHOD,
    Column[Method]("screens", "Screens", "count"),
    Column[Method]("copied", "Left as they were", "count", help="screens on which nothing needs treatment"),
    Column[Method]("coverage", "Covered", "rate", help="private labels treated"),
    Column[Method]("failed", "Failed", "count"),
)


def _data_section(about: Mapping[str, Any], protect: Summary | None) -> Block:
    """What was asked about, and what the protected variants are."""
    counts = [
        (what, str(name), count)
        for what, key in (
            ("screens by platform", "platforms"),
            ("screens by language", "languages"),
            ("records left out", "problems"),
        )
        for name, count in about.get(key, {}).items()
    ]
    if about.get("unlabelled"):
        counts.append(("screens left out", "without labels: in planning alone", about["unlabelled"]))
    blocks = [table("data", "What is in it", _DATA, counts)]
    if protect is not None:
        methods = [Method.of(found) for found in protect["methods"]]
        blocks.append(table("protected", "Protected variants", _PROTECTED, methods))
    hashed = f" Its SHA-256 over all that was read is {about['sha256']}." if about.get("sha256") else ""
    return section("data", "The data", blocks, f"Read from {about['source']}.{hashed}")
