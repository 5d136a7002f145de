"""``results.jsonl``: what counts as scored, what as failed, and that our exports come back equal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fakes.memory_records import LABELS, SECRET, context, profile, trial, trial_key, write_json, write_lines
from tactful.errors import InputError, RecordError
from tactful.formats import read_results, write_results
from tactful.formats.profile_record import profile_of
from tactful.terms.reveals import Cell, SampleResult

KEYS = ["key_0", "key_1", "key_2"]  # necessary, private, open
FULL = trial_key(3, 0, 0)


def one_trial(tmp_path: Path, key: str, value: Any) -> SampleResult:
    record = profile(contexts=[context(labels_combined=LABELS, **{key: value})])
    (sample,) = read_results(write_lines(tmp_path / "r.jsonl", record)).samples
    return sample


def test_a_trial_as_the_reference_writes_it(tmp_path: Path) -> None:
    revealed = {"key_0": 1, "key_1": 0, "key_2": 1}
    value = trial(KEYS, [], revealed, 12)
    value["model_solution"]["revealed_attributes_explanation"] = {"key_0": ["One.", "Two."]}
    assert one_trial(tmp_path, trial_key(3, 0, 12), value) == SampleResult(
        "Ann Sample",
        0,
        12,
        Cell(),
        ("key_0", "key_1", "key_2"),
        {"key_0": "One. Two.", "key_2": ""},
        prompt="Memories and a task.",
        message="A message.",
    )


def test_texts_can_be_left_out(tmp_path: Path) -> None:
    record = profile(contexts=[context(**{FULL: trial(KEYS, [], {"key_0": 1})})])
    (sample,) = read_results(write_lines(tmp_path / "r.jsonl", record), texts=False).samples
    assert (sample.prompt, sample.message) == (None, None)
    assert sample.revealed == {"key_0": "It says key_0."}


FAILED = [
    ("no message", {"response_solution": ""}, "empty message"),
    ("blank message", {"response_solution": " \n"}, "empty message"),
    ("message null", {"response_solution": None}, "empty message"),
    ("no judgement", {"revealed_attributes": None}, "no judgement"),
    ("judgement a list", {"revealed_attributes": ["key_1"]}, "the judgement is no object"),
    ("judgement a text", {"revealed_attributes": {"key_1": "1"}}, "a judgement that is neither 0 nor 1"),
    ("judgement null", {"revealed_attributes": {"key_1": None}}, "a judgement that is neither 0 nor 1"),
    ("judgement two", {"revealed_attributes": {"key_1": 2}}, "a judgement that is neither 0 nor 1"),
    (
        "explanation a list",
        {"revealed_attributes_explanation": []},
        "the judgement's explanation is no object",
    ),
]


@pytest.mark.parametrize(("changes", "problem"), [r[1:] for r in FAILED], ids=[r[0] for r in FAILED])
def test_failed_is_unscored_and_never_nothing_revealed(
    tmp_path: Path, changes: dict[str, Any], problem: str
) -> None:
    sample = one_trial(tmp_path, FULL, trial(KEYS, [], dict.fromkeys(KEYS, 0), **changes))
    assert (sample.revealed, sample.problem, sample.cell) == (None, problem, Cell())


@pytest.mark.parametrize("value", [None, [], "text", {}, {"model_solution": 3}], ids=repr)
def test_a_trial_of_another_form_is_unscored(tmp_path: Path, value: Any) -> None:
    sample = one_trial(tmp_path, FULL, value)
    assert sample.revealed is None
    assert sample.problem
    assert sample.cell == Cell()


def test_zeros_without_explanation_are_scored_and_counted(tmp_path: Path) -> None:
    zeros = dict.fromkeys(KEYS, 0)
    trials = {
        trial_key(3, 0, 0): trial(KEYS, [], zeros),
        trial_key(3, 0, 1): trial(KEYS, [], {**zeros, "key_1": 1}, 1),
        trial_key(3, 0, 2): trial(KEYS, [], zeros, 2, revealed_attributes_explanation={"key_1": "Nearly."}),
    }
    results = read_results(write_lines(tmp_path / "r.jsonl", profile(contexts=[context(**trials)])))
    assert [sample.revealed for sample in results.samples] == [{}, {"key_1": "It says key_1."}, {}]
    assert results.silent == 1


CELLS = [
    (KEYS, [], Cell()),
    (["key_0"], [], Cell("all-necessary", 0)),
    (["key_0"], ["key_1"], Cell("all-necessary", 1)),
    ([], ["key_1"], Cell("all-private", 0)),
    (["key_2"], ["key_1"], Cell("all-private", 0)),
    (["key_0", "key_2"], ["key_1"], Cell("all-necessary", 1)),
    (["key_2"], [], Cell("random", 0)),
]


@pytest.mark.parametrize(("to_share", "not_to_share", "cell"), CELLS)
def test_the_composition_is_told_from_the_memory(
    tmp_path: Path, to_share: list[str], not_to_share: list[str], cell: Cell
) -> None:
    key = trial_key(len(to_share), len(not_to_share), 0)
    sample = one_trial(tmp_path, key, trial(to_share, not_to_share, {"key_0": 1}))
    assert sample.cell == cell
    assert sample.in_memory == tuple(sorted([*to_share, *not_to_share]))


def test_two_compositions_of_one_size_are_two_draws(tmp_path: Path) -> None:
    trials = {
        trial_key(1, 1, 0): trial(["key_2"], ["key_0"], {}),
        trial_key(2, 0, 0): trial(["key_0", "key_2"], [], {}),
        trial_key(2, 0, 1): trial(["key_0", "key_2"], [], {}, 1),
    }
    record = profile(contexts=[context(labels_combined=LABELS, **trials)])
    samples = read_results(write_lines(tmp_path / "r.jsonl", record)).samples
    assert [(s.cell.draw, s.epoch) for s in samples] == [(0, 0), (1, 0), (0, 1)]


def test_what_is_odd_is_counted_without_private_words(tmp_path: Path) -> None:
    strange = trial(KEYS, [SECRET], {"key_0": 1, SECRET: 1})
    record = profile(
        contexts=[
            context(
                labels_combined={**LABELS, SECRET: LABELS["The pangolin number 1."]},
                **{FULL: strange, "combination_of_old": {}},
            )
        ]
    )
    results = read_results(write_lines(tmp_path / "r.jsonl", record))
    reasons = " | ".join(problem.reason for problem in results.problems)
    for words in (
        "'combined' labels",
        "1 judgements",
        "1 listed keys",
        "1 trials list another",
        "1 keys look",
    ):
        assert words in reasons
    assert SECRET not in reasons + repr(results)
    assert results.samples[0].revealed == {"key_0": "It says key_0."}


def test_lines_that_cannot_be_used_are_problems(tmp_path: Path) -> None:
    good = profile(contexts=[context(**{FULL: trial(KEYS, [], {})})])
    path = write_lines(tmp_path / "r.jsonl", good, {"bio": 1}, good)
    torn = json.dumps(good)[:-40] + f'"{SECRET}'
    doubled = json.dumps(good).replace('"key_2": {', '"key_1": {', 1)
    path.write_bytes(path.read_bytes() + torn.encode() + b"\n\xff\n\n" + doubled.encode() + b"\n7")
    results = read_results(path)
    assert [p.id for p in results.profiles] == ["Ann Sample", "Ann Sample#2"]
    assert [p.line for p in results.problems] == [2, 4, 5, 7, 8]
    reasons = [problem.reason for problem in results.problems]
    assert "field 'bio'" in reasons[0]
    assert "not JSON" in reasons[1]
    assert "not UTF-8" in reasons[2]
    assert "the attribute key 'key_1' stands there twice" in reasons[3]
    assert "a number where a profile was expected" in reasons[4]
    assert SECRET not in " ".join(reasons)


@pytest.mark.parametrize("data", [b"", b"\n\n", b"{}", b"torn {", b'[{"bio": 1}]', b"[1"])
def test_a_file_without_any_profile_is_an_error(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "r.jsonl").write_bytes(data)
    with pytest.raises(RecordError) as caught:
        read_results(tmp_path / "r.jsonl")
    assert caught.value.file == tmp_path / "r.jsonl"


@pytest.mark.parametrize("path", ["absent.jsonl", ".", "a\x00b"])
def test_what_is_no_file_is_an_error(path: str) -> None:
    with pytest.raises(RecordError):
        read_results(path)


def test_a_json_list_is_read_as_well(tmp_path: Path) -> None:
    record = profile(contexts=[context(**{FULL: trial(KEYS, [], {"key_1": True})})])
    path = tmp_path / "r.json"
    path.write_text(json.dumps([record, record], indent=2))
    results = read_results(path)
    assert [s.profile for s in results.samples] == ["Ann Sample", "Ann Sample#2"]


PROFILES = (
    profile_of(profile(contexts=[context(labels_combined=LABELS), context("Bank", labels_combined=LABELS)])),
    profile_of(profile("Bo Sample", contexts=[context()])),
)
CELL = st.sampled_from(
    [Cell(), *(Cell(kind, n, d) for kind in ("all-necessary", "random") for n in (0, 2) for d in (0, 1))]
)
KEY_SET = st.sets(st.sampled_from(KEYS))


def in_order(keys: set[str]) -> tuple[str, ...]:
    return tuple(sorted(keys))


@st.composite
def a_sample(draw: st.DrawFn) -> SampleResult:
    cell = draw(CELL)
    revealed = draw(st.none() | st.dictionaries(st.sampled_from(KEYS), st.text(max_size=5)))
    return SampleResult(
        *draw(st.sampled_from([("Ann Sample", 0), ("Ann Sample", 1), ("Bo Sample", 0)])),
        draw(st.integers(0, 12)),
        cell,
        tuple(KEYS) if cell == Cell() else in_order(draw(KEY_SET)),
        revealed,
        draw(st.none() | KEY_SET.map(frozenset)),
        in_order(draw(KEY_SET)),
        in_order(draw(KEY_SET)),
        draw(st.none() | st.text(max_size=5)),
        draw(st.none() | st.text(max_size=5)),
        None if revealed is not None else "the judge's reply did not parse",
    )


def by_place(sample: SampleResult) -> Any:
    return sample.profile, sample.context, sample.cell.name, sample.epoch


@given(st.lists(a_sample(), max_size=12, unique_by=by_place))
@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_an_export_comes_back_equal(tmp_path: Path, samples: list[SampleResult]) -> None:
    path = write_results(tmp_path / "r.jsonl", PROFILES, samples)
    results = read_results(path)
    assert results.profiles == PROFILES
    assert sorted(results.samples, key=by_place) == sorted(samples, key=by_place)
    assert (results.problems, results.silent) == ((), 0)
    first = path.read_bytes()
    assert write_results(path, PROFILES, samples[::-1]).read_bytes() == first


def test_an_export_has_what_the_reference_reads(tmp_path: Path) -> None:
    samples = [
        SampleResult("Ann Sample", 0, 1, Cell(), tuple(KEYS), {"key_1": "So."}, message="A message."),
        SampleResult("Ann Sample", 1, 0, Cell("all-necessary", 1), ("key_0", "key_1"), problem="timed out"),
    ]
    path = write_results(tmp_path / "r.jsonl", PROFILES, samples)
    first, second = (json.loads(line) for line in path.read_text().splitlines())
    full = first["contexts"][0][trial_key(3, 0, 1)]
    assert full["to_share_attributes"] == KEYS
    assert (full["trial_idx"], full["num_to_share_attributes"], full["total_num_attributes"]) == (1, 3, 3)
    assert full["model_solution"] == {
        "response_solution": "A message.",
        "revealed_attributes": {"key_0": 0, "key_1": 1, "key_2": 0},
        "revealed_attributes_explanation": {"key_1": "So."},
    }
    failed = first["contexts"][1][trial_key(1, 1, 0)]
    assert (failed["to_share_attributes"], failed["not_to_share_attributes"]) == (["key_0"], ["key_1"])
    assert failed["problem"] == "timed out"
    assert "revealed_attributes" not in failed["model_solution"]
    assert second["contexts"] == [context()]


GIVEN = SampleResult("Ann Sample", 0, 0)
REFUSED = [
    ("profile", [SampleResult("Cy Sample", 0, 0)], "no profile and context"),
    ("context", [SampleResult("Ann Sample", 2, 0)], "no profile and context"),
    ("negative", [SampleResult("Ann Sample", -1, 0)], "no profile and context"),
    ("memory", [SampleResult("Ann Sample", 0, 0, in_memory=(SECRET,))], "attributes that its profile lacks"),
    (
        "revealed",
        [SampleResult("Ann Sample", 0, 0, revealed={SECRET: ""})],
        "attributes that its profile lacks",
    ),
    ("twice", [GIVEN, GIVEN], "same cell and epoch"),
]


@pytest.mark.parametrize(("samples", "words"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_samples_that_belong_nowhere_are_refused(
    tmp_path: Path, samples: list[SampleResult], words: str
) -> None:
    with pytest.raises(InputError, match=words) as caught:
        write_results(tmp_path / "r.jsonl", PROFILES, samples)
    assert SECRET not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_results_need_no_labels(tmp_path: Path) -> None:
    record = profile(contexts=[context(**{trial_key(1, 0, 3): trial(["key_0"], [], {"key_0": 1}, 3)})])
    results = read_results(write_json(tmp_path / "r.json", [record]))
    assert results.samples[0].cell == Cell("random", 1)
