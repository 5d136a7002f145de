"""A local text classifier as a gate: logistic regression on hashed features, run with numpy alone.

It has to be trained on labels first (`training`, `tactful memories train-gate`); no weights come with the
package. Weights are a plain ``.npz`` without pickled objects.

Its features are word unigrams and bigrams of the statement, words of task and recipient, and the types of
information in the norm table, crossed with the context's words, role and purposes. (Statement words crossed
with context words, and pieces of words, only made it worse on contexts that it had not seen.) Hashing is
BLAKE2, the same on every machine; weights tell which words they were trained on to whoever tries them, so
they are as private as the labels.
"""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tactful.errors import PolicyError
from tactful.memory.decisions import GateDecision
from tactful.memory.norm_file import load_norms
from tactful.memory.norms import Norms
from tactful.memory.phrases import normalize
from tactful.memory.words import COMMON
from tactful.runs import write_atomic
from tactful.terms import Need

FORMAT = 2
BITS = 16
_EXPECTED = "weights written by `tactful memories train-gate`"
_WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True, eq=False)
class ClassifierGate:
    """Passes what is necessary with at least ``threshold`` probability and withholds the rest.

    ``weights`` (3, 2 ** 16) and ``bias`` (3,) are float32, in the order of the `Need` codes. ``norms`` is
    the table whose types, roles and purposes were features in training.
    """

    weights: NDArray[np.float32] = field(repr=False)
    bias: NDArray[np.float32] = field(repr=False)
    threshold: float
    norms: Norms = field(repr=False)

    @classmethod
    def load(cls, path: Path | str) -> ClassifierGate:
        """Read weights; ``PolicyError`` for a file that holds none, or of another norm table."""
        file = Path(path)
        try:
            with file.open("rb") as handle, np.load(handle, allow_pickle=False) as data:
                held = {name: data[name] for name in ("format", "weights", "bias", "threshold", "table")}
        except OSError as err:
            raise PolicyError(f"cannot be read ({err.strerror or 'error'})", file=file) from None
        except (ValueError, KeyError, EOFError, AttributeError, TypeError, zipfile.BadZipFile):
            raise PolicyError("not a file of weights", file=file, expected=_EXPECTED) from None
        norms = load_norms()
        shapes = held["weights"].shape == (len(Need), 1 << BITS) and held["bias"].shape == (len(Need),)
        if int(held["format"]) != FORMAT or not shapes:
            raise PolicyError("weights of another version", file=file, expected=_EXPECTED)
        if str(held["table"]) != norms.sha256:
            raise PolicyError("trained with another norm table: train again", file=file)
        weights, bias = held["weights"].astype(np.float32), held["bias"].astype(np.float32)
        threshold = float(held["threshold"])
        if not (np.isfinite(weights).all() and np.isfinite(bias).all() and 0 < threshold <= 1):
            raise PolicyError("numbers out of range", file=file, expected=_EXPECTED)
        return cls(weights, bias, threshold, norms)

    def save(self, path: Path | str) -> None:
        """Write the weights; half precision, which changes no probability by more than about 0.001."""
        stream = io.BytesIO()
        np.savez_compressed(
            stream,
            format=FORMAT,
            weights=self.weights.astype(np.float16),
            bias=self.bias,
            threshold=self.threshold,
            table=self.norms.sha256,
        )
        write_atomic(path, stream.getvalue())

    def probabilities(self, memories: Sequence[str], *, task: str, recipient: str) -> NDArray[np.float32]:
        """(memories, 3): how probable each `Need` is."""
        rows = features(memories, task=task, recipient=recipient, norms=self.norms)
        return probabilities(self.weights, self.bias, rows)

    def decide(self, memories: Sequence[str], *, task: str, recipient: str) -> tuple[GateDecision, ...]:
        """One decision for each memory, in order; the same inputs always give the same decisions."""
        chances = self.probabilities(memories, task=task, recipient=recipient)[:, Need.NECESSARY]
        decisions = []
        for memory, chance in zip(memories, chances, strict=True):
            if chance >= self.threshold:
                reason = f"necessary here with probability {chance:.2f}"
                decisions.append(GateDecision("pass", memory, reason, "classifier"))
            else:
                reason = f"necessary here with probability {chance:.2f} only"
                decisions.append(GateDecision("withhold", None, reason, "classifier"))
        return tuple(decisions)


def probabilities(
    weights: NDArray[np.float32], bias: NDArray[np.float32], rows: Sequence[NDArray[np.int64]]
) -> NDArray[np.float32]:
    """(rows, classes) softmax of a linear model; a row's features each count ``1 / sqrt(their number)``."""
    scores = np.empty((len(rows), len(bias)), np.float32)
    for i, index in enumerate(rows):
        scores[i] = weights[:, index].sum(axis=1) / np.sqrt(max(len(index), 1)) + bias
    scores -= scores.max(axis=1, keepdims=True, initial=-np.inf)
    np.exp(scores, out=scores)
    return np.asarray(scores / scores.sum(axis=1, keepdims=True), dtype=np.float32)


def features(memories: Sequence[str], *, task: str, recipient: str, norms: Norms) -> list[NDArray[np.int64]]:
    """The indices (each once, sorted, below ``2 ** BITS``) of the features of every memory."""
    # What is hashed is private, so what is remembered of it ends with the call.
    index = lru_cache(maxsize=None)(_index)
    context = [f"r={w}" for w in _words(recipient)] + [f"t={w}" for w in _words(task)]
    roles = [f"R={role}" for role in norms.roles_of(recipient)]
    purposes = [f"P={name}" for name in norms.purpose_words.find(normalize(task))]
    known = roles + purposes + [f"{r}*{p}" for r in roles for p in purposes]
    return [
        np.unique(np.fromiter((index(n) for n in _names(memory, context, known, norms)), dtype=np.int64))
        for memory in memories
    ]


def _names(memory: str, context: list[str], known: list[str], norms: Norms) -> Iterable[str]:
    words = _words(memory)
    types = [f"y={t}" for t in norms.types_of(memory)] or ["y=none"]
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
    return [word for word in _WORD.findall(normalize(text)) if word not in COMMON]


def _index(name: str) -> int:
    digest = hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=4).digest()
    return int.from_bytes(digest, "big") & ((1 << BITS) - 1)
