"""Identifiers in pieces: units of a row and wrapped lines joined, for the recognizers of whole lines.

A screen shows a code in boxes, a card in groups far apart, an address broken over two lines. Where the end
of one unit and the start of the next could belong to one value, both are read as one line, on a copy of the
screen in which that line stands for them; what is found across the seam marks every unit that took part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from tactful.recognize.layout.geometry import Page, Spot, page_of
from tactful.recognize.merge import IDENTIFIERS
from tactful.recognize.patterns.cards import CARDS
from tactful.recognize.patterns.coordinates import POSITIONS
from tactful.recognize.patterns.emails import EMAILS
from tactful.recognize.patterns.ids import IDS
from tactful.recognize.patterns.otp import CODES
from tactful.recognize.patterns.phones import PHONES
from tactful.recognize.patterns.scan import LineRecognizer, Scan
from tactful.recognize.patterns.secrets import SECRETS
from tactful.recognize.view import Finding, ScreenView
from tactful.terms import Box, TextUnit

_FAMILIES: tuple[LineRecognizer, ...] = (EMAILS, CARDS, PHONES, CODES, IDS, POSITIONS, SECRETS)
_TYPES = IDENTIFIERS | {"account"}
_NEAR = 1.5  # lines of free space within a row: what stands farther apart may be columns of a table
_LEADING = 1.0  # lines between the rows of wrapped text
_ROWS = 4  # a value has no more rows: a longer run of numbers is a column
_SURE = 0.9  # a value that is surely whole in one unit is no part of a longer one
_LIKELY, _TELLING = 0.8, 0.95  # what units that read on, and what columns of numbers, are not by chance

_DIGIT = r"[\dOoQDIl|SBZ]"
_NUMERIC = re.compile(rf"[+(]?{_DIGIT}[\dOoQDIl|SBZ ().-]*|-|[A-Z0-9]{{1,4}}")
_NUMBER_END = re.compile(rf"(?<!\S)(?:[+(]*{_DIGIT}[\dOoQDIl|SBZXx.()-]*,?|-)$")
_NUMBER_START = re.compile(rf"[(-]?{_DIGIT}[\dOoQDIl|SBZXx.()-]*(?=[.,;]?(?:\s|$))|-$")
_IBAN_RUN = re.compile(r"(?<!\S)[A-Z]{2}[\dOIlSBZ]{2}(?: ?[A-Z0-9]{2,4})*$")
_IBAN_GROUP = re.compile(r"[A-Z0-9]{1,4}(?=\s|$)")
_BOX = re.compile(r"[A-Zol|\d]")
_COMPLETE = re.compile(r"\S+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}[.,;)>]?", re.I)
_GOES_ON = re.compile(r"(?:[._+-][\w.+-]*)?@[\w-]+\.\w")  # with what no address begins
_BREAKS = re.compile(r"\w[._+-]$")
_LOCAL_END = re.compile(r"(?<!\S)[\w.+-]+$")
_PRINTED = re.compile(
    rf"{_DIGIT}{{4}}(?:[ -]+{_DIGIT}{{4}}){{3}}|{_DIGIT}{{4}}[ -]+{_DIGIT}{{6}}[ -]+{_DIGIT}{{4,5}}"
)
_KEY = re.compile(r"(?=\S*\d)[A-Za-z0-9_-]{8,}")


@dataclass(frozen=True, slots=True)
class _Chain:
    """Units that may hold one value: where each one's text begins in the joined unit's.

    ``columns``: they stand far apart, in the columns of a table, or are a stack of numbers.
    """

    spots: tuple[Spot, ...]
    starts: tuple[int, ...]
    columns: bool
    unit: TextUnit = field(repr=False)

    def parts(self, finding: Finding) -> list[Finding]:
        """The finding as findings on the units that it touches."""
        end = len(self.unit.text) if finding.end is None else finding.end
        found = []
        for spot, start in zip(self.spots, self.starts, strict=True):
            low, high = max(finding.start - start, 0), min(end - start, len(spot.text))
            if spot.text[low:high].strip():
                found.append(replace(finding, unit=spot.index, start=low, end=high, source="patterns.joined"))
        return found

    def holds(self, finding: Finding) -> bool:
        """Whether a finding may be believed: columns of numbers make many a number by chance."""
        sizes = {len(spot.text.strip()) for spot in self.spots if spot.text.strip() != "-"}
        if finding.type == "otp":
            return sizes == {1} or (min(sizes) >= 3 and finding.confidence >= _LIKELY)
        if not self.columns or finding.type == "bank":
            return finding.confidence >= _LIKELY
        value = self.unit.text[finding.start : finding.end]
        if finding.type == "phone" and value[0] == "(":
            return True
        printed = finding.type != "card" or sizes == {1} or _PRINTED.fullmatch(value) is not None
        return printed and finding.confidence >= _TELLING


class JoinedRecognizer:
    """Runs the recognizers of identifiers over units that are read as one line."""

    name = "patterns.joined"

    def find(self, view: ScreenView) -> Iterator[Finding]:
        """Findings on the units of each value that stands in several."""
        chains = _chains(
            page_of(replace(view, units=tuple(u if u.readable else replace(u, text="") for u in view.units)))
        )
        if not chains:
            return
        members = {spot.index for chain in chains for spot in chain.spots}
        rest = [unit for index, unit in enumerate(view.units) if index not in members]
        joined = Scan(replace(view, units=(*rest, *(chain.unit for chain in chains))))
        scan = Scan(view)
        for family in _FAMILIES:
            for finding in family.find_in((line for line in joined.lines if line.index >= len(rest)), joined):
                chain = chains[(finding.unit or 0) - len(rest)]
                parts = chain.parts(finding)
                sought = finding.type in _TYPES
                if sought and len(parts) > 1 and chain.holds(finding) and not _whole(family, scan, parts):
                    yield from parts


def _whole(family: LineRecognizer, scan: Scan, parts: Sequence[Finding]) -> bool:
    """Whether the value is as surely whole without its last part; a long key may still go on."""
    if parts[0].type == "secret":
        return False
    at = {part.unit: part for part in parts[:-1]}
    return any(
        own.type == parts[0].type
        and own.confidence >= max(_SURE, parts[0].confidence)
        and own.start <= at[own.unit].start
        for own in family.find_in((line for line in scan.lines if line.index in at), scan)
    )


def _seam(first: str, then: str) -> str | None:
    """What stands between two pieces of one value, "" or a space; None where they cannot be pieces of one."""
    first, then = first.rstrip(), then.lstrip()
    if not first or not then:
        return None
    tail, head = first.split()[-1], then.split()[0]
    if _IBAN_RUN.search(first) and _IBAN_GROUP.match(then):
        return " "
    if _BOX.fullmatch(tail) and _BOX.fullmatch(head):
        return " "
    digits = any(map(str.isdigit, tail + head))
    if digits and _NUMBER_END.search(first) and _NUMBER_START.match(then):
        return "" if len(tail) > 1 and tail[-1] == "-" else " "
    if "@" in tail:
        goes_on = re.match(r"[\w.-]+", head) and (tail.isupper() or not head[0].isupper())
        return "" if goes_on and not _COMPLETE.fullmatch(tail) else None
    if head == "@" or _GOES_ON.match(head) or (_BREAKS.search(tail) and _COMPLETE.fullmatch(head)):
        return "" if _LOCAL_END.search(first) else None
    return "" if _KEY.fullmatch(tail) and _KEY.fullmatch(head) else None


def _chains(page: Page) -> list[_Chain]:
    """The chains of a page; a unit may stand in several, where several go on in it."""
    runs = [run for row in page.rows for run in _row_runs(page, row)]
    heads = {run[0].index: run for run in runs}
    wraps = {id(run): after for run in runs if not _is_wide(page, run) and (after := _wrap(page, run, heads))}
    followed = {id(after) for after in wraps.values()}
    chains = []
    for run in runs:
        if id(run) in followed:
            continue
        lines = [run]
        while id(lines[-1]) in wraps and len(lines) <= _ROWS:
            lines.append(wraps[id(lines[-1])])
        spots = tuple(spot for line in lines for spot in line)
        if len(spots) > 1 and len(lines) <= _ROWS:
            stack = len(lines) > 1 and all(_NUMERIC.fullmatch(spot.text.strip()) for spot in spots)
            chains.append(_chain(spots, stack or any(_is_columns(page, line) for line in lines)))
    return chains


def _joined(spots: Sequence[Spot]) -> tuple[str, tuple[int, ...]]:
    """The text of spots read as one, and where each one's begins in it."""
    text, starts = spots[0].text, [0]
    for spot in spots[1:]:
        text += _seam(text, spot.text) or ""
        starts.append(len(text))
        text += spot.text
    return text, tuple(starts)


def _chain(spots: tuple[Spot, ...], columns: bool) -> _Chain:
    text, starts = _joined(spots)
    boxes = [spot.box for spot in spots]
    box = Box(
        min(b.x1 for b in boxes), min(b.y1 for b in boxes), max(b.x2 for b in boxes), max(b.y2 for b in boxes)
    )
    return _Chain(spots, starts, columns, TextUnit(text, box, hint=spots[0].unit.hint))


def _row_runs(page: Page, row: Sequence[Spot]) -> Iterator[tuple[Spot, ...]]:
    """A row cut where its units cannot be pieces of one value; far apart, only numbers can."""
    run, said = [row[0]], row[0].text
    for spot in row[1:]:
        seam = _seam(said, spot.text)
        near = page.gap(run[-1], spot) <= _NEAR
        numbers = _NUMERIC.fullmatch(run[-1].text.strip()) and _NUMERIC.fullmatch(spot.text.strip())
        if (near or numbers) and seam is not None:
            run.append(spot)
            said += seam + spot.text
        else:
            yield tuple(run)
            run, said = [spot], spot.text
    yield tuple(run)


def _is_wide(page: Page, run: Sequence[Spot]) -> bool:
    return any(page.gap(a, b) > _NEAR for a, b in pairwise(run))


def _is_columns(page: Page, run: Sequence[Spot]) -> bool:
    """Whether the run stands far apart, or a row near it has numbers in the same columns."""
    at = page.row_of[run[0].index]
    near = (*page.rows[max(at - 2, 0) : at], *page.rows[at + 1 : at + 3])
    return _is_wide(page, run) or (len(run) > 1 and any(_same_columns(page, run, row) for row in near))


def _same_columns(page: Page, run: Sequence[Spot], row: Sequence[Spot]) -> bool:
    others = [s for s in row if _NUMERIC.fullmatch(s.text.strip())]
    return abs(row[0].cy - run[0].cy) <= 4 * page.line and all(
        any(spot.box.x1 < other.box.x2 and other.box.x1 < spot.box.x2 for other in others) for spot in run
    )


def _wrap(page: Page, run: tuple[Spot, ...], heads: dict[int, tuple[Spot, ...]]) -> tuple[Spot, ...] | None:
    """The run that goes on right below, aligned with this one's start or centre, or with its row's start."""
    last, at = run[-1], page.row_of[run[0].index]
    said, _ = _joined(run)
    lefts = last.box.x1, run[0].box.x1, page.rows[at][0].box.x1
    best: list[tuple[float, tuple[Spot, ...]]] = []
    for row in page.rows[at + 1 : at + 3]:
        for spot in row:
            after = heads.get(spot.index)
            if after is None or _is_wide(page, after) or _seam(said, spot.text) is None:
                continue
            off = min([abs(spot.cx - run[0].cx), *(abs(spot.box.x1 - left) for left in lefts)])
            low, high = sorted((spot.box.height, last.box.height))
            below = -page.line / 2 <= spot.box.y1 - last.box.y2 <= _LEADING * page.line
            if below and off <= page.line and high <= 1.5 * low:
                best.append((abs(spot.box.x1 - last.box.x1), after))
    return min(best, key=lambda found: found[0])[1] if best else None


JOINED = JoinedRecognizer()
