"""Which PNG files hold nothing but their picture."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from tactful.formats.png import is_bare_png


def png(mode: str = "RGB", **options: object) -> bytes:
    buffer = io.BytesIO()
    Image.new(mode, (9, 7)).save(buffer, "PNG", **options)
    return buffer.getvalue()


def comment() -> PngInfo:
    note = PngInfo()
    note.add_text("Comment", "who was here")
    return note


@pytest.mark.parametrize(
    ("data", "bare"),
    [
        (png(), True),
        (png("L"), True),
        (png("P"), True),
        (png("1"), True),
        (png(dpi=(96, 96)), True),
        (png("RGBA"), False),
        (png("LA"), False),
        (png("I;16"), False),
        (png("P", transparency=0), False),
        (png(pnginfo=comment()), False),
        (png(icc_profile=b"a profile"), False),
        (png(exif=b"Exif\0\0II*\0\x08\0\0\0\0\0"), False),
        (png() + b"trailing", False),
        (png()[:-5], False),
        (b"", False),
        (b"\xff\xd8\xff not this", False),
    ],
)  # fmt: skip
def test_table(data: bytes, bare: bool) -> None:
    assert is_bare_png(data) is bare


def test_every_cut_of_a_file_is_refused() -> None:
    whole = png()
    assert not any(is_bare_png(whole[:size]) for size in range(len(whole)))
