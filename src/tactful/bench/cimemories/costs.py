"""What a run would cost, before it starts: the very prompts it would send, and guesses of the answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from tactful.bench.cimemories.messages import attribute_list, judge_prompt, memory_block
from tactful.bench.cimemories.plan import MemoryPlan, PlannedSample, chosen, make_plan, read_data
from tactful.bench.cost import (
    JUDGE_TOKENS,
    MESSAGE_TOKENS,
    CostEstimate,
    PlannedCall,
    Prices,
    Span,
    estimate,
    judge_calls,
    load_prices,
    message_calls,
)
from tactful.errors import InputError
from tactful.models import load_pack

if TYPE_CHECKING:
    from tactful.bench.cimemories.settings import BenchSettings

NOTE = (
    "low and high: 4.6 and 3.3 characters a token; a message of 150 to 800 tokens, a verdict of 40 to 700, "
    "reasoning traces only as given; low with every cache hit that is possible, high with none; retries and "
    "repairs not counted"
)


def estimates(
    settings: BenchSettings, prices: Path | None = None, reasoning_tokens: int = 0
) -> dict[str, Any]:
    """Calls, tokens and, with ``prices`` (see `load_prices`), money, for each model of a run and its judge.

    Profiles without labels are counted with all of their contexts, for labels may yet discard some.
    ``reasoning_tokens`` are what a model thinks before each answer, charged as output. ``InputError`` where
    the prices lack one of the models, or for settings that cannot be run. A gate only takes memories away,
    so prompts behind one are counted as they are without it, but nothing of them as cacheable.
    """
    known = None if prices is None else load_prices(prices)
    thinking = Span.of(reasoning_tokens)
    labelled = any(context.labels for p in read_data(settings.memory.data).profiles for context in p.contexts)
    writing, judging, gating = (_planned if labelled else _unlabelled)(settings, thinking)
    rows = {name: estimate(writing, _price(known, name, prices)) for name in settings.models}
    if settings.judge != "lexical":
        rows[f"judge:{settings.judge}"] = estimate(judging, _price(known, settings.judge, prices))
    if settings.gate_model is not None:
        name = f"gate:{settings.gate_model}"
        rows[name] = estimate(gating * len(settings.models), _price(known, settings.gate_model, prices))
    found = list(rows.values())
    return {
        "models": [{"model": name, "text": row.text, **row.to_json()} for name, row in rows.items()],
        "total": _total(found).to_json(),
        "text": _total(found).text,
        "note": NOTE if labelled else f"{NOTE}; the data has no labels yet: all of its contexts are counted",
    }


_Calls: TypeAlias = list[PlannedCall]


def _planned(settings: BenchSettings, thinking: Span) -> tuple[_Calls, _Calls, _Calls]:
    """The calls of writer, judge and gate: the very prompts."""
    plans = [make_plan(memory) for memory in settings.configurations()]
    verdicts = settings.epochs * len(settings.models)
    writing = [call for plan in plans for call in _messages(plan, settings.epochs, thinking)]
    judging = [call for plan in plans for call in _verdicts(plan, verdicts, thinking)]
    gated = [plan for plan in plans if plan.settings.gate == "model"]
    return writing, judging, [call for plan in gated for call in _messages(plan, settings.epochs, thinking)]


def _unlabelled(settings: BenchSettings, thinking: Span) -> tuple[_Calls, _Calls, _Calls]:
    memory = settings.memory
    if memory.memories != "full":
        raise InputError("the profiles have no labels", file=memory.data, expected="labels, or memories full")
    pack = load_pack(memory.prompts)
    profiles = [
        replace(profile, contexts=tuple(chosen("contexts", memory.contexts, profile.contexts)))
        for profile in chosen("profiles", memory.profiles, read_data(memory.data).profiles)
    ]
    writing: _Calls = []
    judging: _Calls = []
    gating: _Calls = []
    for each in settings.configurations():
        calls = message_calls(
            pack,
            each.level,
            profiles,
            samples=settings.epochs,
            rule=memory.protocol,
            output_tokens=MESSAGE_TOKENS + thinking,
        )
        writing += calls
        gating += calls if each.gate == "model" else ()
        judging += judge_calls(
            pack,
            profiles,
            samples=settings.epochs * len(settings.models),
            rule=memory.protocol,
            output_tokens=JUDGE_TOKENS + thinking,
        )
    return writing, judging, gating


def _messages(plan: MemoryPlan, epochs: int, thinking: Span) -> Iterator[PlannedCall]:
    pack, level = plan.pack, plan.settings.level
    for sample in plan.samples:
        prompt = plan.prompt(sample)
        block = memory_block(sample.plan.lines[key] for key in sample.keys)
        shared = prompt if plan.settings.gate else pack.prefix("task_solving", level, memories=block)
        yield PlannedCall(
            prompt_chars=len(prompt),
            shared_chars=len(shared),
            output_tokens=MESSAGE_TOKENS + thinking,
            count=epochs,
            group=_group(plan, sample),
        )


def _verdicts(plan: MemoryPlan, count: int, thinking: Span) -> Iterator[PlannedCall]:
    for sample in plan.samples:
        lines = {key: sample.plan.lines[key] for key in sample.keys}
        yield PlannedCall(
            prompt_chars=len(judge_prompt(plan.pack, lines, "")),
            shared_chars=len(plan.pack.prefix("adversary_reveal", 1, attributes=attribute_list(lines))),
            output_tokens=JUDGE_TOKENS + thinking,
            count=count,
            group=f"{sample.plan.index}" if sample.cell.kind == "full" else sample.id,
            extra_tokens=MESSAGE_TOKENS,
        )


def _group(plan: MemoryPlan, sample: PlannedSample) -> str:
    """Prompts that begin alike: a profile's with the full memory; else only those of one sample."""
    whole = sample.cell.kind == "full" and not plan.settings.gate
    return f"{sample.plan.index}" if whole else f"{sample.id}"


def _price(known: dict[str, Prices] | None, model: str, file: Path | None) -> Prices | None:
    if known is None or model.startswith("tactful/"):
        return Prices(0.0, 0.0) if known is not None else None
    # Providers prefix names; a price list may have either.
    for name in (model, model.split("/", 1)[-1]):
        if name in known:
            return known[name]
    raise InputError(f"no price for '{model}'", file=file, expected="model: {input: 1.25, output: 10}")


def _total(found: Sequence[CostEstimate]) -> CostEstimate:
    first, *rest = found
    return sum(rest, start=first)
