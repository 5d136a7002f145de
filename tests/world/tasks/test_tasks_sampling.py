"""Samples have the paper's shares, whatever their length, and repeat."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tactful.errors import InputError
from tactful.world.pages import SIZES
from tactful.world.tasks.sampling import GROUPS, sample_tasks
from tactful.world.tasks.templates import load_templates

KNOWN = {t.id: t for t in load_templates()}


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.integers(60, 300))
def test_the_shares(seed: int, n: int):
    specs = sample_tasks(n, seed)
    assert sum(KNOWN[s.template].cross for s in specs) >= 0.23 * n
    assert sum(s.lang != "en" for s in specs) >= 0.21 * n
    assert abs(sum(s.platform == "phone" for s in specs) / n - 135 / 241) < 0.06
    assert {KNOWN[s.template].group for s in specs} == set(GROUPS)
    assert {s.size for s in specs} == {size.name for size in SIZES}
    assert {s.lang for s in specs} == {"en", "zh", "ja", "ko", "fr", "ru", "de"}
    assert len({s.name for s in specs}) == n


def test_a_longer_list_starts_with_the_shorter_one():
    assert sample_tasks(90, 7)[:40] == sample_tasks(40, 7)
    assert sample_tasks(40, 7) != sample_tasks(40, 8)


def test_every_spec_fits_its_template():
    for spec in sample_tasks(200, 3):
        template = KNOWN[spec.template]
        assert spec.lang in template.langs
        assert spec.platform in template.platforms
        assert spec.screen().platform == spec.platform


def test_a_narrower_choice():
    assert {s.platform for s in sample_tasks(30, 1, platform="desktop")} == {"desktop"}
    assert set(Counter(s.lang for s in sample_tasks(30, 1, langs=("de", "ja")))) <= {"de", "ja"}
    assert all("mail" in KNOWN[s.template].apps for s in sample_tasks(30, 1, app="mail"))
    train, held = ({s.template for s in sample_tasks(200, 1, split=side)} for side in ("train", "validation"))
    assert train
    assert held
    assert not train & held
    assert {s.split for s in sample_tasks(5, 1, split="train")} == {"train"}


def test_nothing_fits():
    with pytest.raises(InputError):
        sample_tasks(1, 1, app="no such app")
