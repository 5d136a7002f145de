"""Agreement in the report: people against the judge (G.3), and annotators among themselves (D.3)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tactful.bench.guiguard.summaries import REFERENCE, Summary
from tactful.bench.report.blocks import Block, Column, figure, published, row, section, table
from tactful.score import check_table

Table = Sequence[Sequence[int]]


def agreement_section(human: Summary | None, annotators: Summary | None) -> Block:
    """People and judge, and annotators where there are several; the paper's figures in any case."""
    ours = None if human is None else human["table"]
    return section(
        "agreement", "Agreement: can the labels and the judge be trusted?",
        [
            summary_table(human, annotators),
            figure_of(ours),
            *([_counts_table("human-table", "Ratings here", ours)] if ours is not None else []),
            _counts_table("human-table-paper", "Ratings of the paper", _paper(), "reference"),
        ],
        "People rate pairs of plans as the judge did: `tactful bench human-export OUT/plans` writes pairs, "
        "and what `human-check --json` and `agreement --json` say is shown here when it lies in the run's "
        "folder as human.json and agreement.json. "
        + ("" if human is not None else "There is none, so this section shows the paper's ratings alone."),
    )  # fmt: skip


def _paper() -> Table:
    table: Table = published("guiguard")["human"]
    return table


_COLUMNS = (
    Column[Summary]("pair", "Who"),
    Column[Summary]("exact", "Same score", "rate"),
    Column[Summary]("within", "Within one point", "rate"),
    Column[Summary](
        "quadratic", "Kappa", "score", help="quadratic weights for scores, Fleiss' for annotators"
    ),
    Column[Summary]("linear", "Kappa, linear weights", "score"),
)


def summary_table(human: Summary | None, annotators: Summary | None) -> Block:
    """Exact agreement, agreement within a point, and kappas; the paper's own from its printed counts."""
    rows = [] if human is None else [row(**_cells("people and judge", human))]
    if annotators is not None:
        rows += [
            row(pair=f"annotators: {name.replace('_', ' ')}", quadratic=_kappa(found))
            for name, found in annotators["kappa"].items()
        ]
    rows += [
        row("reference", **_cells("people and judge (G.3)", check_table(_paper()).to_json())),
        row(
            "reference",
            pair="ten annotators (D.3)",
            quadratic=_kappa({"value": published("guiguard")["fleiss_kappa"]}),
        ),
    ]
    return table(
        "agreement-figures", "How far they agree", _COLUMNS, (),
        "The paper prints shares; its kappas and intervals are worked out here from its printed counts.",
        others=rows, apart=REFERENCE,
    )  # fmt: skip


def _cells(pair: str, found: Summary) -> Block:
    n = found["n"]
    rates = {
        name: {**found[key], "n": n, "hits": round(found[key]["value"] * n)}
        for name, key in (("exact", "exact"), ("within", "within_one"))
        if found[key]["value"] is not None
    }
    kappas = {
        name: _kappa({**found[f"{name}_kappa"], "n": n}) for name in ("quadratic", "linear")
    }  # fmt: skip
    return {"pair": pair, **rates, **kappas}


def _kappa(found: Summary) -> Block | None:
    return None if found["value"] is None else {key: found.get(key) for key in ("value", "n", "low", "high")}


def figure_of(ours: Table | None) -> Block:
    """The distribution of differences: the judge's score less the human's."""
    found = [("In the paper", "the paper (587 ratings)", "reference", _paper())]
    if ours is not None:
        found.insert(0, ("Here", "people here", "run", ours))
    return figure(
        "agreement-differences", "bars", "The judge's score less the human's (figure of G.3)",
        " ".join(_leaning(where, counts) for where, _, _, counts in found),
        panels=[_panel(title, kind, counts) for _, title, kind, counts in found], unit="rate",
    )  # fmt: skip


def _leaning(where: str, counts: Table) -> str:
    """Whether the judge is kinder or stricter than people: by the mean difference and its 95 % interval."""
    found = check_table(counts).differences
    n = sum(found.values())
    if n < 2:
        return f"{where} there are too few ratings to say which way the judge leans."
    mean = sum(difference * count for difference, count in found.items()) / n
    spread = sum(count * (difference - mean) ** 2 for difference, count in found.items()) / (n - 1)
    around = 1.96 * math.sqrt(spread / n)
    points = f"{mean:+.2f} points (95 % interval {mean - around:+.2f} to {mean + around:+.2f})"
    points = points.replace("-", "−")
    if mean - around > 0:
        return f"{where} the judge is kinder than people, by {points}."
    if mean + around < 0:
        return f"{where} the judge is stricter than people, by {points}."
    return f"{where} the judge is neither clearly stricter nor kinder than people: {points}."


def _panel(title: str, kind: str, counts: Table) -> Block:
    found = check_table(counts)
    groups = [
        {
            "label": f"{difference:+d}".replace("-", "−") if difference else "0",
            "bars": [
                {
                    "name": "ratings", "tone": "android", "value": count / found.n, "hits": count,
                    "n": found.n, "low": None, "high": None,
                }
            ],
        }
        for difference, count in found.differences.items()
    ]  # fmt: skip
    return {"title": title, "kind": kind, "groups": groups}


def _counts_table(key: str, title: str, counts: Table, kind: str = "") -> Block:
    """The table of counts: human scores down, the judge's across."""
    columns: list[Column[Summary]] = [
        Column("human", "Human score"),
        *(Column[Summary](f"judge_{score}", f"Judge {score}", "count") for score in range(5)),
    ]
    rows = [
        row(kind, human=str(score), **{f"judge_{at}": n for at, n in enumerate(line)})
        for score, line in enumerate(counts)
    ]
    return table(key, title, columns, (), others=rows, apart=REFERENCE, fold=True)
