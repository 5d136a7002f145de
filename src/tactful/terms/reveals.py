"""Results of writing messages with memories: what each message revealed, as records and as arrays.

``repr`` shows no profile (its id is somebody's name) and no sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tactful.terms.memories import JsonValue, Need


@dataclass(frozen=True, slots=True)
class Cell:
    """One composition of the memory (section 5.2.3), the same for every context of a run.

    ``kind``: ``full``; ``all-necessary`` (all necessary ones and ``size`` private ones); ``all-private``
    (all private ones and ``size`` necessary ones); ``random`` (``size`` labelled ones). The
    ambiguous ones are always in.
    ``draw`` numbers repetitions.
    """

    kind: str = "full"
    size: int | None = None
    draw: int = 0

    @property
    def name(self) -> str:
        """``full``, or ``all-necessary-010-0``: sortable, usable in an id."""
        return self.kind if self.size is None else f"{self.kind}-{self.size:03d}-{self.draw}"


@dataclass(frozen=True, slots=True)
class SampleResult:
    """One message and what it revealed; the record that logs and ``results.jsonl`` are read into.

    ``context`` is the index in the profile's contexts, ``epoch`` counts from 0. ``in_memory`` holds the
    keys of the attributes that the prompt carried (before a gate; ``withheld`` and ``generalised`` are the
    gate's doing). ``revealed`` maps revealed keys to the sentence that states them, "" when unknown; **None
    means unscored**, and then ``problem`` says why. ``lexical`` is the lexical judge's set, where it was
    run beside a model judge.
    """

    profile: str = field(repr=False)
    context: int
    epoch: int
    cell: Cell = Cell()
    in_memory: tuple[str, ...] = field(default=(), repr=False)
    revealed: Mapping[str, str] | None = field(default=None, repr=False)
    lexical: frozenset[str] | None = field(default=None, repr=False)
    withheld: tuple[str, ...] = field(default=(), repr=False)
    generalised: tuple[str, ...] = field(default=(), repr=False)
    prompt: str | None = field(default=None, repr=False)
    message: str | None = field(default=None, repr=False)
    problem: str | None = None
    trace: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class ProfileReveals:
    """One profile's results in one cell, as arrays: T contexts, N epochs, A attributes.

    ``needs`` (T, A) int8 of ``Need`` codes; ``revealed`` (T, N, A) bool; ``scored`` (T, N) bool, False
    where a sample is unscored or missing (its ``revealed`` row is all False and means nothing); ``present``
    (T, A) bool, True where the attribute was in the memory. Contexts that the rule discards are not among
    the T: ``discarded`` counts them.
    """

    profile: str = field(repr=False)
    attributes: tuple[str, ...] = field(repr=False)
    domains: tuple[str, ...]
    contexts: tuple[tuple[str, str], ...] = field(repr=False)  # (recipient, task)
    needs: NDArray[np.int8]
    revealed: NDArray[np.bool_]
    scored: NDArray[np.bool_]
    present: NDArray[np.bool_]
    discarded: int = 0


@dataclass(frozen=True, slots=True)
class Usage:
    """What one model of a run used: tokens, calls, and money when prices are known."""

    calls: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class Leak:
    """One violation to show: which attribute, where, how often, and the sentence that leaked it."""

    profile: str = field(repr=False)
    recipient: str
    task: str
    attribute: str
    domain: str
    need: Need
    epochs_revealed: int
    epochs_scored: int
    statement: str = field(repr=False)
    sentence: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class MemoryRun:
    """One run (one model, one prompt level, one gate ...) as reports read it.

    ``settings`` are the exact task settings; ``samples`` all records, unscored ones included; ``failures``
    counts reasons; ``usage`` is by model name, the judge's under ``judge:NAME``.
    """

    name: str
    model: str
    settings: Mapping[str, JsonValue]
    samples: tuple[SampleResult, ...] = field(repr=False)
    usage: Mapping[str, Usage] = field(default_factory=dict)
    failures: Mapping[str, int] = field(default_factory=dict)
    source: str = ""
