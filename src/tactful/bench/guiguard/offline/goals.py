"""What a task's goal asks for: deeds, apps, names, values to be typed, a place in a list, an answer.

One real row: "Look up the IP address of this device in Settings and save it in a new note titled Network."
asks to save and to create, in Settings first and then in Notes, and gives the value "Network".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from tactful.bench.guiguard.offline.lexicon import words
from tactful.bench.guiguard.offline.likeness import fold, is_cjk, stems

_QUOTED = re.compile(r"[\"“„«「『‘《]\s*([^\"“”„«»「」『』‘’《》]{1,200}?)\s*[\"”“»」』’》]")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = re.compile(r"\+?\d[\d ()/-]{6,}\d")
_TIME = re.compile(r"(?<!\d)\d{1,2}:\d{2}(?!\d)")
_CODE = re.compile(r"\b(?=[\w-]*\d)(?=[\w-]*[^\W\d_])[\w-]{6,}\b")
_TITLED = re.compile(
    r"\b(?:titled|called|named|to|label(?:l?ed)?|für|namens|intitulée?|nommée?)\s+((?:[A-ZÄÖÜÉА-Я][\w'-]*\s?){1,4})"
)
_ENGLISH = re.compile(r"\b(?:the|my|with|this|of|and|to|open|turn|send)\b")
_NAME = re.compile(r"(?<![.!?:]\s)(?<!^)\b(?:[A-ZÄÖÜÉÈÀА-ЯЁ][\w'’.-]*[ ]?){1,4}\b")


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal as the planner understands it.

    ``values`` are what may have to be typed, in order; ``names`` capitalised words within a sentence, as they
    stand; ``place`` counts from 1, -1 is the last; ``apps`` and ``acts`` are keys of the tables in
    `tactful.bench.guiguard.offline.lexicon`, in the order in which the goal speaks of them.
    """

    text: str = field(repr=False)
    values: tuple[str, ...] = field(repr=False)
    names: tuple[str, ...] = field(repr=False)
    words: frozenset[str] = field(repr=False)
    place: int | None
    apps: tuple[str, ...]
    acts: tuple[str, ...]
    question: bool


@lru_cache(maxsize=1024)
def read_goal(text: str) -> Goal:
    """Read a goal in any of the package's languages; an empty one asks for nothing."""
    bare = _QUOTED.sub(" ", text)
    values = [(m.start(), m.group(1)) for m in _QUOTED.finditer(text)]
    for pattern in (_EMAIL, _PHONE, _TIME, _CODE):
        values += [
            (m.start(), m.group())
            for m in pattern.finditer(text)
            if not any(start <= m.start() < start + len(value) + 2 for start, value in values)
        ]
    values += [(m.start(1), m.group(1).strip()) for m in _TITLED.finditer(bare) if not values]
    told = fold(bare)
    table = words()
    return Goal(
        text=text,
        values=tuple(dict.fromkeys(value for _, value in sorted(values))),
        names=tuple(dict.fromkeys(m.group().strip() for m in _NAME.finditer(bare))),
        words=stems(text),
        place=_place(told),
        apps=_ordered({name: (*app.names, *app.words) for name, app in table.apps.items()}, told),
        acts=_ordered({name: act.say for name, act in table.acts.items()}, told),
        question=_is_question(told, text),
    )


def _ordered(table: dict[str, tuple[str, ...]], told: str) -> tuple[str, ...]:
    """The entries of which the goal speaks, in its order; of two at one place the longer word first."""
    places = []
    for name, says in table.items():
        found = [(at, -len(word)) for word in says if (at := _find(word, told)) is not None]
        if found:
            places.append((*min(found), name))
    return tuple(name for *_, name in sorted(places))


def _find(word: str, told: str) -> int | None:
    """Where a word begins in a goal; pieces of zh, ja and ko may stand anywhere."""
    if is_cjk(word):
        at = told.find(word)
        return None if at < 0 else at
    # Short English words are whole ones: "call" is not in "called", nor "play" in "playlist".
    end = r"(?:s|e)?(?!\w)" if _ENGLISH.search(told) and len(word) <= 5 else ""
    found = re.search(rf"(?<!\w){re.escape(word)}{end}", f"{told} ")
    return None if found is None else found.start()


def _place(told: str) -> int | None:
    found = [
        (at, -len(word), place) for word, place in words().places if (at := _find(word, told)) is not None
    ]
    return min(found)[2] if found else None


def _is_question(told: str, text: str) -> bool:
    if "?" in text or "？" in text:
        return True
    table = words()
    return any(_find(word, told) == 0 for word in table.questions) or any(
        _find(word, told) is not None for word in table.tell
    )
