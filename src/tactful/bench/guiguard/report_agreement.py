"""Agreement in the report: people against the judge (G.3), and annotators among themselves (D.3)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from tactful.bench.guiguard.paper import FLEISS_KAPPA, HUMAN
from tactful.bench.guiguard.report_cells import REFERENCE, Summary
from tactful.bench.report.blocks import column, figure, row, section, table
from tactful.score import check_table

Table = Sequence[Sequence[int]]


def agreement_section(human: Summary | None, annotators: Summary | None) -> dict[str, Any]:
    """People and judge, and annotators where there are several; the paper's figures in any case."""
    ours = None if human is None else human["table"]
    blocks = [summary_table(human, annotators), figure_of(ours), *tables_of(ours)]
    return section(
        "agreement", "Agreement: can the labels and the judge be trusted?", blocks,
        "People rate pairs of plans as the judge did: `tactful bench human-export OUT/plans` writes pairs, "
        "and what `human-check --json` and `agreement --json` say is shown here when it lies in the run's "
        "folder as human.json and agreement.json. "
        + ("" if human is not None else "There is none, so this section shows the paper's ratings alone."),
    )  # fmt: skip


def summary_table(human: Summary | None, annotators: Summary | None) -> dict[str, Any]:
    """Exact agreement, agreement within a point, and kappas; the paper's own from its printed counts."""
    rows = [] if human is None else [_row("", "people and judge", human)]
    if annotators is not None:
        rows += [
            row(pair=f"annotators: {name.replace('_', ' ')}", quadratic=_figure(found))
            for name, found in annotators["kappa"].items()
        ]
    rows.append(_row("reference", "people and judge (G.3)", check_table(HUMAN).to_json()))
    rows.append(row("reference", pair="ten annotators (D.3)", quadratic=_figure({"value": FLEISS_KAPPA})))
    columns = [
        column("pair", "Who"),
        column("exact", "Same score", "rate"),
        column("within", "Within one point", "rate"),
        column("quadratic", "Kappa", "score", help="quadratic weights for scores, Fleiss' for annotators"),
        column("linear", "Kappa, linear weights", "score"),
    ]
    return table(
        "agreement-figures", "How far they agree", columns, rows,
        "The paper prints shares; its kappas and intervals are worked out here from its printed counts.",
        apart=REFERENCE,
    )  # fmt: skip


def _row(kind: str, pair: str, found: Summary) -> dict[str, Any]:
    n = found["n"]
    return row(
        kind,
        pair=pair,
        **{
            name: None
            if found[key]["value"] is None
            else {**found[key], "n": n, "hits": round(found[key]["value"] * n)}
            for name, key in (("exact", "exact"), ("within", "within_one"))
        },
        quadratic=_figure({**found["quadratic_kappa"], "n": n}),
        linear=_figure({**found["linear_kappa"], "n": n}),
    )


def _figure(found: Summary) -> dict[str, Any] | None:
    if found["value"] is None:
        return None
    return {key: found.get(key) for key in ("value", "n", "low", "high")}


def figure_of(ours: Table | None) -> dict[str, Any]:
    """The distribution of differences: the judge's score less the human's."""
    paper = ("In the paper", HUMAN)
    found: list[tuple[str, Table]] = [paper] if ours is None else [("Here", ours), paper]
    panels = [_panel("people here", "run", ours)] if ours is not None else []
    panels.append(_panel("the paper (587 ratings)", "reference", HUMAN))
    return figure(
        "agreement-differences", "bars", "The judge's score less the human's (figure of G.3)",
        " ".join(_leaning(where, counts) for where, counts in found),
        panels=panels, unit="rate",
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
    told = f"{mean:+.2f} points (95 % interval {mean - around:+.2f} to {mean + around:+.2f})"
    told = told.replace("-", "−")
    if mean - around > 0:
        return f"{where} the judge is kinder than people, by {told}."
    if mean + around < 0:
        return f"{where} the judge is stricter than people, by {told}."
    return f"{where} the judge is neither clearly stricter nor kinder than people: {told}."


def _panel(title: str, kind: str, counts: Table) -> dict[str, Any]:
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


def tables_of(ours: Table | None) -> list[dict[str, Any]]:
    """The tables of counts: human scores down, the judge's across."""
    found = [] if ours is None else [("human-table", "Ratings here", ours, "")]
    found.append(("human-table-paper", "Ratings of the paper", HUMAN, "reference"))
    columns = [
        column("human", "Human score"),
        *(column(f"judge_{score}", f"Judge {score}", "count") for score in range(5)),
    ]
    return [
        table(
            key, title, columns,
            [
                row(kind, human=str(score), **{f"judge_{at}": n for at, n in enumerate(line)})
                for score, line in enumerate(counts)
            ],
            apart=REFERENCE, fold=True,
        )
        for key, title, counts, kind in found
    ]  # fmt: skip
