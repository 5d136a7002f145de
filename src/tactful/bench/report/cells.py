"""Cells of the reports' tables: what each kind holds, its figures as words, and tables as CSV.

Percent have one decimal, intervals stand in brackets, and "–" stands where nothing is known.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from tactful.terms import JsonValue

NOTHING = "–"
# What each kind of column holds; a cell of any kind may be None.
#   text, code, count, tokens, money (dollars), seconds
#   share      a fraction between 0 and 1
#   estimate   {"value", "low", "high"}: a fraction and its interval (low and high may be None)
#   points     the same for a difference of two fractions
#   bounds     {"low", "high"}: fractions
#   spread     {"mean", "std"}
#   rate       {"value", "hits", "n", "low", "high"}: a fraction, what it counts, and its interval
#   score      {"value", "n", "unscored", "low", "high"}: a mean on a scale of its own, not a fraction
#   decimal    a plain number with two decimals
#   json       any JSON value, shown as JSON
#   marked     {"text", "marks": [[start, end], ...]}
KINDS = (
    "text", "code", "count", "tokens", "money", "seconds", "share", "estimate", "points", "bounds", "spread",
    "rate", "score", "decimal", "json", "marked",
)  # fmt: skip
NUMBERS = frozenset(KINDS) - {"text", "code", "json", "marked"}
# Rows that are not measurements stand apart and stay where they are when the table is sorted.
APART = {"theory": "by definition", "reference": "from the paper"}
# A spreadsheet runs cells that begin so as formulas; what a model wrote must stay text.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
Table = Mapping[str, Any]
_PARTS = {
    "estimate": ("value", "low", "high"),
    "points": ("value", "low", "high"),
    "bounds": ("low", "high"),
    "spread": ("mean", "std"),
    "rate": ("value", "low", "high", "hits", "n"),
    "score": ("value", "low", "high", "n", "unscored"),
}


def percent(value: float | None) -> str:
    """0.2508 -> ``25.1%``."""
    return NOTHING if value is None else f"{value:.1%}"


def interval(low: float | None, high: float | None) -> str:
    """``[20.3, 30.1]`` in percent, or "" where there is none."""
    return "" if low is None or high is None else f"[{low * 100:.1f}, {high * 100:.1f}]".replace("-", "−")


def span(low: float | None, high: float | None) -> str:
    """`interval` on the scale of the scores: ``[2.31, 2.64]``."""
    return "" if low is None or high is None else f"[{low:.2f}, {high:.2f}]"


def counts(cell: Mapping[str, Any]) -> str:
    """What a rate or a score rests on, and how many are missing from it; "" where the source gives no n."""
    if cell.get("n") is None:
        return ""
    hits = cell.get("hits")
    told = f"n = {cell['n']:,}" if hits is None else f"{hits:,} of {cell['n']:,}"
    return f"{told}, {cell['unscored']:,} unscored" if cell.get("unscored") else told


def points(value: float | None) -> str:
    """A difference in percentage points, with its sign."""
    return NOTHING if value is None else f"{value * 100:+.1f}".replace("-", "−")


def money(value: float | None) -> str:
    """Dollars; small sums keep the digits that matter."""
    if value is None:
        return NOTHING
    return f"${value:,.2f}" if value >= 0.1 or value == 0 else f"${value:.4f}"


def plain(cell: Any, kind: str) -> str:
    """A cell as plain text, for tool tips and terminals.

    Raises ``ValueError`` where the kind is none of ``KINDS``.
    """
    if kind not in KINDS:
        raise ValueError(f"no such kind of column: {kind}")
    if cell is None:
        return NOTHING
    if kind == "share":
        return percent(cell)
    if kind in ("estimate", "points"):
        shown = percent(cell["value"]) if kind == "estimate" else points(cell["value"])
        return f"{shown} {interval(cell['low'], cell['high'])}".rstrip()
    if kind == "rate":
        return f"{percent(cell['value'])} {counts(cell)} {interval(cell['low'], cell['high'])}".rstrip()
    if kind == "score":
        return f"{cell['value']:.2f} {counts(cell)} {span(cell['low'], cell['high'])}".rstrip()
    if kind == "decimal":
        return f"{cell:.2f}"
    if kind == "bounds":
        return interval(cell["low"], cell["high"]) or NOTHING
    if kind == "spread":
        mean, std = cell["mean"], cell["std"]
        if std is None and mean == int(mean):  # a count
            return f"{int(mean):,}"
        return f"{mean:.1f}" + ("" if std is None else f" ± {std:.1f}")
    if kind in ("count", "tokens"):
        return f"{cell:,}"
    if kind == "money":
        return money(cell)
    if kind == "seconds":
        return f"{cell:,.1f} s"
    if kind == "json":
        return json_text(cell)
    return str(cell["text"]) if kind == "marked" else str(cell)


def json_text(value: JsonValue) -> str:
    """Text as it is, everything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)


def groups_of(rows: Sequence[Mapping[str, Any]]) -> list[tuple[str, list[Mapping[str, Any]]]]:
    """Rows by kind; those without one are "data"."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        groups.setdefault(row.get("kind", "data"), []).append(row)
    return list(groups.items())


def rank_of(cell: Any, kind: str) -> Any:
    """What a column is sorted by; None sorts last."""
    if cell is None or kind not in NUMBERS:
        return None
    if isinstance(cell, Mapping):
        return cell.get("value", cell.get("mean", cell.get("low")))
    return cell


def table_csv(table: Table) -> str:
    """The table as CSV (RFC 4180): estimates in three columns, unknown as an empty cell, fractions plain.

    Text that a spreadsheet would run as a formula has an apostrophe before it.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    kinds = any(row.get("kind") for row in table["rows"])
    head = [name for column in table["columns"] for name in _names(column)]
    writer.writerow([*(["row"] if kinds else []), *head])
    for row in table["rows"]:
        cells = [value for column in table["columns"] for value in _values(column, row["cells"])]
        writer.writerow([*([row.get("kind", "measured")] if kinds else []), *cells])
    return out.getvalue()


def _names(column: Mapping[str, Any]) -> list[str]:
    key, parts = column["key"], _PARTS.get(column["kind"], ())
    names = [key if part == "value" else f"{key}_{part}" for part in parts] if parts else [key]
    return [*names, column["sub"]] if column.get("sub") else names


def _values(column: Mapping[str, Any], cells: Mapping[str, Any]) -> list[object]:
    own_values = _plain_values(column["kind"], cells.get(column["key"]))
    if column.get("sub"):
        own_values += _plain_values("text", cells.get(column["sub"]))
    return own_values


def _plain_values(kind: str, cell: Any) -> list[object]:
    if kind in _PARTS:
        return ["" if cell is None or cell.get(part) is None else cell[part] for part in _PARTS[kind]]
    if cell is None:
        return [""]
    if kind in NUMBERS:
        return [cell]
    text = plain(cell, kind)
    return [f"'{text}" if text.startswith(_FORMULA) else text]
