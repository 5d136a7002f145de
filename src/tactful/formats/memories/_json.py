"""JSON as these files need it: exact values, finite numbers, repeated keys noticed; atomic writing.

`json` keeps the last of two equal keys without a word, and reads 1e400 as infinity. Here a repeated key is
kept in mind until its place is known, since some keys may be named in an error (an attribute's) and some
may not (a memory statement is a key in the label sets).
"""

from __future__ import annotations

import json
import math
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

from tactful.errors import InputError
from tactful.formats.records import kind

PathParts = tuple[str | int, ...]


class Repeats(dict[str, Any]):
    """An object that had equal keys: ``repeated`` holds (position from 0, key) of the later ones."""

    repeated: list[tuple[int, str]]


def decode(text: str) -> tuple[Any, bool]:
    """The document, and whether some object in it is a `Repeats`.

    Raises ``ValueError``, whose message quotes nothing of the text, for what is not JSON, for NaN and
    infinities, for numbers that do not fit, and for nesting that is too deep to read.
    """
    found = False

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal found
        plain = dict(items)
        if len(plain) == len(items):
            return plain
        found = True
        seen: set[str] = set()
        repeats = Repeats(plain)
        repeats.repeated = []
        for at, (key, _) in enumerate(items):
            if key in seen:
                repeats.repeated.append((at, key))
            seen.add(key)
        return repeats

    try:
        return json.loads(text, object_pairs_hook=pairs, parse_constant=_refuse, parse_float=_finite), found
    except json.JSONDecodeError as err:
        raise ValueError(f"not JSON: {err.msg} at line {err.lineno}, column {err.colno}") from None
    except RecursionError:
        raise ValueError("not JSON: nested too deeply") from None
    except NotANumberError as err:
        raise ValueError(str(err)) from None
    except ValueError:  # an integer of more digits than Python converts
        raise ValueError("not JSON: a number with too many digits") from None


def repeats_in(document: Any) -> Iterator[tuple[PathParts, Repeats]]:
    """Every object with repeated keys, and the way to it; in the order of the document."""
    stack: list[tuple[PathParts, Any]] = [((), document)]
    while stack:
        way, value = stack.pop()
        if isinstance(value, Repeats):
            yield way, value
        below: list[tuple[PathParts, Any]] = []
        if isinstance(value, dict):
            below = [((*way, key), child) for key, child in value.items()]
        elif isinstance(value, list):
            below = [((*way, at), child) for at, child in enumerate(value)]
        stack.extend(reversed([item for item in below if isinstance(item[1], dict | list)]))


def encode(value: Any, indent: int | None = None) -> str:
    """JSON in ASCII: every string survives, lone surrogates too. ``InputError`` for what JSON cannot hold."""
    try:
        return json.dumps(value, indent=indent, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        raise InputError("a value that JSON cannot hold", expected="JSON values") from None


def write_atomically(path: Path, write: Callable[[IO[str]], None]) -> None:
    """The whole file or no change: written beside ``path``, readable for its owner, and moved over it.

    Raises ``InputError`` with the file where it cannot be written or ``write`` raises one.
    """
    temporary: str | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".tactful-")  # mode 0600
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            write(stream)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, path)
        temporary = None
    except (OSError, ValueError) as err:  # ValueError: a null byte in the name
        reason = f"cannot be written ({getattr(err, 'strerror', None) or 'error'})"
        raise InputError(reason, file=path, expected="a writable file") from None
    except InputError as err:
        if err.file is not None:
            raise
        raise InputError(err.problem, file=path, field=err.field, expected=err.expected) from None
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)


def a_kind(value: object) -> str:
    """The JSON name of a value's type with its article, for errors that may not show the value."""
    name = kind(value)
    return name if name == "null" else f"an {name}" if name == "object" else f"a {name}"


class NotANumberError(ValueError):
    """NaN, an infinity, or a number too large for a double."""


def _refuse(_: str) -> Any:
    raise NotANumberError("not JSON: a number that is NaN or infinite")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise NotANumberError("not JSON: a number beyond the range of a double")
    return value
