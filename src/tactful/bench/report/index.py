"""The page that leads to other pages: what was shown, the main figures, and where to read on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from tactful.bench.report.files import content_policy, write_file
from tactful.bench.report.markup import own, safe
from tactful.bench.report.memories.page import part
from tactful.bench.report.memories.tables import table_csv, table_html
from tactful.errors import InputError

PAGE, TABLES = "index.html", "tables"


@dataclass(frozen=True, slots=True)
class IndexPicture:
    """A picture of the card: its file relative to the page, and what it shows."""

    file: str
    caption: str


@dataclass(frozen=True, slots=True)
class IndexCard:
    """One part of the page. ``link`` is the page it leads to, relative; None where there is none to read.

    ``pictures`` stand two by two, such as before and after.
    ``tables`` are of the form of `tactful.bench.report.memories`; ``command``: how to do it with own data.
    """

    key: str
    title: str
    text: str
    link: str | None = None
    link_text: str = "Open the report"
    pictures: Sequence[IndexPicture] = ()
    tables: Sequence[Mapping[str, Any]] = ()
    command: str = ""
    notes: Sequence[str] = field(default=())


def write_index(
    cards: Sequence[IndexCard],
    folder: Path | str,
    *,
    title: str,
    text: str,
    tiles: Sequence[Mapping[str, str]],
) -> Path:
    """Write ``folder/index.html`` and the tables as CSV; return the page.

    ``tiles`` are {"label", "value", "note"} and may have a "tone" of bad. The page needs no network and loads
    nothing but the pictures named. ``InputError`` where the folder cannot be written.
    """
    folder = Path(folder)
    style = part("memories.css") + (files("tactful.bench.report") / "index.css").read_text("utf-8")
    script = part("memories.js")
    page = Template((files("tactful.bench.report") / "index.html").read_text("utf-8")).substitute(
        title=safe(title),
        policy=content_policy(script),
        style=style,
        script=script,
        text=own(text),
        tiles="".join(_tile(tile) for tile in tiles),
        links="".join(f'<li><a href="#{safe(card.key)}">{own(card.title)}</a></li>' for card in cards),
        cards="".join(_card(card) for card in cards),
    )
    try:
        (folder / TABLES).mkdir(mode=0o700, parents=True, exist_ok=True)
        for table in (table for card in cards for table in card.tables):
            write_file(folder / TABLES / f"{table['id']}.csv", table_csv(table).encode("utf-8", "replace"))
        write_file(folder / PAGE, page.encode("utf-8", "replace"))
    except OSError as err:
        raise InputError(f"the page cannot be written ({err.strerror or 'I/O error'})", file=folder) from None
    return folder / PAGE


def _tile(tile: Mapping[str, str]) -> str:
    bad = " bad" if tile.get("tone") == "bad" else ""
    return (
        f'<div class="tile{bad}"><dt>{own(tile["label"])}</dt><dd class="value">{own(tile["value"])}</dd>'
        f'<dd class="note">{own(tile["note"])}</dd></div>'
    )


def _card(card: IndexCard) -> str:
    key = safe(card.key)
    pictures = "".join(
        f'<div class="pair">{"".join(map(_picture, card.pictures[at : at + 2]))}</div>'
        for at in range(0, len(card.pictures), 2)
    )
    link = (
        ""
        if card.link is None
        else f'<p class="open"><a class="button" href="{safe(card.link)}">{own(card.link_text)}</a></p>'
    )
    notes = "".join(f"<li>{own(note)}</li>" for note in card.notes)
    command = f'<p class="command">With your own data: <code>{safe(card.command)}</code></p>'
    return (
        f'<section class="card" id="{key}" aria-labelledby="h-{key}"><h2 id="h-{key}">{own(card.title)}</h2>'
        f'<p class="intro">{own(card.text)}</p>'
        f"{f'<ul class=caption>{notes}</ul>' if notes else ''}"
        f'<div class="shots">{pictures}</div>'
        f"{''.join(table_html(table) for table in card.tables)}"
        f"{link}{command if card.command else ''}</section>"
    )


def _picture(picture: IndexPicture) -> str:
    return (
        f'<figure><img src="{safe(picture.file)}" alt="{safe(picture.caption)}" loading="lazy">'
        f"<figcaption>{own(picture.caption)}</figcaption></figure>"
    )
