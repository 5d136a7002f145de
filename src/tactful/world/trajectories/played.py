"""A run as the player gives it: one played step at a time, with the screen it was decided on."""

from __future__ import annotations

from dataclasses import dataclass, field

from tactful.terms import Box
from tactful.world.events import Act
from tactful.world.measured import Measured


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """One step: what was seen, what was thought about it in words, and what was then done.

    ``measured`` and ``png`` are the screen *before* the act. ``now`` holds the entities that this step needs,
    ``later`` those that a later one needs. ``target`` is the box (device pixels) of what a click is meant to
    hit, with ``target_words`` naming it ("the Send button"); both empty where nothing is pressed. ``outcome``
    is the reflector's letter (A: as expected, B: wrong page, C: no change), ``error`` what went wrong in
    words. ``typed`` are the texts that the act enters. ``wrong`` marks a wrong turn and what undoes it.
    ``split`` is the screen's: "validation" where a held-out view is seen, "train", or "" where not told.
    """

    index: int
    act: Act
    plan: str = field(repr=False)
    thought: str = field(repr=False)
    description: str = field(repr=False)
    reflection: str = field(repr=False)
    outcome: str
    error: str = field(repr=False)
    subgoal: str = field(repr=False)
    progress: str = field(repr=False)
    measured: Measured = field(repr=False)
    png: bytes = field(repr=False)
    now: frozenset[str] = frozenset()
    later: frozenset[str] = frozenset()
    target: Box | None = None
    target_words: str = field(default="", repr=False)
    typed: tuple[str, ...] = field(default=(), repr=False)
    wrong: bool = False
    split: str = ""
