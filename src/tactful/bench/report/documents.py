"""The report of a benchmark: one page that works offline, CSV of every table, PNG of every figure.

The page is drawn from a plain document::

    {format, version, title, subtitle, notes: [text], manifest: {...},
     tiles: [{label, value, note, tone?}],
     sections: [{id, title, text: [text], blocks: [block]}]}

A block is a table ``{type: "table", id, title, caption, columns: [{key, label, kind, help?, tone?, sub?}],
rows: [{cells: {key: cell}, kind?}], empty?, fold?}`` with the kinds of `cells.KINDS`; a figure
``{type: "figure", id, title, caption, kind, ...}`` of one of the kinds of `charts`; or the leaks
``{type: "leaks", id, title, caption, groups: [{name, empty, leaks}], table}``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tactful.bench.report.cells import table_csv
from tactful.bench.report.charts import Chart, charts_of
from tactful.bench.report.pages import render
from tactful.errors import InputError
from tactful.runs import write_atomic

PAGE, MANIFEST, DOCUMENT = "index.html", "manifest.json", "report.json"
TABLES, FIGURES = "tables", "figures"


@dataclass(frozen=True, slots=True)
class ReportForm:
    """A benchmark's documents: their version, and the words over its page."""

    version: int
    banner: tuple[str, str]
    banner_kind: str = ""


FORMS = {
    "tactful.guiguard-report": ReportForm(
        1,
        (
            "Figures only.",
            "This page holds no screenshot and no text off a screen; task names are the data set's.",
        ),
        "quiet",
    ),
    "tactful.memories-report": ReportForm(
        1,
        (
            "This page quotes memories and messages.",
            "Share it as you would share the profiles themselves.",
        ),
    ),
}


def write_document(document: Mapping[str, Any], folder: Path | str, *, png: bool = True) -> Path:
    """Write ``folder/index.html``, its CSV and PNG, ``report.json`` and ``manifest.json``; return the page.

    The page works from a disk, without a network. Files are readable by their owner alone; files of an
    earlier report in ``folder`` are replaced. Without matplotlib the page has no figures, and says so.

    Raises ``InputError`` where the document is of another format or the folder cannot be written, and
    ``MissingExtraError`` where ``png`` is wanted and matplotlib is absent; then nothing was written.
    """
    folder = Path(folder)
    name = str(document.get("format"))
    form = FORMS.get(name)
    if form is None or document.get("version") != form.version:
        expected = " or ".join(f"{known} {each.version}" for known, each in FORMS.items())
        raise InputError("is no report of this version", field="document", expected=expected)
    charts: dict[str, list[Chart]] = {}
    if png or find_spec("matplotlib") is not None:
        charts = {b["id"]: _named(b["id"], charts_of(b), png) for b in _blocks(document, "figure")}
    written = dict(_files(document, charts))
    written[PAGE] = _page(document, charts, form).encode("utf-8", "replace")
    _remove_earlier(folder, name)
    for file, data in written.items():
        write_atomic(folder / file, data, private=True)
    hashes = {file: hashlib.sha256(data).hexdigest() for file, data in sorted(written.items())}
    about = {"format": name, "version": form.version, **document["manifest"], "files": hashes}
    write_atomic(folder / MANIFEST, _json(about), private=True)
    return folder / PAGE


def _page(document: Mapping[str, Any], charts: Mapping[str, list[Chart]], form: ReportForm) -> str:
    values = {name: document[name] for name in ("title", "subtitle", "tiles", "notes", "sections")}
    return render(
        "document.html", style=("document.css",), script="document.js", images="'none'", charts=charts,
        banner=form.banner, banner_kind=form.banner_kind, **values,
    )  # fmt: skip


def _files(document: Mapping[str, Any], charts: Mapping[str, list[Chart]]) -> Iterator[tuple[str, bytes]]:
    """Tables, those behind the cards of the leaks too; figures; the document.

    Half a surrogate pair, which a model may write, becomes a question mark.
    """
    for block in (*_blocks(document, "table"), *(leaks["table"] for leaks in _blocks(document, "leaks"))):
        yield f"{TABLES}/{block['id']}.csv", table_csv(block).encode("utf-8", "replace")
    for drawings in charts.values():
        yield from ((chart.file, chart.png) for chart in drawings if chart.file)
    yield DOCUMENT, _json(document)


def _json(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode(
        "utf-8", "replace"
    )


def _blocks(document: Mapping[str, Any], kind: str) -> Iterator[Mapping[str, Any]]:
    """The blocks of one type, in the order of the page."""
    for section in document["sections"]:
        yield from (block for block in section["blocks"] if block["type"] == kind)


def _named(key: str, charts: list[Chart], png: bool) -> list[Chart]:
    if not png:
        return charts
    several = len(charts) > 1
    return [
        replace(chart, file=f"{FIGURES}/{key}-{number}.png" if several else f"{FIGURES}/{key}.png")
        for number, chart in enumerate(charts, start=1)
    ]


def _remove_earlier(folder: Path, form: str) -> None:
    """What a shorter report does not replace must not stay behind; files that are not a report's own do."""
    try:
        earlier = json.loads((folder / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError):
        return
    if not isinstance(earlier, dict) or earlier.get("format") != form:
        return
    try:
        for name in earlier.get("files", {}):
            parts = Path(str(name)).parts
            if len(parts) == 1 or (len(parts) == 2 and parts[0] in (TABLES, FIGURES)):
                (folder / name).unlink(missing_ok=True)
        (folder / MANIFEST).unlink()
    except OSError as err:
        raise InputError(f"cannot be replaced ({err.strerror or 'I/O error'})", file=folder) from None
