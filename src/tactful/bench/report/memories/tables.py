"""Tables of the document as HTML and as CSV. A table is ``{id, title, caption, columns, rows}``."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from tactful.bench.report.markup import own, safe
from tactful.bench.report.memories.words import (
    NOTHING,
    NUMBERS,
    counts,
    interval,
    percent,
    plain,
    points,
    span,
)

Table = Mapping[str, Any]
# Rows that are not measurements stand apart and stay where they are when the table is sorted.
APART = {"theory": "by definition", "reference": "from the paper"}
# A spreadsheet runs cells that begin so as formulas; what a model wrote must stay text.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def table_html(table: Table, *, heading: str = "h3") -> str:
    """One table with its title, caption and a link to its CSV; a note in its place where it has no row."""
    key = safe(table["id"])
    head = f'<{heading} id="t-{key}">{own(table["title"])}</{heading}>'
    caption = f'<p class="caption">{own(table["caption"])}</p>' if table.get("caption") else ""
    if not table["rows"]:
        empty = table.get("empty") or "Nothing to show."
        return f'<div class="block">{head}{caption}<p class="empty">{own(empty)}</p></div>'
    columns = table["columns"]
    heads = "".join(_head(column) for column in columns)
    apart = {**APART, **table.get("apart", {})}
    bodies = "".join(_body(columns, rows, kind, apart) for kind, rows in _groups(table["rows"]))
    body = (
        f'<div class="scroll" role="region" tabindex="0" aria-labelledby="t-{key}"><table class="data">'
        f"<thead><tr>{heads}</tr></thead>{bodies}</table></div>"
        f'<p class="files"><a href="tables/{key}.csv">CSV</a></p>'
    )
    if table.get("fold"):
        rows = len(table["rows"])
        body = f"<details><summary>{rows} {'row' if rows == 1 else 'rows'}</summary>{body}</details>"
    return f'<div class="block">{head}{caption}{body}</div>'


def _groups(rows: Sequence[Mapping[str, Any]]) -> list[tuple[str, list[Mapping[str, Any]]]]:
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        groups.setdefault(row.get("kind", "data"), []).append(row)
    return list(groups.items())


def _head(column: Mapping[str, Any]) -> str:
    number = ' class="n"' if column["kind"] in NUMBERS else ""
    help_ = f' title="{safe(column["help"])}"' if column.get("help") else ""
    return (
        f'<th scope="col"{number} aria-sort="none"><button type="button" class="sort"{help_}>'
        f"{own(column['label'])}</button></th>"
    )


def _body(
    columns: Sequence[Mapping[str, Any]],
    rows: Sequence[Mapping[str, Any]],
    kind: str,
    apart: Mapping[str, str],
) -> str:
    lines = "".join(_row(columns, row["cells"], bars=kind not in apart) for row in rows)
    if kind in apart:
        words = safe(apart[kind])
        divider = f'<tr class="divider"><th colspan="{len(columns)}" scope="colgroup">{words}</th></tr>'
        return f'<tbody class="{kind}">{divider}{lines}</tbody>'
    return f'<tbody class="measured">{lines}</tbody>'


def _row(columns: Sequence[Mapping[str, Any]], cells: Mapping[str, Any], *, bars: bool) -> str:
    out = []
    for place, column in enumerate(columns):
        kind, cell = column["kind"], cells.get(column["key"])
        number = ' class="n"' if kind in NUMBERS else ""
        rank = _rank(cell, kind)
        order = "" if rank is None else f' data-sort="{safe(rank)}"'
        tag, scope = ("th", ' scope="row"') if place == 0 else ("td", "")
        tone = column.get("tone", "") if bars else ""
        below = cells.get(column["sub"]) if column.get("sub") else None
        small = "" if below is None else f"<small>{safe(column['sub'])}: {own(below)}</small>"
        out.append(f"<{tag}{scope}{number}{order}>{cell_html(cell, kind, tone)}{small}</{tag}>")
    return f"<tr>{''.join(out)}</tr>"


def _rank(cell: Any, kind: str) -> Any:
    """What a column is sorted by; None sorts last."""
    if cell is None or kind not in NUMBERS:
        return None
    if isinstance(cell, Mapping):
        return cell.get("value", cell.get("mean", cell.get("low")))
    return cell


def cell_html(cell: Any, kind: str, tone: str = "") -> str:
    """One cell. ``tone`` (violation, completeness) gives an estimate a bar of that colour; "" gives none."""
    if cell is None:
        return f'<span class="none" title="unknown, or nothing to measure">{NOTHING}</span>'
    if kind in ("estimate", "points"):
        shown = percent(cell["value"]) if kind == "estimate" else points(cell["value"])
        span = interval(cell["low"], cell["high"])
        bar = _bar(cell, tone) if tone and kind == "estimate" else ""
        return f"<b>{shown}</b>{f' <small>{span}</small>' if span else ''}{bar}"
    if kind in ("rate", "score"):
        return _counted(cell, kind, tone)
    if kind == "marked":
        return marked(cell)
    if kind in ("code", "json"):
        return f"<code>{own(plain(cell, kind))}</code>"
    return own(plain(cell, kind))


def _counted(cell: Mapping[str, Any], kind: str, tone: str) -> str:
    """A rate or score over what it rests on: the figure in bold, its n and interval below."""
    shown = percent(cell["value"]) if kind == "rate" else f"{cell['value']:.2f}"
    reach = (interval if kind == "rate" else span)(cell["low"], cell["high"])
    below = "".join(f"<small class=of>{part}</small>" for part in (counts(cell), reach) if part)
    bar = _bar(cell, tone) if tone and kind == "rate" else ""
    return f"<b>{shown}</b>{below}{bar}"


def marked(cell: Mapping[str, Any]) -> str:
    """A sentence with the leaked value in ``<mark>``; marks that overlap or lie outside are left out."""
    text, at, parts = str(cell["text"]), 0, []
    for start, end in sorted(map(tuple, cell["marks"])):
        if at <= start < end <= len(text):
            parts.append(f"{safe(text[at:start])}<mark>{safe(text[start:end])}</mark>")
            at = end
    return f"<bdi>{''.join(parts)}{safe(text[at:])}</bdi>"


def _bar(cell: Mapping[str, Any], tone: str) -> str:
    """The estimate on a line from 0 to 100 %: a dot and its interval."""
    value, low, high = (cell[key] for key in ("value", "low", "high"))
    span = ""
    if low is not None and high is not None:
        left, width = low * 100, max((high - low) * 100, 0.5)
        span = f'<i style="left:{left:.2f}%;width:{width:.2f}%"></i>'
    dot = f'<b style="left:{value * 100:.2f}%"></b>'
    return f'<span class="mini {safe(tone)}" aria-hidden="true">{span}{dot}</span>'


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


_PARTS = {
    "estimate": ("value", "low", "high"),
    "points": ("value", "low", "high"),
    "bounds": ("low", "high"),
    "spread": ("mean", "std"),
    "rate": ("value", "low", "high", "hits", "n"),
    "score": ("value", "low", "high", "n", "unscored"),
}


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
