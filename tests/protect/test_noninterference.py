"""Non-interference: what stands inside protected regions does not show in the output."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes.painted import array, masked, noise, protected, region, screen, vault
from tactful.protect import Policy, Rule, Vault, protect_screen
from tactful.protect.policy.rules import always, type_is
from tactful.terms import Region

WIDTH, HEIGHT = 160, 100
TYPES = ("person", "email", "phone", "message", "otp", "secret", "unknown", "username")
# Alphabets that a shift maps onto themselves: the shape and all equalities of texts stay.
ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyz",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "0123456789",
    "абвгдежзиклмнопрстуфхцчшщ",
    "王李张刘陈杨黄赵吴周",
    "가나다라마바사",
)
LETTERS = st.sampled_from("".join(ALPHABETS) + "  .@-")
VALUES = st.text(LETTERS, min_size=1, max_size=14)


@st.composite
def boxes(draw: st.DrawFn) -> tuple[int, int, int, int]:
    x, y = draw(st.integers(-10, WIDTH - 5)), draw(st.integers(-10, HEIGHT - 5))
    return x, y, x + draw(st.integers(1, 90)), y + draw(st.integers(1, 40))


@st.composite
def layouts(draw: st.DrawFn) -> list[Region]:
    """Regions that may overlap, nest, stick out, and repeat values."""
    values = draw(st.lists(VALUES, min_size=1, max_size=3))
    places = draw(st.lists(boxes(), min_size=1, max_size=4))
    return [region(draw(st.sampled_from(values)), box, draw(st.sampled_from(TYPES))) for box in places]


def shifted(text: str, by: int) -> str:
    """Another value of the same shape; equal texts, words and parts stay equal."""
    out = text
    for letters in ALPHABETS:
        out = "".join(letters[(letters.index(ch) + by) % len(letters)] if ch in letters else ch for ch in out)
    return out


@pytest.mark.parametrize("operator", ["black", "replace", "fixed"])
@settings(max_examples=40)
@given(regions=layouts(), seed=st.integers(0, 2**16))
def test_pixels_inside_do_not_show(operator: str, regions: list[Region], seed: int) -> None:
    one = noise(WIDTH, HEIGHT, 1)
    other = one.copy()
    inside = masked(one, regions)
    other[inside] = noise(WIDTH, HEIGHT, seed)[inside]
    first, second = (protected(pixels, regions, operator) for pixels in (one, other))
    assert first.to_bytes() == second.to_bytes()
    assert (array(first)[~inside] == one[~inside]).all()


@pytest.mark.parametrize("operator", ["black", "replace", "fixed"])
@settings(max_examples=40)
@given(regions=layouts(), by=st.integers(1, 9))
def test_values_of_one_shape_do_not_show(operator: str, regions: list[Region], by: int) -> None:
    pixels = noise(WIDTH, HEIGHT, 1)
    others = [region(shifted(r.text, by), r.box.tuple(), r.type, r.risk, r.category) for r in regions]
    assert protected(pixels, regions, operator).to_bytes() == protected(pixels, others, operator).to_bytes()


@settings(max_examples=30)
@given(text=VALUES, other=VALUES, seed=st.integers(0, 99))
def test_fixed_shows_not_even_the_shape(text: str, other: str, seed: int) -> None:
    if not text.strip() or not other.strip():
        return
    pixels = noise(WIDTH, HEIGHT, seed)
    first, second = (protected(pixels, [region(t)], "fixed") for t in (text, other))
    assert first.to_bytes() == second.to_bytes()


@pytest.mark.parametrize("leaky", ["mosaic", "blocks"])
@pytest.mark.parametrize("erasing", ["black", "replace", "fixed"])
@pytest.mark.parametrize("box", [(50, 30, 120, 70), (20, 20, 60, 50), (100, 10, 150, 90)])
def test_a_leaky_neighbour_shows_nothing_of_an_erased_region(
    leaky: str, erasing: str, box: tuple[int, int, int, int]
) -> None:
    """Cells of a mosaic that reach into a hidden region must not carry its colours outside."""
    regions = [region("Ann Lee", box), region("see you", (30, 25, 130, 60), "message")]
    policy = Policy("p", [Rule(type_is("person"), erasing), Rule(always, leaky)])
    shots = []
    for seed in (1, 2):
        pixels = noise(WIDTH, HEIGHT, 1)
        hidden = masked(pixels, regions[:1])
        pixels[hidden] = noise(WIDTH, HEIGHT, seed)[hidden]
        shots.append(protect_screen(screen(pixels), regions, policy, vault=vault()))
    assert shots[0].to_bytes() == shots[1].to_bytes()
    if erasing == "black":
        assert (array(shots[0])[hidden] == 0).all()


@pytest.mark.parametrize(("operator", "hides"), [("black", True), ("mosaic", False), ("blocks", False)])
def test_which_operators_hide_the_pixels(operator: str, hides: bool) -> None:
    regions = [region(box=(20, 20, 140, 80))]
    one, other = noise(WIDTH, HEIGHT, 1), noise(WIDTH, HEIGHT, 1)
    other[30:70, 30:130] = noise(WIDTH, HEIGHT, 2)[30:70, 30:130]
    same = protected(one, regions, operator).to_bytes() == protected(other, regions, operator).to_bytes()
    assert same is hides


def test_the_run_order_and_the_key_decide_the_pseudonym_not_the_value() -> None:
    shown = {Vault(bytes([i]) * 16).pseudonym("ann@example.com", "email") for i in range(8)}
    assert len(shown) == 8
    keyed = {Vault(b"k" * 16).pseudonym(text, "email") for text in ("ann@example.com", "eve@another.net")}
    assert len(keyed) == 1


def test_colour_is_taken_outside_all_regions() -> None:
    """The neighbour region is hidden too, so its colour may not leak into the background of the first."""
    regions = [region(box=(20, 20, 60, 40)), region("Eve Roe", (62, 20, 100, 40))]
    shots = []
    for inner in (0, 255):
        pixels = np.full((80, 140, 3), 200, np.uint8)
        pixels[20:40, 62:100] = inner
        shots.append(protected(pixels, regions, "replace").to_bytes())
    assert shots[0] == shots[1]
