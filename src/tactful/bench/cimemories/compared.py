"""Two runs of a report, paired: what the second changes, on the profiles and contexts that both have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tactful.bench.cimemories.scored import Choices, ScoredRun
from tactful.bench.report.blocks import Block, Column, counted, section, table
from tactful.errors import InputError
from tactful.score import Comparison, Estimate, compare_runs, only_domain
from tactful.terms import ProfileReveals

METRICS = ("violation", "completeness")


def choose(runs: Sequence[ScoredRun], wanted: str) -> ScoredRun:
    """The run of that name, number (from 1) or model; a part of a name where only one run has it.

    Raises ``InputError`` where none or several fit.
    """
    if wanted.isascii() and wanted.isdigit() and 1 <= int(wanted) <= len(runs):
        return runs[int(wanted) - 1]
    for fits in (
        [run for run in runs if run.name == wanted],
        [run for run in runs if run.run.model == wanted],
        [run for run in runs if wanted in run.name],
    ):
        if len(fits) == 1:
            return fits[0]
    names = ", ".join(f"{place} {run.name}" for place, run in enumerate(runs, start=1))
    raise InputError(f"'{wanted}' names no single run", field="--compare", expected=f"one of: {names}")


def compare_section(first: ScoredRun, second: ScoredRun, choices: Choices) -> Block:
    """Differences with intervals, of both metrics, in all and by domain, over items and over profiles.

    Raises ``InputError`` where the runs cannot be paired.
    """
    if not first.full or not second.full:
        raise InputError("only runs with the full memory can be compared", field="--compare")
    found = _both(first.full, second.full, choices)
    if not found[0].contexts:
        raise InputError("the runs have no scored context in common", field="--compare")
    rows = _changes("all", *found)
    domains = sorted(
        {name for each in first.full for name in each.domains}, key=lambda name: (name == "general", name)
    )
    for domain in domains:
        sides = [[only_domain(each, domain) for each in run.full] for run in (first, second)]
        rows += _changes(domain, *_both(sides[0], sides[1], choices))
    overall = found[0]
    rests = (
        f"Paired over {counted(overall.profiles, 'profile')} and {counted(overall.contexts, 'context')} that "
        f"both runs have scored messages of, {counted(overall.n, 'message')} a context in both"
    )
    left = [
        counted(count, what) + " left out"
        for count, what in (
            (overall.profiles_left_out, "profile"),
            (overall.contexts_left_out, "context"),
        )
        if count
    ]
    caption = (
        f"{'; '.join([rests, *left])}. Percentage points with 95 % intervals: an interval without 0 shows "
        "a change on these items. The interval over profiles needs at least two, and is wide with few."
    )
    listed = table("compare", f"A: {first.name}; B: {second.name}", _columns(first, second), rows, caption)
    return section("compare", "Paired comparison", [listed])


def _both(
    first: Sequence[ProfileReveals], second: Sequence[ProfileReveals], choices: Choices
) -> tuple[Comparison, Comparison]:
    items = compare_runs(first, second, seed=choices.seed, resamples=choices.resamples, unit="items")
    profiles = compare_runs(first, second, seed=choices.seed, resamples=choices.resamples, unit="profiles")
    return items, profiles


@dataclass(frozen=True, slots=True)
class _Change:
    """What becomes of a metric in a domain, with its intervals over items and over profiles."""

    domain: str
    metric: str
    first: float | None
    second: float | None
    items_change: Estimate
    profiles_change: Estimate
    items: int


def _columns(first: ScoredRun, second: ScoredRun) -> tuple[Column[_Change], ...]:
    items = "attributes for violation, contexts for completeness"
    return (
        Column("domain", "Domain"),
        Column("metric", "Metric"),
        Column("first", "A", "share", help=first.name),
        Column("second", "B", "share", help=second.name),
        Column("items_change", "B − A, over items", "points", help="interval over attributes or contexts"),
        Column("profiles_change", "B − A, over profiles", "points", help="interval over profiles"),
        Column("items", "Items", "count", help=items),
    )


def _changes(domain: str, items: Comparison, profiles: Comparison) -> list[_Change]:
    pairs = [(metric, getattr(items, metric), getattr(profiles, metric)) for metric in METRICS]
    return [
        _Change(domain, metric, each.first, each.second, each.change, over.change, each.change.items)
        for metric, each, over in pairs
        if each.first is not None or each.second is not None
    ]
