from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from slow_memories import LETTERS, make_profile, make_samples

from tactful.errors import InputError
from tactful.score import cells_of, kept, label_sets, needs, rule_named, summarize, tabulate
from tactful.score.memories.metrics import completeness, violation
from tactful.score.memories.tables import TabulatedReveals
from tactful.terms import Cell, Context, LabelShare, Profile, SampleResult


@pytest.mark.parametrize(
    ("share", "corrected", "published"),
    [
        (LETTERS["n"], 1, 1),
        (LETTERS["p"], 2, 2),
        (LETTERS["u"], 0, 0),
        (LETTERS["h"], 0, 0),
        (LabelShare(0.74, 0.26, 0.0), 0, 0),
        # Rounding in a sum of weights is no disagreement; the public script takes it for one.
        (LabelShare(0.0, 0.9999999999999999, 0.0), 1, 0),
        (LabelShare(0.9999999999999999, 0.0, 0.0), 2, 0),
    ],
)
def test_need_of_a_share(share: LabelShare, corrected: int, published: int) -> None:
    labels = {"combined": {"The key0 is known.": share}}
    profile = dataclasses.replace(make_profile(["n"]), contexts=(Context("r", "t", (), labels),))
    assert needs(profile) == [[corrected]]
    assert needs(profile, rule="as-published") == [[published]]


def test_published_drops_private_keys_by_their_parts() -> None:
    keys = ("mortgage_rate", "Pet_Name", "home_address", "sexual_health", "salary")
    profile = make_profile(["ppppp", "nnnnn"], keys=keys)
    assert needs(profile).tolist() == [[2] * 5, [1] * 5]
    assert needs(profile, rule="as_published").tolist() == [[0, 0, 0, 0, 2], [1] * 5]


def test_published_drops_before_it_discards() -> None:
    profile = make_profile(["np", "np"], keys=("job", "coverage_gap"))
    assert kept(needs(profile)).tolist() == [True, True]
    assert tabulate([profile], [], rule="as_published")[0].discarded == 2


def test_equal_statements() -> None:
    profile = make_profile(["ppn"], statements=("Same.", "Same.", "Other."))
    assert needs(profile).tolist() == [[2, 2, 1]]
    assert needs(profile, rule="as_published").tolist() == [[0, 2, 1]]


def test_labels_of_unknown_statements_and_unlabelled_attributes() -> None:
    profile = make_profile(["n.p"])
    context = profile.contexts[0]
    more = {"combined": {**context.labels["combined"], "Nobody's statement.": LETTERS["p"]}}
    assert needs(dataclasses.replace(profile, contexts=(Context("r", "t", (), more),))).tolist() == [
        [1, 0, 2]
    ]


def test_a_label_set_that_is_not_there() -> None:
    with pytest.raises(InputError, match=r"label sets combined \(expected the label set pragmatic"):
        needs(make_profile(["np"]), labels="pragmatic")
    bare = dataclasses.replace(make_profile(["np"]), contexts=(Context("r", "t"),))
    assert label_sets(bare) == ()
    with pytest.raises(InputError, match="no labels at all"):
        needs(bare)
    assert needs(dataclasses.replace(bare, contexts=())).shape == (0, 2)


def test_which_profile_lacks_labels_is_said_by_number() -> None:
    bare = dataclasses.replace(make_profile(["np"], name="Ben Sample"), contexts=(Context("r", "t"),))
    with pytest.raises(InputError, match=r"profile 2 of 2: .*no labels at all") as caught:
        tabulate([make_profile(["np"]), bare], [])
    assert "Ben" not in str(caught.value)


def test_a_context_without_the_set_is_discarded() -> None:
    profile = make_profile(["np"])
    profile = dataclasses.replace(profile, contexts=(*profile.contexts, Context("r", "t")))
    (table,) = tabulate([profile], [])
    assert (len(table.contexts), table.discarded) == (1, 1)


@pytest.mark.parametrize("name", ["corrected", "as_published", "as-published"])
def test_rules(name: str) -> None:
    assert rule_named(name) in ("corrected", "as_published")
    with pytest.raises(InputError, match="corrected or as_published"):
        rule_named(name + "s")


def test_the_arrays() -> None:
    profile = make_profile(["npu", "nnn", "unp"], domains=("finance", "health", "general"))
    samples = make_samples(profile, [["0", None], ["012", "1"], ["2"]])
    (table,) = tabulate([profile], samples)
    assert isinstance(table, TabulatedReveals)
    assert table.profile == "Ada Sample"
    assert table.attributes == ("key0", "key1", "key2")
    assert table.domains == ("finance", "health", "general")
    assert table.contexts == (("recipient 0", "task 0"), ("recipient 2", "task 2"))
    assert table.discarded == 1
    assert table.needs.dtype == np.int8
    assert table.needs.tolist() == [[1, 2, 0], [0, 1, 2]]
    assert table.revealed.astype(int).tolist() == [[[1, 0, 0], [0, 0, 0]], [[0, 0, 1], [0, 0, 0]]]
    assert table.scored.tolist() == [[True, False], [True, False]]
    assert table.attempted is not None
    assert table.attempted.tolist() == [[True, True], [True, False]]
    assert table.present.all()


def test_expected_epochs() -> None:
    profile = make_profile(["np"])
    samples = make_samples(profile, [["0", "1"]])
    (table,) = tabulate([profile], samples, epochs=5)
    assert table.scored.tolist() == [[True, True, False, False, False]]
    scores = summarize([table])
    assert (scores.samples, scores.unscored, scores.missing, scores.n) == (5, 0, 3, 5)
    with pytest.raises(InputError, match="0 to 0"):
        tabulate([profile], samples, epochs=1)


def test_epochs_may_count_from_one_and_have_gaps() -> None:
    profile = make_profile(["np"])
    samples = [SampleResult(profile.id, 0, epoch, revealed={}) for epoch in (1, 7, 10**12)]
    (table,) = tabulate([profile], samples)
    assert table.scored.tolist() == [[True, True, True]]


def test_profiles_without_samples_and_nothing_at_all() -> None:
    first, second = make_profile(["np"], name="Ada"), make_profile(["np"], name="Ben")
    tables = tabulate([first, second], make_samples(first, [["0", "0"]]))
    assert [table.scored.any() for table in tables] == [True, False]
    assert tabulate([], []) == ()
    (table,) = tabulate([make_profile([])], [])
    assert table.revealed.shape == (0, 0, 0)
    assert summarize([table]).violation.value is None


@pytest.mark.parametrize(
    ("sample", "said"),
    [
        (SampleResult("Nobody", 0, 0, revealed={}), "1 samples belong to no profile"),
        (SampleResult("Ada Sample", 1, 0, revealed={}), "one of the profile's 1 contexts"),
        (SampleResult("Ada Sample", -1, 0, revealed={}), "one of the profile's 1 contexts"),
        (SampleResult("Ada Sample", 0, 0, revealed={"secret_key": "said"}), "its profile lacks"),
        (SampleResult("Ada Sample", 0, 0, in_memory=("secret_key",), revealed={}), "its profile lacks"),
        (SampleResult("Ada Sample", 0, 1, revealed={}), "the same sample twice"),
    ],
)
def test_samples_that_do_not_belong(sample: SampleResult, said: str) -> None:
    profile = make_profile(["np"])
    twin = SampleResult("Ada Sample", 0, 1, revealed=None)
    with pytest.raises(InputError, match=said) as caught:
        tabulate([profile], [twin, sample])
    assert "secret" not in str(caught.value)


def test_two_profiles_of_one_id() -> None:
    with pytest.raises(InputError, match="one id"):
        tabulate([make_profile(["np"])] * 2, [])


SMALL, LARGE = Cell("all-necessary", 0), Cell("all-necessary", 1)


def composed(profile: Profile) -> list[SampleResult]:
    return [
        *make_samples(profile, [["0", "0"], ["0", "0"]], cell=SMALL, in_memory=("key0",)),
        *make_samples(profile, [["01", None], ["0"]], cell=LARGE, in_memory=("key0", "key1")),
    ]


def test_one_memory_composition() -> None:
    profile = make_profile(["npp", "npp"])
    samples = composed(profile)
    assert cells_of(samples) == (SMALL, LARGE)
    (small,) = tabulate([profile], samples, cell=SMALL)
    (large,) = tabulate([profile], samples, cell=LARGE)
    assert small.present.tolist() == [[True, False, False]] * 2
    assert large.present.tolist() == [[True, True, False]] * 2
    assert (violation(small), violation(large)) == (0, 1 / 2)
    assert violation(large, among="present") == 1
    assert np.isnan(violation(small, among="present"))
    assert summarize([large]).missing == 1


def test_pooled_memory_compositions() -> None:
    profile = make_profile(["npp", "npp"])
    (table,) = tabulate([profile], composed(profile))
    assert table.scored.sum(axis=1).tolist() == [3, 3]
    scores = summarize([table])
    # The second context was never to have a fourth sample: its composition has one epoch there.
    assert (scores.samples, scores.unscored, scores.missing) == (7, 1, 0)
    for records in (composed(profile), composed(profile)[::-1]):
        assert tabulate([profile], records)[0].present.tolist() == [[True, True, False]] * 2
    with pytest.raises(InputError, match="a cell with it"):
        tabulate([profile], composed(profile), epochs=5)


def test_present_where_no_record_says() -> None:
    profile = make_profile(["np", "np"])
    (full,) = tabulate([profile], make_samples(profile, [["0"]]))
    assert full.present.all()
    (partial,) = tabulate([profile], make_samples(profile, [["0"]], cell=SMALL, in_memory=("key0",)))
    assert partial.present.tolist() == [[True, False], [False, False]]


def test_published_makes_one_profile_of_a_name_and_one_task_of_a_task() -> None:
    first = make_profile(["np.", "np."], keys=("job", "pay", "debt"), tasks=("ask", "ask"), ident="A")
    second = make_profile(["pn", "np"], keys=("pay", "job"), tasks=("ask", "beg"), ident="B")
    samples = [
        *make_samples(first, [["0", "0"], [""]]),
        *make_samples(second, [["1"], ["1"]]),
    ]
    (table,) = tabulate([first, second], samples, rule="as_published")
    assert table.profile == "Ada Sample"
    assert table.attributes == ("job", "pay", "debt")
    assert violation(table) == 1 / 2  # of pay and job, job leaked in the second profile's "beg"
    assert completeness(table) == pytest.approx(((2 + 0 + 1) / 4 + 0) / 2)
    separate = tabulate([first, second], samples)
    assert [completeness(each) for each in separate] == [1 / 2, 1 / 2]
