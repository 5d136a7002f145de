"""The edit distance behind the corrected text rule, against the slow way to the same number."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tactful.score.matching import fold, held, least_edits, likeness


def slow(pattern: str, text: str) -> int:
    """The full table: any piece of the text may be met, so beginning and end of it are free."""
    row = [0] * (len(text) + 1)
    for i, ch in enumerate(pattern, 1):
        new = [i]
        for j, other in enumerate(text, 1):
            new.append(min(row[j - 1] + (ch != other), row[j] + 1, new[j - 1] + 1))
        row = new
    return min(row)


words = st.text(alphabet="abc", max_size=9)


@settings(max_examples=300, deadline=None)
@given(words, words)
def test_least_edits_is_the_slow_one(pattern: str, text: str) -> None:
    assert least_edits(pattern, text) == slow(pattern, text)


@given(st.text(max_size=80), st.text(max_size=80))
def test_long_texts_and_any_characters(pattern: str, text: str) -> None:
    assert least_edits(pattern, text) == slow(pattern, text)


@pytest.mark.parametrize(
    ("pattern", "text", "edits"),
    [("", "abc", 0), ("abc", "", 3), ("bc", "abcd", 0), ("bxc", "abcd", 1), ("abc", "xyz", 3)],
)
def test_least_edits(pattern: str, text: str, edits: int) -> None:
    assert least_edits(pattern, text) == edits


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("Il1|", "llll"),
        ("O0", "00"),
        (" a\tb\n", "ab"),
        ("4:16", "4.l6"),
        ("ＡＢ，", "AB."),
        ("「你好」", ".你好."),
        ("Ada", "Ada"),
        ("straße", "straße"),
    ],
)
def test_fold(text: str, same: str) -> None:
    assert fold(text) == same


@pytest.mark.parametrize(
    ("one", "two", "share"),
    [
        ("", "", 1.0),
        ("", "a", 0.0),
        ("abcd", "xxabcdxx", 1.0),
        ("a", "abc", 1 / 3),  # a letter is not found in a word
        ("ab", "xxab", 0.5),
        ("abcdefghij", "abcdefghix", 0.9),
        ("abcdefghij", "zzabcdefgxijzz", 0.9),
        ("abcdefghij", "jihgfedcba", 0.1),  # as published they are the same
    ],
)
def test_held(one: str, two: str, share: float) -> None:
    assert held(one, two) == pytest.approx(share)
    assert held(two, one) == pytest.approx(share)


@given(st.text(max_size=30), st.text(max_size=30))
def test_likeness_is_a_share_and_the_same_both_ways(one: str, two: str) -> None:
    for rule in ("corrected", "as_published"):
        share = likeness(one, two, rule)  # type: ignore[arg-type]
        assert 0 <= share <= 1
        assert share == likeness(two, one, rule)  # type: ignore[arg-type]


@given(st.text(alphabet="abcdef", min_size=10, max_size=40), st.integers(0, 9), st.sampled_from("xyz"))
def test_one_misread_character_in_ten_is_forgiven(text: str, at: int, wrong: str) -> None:
    assert likeness(text, text[:at] + wrong + text[at + 1 :], "corrected") >= 0.9
