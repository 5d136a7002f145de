"""Reading a prompt as a model would: which lines are memories, who gets the message, and what for.

A prompt that a known pack made is read exactly. Any other is read by its shape: the memories are the
paragraph of statements that stands under a heading about what is known; everything else is instruction, and
names recipient and purpose in one of the usual ways.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

from tactful.errors import ModelError
from tactful.models.prompts import PromptPack, load_pack
from tactful.terms import context_seeds

# Words that instructions begin with and statements about a person do not.
_ORDER = re.compile(
    r"""\W*(?:
        act | add | aim | always | answer | as | assume | avoid | base | based | be | begin | below |
        compose | consider | create | deliver | do | don['’]t | draft | each | ensure | exclude | focus |
        follow | following | from | generate | given | here | if | imagine | include | it's | keep |
        leave | let | limit | make | mention | never | no | not | note | now | omit | only | our |
        output | people | phrase | please | prepare | prioritise | prioritize | produce | provide | put
        | reply | respond | return | reveal | say | send | share | sign | speak | start | state | stay |
        take | tell | these | think | this | those | treat | try | use | using | when | with | without |
        write | you | your
    )\b(?![-‐-―'’])""",
    re.IGNORECASE | re.VERBOSE,
)
# Statements begin with these words too ("From May to July she ..."), so they alone decide nothing.
_UNSURE = re.compile(
    r"\W*(?:as|based|below|each|following|from|if|no|not|now|only|our|people|these|this|those|using|when|with"
    r"|without)\b",
    re.IGNORECASE,
)
_META = re.compile(
    r"\b(?:memory|memories|conversations?|chats|recipient|addressee|message|e-?mail|letter|prompt"
    r"|instructions?|facts?|details?|information|context(?:ual)?|assistant|response|purpose|reply)\b",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"\s*(?:#|<|>|```|={3}|-{3}|\*{2,}|\[|\{|\|)|.*[:：]\s*\**\s*$|.*[>\]]\s*$")
_LABELLED = re.compile(r"\W*[^\W\d]+(?: [^\W\d]+){0,2}\W*[:：=]\s*\S")
_KNOWN = re.compile(
    r"memor|remember|\bknow|\bfacts?\b|learn|background|profile|\babout\b|\bpast\b|earlier|previous"
    r"|\bnotes?\b|context|user|record|history|recall",
    re.IGNORECASE,
)
_BULLET = re.compile(r"\s*(?:[-*•–]|\d{1,3}[.)])\s+")
_ADDRESS = re.compile(r"The person's address is .*[^.]", re.DOTALL)
_WRITING = re.compile(
    r"\b(?:write|writing|compose|draft|message|e-?mail|letter|note|reply|send|sent|say|tell|words?)\b", re.I
)
_JSON = re.compile(r"\b(?<!no )(?<!not )(?<!without )JSON\b", re.IGNORECASE)
_MINE = r"(?:(?:the|an?|my|your|their|his|her|our|this|user's)\s+)*"
_QUOTE = r"[\"“«'‘*_<\[]*"
_REST = rf"{_QUOTE}(?P<value>[^\n.\"”»]+)"  # up to the end of the sentence
_LINE = r"\W*(?P<value>[^\n]+?)[.\s*_\"”»]*$"  # up to the end of the line
# A name ends where the sentence does, or where it goes on to say what for.
_ENDS = r"in order|so that|so as|to|that|which|who|whose|about|regarding|concerning|with|for|on|by|whom|and"
_WHO = (
    rf"{_MINE}{_QUOTE}(?P<value>[^\W\d_][^\n.,;:!?\"”»]{{0,60}}?)"
    rf"(?=\s*(?:[.,;:!?\n\"”»’)\]}}]|$|\s(?:{_ENDS})\b))"
)
_WRITTEN = (
    r"message|e-?mail|letter|note|text|reply|words|lines|writing|write|writes|written|sent|send|addressed"
    r"|speaking|speak|talking|say|out"
)
_RECIPIENTS = (
    rf"(?im)^\W*(?:recipient|addressee|audience|reader|(?:addressed |sen[dt] )?to|for|who)\W*[:：=]{_LINE}",
    rf"(?i)\b(?:recipient|addressee|reader) (?:is|will be)\s+{_WHO}",
    rf"(?i)\b(?:{_WRITTEN})\s+(?:\w+\s+){{0,4}}?(?:to|for)\s+{_WHO}",
    rf"(?i)\b(?:tell|inform|contact|write|address|approach)\s+{_WHO}",
)
_AIM = r"(?:task|purpose|goal|aim|objective|reason|intent(?:ion)?|outcome)"
_TASKS = (
    rf"(?im)^\W*(?:the\s+)?(?:{_AIM}|subject|request|why|about)\b[^:：=\n]{{0,20}}[:：=]{_LINE}",
    rf"(?i)\b{_AIM}\b[^:：\n.]{{0,30}}[:：]\s*{_REST}",
    rf"(?i)\b{_AIM}\b[^:：\n.]{{0,30}}?\b(?:is to|is|of)\s+{_REST}",
    rf"(?i)\b(?:in order to|so as to)\s+{_REST}",
    rf"(?i)\b(?:about|regarding|concerning)\s+{_QUOTE}(?P<value>[^\n.,\"”»]+)",
)
# What stands where a recipient or a task could, and is none.
_NOBODY = re.compile(
    r"(?i)(?:the\s+)?(?:user|recipient|addressee|reader|person|me|you|them|it|him|her|be|send|sent|this|that|one"
    r"|which|whom|achieve|accomplish|help|use|write|say|share|reach|serve|purpose|task|someone|nothing)\b.*"
)


@dataclass(frozen=True, slots=True)
class OfflineCall:
    """One call: the prompt's whole text, the run's seed, the epoch (from 0), and the model's own arguments.

    Arguments: ``p`` (random-p: the chance of each memory, 0.5 unless given); ``oracle`` (oracle: a function
    of the memory lines in the prompt as a frozenset, the recipient and the task, which gives the necessary
    ones); ``pack`` (any writer: the `PromptPack` in use, which makes reading its prompts exact).
    """

    prompt: str = field(repr=False)
    seed: int = 0
    epoch: int = 0
    args: Mapping[str, Any] = field(default_factory=dict, repr=False)


Writer: TypeAlias = Callable[[OfflineCall], str]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a prompt asks for: memory lines in order, recipient and task."""

    memories: tuple[str, ...] = field(repr=False)
    recipient: str
    task: str


def read_prompt(call: OfflineCall) -> Reading:
    """Memories, recipient and task of a prompt that asks for a message.

    ``ModelError`` for any other prompt, and for one whose recipient or task cannot be told.
    """
    for pack in _packs(call):
        values = pack.read("task_solving", call.prompt)
        if values and "\n" not in values["recipient"].strip() + values["task"].strip():
            return Reading(
                _lines(values["memories"].splitlines()), values["recipient"].strip(), values["task"].strip()
            )
    lines = [line.rstrip() for line in call.prompt.splitlines()]
    first, end = _memory_span(lines)
    orders = [*lines[:first], "", *lines[end:]]
    text = "\n".join(orders)
    purpose = _find_purpose(text)
    if purpose is None or _JSON.search(text) or not _WRITING.search(text):
        raise ModelError(
            "not a prompt that an offline writer can answer: it takes one that asks for a message and names "
            "the recipient and the purpose"
        )
    return Reading(_lines(lines[first:end]), *purpose)


def _packs(call: OfflineCall) -> tuple[PromptPack, ...]:
    given = call.args.get("pack")
    return (given, _own_pack()) if isinstance(given, PromptPack) else (_own_pack(),)


@cache
def _own_pack() -> PromptPack:
    return load_pack()


def _memory_span(lines: list[str]) -> tuple[int, int]:
    """First line and end of the memory paragraph; an empty span where no paragraph states facts."""
    best = (0, 0, 0, 0)
    span = (0, 0)
    for first, end in _paragraphs(lines):
        start, stop = first, end
        while start < stop and _is_frame(lines[start]):
            start += 1
        while stop > start and _is_frame(lines[stop - 1]):
            stop -= 1
        facts = sum(not _is_order(line) for line in lines[start:stop])
        headed = _heading(lines, start)
        orders = sum(bool(_ORDER.match(line)) for line in lines[first:start] + lines[stop:end])
        # A later paragraph wins a tie: an introduction stands before what it introduces.
        if facts and (headed, facts, -orders, start) > best:
            best, span = (headed, facts, -orders, start), (start, stop)
    return span


def _paragraphs(lines: list[str]) -> Iterable[tuple[int, int]]:
    first = None
    for at, line in enumerate([*lines, ""]):
        if line.strip() and first is None:
            first = at
        elif not line.strip() and first is not None:
            yield first, at
            first = None


def _heading(lines: list[str], start: int) -> int:
    """2 where the last line before a paragraph says that facts follow, 1 where the one above it does."""
    above = [line for line in lines[:start] if line.strip()][-2:]
    told = [_is_frame(line) and _KNOWN.search(line) is not None for line in above]
    return 2 if told[-1:] == [True] else int(any(told))


def _is_frame(line: str) -> bool:
    """Whether a line is heading, label or instruction, and surely no statement about a person."""
    text = line.strip()
    if not text or _MARKUP.match(text) or text == text.upper():
        return True
    if _LABELLED.match(text) and not text.endswith("."):
        return True
    if _ORDER.match(text) and not _UNSURE.match(text):
        return True
    return bool(_META.search(text)) and bool(_UNSURE.match(text) or len(_META.findall(text)) > 2)


def _is_order(line: str) -> bool:
    return _is_frame(line) or bool(_META.search(line) and _ORDER.match(line))


def _lines(lines: Iterable[str]) -> tuple[str, ...]:
    """The memories among the lines of the block, without bullets where all have one."""
    filled = [line.strip() for line in lines if line.strip()]
    if filled and all(_BULLET.match(line) for line in filled):
        filled = [_BULLET.sub("", line, count=1) for line in filled]
    joined: list[str] = []
    for line in filled:
        # The reference's sentence about the address holds the address's own line breaks.
        if joined and _ADDRESS.fullmatch(joined[-1]):
            joined[-1] = f"{joined[-1]}\n{line}"
        else:
            joined.append(line)
    return tuple(joined)


def _find_purpose(text: str) -> tuple[str, str] | None:
    """(recipient, task) that an instruction names, None if it does not name both."""
    if (known := _known(text)) is not None:
        return known
    recipient = next((r for r in _values(_RECIPIENTS, text) if not _NOBODY.fullmatch(r)), None)
    if recipient is None:
        return None
    after = rf"(?i)\bto\s+{_MINE}{re.escape(recipient)}\W{{0,3}}\s*to\s+{_REST}"
    task = next((t for t in _values((*_TASKS, after), text) if not _NOBODY.fullmatch(t)), None)
    return None if task is None else (recipient, task)


def _known(text: str) -> tuple[str, str] | None:
    """A seed whose recipient and task both stand in the text; the longest names first."""
    for recipient, task in _seeds():
        if (who := recipient.search(text)) and (what := task.search(text)):
            return who.group(), what.group()
    return None


@cache
def _seeds() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    rows = [(seed.recipient, task) for seed in context_seeds() for task in seed.tasks]
    rows.sort(key=lambda row: (-len(row[0]), -len(row[1])))
    return tuple((_words(recipient), _words(task)) for recipient, task in rows)


def _words(phrase: str) -> re.Pattern[str]:
    spaced = r"\s+".join(map(re.escape, phrase.split()))
    return re.compile(rf"(?<![\w-])(?:{spaced})(?![\w-])", re.IGNORECASE)


def _values(patterns: Iterable[str], text: str) -> Iterator[str]:
    for pattern in patterns:
        for match in re.finditer(pattern, text):
            if value := match["value"].strip(" \t\"'“”‘’«»*_<>[]{}()."):
                yield value
