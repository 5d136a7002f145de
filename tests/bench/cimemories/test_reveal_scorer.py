"""The scorer, one message at a time, with scripted judges."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest

from fakes.labelled_profiles import write_profiles

pytest.importorskip("inspect_ai")

from inspect_ai._util.error import PrerequisiteError
from inspect_ai.model import ModelName, ModelOutput, ModelUsage
from inspect_ai.scorer import Score, Target
from inspect_ai.solver import TaskState

from tactful.bench.cimemories import task as module
from tactful.bench.cimemories.plan import MemoryPlan, MemorySettings, from_mask, make_plan
from tactful.bench.cimemories.task import judge_kind, message_problem, reveal


class ScriptedJudge:
    """Gives its outputs in order, and keeps what it was asked."""

    def __init__(self, *outputs: str | ModelOutput) -> None:
        self.outputs = list(outputs)
        self.asked: list[list[Any]] = []

    def __str__(self) -> str:
        return "scripted/judge"

    async def generate(self, conversation: Sequence[Any], cache: object = False) -> ModelOutput:
        self.asked.append(list(conversation))
        said = self.outputs.pop(0)
        return ModelOutput.from_content("judge", said) if isinstance(said, str) else said


def stopped(text: str, reason: Any) -> ModelOutput:
    return ModelOutput.from_content("m", text, stop_reason=reason)


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> MemoryPlan:
    path = write_profiles(tmp_path_factory.mktemp("data") / "data.json", profiles=1, attributes=6, contexts=2)
    return make_plan(MemorySettings(data=str(path)))


def scored(plan: MemoryPlan, output: ModelOutput, judge: str = "lexical", **options: Any) -> Score:
    sample = plan.samples[0]
    prompt = plan.prompt(sample)
    state = TaskState(
        model=ModelName("fake/writer"),
        sample_id=sample.id,
        epoch=2,
        input=prompt,
        messages=[],
        output=output,
        metadata=sample.metadata(plan.sha256, "corrected"),
    )
    score = asyncio.run(reveal(plan.settings.data, judge, **options)(state, Target("")))  # type: ignore[arg-type]
    assert score is not None
    return score


def said(plan: MemoryPlan, *numbers: int) -> str:
    lines = list(plan.samples[0].plan.lines.values())
    return "Hello. " + " ".join(lines[number] for number in numbers)


def keys_of(plan: MemoryPlan, score: Score, name: str = "revealed") -> tuple[str, ...]:
    assert score.metadata is not None
    return from_mask(score.metadata[name], plan.samples[0].plan.keys)


def use(monkeypatch: pytest.MonkeyPatch, judge: ScriptedJudge) -> ScriptedJudge:
    monkeypatch.setattr(module, "get_model", lambda **_: judge)
    return judge


def test_the_lexical_judge_alone(plan: MemoryPlan) -> None:
    score = scored(plan, ModelOutput.from_content("m", said(plan, 0, 1)))
    keys = plan.samples[0].plan.keys
    assert keys_of(plan, score) == keys[:2]
    assert score.value == 1  # the first is necessary, the second private
    assert set(json.loads(score.explanation or "")) == set(keys[:2])
    assert score.metadata is not None
    assert (score.metadata["epoch"], score.metadata["judge"]) == (2, "lexical")
    assert len(json.dumps(score.metadata)) < 1000


def test_thinking_aloud_is_no_part_of_the_message(plan: MemoryPlan) -> None:
    thought = f"<think>{said(plan, 0, 1)}</think>"
    assert keys_of(plan, scored(plan, ModelOutput.from_content("m", f"{thought}\nHello."))) == ()
    assert (
        keys_of(plan, scored(plan, ModelOutput.from_content("m", f"{thought}\n{said(plan, 0)}")))
        == (plan.samples[0].plan.keys[:1])
    )


def test_a_message_without_memories_reveals_nothing(plan: MemoryPlan) -> None:
    score = scored(plan, ModelOutput.from_content("m", "I can't help with that."))
    assert keys_of(plan, score) == ()
    assert score.value == 0
    assert score.reason is None


@pytest.mark.parametrize(
    ("output", "problem"),
    [
        (stopped("", "stop"), "message: empty"),
        (stopped(" \n", "stop"), "message: empty"),
        (stopped("", "max_tokens"), "message: empty"),
        (stopped("Blocked.", "content_filter"), "message: stopped by a content filter"),
        (stopped("Too long.", "model_length"), "message: the prompt was too long for the model"),
        (ModelOutput(model="m", error="boom"), "message: the model reported an error"),
        (stopped("<think>what should I say", "max_tokens"), "message: empty"),
        (stopped("<think>what should I say</think>\n", "stop"), "message: empty"),
        (stopped("<think>what should I say</think>\nHello", "stop"), None),
        (stopped("Hello", "max_tokens"), None),
        (stopped("Hello", "stop"), None),
    ],
)
def test_what_can_be_judged(output: ModelOutput, problem: str | None) -> None:
    assert message_problem(output) == problem


def test_what_cannot_be_judged_is_unscored_with_its_reason(plan: MemoryPlan) -> None:
    score = scored(plan, stopped("", "stop"))
    assert score.value != score.value  # not a number: metrics leave it out
    assert (score.reason, score.explanation) == ("no_response", "message: empty")
    assert "revealed" not in (score.metadata or {})


def test_a_cut_message_is_judged_and_noted(plan: MemoryPlan) -> None:
    score = scored(plan, stopped(said(plan, 1), "max_tokens"))
    assert score.value == 1
    assert score.metadata is not None
    assert score.metadata["truncated"] is True


def test_a_model_judge_has_the_word_and_the_lexical_one_stands_beside(
    plan: MemoryPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = plan.samples[0].plan.keys
    judge = use(monkeypatch, ScriptedJudge(json.dumps({keys[3]: "as I said"})))
    score = scored(plan, ModelOutput.from_content("m", said(plan, 1)), "model")
    assert keys_of(plan, score) == keys[3:4]
    assert keys_of(plan, score, "lexical") == keys[1:2]
    assert json.loads(score.explanation or "") == {keys[3]: "as I said"}
    assert len(judge.asked) == 1


@pytest.mark.parametrize("first", ["nothing, I think", "", stopped('{"x": "y', "max_tokens")])
def test_one_more_try(plan: MemoryPlan, monkeypatch: pytest.MonkeyPatch, first: str | ModelOutput) -> None:
    judge = use(monkeypatch, ScriptedJudge(first, "{}"))
    score = scored(plan, ModelOutput.from_content("m", said(plan, 1)), "model")
    assert keys_of(plan, score) == ()
    assert score.metadata is not None
    assert score.metadata["judge_calls"] == 2
    # Only a reply that there is can be repaired; otherwise the same is asked anew.
    assert len(judge.asked[1]) == (3 if first == "nothing, I think" else 1)


@pytest.mark.parametrize(
    "replies", [("no", "no"), ("", ""), ("[]", "{broken"), ("no", stopped("{}", "max_tokens"))]
)
def test_two_unusable_replies_are_unscored(
    plan: MemoryPlan, monkeypatch: pytest.MonkeyPatch, replies: tuple[str | ModelOutput, ...]
) -> None:
    judge = use(monkeypatch, ScriptedJudge(*replies))
    score = scored(plan, ModelOutput.from_content("m", said(plan, 1)), "model")
    assert score.reason == "grader_failed"
    assert (score.explanation or "").startswith("judge: ")
    assert len(judge.asked) == 2


def test_problems_quote_nothing(plan: MemoryPlan, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, ScriptedJudge("secret words", "secret words"))
    score = scored(plan, ModelOutput.from_content("m", said(plan, 1)), "model")
    assert "secret" not in (score.explanation or "")


def test_tokens_are_kept_with_the_score(plan: MemoryPlan, monkeypatch: pytest.MonkeyPatch) -> None:
    reply = ModelOutput.from_content("judge", "{}")
    reply.usage = ModelUsage(input_tokens=10, output_tokens=3, input_tokens_cache_read=90, total_tokens=103)
    use(monkeypatch, ScriptedJudge("no", reply))
    score = scored(plan, ModelOutput.from_content("m", "Hello"), "model")
    assert score.metadata is not None
    assert score.metadata["judge_tokens"] == [10, 90, 3]


def test_the_prefilter_asks_only_where_rules_find_something(
    plan: MemoryPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = use(monkeypatch, ScriptedJudge("{}"))
    score = scored(plan, ModelOutput.from_content("m", "Hello"), "model", prefilter=True)
    assert keys_of(plan, score) == ()
    assert judge.asked == []
    scored(plan, ModelOutput.from_content("m", said(plan, 0)), "model", prefilter=True)
    assert len(judge.asked) == 1


def test_a_judge_is_never_the_evaluated_model_by_default() -> None:
    assert judge_kind("auto") == "lexical"
    assert judge_kind("lexical") == "lexical"
    with pytest.raises(PrerequisiteError, match="judge"):
        judge_kind("model")
