"""Which screens a recognition evaluation runs on."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from tactful.bench.guiguard.data import choose, read_data, require_images
from tactful.bench.guiguard.recognition.rows import Place, places
from tactful.terms import CaseData


@dataclass(frozen=True, slots=True)
class DataChoice:
    """A part of a data set: by platform, language, split, a number of tasks, and steps of each."""

    data: str
    platform: str = "all"
    lang: str | None = None
    split: str | None = None
    limit: int | None = None
    first: int | None = None
    seed: int = 0

    def read(self) -> CaseData:
        """The chosen part with all its screenshots; ``InputError`` where it cannot be had."""
        found = read_data(self.data, limit=self.limit, seed=self.seed)
        langs = None if self.lang is None else [each.strip() for each in self.lang.split(",")]
        chosen = choose(found, platform=self.platform, lang=langs, split=self.split, steps=self.first)
        return require_images(chosen)

    def to_json(self) -> dict[str, Any]:
        """Without the path, which may hold words of its own."""
        return {name: getattr(self, name) for name in self.__slots__ if name != "data"}


@dataclass(frozen=True, slots=True)
class Prepared:
    """The data, and its labelled screens in order."""

    data: CaseData
    places: tuple[Place, ...]


@functools.lru_cache(maxsize=2)
def prepared(choice: DataChoice) -> Prepared:
    """Read once a process for the same choice; ``InputError`` where nothing is left or labelled."""
    data = choice.read()
    return Prepared(data, places(data))
