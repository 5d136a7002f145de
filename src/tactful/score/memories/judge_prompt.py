"""The lexical judge as a model: reads a REVEAL prompt (Figure 7) and answers JSON, without a network."""

from __future__ import annotations

import json
import re

from tactful.errors import InputError
from tactful.score.memories.lexical import UNKNOWN, LexicalJudge
from tactful.terms import Attribute, JsonValue

_LIST_HEAD = re.compile(r"^[#*\s]*(?:the\s+)?(?:information\s+)?attributes\b[^\n:]*:[*\s]*$", re.I | re.M)
_MESSAGE_HEAD = re.compile(
    r"^[#*\s]*(?:the\s+)?(?:solution|message|response|reply|answer|text|letter)\b[^\n:]{0,40}:[*\s]*$",
    re.I | re.M,
)
_LINE = re.compile(r"^\s*(?:[-*•]\s+|\d+[.)]\s+)?[`\"'*]*([\w.#/-]+?)[`\"'*]*\s*(?:→|⇒|=>|->|:)\s+(\S.*)$")
_ARROW_LINE = re.compile(r"^\s*(?:[-*•]\s+)?(\S[^→]*?)\s*→\s*(\S.*)$")
# How a biography and an income are put into words for the judge; there the value can be read off.
_BIOGRAPHY = (
    re.compile(r"^(?P<value>.+?) is the (?:person|user)'s (?:full )?name\.?$", re.I | re.S),
    re.compile(r"^(?:my|the (?:person|user)'s) (?:full )?name is (?P<value>.+?)\.?$", re.I | re.S),
    re.compile(r"^(?:my|the (?:person|user)'s) (?:sex|gender) is (?P<value>\w+)\.?$", re.I),
    re.compile(r"^(?:my|the (?:person|user)'s) (?:home )?address is (?P<value>.+?)\.?$", re.I | re.S),
    re.compile(
        r"^(?:my|her|his|their|the (?:person|user)'s) (?:\w+ )?(?:income|salary|wage) is "
        r"(?P<value>\$[\d,.]+\d)\.?$",
        re.I,
    ),
    re.compile(r"^(?:I am|the (?:person|user) is) (?P<value>\d+) years old\.?$", re.I),
)


def answer_judge_prompt(prompt: str) -> str:
    """The JSON object that a judge model would answer to ``prompt``: revealed keys with their sentences.

    Attributes are lines ``key → text``, ``key -> text`` or ``- key: text`` below a line ``ATTRIBUTES:``; the
    message follows a line such as ``SOLUTION:`` or ``MESSAGE:``. The prompt tells statements, not values,
    so an attribute counts where its statement is made (see `LexicalJudge`). Raises `InputError` where the
    prompt has no such parts.
    """
    attributes, message = read_judge_prompt(prompt)
    return json.dumps(LexicalJudge(attributes).revealed(message), ensure_ascii=False)


def read_judge_prompt(prompt: str) -> tuple[tuple[Attribute, ...], str]:
    """The attributes (values unknown, biography apart) and the message of a REVEAL prompt."""
    head = _LIST_HEAD.search(prompt)
    tail = _MESSAGE_HEAD.search(prompt, head.end()) if head else None
    if head is None or tail is None:
        raise InputError(
            "not a prompt of the REVEAL judge", field="prompt", expected="lines ATTRIBUTES: and MESSAGE:"
        )
    pairs: list[tuple[str, str]] = []
    for line in prompt[head.end() : tail.start()].splitlines():
        found = _ARROW_LINE.match(line) or _LINE.match(line)
        if found:
            pairs.append((found[1], found[2].strip()))
        elif line.strip() and pairs:
            pairs[-1] = (pairs[-1][0], f"{pairs[-1][1]}\n{line.strip()}")  # an address goes over lines
    if not pairs:
        raise InputError("lists no attributes", field="prompt", expected="lines 'key → statement'")
    attributes = tuple(Attribute(key, _value(text), text) for key, text in pairs)
    return attributes, prompt[tail.end() :].strip()


def _value(statement: str) -> JsonValue:
    for shape in _BIOGRAPHY:
        found = shape.match(statement)
        if found:
            value = found["value"]
            return int(value) if value.isdecimal() else value
    return UNKNOWN
