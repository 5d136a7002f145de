"""Table 1, Tables 5 to 7, and the scores by domain, context and profile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tactful.bench.cimemories import paper
from tactful.bench.cimemories.scored import FULL, UNKNOWN, Choices, ScoredRun, not_asked, tables_of
from tactful.bench.report.blocks import bounds, column, counted, estimate_cell, exact, row, table
from tactful.score import RunScores, by_context, by_domain, corners, label_sets, summarize

VIOLATION = column(
    "violation", "Violation@n", "estimate", tone="violation", help="Definition 3.1: less is better"
)
COMPLETENESS = column(
    "completeness", "Completeness", "estimate", tone="completeness", help="Definition 3.2: more is better"
)
_RESTS = (
    column("n", "n", "count", help="messages a context"),
    column("profiles", "Profiles", "count"),
    column("contexts", "Contexts", "count", help="contexts that count, over all profiles"),
    column("attributes", "Attributes", "count", help="attributes that are private in some context"),
)


def table_1(runs: Sequence[ScoredRun]) -> dict[str, Any]:
    """Both metrics of every run with the full memory, the two corners, and what they rest on."""
    scored = [run for run in runs if run.scores is not None]
    incomplete = any(run.scores.unscored or run.scores.missing for run in scored if run.scores)
    columns = [
        column("run", "Run", sub="judge"),
        VIOLATION,
        COMPLETENESS,
        *_RESTS,
        column("samples", "Messages", "count", help="that the run should have"),
        column(
            "unscored", "Unscored", "count", help="messages that failed, or whose judgement did not parse"
        ),
        column("missing", "Missing", "count", help="messages that were never written"),
    ]
    if incomplete:
        columns += [
            column("violation_bounds", "Violation, bounds", "bounds"),
            column("completeness_bounds", "Completeness, bounds", "bounds"),
        ]
    rows = [_row(run, run.scores) for run in scored if run.scores]
    rows += _corner_rows(scored)
    caption = (
        "Intervals are 95 % bootstrap intervals, in percent. Read both metrics together: either is easy to "
        "have alone, as the two rows at the end show, which are what definitions say and no measurement."
    )
    if incomplete:
        caption += (
            " Bounds: the figures if every unscored or missing message had revealed nothing, or all of its "
            "memory."
        )
    return table(
        "table-1", "Violation and completeness (Table 1)", columns, rows, caption,
        empty="No run here has the full memory; see the memory compositions.",
    )  # fmt: skip


def _row(run: ScoredRun, scores: RunScores) -> dict[str, Any]:
    low, high = scores.none_revealed, scores.all_revealed
    return row(
        run=run.name,
        judge=run.judge,
        violation=estimate_cell(scores.violation),
        completeness=estimate_cell(scores.completeness),
        violation_bounds=bounds(low.violation, high.violation),
        completeness_bounds=bounds(low.completeness, high.completeness),
        samples=scores.samples,
        unscored=scores.unscored,
        missing=scores.missing,
        **_rests(scores),
    )


def _rests(scores: RunScores) -> dict[str, int]:
    return {
        "n": scores.n,
        "profiles": len(scores.profiles),
        "contexts": scores.contexts,
        "attributes": scores.violation.items,
    }


def _corner_rows(runs: Sequence[ScoredRun]) -> list[dict[str, Any]]:
    """What revealing nothing and revealing everything would score on these very contexts."""
    if not runs:
        return []
    names = ("reveal nothing", "reveal everything")
    return [
        row("theory", run=name, violation=exact(corner.violation), completeness=exact(corner.completeness))
        for name, corner in zip(names, corners(runs[0].full), strict=True)
    ]


def paper_table() -> dict[str, Any]:
    """The paper's own Table 1, apart from ours."""
    return table(
        "paper-table-1",
        "For scale: the paper's Table 1",
        [
            column("model", "Model"),
            column("violation", "Violation@5", "share"),
            column("completeness", "Completeness", "share"),
        ],
        [_reference(model, pair) for model, pair in paper.table_1().items()],
        "Other data (10 profiles), other labels (GPT-5), another judge (DeepSeek-R1): not comparable figure "
        "by figure with the runs above.",
        fold=True,
    )  # fmt: skip


def _reference(model: str, pair: tuple[float, float]) -> dict[str, Any]:
    return row("reference", model=model, violation=pair[0] / 100, completeness=pair[1] / 100)


_NOT_ASKED = column("not_asked", "Not asked", help="of the contexts that these labels keep, those not run")
_PARTLY = (
    "The runs were planned with other labels, so not every context that counts here was asked (last column): "
    "the figures are of the rest, and it is no random part."
)


def persona_tables(runs: Sequence[ScoredRun], choices: Choices) -> list[dict[str, Any]]:
    """Tables 5 to 7: the same messages under each persona's labels, where the data has them.

    A run asks the contexts that its own labels keep; a persona's labels may keep more, which are told.
    """
    tables = []
    for persona, (place, published) in paper.persona_tables().items():
        rows = []
        partly = False
        for run in runs:
            if not run.full or not all(persona in label_sets(profile) for profile in run.profiles):
                continue
            found = tables_of(run.run, run.profiles, FULL, choices, persona)
            scores = summarize(found, seed=choices.seed, resamples=choices.resamples)
            lost = not_asked(run.run, run.profiles, choices, persona)
            partly |= lost.contexts > 0
            rows.append(
                row(
                    run=run.name,
                    violation=estimate_cell(scores.violation),
                    completeness=estimate_cell(scores.completeness),
                    not_asked=lost.words,
                    **_rests(scores),
                )
            )
        if rows:
            rows += [
                row("reference", run=model, violation=exact(x / 100), completeness=exact(y / 100))
                for model, (x, y) in published.items()
            ]
            title = f"Labels of the privacy {persona} (Table {place})"
            if persona != "fundamentalist":
                title = f"Labels of the {persona} (Table {place})"
            columns = [column("run", "Run"), VIOLATION, COMPLETENESS, *_RESTS, _NOT_ASKED]
            tables.append(table(f"table-{place}", title, columns, rows, _PARTLY if partly else ""))
    return tables


def domain_table(runs: Sequence[ScoredRun], choices: Choices) -> dict[str, Any]:
    """Both metrics by information domain."""
    rows = [
        row(
            run=run.name,
            domain=domain,
            violation=estimate_cell(scores.violation),
            completeness=estimate_cell(scores.completeness),
            attributes=scores.violation.items,
            contexts=scores.completeness.items,
        )
        for run in runs
        if run.full
        for domain, scores in by_domain(run.full, seed=choices.seed, resamples=choices.resamples).items()
    ]
    columns = [
        column("run", "Run"),
        column("domain", "Domain"),
        VIOLATION,
        column("attributes", "Attributes", "count", help="private in some context"),
        COMPLETENESS,
        column("contexts", "Contexts", "count", help="with a necessary attribute of the domain"),
    ]
    return table("by-domain", "By information domain", columns, rows, fold=len(rows) > 12)


def context_table(runs: Sequence[ScoredRun]) -> dict[str, Any]:
    """Both metrics by context, without intervals: one context has too few items for any."""
    rows = [
        row(
            run=run.name,
            recipient=recipient,
            task=task,
            violation=scores.violation.value,
            attributes=scores.violation.items,
            completeness=scores.completeness.value,
            unscored=scores.unscored + scores.missing,
        )
        for run in runs
        if run.full
        for (recipient, task), scores in by_context(run.full, resamples=0).items()
    ]
    columns = [
        column("run", "Run"),
        column("recipient", "Recipient", sub="task"),
        column("violation", "Violation@n", "share"),
        column("attributes", "Private attributes", "count"),
        column("completeness", "Completeness", "share"),
        column("unscored", "Unscored or missing", "count"),
    ]
    return table("by-context", "By context", columns, rows, fold=True)


def profile_table(runs: Sequence[ScoredRun]) -> dict[str, Any]:
    """Both metrics of every profile."""
    rows = [
        row(
            run=run.name,
            profile=name,
            violation=score.violation,
            completeness=score.completeness,
            contexts=score.contexts,
            discarded=score.contexts_discarded,
        )
        for run in runs
        if run.scores is not None
        for name, score in run.scores.profiles.items()
    ]
    columns = [
        column("run", "Run"),
        column("profile", "Profile"),
        column("violation", "Violation@n", "share"),
        column("completeness", "Completeness", "share"),
        column("contexts", "Contexts", "count"),
        column("discarded", "Discarded", "count", help="contexts without a necessary or a private attribute"),
    ]
    return table("by-profile", "By profile", columns, rows, fold=len(rows) > 6)


def unscored_note(runs: Sequence[ScoredRun]) -> list[str]:
    """What failed, said at the head of the page."""
    notes = []
    for run in runs:
        lost = sum(sample.revealed is None for sample in run.run.samples)
        missing = run.scores.missing if run.scores else 0
        if lost or missing:
            parts = [counted(lost, "message") + " unscored"] if lost else []
            parts += [counted(missing, "message") + " missing"] if missing else []
            notes.append(
                f"{run.name}: {' and '.join(parts)}. They count in no figure, never as “nothing revealed”; "
                "Table 1 gives the bounds."
            )
    return notes


def runs_note(runs: Sequence[ScoredRun]) -> list[str]:
    """What makes runs hard to compare."""
    notes = []
    if len({run.fingerprint for run in runs if run.full}) > 1:
        notes.append("The runs asked about different profiles or contexts: compare their figures with care.")
    if len({run.scores.n for run in runs if run.scores}) > 1:
        notes.append("The runs have different numbers of messages a context (n): more messages leak more.")
    judges = {run.judge for run in runs}
    if len(judges - {UNKNOWN}) > 1:
        notes.append("The runs were judged by different judges.")
    elif len(judges) > 1:
        notes.append("The judge of some runs is unknown.")
    return notes


def unit_note(runs: Sequence[ScoredRun]) -> str | None:
    """What the intervals are over."""
    units: Mapping[str, int] = {
        run.scores.unit: len(run.scores.profiles) for run in runs if run.scores is not None
    }
    if "items" in units:
        return (
            f"With {counted(units['items'], 'profile')}, fewer than five, the intervals are over attributes "
            "and contexts within these profiles. They say nothing about other people's profiles."
        )
    return (
        "The intervals are over profiles: how the figures would vary with other profiles." if units else None
    )
