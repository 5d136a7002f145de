"""Image files in, RGB pixels out: a file is read whole and upright, or refused with one clear error.

How each odd input is met:

- palette, 1-bit, greyscale, CMYK: converted to 8-bit RGB; 16-bit and float greyscale is scaled to 8 bits;
- alpha and transparent colours: composited on white, and what lay under transparent pixels is gone;
- EXIF rotation: applied, so that boxes are in the pixels a viewer shows;
- metadata (EXIF, comments, colour profiles): dropped; a colour profile can name a device;
- a wrong extension: the content decides, never the name;
- several frames (GIF, WebP, APNG, AVIF, TIFF): ``ImageError``, because taking one frame in silence would
  leave the others unlooked-at. A camera JPEG with further embedded pictures (MPO) gives its main picture;
- corrupt data that a decoder passes over (`damage`), as JPEG's and WebP's do: ``ImageError``;
- empty, truncated, damaged, not an image, a folder, a device, unreadable, absurdly large: ``ImageError``.
"""

from __future__ import annotations

import io
import logging
import re
import stat
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from tactful.errors import ImageError, InputError
from tactful.formats.damage import is_damaged
from tactful.runs import inside
from tactful.terms import Problem, Screen, TaskState, TextUnit

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_PIXELS = 80_000_000
MAX_SIDE = 65_535
EXPECTED = "a whole PNG, JPEG, WebP, GIF, BMP, TIFF, AVIF or JPEG 2000 image"
EXTENSIONS = frozenset(
    {".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff", ".avif", ".jp2", ".apng"}
)

# Closed on purpose: Pillow's other plugins start programs (EPS), or take a text file for an image (TGA).
_FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF", "AVIF", "JPEG2000")
_MAGIC = (
    (0, b"\x89PNG\r\n\x1a\n"),
    (0, b"\xff\xd8\xff"),
    (8, b"WEBP"),
    (0, b"GIF8"),
    (0, b"BM"),
    (0, b"II*\x00"),
    (0, b"MM\x00*"),
    (4, b"ftypavi"),
    (0, b"\x00\x00\x00\x0cjP  "),
    (0, b"\xff\x4f\xff\x51"),
)
_HEIC = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypmsf1", b"ftyphevc")

# The warning filters and a logger's level are process-wide, so only one thread at a time may be inside.
_QUIET_LOCK = threading.RLock()
_PNG_PICTURE = frozenset({b"IHDR", b"PLTE", b"IDAT", b"IEND", b"sRGB", b"gAMA", b"cHRM", b"sBIT", b"pHYs"})
_GREY, _RGB, _PALETTE = 0, 2, 3


def load_screen_image(path: Path | str) -> Image:
    """The image of a file as upright 8-bit RGB without metadata; see the module for every odd kind.

    Raises ``ImageError`` naming the file and what was expected.
    """
    path = Path(path)
    try:
        info = path.stat()
        if stat.S_ISDIR(info.st_mode):
            raise ImageError("is a folder", file=path, expected=EXPECTED)
        if not stat.S_ISREG(info.st_mode):
            raise ImageError("is not a regular file", file=path, expected=EXPECTED)
        if info.st_size == 0:
            raise ImageError("the file is empty", file=path, expected=EXPECTED)
        with path.open("rb") as stream:
            return to_screen_image(stream, path)
    except OSError as err:
        raise ImageError(
            f"cannot be read ({err.strerror or 'error'})", file=path, expected=EXPECTED
        ) from None
    except ValueError:
        raise ImageError("is not a usable file name", expected=EXPECTED) from None


def to_screen_image(source: Image | IO[bytes], name: Path | str) -> Image:
    """The same for an open stream or a Pillow image, which is left as it is; ``name`` is for errors."""
    from PIL import Image as pillow

    try:
        with quiet():
            if isinstance(source, pillow.Image):
                return _upright_rgb(source, name)
            data = source.read()
            head = data[:32]
            if any(head[4:12] == brand for brand in _HEIC):
                raise ImageError("HEIC is not supported: save it as PNG", file=name, expected=EXPECTED)
            if not _known_magic(head):
                raise ImageError("is not an image of a known format", file=name, expected=EXPECTED)
            with pillow.open(io.BytesIO(data), formats=_installed_formats()) as image:
                screen = _upright_rgb(image, name)
                if is_damaged(data, image.format or ""):
                    raise ImageError("damaged: its data is corrupt", file=name, expected=EXPECTED)
                return screen
    except ImageError:
        raise
    except pillow.DecompressionBombError:
        raise _too_large(name) from None
    except Exception as err:
        # Decoders meet damage with nearly any exception, and some quote bytes of the file in it.
        reason = f"damaged or truncated ({type(err).__name__})"
        raise ImageError(reason, file=name, expected=EXPECTED) from None


def open_screen(
    path: Path | str,
    *,
    name: str | None = None,
    platform: str = "",
    state: TaskState | None = None,
    units: tuple[TextUnit, ...] | None = None,
) -> Screen:
    """A ``Screen`` of an image file; ``ImageError`` as `load_screen_image`."""
    image = load_screen_image(path)
    width, height = image.size
    return Screen(name or Path(path).name, width, height, image, platform, units, state or TaskState())


def list_images(folder: Path | str) -> tuple[tuple[Path, ...], tuple[Problem, ...]]:
    """The image files of a folder in natural order (step_2 before step_10), and what else lies there.

    A file counts by its content or its extension, so a damaged ``x.png`` is listed and fails when it is
    loaded. Links to files of the folder are followed. Subfolders are not entered. Other files, broken links
    and subfolders are ``Problem``s; so is an image with a hidden name (a leading dot), while other hidden
    files are no one's screenshots and are passed over. Raises ``InputError`` where the folder cannot be
    listed, or a link to an image leads out of it.
    """
    folder = Path(folder)
    try:
        entries = sorted(folder.iterdir(), key=lambda entry: natural_key(entry.name))
    except OSError as err:
        reason = f"cannot be listed ({err.strerror or 'error'})"
        raise InputError(reason, file=folder, expected="a readable folder") from None
    images: list[Path] = []
    problems: list[Problem] = []
    for entry in entries:
        hidden = entry.name.startswith(".")
        if looks_like_image(entry):
            if hidden:
                problems.append(Problem(entry, None, "an image with a hidden name is left out"))
            else:
                images.append(inside(folder, entry.name, file=entry))
        elif not hidden:
            problems.append(Problem(entry, None, _why_not(entry)))
    return tuple(images), tuple(problems)


def looks_like_image(path: Path) -> bool:
    """Whether a file is an image by its first bytes or its extension; false for folders and broken links."""
    try:
        if not path.is_file():
            return False
        if path.suffix.lower() in EXTENSIONS:
            return True
        with path.open("rb") as stream:
            return _known_magic(stream.read(32))
    except OSError:
        return False  # listed as a problem by the caller: it is no image by its name either


def natural_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """A sort key in which digit runs compare as numbers: "step_2" < "step_10"."""
    parts = re.split(r"([0-9]+)", name.casefold())
    keys = (
        (0, len(p.lstrip("0")), p.lstrip("0")) if p.isdecimal() and p.isascii() else (1, 0, p) for p in parts
    )
    return (*keys, (-1, 0, name))


def is_bare_png(data: bytes) -> bool:
    """True for a PNG of 8 bits or fewer without transparency, text, EXIF, profile, frames or trailing bytes.

    Such a file says nothing but its pixels, so it may be copied where they may be shown. Pixels under
    transparency, comments and colour profiles can hold what nobody sees.
    """
    if data[:8] != _MAGIC[0][1]:
        return False
    at = 8
    while at + 12 <= len(data):  # length, kind, data, checksum
        length, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        if kind not in _PNG_PICTURE or at + 12 + length > len(data):
            return False
        if kind == b"IHDR":
            depth, colors = data[at + 16], data[at + 17]
            if depth > 8 or colors not in (_GREY, _RGB, _PALETTE):
                return False
        at += 12 + length
        if kind == b"IEND":
            return at == len(data)
    return False


@contextmanager
def quiet() -> Iterator[None]:
    """No warning, and nothing that Pillow logs, leaves the block: both may quote the content of a file."""
    logger = logging.getLogger("PIL")
    with _QUIET_LOCK, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        level = logger.level
        logger.setLevel(logging.CRITICAL + 1)
        try:
            yield
        finally:
            logger.setLevel(level)


def _why_not(entry: Path) -> str:
    if entry.is_dir():
        return "a folder inside the folder is not read"
    if entry.is_symlink() and not entry.exists():
        return "a link that leads nowhere"
    return "not an image"


def _known_magic(head: bytes) -> bool:
    return any(head[at : at + len(mark)] == mark for at, mark in _MAGIC)


def _installed_formats() -> list[str]:
    from PIL import Image as pillow

    pillow.init()
    return [name for name in _FORMATS if name in pillow.OPEN]


def _too_large(name: Path | str, size: tuple[int, int] | None = None) -> ImageError:
    what = "the image is too large" if size is None else f"the image is too large: {size[0]}x{size[1]}"
    return ImageError(
        what, file=name, expected=f"at most {MAX_PIXELS // 1_000_000} million pixels and {MAX_SIDE} a side"
    )


def _upright_rgb(image: Image, name: Path | str) -> Image:
    from PIL import ImageOps

    width, height = image.size
    if width < 1 or height < 1:
        raise ImageError("the image has no pixels", file=name, expected="at least 1x1")
    if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
        raise _too_large(name, (width, height))
    frames = int(getattr(image, "n_frames", 1))
    if frames > 1 and image.format != "MPO":
        raise ImageError(
            f"the file holds {frames} frames", file=name, expected="one frame: save each as its own file"
        )
    image.load()
    upright = ImageOps.exif_transpose(image) if _has_orientation(image) else image
    rgb = _rgb(upright)
    rgb.info = {}
    return rgb


def _has_orientation(image: Image) -> bool:
    """Whether readable EXIF says "rotated"; unreadable EXIF rotates nothing, as in viewers."""
    try:
        return bool(image.getexif().get(0x0112, 1) != 1)
    except Exception:
        return False


def _rgb(image: Image) -> Image:
    """A new RGB image; never the same object as ``image``."""
    if image.mode.startswith("I") or image.mode == "F":
        return _grey_to_8_bits(image).convert("RGB")
    if not image.has_transparency_data:
        return image.convert("RGB")
    from PIL import Image as pillow

    if image.mode == "La":
        image = image.convert("LA")
    rgba = image.convert("RGBA")
    if rgba.getchannel("A").getextrema() == (255, 255):
        return rgba.convert("RGB")
    paper = pillow.new("RGBA", rgba.size, (255, 255, 255, 255))
    return pillow.alpha_composite(paper, rgba).convert("RGB")


def _grey_to_8_bits(image: Image) -> Image:
    """16-bit, 32-bit and float greyscale as 8 bits. Pillow's own conversion would clip instead of scale."""
    import numpy as np
    from PIL import Image as pillow

    values: Any = np.nan_to_num(np.asarray(image).astype(np.float64), nan=0.0, posinf=0.0, neginf=0.0)
    peak = float(values.max(initial=0.0))
    if image.mode.startswith("I;16"):
        scale = 1 / 257
    elif image.mode == "F" and peak <= 1.0:
        scale = 255.0
    elif peak <= 255:
        scale = 1.0
    else:
        scale = 1 / 257 if peak <= 65_535 else 255 / peak
    return pillow.fromarray(np.clip(np.rint(values * scale), 0, 255).astype(np.uint8))
