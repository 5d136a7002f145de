"""Which samples a run has."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from fakes.labelled_profiles import record, write_profiles
from tactful.bench.cimemories.plan import MemorySettings, PlannedSample, locate, make_plan
from tactful.errors import InputError
from tactful.runs import make_settings
from tactful.terms import Need


def settings(path: Path, **given: Any) -> MemorySettings:
    return make_settings(MemorySettings, {"data": path, **given})


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_profiles(tmp_path / "data.json", profiles=3, attributes=12, contexts=5)


def ids(path: Path, **given: Any) -> list[str]:
    return [sample.id for sample in make_plan(settings(path, **given)).samples]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"profiles": "0", "contexts": "1"}, ["p00.c01"]),
        ({"profiles": 2, "contexts": [0, 4]}, ["p02.c00", "p02.c04"]),
        ({"profiles": "0-1", "contexts": "2"}, ["p00.c02", "p01.c02"]),
        ({"profiles": "1,0,1", "contexts": 3}, ["p00.c03", "p01.c03"]),
    ],
)
def test_chosen_by_index(data: Path, given: dict[str, Any], expected: list[str]) -> None:
    assert ids(data, **given) == expected


def test_all_by_default(data: Path) -> None:
    assert len(ids(data)) == 15


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({"profiles": "3"}, "profiles"),
        ({"contexts": "0-9"}, "contexts"),
        ({"contexts": "a"}, "indices"),
        ({"contexts": "0-99999999999"}, "indices"),
        ({"judge": "me"}, "judge"),
        ({"rule": "best"}, "rule"),
        ({"level": 9}, "level"),
        ({"labels": "mine"}, "label"),
        ({"memories": "some"}, "composition"),
        ({"prompts": "nowhere.yaml"}, "prompt pack"),
    ],
)
def test_what_cannot_be_run(data: Path, given: dict[str, Any], word: str) -> None:
    with pytest.raises(InputError, match=word):
        make_plan(settings(data, **given))


def test_half_a_surrogate_pair_is_refused_before_anything_is_paid_for(data: Path, tmp_path: Path) -> None:
    rows = json.loads(data.read_text("utf-8"))
    rows[0]["contexts"][0]["task"] = "an odd \ud800 task"
    odd = tmp_path / "odd.json"
    odd.write_text(json.dumps(rows), encoding="utf-8")
    with pytest.raises(InputError, match="surrogate"):
        make_plan(settings(odd))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        make_plan(settings(tmp_path / "none.json"))


def test_contexts_that_the_labels_discard_are_counted_and_not_run(tmp_path: Path) -> None:
    profile = record(0, 6, 3)
    for share in profile["contexts"][1]["labels_combined"].values():
        share.update(private=0.5, necessary=0.5, unlabeled=0.0)
    path = tmp_path / "data.json"
    path.write_text(json.dumps([profile]), encoding="utf-8")
    plan = make_plan(settings(path))
    assert [s.id for s in plan.samples] == ["p00.c00", "p00.c02"]
    assert plan.discarded == 1
    asked = make_plan(settings(path, discarded=True))
    assert [s.id for s in asked.samples] == ["p00.c00", "p00.c01", "p00.c02"]
    about = asked.samples[1].metadata(asked.sha256, "corrected")
    assert about["necessary"] == about["private"] == "0"


def test_all_prompts_of_a_profile_begin_with_the_same_memories(data: Path) -> None:
    plan = make_plan(settings(data, profiles=0))
    prompts = [plan.prompt(sample) for sample in plan.samples]
    block = "\n".join(plan.samples[0].plan.lines.values())
    heads = {prompt[: prompt.index(block) + len(block)] for prompt in prompts}
    assert len(heads) == 1
    assert len(set(prompts)) == len(prompts)


def test_growing_memories_are_nested_and_seeded(data: Path) -> None:
    first = make_plan(settings(data, memories="all-necessary", step=2, seed=4))
    again = make_plan(settings(data, memories="all-necessary", step=2, seed=4))
    assert [(s.id, s.keys) for s in first.samples] == [(s.id, s.keys) for s in again.samples]
    one = [set(s.keys) for s in first.samples if s.id.startswith("p00.c00.")]
    assert len(one) > 2
    assert all(a < b for a, b in itertools.pairwise(one))
    assert "p00.c00.all-necessary-002-0" in [s.id for s in first.samples]


@pytest.mark.parametrize("kind", ["all-necessary", "all-private", "random"])
@pytest.mark.parametrize("step", [None, 1, 3, 5, 30])
def test_memories_grow_to_all_there_is_in_every_context(data: Path, kind: str, step: int | None) -> None:
    plan = make_plan(settings(data, memories=kind, step=step))
    by_context: dict[tuple[int, int], list[PlannedSample]] = {}
    for sample in plan.samples:
        by_context.setdefault((sample.plan.index, sample.context_index), []).append(sample)
    assert len(by_context) == 15
    for (_, context), samples in by_context.items():
        row = samples[0].plan.needs[context]
        open_ones = {
            key for key, need in zip(samples[0].plan.keys, row, strict=True) if need == Need.AMBIGUOUS
        }
        sets = [set(sample.keys) for sample in samples]
        assert all(a < b for a, b in itertools.pairwise(sets))
        assert len(sets[-1]) == len(row)
        assert open_ones <= sets[0]  # what the labels leave open is in every memory, as in the reference


def test_metadata_is_small_and_finds_its_sample_again(data: Path) -> None:
    plan = make_plan(settings(data, memories="random", step=5))
    for sample in plan.samples:
        about = sample.metadata(plan.sha256, "corrected")
        assert len(json.dumps(about)) < 1000
        found = locate(about, plan.settings.data, "corrected")
        assert tuple(found.lines) == sample.keys
        assert found.context == sample.context


def test_another_file_is_not_taken_for_the_data(data: Path, tmp_path: Path) -> None:
    plan = make_plan(settings(data))
    about = plan.samples[0].metadata(plan.sha256, "corrected")
    other = write_profiles(tmp_path / "other.json", profiles=1)
    with pytest.raises(InputError, match="not the file"):
        locate(about, str(other), "corrected")


def test_as_published_numbers_contexts_by_their_task(tmp_path: Path) -> None:
    profile = record(0, 8, 3)
    profile["contexts"][2]["task"] = profile["contexts"][0]["task"]
    path = tmp_path / "data.json"
    path.write_text(json.dumps([profile]), encoding="utf-8")
    plan = make_plan(settings(path))
    rules = ("corrected", "as_published")
    tasks = {rule: [s.metadata("", rule)["task"] for s in plan.samples] for rule in rules}
    assert tasks == {"corrected": [0, 1, 2], "as_published": [0, 1, 0]}
