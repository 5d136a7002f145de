"""What came of asking about one screen."""

from __future__ import annotations

from dataclasses import dataclass, field

from tactful.terms import Region


@dataclass(frozen=True, slots=True)
class Predicted:
    """The regions found on one screen, or None and the ``problem``, which quotes nobody.

    ``lines`` counts the lines of all answers that are or should be items, ``broken`` those of them that
    could not be used, ``calls`` the questions. ``cut``: an answer stopped at its length limit. ``grid`` names
    the coordinates that the boxes were read on, and ``grid_by`` who said so: the ``table`` of conventions,
    the ``setting``, or the ``truth``. ``missing`` counts numbered lines that never got a label;
    ``inconsistent`` items that one stage called private and the next gave no category (J.3), of ``items``.
    """

    regions: tuple[Region, ...] | None = field(default=None, repr=False)
    problem: str = ""
    lines: int = 0
    broken: int = 0
    calls: int = 0
    cut: bool = False
    grid: str = ""
    missing: int = 0
    inconsistent: int = 0
    items: int = 0
    grid_by: str = ""
