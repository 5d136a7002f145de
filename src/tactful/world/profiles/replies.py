"""Reading a model's JSON: code fences and thinking stripped, duplicate keys kept visible, nothing guessed."""

from __future__ import annotations

import json
import re
from typing import Any

from tactful.errors import UnscoredError

_THINKING = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```(?:json)?\s*\n?(.*?)```", re.DOTALL | re.IGNORECASE)
_OPEN_FENCE = re.compile(r"^\s*```(?:json)?\s*\n?", re.IGNORECASE)


CUT = "the reply ends before the JSON object does"


class Pairs(list[tuple[str, Any]]):
    """A JSON object as its members in order, a key that stands twice twice."""


def json_object(reply: str) -> Pairs:
    """The one JSON object of a reply, as `Pairs`; objects within it are `Pairs` as well.

    Line breaks within strings are let through: models copy addresses that have them.

    Raises ``UnscoredError`` that says what is wrong and quotes nothing: an empty reply, no object, broken
    JSON with its line and column, more text than the object.
    """
    text = said(reply)
    if not text:
        raise UnscoredError("an empty reply")
    fenced = _FENCE.search(text)
    body = fenced[1] if fenced else _OPEN_FENCE.sub("", text)
    start = body.find("{")
    if start < 0:
        raise UnscoredError("no JSON object in the reply")
    body = body[start:].strip()
    try:
        value, end = json.JSONDecoder(
            object_pairs_hook=Pairs, parse_constant=_no_constant, strict=False
        ).raw_decode(body)
    except json.JSONDecodeError as err:
        cut = CUT if err.pos >= len(body) - 1 or "Unterminated" in err.msg else "broken JSON"
        raise UnscoredError(f"{cut}: {err.msg} at line {err.lineno}, column {err.colno}") from None
    except ValueError:
        raise UnscoredError("broken JSON: a number that is NaN or infinite") from None
    except RecursionError:
        raise UnscoredError("broken JSON: nested too deeply") from None
    if "{" in body[end:]:
        raise UnscoredError("more than one JSON object in the reply")
    return value if isinstance(value, Pairs) else Pairs()


def said(reply: str) -> str:
    """The reply without its thinking; "" where it ends within it, since a draft is no answer."""
    text = _THINKING.sub("", reply)
    # Some servers keep only the end of the thinking; a beginning without an end was cut off.
    text = re.split(r"</think(?:ing)?>", text, flags=re.IGNORECASE)[-1]
    return re.split(r"<think(?:ing)?>", text, flags=re.IGNORECASE)[0].strip()


def complete_members(reply: str) -> Pairs:
    """The members of an object that was cut off, as far as they are complete; empty where it is broken."""
    text = said(reply)
    start = text.find("{")
    out = Pairs()
    decoder = json.JSONDecoder(object_pairs_hook=Pairs, parse_constant=_no_constant, strict=False)
    at = start + 1
    while start >= 0:
        try:
            key, at = decoder.raw_decode(text, _skip(text, at, ","))
            value, at = decoder.raw_decode(text, _skip(text, at, ":"))
        except (ValueError, RecursionError):
            break
        if not isinstance(key, str):
            break
        out.append((key, value))
    return out


def plain(value: Any) -> Any:
    """`Pairs` as dictionaries, all the way down; the first of two equal keys stays."""
    if isinstance(value, Pairs):
        return {key: plain(item) for key, item in reversed(value)}
    return [plain(item) for item in value] if isinstance(value, list) else value


def _skip(text: str, at: int, mark: str) -> int:
    """The place after white space and at most one ``mark``."""
    found = re.compile(rf"\s*{mark}?\s*").match(text, at)
    return found.end() if found else at


def _no_constant(_: str) -> Any:
    raise ValueError("not a JSON number")
