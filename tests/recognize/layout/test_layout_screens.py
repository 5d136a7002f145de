"""Whole invented screens: private texts are found, interface texts are left alone."""

from __future__ import annotations

from collections import Counter

import pytest
from layout_screens import Case, cases

from tactful.recognize.layout import layout_recognizers
from tactful.recognize.view import Finding
from tactful.terms import Risk

FILES = ("screens.yaml", "screens_more.yaml", "screens_last.yaml")


def whole(case: Case) -> dict[int, Finding]:
    """The finding on each whole unit."""
    found = (f for r in layout_recognizers() for f in r.find(case.view))
    return {f.unit: f for f in found if f.unit is not None and f.start == 0 and f.end is None}


def tally(case: Case) -> Counter[str]:
    """Private texts and how many were found; public texts and how many were masked; types that are right."""
    found, count = whole(case), Counter[str]()
    for index, (risk, kind) in enumerate(case.expected):
        finding = found.get(index)
        masked = finding is not None and finding.risk is not Risk.NONE
        count["private" if risk != "none" else "public"] += 1
        count["found" if risk != "none" else "masked"] += masked
        if kind:
            count["typed"] += 1
            count["type right"] += finding is not None and finding.type == kind
    return count


@pytest.mark.parametrize("case", [c for f in FILES for c in cases(f)], ids=lambda c: c.name)
def test_a_screen(case: Case) -> None:
    count = tally(case)
    assert count["found"] >= 0.6 * count["private"]
    assert count["masked"] <= max(2, 0.25 * count["public"])


@pytest.mark.parametrize("name", FILES)
def test_all_screens_together(name: str) -> None:
    count = sum((tally(c) for c in cases(name)), Counter[str]())
    assert count["found"] >= 0.9 * count["private"]
    assert count["masked"] <= 0.08 * count["public"]
    assert count["type right"] >= 0.85 * count["typed"]
