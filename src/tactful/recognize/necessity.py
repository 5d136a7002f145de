"""Task necessity: is a private value needed for the task at this step (GUIGuard-Bench, C.3).

Two cases, as the paper has them: privacy of the object that the next action manipulates, and privacy that the
agent must refer to. So a region is necessary when

- its value, or the entity in it (the local part of an e-mail, a name in a list row), is named in the task
  goal, the plan or the agent's current thought;
- the next action touches it, or touches the list row that it heads, or types it;
- the goal asks for its field ("the memory size" beside "Memory") or its kind ("the verification code"); or
- the goal points at its row: by its place ("the third email"), or by words that few rows of the screen hold.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from tactful.recognize.patterns.phrases import Phrases, sections
from tactful.terms import Category, Region, Risk, TaskState

# Types whose value stands for somebody or something that a task can be about.
_ENTITIES = frozenset(
    {
        "person", "contact", "username", "account", "email", "phone", "address", "company", "location",
        "file", "card", "bank", "id_number", "otp", "url", "search", "order", "note",
    }
)  # fmt: skip
_HEADS = frozenset({"person", "contact", "email", "phone", "username", "account", "file", "company"})
_FILLER = frozenset(
    {
        "to", "from", "cc", "bcc", "me", "re", "fwd", "fw", "the", "and", "mr", "mrs", "ms", "dr", "mail",
        "email", "收件人", "发件人", "寄件者", "宛先",
    }
)  # fmt: skip
_TRAILING_COUNT = re.compile(r"[\s(（]*\d{1,3}[)）]?$")
_LEADING_LABEL = re.compile(r"^(?:to|from|cc|bcc|re|fwd?)\s*[::]?\s+", re.IGNORECASE)
_MIN_LENGTH = 3
_ROW_REACH = 2.2
_LABEL_LENGTH = 40
_FEW = 2
_SENDER = frozenset({"from", "de", "von", "от", "发件人", "寄件者", "差出人", "보낸사람", "보낸 사람"})


def mark_necessary(regions: Sequence[Region], state: TaskState) -> tuple[Region, ...]:
    """The same regions with ``necessary`` set from the task goal and the agent's current step."""
    said = fold(" \n ".join((state.goal, state.plan, state.reasoning, state.action)))
    typed = tuple(fold(text) for text in state.typed if len(text.strip()) >= _MIN_LENGTH)
    touched = _touched(regions, state.points) | _asked_for(regions, state)
    marked = []
    for index, region in enumerate(regions):
        needed = region.private and (index in touched or _named(region, said) or _typed(region, typed))
        marked.append(replace(region, necessary=needed) if needed != region.necessary else region)
    return tuple(marked)


def _named(region: Region, said: str) -> bool:
    if not said or region.type not in _ENTITIES:
        return False
    return any(_mentions(said, part) for part in _parts(region))


def _parts(region: Region) -> list[str]:
    """The spellings under which a region's entity may be named."""
    text = fold(region.text)
    core = _TRAILING_COUNT.sub("", _LEADING_LABEL.sub("", text)) if region.type != "phone" else text
    parts = [text, core]
    if region.type == "email":
        parts.append(core.split("@")[0])
    if region.type in ("person", "contact"):
        parts.extend(word for word in re.findall(r"[^\W\d_]+", core) if word not in _FILLER)
    if region.type in ("phone", "card"):
        parts.append(re.sub(r"\D", "", core))
    return [part for part in dict.fromkeys(parts) if len(part) >= _MIN_LENGTH or is_cjk(part)]


def _mentions(said: str, part: str) -> bool:
    if is_cjk(part):
        return len(part) >= 2 and part in said
    return re.search(rf"(?<!\w){re.escape(part)}(?!\w)", said) is not None


def _typed(region: Region, typed: Sequence[str]) -> bool:
    text = fold(region.text)
    return len(text) >= _MIN_LENGTH and any(text in entry or entry in text for entry in typed)


def _touched(regions: Sequence[Region], points: Sequence[tuple[int, int]]) -> set[int]:
    """Indices of the private regions that the next action touches, or that head the row it touches."""
    hits: set[int] = set()
    for x, y in points:
        inside = {i for i, r in enumerate(regions) if r.private and r.box.holds(x, y)}
        hits |= inside or _row_head(regions, y)
    return hits


def _row_head(regions: Sequence[Region], y: int) -> set[int]:
    """The nearest name-like region in the list row around ``y``."""
    best: tuple[float, int] | None = None
    for index, region in enumerate(regions):
        if region.type not in _HEADS or region.risk is Risk.NONE:
            continue
        distance = max(region.box.y1 - y, y - region.box.y2, 0)
        if distance <= _ROW_REACH * region.box.height and (best is None or distance < best[0]):
            best = (distance, index)
    return set() if best is None else {best[1]}


def _asked_for(regions: Sequence[Region], state: TaskState) -> set[int]:
    """Indices of the regions whose field, kind or row the goal asks for."""
    goal = asked(state.goal)
    if not (goal.words or goal.places or goal.kinds):
        return set()
    rows = lists(regions)
    fields = _by_field(regions, goal) | _by_kind(regions, goal)
    return fields | _by_place(regions, rows, goal) | _by_words(regions, rows, goal)


def _by_field(regions: Sequence[Region], goal: Asked) -> set[int]:
    """Values whose label the goal names: "32 GiB" beside "Memory", the column under "Base salary"."""
    public = [r for r in regions if r.text and not r.private and not r.inner]
    labels = [r for r in regions if _may_label(r)]
    if not any(goal.names(label.text) for label in labels):
        return set()
    found: set[int] = set()
    for index, region in enumerate(regions):
        if region.private and region.text:
            # layout may take a label for a value; then it stands in the value's row and is of another type
            beside = _left_of([label for label in labels if label.type != region.type], region)
            near = (_left_of(public, region), _above(public, region), beside)
            if any(r is not None and _may_label(r) and goal.names(r.text) for r in near):
                found.add(index)
    return found


def _may_label(region: Region) -> bool:
    """Whether a text is short and wordy enough to name what stands beside it, public or not."""
    return (
        0 < len(region.text) <= _LABEL_LENGTH
        and not region.inner
        and region.risk < Risk.HIGH
        and not any(ch.isdigit() for ch in region.text)
    )


def _left_of(labels: Sequence[Region], value: Region) -> Region | None:
    """The nearest of ``labels`` left of a value in its row."""
    middle = value.box.center[1]
    row = [r for r in labels if r.box.y1 <= middle <= r.box.y2 and r.box.x2 <= value.box.x1]
    return max(row, key=lambda r: r.box.x2, default=None)


def _above(labels: Sequence[Region], value: Region) -> Region | None:
    """The nearest of ``labels`` over a value: right above it, or the head of a column of amounts."""
    column = [
        r
        for r in labels
        if r.box.y2 <= value.box.y1 + value.box.height // 3
        and min(r.box.x2, value.box.x2) > max(r.box.x1, value.box.x1)
    ]
    nearest = max(column, key=lambda r: r.box.y2, default=None)
    if nearest is None or value.type == "amount":
        return nearest
    return nearest if value.box.y1 - nearest.box.y2 <= value.box.height else None


def _by_kind(regions: Sequence[Region], goal: Asked) -> set[int]:
    """Values of the kind that the goal asks for, where the screen shows few of them."""
    found: set[int] = set()
    for kind in goal.kinds:
        values = [i for i, r in enumerate(regions) if r.private and r.type == kind and not _own(regions, r)]
        if len({fold(regions[i].text) for i in values}) <= _FEW:
            found.update(values)
    return found


def _own(regions: Sequence[Region], value: Region) -> bool:
    """Whether a label calls the value the sender's: nobody asks for the address that one writes from."""
    label = _left_of([r for r in regions if r.text and not r.private], value)
    return label is not None and fold(label.text).rstrip(": ") in _SENDER


def _by_place(regions: Sequence[Region], rows: Sequence[tuple[Row, ...]], goal: Asked) -> set[int]:
    """The head of the row at the place that the goal names, in the longest list of the screen."""
    if not goal.places or not rows:
        return set()
    longest = max(rows, key=len)
    found: set[int] = set()
    for place in goal.places:
        if place <= len(longest):
            row = longest[place - 1 if place > 0 else place]
            found.add(row.head)
    return {i for i in found if regions[i].private}


def _by_words(regions: Sequence[Region], rows: Sequence[tuple[Row, ...]], goal: Asked) -> set[int]:
    """Whole rows that hold telling words of the goal which few other rows hold."""
    every = [row for column in rows for row in column]
    said = [goal.shared(" ".join(regions[i].text for i in row.members)) for row in every]
    counts = Counter(word for words in said for word in words)
    found: set[int] = set()
    for row, words in zip(every, said, strict=True):
        if any(counts[word] <= _FEW for word in words):
            found.update(i for i in row.members if regions[i].private)
    return found


# What a task goal asks for: words that tell one thing from another, a place in a list, a kind of value.

_SHORTEST = 4


@dataclass(frozen=True, slots=True)
class Asked:
    """What a goal asks for. ``places`` are rows of a list, counted from 1; -1 is the last."""

    words: frozenset[str] = field(repr=False)
    places: frozenset[int]
    kinds: frozenset[str]

    def shared(self, text: str) -> frozenset[str]:
        """The goal's telling words that ``text`` holds too."""
        return self.words & _telling(fold(text))

    def names(self, label: str) -> bool:
        """Whether the goal says at least half of what a field's label says."""
        said = _telling(fold(label))
        return bool(said) and 2 * len(said & self.words) >= len(said)


class _Lists(NamedTuple):
    common: frozenset[str]
    places: Phrases[int]
    kinds: Phrases[str]


@cache
def _lists() -> _Lists:
    found = sections("tactful.recognize", "goals.txt")
    places = [
        (p, int(key[6:])) for key, phrases in found.items() if key.startswith("place ") for p in phrases
    ]
    kinds = [(p, key[5:]) for key, phrases in found.items() if key.startswith("kind ") for p in phrases]
    return _Lists(frozenset(found["common"]), Phrases(places), Phrases(kinds))


def asked(goal: str) -> Asked:
    """Read a goal in any of the package's languages; an empty goal asks for nothing."""
    said = fold(goal)
    lists = _lists()
    return Asked(
        words=_telling(said),
        places=frozenset(hit.value for hit in lists.places.find(said)),
        kinds=frozenset(hit.value for hit in lists.kinds.find(said)),
    )


def fold(text: str) -> str:
    """Case- and width-folded, with single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def is_cjk(text: str) -> bool:
    """Whether any character is Chinese, Japanese or Korean."""
    return any("\u3040" <= ch <= "\u9fff" or "\uac00" <= ch <= "\ud7a3" for ch in text)


def _telling(folded: str) -> frozenset[str]:
    """Words that tell one thing from another, cut to a stem so that inflected forms meet.

    Chinese, Japanese and Korean, which do not part their words, give pieces of two characters.
    """
    common = _lists().common
    found: set[str] = set()
    for word in re.findall(r"[^\W_]+", folded):
        if is_cjk(word):
            for piece in _common_pieces().sub(" ", word).split():
                found.update(piece[i : i + 2] for i in range(len(piece) - 1))
        elif len(word) >= _SHORTEST and not word.isdigit() and word not in common:
            found.add(word[:6] if len(word) > 6 else word.rstrip("s"))
    return frozenset(found - common)


@cache
def _common_pieces() -> re.Pattern[str]:
    words = sorted((w for w in _lists().common if is_cjk(w)), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, words)))


# Rows of lists among labelled regions: what stands in one row, and which row is the third.

# A list has at least this many rows; fewer lines below each other are anything.
MIN_ROWS = 3
_APART = 0.6


@dataclass(frozen=True, slots=True)
class Row:
    """One row: the index of the region that heads it, and of all regions in it, the head's included."""

    head: int
    members: tuple[int, ...]


def lists(regions: Sequence[Region]) -> list[tuple[Row, ...]]:
    """The lists of a screen from left to right, each with its rows from top to bottom.

    A list is a column of regions that begin at the same x and stand in blocks, one a row. Blocks that begin
    with public text (a section's name, a hint) are no rows, nor is what the status bar shows. A column inside
    a list that is already known belongs to its rows.
    """
    found: list[tuple[Row, ...]] = []
    taken: set[int] = set()
    for column in sorted(_columns(regions), key=lambda column: regions[column[0]].box.x1):
        blocks = [b for b in _blocks(regions, column) if _heads_a_row(regions[b[0]]) and b[0] not in taken]
        if len(blocks) >= MIN_ROWS:
            rows = tuple(Row(block[0], _members(regions, block)) for block in blocks)
            found.append(rows)
            taken.update(index for row in rows for index in row.members)
    return found


def _heads_a_row(region: Region) -> bool:
    return (
        region.private and region.category is not Category.TECHNICAL_DEVICE and region.type not in _NO_HEADS
    )


# What stands beside a row's head, never for it.
_NO_HEADS = frozenset({"time", "date", "amount", "badge", "otp", "address"})


def _columns(regions: Sequence[Region]) -> list[list[int]]:
    """Indices of outer text regions by their left edge, from top to bottom."""
    columns: list[tuple[int, list[int]]] = []
    order = sorted(
        (i for i, r in enumerate(regions) if r.text and not r.inner), key=lambda i: regions[i].box.y1
    )
    for index in order:
        box = regions[index].box
        near = max(4, box.height // 3)
        for x1, column in columns:
            if abs(box.x1 - x1) <= near:
                column.append(index)
                break
        else:
            columns.append((box.x1, [index]))
    return [column for _, column in columns if len(column) >= MIN_ROWS]


def _blocks(regions: Sequence[Region], column: Sequence[int]) -> list[list[int]]:
    """Lines of one block stand close to each other; more than half a line apart, a new block begins."""
    blocks = [[column[0]]]
    for above, below in pairwise(column):
        gap = regions[below].box.y1 - regions[above].box.y2
        if gap > _APART * min(regions[above].box.height, regions[below].box.height):
            blocks.append([])
        blocks[-1].append(below)
    return blocks


def _members(regions: Sequence[Region], block: Sequence[int]) -> tuple[int, ...]:
    """What stands between the block's first and last line, from its left edge on."""
    top, bottom = regions[block[0]].box.y1, regions[block[-1]].box.y2
    left = min(regions[i].box.x1 for i in block)
    slack = regions[block[0]].box.height // 3
    return tuple(
        i
        for i, region in enumerate(regions)
        if top - slack <= region.box.center[1] <= bottom + slack and region.box.x1 >= left - slack
    )
