"""A name that one place of a screen gives away is the same name elsewhere on the screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from tactful.recognize.view import OF_PLACE, Finding, ScreenView
from tactful.terms import Risk

LEAST = 0.85
_CONFIDENCE = 0.8


def repeats(view: ScreenView, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Findings for further occurrences of the surely known full names on ``view``.

    Only names of several words, or of three and more characters of a script that does not part them: a
    single word may mean something else at the next place.
    """
    given = tuple(findings)
    names: dict[str, Finding] = {}
    placed: dict[str, Finding] = {}
    for finding in given:
        if finding.type == "person" and finding.risk is Risk.HIGH and finding.confidence >= LEAST:
            if finding.unit is None:
                continue
            text = view.units[finding.unit].text[finding.start : finding.end].strip()
            if finding.priority >= OF_PLACE:
                if 2 <= len(text) <= 4 and min(text) >= "\u3040":
                    placed.setdefault(text, finding)
            elif " " in text or (len(text) >= 3 and min(text) >= "\u1100"):
                names.setdefault(text, finding)
    for name, source in ({**placed, **names}).items():
        pattern = re.compile(_bounded(name, name in names))
        for index, unit in enumerate(view.units):
            if not unit.readable or name not in unit.text:
                continue
            for hit in pattern.finditer(unit.text):
                if not any(_covers(f, index, hit.start(), hit.end(), len(unit.text)) for f in given):
                    yield replace(
                        source,
                        unit=index,
                        start=hit.start(),
                        end=hit.end(),
                        confidence=_CONFIDENCE,
                        source="repeats",
                        reason="the same name stands elsewhere on this screen",
                    )


def _bounded(name: str, full: bool) -> str:
    """The pattern of a name; one that only its place gave away stands in quotes, or speaks: "Ann: hello"."""
    escaped = re.escape(name)
    if not full:
        return rf"(?<=[“\"「『@]){escaped}(?=[”\"」』])|^{escaped}(?=[:：])"
    return rf"(?<!\w){escaped}(?!\w)" if name.isascii() else escaped


def _covers(finding: Finding, unit: int, start: int, end: int, length: int) -> bool:
    """Whether a finding already calls this very place a person."""
    last = length if finding.end is None else finding.end
    return finding.type == "person" and finding.unit == unit and finding.start < end and start < last
