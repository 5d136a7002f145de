"""From a piece of line and what was read in it to text units; unknown where nobody could read it."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from tactful.recognize.reading.alignment import unexplained
from tactful.recognize.reading.readings import (
    SURE,
    has_mixed_twins,
    is_greek,
    is_lone,
    is_look_alike,
    is_spaced_out,
    is_sure,
)
from tactful.recognize.reading.split import split
from tactful.terms import TextUnit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tactful.recognize.reading.ink import Ink
    from tactful.recognize.reading.readings import Reading
    from tactful.terms import Box

_PAD = 0.2  # ink heights around a unit's ink: glyph flanks, and the looseness of people's own boxes
_ICON = 0.6  # a mean probability below which one or two characters at an end are an icon's guess
_STRETCH = 1.2  # line heights of ink without characters: two letters, more than the flank of one
_LETTER = 0.6  # line heights of such ink that counts where it is joined to read letters
_JOINED = 0.2  # line heights between letters of one word at most
_SOLID = 0.8  # of the box inked: a bar or a pill, not letters
# A mean probability below which one glyph is an icon and a Latin reading counts as none: scripts never
# learned are read as Latin words at 0.5 to 0.8; 1 in 200 lines of real screens is there, misread.
_KNOWN = 0.75
_GUESSED = 0.5  # the same for a reader that guesses
_FOREIGN = 0.2  # of a screen's text unread: real screens that can be read stay below 0.18
_WIDE = 1.5  # heights: a wider piece counts as text there
_PLAIN = 0.98  # a mean probability from which a line on a foreign screen is taken as it is
_TEXTUAL = "°©®™№§%&@#*+<>=|~^"  # symbols that belong to text


def units_of(ink: Ink, reading: Reading, size: tuple[int, int], *, guess: bool = False) -> list[TextUnit]:
    """The units of one piece; ``size`` is the image's (width, height); ``guess`` takes unsure Latin too.

    What looks like an icon (one unsure glyph) gives none. Other ink that nobody could read gives a unit
    that is not readable.
    """
    units: list[TextUnit] = []
    spans = list(_spans(ink, reading))
    least = _GUESSED if guess else _KNOWN
    if not any(_stands(part, words, least) for part, words in spans):
        # What is misread may be misplaced as well, so all of the piece goes with it.
        return [_unknown(ink, size)] if any(_is_text(part) for part, _ in spans) else units
    for part, words in spans:
        if _stands(part, words, least):
            units.append(_unit(part, words, size))
        elif _is_text(part):
            units.append(_unknown(part, size))
    units.extend(_unknown(rest, size) for rest in _leftovers(ink, reading))
    return sorted(units, key=lambda unit: unit.box.x1)


def is_doubtful(ink: Ink, reading: Reading) -> bool:
    """Whether a second reader should look: letters are missing, or text was read that is unsure."""
    if has_mixed_twins(reading.text) or any(True for _ in _leftovers(ink, reading)):
        return True
    return any(not is_sure(words) and not is_spaced_out(part) for part, words in _spans(ink, reading))


def _spans(ink: Ink, reading: Reading) -> Iterator[tuple[Ink, Reading]]:
    """The units' texts with the ink of each."""
    for start, end in split(reading.text, reading.edges, ink.box):
        start, end = _without_icons(reading, start, end)
        words = reading.cut(start, end)
        yield ink.part(words.edges[0], words.edges[-1]) or ink, words


def _leftovers(ink: Ink, reading: Reading) -> Iterator[Ink]:
    """Letters that no character accounts for: a row of their own, or joined to letters that were read."""
    size = ink.box.height
    for a, b in unexplained(reading.text, reading.centers, ink):
        rest = ink.part(a, b)
        if rest is None:
            continue
        alone = b - a >= _STRETCH * size and not is_spaced_out(rest)
        joined = b - a >= _LETTER * size and reading.text.strip() and _is_joined(rest, ink)
        if alone or joined:
            yield rest


def _is_joined(rest: Ink, ink: Ink) -> bool:
    """Whether other ink stands as near to ``rest`` as letters of one word."""
    near = _JOINED * ink.box.height
    before = max((right for _, right in ink.runs if right <= rest.box.x1), default=-near)
    after = min((left for left, _ in ink.runs if left >= rest.box.x2), default=rest.box.x2 + 2 * near)
    return rest.box.x1 - before < near or after - rest.box.x2 < near


def _stands(ink: Ink, reading: Reading, least: float) -> bool:
    """Whether the reading may be taken as the text of that ink; Latin from a mean of ``least``."""
    if reading.source == "ocr" and (has_mixed_twins(reading.text) or is_greek(reading.text)):
        return False
    if is_sure(reading):
        return True
    return reading.confidence >= (_KNOWN if is_lone(ink) else least) and reading.latin


def without_foreign(pieces: Sequence[tuple[Ink, list[TextUnit]]], size: tuple[int, int]) -> list[TextUnit]:
    """The units of all pieces; where much of a screen's text is unread, only those of plainly Latin pieces.

    Of a script that nobody here reads, a line now and then gives a sure reading (a Georgian name as
    ``0830300``), and a short word looks like an icon: there, every other piece is unknown as a whole.
    """
    units = [unit for _, found in pieces for unit in found]
    wide = [ink.box for ink, found in pieces if not found and _is_wide(ink)]
    unread = sum(unit.box.width for unit in units if not unit.readable) + sum(box.width for box in wide)
    if unread <= _FOREIGN * (sum(unit.box.width for unit in units) + sum(box.width for box in wide)):
        return units
    units = []
    for ink, found in pieces:
        plain = bool(found) and all(unit.readable and not _is_foreign(unit) for unit in found)
        units.extend(found if plain or is_solid(ink) else [_unknown(ink, size)])
    return units


def _is_wide(ink: Ink) -> bool:
    return ink.box.width > _WIDE * ink.box.height and not is_solid(ink)


def _is_foreign(unit: TextUnit) -> bool:
    """Whether the unit may be a misread word of another script, the second reader's as well."""
    if unit.source != "ocr":
        return unit.confidence < SURE
    return unit.confidence < _PLAIN or is_look_alike(unit.text)


def _is_text(ink: Ink) -> bool:
    """Whether ink without a reading is text that nobody knows, not an icon, a bar or a rule."""
    return not is_spaced_out(ink) and not is_solid(ink)


def is_solid(ink: Ink) -> bool:
    """Whether the ink is a bar, a rule or a pill."""
    return bool(ink.mask.mean() > _SOLID and len(ink.runs) <= 2)


def _unit(ink: Ink, reading: Reading, size: tuple[int, int]) -> TextUnit:
    box = _padded(ink.box, size)
    return TextUnit(reading.text, box, reading.confidence, source=reading.source, edges=reading.edges)


def _unknown(ink: Ink, size: tuple[int, int]) -> TextUnit:
    return TextUnit("", _padded(ink.box, size), 0.0, readable=False, source="ocr", edges=(float(ink.box.x1),))


def _padded(tight: Box, size: tuple[int, int]) -> Box:
    return tight.grow(max(1, round(_PAD * tight.height))).clip(*size)


def _without_icons(reading: Reading, start: int, end: int) -> tuple[int, int]:
    """Without symbols and unsure scraps at the ends, unless nothing else is there."""
    low, high = start, end
    while high > low and (cut := _scrap(reading, range(high - 1, low - 1, -1))):
        high -= cut
    while low < high and (cut := _scrap(reading, range(low, high))):
        low += cut
    return (low, high) if low < high else (start, end)


def _scrap(reading: Reading, indices: Sequence[int]) -> int:
    """How many characters at that end are no text: a space, a symbol, or an unsure token of one or two."""
    text = reading.text
    first = text[indices[0]]
    if first.isspace() or (unicodedata.category(first) in ("So", "Sk", "No") and first not in _TEXTUAL):
        return 1
    token: list[int] = []
    for index in indices:
        if text[index].isspace():
            break
        token.append(index)
    if len(token) > 2 or len(token) == len(indices):
        return 0
    return len(token) if sum(reading.scores[i] for i in token) / len(token) < _ICON else 0
