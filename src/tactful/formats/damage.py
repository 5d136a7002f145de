"""Damage that a decoder passes over in silence: a file that decodes is not yet the picture that was stored.

PNG has checksums. JPEG has none, and libjpeg goes on past corrupt data with a warning that Pillow does not
show: the picture's rest shifts, and its text reads wrong. WebP tells nothing at all. But a sound file needs
its last bytes, and one that does not has lost its step. What keeps its
step (a changed coefficient or colour) nobody can tell from a picture.
"""

from __future__ import annotations

import io
import re

_JPEG_TAIL = 1  # bytes: the padding after the last code is less
_WEBP_TAIL = 6  # bytes: libwebp reads ahead by less
_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")


def is_damaged(data: bytes, kind: str) -> bool:
    """Whether a file that Pillow decodes as ``kind`` is corrupt; false where its format cannot tell."""
    if kind in ("JPEG", "MPO"):
        return not _is_strict_jpeg(data) or _is_strict_jpeg(_jpeg_without_tail(data))
    return kind == "WEBP" and _decodes(_webp_without_tail(data))


def _is_strict_jpeg(data: bytes) -> bool:
    """Whether libjpeg decodes it without a warning."""
    import simplejpeg

    try:
        colors = simplejpeg.decode_jpeg_header(data, strict=True)[2]
        space = "CMYK" if colors in ("CMYK", "YCCK") else "GRAY"
        simplejpeg.decode_jpeg(data, space, fastdct=True, min_factor=8, strict=True)  # the smallest it makes
    except ValueError:
        return False
    return True


def _jpeg_without_tail(data: bytes) -> bytes:
    """A JPEG that ends shortly before its picture's end: libjpeg says nothing of a few bytes too many."""
    at = 2
    while (marker := data[at : at + 2]) and marker != b"\xff\xd9":
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if marker == b"\xff\xda":  # the scan's data follows, up to a marker that is no restart
            end = _MARKER.search(data, at)
            at = len(data) if end is None else end.start()
    return data[: max(0, at - _JPEG_TAIL)] + b"\xff\xd9"


def _decodes(data: bytes) -> bool:
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data), formats=["WEBP"]) as image:
            image.load()
    except Exception:  # as with any damage, nearly every type
        return False
    return True


def _webp_without_tail(data: bytes) -> bytes:
    """A WebP file that ends shortly before its picture's end (RIFF: kind, length, data, padded to even)."""
    at = 12
    while at + 8 < len(data):
        kind, length = data[at : at + 4], int.from_bytes(data[at + 4 : at + 8], "little")
        if kind in (b"VP8 ", b"VP8L"):
            kept = max(0, length - _WEBP_TAIL)
            body = (
                data[8:at]
                + kind
                + kept.to_bytes(4, "little")
                + data[at + 8 : at + 8 + kept]
                + b"\0" * (kept % 2)
            )
            return b"RIFF" + len(body).to_bytes(4, "little") + body
        at += 8 + length + length % 2
    return b""
