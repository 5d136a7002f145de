"""What the readers of records share: JSON with file and line in every error, and screenshot look-up."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any, NoReturn

from tactful.errors import RecordError
from tactful.terms import Box, Category, Problem, Region, Risk

_FAR = 10_000_000  # pixels; no screen is larger


def read_bytes(path: Path, expected: str) -> bytes:
    """The file's bytes; ``RecordError`` where it cannot be read or is empty."""
    try:
        data = path.read_bytes()
    except OSError as err:
        raise RecordError(
            f"cannot be read ({err.strerror or 'error'})", file=path, expected=expected
        ) from None
    except ValueError:
        raise RecordError("is not a usable file name", expected=expected) from None
    if not data.strip():
        raise RecordError("the file is empty", file=path, expected=expected)
    return data


def parse_json(text: str | bytes) -> Any:
    """JSON without NaN and infinities. Raises ``ValueError`` whose message quotes nothing of the text."""
    try:
        return json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as err:
        raise ValueError(f"not JSON: {err.msg} at line {err.lineno}, column {err.colno}") from None
    except UnicodeDecodeError:
        raise ValueError("not JSON: the text is not UTF-8") from None
    except RecursionError:
        raise ValueError("not JSON: nested too deeply") from None


def read_json(path: Path, expected: str) -> Any:
    """A whole JSON document; ``RecordError`` with the file where there is none."""
    data = read_bytes(path, expected)
    try:
        return parse_json(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise RecordError("not JSON: the text is not UTF-8", file=path, expected=expected) from None
    except ValueError as err:
        raise RecordError(str(err), file=path, expected=expected) from None


def read_jsonl(path: Path, expected: str) -> tuple[list[tuple[int, dict[str, Any]]], list[Problem]]:
    """The objects of a JSON-lines file with their line numbers, and a ``Problem`` for every other line.

    Blank lines are no records. Raises ``RecordError`` where the file cannot be read or is empty.
    """
    rows: list[tuple[int, dict[str, Any]]] = []
    problems: list[Problem] = []
    for number, line in enumerate(
        read_bytes(path, expected).removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1
    ):
        if not line.strip():
            continue
        try:
            value = parse_json(line)
        except ValueError as err:
            # The decoder counts lines from the record's own start.
            problems.append(Problem(path, number, re.sub(r" at line \d+, column", " at column", str(err))))
            continue
        if isinstance(value, dict):
            rows.append((number, value))
        else:
            problems.append(Problem(path, number, f"a {kind(value)} where a record was expected"))
    return rows, problems


def kind(value: object) -> str:
    """The JSON name of a value's type, for errors that may not show the value."""
    if value is None:
        return "null"
    names = {bool: "boolean", int: "number", float: "number", str: "string", list: "list", dict: "object"}
    return names.get(type(value), type(value).__name__)


def text_of(value: object) -> str:
    """A string as it is, null as "", anything else as compact JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def joined(*parts: object) -> str:
    """The non-empty parts as paragraphs, each once."""
    texts = (text_of(part).strip() for part in parts)
    return "\n\n".join(dict.fromkeys(text for text in texts if text))


def cut_boilerplate(text: str) -> str:
    """The text before a line of three or more dashes: what follows is the framework's prompt."""
    return re.split(r"(?:^|\n)[ \t]*-{3,}[ \t]*(?:\n|$)", text, maxsplit=1)[0].strip()


def find_screenshot(root: Path, recorded: str) -> tuple[Path | None, str]:
    """The file that a record names, and "" or why there is none.

    Recorded paths often come from another machine, so the bare name is looked for in ``root`` and its
    ``images/`` too. A path that leads out of ``root`` is never followed.
    """
    pure = PurePosixPath(recorded.strip().replace("\\", "/"))
    if not pure.name or pure.name == ".." or "\x00" in recorded:
        return None, "the record names no screenshot"
    tried = [] if pure.is_absolute() or ".." in pure.parts else [root / pure]
    tried += [root / "images" / pure.name, root / pure.name]
    for path in tried:
        try:
            if path.is_file():
                return path, ""
        except OSError:
            continue  # a name too long for the file system is a missing file
    return None, "the screenshot that the record names is missing"


def box_of(value: object) -> Box:
    """A box of four finite numbers x1 y1 x2 y2; ``ValueError`` saying what was found."""
    if not isinstance(value, list | tuple) or len(value) != 4:
        raise ValueError(f"field 'box': a {kind(value)} (expected four numbers x1, y1, x2, y2)")
    if not all(isinstance(v, int | float) and not isinstance(v, bool) for v in value):
        raise ValueError("field 'box': not all numbers (expected x1, y1, x2, y2)")
    if not all(-_FAR < v < _FAR for v in value):  # false for NaN too
        raise ValueError("field 'box': numbers beyond any screen (expected pixels)")
    return Box.of(value)


def field_of(record: Mapping[str, Any], name: str, types: type | tuple[type, ...], default: Any) -> Any:
    """``record[name]`` if it has one of ``types``, ``default`` if absent, else ``ValueError``."""
    value = record.get(name, default)
    if value is default:
        return value
    wanted = types if isinstance(types, tuple) else (types,)
    if not isinstance(value, wanted) or (isinstance(value, bool) and bool not in wanted):
        names = " or ".join(dict.fromkeys(kind(t()) for t in wanted))
        raise ValueError(f"field '{name}': a {kind(value)} (expected a {names})")
    return value


def region_of(record: object) -> Region:
    """A region of our own JSON form; ``ValueError`` naming the field and what was expected."""
    if not isinstance(record, Mapping):
        raise ValueError(f"a {kind(record)} where a region was expected")
    confidence = field_of(record, "confidence", (int, float), 1.0)
    if not 0.0 <= confidence <= 1.0:
        raise ValueError("field 'confidence': out of range (expected 0 to 1)")
    return Region(
        text=required(record, "text", str),
        box=box_of(record.get("box")),
        risk=risk_of(record.get("risk")),
        category=category_of(record.get("category")),
        type=field_of(record, "type", str, "text"),
        necessary=field_of(record, "necessary", bool, False),
        confidence=float(confidence),
        source=field_of(record, "source", str, ""),
        reason=field_of(record, "reason", str, ""),
        inner=field_of(record, "inner", bool, False),
    )


def region_record(region: Region) -> dict[str, Any]:
    """A region as the JSON object that `region_of` reads back exactly."""
    return {
        "text": region.text,
        "box": list(region.box.tuple()),
        "risk": region.risk.value,
        "category": None if region.category is None else region.category.value,
        "type": region.type,
        "necessary": region.necessary,
        "confidence": region.confidence,
        "source": region.source,
        "reason": region.reason,
        "inner": region.inner,
    }


def required(record: Mapping[str, Any], name: str, type_: type) -> Any:
    """``record[name]`` of the given type; ``ValueError`` where it is absent or of another type."""
    if name not in record:
        raise ValueError(f"field '{name}': missing (expected a {kind(type_())})")
    return field_of(record, name, type_, None) if record[name] is not None else _null(name, type_)


def risk_of(value: object) -> Risk:
    """The risk of a word of ours; ``ValueError`` otherwise."""
    try:
        return Risk(value)
    except ValueError:
        raise ValueError("field 'risk': unknown (expected none, low, medium or high)") from None


def category_of(value: object) -> Category | None:
    """The category of a word of ours, None for null; ``ValueError`` otherwise."""
    if value is None:
        return None
    try:
        return Category(value)
    except ValueError:
        raise ValueError("field 'category': unknown (expected one of the six categories or null)") from None


def _null(name: str, type_: type) -> NoReturn:
    raise ValueError(f"field '{name}': null (expected a {kind(type_())})")


def _no_constant(_: str) -> NoReturn:
    raise ValueError("not JSON: a number that is NaN or infinite")
