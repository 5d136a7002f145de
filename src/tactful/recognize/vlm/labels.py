"""Reads the words that models use for risk, category, necessity and boxes."""

from __future__ import annotations

import math
import re
from typing import Any

from tactful.terms import Category, Risk

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
