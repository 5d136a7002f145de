"""What makes two texts one entity: the value without what stands around it, in comparable form.

``<ann@example.com>``, ``mailto:ann@example.com`` and ``ann@example.com,`` are one e-mail address. What is
shown keeps the brackets; what is compared, numbered and put back is the address.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tactful.protect.shapes import DROPPED, SPACE, classes, classify, digits, normal

NAME_TYPES = frozenset({"person", "username", "account", "email", "contact", "company", "url"})
"""Types whose name-like words share their replacements."""
NUMBER_TYPES = frozenset({"phone", "card", "bank", "id_number"})
"""Types that are compared by their letters and digits alone."""
CASE_TYPES = frozenset({"secret", "otp"})
"""Types in which case and width count."""
TRIMMED_TYPES = NAME_TYPES | NUMBER_TYPES | {"otp", "ip", "mac", "device", "coordinates", "address"}
"""Types whose values do not begin or end with punctuation of their own; secrets may."""

_MARKS = frozenset(",;:.!?\"'`´|…·•、。，；：！？．“”„‘’‚«»‹›「」『』《》〈〉")
_PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">", "（": "）", "［": "］", "＜": "＞", "【": "】", "〔": "〕"}
_CLOSING = {closing: opening for opening, closing in _PAIRS.items()}
_LINK = re.compile(r"(?:mailto|tel|sms|smsto|callto):(?=[^\s:])", re.IGNORECASE)
_SCHEME = re.compile(r"(?:https?://)?(?:www\.)?", re.IGNORECASE)


class Parts(NamedTuple):
    """A text as the value and what stands before and behind it."""

    lead: str
    core: str
    tail: str


def trim(text: str, type: str) -> Parts:
    """``text`` cut into value and surroundings, by its type; the value is all of it for longer texts.

    Taken off are punctuation, brackets whose other half is taken off too or missing, and ``mailto:``,
    ``tel:`` and their like. A text of nothing else is left whole.
    """
    if type not in TRIMMED_TYPES:
        return Parts("", text, "")
    start, end = 0, len(text)
    while start < end:
        first, last = text[start], text[end - 1]
        partner = _partner(text[start:end])
        link = _LINK.match(text, start, end)
        if link:
            start = link.end()
        elif first in _PAIRS and partner == end - start - 1:
            start, end = start + 1, end - 1
        elif _mark(first) or (first in _PAIRS and partner is None):
            start += 1
        elif _mark(last) or (
            last in _CLOSING and text.count(_CLOSING[last], start, end) < text.count(last, start, end)
        ):
            end -= 1
        else:
            return Parts(text[:start], text[start:end], text[end:])
    return Parts("", text, "")


def keys(core: str, type: str) -> list[str]:
    """The forms under which a trimmed value is known, the most telling first.

    Each counts the characters that a pseudonym replaces: values that share a key share a pseudonym.
    """
    count = sum(kind.replaced for kind in classes(core))
    if type in CASE_TYPES:
        return [f"s{count}:{core}"]
    bare = core
    if type == "url":
        bare = core[_prefix(core) :].rstrip("/") or core
    elif type in ("username", "account"):
        bare = core.lstrip("@＠") or core
    found = [f"n{count}:{normal(bare)}"]
    if type in NUMBER_TYPES and digits(core):
        found.append(f"d{count}:{digits(core)}")
    return found


def _partner(text: str) -> int | None:
    """Where the bracket that ``text`` begins with is closed."""
    depth = 0
    for i, ch in enumerate(text):
        depth += (ch == text[0]) - (ch == _PAIRS.get(text[0]))
        if not depth:
            return i
    return None


def _mark(ch: str) -> bool:
    return ch in _MARKS or classify(ch).script in (SPACE, DROPPED)


def _prefix(core: str) -> int:
    match = _SCHEME.match(core)
    return match.end() if match else 0
