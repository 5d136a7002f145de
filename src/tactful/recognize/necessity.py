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
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from tactful.recognize.asked import Asked, asked, fold, is_cjk
from tactful.recognize.rows import Row, lists
from tactful.terms import Region, Risk, TaskState

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
