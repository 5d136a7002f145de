"""Sets of attributes as short hexadecimal masks: what log summaries can hold of a long list."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from tactful.errors import RecordError


def to_mask(chosen: Collection[str], keys: Sequence[str]) -> str:
    """Bit i stands for ``keys[i]``; keys that are not among them are a mistake (``KeyError``)."""
    place = {key: index for index, key in enumerate(keys)}
    return format(sum(1 << place[key] for key in set(chosen)), "x")


def from_mask(mask: str, keys: Sequence[str]) -> tuple[str, ...]:
    """The keys of a mask, in the order of ``keys``; ``RecordError`` where it cannot be theirs."""
    bits = bits_of(mask, len(keys))
    return tuple(key for index, key in enumerate(keys) if bits >> index & 1)


def mask_row(mask: str, size: int) -> NDArray[np.bool_]:
    """A mask as a row of ``size`` bools."""
    raw = bits_of(mask, size).to_bytes(-(-size // 8), "little")
    return np.unpackbits(np.frombuffer(raw, np.uint8), count=size, bitorder="little").astype(np.bool_)


def row_mask(row: NDArray[np.bool_]) -> str:
    """The mask of a row of bools."""
    return format(int.from_bytes(np.packbits(row, bitorder="little").tobytes(), "little"), "x")


def bits_of(mask: str, size: int) -> int:
    """The mask as a number, checked to name at most ``size`` attributes."""
    try:
        bits = int(mask, 16)
    except (TypeError, ValueError):
        raise RecordError("is not a mask", field="mask", expected="hexadecimal digits") from None
    if bits < 0 or bits >> size:
        raise RecordError(
            f"names more than the {size} attributes of the profile",
            field="mask",
            expected="the data file that the run was made with",
        )
    return bits
