"""Rows of the leakage test: a local probe on drawn cards, under every method."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from fakes.leak_cases import CODE, NAME, PHONE, SECRETS, data, task
from tactful.bench.attacks import Candidates, Finding, OcrProbe
from tactful.bench.guiguard.leakage.probes import look
from tactful.bench.guiguard.leakage.rows import Looked, blind, looked_row, score_screen, summarize
from tactful.bench.guiguard.protected_data import InMemory
from tactful.bench.guiguard.protecting import NotProtected, ProtectedCase, parse_method
from tactful.errors import RecognitionError
from tactful.score import TextFinding
from tactful.terms import Box, CaseData, ProtectedScreen

ALL = ("black", "replace", "fixed", "mosaic", "randblocks")


class Scripted:
    """Says what it is told, and notes what it was shown."""

    name = "scripted"

    def __init__(self, *texts: str, box: Box | None = None) -> None:
        self.texts = texts
        self.box = box
        self.shown: list[ProtectedScreen] = []

    def findings(self, screen: ProtectedScreen, known: Sequence[Candidates] = ()) -> tuple[Finding, ...]:
        self.shown.append(screen)
        return tuple(Finding(text, self.box, 1.0, "scripted") for text in self.texts)


class Failing(Scripted):
    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error

    def findings(self, screen: ProtectedScreen, known: Sequence[Candidates] = ()) -> tuple[Finding, ...]:
        raise self.error


@pytest.fixture
def cards(tmp_path: Path) -> CaseData:
    return data(task(tmp_path, "one"), task(tmp_path, "two", platform="pc"))


def ran(cards: CaseData, probe: Any, *methods: str) -> list[dict[str, Any]]:
    """The rows of a probe on every screen under every method."""
    return [
        looked_row(
            found,
            Looked(None) if isinstance(found, NotProtected) else look(probe, blind(found.screen), ()),
            data=cards,
            method=method,
            evaluator="it",
        )
        for method in map(parse_method, methods)
        for each in cards.tasks
        for found in InMemory().each(each, method)
    ]


@pytest.mark.ocr
@pytest.mark.parametrize("method", ["black", "replace", "fixed"])
def test_nothing_that_a_box_covered_can_be_read(tmp_path: Path, method: str) -> None:
    """Measured, not assumed: what is read on painted pixels would count as the operator's leak."""
    cards = data(task(tmp_path, "one", extra=f"last call {PHONE}"))
    (_, second, _) = ran(cards, OcrProbe(), method)
    (figures,) = summarize([second])["runs"][0]["methods"]
    assert figures["covered_protection"] == {"value": 1.0, "hits": 3, "n": 3}
    assert (figures["operator_leaks"], figures["inferred"]) == (0, 0)
    assert (figures["coverage_leaks"], figures["near_complete"]) == (1, 1), "the line that nobody labelled"


@pytest.mark.parametrize(
    ("method", "too_short", "leaks"), [("black", 1, 0), ("replace", 1, 0), ("fixed", 1, 0), ("mosaic", 0, 1)]
)
def test_a_number_on_a_badge_is_no_leak_where_nothing_of_it_is_left(
    tmp_path: Path, method: str, too_short: int, leaks: int
) -> None:
    """A reader that takes the digit drawn there for the real one has recovered nothing."""
    cards = data(task(tmp_path, "one", badge="3"))
    badge = (cards.tasks[0].screens[1].regions or ())[-1]
    digits = Scripted(*"0123456789", box=badge.box)
    (_, second, _) = ran(cards, digits, method)
    (figures,) = summarize([second])["runs"][0]["methods"]
    assert (figures["too_short"], figures["operator_leaks"]) == (too_short, leaks)
    assert figures["items"] == 4 - too_short
    assert figures["covered_protection"]["hits"] == 3


@pytest.mark.ocr
def test_the_reader_is_no_blind_one(cards: CaseData) -> None:
    """A probe that reads nothing would look like perfect protection, so ``original`` shows what it reads."""
    rows = ran(cards, OcrProbe(), "original")
    (figures,) = summarize(rows)["runs"][0]["methods"]
    assert figures["protection"]["value"] == 0.0
    assert (figures["items"], figures["coverage_leaks"], figures["covered_protection"]["n"]) == (12, 12, 0)


def test_a_leaky_operator_is_found_out(tmp_path: Path) -> None:
    """Random blocks that leave most of a text legible leak by the operator."""
    card = task(tmp_path, "one")
    safe = InMemory().screen(card, parse_method("mosaic"), 0)
    assert isinstance(safe, ProtectedCase)
    row = score_screen(
        safe,
        [TextFinding(CODE, (safe.case.regions or ())[3].box), TextFinding(NAME)],
        data=data(card),
        method=parse_method("mosaic"),
        evaluator="it",
    )
    assert [(item["recovery"], item["cause"]) for item in row["items"]] == [
        ("near_complete", "operator"),
        (None, None),
        ("near_complete", "operator"),
    ]


def test_rows_hold_no_private_value(cards: CaseData) -> None:
    written = json.dumps(ran(cards, Scripted(*SECRETS), *ALL))
    assert not any(secret in written for secret in SECRETS)


def test_the_probe_sees_the_picture_alone(cards: CaseData) -> None:
    probe = Scripted()
    ran(cards, probe, "black")
    assert len(probe.shown) == 6
    assert {(s.name, s.regions, s.receipt.treatments) for s in probe.shown} == {("screen", (), ())}
    safe = InMemory().task(cards.tasks[0], parse_method("black"))[0].screen
    assert (blind(safe).image, blind(safe).regions) == (safe.image, ())


@pytest.mark.parametrize(
    "error", [RecognitionError("the reader broke"), ValueError(f"saw {NAME}"), RuntimeError(CODE)]
)
def test_a_probe_that_fails_is_unscored_not_private(cards: CaseData, error: Exception) -> None:
    rows = ran(cards, Failing(error), "black")
    assert all(row["unscored"] and not row["items"] for row in rows)
    assert not any(secret in json.dumps(rows) for secret in SECRETS)
    (figures,) = summarize(rows)["runs"][0]["methods"]
    assert (figures["protection"]["value"], figures["screens"], figures["unscored"]) == (None, 0, 6)
    assert figures["problems"][0]["n"] == 6


def test_a_screen_without_labels_or_picture_is_unscored(cards: CaseData) -> None:
    source = cards.tasks[0].screens[1].step.screenshot
    assert source is not None
    source.unlink()
    rows = ran(cards, Scripted(NAME), "black")
    assert [bool(row["unscored"]) for row in rows] == [False, True, False, False, False, False]


def test_chance_holds_the_findings_against_a_screen_of_another_task(tmp_path: Path) -> None:
    one, two, three = (task(tmp_path, name) for name in ("one", "two", "three"))
    rows = ran(data(one, two, three), Scripted(NAME), "black")
    assert [row["chance"] for row in rows[:3]] == [
        {"items": 3, "recovered": 1},
        {"items": 0, "recovered": 0},
        {"items": 3, "recovered": 1},
    ]
    alone = ran(data(one), Scripted(NAME), "black")
    assert {json.dumps(row["chance"]) for row in alone} == {'{"items": 0, "recovered": 0}'}
