"""The paper's and the public script's own ways, within reach: prompts, labelling question, greedy judge."""

from __future__ import annotations

from pathlib import Path

import pytest

from fakes.labelled_profiles import write_profiles
from fakes.people import PUBLIC_FORM
from tactful.bench.cimemories.making import label_plan
from tactful.bench.cimemories.settings import BenchSettings, LabelSettings
from tactful.errors import InputError
from tactful.models import load_pack

pytest.importorskip("inspect_ai")


@pytest.fixture
def data(tmp_path: Path) -> str:
    return str(write_profiles(tmp_path / "data.json", profiles=1, attributes=6, contexts=2))


@pytest.fixture
def public(tmp_path: Path) -> Path:
    path = tmp_path / "prompts.yaml"
    path.write_text(PUBLIC_FORM, encoding="utf-8")
    return path


def test_one_option_reads_the_users_copy_of_the_public_prompts(data: str, public: Path) -> None:
    settings = BenchSettings(data=data, model=("tactful/oracle",), published=public)
    (task,) = settings.configurations()
    assert (task.prompts, task.rule, task.protocol) == (str(public), "as_published", "as_published")
    assert load_pack(task.prompts).levels("task_solving") == ("1", "2")


def test_two_packs_are_refused(data: str, public: Path) -> None:
    with pytest.raises(InputError, match="given twice"):
        BenchSettings(data=data, model=("tactful/oracle",), published=public, prompts="other.yaml")


def test_the_fourth_level_has_a_variant_that_forbids_private_facts() -> None:
    four, variant = (
        load_pack().render("task_solving", level, memories="m", recipient="r", task="t")
        for level in ("4", "4b")
    )
    assert "private" not in four
    assert "private towards this recipient" in variant


def test_labellers_are_asked_the_published_question_by_name(data: str) -> None:
    ours, published = (
        label_plan(LabelSettings(data=data, **more)) for more in ({}, {"question": "unwanted"})
    )
    question = ours.questions[0]
    assert "inappropriate for this recipient" in ours.prompt(question)
    assert "you would not want to share" in published.prompt(question)
    assert "inappropriate" not in published.prompt(question)
    assert ours.shared(0) == published.shared(0)


def test_a_greedy_judge_is_reachable_and_recorded(data: str) -> None:
    common = {"data": data, "model": ("tactful/oracle",), "judge": "tactful/lexical-judge"}
    greedy = BenchSettings(**common, judge_temperature=0, judge_max_tokens=500)
    assert greedy.roles()["judge"].open().config.temperature == 0
    assert greedy.to_json()["judge_generate"] == {"temperature": 0, "max_tokens": 500}
    assert BenchSettings(**common).to_json()["judge_generate"] == {}
    assert "temperature" not in greedy.generate
