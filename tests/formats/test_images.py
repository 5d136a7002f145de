"""Every odd image: read whole and upright, or refused with one clear error."""

import io
import os
import stat
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, PngImagePlugin

from tactful.errors import ImageError, InputError
from tactful.formats import images
from tactful.formats.images import (
    is_bare_png,
    list_images,
    load_screen_image,
    natural_key,
    open_screen,
    to_screen_image,
)
from tactful.terms import TaskState, TextUnit
from tactful.terms.geometry import Box

RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)


def two_tone(mode: str = "RGB", size: tuple[int, int] = (8, 4)) -> Image.Image:
    """Left half red, right half blue."""
    image = Image.new("RGB", size, RED)
    image.paste(BLUE, (size[0] // 2, 0, *size))
    return image.convert(mode)


def saved(image: Image.Image, path: Path, **options: object) -> Path:
    image.save(path, **options)
    return path


@pytest.mark.parametrize(
    ("mode", "name", "options"),
    [
        ("RGB", "a.png", {}),
        ("RGB", "a.webp", {"lossless": True}),
        ("RGB", "a.bmp", {}),
        ("RGB", "a.tif", {}),
        ("RGB", "a.jp2", {}),
        ("P", "a.png", {}),
        ("P", "a.gif", {}),
        ("RGBA", "a.png", {}),
        ("CMYK", "a.tif", {}),
    ],
)
def test_reads_as_rgb(tmp_path: Path, mode: str, name: str, options: dict[str, object]) -> None:
    image = load_screen_image(saved(two_tone(mode), tmp_path / name, **options))
    assert (image.mode, image.size) == ("RGB", (8, 4))
    assert image.getpixel((0, 0)) == RED
    assert image.getpixel((7, 3)) == BLUE


def test_lossy_formats_are_near(tmp_path: Path) -> None:
    for mode, name in (("RGB", "a.jpg"), ("CMYK", "b.jpg")):
        pixel = load_screen_image(saved(two_tone(mode, (64, 64)), tmp_path / name, quality=95)).getpixel(
            (8, 8)
        )
        assert np.abs(np.array(pixel) - RED).max() < 12


@pytest.mark.parametrize(
    ("image", "expected"),
    [
        (Image.new("1", (4, 4), 1), 255),
        (Image.new("L", (4, 4), 77), 77),
        (Image.fromarray(np.full((4, 4), 257 * 77, dtype=np.uint16)), 77),
        (Image.fromarray(np.full((4, 4), 65535, dtype=np.uint16)), 255),
    ],
    ids=["1-bit", "8-bit", "16-bit", "16-bit white"],
)
def test_greyscale_depths(tmp_path: Path, image: Image.Image, expected: int) -> None:
    assert load_screen_image(saved(image, tmp_path / "g.png")).getpixel((1, 1)) == (expected,) * 3


@pytest.mark.parametrize(
    ("value", "expected"), [(0.5, 128), (200.0, 200), (257.0 * 100, 100), (float("nan"), 0)]
)
def test_float_greyscale(tmp_path: Path, value: float, expected: int) -> None:
    image = Image.fromarray(np.full((2, 2), value, dtype=np.float32))
    assert load_screen_image(saved(image, tmp_path / "f.tif")).getpixel((0, 0)) == (expected,) * 3


def test_transparency_is_composited_on_white_and_hidden_pixels_vanish(tmp_path: Path) -> None:
    clear = Image.new("RGBA", (2, 1), (200, 10, 10, 0))
    clear.putpixel((1, 0), (0, 0, 0, 128))
    image = load_screen_image(saved(clear, tmp_path / "a.png"))
    assert image.getpixel((0, 0)) == WHITE
    assert image.getpixel((1, 0)) == (127, 127, 127)


def test_transparent_palette_colour(tmp_path: Path) -> None:
    palette = Image.new("P", (2, 1), 0)
    palette.putpalette([*RED, *BLUE])
    palette.putpixel((1, 0), 1)
    image = load_screen_image(saved(palette, tmp_path / "a.png", transparency=0))
    assert (image.getpixel((0, 0)), image.getpixel((1, 0))) == (WHITE, BLUE)


def test_exif_rotation_is_applied_and_metadata_dropped(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112], exif[0x013B] = 6, "Ada Sample"
    image = load_screen_image(saved(two_tone("RGB", (64, 32)), tmp_path / "r.jpg", exif=exif, quality=95))
    assert image.size == (32, 64)
    assert image.getpixel((16, 8))[0] > 200  # red is now on top
    assert image.info == {}
    assert len(image.getexif()) == 0


def test_png_text_and_profile_are_dropped(tmp_path: Path) -> None:
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Author", "Ada Sample")
    path = saved(two_tone(), tmp_path / "t.png", pnginfo=notes)
    again = io.BytesIO()
    load_screen_image(path).save(again, "PNG")
    assert b"Ada Sample" not in again.getvalue()


@pytest.mark.parametrize("name", ["shot.txt", "shot.jpg", "shot"])
def test_the_content_decides_not_the_extension(tmp_path: Path, name: str) -> None:
    path = saved(two_tone(), tmp_path / "x.png").rename(tmp_path / name)
    assert load_screen_image(path).size == (8, 4)


@pytest.mark.parametrize("size", [(1, 1), (3, 20_000), (20_000, 3)])
def test_extreme_but_real_sizes(tmp_path: Path, size: tuple[int, int]) -> None:
    assert load_screen_image(saved(Image.new("L", size), tmp_path / "x.png")).size == size


@pytest.mark.parametrize("name", ["a.gif", "a.webp", "a.png", "a.tif"])
def test_several_frames_are_refused_with_their_number(tmp_path: Path, name: str) -> None:
    frames = [Image.new("RGB", (8, 8), colour) for colour in ("red", "green", "blue")]
    path = saved(frames[0], tmp_path / name, save_all=True, append_images=frames[1:], duration=50)
    with pytest.raises(ImageError, match="3 frames"):
        load_screen_image(path)


@pytest.mark.parametrize("name", ["a.gif", "a.webp"])
def test_one_frame_of_an_animated_format_is_an_image(tmp_path: Path, name: str) -> None:
    assert load_screen_image(saved(two_tone(), tmp_path / name)).size == (8, 4)


def test_camera_jpeg_with_embedded_pictures_gives_the_main_one(tmp_path: Path) -> None:
    path = saved(two_tone(), tmp_path / "a.mpo", save_all=True, append_images=[Image.new("RGB", (2, 2))])
    assert load_screen_image(path.rename(tmp_path / "a.jpg")).size == (8, 4)


def noise_png() -> bytes:
    buffer = io.BytesIO()
    pixels = np.random.default_rng(0).integers(0, 255, (64, 64, 3), dtype=np.uint8)
    Image.fromarray(pixels).save(buffer, "PNG")
    return buffer.getvalue()


BAD = {
    "empty": (b"", "empty"),
    "text": (b"Dear Ada Sample, my code is 482913", "not an image of a known format"),
    "truncated head": (noise_png()[:20], "damaged or truncated"),
    "truncated pixels": (noise_png()[:4000], "damaged or truncated"),
    "wrong chunk": (noise_png().replace(b"IDAT", b"IDAX"), "damaged or truncated"),
    "broken checksum": (noise_png()[:200] + b"\x00" * 8 + noise_png()[208:], "damaged or truncated"),
    "heic": (b"\x00\x00\x00\x18ftypheic" + b"\x00" * 40, "HEIC"),
    "postscript": (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "not an image of a known format"),
}


@pytest.mark.parametrize("kind", BAD)
def test_bad_files_are_one_clear_error(tmp_path: Path, kind: str) -> None:
    data, reason = BAD[kind]
    path = tmp_path / "shot.png"
    path.write_bytes(data)
    with pytest.raises(ImageError) as caught:
        load_screen_image(path)
    message = str(caught.value)
    assert reason in message
    assert str(path) in message
    assert "expected" in message
    assert "Ada" not in message
    assert caught.value.__cause__ is None


def test_truncated_files_of_every_format(tmp_path: Path) -> None:
    pixels = Image.fromarray(np.random.default_rng(1).integers(0, 255, (64, 64, 3), dtype=np.uint8))
    for name in ("a.png", "a.jpg", "a.webp", "a.bmp", "a.tif"):
        path = saved(pixels, tmp_path / name)
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
        with pytest.raises(ImageError):
            load_screen_image(path)


def test_missing_folder_and_device(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")  # opening it would wait for ever
    for path, reason in (
        (tmp_path / "no.png", "No such file"),
        (tmp_path, "folder"),
        (tmp_path / "pipe", "regular"),
    ):
        with pytest.raises(ImageError, match=reason):
            load_screen_image(path)
    with pytest.raises(ImageError, match="file name"):
        load_screen_image("a\0b.png")


def test_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved(two_tone(), tmp_path / "a.png")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ImageError, match="Permission denied"):
        load_screen_image(path)


def huge_png(width: int, height: int) -> bytes:
    """A file of a few bytes whose header promises a huge image."""
    data = bytearray(noise_png())
    data[16:24] = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    import zlib

    data[29:33] = zlib.crc32(data[12:29]).to_bytes(4, "big")
    return bytes(data)


@pytest.mark.parametrize("size", [(9500, 9500), (20_000, 20_000), (70_000, 2), (2**31 - 1, 2**31 - 1)])
def test_bombs_are_refused_before_decoding(tmp_path: Path, size: tuple[int, int]) -> None:
    path = tmp_path / "bomb.png"
    path.write_bytes(huge_png(*size))
    with pytest.raises(ImageError, match=r"too large|damaged"):
        load_screen_image(path)


def test_the_limit_names_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "MAX_PIXELS", 100)
    with pytest.raises(ImageError, match="20x20"):
        load_screen_image(saved(Image.new("L", (20, 20)), tmp_path / "a.png"))


def test_given_images_and_streams_are_left_as_they_are() -> None:
    given = two_tone("RGBA")
    image = to_screen_image(given, "given")
    assert (image.mode, given.mode) == ("RGB", "RGBA")
    image.putpixel((0, 0), (1, 2, 3))
    assert given.getpixel((0, 0)) == (*RED, 255)
    plain = two_tone()
    assert to_screen_image(plain, "given") is not plain
    assert to_screen_image(io.BytesIO(noise_png()), "bytes").size == (64, 64)


def test_open_screen(tmp_path: Path) -> None:
    path = saved(two_tone(), tmp_path / "shot.png")
    units = (TextUnit("x", Box(0, 0, 1, 1)),)
    screen = open_screen(path, platform="pc", state=TaskState(goal="g"), units=units)
    assert (screen.name, screen.width, screen.height, screen.platform) == ("shot.png", 8, 4, "pc")
    assert screen.units == units
    assert screen.state.goal == "g"


def test_list_images_in_natural_order_with_problems(tmp_path: Path) -> None:
    png = noise_png()
    for name in ("step_10.png", "step_2.png", "step_1.PNG", "no_extension", ".hidden.png"):
        (tmp_path / name).write_bytes(png)
    (tmp_path / "broken.png").write_bytes(b"")
    (tmp_path / "notes.txt").write_text("notes")
    (tmp_path / ".DS_Store").write_bytes(b"\0\0")
    (tmp_path / "sub").mkdir()
    (tmp_path / "gone.png").symlink_to(tmp_path / "nowhere.png")
    (tmp_path / "link.png").symlink_to(tmp_path / "step_2.png")
    found, problems = list_images(tmp_path)
    assert [path.name for path in found] == [
        "broken.png", "link.png", "no_extension", "step_1.PNG", "step_2.png", "step_10.png",
    ]  # fmt: skip
    assert {problem.file.name for problem in problems} == {".hidden.png", "gone.png", "notes.txt", "sub"}


def test_list_images_of_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="cannot be listed"):
        list_images(tmp_path / "none")
    if os.geteuid() != 0:
        tmp_path.chmod(stat.S_IWUSR)
        try:
            with pytest.raises(InputError, match="Permission denied"):
                list_images(tmp_path)
        finally:
            tmp_path.chmod(stat.S_IRWXU)


def test_natural_key_survives_any_digits() -> None:
    names = ["a10", "a9", "a009", "a", "a²", "a" + "9" * 5000]
    assert sorted(names, key=natural_key)[:2] == ["a", "a009"]


def test_no_warning_and_no_log_of_a_file_leaves(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, recwarn: pytest.WarningsRecorder
) -> None:
    path = saved(two_tone(), tmp_path / "a.tif", description="Ada Sample")
    data = bytearray(path.read_bytes())
    at = data.index(b"\x0e\x01\x02\x00")  # the description's tag now claims a length beyond the file
    data[at + 4 : at + 8] = (90_000).to_bytes(4, "little")
    path.write_bytes(data)
    with caplog.at_level("DEBUG", logger="PIL"):
        load_screen_image(path)
    assert caplog.records == []
    assert len(recwarn) == 0


def png(mode: str = "RGB", **options: object) -> bytes:
    buffer = io.BytesIO()
    Image.new(mode, (9, 7)).save(buffer, "PNG", **options)
    return buffer.getvalue()


def comment() -> PngImagePlugin.PngInfo:
    note = PngImagePlugin.PngInfo()
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
def test_which_png_files_hold_nothing_but_their_picture(data: bytes, bare: bool) -> None:
    assert is_bare_png(data) is bare


def test_every_cut_of_a_png_is_refused() -> None:
    whole = png()
    assert not any(is_bare_png(whole[:size]) for size in range(len(whole)))
