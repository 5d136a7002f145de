"""Precise positions: decimal degrees, degrees-minutes-seconds, geo links, plus codes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tactful.recognize.patterns.phrases import words
from tactful.recognize.patterns.scan import COORDINATES, Line, LineRecognizer, Match, Scan, whole

_PAIR = re.compile(
    r"(?<![\w.])([NS]?[ ]?[+-]?\d{1,2}\.\d{3,10})[ ]?°?[ ]?([NS北南])?[ ]?[,;/ ]{1,3}"
    r"([EW]?[ ]?[+-]?\d{1,3}\.\d{3,10})[ ]?°?[ ]?([EW東东西])?(?![\w.])",
    re.I,
)
_DMS_ONE = (
    r"\d{1,3}[ ]?[°度][ ]?\d{1,2}(?:\.\d+)?[ ]?['′分][ ]?(?:\d{1,2}(?:\.\d+)?[ ]?(?:\"|″|''"
    r"|秒)[ ]?)?[NSEWСЮВЗ]?"
)
_DMS = re.compile(
    rf"(?<!\w)(?:[北南東东西][緯纬経经]|[NSEW] ?)?{_DMS_ONE}(?:[ ,;]{{1,3}}(?:[東东西][経经]"
    rf"|[EW] ?)?{_DMS_ONE})?(?!\w)"
)
_GEO = re.compile(r"geo:-?\d{1,2}\.\d+,-?\d{1,3}\.\d+(?:[?;]\S*)?", re.I)
_PLUS = re.compile(
    r"(?<![\w+])(?:[23456789CFGHJMPQRVWX]{4})?[23456789CFGHJMPQRVWX]{4}\+[23456789CFGHJMPQRVWX]{2,3}(?![\w+])"
)
_ONE = re.compile(r"(?<![\w.])[+-]?\d{1,3}\.\d{4,10}[ ]?°?[ ]?[NSEW]?(?![\w.])", re.I)


def matches(line: Line, scan: Scan) -> Iterator[Match]:
    """Coordinates (high, behavior_context)."""
    text = line.text
    if sum(ch.isdigit() for ch in text) < 3:
        return
    taken: list[tuple[int, int]] = []
    for hit in _GEO.finditer(text):
        taken.append(hit.span())
        yield Match(*hit.span(), COORDINATES, 0.97, "a geo link")
    for hit in _PAIR.finditer(text):
        if _degrees(hit.group(1), 90) and _degrees(hit.group(3), 180) and not _inside(taken, hit):
            marked = hit.group(2) or hit.group(4) or scan.labelled(line, hit.start(), words("latitude"))
            confidence = 0.97 if marked else 0.9 if "," in hit.group() else 0.6
            taken.append(hit.span())
            yield Match(*hit.span(), COORDINATES, confidence, "a latitude and a longitude")
    for hit in _DMS.finditer(text):
        if not _inside(taken, hit):
            taken.append(hit.span())
            yield Match(*hit.span(), COORDINATES, 0.93, "a position in degrees and minutes")
    for hit in _PLUS.finditer(text):
        yield Match(*hit.span(), COORDINATES, 0.8, "a plus code of a place")
    for hit in _ONE.finditer(text):
        if (
            not _inside(taken, hit)
            and _degrees(hit.group(), 180)
            and scan.labelled(line, hit.start(), words("latitude"))
        ):
            near = whole(line, *hit.span()) or scan.hit(line, words("latitude"))
            if near:
                yield Match(*hit.span(), COORDINATES, 0.9, "one coordinate beside its label")


def _inside(taken: list[tuple[int, int]], hit: re.Match[str]) -> bool:
    return any(hit.start() < b and a < hit.end() for a, b in taken)


def _degrees(raw: str, limit: int) -> bool:
    number = re.sub(r"[^\d.-]", "", raw)
    try:
        return abs(float(number)) <= limit
    except ValueError:
        return False


POSITIONS = LineRecognizer("patterns.coordinates", matches, numeric=True)
