"""The page that leads to other pages: what was shown, the main figures, and where to read on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tactful.bench.report.cells import table_csv
from tactful.bench.report.pages import render
from tactful.runs import write_atomic

PAGE, TABLES = "index.html", "tables"


@dataclass(frozen=True, slots=True)
class IndexPicture:
    """A picture of the card: its file relative to the page, and what it shows."""

    file: str
    caption: str


@dataclass(frozen=True, slots=True)
class IndexCard:
    """One part of the page. ``link`` is the page it leads to, relative; None where there is none to read.

    ``pictures`` stand two by two, such as before and after. ``tables`` are of the form of
    `tactful.bench.report.documents`; ``command``: how to do it with own data.
    """

    id: str
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
    for table in (table for card in cards for table in card.tables):
        write_atomic(folder / TABLES / f"{table['id']}.csv", table_csv(table), private=True)
    page = render(
        "index.html", style=("document.css", "index.css"), script="document.js", images="'self' file:",
        title=title, text=text, tiles=tiles, cards=cards,
    )  # fmt: skip
    write_atomic(folder / PAGE, page, private=True)
    return folder / PAGE
