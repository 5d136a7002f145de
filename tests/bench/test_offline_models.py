"""The built-in models as Inspect models."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from fakes.labelled_profiles import write_profiles

pytest.importorskip("inspect_ai")

from inspect_ai.model import ChatMessageUser, GenerateConfig, ModelOutput

from tactful.bench.cimemories.plan import MemoryPlan, MemorySettings, make_plan
from tactful.bench.offline import OfflineModel, oracle
from tactful.errors import InputError
from tactful.terms import Need


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> MemoryPlan:
    path: Path = write_profiles(tmp_path_factory.mktemp("data") / "d.json", 2, attributes=10, contexts=3)
    return make_plan(MemorySettings(data=str(path)))


def ask(name: str, prompt: str, **args: object) -> ModelOutput:
    model = OfflineModel(name, **args)  # type: ignore[arg-type]
    return asyncio.run(model.generate([ChatMessageUser(content=prompt)], [], "auto", GenerateConfig()))


@pytest.mark.parametrize("name", ["reveal-all", "reveal-none", "random-p", "domain-match"])
def test_they_write_and_count_tokens(plan: MemoryPlan, name: str) -> None:
    output = ask(name, plan.prompt(plan.samples[0]))
    assert output.completion.strip()
    assert output.usage is not None
    assert output.usage.input_tokens > 100
    assert output.usage.output_tokens > 0


def test_all_and_none(plan: MemoryPlan) -> None:
    sample = plan.samples[0]
    everything = ask("reveal-all", plan.prompt(sample)).completion
    nothing = ask("reveal-none", plan.prompt(sample)).completion
    values = [str(attribute.value) for attribute in sample.plan.profile.attributes]
    assert all(value in everything for value in values)
    assert not any(value in nothing for value in values)


def test_seeds_and_chances_reach_random_p(plan: MemoryPlan) -> None:
    prompt = plan.prompt(plan.samples[0])
    said = {
        (p, seed): ask("random-p", prompt, p=p, seed=seed).completion for p in (0.2, 0.8) for seed in (1, 2)
    }
    assert len(set(said.values())) == 4
    assert said[0.2, 1] == ask("random-p", prompt, p=0.2, seed=1).completion


def test_the_oracle_says_what_is_necessary(plan: MemoryPlan) -> None:
    for sample in plan.samples:
        row = sample.plan.needs[sample.context_index]
        said = ask("oracle", plan.prompt(sample), labels=plan.settings.data).completion
        for attribute, need in zip(sample.plan.profile.attributes, row, strict=True):
            assert (str(attribute.value) in said) == (need == Need.NECESSARY)


def test_an_oracle_does_not_guess(plan: MemoryPlan) -> None:
    answer = oracle(Path(plan.settings.data))
    with pytest.raises(InputError, match="lack this recipient"):
        answer(frozenset(plan.samples[0].plan.lines.values()), "Nobody", "Ask about matter 0")


@pytest.mark.parametrize(("name", "word"), [("reveal-some", "reveal-all"), ("oracle", "labels")])
def test_what_there_is_not(name: str, word: str) -> None:
    with pytest.raises(InputError, match=word):
        OfflineModel(name)
