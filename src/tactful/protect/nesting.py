"""Which region is painted and which is covered by another: real screens nest.

A message (medium) holds a phone number (high); a card holds a face. A region nine tenths of which lie
inside one that is blacked out or has its text replaced is *covered*: black stays black, and a replaced text
shows the inner entity's own pseudonym. A region inside one that is kept, or hidden by a leaky operator, is
painted itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tactful.errors import ProtectionError
from tactful.protect.entities import Inner
from tactful.protect.operators.base import Passage, PixelOperator, TextOperator
from tactful.protect.shapes import visible
from tactful.terms import Box, Decision, Region

INSIDE = 0.9
"""The share of a region's area that must lie in another for that one to cover it."""

COVER = "****"
"""What stands in a replaced text for an inner entity that must not even show its shape."""

AnyOperator = PixelOperator | TextOperator


@dataclass(frozen=True, slots=True)
class Job:
    """What happens to one region: ``box`` is the area to paint, ``parent`` the job that covers it.

    ``passage`` is the text that an operator is asked about; None where nothing is written.
    """

    index: int
    region: Region
    decision: Decision
    operator: AnyOperator
    box: Box
    note: str = ""
    parent: int | None = None
    passage: Passage | None = field(default=None, repr=False)

    @property
    def masked(self) -> bool:
        """Whether the policy asked for anything but ``keep``."""
        return self.decision.operator != "keep"

    @property
    def erases(self) -> bool:
        """Whether nothing of the region's own pixels is left."""
        return isinstance(self.operator, TextOperator) or self.operator.opaque


def margin(box: Box) -> int:
    """How far a mask reaches beyond a region's box: 6 % of its height, 2 to 6 pixels (1 under 16 pixels).

    The soft edges of glyphs and their descenders may stand outside a box that hugs the text; more than
    that would cover public neighbours.
    """
    return min(6, max(1 if box.height < 16 else 2, round(box.height * 0.06)))


def plan(
    regions: Sequence[Region],
    decisions: Sequence[Decision],
    operators: Mapping[str, AnyOperator],
    size: tuple[int, int],
) -> list[Job]:
    """One job a region, in the order of ``regions``; ``size`` is the image's (width, height).

    Raises ``ProtectionError`` for a decision that names no operator, and for a region to be hidden whose
    box is empty: what has no place cannot be covered.
    """
    jobs = [
        _job(i, region, decision, operators, size)
        for i, (region, decision) in enumerate(zip(regions, decisions, strict=True))
    ]
    roots: list[Job] = []
    inside: dict[int, list[Job]] = {}
    for job in sorted(jobs, key=_outer_first):
        root = next((r for r in roots if _within(job.region.box, r.region.box)), None)
        if root is not None:
            inside.setdefault(root.index, []).append(job)
            jobs[job.index] = replace(job, parent=root.index)
        elif job.masked and job.erases and job.box.area:
            roots.append(job)
    return [_with_passage(job, inside.get(job.index, [])) for job in jobs]


def text_box(job: Job, jobs: Sequence[Job]) -> Box:
    """Where the text of ``job`` is drawn: its region's box, less what belongs to the lines above and below.

    Read boxes of two lines may overlap; where they do by less than half a line, each takes its half.
    """
    box = job.region.box
    top, bottom = box.y1, box.y2
    for other in (j.region.box for j in jobs if j.passage is not None and j.index != job.index):
        shared = min(box.y2, other.y2) - max(box.y1, other.y1)
        if not box.overlap(other) or 2 * shared >= min(box.height, other.height):
            continue
        middle = (max(box.y1, other.y1) + min(box.y2, other.y2)) // 2
        if box.y1 + box.y2 < other.y1 + other.y2:
            bottom = min(bottom, middle)
        else:
            top = max(top, middle)
    return Box(box.x1, top, box.x2, bottom) if top < bottom else box


def _job(
    index: int,
    region: Region,
    decision: Decision,
    operators: Mapping[str, AnyOperator],
    size: tuple[int, int],
) -> Job:
    operator = operators.get(decision.operator)
    if operator is None:
        raise ProtectionError(f"region {index}: the policy names an operator that does not exist")
    if decision.operator == "keep":
        return Job(index, region, decision, operator, region.box.clip(*size))
    if not region.box.area:
        raise ProtectionError(f"region {index} ({region.type}): an empty box cannot be hidden")
    box = region.box.grow(margin(region.box)).clip(*size)
    note = ""
    if not box.area:
        box, note = Box(box.x1, box.y1, box.x1, box.y1), "outside the image: nothing to paint"
    elif isinstance(operator, TextOperator) and operator.needs_text and not _readable(region):
        operator, note = operators["black"], "no readable text to replace: black instead"
    return Job(index, region, decision, operator, box, note)


def _readable(region: Region) -> bool:
    return region.type != "unknown" and not region.is_picture and visible(region.text)


def _outer_first(job: Job) -> tuple[int, int, int, int, int]:
    """Large before small; among equals, what hides more before what hides less."""
    strength = (
        0 if not job.masked else 1 if not job.erases else 2 if isinstance(job.operator, TextOperator) else 3
    )
    named = 0 if job.decision.operator == "fixed" else 1
    return -job.region.box.area, -strength, named, -job.region.risk.rank, job.index


def _within(inner: Box, outer: Box) -> bool:
    return inner.area > 0 and inner.overlap(outer) >= INSIDE * inner.area


def _with_passage(job: Job, inside: Sequence[Job]) -> Job:
    """The job with the text it asks about: its own, and the entities inside it."""
    if job.parent is not None or not job.masked or not isinstance(job.operator, TextOperator):
        return job
    parts = tuple(
        Inner(part.region.text, part.region.type, _cover(part))
        for part in inside
        if part.region.private and visible(part.region.text)
    )
    return replace(job, passage=Passage(job.region.text, job.region.type, parts))


def _cover(part: Job) -> str | None:
    """Stars for an inner entity whose own operator hides its shape too."""
    hides_shape = part.masked and part.decision.operator not in ("replace", "replace_llm")
    return COVER if hides_shape else None
