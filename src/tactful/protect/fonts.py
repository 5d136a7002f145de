"""Fonts of this machine that can draw a replacement: Latin, Cyrillic, Greek, Han, kana and Hangul."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import ImageFont

from tactful.errors import FontError
from tactful.protect.shapes import DROPPED, classify

# File names, best first: a plain face for alphabets, then faces that also hold Han, kana and Hangul.
_ALPHABETIC = (
    "DejaVuSans.ttf",
    "NotoSans-Regular.ttf",
    "LiberationSans-Regular.ttf",
    "Roboto-Regular.ttf",
    "segoeui.ttf",
    "Arial.ttf",
    "Helvetica.ttc",
)
_EASTERN = (
    "NotoSansCJK-Regular.ttc",
    "NotoSansCJKsc-Regular.otf",
    "SourceHanSans.ttc",
    "SourceHanSansSC-Regular.otf",
    "PingFang.ttc",
    "Hiragino Sans GB.ttc",
    "AppleSDGothicNeo.ttc",
    "msyh.ttc",
    "malgun.ttf",
    "meiryo.ttc",
    "YuGothM.ttc",
    "wqy-zenhei.ttc",
    "wqy-microhei.ttc",
    "DroidSansFallbackFull.ttf",
    "NanumGothic.ttf",
    "ipag.ttf",
    "Arial Unicode.ttf",
)
# Scripts in the words of errors, and the package of Debian and its like that draws them.
_SCRIPTS = {
    "han": ("Chinese characters", "fonts-noto-cjk"),
    "hiragana": ("Japanese kana", "fonts-noto-cjk"),
    "katakana": ("Japanese kana", "fonts-noto-cjk"),
    "hangul": ("Korean", "fonts-noto-cjk"),
    "cyrillic": ("Cyrillic", "fonts-dejavu-core"),
    "greek": ("Greek", "fonts-dejavu-core"),
    "latin": ("Latin letters", ""),
}


class Face(NamedTuple):
    """A font file; "" stands for the Latin font that Pillow brings along."""

    path: str


class Run(NamedTuple):
    """A piece of text that one face can draw."""

    face: Face
    text: str


def font_dirs() -> tuple[Path, ...]:
    """Where fonts usually lie on this system."""
    home = Path.home()
    if sys.platform == "win32":
        local = Path(os.environ.get("LOCALAPPDATA", home)) / "Microsoft/Windows/Fonts"
        return Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts", local
    if sys.platform == "darwin":
        return Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts"
    return (
        Path("/usr/share/fonts"),
        Path("/usr/local/share/fonts"),
        home / ".local/share/fonts",
        home / ".fonts",
    )


@lru_cache(maxsize=1)
def faces() -> tuple[Face, ...]:
    """The usable faces of this machine, best first; Pillow's own comes last."""
    files: dict[str, str] = {}
    for folder in font_dirs():
        for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
            files.setdefault(path.name.lower(), str(path))
    wanted = [files[name.lower()] for name in (*_ALPHABETIC, *_EASTERN) if name.lower() in files]
    return (*(Face(path) for path in wanted), Face(""))


@lru_cache(maxsize=1)
def listed_faces() -> tuple[Face, ...]:
    """The faces that fontconfig knows for Chinese, Japanese, Korean and Russian; asked only when needed."""
    tool = shutil.which("fc-list")
    if tool is None:
        return ()
    files: dict[str, None] = {}
    for language in ("ru", "el", "zh", "ja", "ko"):
        query = [tool, f":lang={language}:scalable=true", "file"]
        try:
            done = subprocess.run(query, capture_output=True, text=True, timeout=20, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return ()  # as if there were no fontconfig; what cannot be drawn is an error further on
        files.update(dict.fromkeys(sorted(line.rstrip(": ") for line in done.stdout.splitlines())))
    return tuple(Face(path) for path in files if path.lower().endswith((".ttf", ".ttc", ".otf")))


@lru_cache(maxsize=256)
def load(face: Face, size: int) -> ImageFont.FreeTypeFont:
    """The face at ``size`` pixels; ``FontError`` where the file is no font."""
    try:
        if not face.path:
            default = ImageFont.load_default(size)
            if not isinstance(default, ImageFont.FreeTypeFont):
                raise FontError("Pillow was built without FreeType, so no text can be drawn")
            return default
        # The basic layout gives the same pixels whether or not the machine has Raqm.
        return ImageFont.truetype(face.path, size, layout_engine=ImageFont.Layout.BASIC)
    except OSError:
        raise FontError(f"{face.path or 'the built-in font'}: not a usable font") from None


@lru_cache(maxsize=16384)
def covers(face: Face, ch: str) -> bool:
    """Whether the face has a glyph for ``ch``."""
    if ch.isspace():
        return True
    try:
        font = load(face, 24)
        missing, glyph = font.getmask("\U0010fffe"), font.getmask(ch)
    except (FontError, OSError, ValueError):
        return False
    return glyph.size != missing.size or bytes(glyph) != bytes(missing)


@lru_cache(maxsize=4096)
def drawable(text: str) -> str:
    """``text`` on plain spaces, without the symbols and punctuation that no font here can draw.

    A mark that is missing tells less than a screen that is not sent; letters and digits are never dropped.
    """
    out = []
    for ch in text:
        kind = classify(ch)
        if ch.isspace():
            out.append("\n" if ch in "\r\n" else " ")
        elif kind.script == DROPPED:
            continue
        elif kind.word or any(covers(face, ch) for known in (faces, listed_faces) for face in known()):
            out.append(ch)
    return "".join(out)


def runs(text: str) -> tuple[Run, ...]:
    """``text`` cut into pieces, each with a face that can draw it; one piece where one face does for all.

    Raises ``FontError`` naming the script (not the text) that no font on this machine can draw.
    """
    for known in (faces(), (*faces(), *listed_faces())):
        for face in known:
            if all(covers(face, ch) for ch in text):
                return (Run(face, text),)
        if all(any(covers(face, ch) for face in known) for ch in text):
            return _split(text, known)
    missing = next(ch for ch in text if not any(covers(face, ch) for face in known))
    script, package = _SCRIPTS.get(classify(missing).script, ("these characters", ""))
    hint = f"; install one, such as the package {package}" if package else ""
    raise FontError(f"no font on this machine can draw {script}{hint}")


def _split(text: str, known: tuple[Face, ...]) -> tuple[Run, ...]:
    out: list[Run] = []
    for ch in text:
        if out and covers(out[-1].face, ch):
            out[-1] = Run(out[-1].face, out[-1].text + ch)
        else:
            out.append(Run(next(face for face in known if covers(face, ch)), ch))
    return tuple(out)
