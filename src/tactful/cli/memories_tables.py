"""What `tactful memories` prints for people: the data's table and the scores' table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape

from tactful.cli.output import print_table

if TYPE_CHECKING:
    from tactful.formats import ResultsFile
    from tactful.score import RunScores, Spread, Table2


def reasons(results: ResultsFile) -> dict[str, int]:
    """Why samples of the file are unscored, most frequent first."""
    counts = Counter(sample.problem or "unscored" for sample in results.samples if sample.revealed is None)
    return dict(counts.most_common())


def print_stats(table: Table2, over_all: Mapping[str, Spread], lacking: int) -> None:
    """Table 2 beside the paper's own, and the counts behind it."""
    here = f"this file (rule {table.rule.replace('_', '-')}, labels {table.labels})"
    rows = [
        ("profiles", str(table.profiles), "10"),
        ("attributes a profile", _spread(table.attributes), "146.7 ± 2.5"),
        ("contexts kept a profile", _spread(table.contexts), "45.7 ± 2.9"),
        ("to share a kept context", _spread(table.to_share), "6.7 ± 5.5"),
        ("not to share a kept context", _spread(table.not_to_share), "83.7 ± 31.5"),
    ]
    for name, key in (("to share", "to_share_per_context"), ("not to share", "not_to_share_per_context")):
        if key in over_all:
            rows.append((f"{name}, over all contexts", _spread(over_all[key]), ""))
    # Its ± is a sample standard deviation (ddof=1), as the paper's file of 10 profiles shows.
    print_table(("", here, "paper, Table 2"), rows)
    out = Console(highlight=False)
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
    head = (
        "profile",
        ">attributes",
        ">kept",
        ">necessary pairs",
        ">private pairs",
        ">to share",
        ">not to share",
    )
    rows = []
    for id, single in singles.items():
        counts = (single.contexts_kept, single.pairs["necessary"], single.pairs["private"])
        labelled = counts if single.contexts is not None else ("-", "-", "-")
        mean = f"{single.attributes.mean:.0f}"
        rows.append((id, mean, *labelled, _spread(single.to_share), _spread(single.not_to_share)))
    print_table(head, rows)


def print_scores(scores: RunScores, results: ResultsFile, how: str, lacking: int) -> None:
    """Both metrics, profile by profile, and everything that limits what they say."""
    out = Console(highlight=False)
    out.print(escape(how))
    rows = [
        (id, _percent(one.violation), _percent(one.completeness), one.contexts, one.contexts_discarded)
        for id, one in scores.profiles.items()
    ]
    both = (scores.violation, scores.completeness)
    means = [_percent(each.value) + ("" if each.std is None else f" ± {each.std:.1%}") for each in both]
    rows.append(("mean", means[0], means[1], scores.contexts, scores.contexts_discarded))
    reach = ["-" if e.low is None else f"{_percent(e.low)} to {_percent(e.high)}" for e in both]
    head = ("", f">violation@{scores.n}", ">completeness", ">contexts", ">discarded")
    print_table(head, [*rows, ("95 % interval", *reach, "", "")])
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
