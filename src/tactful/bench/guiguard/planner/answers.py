"""The format checker: an answer holds one block of code with a single valid ``agent.*`` call (G.4).

One real answer ends with::

    (Next Action)
    Choose "Insert Sheet..." to add a new sheet.

    (Grounded Action)
    ```python
    agent.click("The 'Insert Sheet...' option in the open Sheet menu", 1, "left")
    ```
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tactful.bench.guiguard.planner.calls import Call, FormatError, parse_call
from tactful.models import Reply

_THOUGHT_END = "</think>"
_BLOCK = re.compile(r"```[ \t]*(?:\w+)?[ \t]*\n(.*?)```", re.DOTALL)
_INLINE = re.compile(r"```[ \t]*(agent\..*?)```", re.DOTALL)
_HEADING = re.compile(
    r"^[\s#*_]*\(?(Previous action verification|Screenshot Analysis|Next Action|Grounded Action)\)?[\s:*_]*$",
    re.IGNORECASE | re.MULTILINE,
)
PARTS = ("previous action verification", "screenshot analysis", "next action", "grounded action")
"""The headings of an answer, in lower case."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A planner's answer that keeps the format: ``text`` is all of it, without what was thought before."""

    text: str = field(repr=False)
    call: Call


def read_answer(reply: Reply, platform: str) -> Answer:
    """The plan and its call; ``FormatError`` where the format is broken, in words for the planner."""
    text = without_thoughts(reply.text)
    if reply.truncated:
        raise FormatError("it stops at the length limit. Be briefer.")
    if not text:
        raise FormatError("it is empty.")
    blocks = _BLOCK.findall(text) + _INLINE.findall(text)
    if not blocks:
        raise FormatError("there is no block of code with an agent call.")
    if len(blocks) > 1:
        raise FormatError(f"there are {len(blocks)} blocks of code; there must be one.")
    return Answer(text, parse_call(blocks[0], platform))


def parts(text: str) -> dict[str, str]:
    """The parts of an answer by their headings in lower case, empty ones left out."""
    pieces = _HEADING.split(text)
    return {
        heading.lower(): part.strip()
        for heading, part in zip(pieces[1::2], pieces[2::2], strict=True)
        if part.strip()
    }


def without_thoughts(text: str) -> str:
    """A reply without what the model thought aloud before it; "" where it never got beyond thinking."""
    _, end, rest = text.rpartition(_THOUGHT_END)
    if end:
        return rest.strip()
    return "" if text.lstrip().startswith("<think>") else text.strip()
