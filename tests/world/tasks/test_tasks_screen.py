"""What the reader can read: laws of pixels and of lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFilter

from tactful.terms import Box
from tactful.world.measured import Measured, Scroller, Seen, Target
from tactful.world.tasks.screen import Look, bound, covers, readable
from tactful.world.values import Value, ui

BOX = Box(20, 10, 120, 30)


def screen(ground: str, ink: str) -> Image.Image:
    image = Image.new("RGB", (160, 40), ground)
    ImageDraw.Draw(image).text((22, 12), "+1 555 010 0134", fill=ink)
    return image


def painted(image: Image.Image, box: Box, colour: str) -> Image.Image:
    copy = image.copy()
    ImageDraw.Draw(copy).rectangle((box.x1, box.y1, box.x2 - 1, box.y2 - 1), fill=colour)
    return copy


@pytest.mark.parametrize(("ground", "ink"), [("white", "black"), ("#101014", "#e0e0e0"), ("black", "white")])
def test_black_takes_the_letters_on_any_ground(ground: str, ink: str):
    raw = screen(ground, ink)
    assert readable(raw, raw.copy(), BOX)
    assert not readable(raw, painted(raw, BOX, "black"), BOX) or ground == ink
    assert readable(raw, painted(raw, Box(125, 0, 160, 40), "black"), BOX)  # beside it


def test_a_mosaic_and_another_size_are_not_readable():
    raw = screen("white", "black")
    mosaic = raw.filter(ImageFilter.BoxBlur(9))
    assert not readable(raw, mosaic, BOX)
    assert not readable(raw, raw.resize((80, 20)), BOX)
    assert not readable(raw, raw.copy(), Box(200, 10, 240, 30))


@given(st.text(alphabet="abc 12é漢", min_size=1, max_size=40).filter(str.strip), st.data())
def test_lines_of_a_text_cover_it(text: str, data: st.DataObject):
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=4)))
    lines = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert covers(text, lines)


@pytest.mark.parametrize(
    ("full", "lines"),
    [("161 Quinn Circles", ["161 Quinn…"]), ("abc", []), ("abc", ["ab", "d"]), ("", ["a"]), ("abcd", ["cd"])],
)
def test_lines_that_do_not_cover(full: str, lines: list[str]):
    assert not covers(full, lines)


def test_a_look_keeps_to_the_window_in_front():
    private = Value("Ann", "person", "contact/1/name")
    measured = Measured(
        100,
        100,
        (
            Seen(private, "Ann", Box(0, 0, 9, 9), do="item:card:1", window="a"),
            Seen(private, "Ann", Box(0, 20, 9, 29), do="item:card:1", window="b"),
            Seen(ui("Save"), "Save", Box(0, 40, 9, 49), do="run:save", window="b"),
            Seen(ui("Name"), "Name", Box(0, 60, 9, 69), bind="name", window="b"),
            Seen(private, "Ann", Box(0, 60, 9, 69), bind="name", window="b"),
        ),
        (
            Target("run:save", "", "a", Box(0, 40, 9, 49), (1, 41)),
            Target("run:save", "", "b", Box(0, 40, 9, 49), (1, 41)),
            Target("", "name", "b", Box(0, 60, 9, 69), (1, 61)),
        ),
        (Scroller("main", "b", Box(0, 0, 50, 50), 0, 200), Scroller("main", "a", Box(0, 0, 90, 90), 0, 200)),
    )
    look = Look(measured, "b", "b")
    assert [t.window for t in look.targets("run:save")] == ["b", "a"]
    assert len(look.lines(private)) == 2
    assert look.label(next(look.targets("run:save"))) == "Save"
    assert look.typed("name") == "Ann"  # the placeholder does not count
    assert look.input("name") is not None
    assert [s.window for s in look.scrollers()] == ["b"]


@pytest.mark.parametrize("bind", ["to", "mail/to", "mail.to", "mail:to"])
def test_the_name_of_an_input(bind: str):
    assert bound(bind) == "to"
