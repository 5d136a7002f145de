"""Which attributes are in the memory (section 5.2.3): cells of growing size, nested and seeded.

``full``: all attributes. ``all-necessary``: all necessary ones and ``size`` of the private ones (Figure 5).
``all-private``: all private ones and ``size`` of the necessary ones. ``random``: ``size`` of all attributes.
The reference draws every size anew and without a seed; here a smaller cell of the same draw is a subset of
a larger one, so a curve over sizes differs only by what was added.

The last size is the largest pool of all contexts, whatever the step. A context whose own pool ends between
two sizes takes part in the larger of the two with all it has (`applies`), so that with pools of 84 and 40 and
a step of 30 the first context is asked with 0, 30, 60 and 84, the second with 0, 30 and 40 (as size 60).
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from tactful.errors import InputError
from tactful.runs import generator
from tactful.terms import Cell, Need, Profile

# Kind -> the first size and the usual step from one to the next, those of the reference.
_SIZES = MappingProxyType({"all-necessary": (0, 10), "all-private": (0, 1), "random": (1, 10)})
KINDS: tuple[str, ...] = ("full", *_SIZES)
Needs = NDArray[np.int8]


def cells(
    kind: str, needs: Needs | Sequence[Needs], step: int | None = None, draws: int = 1
) -> tuple[Cell, ...]:
    """The cells of one kind, by size and draw, up to the largest that some context can fill, and with it.

    ``needs`` is (T, A) of ``Need`` codes, or one such array a profile. ``step`` None is the reference's.
    Size 0 has nothing to draw, so it has one draw. ``InputError`` for an unknown kind or a bad number.
    """
    if kind == "full":
        return (Cell(),)
    if kind not in _SIZES:
        raise InputError(f"unknown composition of the memory '{kind}'", expected=" or ".join(KINDS))
    first, usual = _SIZES[kind]
    step = usual if step is None else step
    if step < 1 or draws < 1:
        raise InputError("a step or a number of draws below 1", expected="1 or more")
    tables = [needs] if isinstance(needs, np.ndarray) else list(needs)
    largest = max((_room(kind, row) for table in tables for row in table), default=-1)
    sizes = sorted({*range(first, largest + 1, step), largest}) if largest >= first else []
    return tuple(Cell(kind, size, draw) for size in sizes for draw in range(draws if size else 1))


def applies(cell: Cell, needs_row: Needs, before: int | None = None) -> bool:
    """Whether a context with these needs, shape (A,), is asked with the cell: it can fill the cell's size.

    Or it can fill more than ``before``, the next smaller size of the grid: then it takes all it has. None:
    no size is smaller.
    """
    if cell.size is None:
        return True
    room = _room(cell.kind, needs_row)
    return cell.size <= room or (before is not None and before < room)


def compose(
    profile: Profile, context_index: int, needs_row: Needs, cell: Cell, seed: int = 0
) -> tuple[str, ...]:
    """The keys in the memory of one sample, in the profile's order.

    ``needs_row``: the context's needs, shape (A,). A cell larger than what there is takes all there is;
    ask `applies` first where that matters. ``InputError`` for an unknown kind or a row of another length.
    """
    if len(needs_row) != len(profile.attributes):
        raise InputError("labels for another number of attributes", expected=str(len(profile.attributes)))
    if cell.kind not in KINDS:
        raise InputError(f"unknown composition of the memory '{cell.kind}'", expected=" or ".join(KINDS))
    fixed, pool = _split(cell.kind, needs_row)
    order = sorted(pool)
    generator(seed, f"{profile.id}/{context_index}/{cell.kind}", cell.draw).shuffle(order)
    chosen = fixed | set(order[: cell.size])
    return tuple(attribute.key for at, attribute in enumerate(profile.attributes) if at in chosen)


def _split(kind: str, needs_row: Needs) -> tuple[set[int], set[int]]:
    """The indices that are always in the memory, and those that are drawn from."""
    everything = set(range(len(needs_row)))
    necessary = {int(at) for at in np.flatnonzero(np.asarray(needs_row) == Need.NECESSARY)}
    private = {int(at) for at in np.flatnonzero(np.asarray(needs_row) == Need.PRIVATE)}
    return {
        "full": (everything, set[int]()),
        "all-necessary": (necessary, private),
        "all-private": (private, necessary),
        "random": (set[int](), everything),
    }[kind]


def _room(kind: str, needs_row: Needs) -> int:
    return len(_split(kind, needs_row)[1])
