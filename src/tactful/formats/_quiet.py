"""Silence for libraries that warn or log about a file's content, text of the file included."""

from __future__ import annotations

import logging
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

# The warning filters and a logger's level are process-wide, so only one thread at a time may be inside.
_LOCK = threading.RLock()


@contextmanager
def quiet() -> Iterator[None]:
    """No warning, and nothing that Pillow logs, leaves the block, whatever filters are set."""
    logger = logging.getLogger("PIL")
    with _LOCK, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        level = logger.level
        logger.setLevel(logging.CRITICAL + 1)
        try:
            yield
        finally:
            logger.setLevel(level)
