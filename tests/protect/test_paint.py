"""A screen and its regions become a protected screen and a receipt, or an error and nothing."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from PIL import Image

from fakes.painted import array, noise, protected, region, screen, vault
from tactful.errors import ProtectionError
from tactful.protect import OPERATORS, Policy, Rule, get_policy, protect_screen
from tactful.protect.operators.base import Passage, PixelOperator, Shown, TextOperator, Tools
from tactful.protect.policy.rules import always, type_is
from tactful.terms import Box, Category, Risk, Screen

SECRETS = ("Zorbana", "Quillfeather", "zorbana")
UNREADABLE = {"type": "unknown", "risk": Risk.MEDIUM, "category": None}


class Painter(PixelOperator):
    name, leaks, opaque = "black", "nothing", True

    def __init__(self, error: Exception) -> None:
        self.error = error

    def paint(self, canvas: Any, box: Box, rng: random.Random) -> None:
        raise self.error


class Writer(TextOperator):
    name, leaks, needs_text, needs_rewriter = "replace", "nothing", True, False

    def __init__(self, error: Exception) -> None:
        self.error = error

    def say(self, passage: Passage, tools: Tools) -> Shown:
        raise self.error


@pytest.mark.parametrize(
    "error", [ValueError("Zorbana"), KeyError("Zorbana"), OSError("Zorbana"), MemoryError("Zorbana")]
)
@pytest.mark.parametrize(("name", "make"), [("black", Painter), ("replace", Writer)])
def test_a_failing_operator_lets_nothing_out(name: str, make: Any, error: Exception) -> None:
    operators = {**OPERATORS, name: make(error)}
    with pytest.raises(ProtectionError, match=r"s\.png: protection failed") as caught:
        protected(noise(), [region("Zorbana Quillfeather")], name, operators=operators)
    assert not any(word in str(caught.value) for word in SECRETS)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"image": None}, "no pixels"),
        ({"width": 7}, "not of the size"),
    ],
)
def test_screens_that_cannot_be_protected(change: dict[str, Any], says: str) -> None:
    image = Image.fromarray(noise())
    made = Screen(**{"name": "s", "width": 200, "height": 120, "image": image, **change})
    with pytest.raises(ProtectionError, match=says):
        protect_screen(made, [], get_policy("all"), vault=vault())


def test_a_region_without_a_place() -> None:
    with pytest.raises(ProtectionError, match="empty box") as caught:
        protected(noise(), [region("Zorbana", (5, 5, 5, 20))])
    assert "Zorbana" not in str(caught.value)


def test_a_region_outside_the_image_is_told() -> None:
    got = protected(noise(), [region(box=(500, 500, 600, 520))], "replace")
    assert "outside the image" in got.receipt.treatments[0].note
    assert (got.receipt.covered, got.receipt.risky) == (0, 1)  # nothing was painted for it
    assert (array(got) == noise()).all()


@pytest.mark.parametrize("mode", ["L", "P", "RGBA", "CMYK", "I;16", "1"])
def test_images_of_all_modes(mode: str) -> None:
    image = Image.new("I;16", (60, 40)) if mode == "I;16" else Image.fromarray(noise(60, 40)).convert(mode)
    got = protect_screen(
        Screen("s", 60, 40, image), [region(box=(5, 5, 50, 30))], get_policy("all"), vault=vault()
    )
    assert got.image.mode == "RGB"
    assert (array(got)[5:30, 5:50] == 0).all()


def test_the_input_is_not_changed_and_metadata_stays_behind() -> None:
    image = Image.fromarray(noise())
    image.info["comment"] = "Zorbana"
    made = Screen("s", 200, 120, image)
    got = protect_screen(made, [region()], get_policy("all"), vault=vault())
    assert (np.asarray(image) == noise()).all()
    assert not got.image.info
    assert b"Zorbana" not in got.to_bytes()


@pytest.mark.parametrize("operator", ["black", "mosaic", "blocks", "replace", "fixed", "replace_llm"])
@pytest.mark.parametrize("text", ["", "   ", "\u200b"])
def test_unreadable_regions_never_keep_their_pixels(operator: str, text: str) -> None:
    one = region(text, (20, 20, 120, 60), **UNREADABLE)
    got = protected(noise(), [one], operator, rewriter=lambda t, k: "nothing")
    inside = array(got)[20:60, 20:120]
    same = (inside == noise()[20:60, 20:120]).all(axis=2).mean()
    assert same < (0.45 if operator == "blocks" else 0.01)
    assert got.receipt.treatments[0].operator != "keep"
    if operator in ("replace", "replace_llm"):
        assert (inside == 0).all()
        assert "black instead" in got.receipt.treatments[0].note
    if operator == "fixed":
        assert got.receipt.treatments[0].shown == "UNKNOWN"


@pytest.mark.parametrize("operator", sorted(set(OPERATORS) - {"keep"}))
def test_receipts_hold_no_private_value(operator: str) -> None:
    regions = [
        region("Zorbana Quillfeather", (5, 5, 150, 30), reason="the name Zorbana Quillfeather"),
        region("<zorbana@quillfeather.example>", (5, 40, 190, 60), "email"),
        region(
            "call Zorbana Quillfeather", (5, 70, 190, 110), "message", Risk.MEDIUM, Category.BEHAVIOR_CONTEXT
        ),
        region("Zorbana Quillfeather", (40, 72, 180, 108), inner=True),
    ]
    got = protected(noise(), regions, operator, rewriter=lambda t, k: "x" * len(t))
    for text in (repr(got), repr(got.receipt), str(got.receipt.treatments)):
        assert not any(word.lower() in text.lower() for word in ("Zorbana", "Quillfeather"))
    assert len(got.receipt.treatments) == 4


def test_the_receipt_counts() -> None:
    regions = [
        region(),
        region("Eve", (20, 50, 60, 70), risk=Risk.LOW),
        region("OK", (20, 80, 60, 100), risk=Risk.NONE, category=None),
    ]
    receipt = protected(noise(), regions, policy="high").receipt
    assert (receipt.covered, receipt.risky, receipt.coverage) == (1, 2, 0.5)
    assert [t.operator for t in receipt.treatments] == ["black", "keep", "keep"]
    assert protected(noise(), [regions[2]]).receipt.coverage is None


def test_an_entity_inside_a_text_is_covered_and_keeps_its_name() -> None:
    keep = vault()
    regions = [
        region(
            "mail ann@example.com today", (5, 40, 195, 70), "message", Risk.MEDIUM, Category.BEHAVIOR_CONTEXT
        ),
        region("ann@example.com", (50, 40, 140, 70), "email", inner=True),
        region("<ann@example.com>", (5, 5, 150, 30), "email"),
    ]
    outer, inner, alone = protected(noise(), regions, "replace", keep=keep).receipt.treatments
    assert alone.shown == f"<{inner.shown}>"
    assert inner.shown in outer.shown
    assert "covered by" in inner.note


def test_an_entity_inside_a_kept_text_is_painted_alone() -> None:
    regions = [
        region("mail Ann today", (5, 40, 195, 70), "message", Risk.MEDIUM, Category.BEHAVIOR_CONTEXT),
        region("Ann", (50, 40, 90, 70), inner=True),
    ]
    got = array(protected(noise(), regions, "black", policy="high"))
    assert (got[40:70, 50:90] == 0).all()
    assert (got[40:70, 100:190] == noise()[40:70, 100:190]).all()


def test_black_inside_replaced_text_shows_not_even_the_shape() -> None:
    policy = Policy("p", [Rule(type_is("secret"), "black"), Rule(always, "replace")])
    regions = [
        region("code Zorb99 here", (5, 40, 195, 70), "message", Risk.MEDIUM, Category.BEHAVIOR_CONTEXT),
        region("Zorb99", (60, 40, 120, 70), "secret", inner=True),
    ]
    got = protect_screen(screen(noise()), regions, policy, vault=vault())
    assert "****" in got.receipt.treatments[0].shown


def test_lines_whose_boxes_overlap_a_little_are_drawn_apart() -> None:
    pixels = np.full((120, 200, 3), 255, np.uint8)
    upper, lower = region("Hjkl Qpyg", (10, 10, 190, 46)), region("Lkjh Gpyq", (10, 40, 190, 76))
    got = array(protected(pixels, [upper, lower], "replace"))
    assert (got[42:44, 10:190] == 255).all()
    assert (got[10:42] < 100).any()
    assert (got[44:76] < 100).any()


def test_a_policy_that_names_no_operator_of_the_given_set() -> None:
    with pytest.raises(ProtectionError, match="does not exist"):
        protected(noise(), [region()], "black", operators={"keep": OPERATORS["keep"]})
