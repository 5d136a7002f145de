"""The two prompts of one sample: write the message, and judge what it revealed (Figures 6 and 7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tactful.bench.cimemories.messages.memory import memory_block, memory_lines
from tactful.errors import InputError
from tactful.models import PromptPack
from tactful.terms import Context, Profile


def message_prompt(
    pack: PromptPack,
    level: int | str,
    profile: Profile,
    context: Context,
    keys: Iterable[str] | None = None,
    *,
    lines: Mapping[str, str] | None = None,
    rule: str = "corrected",
) -> str:
    """The prompt that asks for one message.

    ``keys`` are the attributes in the memory, in the order given; None means all of ``lines``. ``lines``
    replaces the profile's own memory lines, after a gate for instance. ``as_published`` also writes the
    recipient in lower case, as the reference does. ``InputError`` for a key without a line.
    """
    lines = memory_lines(profile, rule) if lines is None else lines
    chosen = list(lines) if keys is None else list(keys)
    if unknown := [key for key in chosen if key not in lines]:
        raise InputError("an attribute without a memory line", field=unknown[0])
    recipient = context.recipient.lower() if rule == "as_published" else context.recipient
    return pack.render(
        "task_solving",
        level,
        memories=memory_block(lines[key] for key in chosen),
        recipient=recipient,
        task=context.task,
    )


def attribute_list(lines: Mapping[str, str]) -> str:
    """What the judge looks for: ``key → memory line``, one a line."""
    return "\n".join(f"{key} → {line}" for key, line in lines.items())


def judge_prompt(pack: PromptPack, lines: Mapping[str, str], message: str, level: int | str = 1) -> str:
    """The prompt that asks which attributes a message reveals. ``lines`` are all of the profile's."""
    return pack.render("adversary_reveal", level, attributes=attribute_list(lines), solution=message)
