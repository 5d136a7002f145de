"""Reads a model's list of private items: the authors' line format, or JSON.

One line: ``Ann Example | high | 1(Basic Identity Identifiers) | {"x1":210,"y1":225,"x2":371,"y2":243} | no``
(the recognition tool of GUIGuard-Bench). The text may hold "|" itself, so lines are read from the right.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tactful.recognize.view import Finding
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


# Reads the words that models use for risk, category, necessity and boxes.

Corners = tuple[float, float, float, float]

TYPES = (
    *("person", "username", "account", "id_number", "otp", "secret"),
    *("email", "phone", "address", "contact", "card", "bank", "amount", "company", "education", "job"),
    *("ip", "mac", "device", "url"),
    *(
        "time",
        "date",
        "schedule",
        "message",
        "subject",
        "preview",
        "search",
        "suggestion",
        "history",
        "order",
    ),
    *("health", "religion", "politics", "sexuality", "location", "coordinates"),
    *("badge", "avatar", "face", "photo", "file", "note", "preference", "status", "text"),
)

_RISKS = {
    "none": Risk.NONE, "no": Risk.NONE, "public": Risk.NONE, "safe": Risk.NONE,
    "low": Risk.LOW,
    "medium": Risk.MEDIUM, "mid": Risk.MEDIUM, "moderate": Risk.MEDIUM,
    "high": Risk.HIGH, "critical": Risk.HIGH,
}  # fmt: skip
_YES = frozenset({"yes", "true", "y", "1", "necessary", "essential"})
_NO = frozenset({"no", "false", "n", "0", "unnecessary", "not necessary", "not essential"})
_NOTHING = frozenset({"", "-", "—", "none", "null", "n/a", "na", "0", "no"})
_NUMBER = r"(-?\d+(?:\.\d+)?)"
_NAMED = tuple(
    re.compile(rf"""["']?{key}["']?\s*[:=]\s*["']?{_NUMBER}""", re.I) for key in ("x1", "y1", "x2", "y2")
)
_LISTED = re.compile(r"[\[(]\s*" + r"\s*,\s*".join([_NUMBER] * 4) + r"\s*[\])]")


def read_risk(said: Any) -> Risk | None:
    """A risk level from words such as "high", "High_risk" or "no risk"; None for anything else."""
    words = re.sub(r"[\s_*`-]+", " ", str(said)).strip().lower()
    return _RISKS.get(words.removesuffix("risk").strip())


def read_category(said: Any) -> Category | None:
    """A category from its digit, name or title, such as "2(Contact & Financial)".

    None for "0", "-" and the like; ``ValueError`` for anything that names no category.
    """
    words = str("" if said is None else said).strip(" *`").lower()
    bare = re.sub(r"[\s_]+", "_", words)
    if words in _NOTHING or re.fullmatch(r"0\s*[(.:].*", words):
        return None
    if match := re.fullmatch(r"([1-6])(?:\D.*)?", words):
        return Category.from_digit(match.group(1))
    for category in Category:
        if bare == category.value or words == category.title.lower():
            return category
    raise ValueError("no category")


def read_necessary(said: Any) -> bool | None:
    """Yes or no; None for anything else."""
    words = str(said).strip(" *`.").lower()
    return True if words in _YES else False if words in _NO else None


def read_corners(said: Any) -> Corners | None:
    """x1, y1, x2, y2 from an object, a list, or text that holds one; None where there is no such box."""
    if isinstance(said, dict):
        lowered = {str(key).lower(): value for key, value in said.items()}
        said = [lowered.get(key) for key in ("x1", "y1", "x2", "y2")]
    if isinstance(said, str):
        found = [match.group(1) for pattern in _NAMED if (match := pattern.search(said))]
        listed = _LISTED.search(said)
        said = found if len(found) == 4 else list(listed.groups()) if listed else None
    if not isinstance(said, (list, tuple)) or len(said) != 4:
        return None
    try:
        x1, y1, x2, y2 = (float(value) for value in said)
    except (TypeError, ValueError):
        return None
    if not all(math.isfinite(value) for value in (x1, y1, x2, y2)) or x1 == x2 or y1 == y2:
        return None
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


# What is said of a line when the model said something usable, and when it did not.

CONFIDENCE = 0.7  # models give none; below this package's sure rules, above its guesses
# It is sure that nothing is known: no weaker word that the line is public may stand against it.
_UNKNOWN_CONFIDENCE = 1.0


def describe(risk: Risk, category: Category | None) -> str:
    """A model's label in words."""
    if risk is Risk.NONE:
        return "the vision model calls this public or interface text"
    what = "" if category is None else f", {category.title}"
    return f"the vision model labels this {risk.value} risk{what}"


def unknown(unit: int, source: str) -> Finding:
    """A unit that the model gave no usable label: unknown, hence medium risk, never clean."""
    return Finding(
        unit=unit,
        type="unknown",
        risk=Risk.MEDIUM,
        category=None,
        confidence=_UNKNOWN_CONFIDENCE,
        reason="unscored: the vision model gave no usable label for this line",
        source=source,
    )
