"""The page of a benchmark report, put together from the document that `tactful.bench` makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from string import Template
from typing import Any

from tactful.bench.report.files import content_policy
from tactful.bench.report.markup import own, safe
from tactful.bench.report.memories.heat import heat_html
from tactful.bench.report.memories.lines import lines_html
from tactful.bench.report.memories.scatter import scatter_html
from tactful.bench.report.memories.tables import marked, table_html

Draw = Mapping[str, Callable[[Mapping[str, Any]], str]]
DRAW: Draw = {"lines": lines_html, "heat": heat_html, "scatter": scatter_html}
BANNER = "<b>This page quotes memories and messages.</b> Share it as you would share the profiles themselves."


@dataclass(frozen=True, slots=True)
class Look:
    """What a benchmark's page has of its own: how its figures are drawn, rules of style, a banner."""

    draw: Draw
    banner: str
    style: str = ""


MEMORIES = Look(DRAW, BANNER)


def page_html(document: Mapping[str, Any], pictures: Mapping[str, list[str]], look: Look = MEMORIES) -> str:
    """The whole page; ``pictures`` names each figure's PNG files, relative to the page."""
    script = part("memories.js")
    sections = [_section(section, pictures, look.draw) for section in document["sections"]]
    return Template(part("page.html")).substitute(
        title=safe(document["title"]),
        policy=content_policy(script, "'none'"),
        banner=look.banner,
        style=part("memories.css") + look.style,
        script=script,
        subtitle=own(document["subtitle"]),
        tiles="".join(_tile(tile) for tile in document["tiles"]),
        notes=_notes(document["notes"]),
        links="".join(
            f'<li><a href="#{safe(section["id"])}">{own(section["title"])}</a></li>'
            for section in document["sections"]
        ),
        sections="".join(sections),
    )


def part(name: str) -> str:
    return (files("tactful.bench.report.memories") / name).read_text("utf-8")


def _tile(tile: Mapping[str, str]) -> str:
    bad = " bad" if tile.get("tone") == "bad" else ""
    value, note = own(tile["value"]), own(tile["note"])
    return (
        f'<div class="tile{bad}"><dt>{own(tile["label"])}</dt><dd class="value">{value}</dd>'
        f'<dd class="note">{note}</dd></div>'
    )


def _notes(notes: list[str]) -> str:
    lines = "".join(f"<li>{own(note)}</li>" for note in notes)
    return f'<section class="notes" aria-label="Read this first"><ul>{lines}</ul></section>' if notes else ""


def _section(section: Mapping[str, Any], pictures: Mapping[str, list[str]], draw: Draw) -> str:
    key = safe(section["id"])
    intro = "".join(f'<p class="intro">{own(text)}</p>' for text in section["text"])
    blocks = "".join(_block(block, pictures, draw) for block in section["blocks"])
    return (
        f'<section class="card" id="{key}" aria-labelledby="h-{key}">'
        f'<h2 id="h-{key}">{own(section["title"])}</h2>'
        f"{intro}{blocks}</section>"
    )


def _block(block: Mapping[str, Any], pictures: Mapping[str, list[str]], draw: Draw) -> str:
    if block["type"] == "table":
        return table_html(block)
    if block["type"] == "leaks":
        return _leaks(block)
    paths = pictures.get(block["id"], [])
    named = [f"PNG: {group['name']}" for group in block["groups"]] if "groups" in block else ["PNG"]
    links = " ".join(
        f'<a href="{safe(file)}">{own(name)}</a>' for file, name in zip(paths, named, strict=False)
    )
    return (
        f'<div class="block figure" id="f-{safe(block["id"])}"><h3>{own(block["title"])}</h3>'
        f'<p class="caption">{own(block["caption"])}</p>{draw[block["kind"]](block)}'
        f"{f'<p class=files>{links}</p>' if links else ''}</div>"
    )


def _leaks(block: Mapping[str, Any]) -> str:
    """What leaked, where it did not belong, how often, and the sentence, one card each."""
    tabs = "".join(
        f'<section class="tab" data-tab="{safe(group["name"])}"><h4>{own(group["name"])}</h4>'
        f'{own(group["empty"]) if not group["leaks"] else ""}<ol class="leaks">'
        f"{''.join(_leak(leak) for leak in group['leaks'])}</ol></section>"
        for group in block["groups"]
    )
    return (
        f'<div class="block"><h3>{own(block["title"])}</h3><p class="caption">{own(block["caption"])}</p>'
        f'<div class="tabset">{tabs}</div>'
        f'<p class="files"><a href="tables/{safe(block["id"])}.csv">CSV</a></p></div>'
    )


def _leak(leak: Mapping[str, Any]) -> str:
    sentence = leak["sentence"]
    quote = (
        f"<blockquote>{marked(sentence)}</blockquote>"
        if sentence is not None
        else '<p class="empty">No sentence: the judge gave none, or the texts were forgotten.</p>'
    )
    often = f"{leak['epochs_revealed']} of {leak['epochs_scored']} messages"
    wide = (
        f"leaks in {leak['contexts_leaked']} of the {leak['contexts_private']} contexts where it is private"
    )
    memory = f"<br>in memory: <q>{own(leak['statement'])}</q>" if leak["statement"] else ""
    return (
        f'<li><p class="what"><code>{own(leak["attribute"])}</code> '
        f'<span class="tag">{own(leak["domain"])}</span><span class="to">to</span> '
        f'<b>{own(leak["recipient"])}</b> <span class="soft">{own(leak["task"])}</span></p>'
        f'{quote}<p class="how"><b>{often}</b> · {wide} · profile {own(leak["profile"])}{memory}</p></li>'
    )
