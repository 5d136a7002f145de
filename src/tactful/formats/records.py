"""JSON files: read with limits and with file and line in every error, and the same JSON written.

No error quotes what a file holds: it names the place, the kind of value that stands there, and what was
expected.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from tactful.errors import InputError, RecordError
from tactful.terms import Box, Problem, Region

PathParts = tuple[str | int, ...]
BOM = b"\xef\xbb\xbf"


def read_bytes(path: Path, expected: str) -> bytes:
    """The file's bytes; ``RecordError`` where it cannot be read or is empty."""
    try:
        data = path.read_bytes()
    except OSError as err:
        reason = f"cannot be read ({err.strerror or 'error'})"
        raise RecordError(reason, file=path, expected=expected) from None
    except ValueError:
        raise RecordError("is not a usable file name", expected=expected) from None
    if not data.strip():
        raise RecordError("the file is empty", file=path, expected=expected)
    return data


class Repeats(dict[str, Any]):
    """A JSON object that had equal keys: ``repeated`` holds (position from 0, key) of the later ones."""

    repeated: list[tuple[int, str]]


class _NumberError(ValueError):
    """NaN, an infinity, or a number too large for a double."""


def parse_json(text: str | bytes) -> Any:
    """A JSON document; the last of equal keys counts.

    Raises ``ValueError``, whose message quotes nothing of the text, for what is not JSON, for NaN and
    infinities, for numbers that do not fit, and for nesting that is too deep to read.
    """
    return _parse(text)


def parse_repeats(text: str) -> tuple[Any, bool]:
    """The document as `parse_json`, with `Repeats` for objects with equal keys, and whether there is any."""
    repeated = False

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal repeated
        plain = dict(items)
        if len(plain) == len(items):
            return plain
        repeated = True
        marked = Repeats(plain)
        first = {key: at for at, (key, _) in reversed(list(enumerate(items)))}
        marked.repeated = [(at, key) for at, (key, _) in enumerate(items) if first[key] != at]
        return marked

    return _parse(text, object_pairs_hook=pairs), repeated


def _parse(text: str | bytes, **hooks: Any) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse_constant, parse_float=_finite, **hooks)
    except json.JSONDecodeError as err:
        raise ValueError(f"not JSON: {err.msg} at line {err.lineno}, column {err.colno}") from None
    except UnicodeDecodeError:
        raise ValueError("not JSON: the text is not UTF-8") from None
    except RecursionError:
        raise ValueError("not JSON: nested too deeply") from None
    except _NumberError:
        raise
    except ValueError:  # an integer of more digits than Python converts
        raise ValueError("not JSON: a number with too many digits") from None


def _refuse_constant(_: str) -> Any:
    raise _NumberError("not JSON: a number that is NaN or infinite")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise _NumberError("not JSON: a number beyond the range of a double")
    return value


def repeats_in(document: Any) -> Iterator[tuple[PathParts, Repeats]]:
    """Every object with repeated keys and the path to it, in the order of the document."""
    stack: list[tuple[PathParts, Any]] = [((), document)]
    while stack:
        path, value = stack.pop()
        if isinstance(value, Repeats):
            yield path, value
        children = value.items() if isinstance(value, dict) else enumerate(value)
        below = [((*path, key), child) for key, child in children if isinstance(child, dict | list)]
        stack.extend(reversed(below))


def decode_text(data: bytes) -> str:
    """The text of a file; ``ValueError`` where it is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("not JSON: the text is not UTF-8") from None


def on_one_line(err: ValueError) -> str:
    """What is wrong with one line: the decoder counts lines from the record's own start."""
    return re.sub(r" at line \d+, column", " at column", str(err))


def read_json(path: Path, expected: str) -> Any:
    """A whole JSON document; ``RecordError`` with the file where there is none."""
    data = read_bytes(path, expected)
    try:
        return parse_json(decode_text(data))
    except ValueError as err:
        raise RecordError(str(err), file=path, expected=expected) from None


def read_object(path: Path, expected: str) -> dict[str, Any]:
    """A whole JSON document that is one object; ``RecordError`` with the file where there is none."""
    document = read_json(path, expected)
    if not isinstance(document, dict):
        raise RecordError(f"{a_kind(document)} where an object was expected", file=path, expected=expected)
    return document


def read_jsonl(path: Path, expected: str) -> tuple[list[tuple[int, dict[str, Any]]], list[Problem]]:
    """The objects of a JSON-lines file with their line numbers, and a ``Problem`` for every other line.

    Blank lines are no records. Raises ``RecordError`` where the file cannot be read or is empty.
    """
    rows: list[tuple[int, dict[str, Any]]] = []
    problems: list[Problem] = []
    for number, line in enumerate(read_bytes(path, expected).removeprefix(BOM).split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            value = parse_json(line)
        except ValueError as err:
            problems.append(Problem(path, number, on_one_line(err)))
            continue
        if isinstance(value, dict):
            rows.append((number, value))
        else:
            problems.append(Problem(path, number, f"{a_kind(value)} where a record was expected"))
    return rows, problems


def a_kind(value: object) -> str:
    """The JSON name of a value's type with its article, for errors that may not show the value."""
    if value is None:
        return "null"
    names = {bool: "a boolean", int: "a number", float: "a number", str: "a string", list: "a list"}
    names[dict] = "an object"
    return next((name for type_, name in names.items() if isinstance(value, type_)), type(value).__name__)


def text_of(value: object) -> str:
    """A string as it is, null as "", anything else as compact JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def encode(value: Any, indent: int | None = None, *, file: Path) -> str:
    """JSON in ASCII: every string survives, lone surrogates too. ``InputError`` for what JSON cannot hold."""
    try:
        return json.dumps(value, indent=indent, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        raise InputError("a value that JSON cannot hold", file=file, expected="JSON values") from None


def json_lines(rows: Iterable[Mapping[str, Any]]) -> bytes:
    """The rows as JSON lines in UTF-8."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def plain(value: Any) -> Any:
    """A frozen value as JSON takes it: fields in their order, boxes as lists, enums as their words."""
    if isinstance(value, Box):
        return list(value.tuple())
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return dict(value) if isinstance(value, Mapping) else value


def region_record(region: Region) -> dict[str, Any]:
    """A region as the JSON object that is read back exactly."""
    return dict(plain(region))
