"""What a probe of a protected picture is given, what it says, and what an attacker may know beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tactful.errors import InputError
from tactful.terms import Box, ProtectedScreen

DIGIT = "#"
"""Stands for any digit in a pattern; every other character stands for itself."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Declared knowledge of an attacker: the values that a hidden text may have.

    ``values`` is a list of whole texts (a guest list, a phone book); ``patterns`` gives shapes such as
    ``######`` or ``(###) 555-01##``. Neither may come from the truth of the screen that is attacked.
    ``box`` narrows them to hidden places that overlap it; None means anywhere. ``InputError`` where neither
    is given or a text is empty.
    """

    type: str
    values: tuple[str, ...] = field(default=(), repr=False)
    patterns: tuple[str, ...] = ()
    box: Box | None = None

    def __post_init__(self) -> None:
        texts = (*self.values, *self.patterns)
        if not texts or not all(text.strip() for text in texts):
            raise InputError(
                "an attacker's candidates are empty", field=self.type, expected="non-empty texts"
            )


@dataclass(frozen=True, slots=True)
class Finding:
    """A text that a probe believes to stand on the original screen.

    ``box`` is where it stood, in pixels of the picture; ``confidence`` is the probe's own, 0 to 1, and not
    comparable between probes; ``how`` names the probe and its means, never the text.
    """

    text: str = field(repr=False)
    box: Box | None
    confidence: float
    how: str


class Probe(Protocol):
    """Recovers text from a protected picture. It may look at ``screen.image`` alone.

    The regions of a `ProtectedScreen` hold the very texts that are hidden, and its receipt says where: a
    probe that read them would measure nothing.
    """

    @property
    def name(self) -> str: ...

    def findings(self, screen: ProtectedScreen, known: Sequence[Candidates] = ()) -> tuple[Finding, ...]:
        """What the probe believes to read, in reading order. Deterministic.

        Raises ``RecognitionError`` where a reader fails: a failed look is not "nothing found".
        """
        ...
