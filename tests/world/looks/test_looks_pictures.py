"""Pictures: drawn by seed, without text; icons with a neutral one for unknown names."""

from __future__ import annotations

import re

import pytest

from tactful.world.looks import draw
from tactful.world.looks.draw import shape_of
from tactful.world.looks.icons import NEUTRAL, icon, names
from tactful.world.looks.layouts import number_of
from tactful.world.looks.templates import data


@pytest.mark.parametrize("kind", draw.KINDS)
def test_every_kind_is_drawn_by_its_seed(kind: str) -> None:
    first = [draw.svg(kind, f"seed {k}") for k in range(20)]
    draw.svg.cache_clear()
    assert first == [draw.svg(kind, f"seed {k}") for k in range(20)]
    assert len(set(first)) > 12
    assert all("<text" not in svg and svg.startswith("<svg") for svg in first)


def test_an_unknown_kind_is_a_scene() -> None:
    assert draw.svg("gadget", "x").startswith("<svg")


@pytest.mark.parametrize(
    ("seed", "letters"),
    [
        ("Maren Holt", "MH"),
        ("Ana de la Cruz", "AC"),
        ("oslo", "O"),
        ("王小明", "明"),
        ("ソラ", "ラ"),
        ("42", ""),
        ("", ""),
    ],
)
def test_initials(seed: str, letters: str) -> None:
    assert draw.letters(seed) == letters


def test_icons() -> None:
    assert icon("mail") != icon("star")
    assert icon("no-such-icon") == icon(NEUTRAL)
    assert {NEUTRAL, *data("icons").values()} <= names()
    assert "<!--" not in icon("house")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1,430", 1430),
        ("4.218,60 €", 4218.6),
        ("$1 200", 1200),
        ("12.5 %", 12.5),
        ("none", 0),
        ("8 412", 8412),
        ("120/80", 120),
    ],
)
def test_numbers_of_charts(text: str, number: float) -> None:
    assert number_of(text) == number


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("Office chair", "chair"),
        ("Bürostuhl", "chair"),
        ("Casque de vélo", "helmet"),
        ("Casque sans fil", "headphones"),
        ("亚麻衬衫", "shirt"),
        ("スマホケース", "phone"),
        ("머그컵", "mug"),
        ("Шерстяной плед", "cloth"),
        ("New: Running shoes from $40", "shoe"),
        ("Winterhandschuhe", ""),
        ("Encyclopedia", ""),
        ("", ""),
    ],
)
def test_a_product_is_drawn_by_its_words(text: str, shape: str) -> None:
    assert shape_of(text) == shape


def test_a_chair_looks_like_a_chair_whatever_its_colours() -> None:
    def forms(seed: str) -> str:
        return re.sub(r"hsl\([^)]*\)|#[\w-]+|\bid=\S+", "", draw.svg("product", seed))

    chairs = {forms(text) for text in ("Office chair", "Bürostuhl", "办公椅", "Folding chair")}
    assert len(chairs) == 1
    assert len({forms(text) for text in ("Desk lamp", "Water bottle", "Tent for two")} | chairs) == 4
