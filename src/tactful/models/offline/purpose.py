"""Recipient and task in the wording of an instruction: the known contexts first, then the usual phrases."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from tactful.terms import context_seeds

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


def find_purpose(text: str) -> tuple[str, str] | None:
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
