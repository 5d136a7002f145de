"""Figure 3: contexts by domains, violation and completeness side by side, as tables that read aloud well."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tactful.bench.report.markup import own, safe
from tactful.bench.report.memories.words import percent

_GAP = '<td class="gap"></td>'


def heat_html(figure: Mapping[str, Any]) -> str:
    """One pair of maps a run, as tabs where there are several."""
    groups = "".join(
        f'<section class="tab" data-tab="{safe(group["name"])}"><h4>{own(group["name"])}</h4>'
        f"{_maps(group)}</section>"
        for group in figure["groups"]
    )
    return f'<div class="tabset">{groups}</div>{_legend()}'


def _maps(group: Mapping[str, Any]) -> str:
    """One table, so that a context's two halves stand on one line and its name stays in sight."""
    panels, columns = group["panels"], group["columns"]
    tops = _GAP.join(
        f'<th colspan="{len(columns)}" scope="colgroup" class="top {safe(panel["tone"])}">'
        f"{own(panel['title'])}</th>"
        for panel in panels
    )
    names = "".join(f'<th scope="col" class="domain"><span>{own(column)}</span></th>' for column in columns)
    rows = "".join(_row(group, index) for index in range(len(group["rows"])))
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="Heat maps of {safe(group["name"])}">'
        f'<table class="heat"><thead><tr>{_GAP}{tops}</tr>'
        f'<tr><th scope="col" class="corner">Recipient</th>{_GAP.join([names] * len(panels))}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _row(group: Mapping[str, Any], index: int) -> str:
    row = group["rows"][index]
    cells = _GAP.join(
        "".join(
            _cell(panel, column, index, place, row["label"]) for place, column in enumerate(group["columns"])
        )
        for panel in group["panels"]
    )
    return f'<tr><th scope="row" title="{safe(row["note"])}">{own(row["label"])}</th>{cells}</tr>'


def _cell(panel: Mapping[str, Any], column: str, row: int, place: int, label: str) -> str:
    value, count = panel["values"][row][place], panel["counts"][row][place]
    if value is None:
        return (
            f'<td class="void" title="{safe(label)}, {safe(column)}: nothing to measure">'
            '<span class="hidden">no data</span></td>'
        )
    told = f"{label}, {column}: {percent(value)} of {count} {panel['unit']}"
    kinds = f"{safe(panel['tone'])}{' strong' if value > 0.55 else ''}"
    return f'<td class="{kinds}" style="--v:{value * 100:.0f}%" title="{safe(told)}">{value * 100:.0f}</td>'


def _legend() -> str:
    steps = "".join(
        f'<span class="key {tone}"><i style="--v:0%"></i><i style="--v:25%"></i><i style="--v:50%"></i>'
        f'<i style="--v:75%"></i><i style="--v:100%"></i> {tone} 0 to 100%</span>'
        for tone in ("violation", "completeness")
    )
    return f'<p class="legend">{steps}<span class="key"><i class="void"></i> nothing to measure</span></p>'
