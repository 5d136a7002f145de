"""When texts and places match, and the best one-to-one assignment."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tactful.score import MatchRule, ScreenPair, assign, compare, matched
from tactful.score.matching import fold, held, least_edits, likeness
from tactful.terms import Box, Category, Region, Risk


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


@settings(max_examples=300)
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
    ("predicted", "exact", "corrected"),
    [("Ann Lee", True, True), (" Ann Lee ", True, True), ("Ann Lee,", False, True)],
)
def test_the_exact_rule_forgives_nothing(predicted: str, exact: bool, corrected: bool) -> None:
    assert [MatchRule(rule).texts("Ann Lee", predicted) for rule in ("exact", "corrected")] == [
        exact,
        corrected,
    ]


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


@pytest.mark.parametrize(
    ("truth", "predicted", "published", "corrected"),
    [
        ("Sam Sample", "Sam Sample", True, True),
        ("Sam Sample", "SamSample", True, True),
        ("Sam Sample", "Sam Sample, 9:41", True, True),  # covered one way
        ("T", "Tuesday", True, False),  # a letter in nearly any text
        ("T", "T", True, True),
        ("ok", "the book", True, False),
        ("11:11", "1", True, False),  # one character covers its repeats
        ("aaaaaaaaaa", "aaaaaaaaa", True, True),
        ("aabb", "ab", True, False),
        ("0123456789", "012345678", True, True),
        ("0123456789", "01234567xx", False, False),
        ("abc", "xyz", False, False),
        ("ＡＢＣ", "ABC", False, True),  # compatibility forms
        ("Sam", "sam", False, False),
        ("Sam Sample", "elpmaS maS", True, False),  # the order of the characters
        ("0123456789", "x0123456_89", True, True),  # one misread, whatever stands around
        ("4:16", "4.16", False, True),  # one mark for another
        ("Oil", "0i1", False, True),  # look-alikes
        ("", "", True, True),
        ("", "Sam", False, False),
        ("Sam", "", False, False),
        (" ", "", False, True),
    ],
)
def test_texts(truth: str, predicted: str, published: bool, corrected: bool) -> None:
    assert MatchRule("as_published").texts(truth, predicted) is published
    assert MatchRule("corrected").texts(truth, predicted) is corrected


@given(st.text(max_size=20))
def test_a_text_matches_itself(text: str) -> None:
    assert MatchRule("corrected").texts(text, text)
    assert MatchRule("as_published").texts(text, text)


@given(st.text(max_size=12), st.text(max_size=12), st.sampled_from(["corrected", "as_published"]))
def test_text_matching_is_symmetric(one: str, two: str, rule: str) -> None:
    assert MatchRule(rule).texts(one, two) == MatchRule(rule).texts(two, one)  # type: ignore[arg-type]


def region(text: str, *box: int) -> Region:
    return Region(text, Box(*box), Risk.HIGH, Category.IDENTITY)


@pytest.mark.parametrize(
    ("box", "matches"), [((0, 0, 6, 10), True), ((0, 0, 5, 10), False), ((0, 0, 10, 10), True)]
)
def test_the_place_needs_its_iou(box: tuple[int, int, int, int], matches: bool) -> None:
    truths = [region("Sam", 0, 0, 10, 10)]
    assert match_regions(truths, [region("Sam", *box)], MatchRule()) == ({0: 0} if matches else {})
    assert match_regions(truths, [region("Ann", *box)], MatchRule()) == {}


def match_regions(truths: list[Region], predicted: list[Region], rule: MatchRule) -> dict[int, int]:
    return matched(compare(ScreenPair("s", tuple(truths), tuple(predicted)), rule.iou), rule)


def test_one_prediction_finds_one_truth() -> None:
    truths = [region("Sam", 0, 0, 10, 10), region("Sam", 0, 1, 10, 11)]
    assert match_regions(truths, [region("Sam", 0, 1, 10, 11)], MatchRule()) == {1: 0}


def brute(weights: dict[tuple[int, int], float]) -> tuple[int, float]:
    """The best (pairs, weight) by trying every order of every right side."""
    lefts, rights = sorted({i for i, _ in weights}), sorted({j for _, j in weights})
    slots = rights + [None] * len(lefts)
    best = (0, 0.0)
    for order in permutations(slots, len(lefts)):
        chosen = [
            weights[i, j] for i, j in zip(lefts, order, strict=True) if j is not None and (i, j) in weights
        ]
        best = max(best, (len(chosen), sum(chosen)))
    return best


pairs = st.dictionaries(
    st.tuples(st.integers(0, 3), st.integers(0, 3)), st.integers(60, 100).map(lambda n: n / 100), max_size=10
)


@settings(max_examples=150)
@given(pairs)
def test_assignment_is_the_best_one(weights: dict[tuple[int, int], float]) -> None:
    chosen = assign(weights)
    assert len(set(chosen.values())) == len(chosen)
    count, weight = brute(weights)
    assert len(chosen) == count
    assert sum(weights[pair] for pair in chosen.items()) == pytest.approx(weight)


boxes = st.builds(
    lambda x, y, width, height: Box(x, y, x + width, y + height),
    *(st.integers(0, 6), st.integers(0, 3), st.integers(4, 9), st.integers(4, 6)),
)
placed = st.lists(
    st.builds(
        lambda text, box: Region(text, box, Risk.HIGH, Category.IDENTITY),
        st.sampled_from(["Sam", "Sam Sample", "T"]),
        boxes,
    ),
    max_size=5,
)


@settings(max_examples=150)
@given(placed, placed, st.sampled_from([0.2, 0.4, 0.6]), st.sampled_from(["corrected", "as_published"]))
def test_random_boxes_are_matched_as_by_trying_all(
    truths: list[Region], guesses: list[Region], iou: float, text: str
) -> None:
    rule = MatchRule(text, iou=iou)  # type: ignore[arg-type]
    weights = {
        (i, j): truth.box.iou(guess.box)
        for i, truth in enumerate(truths)
        for j, guess in enumerate(guesses)
        if truth.box.iou(guess.box) >= rule.iou and rule.texts(truth.text, guess.text)
    }
    chosen = match_regions(truths, guesses, rule)
    assert set(chosen.items()) <= set(weights)
    count, weight = brute(weights)
    assert len(chosen) == count
    assert sum(weights[pair] for pair in chosen.items()) == pytest.approx(weight)
