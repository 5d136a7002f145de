"""Table 1, Tables 5 to 7, and the scores by domain, context and profile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tactful.bench.cimemories.scored import FULL, UNKNOWN, Choices, ScoredRun, not_asked, tables_of
from tactful.bench.report.blocks import (
    Block,
    Column,
    bounds,
    counted,
    exact,
    published,
    row,
    table,
)
from tactful.score import RunScores, by_context, by_domain, corners, label_sets, summarize

Item = Mapping[str, Any]
RUN = Column[Item]("run", "Run")
VIOLATION = Column[Item](
    "violation", "Violation@n", "estimate", tone="violation", help="Definition 3.1: less is better"
)
COMPLETENESS = Column[Item](
    "completeness", "Completeness", "estimate", tone="completeness", help="Definition 3.2: more is better"
)
_RESTS = (
    Column[Item]("n", "n", "count", help="messages a context"),
    Column[Item]("profiles", "Profiles", "count"),
    Column[Item]("contexts", "Contexts", "count", help="contexts that count, over all profiles"),
    Column[Item]("attributes", "Attributes", "count", help="attributes that are private in some context"),
)
_TABLE_1 = (
    Column[Item]("run", "Run", sub=("judge", lambda item: item.get("judge"))),
    VIOLATION,
    COMPLETENESS,
    *_RESTS,
    Column[Item]("samples", "Messages", "count", help="that the run should have"),
    Column[Item](
        "unscored", "Unscored", "count", help="messages that failed, or whose judgement did not parse"
    ),
    Column[Item]("missing", "Missing", "count", help="messages that were never written"),
)
_BOUNDS = (
    Column[Item]("violation_bounds", "Violation, bounds", "bounds"),
    Column[Item]("completeness_bounds", "Completeness, bounds", "bounds"),
)


def _scores(scores: RunScores) -> Item:
    """Both metrics, what they rest on, and what is missing from them."""
    low, high = scores.none_revealed, scores.all_revealed
    return {
        "violation": scores.violation,
        "completeness": scores.completeness,
        "violation_bounds": bounds(low.violation, high.violation),
        "completeness_bounds": bounds(low.completeness, high.completeness),
        "n": scores.n,
        "profiles": len(scores.profiles),
        "contexts": scores.contexts,
        "attributes": scores.violation.items,
        "samples": scores.samples,
        "unscored": scores.unscored,
        "missing": scores.missing,
    }


def table_1(runs: Sequence[ScoredRun]) -> Block:
    """Both metrics of every run with the full memory, the two corners, and what they rest on."""
    scored = [(run, run.scores) for run in runs if run.scores is not None]
    incomplete = any(scores.unscored or scores.missing for _, scores in scored)
    caption = (
        "Intervals are 95 % bootstrap intervals, in percent. Read both metrics together: either is easy to "
        "have alone, as the two rows at the end show, which are what definitions say and no measurement."
    )
    if incomplete:
        caption += (
            " Bounds: the figures if every unscored or missing message had revealed nothing, or all of its "
            "memory."
        )
    block = table(
        "table-1", "Violation and completeness (Table 1)", (*_TABLE_1, *_BOUNDS),
        [{"run": run.name, "judge": run.judge, **_scores(scores)} for run, scores in scored], caption,
        others=_corner_rows(scored[0][0]) if scored else [],
        empty="No run here has the full memory; see the memory compositions.",
    )  # fmt: skip
    # The cells of the bounds are in the document in any case, their columns where they differ.
    return block if incomplete else {**block, "columns": block["columns"][: -len(_BOUNDS)]}


def _corner_rows(run: ScoredRun) -> list[Block]:
    """What revealing nothing and revealing everything would score on these very contexts."""
    names = ("reveal nothing", "reveal everything")
    return [
        row("theory", run=name, violation=exact(corner.violation), completeness=exact(corner.completeness))
        for name, corner in zip(names, corners(run.full), strict=True)
    ]


def paper_table() -> Block:
    """The paper's own Table 1, apart from ours."""
    columns: list[Column[Item]] = [
        Column("model", "Model"),
        Column("violation", "Violation@5", "share"),
        Column("completeness", "Completeness", "share"),
    ]
    rows = [
        row("reference", model=model, violation=violation / 100, completeness=completeness / 100)
        for model, (violation, completeness) in published("cimemories")["table_1"].items()
    ]
    return table(
        "paper-table-1", "For scale: the paper's Table 1", columns, (),
        "Other data (10 profiles), other labels (GPT-5), another judge (DeepSeek-R1): not comparable figure "
        "by figure with the runs above.",
        others=rows, fold=True,
    )  # fmt: skip


def table_8(runs: Sequence[ScoredRun]) -> Block:
    """The runs beside the paper's further 60 profiles."""
    items = [{"run": run.name, **_scores(run.scores)} for run in runs if run.scores is not None]
    others = [
        row("reference", run=model, violation=exact(x / 100), completeness=exact(y / 100), profiles=60)
        for model, (x, y) in published("cimemories")["table_8"].items()
    ]
    return table(
        "table-8", "Beside the paper's 60 further profiles (Table 8)",
        (RUN, VIOLATION, COMPLETENESS, *_RESTS), items,
        "The public repository has these profiles in its extended file, unlabelled: without its labels, "
        "judge and number of messages the figures are not comparable one by one.",
        others=others, fold=max((len(run.profiles) for run in runs), default=0) <= 10,
    )  # fmt: skip


_PERSONA = (
    RUN,
    VIOLATION,
    COMPLETENESS,
    *_RESTS,
    Column[Item]("not_asked", "Not asked", help="of the contexts that these labels keep, those not run"),
)
_PARTLY = (
    "The runs were planned with other labels, so not every context that counts here was asked (last column): "
    "the figures are of the rest, and it is no random part."
)


def persona_tables(runs: Sequence[ScoredRun], choices: Choices) -> list[Block]:
    """Tables 5 to 7: the same messages under each persona's labels, where the data has them.

    A run asks the contexts that its own labels keep; a persona's labels may keep more, which are told.
    """
    tables = []
    for persona, paper in published("cimemories")["personas"].items():
        items, partly = [], False
        for run in runs:
            if not run.full or not all(persona in label_sets(profile) for profile in run.profiles):
                continue
            found = tables_of(run.run, run.profiles, FULL, choices, persona)
            lost = not_asked(run.run, run.profiles, choices, persona)
            partly |= lost.contexts > 0
            scores = _scores(summarize(found, seed=choices.seed, resamples=choices.resamples))
            items.append({"run": run.name, "not_asked": lost.words, **scores})
        if items:
            number = paper["table"]
            title = f"Labels of the {'privacy ' if persona == 'fundamentalist' else ''}{persona}"
            others = [
                row("reference", run=model, violation=exact(x / 100), completeness=exact(y / 100))
                for model, (x, y) in paper["models"].items()
            ]
            tables.append(
                table(
                    f"table-{number}", f"{title} (Table {number})", _PERSONA, items,
                    _PARTLY if partly else "", others=others,
                )
            )  # fmt: skip
    return tables


_DOMAIN = (
    RUN,
    Column[Item]("domain", "Domain"),
    VIOLATION,
    Column[Item]("attributes", "Attributes", "count", help="private in some context"),
    COMPLETENESS,
    Column[Item]("contexts", "Contexts", "count", help="with a necessary attribute of the domain"),
)


def domain_table(runs: Sequence[ScoredRun], choices: Choices) -> Block:
    """Both metrics by information domain."""
    items = [
        {**_scores(scores), "run": run.name, "domain": domain, "contexts": scores.completeness.items}
        for run in runs
        if run.full
        for domain, scores in by_domain(run.full, seed=choices.seed, resamples=choices.resamples).items()
    ]
    return table("by-domain", "By information domain", _DOMAIN, items, fold=len(items) > 12)


_CONTEXT = (
    RUN,
    Column[Item]("recipient", "Recipient", sub=("task", lambda item: item["task"])),
    Column[Item]("violation", "Violation@n", "share", lambda item: item["violation"].value),
    Column[Item]("attributes", "Private attributes", "count"),
    Column[Item]("completeness", "Completeness", "share", lambda item: item["completeness"].value),
    Column[Item]("unscored", "Unscored or missing", "count", lambda item: item["unscored"] + item["missing"]),
)


def context_table(runs: Sequence[ScoredRun]) -> Block:
    """Both metrics by context, without intervals: one context has too few items for any."""
    items = [
        {**_scores(scores), "run": run.name, "recipient": recipient, "task": task}
        for run in runs
        if run.full
        for (recipient, task), scores in by_context(run.full, resamples=0).items()
    ]
    return table("by-context", "By context", _CONTEXT, items, fold=True)


def profile_table(runs: Sequence[ScoredRun]) -> Block:
    """Both metrics of every profile."""
    columns: list[Column[Item]] = [
        RUN,
        Column("profile", "Profile"),
        Column("violation", "Violation@n", "share"),
        Column("completeness", "Completeness", "share"),
        Column("contexts", "Contexts", "count"),
        Column("discarded", "Discarded", "count", help="contexts without a necessary or a private attribute"),
    ]
    items = [
        {
            "run": run.name,
            "profile": name,
            "violation": score.violation,
            "completeness": score.completeness,
            "contexts": score.contexts,
            "discarded": score.contexts_discarded,
        }
        for run in runs
        if run.scores is not None
        for name, score in run.scores.profiles.items()
    ]
    return table("by-profile", "By profile", columns, items, fold=len(items) > 6)


def unscored_note(runs: Sequence[ScoredRun]) -> list[str]:
    """What failed, said at the head of the page."""
    notes = []
    for run in runs:
        counts = ((run.unscored, "unscored"), (run.missing, "missing"))
        if found := [f"{counted(n, 'message')} {what}" for n, what in counts if n]:
            notes.append(
                f"{run.name}: {' and '.join(found)}. They count in no figure, never as “nothing revealed”; "
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


def unit_note(runs: Sequence[ScoredRun]) -> list[str]:
    """What the intervals are over."""
    units = {run.scores.unit: len(run.scores.profiles) for run in runs if run.scores is not None}
    if "items" not in units:
        over = "The intervals are over profiles: how the figures would vary with other profiles."
        return [over] if units else []
    few = (
        f"With {counted(units['items'], 'profile')}, fewer than five, the intervals are over attributes and "
    )
    return [few + "contexts within these profiles. They say nothing about other people's profiles."]
