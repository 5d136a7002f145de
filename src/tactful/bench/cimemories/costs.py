"""What a run would cost, before it starts: the very prompts it would send, and guesses of the answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tactful.bench.cimemories.plan import MemoryPlan, PlannedSample
from tactful.bench.cost import (
    JUDGE_TOKENS,
    MESSAGE_TOKENS,
    CostEstimate,
    PlannedCall,
    Prices,
    estimate,
    load_prices,
)
from tactful.errors import InputError
from tactful.execute.messages import attribute_list, judge_prompt, memory_block

if TYPE_CHECKING:
    from tactful.bench.cimemories.run import BenchSettings

NOTE = (
    "low and high: 4.6 and 3.3 characters a token; a message of 150 to 800 tokens, a verdict of 40 to 700, "
    "without reasoning traces; low with every cache hit that is possible, high with none; retries and "
    "repairs not counted"
)


def estimates(
    settings: BenchSettings, plans: Sequence[MemoryPlan], prices: Path | None = None
) -> dict[str, Any]:
    """Calls, tokens and, with ``prices`` (see `load_prices`), money, for each model of a run and its judge.

    ``InputError`` where the prices lack one of the models. A gate only takes memories away, so prompts behind
    one are counted as they are without it, but nothing of them as cacheable.
    """
    known = None if prices is None else load_prices(prices)
    writing = [call for plan in plans for call in _messages(plan, settings.epochs)]
    rows = {name: estimate(writing, _price(known, name, prices)) for name in settings.models}
    if settings.judge != "lexical":
        judging = [call for plan in plans for call in _verdicts(plan, settings.epochs * len(settings.models))]
        rows[f"judge:{settings.judge}"] = estimate(judging, _price(known, settings.judge, prices))
    if settings.gate_model is not None:
        gating = [
            call
            for plan in plans
            if plan.settings.gate == "model"
            for call in _messages(plan, settings.epochs)
        ]
        name = f"gate:{settings.gate_model}"
        rows[name] = estimate(gating * len(settings.models), _price(known, settings.gate_model, prices))
    found = list(rows.values())
    return {
        "models": [{"model": name, "text": row.text, **row.to_json()} for name, row in rows.items()],
        "total": _total(found).to_json(),
        "text": _total(found).text,
        "note": NOTE,
    }


def _messages(plan: MemoryPlan, epochs: int) -> Iterator[PlannedCall]:
    pack, level = plan.pack, plan.settings.level
    for sample in plan.samples:
        prompt = plan.prompt(sample)
        block = memory_block(sample.plan.lines[key] for key in sample.keys)
        shared = prompt if plan.settings.gate else pack.prefix("task_solving", level, memories=block)
        yield PlannedCall(
            prompt_chars=len(prompt),
            shared_chars=len(shared),
            output_tokens=MESSAGE_TOKENS,
            count=epochs,
            group=_group(plan, sample),
        )


def _verdicts(plan: MemoryPlan, count: int) -> Iterator[PlannedCall]:
    for sample in plan.samples:
        lines = {key: sample.plan.lines[key] for key in sample.keys}
        yield PlannedCall(
            prompt_chars=len(judge_prompt(plan.pack, lines, "")),
            shared_chars=len(plan.pack.prefix("adversary_reveal", 1, attributes=attribute_list(lines))),
            output_tokens=JUDGE_TOKENS,
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
