"""Which part of a data set an evaluation runs on: one declaration for commands and tasks."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tactful.runs import Option

if TYPE_CHECKING:
    from tactful.terms import CaseData


@dataclass(frozen=True, slots=True)
class DataChoice:
    """A part of a data set: by platform, languages (a, b), split, a number of tasks, and steps of each."""

    data: str
    platform: str = "all"
    lang: str | None = None
    split: str | None = None
    limit: int | None = None
    first: int | None = None
    seed: int = 0

    @classmethod
    def of(
        cls,
        data: Path | str,
        platform: str | None = None,
        lang: str | Sequence[str] | None = None,
        split: str | None = None,
        limit: int | None = None,
        first: int | None = None,
        seed: int = 0,
    ) -> DataChoice:
        """From options as a command or a task is given them."""
        langs = [lang] if isinstance(lang, str) else lang or []
        words = [word.strip() for each in langs for word in str(each).split(",") if word.strip()]
        return cls(str(data), platform or "all", ",".join(words) or None, split, limit, first, seed)

    def read(self) -> CaseData:
        """The chosen part with all its screenshots, read once a process; ``InputError`` for none."""
        return _read_choice(self)

    def to_json(self) -> dict[str, Any]:
        """Without the path, which may hold words of its own."""
        return {name: getattr(self, name) for name in self.__slots__ if name != "data"}


@dataclass(frozen=True, kw_only=True)
class DataSettings:
    """The settings by which a command or a task chooses from a data set."""

    data: Annotated[str, Option("World trajectories, the GUIGuard-Bench release, or runs with labels.")]
    platform: Annotated[str, Option("android, pc, or all.")] = "all"
    lang: Annotated[tuple[str, ...], Option("Languages: en,zh.", default_text="all")] = ()
    split: Annotated[str | None, Option("train or validation.", default_text="all")] = None
    limit: Annotated[int | None, Option("Only N tasks, drawn by the seed.", min=1)] = None
    seed: Annotated[int, Option("Of all that is drawn: tasks, pseudonyms, random blocks, intervals.")] = 0

    def choice(self, steps: int | None = None) -> DataChoice:
        """The part of the data, of each task the first ``steps``."""
        return DataChoice.of(self.data, self.platform, self.lang, self.split, self.limit, steps, self.seed)


@functools.lru_cache(maxsize=2)
def _read_choice(choice: DataChoice) -> CaseData:
    from tactful.bench.guiguard.data import choose, read_screen_data, require_images

    data = read_screen_data(choice.data, limit=choice.limit, seed=choice.seed)
    langs = None if choice.lang is None else choice.lang.split(",")
    chosen = choose(data, platform=choice.platform, lang=langs, split=choice.split, steps=choice.first)
    return require_images(chosen)


ORIGINAL = "original"
"""The name of the unprotected condition: the operator ``keep``, which hides nothing."""

METHODS = ("black", "mosaic", "randblocks", "replace")
"""The four methods of protection that need nothing but this package."""


@dataclass(frozen=True, kw_only=True)
class ProtectionSettings(DataSettings):
    """Which protected forms of which screens, for `tactful bench protect` and the leakage test."""

    methods: Annotated[
        tuple[str, ...],
        Option(
            "black, mosaic, randblocks, replace, fixed, replace_llm; with a level: black-60; with a policy: "
            "black@high, policy@hybrid.",
            default_text=",".join(METHODS),
        ),
    ] = ()
    by: Annotated[str, Option("Who says what is private: annotations, or guard (our recognizers).")] = (
        "annotations"
    )
    steps: Annotated[int | None, Option("Only the first N screens of a task.", min=1)] = None


@dataclass(frozen=True, kw_only=True)
class NamedMethods(ProtectionSettings):
    """The same for a command, with methods also named by levels or by a policy."""

    levels: Annotated[
        tuple[int, ...], Option("Levels of Table 7, for every method: 10,20,30,40,60,80,100.")
    ] = ()
    policy: Annotated[str | None, Option("A preset or YAML file that says which regions are hidden.")] = None
    json: Annotated[bool, Option("One JSON document on stdout, and nothing else there.")] = False


@dataclass(frozen=True, kw_only=True)
class LeakageSettings(ProtectionSettings):
    """Which protected screens an evaluator is shown, and what it knows beforehand."""

    known: Annotated[
        str | None,
        Option(
            "JSON of what the dictionary's attacker knows: type -> values, patterns. By default how codes, "
            "telephone and card numbers are written."
        ),
    ] = None
    protected: Annotated[
        str | None, Option("A folder of `tactful bench protect`; else screens are protected in memory.")
    ] = None
