"""What was read in a piece, by one reader or by two together."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from tactful.recognize.reading.alignment import exact_edges, unexplained
from tactful.recognize.reading.typed import WHEN_LAST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tactful.recognize.reading.ink import Ink
    from tactful.recognize.reading.lines import Line
    from tactful.recognize.reading.second import Word
    from tactful.terms import Box

_ACCEPT = 0.6  # the second reader's confidence in a word; its guesses at other scripts stay below
_ACCEPT_LONE = 0.85  # and in a lone glyph, which may be an icon
_MISSED = 0.35  # line heights of unexplained ink under a word from which the first reader missed letters
_TYPED_SPACE = 0.26  # line heights free of ink before a time, among ideographs
_MISSED_SPACE = 0.5  # line heights free of ink, which no two letters of a word leave
_SPACE = 0.2  # line heights between words; the second reader parts Hangul syllables without a space
_DATA = {"HANGUL": "kor", "CYRILLIC": "rus"}


@dataclass(frozen=True, slots=True)
class Reading:
    """A text placed in the image: each character's probability and centre, and the len(text) + 1 edges.

    Centres and edges are pixel columns of the image.
    """

    text: str = field(repr=False)
    scores: tuple[float, ...] = field(repr=False)
    centers: tuple[float, ...] = field(repr=False)
    edges: tuple[float, ...] = field(repr=False)
    source: str = "ocr"

    @property
    def confidence(self) -> float:
        return sum(self.scores) / len(self.scores) if self.scores else 0.0

    @property
    def latin(self) -> bool:
        """Whether the letters are the bundled model's best-known ones."""
        return not any(ord(ch) >= 0x2E80 for ch in self.text)

    def slice(self, x1: float, x2: float) -> Reading:
        """The characters whose centre lies in x1..x2, without spaces at the ends, their edges kept inside."""
        inside = [i for i, x in enumerate(self.centers) if x1 <= x <= x2]
        while inside and self.text[inside[0]].isspace():
            inside.pop(0)
        while inside and self.text[inside[-1]].isspace():
            inside.pop()
        if not inside:
            return Reading("", (), (), (x1,), self.source)
        found = self.cut(inside[0], inside[-1] + 1)
        return replace(found, edges=tuple(min(max(x, x1), x2) for x in found.edges))

    def cut(self, a: int, b: int) -> Reading:
        """The characters a to b."""
        return Reading(
            self.text[a:b], self.scores[a:b], self.centers[a:b], self.edges[a : b + 1], self.source
        )


def first_reading(look: Box, ink: Ink, line: Line) -> Reading:
    """The bundled model's line in image pixels, its characters aligned with the ink."""
    centers = tuple(look.x1 + x for x in line.centers)
    edges = exact_edges(line.text, centers, ink)
    return _spaced(Reading(line.text, line.scores, centers, edges), ink)


def _spaced(reading: Reading, ink: Ink) -> Reading:
    """With a space wherever the ink leaves one between letters and the model gave none."""
    size = ink.box.height
    gaps = [(a[1], b[0]) for a, b in pairwise(ink.runs) if b[0] - a[1] >= _TYPED_SPACE * size]
    parts, start = [], 0
    for i, (a, b) in enumerate(pairwise(reading.text), start=1):
        before, after = reading.centers[i - 1], reading.centers[i]
        gap = max((right - left for left, right in gaps if before < left and right < after), default=0)
        if a.isspace() or b.isspace() or not gap:
            continue
        if max(ord(a), ord(b)) >= 0x2E80:  # ideographs stand apart anyway, so their meaning must say so too
            apart = WHEN_LAST.match(reading.text[i:]) is not None
        else:
            apart = gap >= _MISSED_SPACE * size
        if apart:
            parts.append(_within(reading.cut(start, i), ink))
            start = i
    if not parts:
        return reading
    parts.append(_within(reading.cut(start, len(reading.text)), ink))
    return _joined(parts, ink, _TYPED_SPACE * size, reading.source)


def _within(reading: Reading, ink: Ink) -> Reading:
    """With the outer edges drawn in to the ink between them."""
    part = ink.part(reading.edges[0], reading.edges[-1])
    if part is None:
        return reading
    edges = [min(max(x, part.box.x1), part.box.x2) for x in reading.edges]
    return replace(reading, edges=(float(part.box.x1), *edges[1:-1], float(part.box.x2)))


def joint_reading(
    look: Box, ink: Ink, first: Reading, words: Sequence[Word], scripts: Sequence[str]
) -> Reading:
    """The second reader's words where the first missed letters or could be deceived, else the first's.

    Gives ``first`` back unless at least one word is surely of a script that the first cannot read.
    """
    missing = unexplained(first.text, first.centers, ink)
    parts: list[Reading] = []
    letters: dict[str, int] = dict.fromkeys(scripts, 0)
    for word in words:
        x1, x2 = look.x1 + word.x1, look.x1 + word.x2
        own = first.slice(x1, x2)
        missed = sum(max(0.0, min(b, x2) - max(a, x1)) for a, b in missing)
        known = own.text and missed < _MISSED * ink.box.height and is_sure(own)
        if known and not could_be_cyrillic(own.text):
            parts.append(own)
            continue
        script = next((name for name in scripts if has_script(word.text, name)), None)
        if script and word.confidence >= (_ACCEPT_LONE if is_lone(ink) else _ACCEPT):
            letters[script] += sum(ch.isalpha() for ch in word.text)
            parts.append(_placed(word, x1, x2))
        elif own.text:
            parts.append(own)
        elif word.confidence >= _ACCEPT:
            parts.append(_placed(word, x1, x2))
    script = max(letters, key=lambda name: letters[name], default="")
    if not script or letters[script] < (1 if is_lone(ink) else 2):
        return first
    return _joined(parts, ink, _SPACE * ink.box.height, f"ocr:tesseract-{_DATA[script]}")


def _placed(word: Word, x1: float, x2: float) -> Reading:
    count = len(word.text)
    edges = tuple(x1 + (x2 - x1) * i / count for i in range(count + 1))
    centers = tuple((a + b) / 2 for a, b in pairwise(edges))
    return Reading(word.text, (word.confidence,) * count, centers, edges)


def _joined(parts: Sequence[Reading], ink: Ink, space: float, source: str) -> Reading:
    """The parts as one text, with a space wherever ``space`` or more columns between two are free of ink."""
    text, scores, centers, edges = parts[0].text, [*parts[0].scores], [*parts[0].centers], [*parts[0].edges]
    for part in parts[1:]:
        left, right = _gap(ink, centers[-1], part.centers[0])
        if right - left >= space:
            edges[-1] = max(left, edges[-2])
            text += " "
            scores.append(1.0)
            centers.append((left + right) / 2)
            edges.append(max(right, edges[-1]))
        text += part.text
        scores.extend(part.scores)
        centers.extend(part.centers)
        edges.extend(max(x, edges[-1]) for x in part.edges[1:])
    return Reading(text, tuple(scores), tuple(centers), tuple(edges), source)


def _gap(ink: Ink, x1: float, x2: float) -> tuple[float, float]:
    """The widest stretch without ink between two columns; empty where there is none."""
    gaps = [(float(a[1]), float(b[0])) for a, b in pairwise(ink.runs) if x1 < (a[1] + b[0]) / 2 < x2]
    return max(gaps, key=lambda gap: gap[1] - gap[0], default=(x1, x1))


# Which readings to doubt: lines in a script that the bundled model never learned.

SURE = 0.85  # a mean probability from which a Latin reading is taken as it is
_IDEOGRAPH_SURE = 0.9  # real Chinese and Japanese read at 0.96 and more, misread Hangul below 0.9
_LETTERS = 0.25  # line heights between neighbours: more than letters of a word keep
_LONE = 2.5  # line heights: a wider run is letters joined, or a bar
_TWINS = frozenset("ABCEHKMOPTXYaceopxyb")  # Latin letters that have a Cyrillic twin


def has_script(text: str, name: str) -> bool:
    """Whether a letter of ``text`` is of a script, by its Unicode name ("HANGUL", "CYRILLIC")."""
    return any(unicodedata.name(ch, "").startswith(name) for ch in text if ch.isalpha())


def is_lone(ink: Ink) -> bool:
    """Whether the ink is about as wide as high, or one low shape: one glyph, or an icon."""
    return ink.box.width <= (_LONE if len(ink.runs) == 1 else 1.5) * ink.box.height


def is_spaced_out(ink: Ink) -> bool:
    """Whether no two runs of ink are near each other, as letters of a word are: icons, or one of them.

    A wide run is no icon: Devanagari, Bengali and Gurmukhi join a word's letters by a line above them.
    """
    if is_lone(ink):
        return True
    apart, wide = _LETTERS * ink.box.height, _LONE * ink.box.height
    near = any(b[0] - a[1] < apart for a, b in pairwise(ink.runs))
    return not near and all(b - a <= wide for a, b in ink.runs)


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


def is_greek(text: str) -> bool:
    """Whether a word is Greek, of which the model knows the letters but no accents: not a lone pi or mu."""
    return any(sum("\u0370" <= ch <= "\u03ff" for ch in word) > 1 for word in text.split())


def is_look_alike(text: str) -> bool:
    """Whether words of another script are read like this: letters with twins alone, or digits alone."""
    return could_be_cyrillic(text) or text.replace(" ", "").isdecimal()


def has_mixed_twins(text: str) -> bool:
    """Words such as ``HeT`` or ``BOCKPECEHbE``: all twins, in a case pattern that no Latin word has."""
    for word in text.split():
        letters = [ch for ch in word if ch.isalpha()]
        if len(letters) < 3 or not all(ch in _TWINS for ch in letters):
            continue
        if any(a.islower() and b.isupper() for a, b in pairwise(letters[letters[0].islower() :])):
            return True  # not eBay: a lone small letter before a name is usual
    return False
