"""Avatars among everything round that is none."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PIL import Image, ImageDraw

from fakes.drawn import Colour, letter_disc, paste_disc, pixels, scenery, screen, silhouette_disc
from tactful.recognize.faces import Avatar, find_avatars
from tactful.terms import Box, TextUnit

BLUE = (26, 90, 160)


def beside(box: tuple[int, int, int, int], text: str = "Ann Sample") -> TextUnit:
    """A text right of an avatar."""
    x1, y1, x2, y2 = box
    return TextUnit(text, Box(x2 + (x2 - x1) // 3, y1 + 5, x2 + 5 * (x2 - x1), (y1 + y2) // 2))


def shown(avatars: tuple[Avatar, ...]) -> list[Avatar]:
    """All but discs that would need a face to be avatars."""
    return [avatar for avatar in avatars if avatar.kind != "disc"]


def only(avatars: tuple[Avatar, ...], box: tuple[int, int, int, int]) -> Avatar:
    (avatar,) = shown(avatars)
    assert avatar.box.iou(Box(*box)) > 0.85
    return avatar


@pytest.mark.parametrize("letter", ["T", "M", "I", "W", "G", "Q"])
def test_letters_on_a_phone(letter: str) -> None:
    image = screen()
    box = paste_disc(image, letter_disc(110, letter, BLUE), 40, 800)
    assert only(find_avatars(pixels(image), [beside(box)]), box).kind == "letter"


@pytest.mark.parametrize(
    ("ground", "colour", "ink"),
    [
        ((250, 250, 252), (251, 188, 4), (255, 255, 255)),
        ((18, 18, 20), (120, 60, 160), (240, 240, 240)),
        ((240, 240, 245), (215, 225, 250), (30, 50, 110)),
        ((0, 0, 0), (70, 70, 75), (255, 255, 255)),
    ],
)
def test_light_and_dark_themes(ground: Colour, colour: Colour, ink: Colour) -> None:
    image = screen(colour=ground)
    box = paste_disc(image, letter_disc(120, "K", colour, ink), 40, 800)
    assert only(find_avatars(pixels(image), [beside(box)]), box).kind == "letter"


@pytest.mark.parametrize("size", [28, 36, 48, 64])
def test_small_ones_on_a_desktop(size: int) -> None:
    image = screen(1600, 900)
    box = paste_disc(image, letter_disc(size, "R", (0, 120, 90)), 60, 400)
    assert only(find_avatars(pixels(image), [beside(box)]), box).kind == "letter"


def test_what_was_read_on_it_counts() -> None:
    image = screen()
    box = paste_disc(image, letter_disc(110, "H", BLUE), 40, 800)
    read = [beside(box), TextUnit("H", Box(75, 830, 115, 880))]
    assert only(find_avatars(pixels(image), read), box).confidence > 0.8
    counter = [beside(box), TextUnit("14", Box(75, 830, 115, 880))]
    assert shown(find_avatars(pixels(image), counter)) == []


@pytest.mark.parametrize(
    ("text", "readable", "found"),
    [("김", True, True), ("", False, True), ("Ж", True, True), ("+", True, False), ("", True, False)],
)
def test_letters_of_other_scripts_are_known_by_the_reader(text: str, readable: bool, found: bool) -> None:
    image = screen()
    disc = letter_disc(110, "", BLUE)
    draw = ImageDraw.Draw(disc)
    draw.line((35, 55, 75, 55), "white", 7)
    draw.line((55, 35, 55, 75), "white", 7)
    box = paste_disc(image, disc, 40, 800)
    units = [beside(box), TextUnit(text, Box(70, 830, 120, 880), readable=readable)]
    assert bool(shown(find_avatars(pixels(image), units))) is found


def test_two_initials_are_known_by_the_reader() -> None:
    image = screen()
    box = paste_disc(image, letter_disc(110, "AB", BLUE), 40, 800)
    units = [beside(box), TextUnit("AB", Box(65, 830, 125, 880))]
    assert only(find_avatars(pixels(image), units), box).kind == "letter"


def test_the_account_in_an_app_bar_needs_no_text() -> None:
    image = screen()
    box = paste_disc(image, letter_disc(84, "T", BLUE), 925, 183)
    assert only(find_avatars(pixels(image), []), box).kind == "letter"


def test_a_list_gives_one_avatar_a_row() -> None:
    image = screen()
    boxes = [paste_disc(image, letter_disc(110, c, BLUE), 40, 500 + 240 * i) for i, c in enumerate("ABCDE")]
    avatars = find_avatars(pixels(image), [beside(box) for box in boxes])
    assert len(avatars) == 5
    assert all(avatar.box.iou(Box(*box)) > 0.85 for avatar, box in zip(avatars, boxes, strict=True))


def test_a_photo_disc() -> None:
    image = screen()
    box = paste_disc(image, scenery(130), 40, 800)
    avatar = only(find_avatars(pixels(image), [beside(box)]), box)
    assert (avatar.kind, avatar.round) == ("photo", True)


@pytest.mark.parametrize(("count", "found"), [(1, 0), (2, 0), (3, 3), (5, 5)])
def test_photo_tiles_count_in_a_column(count: int, found: int) -> None:
    image = screen()
    units = []
    for row in range(count):
        y = 500 + 200 * row
        image.paste(scenery(130, seed=row), (40, y))
        units.append(beside((40, y, 170, y + 130)))
    avatars = find_avatars(pixels(image), units)
    assert [avatar.kind for avatar in avatars] == ["photo"] * found


def plain(size: int) -> Image.Image:
    return Image.new("RGB", (size, size), BLUE)


def radio(size: int) -> Image.Image:
    image = Image.new("RGB", (size, size), BLUE)
    draw = ImageDraw.Draw(image)
    draw.ellipse((0.08 * size, 0.08 * size, 0.92 * size, 0.92 * size), fill="white")
    draw.ellipse((0.3 * size, 0.3 * size, 0.7 * size, 0.7 * size), fill=BLUE)
    return image


def logo(size: int) -> Image.Image:
    image = Image.new("RGB", (size, size), "white")
    draw = ImageDraw.Draw(image)
    draw.polygon(
        [(0.3 * size, 0.25 * size), (0.3 * size, 0.75 * size), (0.75 * size, 0.5 * size)], fill="green"
    )
    draw.rectangle((0.3 * size, 0.25 * size, 0.4 * size, 0.75 * size), fill="red")
    return image


def strokes(*lines: tuple[float, ...]) -> Callable[[int], Image.Image]:
    def draw(size: int) -> Image.Image:
        image = Image.new("RGB", (4 * size, 4 * size), BLUE)
        for line in lines:
            ImageDraw.Draw(image).line([4 * size * at for at in line], "white", size // 4)
        return image.resize((size, size), Image.Resampling.LANCZOS)

    return draw


plus = strokes((0.3, 0.5, 0.7, 0.5), (0.5, 0.3, 0.5, 0.7))
check = strokes((0.3, 0.5, 0.45, 0.65, 0.7, 0.35))
arrow = strokes((0.3, 0.5, 0.7, 0.5), (0.5, 0.3, 0.7, 0.5, 0.5, 0.7))
menu = strokes((0.3, 0.35, 0.7, 0.35), (0.3, 0.5, 0.7, 0.5), (0.3, 0.65, 0.7, 0.65))


@pytest.mark.parametrize("picture", [plain, silhouette_disc, radio, logo, plus, check, arrow, menu])
def test_discs_that_are_no_avatar(picture: Callable[[int], Image.Image]) -> None:
    image = screen()
    box = paste_disc(image, picture(110), 40, 800)
    assert shown(find_avatars(pixels(image), [beside(box)])) == []


def test_a_disc_without_text_beside_it_is_a_button() -> None:
    image = screen()
    paste_disc(image, letter_disc(150, "+", BLUE), 880, 2100)
    paste_disc(image, scenery(150), 300, 1500)
    below = TextUnit("Gallery", Box(300, 1670, 450, 1710))
    assert find_avatars(pixels(image), [below]) == ()


@pytest.mark.parametrize("size", [(1, 1), (3, 40), (40, 3), (200, 200)])
def test_tiny_and_blank_screens(size: tuple[int, int]) -> None:
    assert find_avatars(pixels(screen(*size)), []) == ()
