"""Text folded to plain forms for matching, with a map back to the characters that stand on the screen."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

_PLAIN = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-"),
    **dict.fromkeys("\u2018\u2019\u201b\u2032\u02bc\uff07", "'"),
    **dict.fromkeys("\u201c\u201d\u201f\u2033\uff02", '"'),
    **dict.fromkeys("\u2022\u25cf\u30fb\u2219\u22c5\u2027\u25aa\uff65", "\u00b7"),
    **dict.fromkeys("\u2217\u204e\u2731\ufe61\uff0a", "*"),
    **dict.fromkeys("\t\n\r\x0b\x0c\x85\u2028\u2029", " "),
}


@dataclass(frozen=True, slots=True)
class Folded:
    """Plain text and where each of its characters came from.

    ``origins`` has ``len(text) + 1`` numbers: character ``i`` was folded from the original's character
    ``origins[i]``; the last number is the original's length. None stands for the identity.
    ``lower`` is the text in lower case, character for character.
    """

    text: str = field(repr=False)
    lower: str = field(repr=False)
    origins: tuple[int, ...] | None = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original text that holds the folded characters ``start`` to ``end`` (exclusive)."""
        if self.origins is None:
            return start, end
        if end <= start:
            return self.origins[start], self.origins[start]
        return self.origins[start], self.origins[end - 1] + 1


def normalise(text: str) -> Folded:
    """Fold ``text`` for matching: half width, plain dashes, quotes, bullets and spaces, ASCII digits.

    Zero-width and control characters are dropped. Every folded character keeps the index of the one it
    came from, so that a match on the folded text gives a tight span of the original.
    """
    if text.isascii() and text.isprintable():
        return Folded(text, text.lower())
    chars: list[str] = []
    origins: list[int] = []
    for index, ch in enumerate(text):
        for plain in _fold(ch):
            chars.append(plain)
            origins.append(index)
    folded = "".join(chars)
    lower = folded.lower()
    if len(lower) != len(folded):  # a few capitals have lower forms of two characters
        lower = "".join(ch.lower() if len(ch.lower()) == 1 else ch for ch in folded)
    origins.append(len(text))
    return Folded(folded, lower, tuple(origins))


def _fold(ch: str) -> str:
    if ch.isascii() and ch.isprintable():
        return ch
    plain = _PLAIN.get(ch)
    if plain is not None:
        return plain
    category = unicodedata.category(ch)
    if category in ("Cf", "Cc"):
        return ""
    if category == "Zs":
        return " "
    if category == "Nd":
        return str(unicodedata.decimal(ch))
    if 0xFE50 <= ord(ch) <= 0xFE6F or 0xFF00 <= ord(ch) <= 0xFFEF or 0xFB00 <= ord(ch) <= 0xFB06:
        return unicodedata.normalize("NFKC", ch)
    return ch
