"""What the classifier sees of one (memory, context) pair: hashed words and what the norm table recognises.

Word unigrams and bigrams of the statement, words of task and recipient, and the types of information,
crossed with the context's words, role and purposes. (Statement words crossed with context words, and pieces
of words, only made it worse on contexts that it had not seen.) Hashing is BLAKE2, the same on every machine;
weights tell which words they were trained on to whoever tries them, so they are as private as the labels.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tactful.memory.clauses import split_clauses
from tactful.memory.norms import Norms
from tactful.memory.phrases import normalise

BITS = 16
_WORD = re.compile(r"[^\W\d_]{2,}")
_COMMON = (
    "the an of to in on at by for and or is are was were be been has have had my me he she his her their our "
    "we it its user person with from that this as"
)
_STOP = frozenset(_COMMON.split())


def features(memories: Sequence[str], *, task: str, recipient: str, norms: Norms) -> list[NDArray[np.int64]]:
    """The indices (each once, sorted, below ``2 ** BITS``) of the features of every memory."""
    # What is hashed is private, so what is remembered of it ends with the call.
    index = lru_cache(maxsize=None)(_index)
    context = [f"r={w}" for w in _words(recipient)] + [f"t={w}" for w in _words(task)]
    roles = [f"R={role}" for role in norms.roles_of(recipient)]
    purposes = [f"P={name}" for name in norms.purpose_words.find(normalise(task))]
    known = roles + purposes + [f"{r}*{p}" for r in roles for p in purposes]
    return [
        np.unique(np.fromiter((index(n) for n in _names(memory, context, known, norms)), dtype=np.int64))
        for memory in memories
    ]


def _names(memory: str, context: list[str], known: list[str], norms: Norms) -> Iterable[str]:
    words = _words(memory)
    clauses = split_clauses(memory)
    types = [f"y={t}" for t in norms.types_of(clauses.main)] or ["y=none"]
    types += [f"c={t}" for t in norms.types_of(clauses.circumstances)]
    yield from context
    yield from known
    yield from types
    yield "types=" + "+".join(types)
    yield from (f"w={word}" for word in words)
    yield from (f"b={a}_{b}" for a, b in pairwise(words))
    for kind in types:
        yield from (f"{kind}*{other}" for other in (*context, *known))
    yield from (f"{'+'.join(types)}*{other}" for other in known)


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(normalise(text)) if word not in _STOP]


def _index(name: str) -> int:
    digest = hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=4).digest()
    return int.from_bytes(digest, "big") & ((1 << BITS) - 1)
