"""Built-in writers without a network: they read a prompt's memories, task and recipient, and write a message.

`OFFLINE_MODELS` maps a name to a function of one `OfflineCall`; each is as deterministic as its seed. They
differ in how much of the memory goes into the message. reveal-none and reveal-all are the degenerate corners
of Violation@n and Completeness (section 3); oracle knows the labels; domain-match picks the right domains and
shares everything in them, which is the "granularity failure" of section 5.2.1; random-p shares each memory
with chance p.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from tactful.errors import ModelError
from tactful.models.offline_domains import context_domains, is_name, statement_domain
from tactful.models.offline_reading import OfflineCall, Reading, Writer, read_prompt
from tactful.runs import generator

# Says nothing about anybody: no number, no name, no place, no matter.
_GENERIC = (
    "Hello,\n\n"
    "I would like to get in touch with you about my request. Please let me know how we should go on "
    "from here.\n\n"
    "Thank you very much."
)


def reveal_none(call: OfflineCall) -> str:
    """A message that states nothing about the user."""
    read_prompt(call)
    return _GENERIC


def reveal_all(call: OfflineCall) -> str:
    """A message that states every memory."""
    reading = read_prompt(call)
    return _message(reading, reading.memories)


def domain_match(call: OfflineCall) -> str:
    """A message that states the name and every memory of the domains that the context draws on."""
    reading = read_prompt(call)
    wanted = context_domains(reading.recipient, reading.task)
    return _message(reading, [m for m in reading.memories if is_name(m) or statement_domain(m) in wanted])


def oracle(call: OfflineCall) -> str:
    """A message that states the memories that the labels call necessary, and nothing else.

    ``args["oracle"]`` gives the necessary ones of a set of statements. ``ModelError`` without it, or where
    it names a statement that is not in the prompt.
    """
    reading = read_prompt(call)
    ask = call.args.get("oracle")
    if not callable(ask):
        raise ModelError("the model 'oracle' needs labels: give it a labelled file")
    necessary = frozenset(ask(frozenset(reading.memories), reading.recipient, reading.task))
    if necessary - set(reading.memories):
        raise ModelError("the labels name a statement that is not in the prompt")
    return _message(reading, [m for m in reading.memories if m in necessary])


def random_p(call: OfflineCall) -> str:
    """A message that states each memory with chance ``args["p"]`` (0.5), by seed, prompt and epoch."""
    reading = read_prompt(call)
    chance = _chance(call.args.get("p", 0.5))
    digest = hashlib.sha256(call.prompt.encode("utf-8", "surrogatepass")).hexdigest()
    return _message(
        reading,
        [m for m in reading.memories if generator(call.seed, f"{digest}/{m}", call.epoch).random() < chance],
    )


def _chance(value: object) -> float:
    try:
        chance = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise ModelError("the model 'random-p' needs a number p between 0 and 1") from None
    if not 0 <= chance <= 1:
        raise ModelError("the model 'random-p' needs a number p between 0 and 1")
    return chance


def _message(reading: Reading, memories: Iterable[str]) -> str:
    """The message: a frame that says nothing by itself, and the statements as they stand, each once."""
    stated = list(dict.fromkeys(memories))
    if not stated:
        return _GENERIC
    return "\n".join(
        [
            "Hello,",
            "",
            "I would like to get in touch with you about my request. This is what you should know about me:",
            "",
            *stated,
            "",
            "Please let me know how we should go on from here.",
            "",
            "Thank you very much.",
        ]
    )


OFFLINE_MODELS: Mapping[str, Writer] = MappingProxyType(
    {
        "reveal-all": reveal_all,
        "reveal-none": reveal_none,
        "domain-match": domain_match,
        "oracle": oracle,
        "random-p": random_p,
    }
)
