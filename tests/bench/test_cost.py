"""Cost before a run: tokens, money, what caching saves, prices from a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.bench.cost import (
    CHARS_PER_TOKEN,
    NOTHING,
    CostEstimate,
    PlannedCall,
    Prices,
    Span,
    estimate,
    load_prices,
)
from tactful.errors import InputError

PRICES = Prices(input=1.0, output=10.0, cached_input=0.1)
SURE = Span(1, 1, 1)


def test_by_hand() -> None:
    # 8,000 shared characters are 2,000 expected tokens; nine of ten calls can find them in the cache.
    call = PlannedCall(8400, 8000, output_tokens=500, count=10)
    found = estimate([call], PRICES, hits=SURE)
    assert found.calls == 10
    assert found.input_tokens.expected == 21_000
    assert found.cacheable_tokens.expected == 18_000
    assert found.output_tokens == Span(5000, 5000, 5000)
    assert found.uncached_cost is not None
    assert found.cost is not None
    assert found.uncached_cost.expected == pytest.approx(0.021 + 0.05)
    assert found.cost.expected == pytest.approx(0.003 + 0.0018 + 0.05)
    assert found.input_tokens.low == pytest.approx(84_000 / CHARS_PER_TOKEN.low)


def test_groups_pay_for_their_prefix_once() -> None:
    calls = [PlannedCall(8400, 8000, count=5, group=name) for name in ("a", "a", "b")]
    assert estimate(calls).cacheable_tokens.expected == (4 + 5 + 4) * 2000
    alone = [PlannedCall(8400, 8000, count=5)] * 3
    assert estimate(alone).cacheable_tokens.expected == 3 * 4 * 2000


def test_short_prefixes_and_no_discount_save_nothing() -> None:
    short = estimate([PlannedCall(2000, 2000, count=9)], PRICES)
    assert short.cacheable_tokens == NOTHING
    same = estimate([PlannedCall(8000, 8000, count=9)], Prices(1.0, 10.0))
    assert same.saved == NOTHING
    assert same.cost == same.uncached_cost


def test_without_prices_there_is_no_money() -> None:
    found = estimate([PlannedCall(100)])
    assert found.cost is None
    assert found.to_json()["cost"] is None
    assert "cost" not in found.text
    assert (found + estimate([PlannedCall(100)], PRICES)).cost is None


calls = st.builds(
    lambda extra, shared, count, group: PlannedCall(shared + extra, shared, count=count, group=group),
    st.integers(0, 500),
    st.integers(0, 20_000),
    st.integers(0, 50),
    st.sampled_from([None, "a", "b"]),
)


@given(st.lists(calls, max_size=6))
def test_ranges_are_ordered_and_caching_never_costs(planned: list[PlannedCall]) -> None:
    found = estimate(planned, PRICES)
    assert found.cost is not None
    assert found.uncached_cost is not None
    assert found.cost.low <= found.cost.expected + 1e-9 <= found.cost.high + 2e-9
    assert found.cost.expected <= found.uncached_cost.expected + 1e-9
    assert found.cost.high == found.uncached_cost.high
    assert found.cacheable_tokens.expected <= found.input_tokens.expected + 1e-6
    json.dumps(found.to_json())


@pytest.mark.parametrize("numbers", [(5, 6, 1), (5, -1, 1), (5, 2, -1)])
def test_impossible_calls_are_refused(numbers: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="shared_chars"):
        PlannedCall(numbers[0], numbers[1], count=numbers[2])


def test_text() -> None:
    one = estimate([PlannedCall(8_400_000, 8_000_000, count=10)], PRICES)
    assert "10 calls, 21.0 M input tokens (86% cacheable)" in one.text
    assert "saved by prompt caching" in one.text


def test_sums_add_up() -> None:
    first, second = (estimate([PlannedCall(9000, 8000, count=n)], PRICES) for n in (3, 4))
    both: CostEstimate = first + second
    assert both.calls == 7
    assert both.to_json()["cost"]["expected"] == pytest.approx(
        first.to_json()["cost"]["expected"] + second.to_json()["cost"]["expected"], abs=0.02
    )


def test_prices_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "prices.yaml"
    path.write_text("a/b: {input: 1.25, cached_input: 0.125, output: 10}\nc: {input: 0, output: 2}\n")
    assert load_prices(path) == {"a/b": Prices(1.25, 10.0, 0.125), "c": Prices(0.0, 2.0, None)}
    assert load_prices(path)["c"].cached == 0.0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a: {input: 1}", "a.output': not a price"),
        ("a: {input: -1, output: 1}", "a.input': not a price"),
        ("a: {input: true, output: 1}", "a.input': not a price"),
        ("a: {input: .nan, output: 1}", "a.input': not a price"),
        ("a: {input: .inf, output: 1}", "a.input': not a price"),
        ("a: {input: 1, output: 1, cached_input: x}", "a.cached_input': not a price"),
        ("a: {input: 1, output: 1, per: 1}", "a.per': unknown field"),
        ("a: 3", "'a': not a mapping"),
        ("[]", "not a mapping"),
        ("a: [", "not YAML"),
    ],
)
def test_bad_prices_are_told(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "prices.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match=told):
        load_prices(path)


def test_prices_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        load_prices(tmp_path / "none.yaml")
