"""The gate of these tests, and that no log of theirs holds the canary."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from fakes.steered_gates import ByWords


@pytest.fixture
def gate() -> ByWords:
    return ByWords()


@pytest.fixture(autouse=True)
def nothing_in_logs(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No log of any test here holds the canary: neither ours nor a store's own."""
    caplog.set_level(logging.INFO)
    yield
    assert "zzcanary" not in caplog.text
