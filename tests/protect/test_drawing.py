"""Colours and letters of a replacement: every script of the paper's screens, and a font that is missing."""

from __future__ import annotations

import numpy as np
import pytest

from fakes.painted import array, protected, region
from tactful.errors import FontError
from tactful.protect import drawing, fonts
from tactful.protect.drawing import BLACK, WHITE, background, contrasting
from tactful.protect.fonts import Face
from tactful.terms import Box

SAMPLES = {
    "latin": "Quill",
    "cyrillic": "Жданов",
    "greek": "Ξενία",
    "han": "王小明",
    "kana": "かナ",
    "hangul": "김민수",
}


@pytest.fixture
def only_latin(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without fonts: Pillow's own is all there is."""
    monkeypatch.setattr(fonts, "faces", lambda: (Face(""),))
    monkeypatch.setattr(fonts, "listed_faces", lambda: ())
    fonts.drawable.cache_clear()


@pytest.mark.parametrize("script", SAMPLES)
def test_every_script_is_drawn(script: str) -> None:
    canvas = np.full((60, 240, 3), 255, np.uint8)
    try:
        fonts.runs(SAMPLES[script])
    except FontError:
        pytest.skip(f"this machine has no font for {script}")
    assert drawing.draw(canvas, Box(10, 10, 230, 50), SAMPLES[script], (0, 0, 0))
    assert (canvas < 100).sum() > 50
    assert (canvas[:10] == 255).all()
    assert (canvas[50:] == 255).all()
    assert (canvas[:, :10] == 255).all()


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("王小明", "Chinese"),
        ("かな", "kana"),
        ("김민수", "Korean"),
        ("Жданов", "Cyrillic"),
        ("Quill 王", "Chinese"),
    ],
)
@pytest.mark.usefixtures("only_latin")
def test_a_missing_font_names_the_script_and_not_the_value(text: str, script: str) -> None:
    if script == "Cyrillic" and all(fonts.covers(Face(""), ch) for ch in text):
        pytest.skip("this build of Pillow brings a Cyrillic face")
    with pytest.raises(FontError, match=script) as caught:
        fonts.runs(text)
    assert "install" in str(caught.value)
    assert not set(text.replace(" ", "").replace("Quill", "")) & set(str(caught.value))
    assert "Quill" not in str(caught.value)


@pytest.mark.usefixtures("only_latin")
def test_nothing_leaves_without_a_font() -> None:
    with pytest.raises(FontError):
        protected(np.full((80, 200, 3), 255, np.uint8), [region("王小明")], "replace")


@pytest.mark.parametrize("text", ["Ann 🏳️‍🌈 Lee", "🎂🎉", "→ ⟿ 𝄞", "Ann\u200dLee", "a\tb", "☎ 202", "\x07Ann"])
@pytest.mark.usefixtures("only_latin")
def test_symbols_do_not_fail_the_screen(text: str) -> None:
    pixels = np.full((80, 200, 3), 255, np.uint8)
    for operator in ("replace", "fixed"):
        got = array(protected(pixels, [region(text, type="message")], operator))
        assert got.shape == pixels.shape


@pytest.mark.parametrize(
    ("text", "left"), [("a\u200db", "ab"), ("a\tb", "a b"), ("a\nb", "a\nb"), ("x\U0010fffdy", "xy")]
)
def test_what_is_drawn(text: str, left: str) -> None:
    assert fonts.drawable(text) == left


def test_a_file_that_is_no_font(tmp_path_factory: pytest.TempPathFactory) -> None:
    bad = tmp_path_factory.mktemp("fonts") / "bad.ttf"
    bad.write_bytes(b"no font")
    with pytest.raises(FontError, match="not a usable font"):
        fonts.load(Face(str(bad)), 12)
    assert not fonts.covers(Face(str(bad)), "a")


@pytest.mark.parametrize("box", [(0, 0, 1, 1), (3, 3, 8, 60), (0, 0, 240, 4), (5, 5, 5, 5)])
def test_text_that_does_not_fit_is_cut_at_the_box(box: tuple[int, int, int, int]) -> None:
    canvas = np.full((60, 240, 3), 255, np.uint8)
    drawing.draw(canvas, Box(*box), "A very long replacement text", (0, 0, 0))
    canvas[box[1] : box[3], box[0] : box[2]] = 255
    assert (canvas == 255).all()


def test_long_text_is_broken_into_lines() -> None:
    layout = drawing.fit("one two three four five six", 120, 90)
    assert layout.fits
    assert len(layout.lines) > 1
    assert drawing.fit("short", 400, 20).lines == ("short",)


@pytest.mark.parametrize(
    ("ground", "ink"),
    [
        ((255, 255, 255), BLACK),
        ((0, 0, 0), WHITE),
        ((255, 255, 0), BLACK),
        ((0, 0, 255), WHITE),
        ((118, 118, 118), BLACK),
        ((110, 110, 110), WHITE),
    ],
)
def test_contrast(ground: tuple[int, int, int], ink: tuple[int, int, int]) -> None:
    assert contrasting(ground) == ink


def test_the_ring_grows_past_other_regions() -> None:
    pixels = np.full((60, 60, 3), 9, np.uint8)
    pixels[:4] = 77
    hidden = np.zeros((60, 60), dtype=bool)
    hidden[4:] = True
    assert background(pixels, hidden, Box(20, 30, 40, 50)) == (77, 77, 77)


def test_white_where_everything_is_hidden() -> None:
    hidden = np.ones((20, 20), dtype=bool)
    assert background(np.zeros((20, 20, 3), np.uint8), hidden, Box(0, 0, 20, 20)) == WHITE
