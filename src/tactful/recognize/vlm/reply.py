"""Reads a model's list of private items: the authors' line format, or JSON.

One line: ``Ann Example | high | 1(Basic Identity Identifiers) | {"x1":210,"y1":225,"x2":371,"y2":243} | no``
(the recognition tool of GUIGuard-Bench). The text may hold "|" itself, so lines are read from the right.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tactful.recognize.vlm.labels import Corners, read_category, read_corners, read_necessary, read_risk
from tactful.terms import Category, Risk

_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_JSON = re.compile(r"^\s*(?:```\w*\s*)?(\[|\{\s*\"\w+\"\s*:)")
_HEADER = re.compile(r"\|\s*risk\s*\|.*\|\s*necessary\b|^[\s|:-]+$", re.I)
_KEYS = {
    "text": ("text", "content", "value"),
    "risk": ("risk", "risk_level", "level"),
    "category": ("category", "category_id"),
    "box": ("box", "bbox", "bbox_2d", "coordinates", "position"),
    "necessary": ("necessary", "is_task_essential", "essential", "task_necessary"),
}


@dataclass(frozen=True, slots=True)
class Item:
    """One item as the model gave it; ``corners`` are still in the model's own coordinates."""

    text: str = field(repr=False)
    risk: Risk
    category: Category | None
    corners: Corners
    necessary: bool


@dataclass(frozen=True, slots=True)
class Listing:
    """What could be read of a reply, and what could not.

    ``broken`` are lines that should be items and are not, ``prose`` lines without any field. ``cut`` says
    that the reply ends in the middle. ``empty`` says that the model declared that nothing is private.
    """

    items: tuple[Item, ...]
    broken: tuple[str, ...] = field(default=(), repr=False)
    prose: tuple[str, ...] = field(default=(), repr=False)
    cut: bool = False
    empty: bool = False

    @property
    def usable(self) -> bool:
        """Whether the reply says anything at all in the form that was asked for."""
        return bool(self.items) or (self.empty and not self.broken and not self.cut)


def read_listing(text: str, *, truncated: bool = False) -> Listing:
    """Reads a reply in either form; never raises."""
    body = _THOUGHT.sub("", text).strip()
    listing = _from_lines(body, truncated)
    start = _JSON.search(body)
    if start and not listing.items:
        return _from_json(body[start.start(1) :].rstrip("` \n"), truncated)
    return listing


def _from_lines(body: str, truncated: bool) -> Listing:
    items: list[Item] = []
    broken: list[str] = []
    prose: list[str] = []
    empty = False
    lines = [line.strip() for line in body.splitlines()]
    lines = [line for line in lines if line and not line.startswith("```") and not _HEADER.search(line)]
    for number, line in enumerate(lines):
        item = read_line(line)
        if item is not None:
            items.append(item)
        elif line.strip(" .*[]").lower() == "none":
            empty = True
        elif "|" in line or (truncated and number == len(lines) - 1):
            broken.append(line)
        else:
            prose.append(line)
    return Listing(tuple(items), tuple(broken), tuple(prose), truncated, empty)


def read_line(line: str) -> Item | None:
    """One line of the authors' format, read from the right; None where a field does not parse."""
    if line.startswith("|") and line.endswith("|") and len(line) > 1:
        line = line[1:-1]  # a row of a Markdown table
    fields = [part.strip() for part in line.rsplit("|", 4)]
    if len(fields) != 5:
        return None
    text, risk, category, box, necessary = fields
    return _item(text.strip("`*"), risk, category, box, necessary)


def _from_json(body: str, truncated: bool) -> Listing:
    items: list[Item] = []
    broken: list[str] = []
    objects, ended = _objects(body)
    for entry, source in objects:
        values = {name: _first(entry, keys) for name, keys in _KEYS.items()}
        item = None if values["box"] is None and "x1" not in entry else _item(
            values["text"], values["risk"], values["category"], values["box"] or entry, values["necessary"]
        )  # fmt: skip
        if item is None:
            broken.append(source)
        else:
            items.append(item)
    empty = ended and not items and not broken and re.fullmatch(r"\[\s*\]\W*", body) is not None
    return Listing(tuple(items), tuple(broken), (), truncated or not ended, empty)


def _objects(body: str) -> tuple[list[tuple[dict[str, Any], str]], bool]:
    """The objects of a JSON array that may be cut off, or of one object a line; and whether all is whole."""
    decoder = json.JSONDecoder()
    try:
        whole, end = decoder.raw_decode(body)
    except (ValueError, RecursionError):
        return list(_salvage(body, decoder, 1)), False
    if isinstance(whole, dict):
        lists = [
            value for value in whole.values() if isinstance(value, list) and value and _is_entry(value[0])
        ]
        if not lists:
            found = list(_salvage(body, decoder, 0))
            return found, len(found) == sum(line.lstrip().startswith("{") for line in body.splitlines())
        whole = lists[0]
    entries = [entry if isinstance(entry, dict) else {"text": entry} for entry in whole]
    return [(entry, json.dumps(entry, ensure_ascii=False)) for entry in entries], "{" not in body[end:]


def _is_entry(value: Any) -> bool:
    return isinstance(value, dict) and any(key in value for key in _KEYS["text"])


def _salvage(body: str, decoder: json.JSONDecoder, position: int) -> Iterator[tuple[dict[str, Any], str]]:
    """Every complete item from ``position`` on, whatever stands around it."""
    position = body.find("{", position)
    while position >= 0:
        try:
            entry, end = decoder.raw_decode(body, position)
        except (ValueError, RecursionError):
            end = position + 1
        else:
            if _is_entry(entry):
                yield entry, body[position:end]
        position = body.find("{", end)


def _first(entry: dict[str, Any], keys: tuple[str, ...]) -> Any:
    return next((entry[key] for key in keys if key in entry), None)


def _item(text: Any, risk: Any, category: Any, box: Any, necessary: Any) -> Item | None:
    level, need, corners = read_risk(risk), read_necessary(necessary), read_corners(box)
    if not isinstance(text, str) or not text.strip() or level is None or need is None or corners is None:
        return None
    try:
        kind = read_category(category)
    except ValueError:
        return None
    return Item(text.strip(), level, None if level is Risk.NONE else kind, corners, need)
