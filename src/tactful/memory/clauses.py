"""A statement and the circumstances it mentions: "I sleep six hours" / "during the divorce".

A circumstance is often of another kind than the statement itself and belongs to fewer recipients. Where the
statement may pass and its circumstance may not, the clause is cut.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

# "before" is not among them: cut off, the rest would claim of today what was true of then.
_STARTS = (
    r"during|throughout|since|after|following|amid|because of|due to|as a result of|"
    r"related to|in connection with|as part of|associated with|while"
)
# What something is for is a circumstance too, but only at the end ("I took leave for the wedding").
_ENDS = rf"{_STARTS}|for|to (?:cover|manage|address|support|help with|prepare for)"
_LEADING = re.compile(
    rf"^(?:{_STARTS})\b[^,.;]{{2,80}}?(?:,\s*|\s+(?=(?:my|i|our|we|she|he|her|his|they|their|the user)\b))",
    re.IGNORECASE,
)
# A clause between subject and verb ("My mood during the trial was low"); "for" there says what the thing is.
_VERB = (
    r"(?:was|is|were|are|has|have|had|remains|remained|averages|averaged|measures|measured|totals|totaled)"
)
_MIDDLE = re.compile(rf"\s+(?:{_STARTS})\b[^,.;]{{2,60}}?(?=\s+{_VERB}\b)", re.IGNORECASE)
_SUBORDINATE = re.compile(r"[\s,]*(?:since|after|while|because)\b", re.IGNORECASE)
_TRAILING = re.compile(rf",?\s+(?:{_ENDS})\b[^.;]*(?=[.;]?\s*$)", re.IGNORECASE)
_TITLE = re.compile(
    r"\b(?:[Dd]r|[Mm]rs?|[Mm]s|[Pp]rof|[Ss]t|[Aa]pt|[Ss]te|[Nn]o|[Aa]ve|[Rr]d|[Bb]lvd|vs"
    r"|(?:by|[A-Z][a-z]+) [A-Z]|(?:[A-Z]\.)+[A-Z])\.$"
)
_WORDS_LEFT = 3
_TIMES = (
    "since after following during throughout the my a an in on at of from to until last this past year years "
    "month months week weeks day days january february march april may june july august september october "
    "november december monday tuesday wednesday thursday friday saturday sunday am pm early late mid then "
    "spring summer autumn fall winter age"
)
TIME_WORDS = frozenset(_TIMES.split())


@dataclass(frozen=True, slots=True)
class Clauses:
    """``main`` is the statement without its circumstances, well formed; "" where nothing would be left."""

    main: str = field(repr=False)
    circumstances: str = field(repr=False)


def split_sentences(statement: str) -> tuple[str, ...]:
    """The sentences of a memory; no title, initial or "Apt." ends one, nor does "Inc. in May"."""
    sentences: list[str] = []
    for piece in re.split(r"(?<=[.!?;])\s+(?=\S)", " ".join(statement.split())):
        if sentences and (_TITLE.search(sentences[-1][-60:]) or piece[0].islower()):
            sentences[-1] += f" {piece}"
        else:
            sentences.append(piece)
    return tuple(sentences)


def split_clauses(statement: str) -> Clauses:
    """Cut a leading and a later circumstance off one sentence; what cannot be cut cleanly is left whole."""
    text = " ".join(statement.split())
    main, cut = text, []
    for find in (_LEADING.search, _later):
        found = find(main)
        if found is None:
            continue
        rest = main[: found.start()] + main[found.end() :]
        if len(rest.split()) >= _WORDS_LEFT:
            cut.append(found.group())
            main = rest
    main = main.strip()
    if not cut:
        return Clauses(text, "")
    return Clauses(main[:1].upper() + main[1:], " ; ".join(cut))


def _later(text: str) -> re.Match[str] | None:
    """The clause at the end, or the one between subject and verb where the sentence's verb follows it."""
    found = _TRAILING.search(text)
    if found is None or _SUBORDINATE.match(found.group()) or not re.search(rf"\b{_VERB}\b", found.group()):
        return found
    return _MIDDLE.search(text)
