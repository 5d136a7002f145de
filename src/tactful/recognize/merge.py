"""One documented rule that turns the findings of all recognizers into regions.

Per unit, over the findings that cover it (almost) whole:

1. *Place.* A finding of priority `OF_PLACE` with confidence of at least 0.9 knows what the place means (a
   status-bar clock, a button): weaker findings on the unit are set aside, except identifiers that are sure.
2. *Public.* A finding of risk ``none`` beats only findings that are less confident than itself.
3. *Severity.* The highest remaining risk wins, but for guesses (below 0.5) beside surer findings. Among
   findings of that risk the category order 5 > 1 > 2 > 3 > 4 > 6 (of the authors' own tool) decides, then
   confidence.

Findings on a part of a unit become inner regions with a tight box, one for each cluster of overlapping spans,
merged by the same three rules; a wide span that holds a sure identifier is cut at it. Then the line itself:

4. *Mostly a value.* A line takes the label of its most severe inner value when such values cover at least
   half of its characters, or when one leads the line and covers at least 30 % ("Ann Lee, confirm it").
5. *Holds a value.* A line that nobody labelled, or that was called public without much ground (below 0.6;
   below 0.5 a likely value is enough), is at least medium when it holds a private value: such a line is
   private as a line.
6. *Small values.* Times, dates and amounts inside a public line are public too.

Text that nobody could read is *unknown*: medium risk, never clean. A unit without any finding has risk none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tactful.recognize.repeats import repeats
from tactful.recognize.view import OF_PLACE, Finding, ScreenView
from tactful.terms import PICTURE_TYPES, Box, Category, Region, Risk, TextUnit

UNKNOWN = "unknown"
PLACE_CONFIDENCE = 0.9
SURE_CONFIDENCE = 0.9
WHOLE_SHARE = 0.85
PROMOTE_SHARE = 0.5
# Values that stay what they are wherever they stand.
IDENTIFIERS = frozenset(
    {"email", "phone", "card", "bank", "id_number", "secret", "otp", "ip", "mac", "coordinates"}
)
# Values that tell something only in a line that is private itself.
_MINOR = frozenset({"time", "date", "amount"})
LEAD_SHARE = 0.3
WEAK_PUBLIC = 0.6
# A guess loses to what is at least as risky as low and surer by this much.
GUESS = 0.5
GUESS_MARGIN = 0.15
# A value less sure than this does not change a line that a recognizer labelled.
LIFT_CONFIDENCE = 0.6
# A first person in the title of what somebody looked at is its author.
_TITLES = frozenset({"history", "suggestion"})
_SENSITIVE = frozenset({"health", "religion", "politics", "sexuality"})
_STATED = 0.8
PROMOTE_CONFIDENCE = 0.85
_BRACKETS = " <>()[]{}\"',;:|·•-–—"


@dataclass(frozen=True, slots=True)
class _Span:
    start: int
    end: int
    finding: Finding


def merge(view: ScreenView, findings: Iterable[Finding]) -> tuple[Region, ...]:
    """All regions of a screen, units in the given order, each followed by its inner regions."""
    by_unit: dict[int, list[Finding]] = {}
    boxed: list[Finding] = []
    given = tuple(findings)
    for finding in (*given, *repeats(view, given)):
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
    best = _decide(_indirect(whole))
    if best is not None and not best.risk > Risk.NONE:
        spans = [s for s in spans if s.finding.confidence >= best.confidence or _sure(s.finding)]
    inner = _clusters(_cut(unit.text, spans))
    label = _line_label(unit, inner, best)
    regions = [_region(unit.text, unit.box, label)]
    for span in inner:
        minor = span.finding.type in _MINOR and span.finding.risk < Risk.HIGH
        if minor and (label.risk is Risk.NONE or span.finding.confidence < GUESS):
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
            rest = unit.text[:start] + unit.text[end:]
            if _sure(finding) and sum(ch.isalnum() for ch in rest) >= 2:
                spans.append(_Span(start, end, finding))  # "To: ann@example.com" is a line and an address
        elif covered and finding.risk > Risk.NONE:
            spans.append(_Span(start, end, finding))
    return whole, spans


def _decide(findings: Sequence[Finding]) -> Finding | None:
    """Rules 1 to 3 of the module's docstring."""
    if not findings:
        return None
    kept = list(findings)
    places = [f for f in kept if f.priority >= OF_PLACE and f.confidence >= PLACE_CONFIDENCE]
    if places:
        floor = max(f.confidence for f in places)
        kept = [f for f in kept if f.confidence >= floor or _sure(f)]
    public = [f for f in kept if f.risk is Risk.NONE]
    level = max((f.confidence for f in public), default=-1.0)
    risky = [f for f in kept if f.risk > Risk.NONE and (f.confidence >= level or _sure(f))]
    firm = max((f.confidence for f in risky), default=0.0) - GUESS_MARGIN
    risky = [f for f in risky if f.confidence >= min(GUESS, firm)]
    return min(risky or public, key=_order)


def _indirect(findings: Sequence[Finding]) -> list[Finding]:
    """Titles of what somebody watched or read tell of a special category indirectly: medium, not high."""
    if not any(f.type in _TITLES and f.risk > Risk.NONE and f.priority >= OF_PLACE for f in findings):
        return list(findings)
    return [
        replace(f, risk=Risk.MEDIUM)
        if f.type in _SENSITIVE and f.risk is Risk.HIGH and f.confidence < _STATED
        else f
        for f in findings
    ]


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


def _cut(text: str, spans: Sequence[_Span]) -> list[_Span]:
    """Wide spans cut at the sure identifiers in them: "Ann Lee <ann@...>" is a name and an address."""
    sure = [s for s in spans if _sure(s.finding)]
    result: list[_Span] = []
    for span in spans:
        inside = [
            s
            for s in sure
            if s is not span and span.start <= s.start and s.end <= span.end and _wider(span, s)
        ]
        if not inside:
            result.append(span)
            continue
        if any(s.finding.type == span.finding.type for s in inside):
            continue
        edges = [
            span.start,
            *(edge for s in sorted(inside, key=_place) for edge in (s.start, s.end)),
            span.end,
        ]
        start, end = max(zip(edges[::2], edges[1::2], strict=True), key=lambda pair: pair[1] - pair[0])
        rest = text[start:end].strip(_BRACKETS)
        if sum(ch.isalnum() for ch in rest) >= 2:
            start = text.index(rest, start)
            result.append(_Span(start, start + len(rest), span.finding))
    return result


def _place(span: _Span) -> tuple[int, int]:
    return span.start, span.end


def _wider(one: _Span, other: _Span) -> bool:
    return one.end - one.start > 1.25 * (other.end - other.start)


def _line_label(unit: TextUnit, inner: Sequence[_Span], best: Finding | None) -> Finding:
    """Rules 4 and 5 of the module's docstring; ``best`` is what the findings on the whole unit say."""
    nothing = Finding(None, "text", Risk.NONE, None, 0.5, "no recognizer found anything private", "merge")
    label = best or nothing
    if not inner:
        return label
    if best is not None:
        inner = [s for s in inner if s.finding.confidence >= LIFT_CONFIDENCE]
    top = min((s.finding for s in inner), key=_order, default=label)
    public = best is not None and best.risk is Risk.NONE
    if top.risk <= label.risk or (public and not _outweighs(top, label)):
        return label
    if _mostly(unit.text, [s for s in inner if s.finding.risk is top.risk]):
        return replace(top, reason=f"mostly {top.type}: {top.reason}")
    risk = min(top.risk, Risk.MEDIUM)
    if label.risk >= risk:
        return label
    reason = f"holds a value of type {top.type}: {top.reason}"
    if label.risk > Risk.NONE:
        return replace(label, risk=risk, reason=reason)
    return replace(top, risk=risk, type="text", reason=reason)


def _outweighs(top: Finding, public: Finding) -> bool:
    """Whether a value is sure enough to make a line private that was called public without much ground."""
    if top.type in _MINOR and top.risk < Risk.HIGH:
        return False
    enough = LIFT_CONFIDENCE if public.confidence < GUESS else PROMOTE_CONFIDENCE
    return public.confidence < WEAK_PUBLIC and top.confidence >= enough


def _mostly(text: str, spans: Sequence[_Span]) -> bool:
    inked = sum(not ch.isspace() for ch in text) or 1
    shares = [sum(not ch.isspace() for ch in text[s.start : s.end]) / inked for s in spans]
    leads = any(
        share >= LEAD_SHARE and not text[: span.start].strip()
        for span, share in zip(spans, shares, strict=True)
    )
    return leads or sum(shares) >= PROMOTE_SHARE


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
        regions.append(_region(finding.type if finding.type in PICTURE_TYPES else "", box, finding))
    return sorted(regions, key=lambda r: (r.box.y1, r.box.x1))
