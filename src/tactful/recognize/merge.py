"""One documented rule that turns the findings of all recognizers into regions.

Per unit, over the findings that cover it (almost) whole:

1. *Place.* A layout finding with confidence of at least 0.9 knows what the place means (a status-bar clock,
   a button): weaker findings on the unit are set aside, except identifiers that are sure of themselves.
2. *Public.* A finding of risk ``none`` beats only findings that are less confident than itself.
3. *Severity.* The highest remaining risk wins. Among findings of that risk the category order
   5 > 1 > 2 > 3 > 4 > 6 decides (the order of the authors' own tool), then confidence.

Findings on a part of a unit become inner regions with a tight box, one for each cluster of overlapping spans,
merged by the same three rules. A unit whose inner regions cover at least half of its characters takes their
label; with less it is at least medium, since a line that holds a private value is private as a line.
Text that nobody could read is *unknown*: medium risk, never clean. A unit without any finding has risk none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tactful.recognize.view import Finding, ScreenView
from tactful.terms import Box, Category, Region, Risk, TextUnit

UNKNOWN = "unknown"
PLACE_CONFIDENCE = 0.9
SURE_CONFIDENCE = 0.9
WHOLE_SHARE = 0.85
PROMOTE_SHARE = 0.5
# Values that stay what they are wherever they stand.
IDENTIFIERS = frozenset(
    {"email", "phone", "card", "bank", "id_number", "secret", "otp", "ip", "mac", "coordinates"}
)
# Parts of a sentence that are only worth a region of their own when they outrank it.
_MINOR = frozenset({"time", "date", "amount"})


@dataclass(frozen=True, slots=True)
class _Span:
    start: int
    end: int
    finding: Finding


def merge(view: ScreenView, findings: Iterable[Finding]) -> tuple[Region, ...]:
    """All regions of a screen, units in the given order, each followed by its inner regions."""
    by_unit: dict[int, list[Finding]] = {}
    boxed: list[Finding] = []
    for finding in findings:
        if finding.unit is None:
            boxed.append(finding)
        else:
            by_unit.setdefault(finding.unit, []).append(finding)
    regions: list[Region] = []
    for index, unit in enumerate(view.units):
        regions.extend(_unit_regions(unit, by_unit.get(index, ())))
    regions.extend(_boxed_regions(view, boxed))
    return tuple(regions)


def _unit_regions(unit: TextUnit, findings: Sequence[Finding]) -> list[Region]:
    if not unit.readable:
        return [_unknown(unit)]
    whole, spans = _sort_out(unit, findings)
    best = _decide(whole)
    if best is not None and not best.risk > Risk.NONE:
        spans = [s for s in spans if s.finding.confidence >= best.confidence or _sure(s.finding)]
    inner = _clusters(spans)
    if best is None or best.risk is Risk.NONE:
        best = _promoted(unit, inner, best)
    label = best or Finding(
        None, "text", Risk.NONE, None, 0.5, "no recognizer found anything private", "merge"
    )
    regions = [_region(unit.text, unit.box, label)]
    for span in inner:
        if span.finding.type in _MINOR and not span.finding.risk > label.risk:
            continue
        box = unit.span_box(span.start, span.end)
        regions.append(_region(unit.text[span.start : span.end], box, span.finding, inner=True))
    return regions


def _sort_out(unit: TextUnit, findings: Sequence[Finding]) -> tuple[list[Finding], list[_Span]]:
    """Findings on the whole unit, and spans of true parts."""
    length = len(unit.text)
    inked = sum(not ch.isspace() for ch in unit.text) or 1
    whole: list[Finding] = []
    spans: list[_Span] = []
    for finding in findings:
        start = min(max(finding.start, 0), length)
        end = length if finding.end is None else min(max(finding.end, start), length)
        covered = sum(not ch.isspace() for ch in unit.text[start:end])
        if covered >= WHOLE_SHARE * inked:
            whole.append(finding)
        elif covered and finding.risk > Risk.NONE:
            spans.append(_Span(start, end, finding))
    return whole, spans


def _decide(findings: Sequence[Finding]) -> Finding | None:
    """Rules 1 to 3 of the module's docstring."""
    if not findings:
        return None
    kept = list(findings)
    places = [f for f in kept if f.source.startswith("layout:") and f.confidence >= PLACE_CONFIDENCE]
    if places:
        floor = max(f.confidence for f in places)
        kept = [f for f in kept if f.confidence >= floor or _sure(f)]
    public = [f for f in kept if f.risk is Risk.NONE]
    level = max((f.confidence for f in public), default=-1.0)
    risky = [f for f in kept if f.risk > Risk.NONE and (f.confidence >= level or _sure(f))]
    return min(risky or public, key=_order)


def _sure(finding: Finding) -> bool:
    return finding.type in IDENTIFIERS and finding.risk is Risk.HIGH and finding.confidence >= SURE_CONFIDENCE


def _order(finding: Finding) -> tuple[int, int, float, str]:
    precedence = 9 if finding.category is None else finding.category.precedence
    return -finding.risk.rank, precedence, -finding.confidence, finding.source


def _clusters(spans: Sequence[_Span]) -> list[_Span]:
    """Overlapping spans decided together; the winner's own span stands."""
    clusters: list[list[_Span]] = []
    reach = -1
    for span in sorted(spans, key=lambda s: (s.start, s.end)):
        if clusters and span.start < reach:
            clusters[-1].append(span)
        else:
            clusters.append([span])
        reach = max(reach, span.end) if span.start < reach else span.end
    chosen = []
    for cluster in clusters:
        best = _decide([s.finding for s in cluster])
        chosen.append(next(s for s in cluster if s.finding is best))
    return chosen


def _promoted(unit: TextUnit, inner: Sequence[_Span], public: Finding | None) -> Finding | None:
    """The label that a unit takes from its parts; ``public`` where a recognizer called the unit public."""
    if not inner or public is not None:
        return public
    top = min((s.finding for s in inner), key=_order)
    inked = sum(not ch.isspace() for ch in unit.text) or 1
    covered = sum(not ch.isspace() for s in inner for ch in unit.text[s.start : s.end])
    if covered >= PROMOTE_SHARE * inked:
        return replace(top, reason=f"mostly {top.type}: {top.reason}")
    risk = min(top.risk, Risk.MEDIUM)
    return replace(top, risk=risk, type="text", reason=f"holds a value of type {top.type}: {top.reason}")


def _region(text: str, box: Box, label: Finding, *, inner: bool = False) -> Region:
    category = None if label.risk is Risk.NONE else (label.category or Category.BEHAVIOR_CONTEXT)
    return Region(
        text=text,
        box=box,
        risk=label.risk,
        category=category,
        type=label.type,
        confidence=round(min(max(label.confidence, 0.0), 1.0), 4),
        source=label.source,
        reason=label.reason,
        inner=inner,
    )


def _unknown(unit: TextUnit) -> Region:
    return Region(
        text="",
        box=unit.box,
        risk=Risk.MEDIUM,
        category=Category.BEHAVIOR_CONTEXT,
        type=UNKNOWN,
        confidence=1.0,
        source=unit.source,
        reason="text that no installed reader could read; unknown is never treated as clean",
    )


def _boxed_regions(view: ScreenView, findings: Sequence[Finding]) -> list[Region]:
    """Findings without text (faces, avatars), largest confidence first, overlapping ones decided together."""
    regions: list[Region] = []
    taken: list[Box] = []
    for finding in sorted(findings, key=_order):
        if finding.box is None:
            continue
        box = finding.box.clip(view.width, view.height)
        if box.area == 0 or any(box.iou(other) >= 0.5 for other in taken):
            continue
        taken.append(box)
        regions.append(_region("", box, finding))
    return sorted(regions, key=lambda r: (r.box.y1, r.box.x1))
