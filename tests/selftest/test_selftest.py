"""The hostile suite: every case holds on this installation."""

from __future__ import annotations

import pytest

from tactful.selftest import Case, Skipped, find_cases, run_case
from tactful.selftest.cases import FAILED, HELD, LEAKED, SKIPPED


@pytest.mark.parametrize("case", find_cases(), ids=lambda case: f"{case.family}-{case.name}")
def test_nothing_gets_out(case: Case) -> None:
    outcome = run_case(case)
    if outcome.result == SKIPPED:
        pytest.skip(outcome.reason)
    assert (outcome.result, outcome.reason) == (HELD, "")


def _skip() -> None:
    raise Skipped("no font")


def _break() -> None:
    raise ValueError("4111 1111 1111 1111")


@pytest.mark.parametrize(
    ("attack", "result", "reason"),
    [
        (lambda: None, HELD, ""),
        (lambda: "a card number", LEAKED, "a card number"),
        (_skip, SKIPPED, "no font"),
        (_break, FAILED, "ValueError"),
    ],
)
def test_how_a_case_ends(attack: object, result: str, reason: str) -> None:
    outcome = run_case(Case("family", "name", attack))  # type: ignore[arg-type]
    assert (outcome.result, outcome.reason) == (result, reason)
