"""What `tactful memories` prints for people: the data's table and the scores' table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table

if TYPE_CHECKING:
    from tactful.formats import ResultsFile
    from tactful.score import RunScores, Spread, Table2

# Table 2 of the paper: its ± is a sample standard deviation (ddof=1), as the 10-profile file shows.
PAPER = {
    "profiles": "10",
    "attributes a profile": "146.7 ± 2.5",
    "contexts kept a profile": "45.7 ± 2.9",
    "to share a kept context": "6.7 ± 5.5",
    "not to share a kept context": "83.7 ± 31.5",
}


def reasons(results: ResultsFile) -> dict[str, int]:
    """Why samples of the file are unscored, most frequent first."""
    counts = Counter(sample.problem or "unscored" for sample in results.samples if sample.revealed is None)
    return dict(counts.most_common())


def print_stats(table: Table2, over_all: Mapping[str, Spread], lacking: int) -> None:
    """Table 2 beside the paper's own, and the counts behind it."""
    out = Console(highlight=False)
    grid = Table(box=None, pad_edge=False)
    for column in (
        "",
        f"this file (rule {table.rule.replace('_', '-')}, labels {table.labels})",
        "paper, Table 2",
    ):
        grid.add_column(column)
    rows = {
        "profiles": str(table.profiles),
        "attributes a profile": _spread(table.attributes),
        "contexts kept a profile": _spread(table.contexts),
        "to share a kept context": _spread(table.to_share),
        "not to share a kept context": _spread(table.not_to_share),
    }
    for name, cell in rows.items():
        grid.add_row(name, cell, PAPER[name])
    for name, key in (("to share", "to_share_per_context"), ("not to share", "not_to_share_per_context")):
        if key in over_all:
            grid.add_row(f"{name}, over all contexts", _spread(over_all[key]))
    out.print(grid)
    if table.contexts is None:
        out.print("no labels: the file is unlabelled, so nothing is kept or discarded")
    else:
        out.print(
            f"contexts: {table.contexts_total}, kept {table.contexts_kept}, discarded "
            f"{table.contexts_discarded} (no necessary attribute {table.discarded_without_necessary}, "
            f"no private one {table.discarded_without_private}, neither {table.discarded_without_both})"
        )
        out.print(f"pairs: {_counts(table.pairs)}")
        if lacking:
            out.print(f"[yellow]{lacking} contexts have no '{escape(table.labels)}' labels[/]")
    out.print(f"label sets: {escape(listed(table.label_sets) or 'none')}")
    out.print(f"duplicate statements: {table.duplicates}")
    out.print(f"value types: {escape(_counts(table.value_types))}")
    out.print(f"domains: {escape(_counts(table.domains))}")
    out.print(f"events: {escape(_counts(table.events))}")
    out.print("± is the sample standard deviation (ddof=1)", style="dim")


def print_singles(singles: Mapping[str, Table2]) -> None:
    """One row a profile."""
    grid = Table(box=None, pad_edge=False)
    grid.add_column("profile")
    for column in ("attributes", "kept", "necessary pairs", "private pairs", "to share", "not to share"):
        grid.add_column(column, justify="right")
    for id, single in singles.items():
        labelled = single.contexts is not None
        grid.add_row(
            escape(id),
            f"{single.attributes.mean:.0f}",
            str(single.contexts_kept) if labelled else "-",
            str(single.pairs["necessary"]) if labelled else "-",
            str(single.pairs["private"]) if labelled else "-",
            _spread(single.to_share),
            _spread(single.not_to_share),
        )
    Console(highlight=False).print(grid)


def print_scores(scores: RunScores, results: ResultsFile, how: str, lacking: int) -> None:
    """Both metrics, profile by profile, and everything that limits what they say."""
    out = Console(highlight=False)
    out.print(escape(how))
    grid = Table(box=None, pad_edge=False)
    for column in ("", f"violation@{scores.n}", "completeness", "contexts", "discarded"):
        grid.add_column(column, justify="right" if column else "left")
    for id, single in scores.profiles.items():
        grid.add_row(
            escape(id),
            _percent(single.violation),
            _percent(single.completeness),
            str(single.contexts),
            str(single.contexts_discarded),
        )
    both = (scores.violation, scores.completeness)
    means = [_percent(each.value) + ("" if each.std is None else f" ± {each.std:.1%}") for each in both]
    grid.add_row("mean", *means, str(scores.contexts), str(scores.contexts_discarded), style="bold")
    grid.add_row(
        "95 % interval", *("-" if e.low is None else f"{_percent(e.low)} to {_percent(e.high)}" for e in both)
    )
    out.print(grid)
    lost = scores.unscored + scores.missing
    out.print(f"{scores.samples} samples, {scores.unscored} unscored, {scores.missing} missing")
    if lost:
        low, high = scores.none_revealed, scores.all_revealed
        out.print(
            "if those revealed nothing: "
            f"{_percent(low.violation)} and {_percent(low.completeness)}; if everything: "
            f"{_percent(high.violation)} and {_percent(high.completeness)}"
        )
        for reason, count in reasons(results).items():
            out.print(f"[yellow]unscored:[/] {count} in the file: {escape(reason)}")
    if results.silent:
        out.print(
            f"{results.silent} trials say 'nothing revealed' without an explanation: a judge's answer, or a "
            "failed judge that the reference wrote as zeros; the file does not tell"
        )
    if lacking:
        out.print(f"[yellow]{lacking} contexts have no such labels[/]")
    out.print(
        f"± over profiles (ddof=1); interval over {scores.unit}; low violation and high completeness "
        "are good; revealing nothing is 0 % and 0 %, revealing everything 100 % and 100 %",
        style="dim",
    )


def _spread(spread: Spread | None) -> str:
    if spread is None or spread.mean is None:
        return "-"
    return f"{spread.mean:.1f}" + ("" if spread.std is None else f" ± {spread.std:.1f}")


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{value:.1%}"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())


def listed(names: Sequence[str]) -> str:
    """The names with commas between."""
    return ", ".join(names)
