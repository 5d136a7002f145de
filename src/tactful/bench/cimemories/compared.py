"""Two runs of a report, paired: what the second changes, on the profiles and contexts that both have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tactful.bench.cimemories.scored import Choices, ScoredRun
from tactful.bench.report.blocks import column, counted, estimate_cell, row, section, table
from tactful.errors import InputError
from tactful.score import Comparison, compare_runs, only_domain
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


def compare_section(first: ScoredRun, second: ScoredRun, choices: Choices) -> dict[str, Any]:
    """Differences with intervals, of both metrics, in all and by domain, over items and over profiles.

    Raises ``InputError`` where the runs cannot be paired.
    """
    if not first.full or not second.full:
        raise InputError("only runs with the full memory can be compared", field="--compare")
    found = _both(first.full, second.full, choices)
    if not found[0].contexts:
        raise InputError("the runs have no scored context in common", field="--compare")
    rows = _rows("all", *found)
    domains = sorted(
        {name for each in first.full for name in each.domains}, key=lambda name: (name == "general", name)
    )
    for domain in domains:
        sides = [[only_domain(each, domain) for each in run.full] for run in (first, second)]
        rows += _rows(domain, *_both(sides[0], sides[1], choices))
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
    columns = [
        column("domain", "Domain"),
        column("metric", "Metric"),
        column("first", "A", "share", help=first.name),
        column("second", "B", "share", help=second.name),
        column("items_change", "B − A, over items", "points", help="interval over attributes or contexts"),
        column("profiles_change", "B − A, over profiles", "points", help="interval over profiles"),
        column("items", "Items", "count", help="attributes for violation, contexts for completeness"),
    ]
    caption = (
        f"{'; '.join([rests, *left])}. Percentage points with 95 % intervals: an interval without 0 shows "
        "a change on these items. The interval over profiles needs at least two, and is wide with few."
    )
    listed = table("compare", f"A: {first.name}; B: {second.name}", columns, rows, caption)
    return section("compare", "Paired comparison", [listed])


def _both(
    first: Sequence[ProfileReveals], second: Sequence[ProfileReveals], choices: Choices
) -> tuple[Comparison, Comparison]:
    items = compare_runs(first, second, seed=choices.seed, resamples=choices.resamples, unit="items")
    profiles = compare_runs(first, second, seed=choices.seed, resamples=choices.resamples, unit="profiles")
    return items, profiles


def _rows(domain: str, items: Comparison, profiles: Comparison) -> list[dict[str, Any]]:
    rows = []
    for metric in METRICS:
        over_items, over_profiles = getattr(items, metric), getattr(profiles, metric)
        if over_items.first is None and over_items.second is None:
            continue
        rows.append(
            row(
                domain=domain,
                metric=metric,
                first=over_items.first,
                second=over_items.second,
                items_change=estimate_cell(over_items.change),
                profiles_change=estimate_cell(over_profiles.change),
                items=over_items.change.items,
            )
        )
    return rows
