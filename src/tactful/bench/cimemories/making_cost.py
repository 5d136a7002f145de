"""What making a data set will ask, for an estimate before it starts: no call is made.

The paper's set-up is 10 profiles x 49 contexts x 3 personas x 10 samples = 14,700 label calls. The memories
come first in every prompt, so all calls about one profile share that prefix.
"""

from __future__ import annotations

from tactful.bench.cimemories.making import label_plan
from tactful.bench.cimemories.settings import GenerateSettings, LabelSettings
from tactful.bench.cost import CHARS_PER_TOKEN, PlannedCall, Span
from tactful.models import load_pack
from tactful.world import generation_prompt, statements_of

# The share of a profile's memories that a persona lists: in the paper's data 90 of 147 are agreed on by all
# three personas (Table 2), so each lists at least these.
LISTED = Span(0.6, 0.75, 1.0)
# Brackets, quotes and separators of one entry; and of a number with its separator.
_ENTRY_TOKENS = Span(1, 1.5, 3)
_NUMBER_TOKENS = Span(1.5, 2, 3)
# One attribute as JSON: key, value, domain, event, sentence, and the four members' names.
_ATTRIBUTE_TOKENS = Span(50, 65, 90)


def labelling_calls(settings: LabelSettings, reasoning_tokens: int = 0) -> list[PlannedCall]:
    """All label calls, by question; repairs of unreadable replies are not counted.

    ``reasoning_tokens`` are those that a reasoning model writes before each reply, charged as output.
    """
    plan = label_plan(settings)
    calls = []
    for index, questions in plan.by_profile():
        profile = plan.file.profiles[index]
        output = _reply_tokens(statements_of(profile), settings) + Span.of(reasoning_tokens)
        shared = plan.shared(index)
        calls += [
            PlannedCall(len(plan.prompt(question)), shared, output, settings.samples, f"profile {index}")
            for question in questions
        ]
    return calls


def generation_calls(settings: GenerateSettings, reasoning_tokens: int = 0) -> list[PlannedCall]:
    """One request a profile, and the share of it that is expected to be asked again."""
    pack = load_pack(settings.prompts)
    calls = []
    for plan in settings.plans():
        # At worst every retry asks for a third of the profile anew.
        again = Span(1, 1.1, 1 + settings.retries / 3)
        size = plan.size
        output = Span(
            size * _ATTRIBUTE_TOKENS.low * again.low,
            size * _ATTRIBUTE_TOKENS.expected * again.expected,
            size * _ATTRIBUTE_TOKENS.high * again.high,
        )
        prompt = generation_prompt(pack, plan, settings.domain_seeds())
        calls.append(PlannedCall(len(prompt), 0, output + Span.of(reasoning_tokens)))
    return calls


def _reply_tokens(statements: tuple[str, ...], settings: LabelSettings) -> Span:
    if settings.answer == "numbers":
        each = _NUMBER_TOKENS
    else:
        mean = sum(map(len, statements)) / max(len(statements), 1)
        rule = CHARS_PER_TOKEN
        each = Span(mean / rule.low, mean / rule.expected, mean / rule.high) + _ENTRY_TOKENS
    count = len(statements)
    return Span(
        count * LISTED.low * each.low,
        count * LISTED.expected * each.expected,
        count * LISTED.high * each.high,
    ) + Span.of(12)
