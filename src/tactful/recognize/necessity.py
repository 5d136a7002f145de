"""Task necessity: is a private value needed for the task at this step (GUIGuard-Bench, C.3).

Two cases, as the paper has them: privacy of the object that the next action manipulates, and privacy that the
agent must refer to. So a region is necessary when

- its value, or the entity in it (the local part of an e-mail, a name in a list row), is named in the task
  goal, the plan or the agent's current thought; or
- the next action touches it, or touches the list row that it heads; or
- the next action types it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

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


def mark_necessary(regions: Sequence[Region], state: TaskState) -> tuple[Region, ...]:
    """The same regions with ``necessary`` set from the task goal and the agent's current step."""
    said = _fold(" \n ".join((state.goal, state.plan, state.reasoning, state.action)))
    typed = tuple(_fold(text) for text in state.typed if len(text.strip()) >= _MIN_LENGTH)
    touched = _touched(regions, state.points)
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
    text = _fold(region.text)
    core = _TRAILING_COUNT.sub("", _LEADING_LABEL.sub("", text)) if region.type != "phone" else text
    parts = [text, core]
    if region.type == "email":
        parts.append(core.split("@")[0])
    if region.type in ("person", "contact"):
        parts.extend(word for word in re.findall(r"[^\W\d_]+", core) if word not in _FILLER)
    if region.type in ("phone", "card"):
        parts.append(re.sub(r"\D", "", core))
    return [part for part in dict.fromkeys(parts) if len(part) >= _MIN_LENGTH or _is_cjk(part)]


def _mentions(said: str, part: str) -> bool:
    if _is_cjk(part):
        return len(part) >= 2 and part in said
    return re.search(rf"(?<!\w){re.escape(part)}(?!\w)", said) is not None


def _typed(region: Region, typed: Sequence[str]) -> bool:
    text = _fold(region.text)
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


def _fold(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _is_cjk(text: str) -> bool:
    return any("぀" <= ch <= "鿿" or "가" <= ch <= "힣" for ch in text)
