"""What an agent sees and does: text units, regions, screens, steps, trajectories (GUIGuard-Bench, D.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tactful.terms.geometry import Box
from tactful.terms.labels import Category, Risk

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True, slots=True)
class TextUnit:
    """One piece of text on a screen with its own box: a word group that means one thing.

    ``confidence`` is the reader's, 0 to 1. ``readable`` is false where text is seen but nobody could read
    it: such a unit is *unknown* and never treated as clean. ``edges`` holds the x pixel of every character
    boundary (``len(text) + 1`` numbers) where the reader knows them. ``role`` and ``hint`` come from hosts
    that have structure (a widget class; a resource id or accessible name) and are empty otherwise.
    """

    text: str = field(repr=False)
    box: Box
    confidence: float = 1.0
    readable: bool = True
    source: str = "given"
    role: str = ""
    hint: str = field(default="", repr=False)
    edges: tuple[float, ...] | None = field(default=None, repr=False)

    def span_box(self, start: int, end: int) -> Box:
        """The tight box of ``text[start:end]``, estimated by character widths where edges are unknown."""
        if start <= 0 and end >= len(self.text):
            return self.box
        edges = self.edges if self.edges is not None else _estimated_edges(self.text, self.box)
        return Box.around(edges[start], self.box.y1, edges[end], self.box.y2)


PICTURE_TYPES = frozenset({"avatar", "face", "photo"})
"""Types of regions that show no text; the region's ``text`` says in a word what is to be seen."""


@dataclass(frozen=True, slots=True)
class Region:
    """A labelled piece of a screen: what it is, how private, and why (GUIGuard-Bench, 2.2 and C.3).

    ``type`` names the kind of value (person, email, phone, message, ...). ``confidence`` is the
    recognizer's, 0 to 1. ``reason`` is in words and never holds the value. ``inner`` marks an entity inside
    a longer text that has a region of its own. Risk ``none`` is an explicit finding, not a default.
    """

    text: str = field(repr=False)
    box: Box
    risk: Risk
    category: Category | None
    type: str = "text"
    necessary: bool = False
    confidence: float = 1.0
    source: str = ""
    reason: str = ""
    inner: bool = False

    @property
    def private(self) -> bool:
        """Whether the region carries any risk."""
        return self.risk is not Risk.NONE

    @property
    def is_picture(self) -> bool:
        """Whether the region is something seen, not something written."""
        return self.type in PICTURE_TYPES


@dataclass(frozen=True, slots=True)
class TaskState:
    """The context of a screen: the task goal and what the agent is about to do (C.3, task-necessary privacy).

    ``points`` are the pixels that the next action touches, ``typed`` the texts that it enters.
    """

    goal: str = field(default="", repr=False)
    plan: str = field(default="", repr=False)
    reasoning: str = field(default="", repr=False)
    action: str = field(default="", repr=False)
    points: tuple[tuple[int, int], ...] = ()
    typed: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Screen:
    """A screenshot as the agent sees it: RGB pixels that never leave the machine unprotected.

    ``units`` holds text that the host gave; None means that it must be read from the pixels. ``image`` is
    None only for units without pixels (a classifier measured apart from OCR).
    """

    name: str
    width: int
    height: int
    image: Image | None = field(repr=False)
    platform: str = ""
    units: tuple[TextUnit, ...] | None = field(default=None, repr=False)
    state: TaskState = field(default_factory=TaskState)

    def with_state(self, state: TaskState) -> Screen:
        return replace(self, state=state)


@dataclass(frozen=True, slots=True)
class Problem:
    """A record that could not be used: where it stands (line is 1-based) and why, without private values."""

    file: Path
    line: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a run with every component of the paper's table in D.2.

    Screenshot, planning state (``plan``), reasoning, semantic action, raw action, feedback or reflection,
    error signal and completion (``done``; None where the record does not say). ``regions`` is None where
    nobody has labelled the step, and empty where someone did and found nothing.
    """

    index: int
    screenshot: Path | None
    plan: str = field(default="", repr=False)
    reasoning: str = field(default="", repr=False)
    semantic_action: str = field(default="", repr=False)
    raw_action: str = field(default="", repr=False)
    feedback: str = field(default="", repr=False)
    error: str = field(default="", repr=False)
    outcome: str = ""
    done: bool | None = None
    points: tuple[tuple[int, int], ...] = ()
    typed: tuple[str, ...] = field(default=(), repr=False)
    regions: tuple[Region, ...] | None = None
    record: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def state(self, goal: str) -> TaskState:
        """What the recognizers may know of this step."""
        return TaskState(goal, self.plan, self.reasoning, self.semantic_action, self.points, self.typed)


@dataclass(frozen=True, slots=True)
class Completion:
    """How a run ended: done or failed (None: not said), the step limit, and the source's own words."""

    success: bool | None = None
    hit_step_limit: bool | None = None
    detail: Mapping[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Trajectory:
    """A run: task context, ordered steps, completion signal (D.2), and the records that could not be read."""

    id: str
    platform: str
    goal: str = field(repr=False)
    steps: tuple[Step, ...]
    source: str
    completion: Completion = field(default_factory=Completion)
    problems: tuple[Problem, ...] = ()


def _estimated_edges(text: str, box: Box) -> tuple[float, ...]:
    weights = [_weight(ch) for ch in text]
    total = sum(weights) or 1.0
    edges, x = [float(box.x1)], float(box.x1)
    for weight in weights:
        x += weight / total * box.width
        edges.append(x)
    return tuple(edges)


def _weight(ch: str) -> float:
    """A character's width in a proportional face, relative to a lower-case letter."""
    if ord(ch) >= 0x1100:
        return 1.9  # CJK and Hangul are full width
    if ch in "iljt.,:;'!|fI ()[]":
        return 0.55
    if ch in "mwMW@%":
        return 1.5
    return 1.2 if ch.isupper() else 1.0
