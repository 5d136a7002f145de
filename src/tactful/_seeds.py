"""Per-item seeds: the same (run seed, name, index) gives the same stream, whatever ran before it."""

from __future__ import annotations

import hashlib
import random


def derive(seed: int | str, name: str, index: int = 0) -> int:
    """A 64-bit seed from the run's seed, a name and an index."""
    digest = hashlib.blake2b(f"{seed}\x1f{name}\x1f{index}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def generator(seed: int | str, name: str, index: int = 0) -> random.Random:
    """A local generator for one item; never touches the global one."""
    return random.Random(derive(seed, name, index))
