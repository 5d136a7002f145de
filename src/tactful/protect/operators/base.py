"""What an operator is: one that paints pixels, or one that says which text stands in a region."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from tactful.protect.entities import Inner
from tactful.protect.vault import Vault
from tactful.terms import Box

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Operator(ABC):
    """``name`` is how policies call it; ``leaks`` says in words what it lets through by design."""

    name: ClassVar[str]
    leaks: ClassVar[str]


class PixelOperator(Operator):
    """Paints ``box`` of ``canvas`` (uint8, (height, width, 3)) in place; the box lies inside the canvas.

    ``opaque`` promises that the result does not depend on what stood in the box.
    """

    opaque: ClassVar[bool]

    @abstractmethod
    def paint(self, canvas: NDArray[np.uint8], box: Box, rng: random.Random) -> None:
        """Paint the box; ``rng`` belongs to this region alone."""


@dataclass(frozen=True, slots=True)
class Passage:
    """The text of a region, with the entities that have regions of their own inside it."""

    text: str = field(repr=False)
    type: str
    inner: tuple[Inner, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Shown:
    """The text to draw, and a note where the operator had to fall back."""

    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Tools:
    """What text operators may use: the vault, and a rewriter ``(text, type) -> text`` where there is one."""

    vault: Vault
    rewrite: Callable[[str, str], str] | None = None


class TextOperator(Operator):
    """Says which text stands in the place of a passage; the painter draws it.

    ``needs_text`` is false where a region without readable text can still be labelled.
    """

    needs_text: ClassVar[bool]
    needs_rewriter: ClassVar[bool]

    @abstractmethod
    def say(self, passage: Passage, tools: Tools) -> Shown:
        """The text to draw for ``passage``."""
