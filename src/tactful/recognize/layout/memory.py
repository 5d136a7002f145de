"""Results of pure functions of a text, kept while one screen is looked at and forgotten right after.

Screens hold private values, so no text may stay in a cache once its screen is done.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

_Result = TypeVar("_Result")
_CLEAR: list[Callable[[], None]] = []


def remembered(function: Callable[[str], _Result]) -> Callable[[str], _Result]:
    """The function with a cache that ``forget`` empties."""
    cached = lru_cache(maxsize=8192)(function)
    _CLEAR.append(cached.cache_clear)
    return cached


def forget() -> None:
    """Empty every cache that holds texts of a screen."""
    for clear in _CLEAR:
        clear()
