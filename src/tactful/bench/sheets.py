"""Sheets that people fill in: what they rate, what the ratings mean, and the key that they do not see.

::

    OUT/NAME.csv (or .jsonl)   for the raters: a number, what is to be rated, empty cells
    OUT/scale.txt              what may stand in the cells: for the raters too
    OUT/key.json               what each number stands for: not for the raters

Sheets quote screens, memories or messages, so the files are their owner's alone.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tactful.errors import InputError, RecordError
from tactful.formats import json_lines, read_json, read_jsonl
from tactful.runs import make_private_folder, write_atomic, write_json
from tactful.terms import Problem

KEY = "key.json"
SCALE_FILE = "scale.txt"
Rows = list[tuple[int, dict[str, Any]]]
# A spreadsheet runs cells that begin so as formulas.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_export(
    out: Path, name: str, rows: Sequence[Mapping[str, str]], scale: str, key: Mapping[str, Any]
) -> Path:
    """Write the sheet ``name`` (.csv or .jsonl), the scale and the key; gives the sheet.

    In CSV a text that a spreadsheet would take for a formula gets an apostrophe before it. ``InputError``
    where ``out`` holds an export already: its key must not be lost.
    """
    if (out / KEY).exists():
        raise InputError("holds an export already", file=out, expected="another output folder")
    make_private_folder(out)
    path = out / name
    write_atomic(path, csv_bytes(rows) if path.suffix == ".csv" else json_lines(rows), private=True)
    write_atomic(out / SCALE_FILE, scale, private=True)
    write_json(out / KEY, dict(key), private=True)
    return path


def csv_bytes(rows: Sequence[Mapping[str, str]]) -> bytes:
    """Rows under the names of the first one's cells."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow(rows[0])
    for row in rows:
        writer.writerow([f"'{text}" if text.startswith(_FORMULA) else text for text in row.values()])
    # With a mark at its start, since spreadsheets guess the encoding.
    return b"\xef\xbb\xbf" + stream.getvalue().replace("\x00", "").encode("utf-8", "replace")


def read_key(path: Path, form: str, expected: str) -> Mapping[str, Any]:
    """The key of an export that calls itself ``form``; ``RecordError`` for anything else."""
    document = read_json(path, expected)
    if not isinstance(document, Mapping) or document.get("format") != form:
        raise RecordError("not a key of ours", file=path, expected=expected)
    return document


def read_sheet(file: Path, columns: Sequence[str], expected: str) -> tuple[Rows, tuple[Problem, ...]]:
    """Line and cells of every row of a filled-in sheet, CSV or JSON lines, and the lines that are none.

    ``RecordError`` where the file cannot be read or lacks one of the ``columns`` (CSV).
    """
    if file.suffix.lower() == ".jsonl":
        records, bad = read_jsonl(file, expected)
        return list(records), tuple(bad)
    try:
        text = file.read_bytes().decode("utf-8-sig")
        head = text.split("\n", 1)[0]
        # Spreadsheets of many countries save with semicolons.
        delimiter = max((",", ";", "\t"), key=head.count)
        reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        rows: Rows = [(reader.line_num, dict(row)) for row in reader]
    except OSError as err:
        reason = f"cannot be read ({err.strerror or 'error'})"
        raise RecordError(reason, file=file, expected=expected) from None
    except UnicodeDecodeError:
        raise RecordError("not UTF-8", file=file, expected=expected) from None
    except csv.Error:
        raise RecordError("not CSV", file=file, expected=expected) from None
    if not set(columns) <= set(reader.fieldnames or ()):
        raise RecordError(f"no columns {' and '.join(columns)}", file=file, expected=expected)
    return rows, ()
