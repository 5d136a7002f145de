"""The paper's figures, against small tables and a slow implementation; one comparison serves every rule."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tactful.score import (
    IOUS,
    TAUS,
    MatchRule,
    Rate,
    ScreenPair,
    compare,
    judge_screen,
    score_evidence,
    score_regions,
    sweep,
)
from tactful.score.regions import covered_share, judge_evidence
from tactful.terms import Box, Category, Region, Risk

BOX = Box(0, 0, 100, 20)
SAM = Region("Sam Sample", BOX, Risk.HIGH, Category.IDENTITY)
TIME = Region("9:41", Box(0, 40, 40, 60), Risk.LOW, Category.TECHNICAL_DEVICE)
INBOX = Region("Inbox", Box(0, 80, 60, 100), Risk.NONE, None)


def pair(predicted: list[Region] | None, truths: list[Region] | None = None, **more: object) -> ScreenPair:
    given = tuple(truths if truths is not None else [SAM, TIME, INBOX])
    return ScreenPair("s", given, None if predicted is None else tuple(predicted), **more)  # type: ignore[arg-type]


def shares(*pairs: ScreenPair, **options: object) -> dict[str, tuple[int, int]]:
    scores = score_regions(pairs, resamples=0, **options)  # type: ignore[arg-type]
    return {name: (rate.hits, rate.count) for name, rate in scores.overall.items()}


def test_all_right() -> None:
    got = shares(pair([SAM, TIME, INBOX]))
    assert got == {
        "recall": (2, 2),
        "strict": (2, 2),
        "risk": (2, 2),
        "category": (2, 2),
        "necessity": (2, 2),
        "over_masking": (0, 1),
        "detection": (1, 1),
        "covered": (2, 2),
        "over_covered": (0, 1),
    }


@pytest.mark.parametrize(
    ("predicted", "figure", "expected"),
    [
        ([replace(SAM, risk=Risk.LOW)], "recall", (1, 2)),
        ([replace(SAM, risk=Risk.LOW)], "risk", (0, 1)),
        ([replace(SAM, risk=Risk.LOW)], "strict", (0, 2)),
        ([replace(SAM, category=None)], "category", (0, 1)),
        ([replace(SAM, necessary=True)], "necessity", (0, 1)),
        ([replace(SAM, risk=Risk.NONE)], "recall", (0, 2)),
        ([replace(SAM, risk=Risk.NONE)], "detection", (0, 1)),
        ([replace(SAM, text="Ann Example")], "recall", (0, 2)),
        ([replace(SAM, box=Box(50, 0, 150, 20))], "recall", (0, 2)),
        ([replace(SAM, inner=True)], "recall", (1, 2)),
        ([SAM, SAM], "recall", (1, 2)),
        ([replace(INBOX, risk=Risk.LOW)], "over_masking", (1, 1)),
        ([replace(INBOX, risk=Risk.LOW)] * 2, "over_masking", (1, 1)),
        ([INBOX], "over_masking", (0, 1)),
        ([replace(SAM, box=Box(0, 0, 200, 200))], "recall", (0, 2)),
        ([replace(SAM, box=Box(0, 0, 200, 200))], "covered", (2, 2)),
        ([replace(SAM, box=Box(0, 0, 200, 200))], "over_covered", (1, 1)),
        ([], "detection", (0, 1)),
        ([], "over_masking", (0, 1)),
    ],
)
def test_one_thing_wrong(predicted: list[Region], figure: str, expected: tuple[int, int]) -> None:
    assert shares(pair(predicted))[figure] == expected


def test_a_screen_without_anything_private() -> None:
    assert shares(pair([], [INBOX]))["detection"] == (1, 1)
    assert shares(pair([SAM], [INBOX]))["detection"] == (0, 1)


def test_an_unscored_screen_is_missed_and_listed_never_clean() -> None:
    failed = pair(None, failure="recognition failed")
    scores = score_regions([pair([SAM, TIME, INBOX]), failed, replace(failed, failure="")], resamples=0)
    assert scores.unscored == (("s", "recognition failed"), ("s", "no prediction"))
    assert scores.overall.recall == Rate(2, 6)
    assert scores.overall.over_masking == Rate(0, 1)
    assert scores.overall.detection == Rate(1, 3)


def test_groups() -> None:
    scores = score_regions([pair([SAM], platform="pc"), pair([TIME], platform="android")], resamples=0)
    assert scores.by_risk["high"].recall == Rate(1, 2)
    assert scores.by_risk["medium"].recall.value is None
    assert scores.by_category["technical_device"].recall == Rate(1, 2)
    assert scores.by_platform["pc"].recall == Rate(1, 2)
    assert scores.by_platform["pc"].detection == Rate(1, 1)


def test_lenient_takes_either_risk_and_leaves_the_unsure_out() -> None:
    alts = (Risk.MEDIUM, Risk.NONE, Risk.LOW)
    wrong = [replace(SAM, risk=Risk.MEDIUM), replace(INBOX, risk=Risk.LOW)]
    scores = score_regions([pair(wrong, alt_risks=alts)], resamples=0)
    assert (scores.overall.strict, scores.lenient.strict) == (Rate(0, 2), Rate(1, 1))
    assert (scores.overall.recall, scores.lenient.recall) == (Rate(1, 2), Rate(1, 1))
    assert (scores.overall.over_masking, scores.lenient.over_masking) == (Rate(1, 1), Rate(0, 0))


def test_alternative_risks_must_be_as_many_as_truths() -> None:
    with pytest.raises(ValueError, match="zip"):
        judge_screen(pair([], alt_risks=(None,)))


def test_the_text_rule_is_chosen_and_named() -> None:
    letter = Region("T", Box(0, 0, 20, 20), Risk.LOW, Category.IDENTITY)
    wrong = replace(letter, text="Tuesday")
    for text, hits in (("as_published", 1), ("corrected", 0)):
        scores = score_regions([pair([wrong], [letter])], MatchRule(text), resamples=0)  # type: ignore[arg-type]
        assert scores.overall.recall.hits == hits
        assert scores.to_json()["rule"]["text"] == text


def test_the_curve_drops_unsure_predictions() -> None:
    sure, unsure = replace(SAM, confidence=0.9), replace(INBOX, risk=Risk.LOW, confidence=0.3)
    scores = score_regions([pair([sure, unsure])], thresholds=(0.0, 0.3, 0.5, 1.0), resamples=0)
    assert [(p.threshold, p.recall.hits, p.over_masking.hits) for p in scores.curve] == [
        (0.0, 1, 1),
        (0.3, 1, 1),
        (0.5, 1, 0),
        (1.0, 0, 0),
    ]


def test_intervals_hold_the_figure_and_repeat() -> None:
    pairs = [pair([SAM]), pair([SAM, TIME]), pair([]), pair([SAM, TIME])] * 3
    one, two = score_regions(pairs, seed=3), score_regions(pairs, seed=3)
    recall = one.overall.recall
    assert one == two
    assert recall.low is not None
    assert recall.high is not None
    assert 0 <= recall.low < (recall.value or 0) < recall.high <= 1
    assert score_regions([pair([SAM])]).overall.recall.low is None


def test_nothing_to_score() -> None:
    scores = score_regions([])
    assert scores.overall.recall.value is None
    assert scores.to_json()["overall"] == {}


def test_json_and_rows_hold_counts_and_no_text() -> None:
    scores = score_regions([pair([SAM], platform="pc"), pair(None, platform="pc")])
    document = json.dumps(scores.to_json(), allow_nan=False)
    assert "Sam" not in document
    assert scores.to_json()["overall"]["over_masking"]["n"] == 1
    assert {row.group for row in scores.rows()} >= {"overall", "lenient", "risk: high", "platform: pc"}
    assert all(row.rate.count for row in scores.rows())


@pytest.mark.parametrize(
    ("masks", "share"),
    [
        ([], 0.0),
        ([BOX], 1.0),
        ([Box(0, 0, 50, 20)], 0.5),
        ([Box(0, 0, 50, 20), Box(25, -5, 75, 25)], 0.75),
        ([Box(200, 0, 300, 20)], 0.0),
    ],
)
def test_covered_share(masks: list[Box], share: float) -> None:
    assert covered_share(BOX, masks) == share
    assert covered_share(Box(5, 5, 5, 9), [BOX]) == 0.0


regions = st.builds(
    lambda at, width, text, risk, category, necessary, confidence: Region(
        text, Box(at * 4, 0, at * 4 + width, 10), risk, category, necessary=necessary, confidence=confidence
    ),
    st.integers(0, 4),
    st.integers(8, 12),
    st.sampled_from(["Sam", "Sam S", "9:41", "T"]),
    st.sampled_from(Risk),
    st.sampled_from([Category.IDENTITY, None]),
    st.booleans(),
    st.sampled_from([0.2, 0.8]),
)
screens = st.builds(
    lambda truths, predicted: ScreenPair("s", tuple(truths), None if predicted is None else tuple(predicted)),
    st.lists(regions, max_size=4),
    st.none() | st.lists(regions, max_size=4),
)


def slow(pairs: list[ScreenPair], rule: MatchRule) -> dict[str, tuple[int, int]]:
    """Recall, over-masking and detection by trying every set of pairs."""

    def most(truths: list[Region], guesses: list[Region]) -> int:
        if not truths:
            return 0
        first, rest = truths[0], truths[1:]
        found = [most(rest, guesses)]
        for at, guess in enumerate(guesses):
            if first.box.iou(guess.box) >= 0.6 and rule.texts(first.text, guess.text):
                found.append(1 + most(rest, guesses[:at] + guesses[at + 1 :]))
        return max(found)

    recall, over, right = [0, 0], [0, 0], 0
    for pair in pairs:
        guesses = [p for p in pair.predicted or () if p.risk is not Risk.NONE]
        private = [t for t in pair.truths if t.risk is not Risk.NONE]
        public = [t for t in pair.truths if t.risk is Risk.NONE]
        recall = [recall[0] + most(private, guesses), recall[1] + len(private)]
        if pair.predicted is not None:
            over = [over[0] + sum(most([t], guesses) for t in public), over[1] + len(public)]
            right += bool(private) == bool(guesses)
    return {
        "recall": (recall[0], recall[1]),
        "over_masking": (over[0], over[1]),
        "detection": (right, len(pairs)),
    }


@settings(max_examples=100)
@given(st.lists(screens, max_size=3), st.sampled_from(["corrected", "as_published"]))
def test_agrees_with_a_slow_implementation(pairs: list[ScreenPair], text: str) -> None:
    rule = MatchRule(text)  # type: ignore[arg-type]
    got = shares(*pairs, rule=rule, thresholds=())
    assert {name: got[name] for name in ("recall", "over_masking", "detection")} == slow(pairs, rule)


@settings(max_examples=60)
@given(st.lists(screens, max_size=3))
def test_figures_are_ordered(pairs: list[ScreenPair]) -> None:
    overall = score_regions(pairs, thresholds=(), resamples=0).overall
    assert overall.strict.hits <= min(overall.risk.hits, overall.category.hits, overall.necessity.hits)
    assert max(overall.risk.hits, overall.category.hits, overall.necessity.hits) <= overall.recall.hits
    assert overall.recall.hits <= overall.recall.count


FACE = Region("portrait", Box(0, 40, 40, 80), Risk.HIGH, Category.SENSITIVE_SPECIAL, type="face")

varied_regions = st.builds(
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
varied_screens = st.builds(
    lambda truths, guesses, at, task: ScreenPair(
        "s", tuple(truths), None if guesses is None else tuple(guesses), at, lang="en", task=task
    ),
    st.lists(varied_regions, max_size=4),
    st.none() | st.lists(varied_regions, max_size=4),
    st.sampled_from(["android", "pc"]),
    st.sampled_from(["one", "two"]),
)
rules = st.builds(
    MatchRule, st.sampled_from(["corrected", "as_published"]), st.sampled_from(TAUS), st.sampled_from(IOUS)
)


@settings(max_examples=80)
@given(varied_screens, rules)
def test_links_say_what_comparing_again_says(pair: ScreenPair, rule: MatchRule) -> None:
    assert judge_evidence(compare(pair, 0.3), rule) == judge_screen(pair, rule)


@settings(max_examples=80)
@given(varied_screens, st.sampled_from([0.0, 0.5, 0.9]))
def test_matches_hold_what_the_rule_asks(pair: ScreenPair, threshold: float) -> None:
    rule = MatchRule()
    for outcome in judge_screen(pair, rule, threshold):
        assert outcome.match is None or outcome.truth.box.iou(outcome.match.box) >= rule.iou
        assert outcome.match is None or outcome.match.confidence >= threshold


@settings(max_examples=40)
@given(st.lists(varied_screens, max_size=4))
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
