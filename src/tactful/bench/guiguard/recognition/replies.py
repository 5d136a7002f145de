"""Reads the answers of the recognition prompts, and counts the lines that are none.

Full answers (``text | risk | n(Category) | {box} | necessary``) are read by `tactful.recognize.vlm.reply`;
here are the shorter forms of the binary, the grounded and the decomposed designs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from tactful.models import Reply
from tactful.recognize import Corners, read_category, read_corners, read_listing, read_necessary, read_risk
from tactful.terms import Category, Risk

_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_RULE = re.compile(r"^[\s|:-]+$")
_NUMBER = re.compile(r"\W*(\d{1,6})\W*")
_PRIVATE = {"private": True, "public": False}

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of a free answer; ``corners`` are still in the model's own coordinates."""

    text: str = field(repr=False)
    corners: Corners
    risk: Risk
    category: Category | None = None
    necessary: bool = False


@dataclass(frozen=True, slots=True)
class FreeAnswer:
    """The items of a free answer. ``lines`` counts the lines that are or should be items, ``broken`` those
    of them that could not be read; ``usable`` says whether the answer says anything in the form asked for."""

    entries: tuple[Entry, ...]
    lines: int
    broken: int
    usable: bool


@dataclass(frozen=True, slots=True)
class NumberedAnswer(Generic[Value]):
    """What an answer says of each number; ``broken`` counts lines that say nothing of a number asked for."""

    values: Mapping[int, Value]
    lines: int
    broken: int


def read_free(reply: Reply) -> FreeAnswer:
    """An answer in the full form, as lines or as JSON."""
    listing = read_listing(reply.text, truncated=reply.truncated)
    entries = tuple(Entry(i.text, i.corners, i.risk, i.category, i.necessary) for i in listing.items)
    broken = len(listing.broken) + (0 if listing.usable else len(listing.prose))
    return FreeAnswer(entries, len(entries) + broken, broken, listing.usable)


def read_binary(reply: Reply) -> FreeAnswer:
    """``text | private | {box}`` a line. What is called public is no item, but a line that was read.

    Private without labels stands as medium risk here: that it has a risk is all that is asked of it.
    """

    def entry(fields: list[str]) -> Entry | None:
        text, said, box = fields
        corners, private = read_corners(box), _PRIVATE.get(_word(said))
        if not text or corners is None or private is None:
            return None
        return Entry(text, corners, Risk.MEDIUM if private else Risk.NONE)

    return _listed(reply, 3, entry)


def read_extracted(reply: Reply) -> FreeAnswer:
    """``text | {box}`` a line, the first stage of the decomposed design; the risk is still to be given."""

    def entry(fields: list[str]) -> Entry | None:
        text, box = fields
        corners = read_corners(box)
        return Entry(text, corners, Risk.MEDIUM) if text and corners is not None else None

    return _listed(reply, 2, entry)


Labels = tuple[Risk, Category | None, bool]


def read_labels(reply: Reply, wanted: Collection[int]) -> NumberedAnswer[Labels]:
    """``number | risk | n(Category) | necessary`` a line."""

    def labels(fields: list[str]) -> Labels | None:
        risk, necessary = read_risk(fields[0]), read_necessary(fields[2])
        if risk is None or necessary is None:
            return None
        category = read_category(fields[1])
        return (risk, None, False) if risk is Risk.NONE else (risk, category, necessary)

    return _numbered(reply, wanted, 3, labels)


def read_private(reply: Reply, wanted: Collection[int]) -> NumberedAnswer[bool]:
    """``number | private or public`` a line."""
    return _numbered(reply, wanted, 1, lambda fields: _PRIVATE.get(_word(fields[0])))


def read_risks(reply: Reply, wanted: Collection[int]) -> NumberedAnswer[Risk]:
    """``number | risk`` a line, the second stage of the decomposed design."""
    return _numbered(reply, wanted, 1, lambda fields: read_risk(fields[0]))


def read_categories(reply: Reply, wanted: Collection[int]) -> NumberedAnswer[tuple[Category | None, bool]]:
    """``number | n(Category) | necessary`` a line, the third stage of the decomposed design."""

    def labels(fields: list[str]) -> tuple[Category | None, bool] | None:
        necessary = read_necessary(fields[1])
        return None if necessary is None else (read_category(fields[0]), necessary)

    return _numbered(reply, wanted, 2, labels)


def _listed(reply: Reply, columns: int, read: Callable[[list[str]], Entry | None]) -> FreeAnswer:
    entries: list[Entry] = []
    broken = prose = 0
    none = False
    for line in _lines(reply):
        # The text may hold bars itself, so lines are read from the right.
        fields = [part.strip() for part in line.rsplit("|", columns - 1)]
        entry = read(fields) if len(fields) == columns else None
        if entry is not None:
            entries.append(entry)
        elif line.strip(" .*[]").lower() == "none":
            none = True
        elif "|" in line:
            broken += 1
        else:
            prose += 1
    usable = bool(entries) or (none and not broken and not reply.truncated)
    broken += 0 if usable else prose
    return FreeAnswer(tuple(entries), len(entries) + broken, broken, usable)


def _numbered(
    reply: Reply, wanted: Collection[int], columns: int, read: Callable[[list[str]], Value | None]
) -> NumberedAnswer[Value]:
    """The first word on every number counts; the last line of a cut answer is not trusted."""
    values: dict[int, Value] = {}
    lines = _lines(reply)
    broken = 0
    for at, line in enumerate(lines):
        fields = [part.strip() for part in line.split("|")]
        number = _NUMBER.fullmatch(fields[0])
        value = None
        if number and len(fields) == columns + 1 and not (reply.truncated and at == len(lines) - 1):
            try:
                value = read(fields[1:])
            except ValueError:  # a category that there is none of
                value = None
        if number is None or value is None or int(number.group(1)) not in wanted:
            broken += 1
        else:
            values.setdefault(int(number.group(1)), value)
    return NumberedAnswer(values, len(lines), broken)


def _lines(reply: Reply) -> list[str]:
    """The lines that are not empty, without thoughts, fences, and what frames a Markdown table."""
    found = []
    for raw in _THOUGHT.sub("", reply.text).splitlines():
        line = raw.strip()
        if not line or line.startswith("```") or _RULE.match(line):
            continue
        if line.startswith("|") and line.endswith("|") and len(line) > 1:
            line = line[1:-1].strip()
        found.append(line)
    return found


def _word(said: str) -> str:
    return said.strip(" *`.").lower()
