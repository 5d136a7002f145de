"""Whether a PNG file holds its picture and nothing else."""

from __future__ import annotations

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PICTURE = frozenset({b"IHDR", b"PLTE", b"IDAT", b"IEND", b"sRGB", b"gAMA", b"cHRM", b"sBIT", b"pHYs"})
_GREY, _RGB, _PALETTE = 0, 2, 3


def is_bare_png(data: bytes) -> bool:
    """True for a PNG of 8 bits or fewer without transparency, text, EXIF, profile, frames or trailing bytes.

    Such a file says nothing but its pixels, so it may be copied where they may be shown. Pixels under
    transparency, comments and colour profiles can hold what nobody sees.
    """
    if data[:8] != _SIGNATURE:
        return False
    at = 8
    while at + 12 <= len(data):  # length, kind, data, checksum
        length, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        if kind not in _PICTURE or at + 12 + length > len(data):
            return False
        if kind == b"IHDR":
            depth, colors = data[at + 16], data[at + 17]
            if depth > 8 or colors not in (_GREY, _RGB, _PALETTE):
                return False
        at += 12 + length
        if kind == b"IEND":
            return at == len(data)
    return False
