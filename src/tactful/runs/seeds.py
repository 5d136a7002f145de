"""Per-item seeds: the same (run seed, name, index) gives the same stream, whatever ran before it."""

from __future__ import annotations

import hashlib
import random


def derive(seed: int | str, name: str, index: int = 0) -> int:
    """A 64-bit seed from the run's seed, a name and an index."""
    # A file name that is not UTF-8 reaches us with surrogates in it.
    text = f"{seed}\x1f{name}\x1f{index}".encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")


def generator(seed: int | str, name: str, index: int = 0) -> random.Random:
    """A local generator for one item; never touches the global one."""
    return random.Random(derive(seed, name, index))
