"""Growing profiles and labelling them, as Inspect tasks (CIMemories, sections 4.1.1 and 4.1.2).

    inspect eval tactful/cimemories_generate --model ... -T count=10
    inspect eval tactful/cimemories_label --model ... -T data=profiles.json

One sample is a profile; or a profile, a context and a persona, with the label samples as epochs. A reply that
never parses is *unscored*, with its reason, and never "unlabeled". `tactful memories generate` and
`tactful memories label` run these tasks and write the files (`tactful.bench.cimemories.making`).
"""

from __future__ import annotations

import json
from typing import Any

from inspect_ai import Epochs, Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig, ModelOutput, get_model
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.viewer import ViewerConfig

from tactful import __version__
from tactful.bench.calls import cache_policy, reply_problem
from tactful.bench.cimemories.making import label_plan, reader
from tactful.bench.cimemories.settings import GenerateSettings, LabelSettings
from tactful.errors import UnscoredError
from tactful.models import PromptPack, load_pack
from tactful.runs import parameters
from tactful.world import Answer, LabelReply, ProfileBuilder

# Inspect tries for ever unless told otherwise; the provider's own client tries twice more each time.
MAX_RETRIES, ATTEMPT_TIMEOUT = 5, 600
_OUTCOME, _PROBLEM, _CALLS = "tactful:outcome", "tactful:problem", "tactful:calls"


def _task(dataset: MemoryDataset, settings: dict[str, Any], pack: PromptPack, **parts: Any) -> Task:
    """What both tasks have in common."""
    more = parts.pop("metadata", {})
    return Task(
        dataset=dataset,
        config=GenerateConfig(max_retries=MAX_RETRIES, attempt_timeout=ATTEMPT_TIMEOUT),
        fail_on_error=False,
        version=1,
        metadata={"tactful": __version__, "settings": settings, "prompts": pack.to_json(), **more},
        viewer=ViewerConfig(trust_content=False),
        **parts,
    )


@task
@parameters(GenerateSettings)
def cimemories_generate(settings: GenerateSettings) -> Task:
    """Grow ``count`` profiles: a biography each, drawn events and domains, and the model's attributes.

    A profile with cells that stay short after ``retries`` more requests is unscored. The checked attributes
    stand in the sample's output.
    """
    pack = load_pack(settings.prompts)
    samples = [
        Sample(
            id=f"p{plan.index:03d}",
            input=ProfileBuilder(plan).request(pack, settings.domain_seeds()),
            metadata={
                "index": plan.index,
                "bio": dict(plan.bio),
                "events": list(plan.events),
                "domains": list(plan.domains),
            },
        )
        for plan in settings.plans()
    ]
    dataset = MemoryDataset(samples, name="cimemories_generate")
    values = settings.to_json()
    return _task(dataset, values, pack, solver=grow_profile(values), scorer=complete_profile())


@solver
def grow_profile(settings: dict[str, Any]) -> Solver:
    """Asks for the attributes, checks them, and asks again for what is wrong or missing."""
    made = GenerateSettings(**settings)
    pack = load_pack(made.prompts)
    plans = made.plans()
    domains = made.domain_seeds()

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        builder = ProfileBuilder(plans[state.metadata["index"]])
        model = get_model()
        problem = ""
        for attempt in range(made.retries + 1):
            policy = cache_policy(model, state.sample_id, f"attempt-{attempt}", made.cache)
            output = await model.generate(builder.request(pack, domains), cache=policy)
            state.store.set(_CALLS, attempt + 1)
            problem = reply_problem(output)
            # A cut reply goes in as well: it is told to be cut, and the next request says so.
            builder.take(output.completion)
            if builder.complete:
                break
        state.store.set(_OUTCOME, {"problems": builder.problems[:20], "turned_down": dict(builder.counts)})
        if not builder.complete:
            lacking = f"{len(builder.missing())} cells incomplete after {made.retries + 1} requests"
            state.store.set(_PROBLEM, problem or lacking)
        state.output = ModelOutput.from_content(str(model), attributes_json(builder))
        return state

    return solve


@scorer(metrics=[mean()])
def complete_profile() -> Scorer:
    """The number of accepted attributes of a complete profile; unscored where it is not complete."""

    async def score(state: TaskState, target: Target) -> Score:
        metadata = {
            "epoch": state.epoch,
            "calls": state.store.get(_CALLS, 0),
            **state.store.get(_OUTCOME, {}),
        }
        if problem := state.store.get(_PROBLEM):
            return Score.unscored(reason="no_response", explanation=problem, metadata=metadata)
        return Score(value=len(json.loads(state.output.completion)), metadata=metadata)

    return score


def attributes_json(builder: ProfileBuilder) -> str:
    """The accepted attributes in the form of the public files."""
    attributes = {
        a.key: {
            "value": a.value,
            "information_domain": a.domain,
            "event": a.event,
            "memory_statement": a.statement,
        }
        for a in builder.attributes()
    }
    return json.dumps(attributes, ensure_ascii=False)


@task
@parameters(LabelSettings)
def cimemories_label(settings: LabelSettings) -> Task:
    """Ask personas which memories a message needs and which it must not hold, ``samples`` times each."""
    plan = label_plan(settings)
    questions = [
        Sample(
            id=question.id,
            input=plan.prompt(question),
            metadata={
                "profile": question.profile,
                "context": question.context,
                "persona": str(question.persona),
                "recipient": plan.context(question).recipient,
                "task": plan.context(question).task,
            },
        )
        for question in plan.questions
    ]
    data, answer = settings.data, settings.answer
    return _task(
        MemoryDataset(questions, name="cimemories_label", location=data),
        settings.to_json(),
        plan.pack,
        solver=ask_persona(data, answer, settings.retries, settings.prompts, settings.cache),
        scorer=labels(data, answer),
        epochs=Epochs(settings.samples, "mean"),
        metadata={"data_sha256": plan.file.sha256},
    )


@solver
def ask_persona(
    data: str,
    answer: Answer = "statements",
    retries: int = 1,
    prompts: str = "labelling",
    cache: bool = False,
) -> Solver:
    """Asks one question; where the reply does not parse, once more with what was wrong."""
    pack = load_pack(prompts)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        model = get_model()
        asked = state.input_text
        for attempt in range(retries + 1):
            policy = cache_policy(model, state.sample_id, f"attempt-{attempt}", cache)
            state.output = await model.generate(asked, cache=policy)
            state.store.set(_CALLS, attempt + 1)
            _, problem = read_labels(state.output, data, state.metadata["profile"], answer)
            if not problem:
                break
            asked = state.input_text + pack.render("repair", 1, problem=problem)
        return state

    return solve


@scorer(metrics=[mean()])
def labels(data: str, answer: Answer = "statements") -> Scorer:
    """The reply's two lists as masks over the profile's statements; the value is the share it labelled."""

    async def score(state: TaskState, target: Target) -> Score:
        profile = state.metadata["profile"]
        metadata: dict[str, Any] = {"epoch": state.epoch, "calls": state.store.get(_CALLS, 0)}
        reply, problem = read_labels(state.output, data, profile, answer)
        if reply is None:
            return Score.unscored(reason="no_response", explanation=problem, metadata=metadata)
        size = len(reader(data, profile, answer).statements)
        metadata |= {"share": _mask(reply.share), "private": _mask(reply.private)}
        metadata |= {"malformed": reply.malformed, "restored": reply.restored}
        return Score(value=len(reply.share | reply.private) / size, metadata=metadata)

    return score


def read_labels(
    output: ModelOutput, data: str, profile: int, answer: Answer
) -> tuple[LabelReply | None, str]:
    """The labels of an output, or None and why there are none."""
    if problem := reply_problem(output):
        return None, problem
    try:
        return reader(data, profile, answer).read(output.completion), ""
    except UnscoredError as err:
        return None, str(err)


def _mask(chosen: frozenset[int]) -> str:
    """Indices as a hexadecimal mask: short enough for the summaries of a log."""
    return format(sum(1 << at for at in chosen), "x")
