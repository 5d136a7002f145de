"""What is compared once gives every rule and threshold the figures that it gives by itself."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tactful.score import (
    IOUS,
    TAUS,
    MatchRule,
    ScreenPair,
    compare,
    judge_screen,
    score_evidence,
    score_regions,
    sweep,
)
from tactful.score.regions import judge_evidence
from tactful.terms import Box, Category, Region, Risk

SAM = Region("Sam Sample", Box(0, 0, 100, 20), Risk.HIGH, Category.IDENTITY)
FACE = Region("portrait", Box(0, 40, 40, 80), Risk.HIGH, Category.SENSITIVE_SPECIAL, type="face")

regions = st.builds(
    lambda x, y, width, text, risk, confidence: Region(
        text, Box(x, y, x + width, y + 10), risk, Category.IDENTITY, confidence=confidence
    ),
    st.integers(0, 6),
    st.integers(0, 3),
    st.integers(8, 12),
    st.sampled_from(["Sam Sample", "Sam Sampie", "9:41", "T"]),
    st.sampled_from([Risk.NONE, Risk.LOW, Risk.HIGH]),
    st.sampled_from([0.2, 0.8]),
)
screens = st.builds(
    lambda truths, guesses, at, task: ScreenPair(
        "s", tuple(truths), None if guesses is None else tuple(guesses), at, lang="en", task=task
    ),
    st.lists(regions, max_size=4),
    st.none() | st.lists(regions, max_size=4),
    st.sampled_from(["android", "pc"]),
    st.sampled_from(["one", "two"]),
)
rules = st.builds(
    MatchRule, st.sampled_from(["corrected", "as_published"]), st.sampled_from(TAUS), st.sampled_from(IOUS)
)


@settings(max_examples=80, deadline=None)
@given(screens, rules)
def test_links_say_what_comparing_again_says(pair: ScreenPair, rule: MatchRule) -> None:
    assert judge_evidence(compare(pair, 0.3), rule) == judge_screen(pair, rule)


@settings(max_examples=80, deadline=None)
@given(screens, st.sampled_from([0.0, 0.5, 0.9]))
def test_matches_hold_what_the_rule_asks(pair: ScreenPair, threshold: float) -> None:
    rule = MatchRule()
    for outcome in judge_screen(pair, rule, threshold):
        assert outcome.match is None or outcome.truth.box.iou(outcome.match.box) >= rule.iou
        assert outcome.match is None or outcome.match.confidence >= threshold


@settings(max_examples=40, deadline=None)
@given(st.lists(screens, max_size=4))
def test_the_sweep_meets_the_headline_and_never_rises(pairs: list[ScreenPair]) -> None:
    found = {
        (point.rule.text, point.rule.tau, point.rule.iou): point
        for point in sweep([compare(p, 0.3) for p in pairs])
    }
    assert len(found) == 2 * len(TAUS) * len(IOUS)
    for text in ("corrected", "as_published"):
        headline = score_regions(pairs, MatchRule(text), resamples=0, thresholds=()).overall  # type: ignore[arg-type]
        point = found[text, 0.9, 0.6]
        assert (point.recall, point.strict, point.over_masking) == (
            headline.recall,
            headline.strict,
            headline.over_masking,
        )
        for tau in TAUS:
            hits = [found[text, tau, iou].recall.hits for iou in IOUS]
            assert hits == sorted(hits, reverse=True)


def test_a_rule_below_what_was_compared_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"0\.6"):
        judge_evidence(compare(ScreenPair("s", (SAM,), (SAM,))), MatchRule(iou=0.5))


def test_a_picture_is_found_by_its_place() -> None:
    wordless = replace(FACE, text="")
    for rule, hits in ((MatchRule(), 1), (MatchRule("as_published"), 0)):
        assert score_regions([ScreenPair("s", (FACE,), (wordless,))], rule).overall.recall.hits == hits
    elsewhere = replace(wordless, box=Box(0, 60, 40, 100))
    assert score_regions([ScreenPair("s", (FACE,), (elsewhere,))]).overall.recall.hits == 0


def test_groups_by_language_and_by_platform_and_category() -> None:
    pairs = [
        ScreenPair("a", (SAM, FACE), (SAM,), "android", lang="en"),
        ScreenPair("b", (SAM,), (), "pc", lang="zh"),
    ]
    scores = score_regions(pairs, resamples=0)
    assert scores.by_language["en"].recall.value == 0.5
    assert scores.by_language["zh"].recall.value == 0.0
    assert scores.by_platform_category["android"]["identity"].recall.hits == 1
    assert scores.by_platform_category["pc"]["sensitive_special"].recall.count == 0
    assert scores.to_json()["by_platform_category"]["pc"]["identity"]["recall"]["n"] == 1


def test_intervals_draw_whole_tasks() -> None:
    # Two tasks that are all right and all wrong: drawn by tasks, nothing lies between 0, one half and 1.
    right, wrong = (ScreenPair("s", (SAM,), (SAM,), task="a"), ScreenPair("s", (SAM,), (), task="b"))
    evidence = [compare(pair) for pair in [right] * 20 + [wrong] * 20]
    by_task = score_evidence(evidence, intervals=("recall", "detection")).overall
    by_screen = score_regions([replace(e.pair, task="") for e in evidence]).overall
    assert (by_task.recall.low, by_task.recall.high) == (0.0, 1.0)
    assert (by_task.detection.low, by_task.detection.high) == (0.0, 1.0)
    assert by_screen.recall.low is not None
    assert by_screen.recall.low > 0.2
