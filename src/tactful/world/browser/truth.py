"""The regions of a measured screen with their exact labels, by the rules of ``docs/labels.md``.

One row: the line "Call me at +1 555 010 0134" of a message is medium, behaviour & context; the number in it
is a region of its own, high, contact & financial, with ``inner``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tactful.terms import Box, Category, Region, Risk
from tactful.world.measured import Measured, Seen
from tactful.world.values import NO_RISK, Label, Value, severity

HALF, LEADING = 0.5, 0.3
"""The shares of a line that its most severe values cover, or cover when one leads, to give it their label."""

_DISC = "•"
_HIDDEN = Label(Risk.LOW, Category.IDENTITY)  # a masked password tells no more than its length
SOURCE = "world"


@dataclass(frozen=True, slots=True)
class TrueRegion:
    """A region and what only the world knows of it.

    ``entity`` is the stable id of the thing shown, ``role`` private or public, ``need`` now, later or never.
    ``do``, ``bind`` and ``window`` say where it stands; ``whole`` is false where a part of it is hidden.
    """

    region: Region
    entity: str = ""
    role: str = "private"
    need: str = "never"
    window: str = ""
    do: str = ""
    bind: str = ""
    whole: bool = True
    value: str = field(default="", repr=False)  # the value's whole text, of which the region shows a line


def regions_of(
    measured: Measured, *, now: frozenset[str] = frozenset(), later: frozenset[str] = frozenset()
) -> tuple[TrueRegion, ...]:
    """One region per visible line and picture, pictures first, nested values after their line.

    ``now`` and ``later`` are the entities that this step and later ones need; a private region is
    ``necessary`` when its entity, or that of a value nested in it, is needed now.
    """
    pictures = [seen for seen in measured.seen if seen.picture]
    lines = [seen for seen in measured.seen if not seen.picture]
    regions: list[TrueRegion] = []
    nested: dict[int, list[Seen]] = {}
    owners: dict[int, int] = {}
    last: list[tuple[int, Seen]] = []
    for at, seen in enumerate(lines):
        if seen.inner:
            owner = next((number for number, outer in reversed(last) if _holds(outer, seen)), None)
            if owner is not None:
                nested.setdefault(owner, []).append(seen)
                owners[at] = owner
        else:
            last.append((at, seen))
    regions += [_region(seen, (), now, later) for seen in pictures]
    for at, seen in enumerate(lines):
        if seen.value.type == "avatar" and any(_inside(seen.box, p.box) for p in pictures):
            continue  # the letters of a drawn avatar are the picture
        if at in owners and _same(seen, lines[owners[at]]):
            continue  # a line that is nothing but this value has its label
        regions.append(_region(seen, nested.get(at, ()), now, later))
    return tuple(regions)


def _region(seen: Seen, inner: Sequence[Seen], now: frozenset[str], later: frozenset[str]) -> TrueRegion:
    value = seen.value
    alone = [one.value for one in inner if _same(one, seen)]
    if alone:  # one text with several labels: the most severe, of equals the innermost's
        value = min((*alone, value), key=lambda one: severity(one.label))
    label, kind = _label(seen, value, () if alone else inner)
    entities = {seen.value.entity, value.entity, *(one.value.entity for one in inner)}
    need = "now" if entities & now else "later" if entities & later else "never"
    private = label.risk is not Risk.NONE
    region = Region(
        text=seen.text,
        box=seen.box,
        risk=label.risk,
        category=label.category,
        type=kind,
        necessary=private and need == "now",
        source=SOURCE,
        inner=seen.inner,
    )
    return TrueRegion(
        region=region,
        entity=value.entity,
        role="private" if private else "public",
        need=need,
        window=seen.window,
        do=seen.do,
        bind=seen.bind,
        whole=seen.whole,
        value=value.text,
    )


def _label(seen: Seen, value: Value, inner: Sequence[Seen]) -> tuple[Label, str]:
    """The label and type of a line: its own, or its most severe value's by the rule of nested values."""
    own, kind = value.label, value.type
    if set(seen.text) == {_DISC} and set(value.text) != {_DISC}:
        return (_HIDDEN if own.risk is not Risk.NONE else NO_RISK), kind
    private = [one for one in inner if one.value.label.risk is not Risk.NONE]
    if not private or not seen.text:
        return own, kind
    worst = min(private, key=lambda one: severity(one.value.label))
    label = worst.value.label
    if label.risk <= own.risk and own.risk is not Risk.NONE:
        return own, kind
    alike = [one for one in private if one.value.label.risk is label.risk]
    share = sum(len(one.text) for one in _apart(alike)) / len(seen.text)
    leads = any(_starts(seen, one) for one in alike)
    if share >= HALF or (leads and share >= LEADING):
        return label, worst.value.type
    if own.risk is Risk.NONE:  # public words around something private
        return Label(min(label.risk, Risk.MEDIUM), label.category), kind
    return own, kind


def _apart(values: Sequence[Seen]) -> Iterator[Seen]:
    """The values that lie in no other of them: a name within a name counts once."""
    for at, one in enumerate(values):
        others = (other for number, other in enumerate(values) if number != at)
        if not any(_inside(one.box, other.box) and len(one.text) < len(other.text) for other in others):
            yield one


def _starts(line: Seen, value: Seen) -> bool:
    return line.text.startswith(value.text) and value.box.x1 - line.box.x1 <= line.box.height


def _same(one: Seen, other: Seen) -> bool:
    return one.text == other.text and one.box.iou(other.box) > 0.8


def _holds(outer: Seen, inner: Seen) -> bool:
    """Whether the nested line stands in this line of the text around it."""
    return (
        outer.window == inner.window
        and _inside(inner.box, outer.box)
        and any(_alike(part, inner.value) for part in _within(outer.value))
    )


def _within(value: Value) -> Iterator[Value]:
    for part in value.parts:
        if not isinstance(part, str):
            yield part
            yield from _within(part)


def _alike(part: Value, value: Value) -> bool:
    return part is value or (part.text == value.text and part.entity == value.entity)


def _inside(inner: Box, outer: Box) -> bool:
    return inner.area == 0 or inner.overlap(outer) >= 0.8 * inner.area


def region_record(true: TrueRegion) -> dict[str, Any]:
    """The region as the JSON of an annotation, with the world's own fields beside it."""
    region = true.region
    return {
        "text": region.text,
        "box": list(region.box.tuple()),
        "risk": region.risk.value,
        "category": None if region.category is None else region.category.value,
        "type": region.type,
        "necessary": region.necessary,
        "inner": region.inner,
        "entity": true.entity,
        "role": true.role,
        "need": true.need,
        "window": true.window,
        "do": true.do,
        "bind": true.bind,
        "whole": true.whole,
    }


def truth_document(
    regions: Sequence[TrueRegion], measured: Measured, about: Mapping[str, Any]
) -> dict[str, Any]:
    """An annotation of one screen (see ``tactful.formats.regions``); ``about`` holds id, image, task ..."""
    return {
        **about,
        "width": measured.width,
        "height": measured.height,
        "regions": [region_record(true) for true in regions],
    }
