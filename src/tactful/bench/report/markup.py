"""Pieces of the page. Every value from a screen goes through `safe`; nothing else may put one into HTML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import PurePath

from tactful.bench.report.tally import Failure, Tally
from tactful.terms import Box, Region, Risk, Treatment

Pair = tuple[Region, Treatment | None]
RISKS = (Risk.HIGH, Risk.MEDIUM, Risk.LOW, Risk.NONE)
KEEP = "keep"
# Roles are named because the style sheet lays rows out as grids, which would take them away.
_HEADS = "".join(
    f'<th role="columnheader" scope="col">{head}</th>'
    for head in (
        '<span class="hidden">Number</span>',
        "Found",
        "Label",
        "What the policy did",
        "Why",
    )
)


def safe(value: object) -> str:
    """``value`` as text that HTML takes literally, in an element or in a quoted attribute."""
    return escape("".join(ch if ch.isprintable() else " " for ch in str(value)), quote=True)


def own(value: object) -> str:
    """A value from a screen: isolated, so that right-to-left text does not turn its surroundings."""
    return f"<bdi>{safe(value)}</bdi>"


def badge(risk: Risk) -> str:
    return f'<span class="badge {risk.value}">{risk.value}</span>'


def treated(line: Treatment | None) -> bool:
    """Whether something was painted over the region."""
    return line is not None and line.operator != KEEP


def summary(tally: Tally, failures: Sequence[Failure], seconds: float | None) -> str:
    """The tiles at the head of the page."""
    share = f"{tally.covered / tally.risky:.0%}" if tally.risky else "–"
    treatable = f"{tally.covered} of {tally.risky} private regions" if tally.risky else "nothing to treat"
    counts = " ".join(
        f'<span class="count {risk.value}"><b>{tally.regions[risk]}</b> {risk.value}</span>' for risk in RISKS
    )
    operators = ", ".join(f"{safe(name)} ({count})" for name, count in tally.operators.most_common())
    bar = "".join(
        f'<i class="{risk.value}" style="flex-grow:{tally.regions[risk]}"></i>' for risk in RISKS[:3]
    )
    tiles = [
        _tile("Screens", str(tally.screens), _pace(seconds, tally.screens)),
        _tile("Private regions", str(tally.private), f'<span class="bar">{bar}</span>{counts}', "wide"),
        _tile("Treated", share, treatable),
        _tile("Policy", ", ".join(map(safe, tally.policies)) or "none", operators or "nothing to do", "wide"),
        _tile(
            "Failures",
            str(len(failures)),
            "nothing of these screens left" if failures else "every screen was protected",
            "bad" if failures else "",
        ),
    ]
    return "".join(tiles)


def _pace(seconds: float | None, screens: int) -> str:
    if seconds is None:
        return ""
    each = f", {seconds / screens:.2f} s each" if screens else ""
    return f"{seconds:.1f} s{each}"


def _tile(label: str, value: str, note: str, kind: str = "") -> str:
    value, note = f'<dd class="value">{value}</dd>', f'<dd class="note">{note}</dd>'
    return f'<div class="tile {kind}"><dt>{label}</dt>{value}{note}</div>'


def failure_list(failures: Sequence[Failure]) -> str:
    if not failures:
        return ""
    rows = "".join(f"<li><b>{own(item.name)}</b> {own(item.reason)}</li>" for item in failures)
    return f'<section class="failures"><h2>Not protected, so not sent</h2><ul>{rows}</ul></section>'


def settings_list(settings: Mapping[str, object]) -> str:
    if not settings:
        return ""
    rows = "".join(f"<dt>{safe(key)}</dt><dd>{own(value)}</dd>" for key, value in settings.items())
    return f'<details class="settings"><summary>Settings of this run</summary><dl>{rows}</dl></details>'


def nav_item(number: int, name: str, after: str, pairs: Iterable[Pair]) -> str:
    """The link to one screen: its protected picture and its counts."""
    found = [region.risk for region, _ in pairs]
    counts = "".join(
        f'<span class="dot {risk.value}">{found.count(risk)}</span>' for risk in RISKS[:3] if risk in found
    )
    return (
        f'<li><a href="#s{number}"><img src="{after}" alt="" loading="lazy">'
        f"<span><b>{number}</b> {own(PurePath(name).name)}"
        f'<span class="dots">{counts}</span></span></a></li>'
    )


def screen_section(
    number: int,
    name: str,
    caption: str,
    size: tuple[int, int],
    sources: tuple[str, str],
    pairs: Sequence[Pair],
) -> str:
    """One screen: its pictures with their overlays, and the table of its regions."""
    shape = "tall" if size[1] > size[0] else "broad"
    before, after = (
        _figure(number, side, size, source, pairs)
        for side, source in zip(("before", "after"), sources, strict=True)
    )
    rows = "".join(_row(number, index, pair) for index, pair in enumerate(pairs, start=1))
    note = f'<p class="caption">{own(caption)}</p>' if caption else ""
    table = (
        f'<table role="table"><thead role="rowgroup"><tr role="row">{_HEADS}</tr></thead>'
        f'<tbody role="rowgroup">{rows}</tbody></table>'
        if pairs
        else '<p class="empty">Nothing was found on this screen.</p>'
    )
    return (
        f'<section class="screen {shape}" id="s{number}" aria-labelledby="h{number}">'
        f'<header><h2 id="h{number}"><span class="number">{number}</span> {own(name)}</h2>{note}</header>'
        f'<div class="pictures">{before}{after}</div><div class="regions">{table}</div></section>'
    )


def _figure(number: int, side: str, size: tuple[int, int], source: str, pairs: Sequence[Pair]) -> str:
    width, height = size
    numbered = list(enumerate(pairs, start=1))
    # Small boxes come last and lie on top, so that an entity inside a line can be reached.
    numbered.sort(key=lambda item: -item[1][0].box.area)
    boxes = "".join(_overlay(number, side, index, pair, size) for index, pair in numbered)
    title = "Before: stays on this machine" if side == "before" else "After: what the agent may see"
    return (
        f'<figure class="{side}"><figcaption>{title}</figcaption>'
        f'<div class="canvas" role="group" aria-label="Regions, {side}; arrow keys move between them">'
        f'<img src="{source}" width="{width}" height="{height}" alt="Screen {number} {side}" loading="lazy">'
        f"{boxes}</div></figure>"
    )


def _overlay(number: int, side: str, index: int, pair: Pair, size: tuple[int, int]) -> str:
    region, line = pair
    label = f"Region {index}, {region.risk.value} risk, {safe(region.type)}"
    box = line.box if side == "after" and line is not None else region.box
    kinds = ["box", region.risk.value]
    kinds += ["need"] if region.necessary else []
    kinds += ["treated"] if treated(line) else []
    return (
        f'<button type="button" tabindex="-1" class="{" ".join(kinds)}" data-row="s{number}r{index}" '
        f'style="{_place(box, size)}" aria-label="{label}"></button>'
    )


def _place(box: Box, size: tuple[int, int]) -> str:
    inside = box.clip(*size)
    width, height = size
    parts = {
        "left": inside.x1 / width,
        "top": inside.y1 / height,
        "width": inside.width / width,
        "height": inside.height / height,
    }
    return ";".join(f"{key}:{value * 100:.3f}%" for key, value in parts.items())


def _row(number: int, index: int, pair: Pair) -> str:
    region, line = pair
    name = f"s{number}r{index}"
    category = region.category.title if region.category else "no category"
    need = '<span class="tag">needed for the task</span>' if region.necessary else ""
    inner = '<span class="tag">inside a longer text</span>' if region.inner else ""
    source = f"{safe(region.source)}, " if region.source else ""
    reason = own(region.reason) if region.reason else "no reason given"
    label = f'data-row="{name}" aria-label="Show region {index}"'
    cells = (
        f'<button type="button" class="find" {label}>{index}</button>',
        f"{_value(region)}<small>{safe(region.type)}</small>{inner}",
        f"{badge(region.risk)}<small>{safe(category)}</small>{need}",
        _deed(region, line),
        f"{reason}<small>{source}confidence {region.confidence:.0%}</small>",
    )
    columns = "".join(f'<td role="cell">{cell}</td>' for cell in cells)
    return f'<tr role="row" id="{name}" class="{region.risk.value}">{columns}</tr>'


def _value(region: Region) -> str:
    """The text of a region; faces and lines that nobody could read have none."""
    return f"<q>{own(region.text)}</q>" if region.text.strip() else '<span class="soft">no text</span>'


def _deed(region: Region, line: Treatment | None) -> str:
    if not region.private and not treated(line):
        return '<span class="soft">public, left as it is</span>'
    if line is None:
        return "left as it is"
    shown = f' <span class="soft">now reads</span> <code>{own(line.shown)}</code>' if line.shown else ""
    note = f"<small>{own(line.note)}</small>" if line.note else ""
    return f"<b>{safe(line.operator)}</b>{shown}<small>rule: {own(line.rule)}</small>{note}"
