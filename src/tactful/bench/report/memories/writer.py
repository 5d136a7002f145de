"""Writes the report of a benchmark: tables and figures first, the page last, the manifest after all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tactful.bench.report.files import write_file
from tactful.bench.report.memories.page import MEMORIES, Look, page_html
from tactful.bench.report.memories.png import figure_pngs
from tactful.bench.report.memories.tables import table_csv
from tactful.errors import InputError

FORMAT, VERSION = "tactful.memories-report", 1
PAGE, MANIFEST, DOCUMENT = "index.html", "manifest.json", "report.json"
TABLES, FIGURES = "tables", "figures"


def write_report(document: Mapping[str, Any], folder: Path | str, *, png: bool = True) -> Path:
    """Write ``folder/index.html``, its CSV and PNG, ``report.json`` and ``manifest.json``; return the page.

    ``document`` is what `tactful.bench.cimemories.report_document` makes. The page works from a disk, without
    a network. Files are readable by their owner alone; files of an earlier report in ``folder`` are replaced.

    Raises ``InputError`` where the document is of another format or the folder cannot be written, and
    ``MissingExtraError`` where ``png`` is wanted and matplotlib is absent; then nothing was written.
    """
    return write_document(document, folder, (FORMAT, VERSION), MEMORIES, figure_pngs if png else None)


def write_document(
    document: Mapping[str, Any],
    folder: Path | str,
    form: tuple[str, int],
    look: Look,
    draw: Callable[[Mapping[str, Any]], list[bytes]] | None,
) -> Path:
    """`write_report` for any benchmark: ``form`` is the document's format and version, ``draw`` makes PNG."""
    folder = Path(folder)
    name, version = form
    if document.get("format") != name or document.get("version") != version:
        raise InputError("is no report of this version", field="document", expected=f"{name} {version}")
    pictures = dict(_pictures(document, draw)) if draw is not None else {}
    try:
        return _write(document, folder, pictures, look)
    except OSError as err:
        raise InputError(
            f"the report cannot be written ({err.strerror or 'I/O error'})", file=folder
        ) from None


def _write(
    document: Mapping[str, Any], folder: Path, pictures: Mapping[str, list[bytes]], look: Look
) -> Path:
    _remove_earlier(folder, document["format"])
    for name in (TABLES, FIGURES):
        (folder / name).mkdir(mode=0o700, parents=True, exist_ok=True)
    written: dict[str, bytes] = {}
    for table in _tables(document):
        written[f"{TABLES}/{table['id']}.csv"] = _utf8(table_csv(table))
    names: dict[str, list[str]] = {}
    for key, images in pictures.items():
        names[key] = [_picture_name(key, number, len(images)) for number in range(len(images))]
        written.update(zip(names[key], images, strict=True))
    written[DOCUMENT] = _json(document)
    written[PAGE] = _utf8(page_html(document, names, look))
    for name, data in written.items():
        write_file(folder / name, data)
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(written.items())}
    form = {key: document[key] for key in ("format", "version")}
    manifest = {**form, **document["manifest"], "files": hashes}
    write_file(folder / MANIFEST, _json(manifest))
    return folder / PAGE


def _json(value: Any) -> bytes:
    return _utf8(json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n")


def blocks(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Every table and figure of the document, in the order of the page."""
    for section in document["sections"]:
        yield from section["blocks"]


def _tables(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Tables as they are, and the flat table behind the cards of the leaks."""
    for block in blocks(document):
        if block["type"] in ("table", "leaks"):
            yield block if block["type"] == "table" else block["table"]


def _pictures(
    document: Mapping[str, Any], draw: Callable[[Mapping[str, Any]], list[bytes]]
) -> Iterator[tuple[str, list[bytes]]]:
    for block in blocks(document):
        if block["type"] == "figure":
            yield block["id"], draw(block)


def _picture_name(key: str, number: int, count: int) -> str:
    return f"{FIGURES}/{key}.png" if count == 1 else f"{FIGURES}/{key}-{number + 1}.png"


def _remove_earlier(folder: Path, form: str) -> None:
    """What a shorter report does not replace must not stay behind; files that are not a report's own do."""
    try:
        earlier = json.loads((folder / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError):
        return
    if not isinstance(earlier, dict) or earlier.get("format") != form:
        return
    for name in earlier.get("files", {}):
        parts = Path(str(name)).parts
        if len(parts) == 1 or (len(parts) == 2 and parts[0] in (TABLES, FIGURES)):
            (folder / name).unlink(missing_ok=True)
    (folder / MANIFEST).unlink()


def _utf8(text: str) -> bytes:
    """A model may answer with half of a surrogate pair; a question mark stands for it."""
    return text.encode("utf-8", "replace")
