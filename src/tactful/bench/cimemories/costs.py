"""What runs would cost, before they start: the very prompts they would send, and guesses of the answers.

The paper's set-up of labelling is 10 profiles x 49 contexts x 3 personas x 10 samples = 14,700 calls. The
memories come first in every prompt, so all calls about one profile share that prefix.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

from tactful.bench.cimemories.making import label_plan
from tactful.bench.cimemories.messages import attribute_list, judge_prompt, memory_block
from tactful.bench.cimemories.plan import MemoryPlan, PlannedSample, make_plan, read_memory_data
from tactful.bench.cimemories.settings import (
    LEXICAL,
    MODEL_GATE,
    BenchSettings,
    GenerateCommand,
    LabelCommand,
)
from tactful.bench.cost import (
    JUDGE_TOKENS,
    MESSAGE_TOKENS,
    CostEstimate,
    PlannedCall,
    Prices,
    Span,
    estimate,
    load_prices,
    tokens_in,
)
from tactful.bench.models import BUILT_IN
from tactful.errors import InputError
from tactful.models import load_pack
from tactful.world import generation_prompt, statements_of

NOTE = (
    "low and high: 4.6 and 3.3 characters a token; a message of 150 to 800 tokens, a verdict of 40 to 700, "
    "reasoning traces only as given; low with every cache hit that is possible, high with none; retries and "
    "repairs not counted"
)
# The share of a profile's memories that a persona lists: in the paper's data 90 of 147 are agreed on by all
# three personas (Table 2), so each lists at least these.
LISTED = Span(0.6, 0.75, 1.0)
# Brackets, quotes and separators of one entry; and of a number with its separator.
_ENTRY_TOKENS = Span(1, 1.5, 3)
_NUMBER_TOKENS = Span(1.5, 2, 3)
# One attribute as JSON: key, value, domain, event, sentence, and the four members' names.
_ATTRIBUTE_TOKENS = Span(50, 65, 90)


def estimates(settings: BenchSettings) -> dict[str, Any]:
    """Calls, tokens and, with prices (see `load_prices`), money, for each model of a run and its judge.

    Profiles without labels are counted with all of their contexts, for labels may yet discard some.
    ``InputError`` where the prices lack one of the models, or for settings that cannot be run. A gate only
    takes memories away, so prompts behind one are counted as they are without it, but nothing of them as
    cacheable.
    """
    prices = None if settings.prices is None else load_prices(settings.prices)
    thinking = Span.of(settings.reasoning_tokens)
    labelled = any(context.labels for p in read_memory_data(settings.data).profiles for context in p.contexts)
    if not labelled and settings.memories != "full":
        raise InputError(
            "the profiles have no labels", file=settings.data, expected="labels, or memories full"
        )
    plans = [make_plan(each, labelled) for each in settings.configurations()]
    epochs, models = settings.epochs, settings.model
    writing = [call for plan in plans for call in _messages(plan, epochs, thinking)]
    rows = {name: estimate(writing, _price(prices, name, settings.prices)) for name in models}
    if settings.judge != LEXICAL:
        judging = [call for plan in plans for call in _verdicts(plan, epochs * len(models), thinking)]
        rows[f"judge:{settings.judge}"] = estimate(judging, _price(prices, settings.judge, settings.prices))
    if (gate := settings.gate_model) is not None:
        gated = [plan for plan in plans if plan.settings.gate == MODEL_GATE]
        gating = [call for plan in gated for call in _messages(plan, epochs * len(models), thinking)]
        rows[f"gate:{gate}"] = estimate(gating, _price(prices, gate, settings.prices))
    total: CostEstimate = reduce(add, rows.values())
    return {
        "models": [{"model": name, "text": row.text, **row.to_json()} for name, row in rows.items()],
        "total": total.to_json(),
        "text": total.text,
        "note": NOTE if labelled else f"{NOTE}; the data has no labels yet: all of its contexts are counted",
    }


def _messages(plan: MemoryPlan, count: int, thinking: Span) -> Iterator[PlannedCall]:
    for sample in plan.samples:
        prompt = shared = plan.prompt(sample)
        if plan.settings.gate is None:
            block = memory_block(sample.plan.lines[key] for key in sample.keys)
            shared = plan.pack.prefix("task_solving", plan.settings.level, memories=block)
        yield PlannedCall(
            prompt_chars=len(prompt),
            shared_chars=len(shared),
            output_tokens=MESSAGE_TOKENS + thinking,
            count=count,
            group=_group(sample) if plan.settings.gate is None else sample.id,
        )


def _verdicts(plan: MemoryPlan, count: int, thinking: Span) -> Iterator[PlannedCall]:
    for sample in plan.samples:
        lines = {key: sample.plan.lines[key] for key in sample.keys}
        yield PlannedCall(
            prompt_chars=len(judge_prompt(plan.pack, lines, "")),
            shared_chars=len(plan.pack.prefix("adversary_reveal", 1, attributes=attribute_list(lines))),
            output_tokens=JUDGE_TOKENS + thinking,
            count=count,
            group=_group(sample),
            extra_tokens=MESSAGE_TOKENS,
        )


def _group(sample: PlannedSample) -> str:
    """Prompts that begin alike: a profile's with the full memory; else only those of one sample."""
    return str(sample.plan.index) if sample.cell.kind == "full" else sample.id


def _price(prices: dict[str, Prices] | None, model: str, file: Path | None) -> Prices | None:
    if prices is None:
        return None
    if model.startswith(BUILT_IN):
        return Prices(0.0, 0.0)
    # Providers prefix names; a price list may have either.
    for name in (model, model.split("/", 1)[-1]):
        if name in prices:
            return prices[name]
    raise InputError(f"no price for '{model}'", file=file, expected="model: {input: 1.25, output: 10}")


def making_estimate(command: GenerateCommand | LabelCommand) -> CostEstimate:
    """Calls, tokens and, with prices, money of making a data set; repairs of replies are not counted."""
    thinking = Span.of(command.reasoning_tokens)
    price_in, price_out, cached = command.price_input, command.price_output, command.price_cached
    prices = None
    if price_in is not None and price_out is not None:
        prices = Prices(price_in, price_out, cached)
    elif (price_in, price_out, cached) != (None, None, None):
        raise InputError("one price is missing", field="--price-input, --price-output", expected="both")
    if isinstance(command, LabelCommand):
        return estimate(_labelling(command, thinking), prices)
    return estimate(_generation(command, thinking), prices)


def _labelling(command: LabelCommand, thinking: Span) -> Iterator[PlannedCall]:
    """All label calls, by question."""
    plan = label_plan(command)
    for index, questions in plan.by_profile():
        statements = statements_of(plan.file.profiles[index])
        each = _NUMBER_TOKENS
        if command.answer == "statements":
            each = tokens_in(sum(map(len, statements)) / max(len(statements), 1)) + _ENTRY_TOKENS
        output = LISTED.times(each) * len(statements) + Span.of(12) + thinking
        for question in questions:
            prompt = len(plan.prompt(question))
            yield PlannedCall(prompt, plan.shared(index), output, command.samples, f"profile {index}")


def _generation(command: GenerateCommand, thinking: Span) -> Iterator[PlannedCall]:
    """One request a profile, and the share of it that is expected to be asked again."""
    pack = load_pack(command.prompts)
    again = Span(1, 1.1, 1 + command.retries / 3)  # at worst every retry asks for a third of it anew
    for plan in command.plans():
        prompt = generation_prompt(pack, plan, command.domain_seeds())
        yield PlannedCall(len(prompt), 0, again.times(_ATTRIBUTE_TOKENS) * plan.size + thinking)
