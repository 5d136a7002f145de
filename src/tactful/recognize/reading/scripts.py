"""Which readings to doubt: lines in a script that the bundled model never learned.

Its 18,708 characters hold no Hangul and no Cyrillic. It answers most of their letters with a blank, some
with a look-alike (``Нет`` as ``HeT``), a Hangul syllable now and then with a wrong ideograph.
"""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tactful.recognize.reading.ink import Ink
    from tactful.recognize.reading.readings import Reading

SURE = 0.85  # a mean probability from which a Latin reading is taken as it is
_IDEOGRAPH_SURE = 0.9  # real Chinese and Japanese read at 0.96 and more, misread Hangul below 0.9
_LETTERS = 0.25  # line heights between neighbours: more than letters of a word keep
_TWINS = frozenset("ABCEHKMOPTXYaceopxyb")  # Latin letters that have a Cyrillic twin


def has_script(text: str, name: str) -> bool:
    """Whether a letter of ``text`` is of a script, by its Unicode name ("HANGUL", "CYRILLIC")."""
    return any(unicodedata.name(ch, "").startswith(name) for ch in text if ch.isalpha())


def is_lone(ink: Ink) -> bool:
    """Whether the ink is about as wide as high, or one low shape: one glyph, or an icon."""
    return ink.box.width <= (2.5 if len(ink.runs) == 1 else 1.5) * ink.box.height


def is_spaced_out(ink: Ink) -> bool:
    """Whether no two runs of ink are near each other, as letters of a word are: icons, or one of them."""
    apart = _LETTERS * ink.box.height
    return is_lone(ink) or all(b[0] - a[1] >= apart for a, b in pairwise(ink.runs))


def is_sure(reading: Reading) -> bool:
    """Whether the model's own probabilities bear the reading, and those of its ideographs by themselves."""
    ideographs = [p for ch, p in zip(reading.text, reading.scores, strict=True) if "\u2e80" <= ch <= "\u9fff"]
    if ideographs and sum(ideographs) / len(ideographs) < _IDEOGRAPH_SURE:
        return False
    return reading.confidence >= SURE


def could_be_cyrillic(text: str) -> bool:
    """Whether every letter has a Cyrillic twin; only worth a look where Cyrillic stands on the screen."""
    letters = [ch for ch in text if ch.isalpha()]
    return bool(letters) and all(ch in _TWINS for ch in letters) and "@" not in text


def has_mixed_twins(text: str) -> bool:
    """Words such as ``HeT`` or ``BOCKPECEHbE``: all twins, in a case pattern that no Latin word has."""
    for word in text.split():
        letters = [ch for ch in word if ch.isalpha()]
        if len(letters) < 3 or not all(ch in _TWINS for ch in letters):
            continue
        if any(a.islower() and b.isupper() for a, b in pairwise(letters[letters[0].islower() :])):
            return True  # not eBay: a lone small letter before a name is usual
    return False
