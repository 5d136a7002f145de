"""How much of one text another text holds, by edit distance: the measure behind the corrected text rule."""

from __future__ import annotations

import unicodedata

SHORT = 3
# The characters that the paper names as alike on a screen (section 4.1), and the other pair of that kind.
_ALIKE = {"I": "l", "1": "l", "|": "l", "O": "0"}
_MARKS = {chr(code): "." for code in range(128) if unicodedata.category(chr(code)).startswith("P")}
_SPACES = dict.fromkeys((chr(code) for code in range(128) if chr(code).isspace()), "")
_ASCII = str.maketrans(_MARKS | _SPACES | _ALIKE)


def fold(text: str) -> str:
    """``text`` as the corrected rule compares it: case matters, the rest of this does not.

    Compatibility forms (NFKC) and white space are dropped, look-alikes ("I", "l", "1", "|"; "O", "0") are one
    character each, and any mark of punctuation stands for any other.
    """
    if text.isascii():
        return text.translate(_ASCII)
    plain = unicodedata.normalize("NFKC", text).translate(_ASCII)
    return "".join(
        "." if unicodedata.category(ch).startswith("P") else ch for ch in plain if not ch.isspace()
    )


def held(one: str, two: str) -> float:
    """The share of the shorter text that stands in the other, 0 to 1, of two folded texts.

    A text that takes ``d`` edits to become some piece of the other is held for ``(length - d) / length``: the
    better of the two directions counts, and the worse one where a text has fewer than `SHORT` characters, so
    that a letter is not found in every word. Two empty texts hold each other.
    """
    if one == two:
        return 1.0
    if not one or not two:
        return 0.0
    short = min(len(one), len(two)) < SHORT
    if not short and (one in two or two in one):
        return 1.0
    forward = (len(one) - least_edits(one, two)) / len(one)
    backward = (len(two) - least_edits(two, one)) / len(two)
    return min(forward, backward) if short else max(forward, backward)


def least_edits(pattern: str, text: str) -> int:
    """The least number of edits that turn ``pattern`` into some piece of ``text`` (the empty one included).

    Bit-parallel search of Myers (1999): one step over whole-number bit rows for each character of ``text``.
    """
    rows = len(pattern)
    if not rows:
        return 0
    places: dict[str, int] = {}
    for at, ch in enumerate(pattern):
        places[ch] = places.get(ch, 0) | 1 << at
    full, last = (1 << rows) - 1, 1 << (rows - 1)
    up, down, edits, best = full, 0, rows, rows
    for ch in text:
        same = places.get(ch, 0)
        vertical = same | down
        horizontal = (((same & up) + up) ^ up) | same
        more = down | (~(horizontal | up) & full)
        fewer = up & horizontal
        if more & last:
            edits += 1
        elif fewer & last:
            edits -= 1
        more, fewer = more << 1, fewer << 1
        up = (fewer | ~(vertical | more)) & full
        down = more & vertical & full
        best = min(best, edits)
    return best
