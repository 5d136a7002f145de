"""Folding keeps a way back to every character."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.recognize.patterns import normalise


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("（925）867－5309", "(925)867-5309"),
        ("ａｂｃ　１２", "abc 12"),
        ("1\u00a0000\u202f€", "1 000 €"),
        ("a\u200bb", "ab"),
        ("•••• 4242", "···· 4242"),
        ("٣٤", "34"),
        ("it’s – “x”", 'it\'s - "x"'),
        ("plain", "plain"),
    ],
)
def test_fold(text, plain):
    assert normalise(text).text == plain


@given(st.text())
def test_spans_lie_inside_and_grow(text):
    folded = normalise(text)
    assert len(folded.lower) == len(folded.text)
    last = 0
    for index in range(len(folded.text)):
        start, end = folded.span(index, index + 1)
        assert last <= start < end <= len(text)
        last = start


@given(st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126)))
def test_ascii_is_itself(text):
    folded = normalise(text)
    assert folded.text == text
    assert folded.span(0, len(text)) == (0, len(text))
