"""What a task template holds: whom and what to pick, the goal sentences, a scripted solution, and checks.

One row of ``tasks/data/*.yaml``, shortened::

    - id: mail-forward-third
      apps: [mail]
      pick: {m: {app: mail, table: mails, where: {folder: inbox}, nth: 3}}
      goal: {en: "Forward the third e-mail of the inbox to {c.email}."}
      script: [{open: mail}, {tap: m}, {do: forward}, {type: {to: c.email}}, {do: send}]
      check: [{app: mail, table: mails, has: {folder: sent, to: c.email}}]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tactful.world.people.person import Plain

GROUPS = ("system", "social", "office", "ai", "media", "life")
"""The six scenario groups of GUIGuard-Bench, Appendix K."""

HOLE = re.compile(r"\{([A-Za-z_]\w*(?:\.\w+)?)\}")
"""A place of a goal sentence to fill from the person: ``{c.email}``, ``{me.phone}``, ``{greeting}``."""

STEP_KINDS = (
    "open", "tap", "do", "type", "read", "view", "tab", "choose", "switch", "back", "home", "scroll", "cell",
    "press", "answer",
)  # fmt: skip
"""What a scripted step can be."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A record that the task is about: the ``nth`` of its table as listed (from 1), or a random one (0)."""

    slot: str
    app: str
    table: str
    where: Mapping[str, Plain] = field(default_factory=dict)
    nth: int = 0


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """One step of a scripted solution.

    ``name`` is an app (open), an action (do), a view (view, tab), a field (press), a setting (switch) or a
    direction (scroll); ``slot`` a picked record (tap; do on a row; cell). ``pairs`` are inputs and
    expressions (type), names and expressions (read), fields and options (choose); ``expression`` is
    what is pressed or answered.
    """

    kind: str
    name: str = ""
    slot: str = ""
    pairs: tuple[tuple[str, str], ...] = ()
    expression: str = ""

    def expressions(self) -> tuple[str, ...]:
        """The expressions that this step types, reads, presses or answers."""
        if self.kind in ("type", "read"):
            return tuple(expression for _, expression in self.pairs)
        return (self.expression,) if self.expression else ()


@dataclass(frozen=True, slots=True)
class Check:
    """One condition on the final state.

    ``kind``: table (some row of ``app``/``table`` has all of ``has``; none has all of ``lacks``), record
    (the picked ``slot`` has ``has`` and not ``lacks``, or is ``gone``), at (``place`` is where the session
    is; "home" is a phone's home screen), setting (``place`` is ``app/name``), answer.
    """

    kind: str
    app: str = ""
    table: str = ""
    slot: str = ""
    place: str = ""
    has: Mapping[str, Plain] = field(default_factory=dict)
    lacks: Mapping[str, Plain] = field(default_factory=dict)
    gone: bool = False
    value: Plain = ""


@dataclass(frozen=True)
class Template:
    """A task before it is bound to a person; see ``docs`` of the loader for the file format."""

    id: str
    group: str
    apps: tuple[str, ...]
    platforms: tuple[str, ...]
    picks: Mapping[str, Pick]
    goals: Mapping[str, str]
    says: Mapping[str, Mapping[str, str]]
    script: tuple[ScriptStep, ...]
    checks: tuple[Check, ...]
    file: str = ""

    @property
    def langs(self) -> tuple[str, ...]:
        """The languages that the goal is written in."""
        return tuple(self.goals)

    @property
    def cross(self) -> bool:
        """Whether the task runs across apps."""
        return len(self.apps) > 1

    @cached_property
    def named(self) -> frozenset[str]:
        """The expressions that the (English) goal tells."""
        return frozenset(holes(self.goals["en"]))


def holes(sentence: str) -> Iterator[str]:
    """The expressions in the places to fill of a goal sentence."""
    return (match.group(1) for match in HOLE.finditer(sentence))
