"""A bounded memory of what pixels held, keyed so that no key tells anything about the pixels."""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_KEY = secrets.token_bytes(32)  # of this process alone: digests mean nothing to anyone else

V = TypeVar("V")


def content_key(pixels: NDArray[np.uint8], *labels: object) -> bytes:
    """A keyed digest of pixels, their shape and ``labels``: equal content, equal key, in this process."""
    digest = hashlib.blake2b(repr((pixels.shape, labels)).encode(), key=_KEY, digest_size=20)
    digest.update(np.ascontiguousarray(pixels).data)
    return digest.digest()


def label_key(*labels: object) -> bytes:
    """A keyed digest of labels alone."""
    return hashlib.blake2b(repr(labels).encode(), key=_KEY, digest_size=20).digest()


class Recent(Generic[V]):
    """The ``size`` most recently used values by key, in memory only; safe to share between threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[bytes, V] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: bytes) -> V | None:
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key]

    def put(self, key: bytes, value: V) -> None:
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._size:
                self._values.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._values.clear()
