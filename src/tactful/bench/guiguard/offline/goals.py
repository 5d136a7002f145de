"""What a goal asks for (actions, apps, names, values, a place in a list), and where a screen answers it.

One real row: "Look up the IP address of this device in Settings and save it in a new note titled Network."
asks to save and to create, in Settings first and then in Notes, and gives the value "Network".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from tactful.bench.guiguard.offline.screens import Element, Layout
from tactful.bench.guiguard.offline.words import Entry, fold, is_cjk, overlap, stems, words

Note: TypeAlias = tuple[str, str]
"""A label and the value beside it, "" where that is covered."""

_QUOTED = re.compile(r"[\"“„«「『‘《]\s*([^\"“”„«»「」『』‘’《》]{1,200}?)\s*[\"”“»」』’》]")
_VALUES = (
    re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),  # an e-mail address
    re.compile(r"\+?\d[\d ()/-]{6,}\d"),  # a phone number
    re.compile(r"(?<!\d)\d{1,2}:\d{2}(?!\d)"),  # a time
    re.compile(r"\b(?=[\w-]*\d)(?=[\w-]*[^\W\d_])[\w-]{6,}\b"),  # a code
)
_TITLED = re.compile(
    r"\b(?:titled|called|named|to|label(?:l?ed)?|für|namens|intitulée?|nommée?)\s+((?:[A-ZÄÖÜÉА-Я][\w'-]*\s?){1,4})"
)
_EXACT = re.compile(r"\d|@")
_ENGLISH = re.compile(r"\b(?:the|my|with|this|of|and|to|open|turn|send)\b")
_NAME = re.compile(r"(?<![.!?:]\s)(?<!^)\b(?:[A-ZÄÖÜÉÈÀА-ЯЁ][\w'’.-]*[ ]?){1,4}\b")


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal as the planner understands it.

    ``values`` are what may have to be typed, in order; ``names`` capitalized words within a sentence, as they
    stand; ``place`` counts from 1, -1 is the last; ``apps`` and ``acts`` are keys of the tables in `words`,
    in the order in which the goal speaks of them.
    """

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
    table, bare = words(), _QUOTED.sub(" ", text)
    folded = fold(bare)
    values = [(m.start(), m.group(1)) for m in _QUOTED.finditer(text)]
    for pattern in _VALUES:
        values += [
            (m.start(), m.group())
            for m in pattern.finditer(text)
            if not any(start <= m.start() < start + len(value) + 2 for start, value in values)
        ]
    values += [(m.start(1), m.group(1).strip()) for m in _TITLED.finditer(bare) if not values]
    places = [(at, -len(word), place) for word, place in table.places if (at := _find(word, folded)) >= 0]
    return Goal(
        values=tuple(dict.fromkeys(value for _, value in sorted(values))),
        names=tuple(dict.fromkeys(m.group().strip() for m in _NAME.finditer(bare))),
        words=stems(text),
        place=min(places)[2] if places else None,
        apps=_mentioned(table.apps, folded),
        acts=_mentioned(table.acts, folded),
        question="?" in text
        or "？" in text
        or any(_find(word, folded) == 0 for word in table.questions)
        or any(_find(word, folded) >= 0 for word in table.tell),
    )


def _mentioned(table: Mapping[str, Entry], folded: str) -> tuple[str, ...]:
    """The entries of which the goal speaks, in its order; of two at one place the longer word first."""
    places = []
    for name, entry in table.items():
        found = [(at, -len(word)) for word in entry.mentions if (at := _find(word, folded)) >= 0]
        if found:
            places.append((*min(found), name))
    return tuple(name for *_, name in sorted(places))


def _find(word: str, folded: str) -> int:
    """Where a word begins in a goal, -1 where it does not; pieces of zh, ja and ko may stand anywhere."""
    if is_cjk(word):
        return folded.find(word)
    # Short English words are whole ones: "call" is not in "called", nor "play" in "playlist".
    end = r"(?:s|e)?(?!\w)" if _ENGLISH.search(folded) and len(word) <= 5 else ""
    found = re.search(rf"(?<!\w){re.escape(word)}{end}", f"{folded} ")
    return -1 if found is None else found.start()


def read_notes(goal: Goal, screen: Layout) -> tuple[Note, ...]:
    """The value that the goal asks for, beside or below the label of which it says most: one, or none."""
    if screen.is_launcher or (not goal.question and len(goal.apps) < 2):
        return ()
    own = frozenset().union(*map(stems, goal.values))
    buttons = words().more | words().launcher | words().app_names
    best, high = None, 0.0
    for label in screen.visible:
        said = stems(label.text)
        if len(label.text) > 40 or overlap(label.text, goal.words - own) < 0.99:
            continue
        if label.folded in buttons or any(label.folded in act.labels for act in words().acts.values()):
            continue  # buttons and apps are no labels of values
        for value in _beside(label, screen):
            exact = _EXACT.search(value.text) is not None
            if value.covered or exact or len(said) > 1:
                weight = len(said) + 0.05 * sum(map(len, said)) + (2.0 if exact else 1.0 * value.covered)
                if weight > high:
                    best, high = (label.text, value.text), weight
    return () if best is None else (best,)


def _beside(label: Element, screen: Layout) -> tuple[Element, ...]:
    """What may be a label's value: the element right below it, and the nearest to the right in its line."""
    box = label.box
    right = [
        e for e in screen.elements
        if e.box.x1 >= box.x2 - 2
        and min(e.box.y2, box.y2) - max(e.box.y1, box.y1) > 0.5 * min(e.box.height, box.height)
    ]  # fmt: skip
    below = [
        e for e in screen.elements
        if 0 <= e.box.y1 - box.y2 + 4 <= 1.2 * box.height and abs(e.box.x1 - box.x1) <= box.height
    ]  # fmt: skip
    nearest = (
        min(below, key=lambda e: e.box.y1, default=None),
        min(right, key=lambda e: e.box.x1, default=None),
    )
    return tuple(element for element in nearest if element is not None and element.text != "+")
