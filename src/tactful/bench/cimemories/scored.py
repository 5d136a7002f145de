"""Runs as tables of reveals: what every table and figure of a report starts from."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tactful.bench.cimemories.results import RunData, unique
from tactful.errors import InputError
from tactful.score import (
    RunScores,
    attempted,
    cells_of,
    kept,
    label_sets,
    needs,
    rule_named,
    summarize,
    tabulate,
    take_contexts,
)
from tactful.terms import Cell, MemoryRun, Profile, ProfileReveals, SampleResult

FULL = Cell()
UNKNOWN = "unknown"
PLAIN_LEVELS = (None, "", "1", 1)


@dataclass(frozen=True, slots=True)
class Choices:
    """How a report scores: label set, rule, and the seed and number of bootstrap resamples."""

    labels: str = "combined"
    rule: str = "corrected"
    seed: int = 0
    resamples: int = 2000


@dataclass(frozen=True, slots=True)
class ScoredRun:
    """One run, tabulated: ``tables`` by memory composition; ``scores`` of the full memory where it has it.

    ``name`` is unique within a report. ``profiles`` are those that the run asked about; ``fingerprint`` is of
    them and of their labels in the contexts asked about, so that runs on the same questions have the same.
    """

    name: str
    run: MemoryRun
    profiles: tuple[Profile, ...] = field(repr=False)
    tables: Mapping[Cell, tuple[ProfileReveals, ...]] = field(repr=False)
    scores: RunScores | None = field(repr=False)
    sha256: str | None
    fingerprint: str
    notes: tuple[str, ...] = ()

    @property
    def full(self) -> tuple[ProfileReveals, ...]:
        """The tables of the full memory."""
        return self.tables.get(FULL, ())

    @property
    def level(self) -> str:
        return str(self.run.settings.get("level") or "–")

    @property
    def gate(self) -> str:
        return str(self.run.settings.get("gate") or "none")

    @property
    def judge(self) -> str:
        """The judge as the settings name it, with the model where they do."""
        named = self.run.settings.get("judge_model")
        return str(named or self.run.settings.get("judge") or UNKNOWN)

    @property
    def is_baseline(self) -> bool:
        """The plain prompt without a gate: where the arrows of a model begin."""
        return self.gate == "none" and self.run.settings.get("level") in PLAIN_LEVELS

    @property
    def variant(self) -> str:
        """What is not plain about the run: its prompt level and its gate."""
        level = "" if self.run.settings.get("level") in PLAIN_LEVELS else f"level {self.level}"
        gate = "" if self.gate == "none" else f"gate {self.gate}"
        return ", ".join(part for part in (level, gate) if part)

    @property
    def short_name(self) -> str:
        """The name without what goes without saying: level 1."""
        return self.name.replace(", level 1", "", 1)

    @property
    def unscored(self) -> int:
        """Messages without a judgement."""
        return sum(sample.revealed is None for sample in self.run.samples)

    @property
    def missing(self) -> int:
        """Messages of the full memory that were never written."""
        return self.scores.missing if self.scores else 0

    def samples(self) -> list[SampleResult]:
        """The records of the full memory."""
        return [sample for sample in self.run.samples if sample.cell == FULL]


def score_runs(runs: Sequence[RunData], choices: Choices) -> tuple[ScoredRun, ...]:
    """Every run under the same labels and rule. Raises ``InputError`` where there is nothing to score."""
    if not runs:
        raise InputError("no run was given", field="runs", expected="at least one")
    names = unique([data.run.name for data in runs])
    return tuple(_score(name, data, choices) for name, data in zip(names, runs, strict=True))


def _score(name: str, data: RunData, choices: Choices) -> ScoredRun:
    profiles = _asked_profiles(data)
    tables = {cell: tables_of(data.run, profiles, cell, choices) for cell in cells_of(data.run.samples)}
    full = tables.get(FULL)
    scores = summarize(full, seed=choices.seed, resamples=choices.resamples) if full else None
    lost = not_asked(data.run, profiles, choices)
    notes = (*data.notes, f"{name}: {lost.sentence(choices.labels)}") if lost.contexts else data.notes
    return ScoredRun(name, data.run, profiles, tables, scores, data.sha256, _fingerprint(full or ()), notes)


@dataclass(frozen=True, slots=True)
class NotAsked:
    """How many ``contexts`` count under the labels but were no part of the run, and ``of`` how many."""

    contexts: int
    of: int

    @property
    def words(self) -> str:
        """``2 of 30``."""
        return f"{self.contexts:,} of {self.of:,}"

    def sentence(self, labels: str) -> str:
        """What a reader of the figures must know."""
        were = "was" if self.contexts == 1 else "were"
        return (
            f"{self.words} contexts that count under the labels {labels} {were} not asked, for the run was "
            "planned with other labels, or other samples: they are in no figure."
        )


def not_asked(
    run: MemoryRun, profiles: Sequence[Profile], choices: Choices, labels: str | None = None
) -> NotAsked:
    """The contexts that `tables_of` leaves out of all compositions, of those that the labels keep.

    Contexts that the settings leave out by index were left out on purpose: they are not counted at all.
    """
    labels = labels or choices.labels
    chosen = run.settings.get("contexts")
    tried = {(sample.profile, sample.context) for sample in run.samples}
    lost = total = 0
    for profile in profiles:
        planned = _planned_contexts(run.settings, profile)
        for context in np.flatnonzero(kept(needs(profile, labels, choices.rule))).tolist():
            if chosen is None or context in chosen:
                total += 1
                lost += context not in planned and (profile.id, context) not in tried
    return NotAsked(lost, total)


def tables_of(
    run: MemoryRun,
    profiles: Sequence[Profile],
    cell: Cell,
    choices: Choices,
    labels: str | None = None,
) -> tuple[ProfileReveals, ...]:
    """One composition's tables, cut to the contexts that the run meant to ask: the rest is not missing.

    `not_asked` counts the rest.
    """
    labels = labels or choices.labels
    epochs = run.settings.get("epochs")
    tables = tabulate(
        profiles,
        run.samples,
        labels=labels,
        rule=choices.rule,
        cell=cell,
        epochs=epochs if isinstance(epochs, int) else None,
    )
    places = _places(profiles, labels, choices.rule)
    cut = []
    for table in tables:
        tried = np.any(attempted(table), axis=1)
        rows = [
            row
            for row, (profile, context) in enumerate(places[table.profile])
            if tried[row] or (cell == FULL and context in _planned_contexts(run.settings, profile))
        ]
        cut.append(table if len(rows) == len(table.contexts) else take_contexts(table, rows))
    return tuple(cut)


def _fingerprint(tables: Sequence[ProfileReveals]) -> str:
    """A hash of who was asked about, in which contexts, with which labels."""
    digest = hashlib.sha256()
    for each in tables:
        digest.update(repr((each.profile, each.attributes, each.contexts)).encode())
        digest.update(each.needs.tobytes())
    return digest.hexdigest()


def _asked_profiles(data: RunData) -> tuple[Profile, ...]:
    """The profiles that the run asked about: those its settings choose, and any that it has samples of.

    A run whose settings are not ours (an imported file) asked about what it has samples of.
    """
    settings = data.run.settings
    wanted = {sample.profile for sample in data.run.samples}
    if "labels" in settings:
        chosen = settings.get("profiles")
        wanted |= {p.id for index, p in enumerate(data.profiles) if chosen is None or index in chosen}
    return tuple(profile for profile in data.profiles if profile.id in wanted)


def _planned_contexts(settings: Mapping[str, Any], profile: Profile) -> frozenset[int]:
    """Indices of the contexts that the settings of a run of ours ask about; none for other runs."""
    labels, rule, chosen = settings.get("labels"), settings.get("rule"), settings.get("contexts")
    if not isinstance(labels, str) or labels not in label_sets(profile):
        return frozenset()
    wanted = set(range(len(profile.contexts)) if chosen is None else chosen)
    if not settings.get("discarded"):
        wanted &= set(np.flatnonzero(kept(needs(profile, labels, str(rule or "corrected")))).tolist())
    return frozenset(wanted)


def _places(profiles: Sequence[Profile], labels: str, rule: str) -> dict[str, list[tuple[Profile, int]]]:
    """Which profile and context each row of a table is; as published, profiles of one name are merged."""
    merged = rule_named(rule) == "as_published"
    places: dict[str, list[tuple[Profile, int]]] = {}
    for profile in profiles:
        name = str(profile.bio.get("name", profile.id)) if merged else profile.id
        rows = np.flatnonzero(kept(needs(profile, labels, rule))).tolist()
        places.setdefault(name, []).extend((profile, row) for row in rows)
    return places
