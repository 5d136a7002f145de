"""The dictionary attack recovers what a weak setting leaves, and says nothing where nothing is left."""

from __future__ import annotations

import numpy as np
import pytest

from fakes.hidden_codes import drawn, mosaicked, operated, protected
from tactful.bench.attacks import Candidates, DictionaryProbe
from tactful.bench.attacks.areas import find_mosaics, ink_of
from tactful.bench.attacks.codes import read_pattern
from tactful.bench.attacks.dictionary import read_values
from tactful.bench.attacks.glyphs import Face
from tactful.errors import InputError
from tactful.runs.seeds import generator
from tactful.terms import Box, ProtectedScreen, Receipt, Region, Risk

FACES = (Face(""),)
CODES = tuple(f"{generator(3, 'codes', i).randrange(10**6):06d}" for i in range(8))
NAMES = ("Ann Lee", "Bo Winter", "Carla Stone", "Dana Brook", "Erik Holm", "Fay Moss", "Gus Reed", "Ida Lund")


def recovered(side: int) -> int:
    count = 0
    for i, code in enumerate(CODES):
        pixels, box = drawn(code, 24, at=(50 + i, 30 + 2 * i), loose=i % 4)
        places = find_mosaics(mosaicked(pixels, box, side))
        if not places:
            continue  # so few cells that they do not even look like a mosaic
        ink = ink_of(max(places, key=lambda m: m.box.area))
        assert ink is not None
        guesses = read_pattern(ink, "######", FACES)
        count += bool(guesses) and guesses[0].text == code
    return count


def test_half_of_the_codes_fall_at_eight_pixels_and_fewer_as_cells_grow() -> None:
    fine, published, coarse = recovered(5), recovered(8), recovered(20)
    assert fine >= published > coarse
    assert published >= len(CODES) / 2


@pytest.mark.parametrize("colours", [((250, 250, 252), (30, 34, 40)), ((16, 20, 24), (159, 197, 255))])
def test_a_code_under_the_operator(colours: tuple[tuple[int, int, int], tuple[int, int, int]]) -> None:
    pixels, box = drawn("480315", 40, ground=colours[0], ink=colours[1])
    probe = DictionaryProbe(FACES)
    (found,) = probe.findings(
        protected(operated(pixels, box, "mosaic")), [Candidates("otp", (), ("######",))]
    )
    assert found.text == "480315"
    assert found.box is not None
    assert found.box.overlap(box) > 0.8 * box.area
    assert 0 < found.confidence <= 1
    assert "480315" not in repr(found)


def test_a_pattern_with_marks_between() -> None:
    pixels, box = drawn("(303) 555-0147", 40)
    known = [Candidates("phone", patterns=("####", "(###) 555-01##"))]
    (found,) = DictionaryProbe(FACES).findings(protected(mosaicked(pixels, box, 8)), known)
    assert found.text == "(303) 555-0147"


@pytest.mark.parametrize("name", NAMES[:4])
def test_a_name_from_a_list(name: str) -> None:
    pixels, box = drawn(name, 24)
    ink = ink_of(max(find_mosaics(mosaicked(pixels, box, 8)), key=lambda m: m.box.area))
    assert ink is not None
    assert read_values(ink, NAMES, FACES)[0].text == name


def test_a_text_that_is_on_no_list_is_not_found_as_a_code() -> None:
    pixels, box = drawn("Meet me by the lake at nine", 24)
    found = DictionaryProbe(FACES).findings(
        protected(mosaicked(pixels, box, 8)), [Candidates("otp", patterns=("####",))]
    )
    assert found == ()


def test_what_shows_between_squares() -> None:
    hits = 0
    for i, code in enumerate(("920511", "365312")):
        pixels, box = drawn(code, 40)
        found = DictionaryProbe(FACES).findings(
            protected(operated(pixels, box, "blocks", seed=i)), [Candidates("otp", patterns=("######",))]
        )
        assert len(found) <= 1
        hits += sum(a == b for finding in found for a, b in zip(finding.text, code, strict=True))
    assert hits >= 10  # of 12 digits: one or two may lie under squares as a whole


@pytest.mark.parametrize("operator", ["black", "keep"])
def test_nothing_hidden_that_could_be_tested(operator: str) -> None:
    pixels, box = drawn("480315", 40)
    known = [Candidates("otp", patterns=("######",))]
    assert DictionaryProbe(FACES).findings(protected(operated(pixels, box, operator)), known) == ()


def test_candidates_may_be_bound_to_a_place() -> None:
    pixels, box = drawn("480315", 40)
    screen = protected(operated(pixels, box, "mosaic"))
    elsewhere = Candidates("otp", patterns=("######",), box=Box(0, 100, 20, 120))
    assert DictionaryProbe(FACES).findings(screen, [elsewhere]) == ()


def test_neither_regions_nor_receipt_are_looked_at() -> None:
    pixels, box = drawn("480315", 40)
    hidden = operated(pixels, box, "mosaic")
    known = [Candidates("otp", patterns=("######",))]
    lie = Region("999999", box, Risk.HIGH, None, "otp")
    blind = protected(hidden)
    told = ProtectedScreen("screen", blind.image, Receipt("screen", "none", (), 0, 0), (lie,))
    probe = DictionaryProbe(FACES)
    assert probe.findings(told, known) == probe.findings(blind, known)


def test_flat_colour_gives_no_ink() -> None:
    assert DictionaryProbe(FACES).findings(protected(np.full((60, 80, 3), 200, np.uint8)), []) == ()


def test_empty_candidates_are_an_error() -> None:
    with pytest.raises(InputError, match="empty"):
        Candidates("otp")
