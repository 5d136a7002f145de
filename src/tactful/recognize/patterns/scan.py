"""What every pattern family shares: folded lines, their labels on the screen, and matches."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tactful.recognize.patterns.phrases import Hit, Phrases, words
from tactful.recognize.view import Finding, ScreenView
from tactful.terms import Box, Category, Risk, TextUnit


class Kind(NamedTuple):
    """A type of value with its usual risk and category (GUIGuard-Bench, Tables 4 and 5)."""

    type: str
    risk: Risk
    category: Category | None


PERSON = Kind("person", Risk.HIGH, Category.IDENTITY)
USERNAME = Kind("username", Risk.HIGH, Category.IDENTITY)
ACCOUNT = Kind("account", Risk.HIGH, Category.IDENTITY)
ID_NUMBER = Kind("id_number", Risk.HIGH, Category.IDENTITY)
OTP = Kind("otp", Risk.HIGH, Category.IDENTITY)
SECRET = Kind("secret", Risk.HIGH, Category.IDENTITY)
EMAIL = Kind("email", Risk.HIGH, Category.CONTACT_FINANCIAL)
PHONE = Kind("phone", Risk.HIGH, Category.CONTACT_FINANCIAL)
ADDRESS = Kind("address", Risk.HIGH, Category.CONTACT_FINANCIAL)
CARD = Kind("card", Risk.HIGH, Category.CONTACT_FINANCIAL)
BANK = Kind("bank", Risk.HIGH, Category.CONTACT_FINANCIAL)
AMOUNT = Kind("amount", Risk.MEDIUM, Category.CONTACT_FINANCIAL)
COMPANY = Kind("company", Risk.MEDIUM, Category.CONTACT_FINANCIAL)
EDUCATION = Kind("education", Risk.MEDIUM, Category.CONTACT_FINANCIAL)
JOB = Kind("job", Risk.MEDIUM, Category.CONTACT_FINANCIAL)
IP = Kind("ip", Risk.HIGH, Category.TECHNICAL_DEVICE)
MAC = Kind("mac", Risk.HIGH, Category.TECHNICAL_DEVICE)
DEVICE = Kind("device", Risk.HIGH, Category.TECHNICAL_DEVICE)
URL = Kind("url", Risk.MEDIUM, Category.BEHAVIOR_CONTEXT)
URL_SECRET = Kind("url", Risk.HIGH, Category.IDENTITY)
TIME = Kind("time", Risk.MEDIUM, Category.BEHAVIOR_CONTEXT)
DATE = Kind("date", Risk.MEDIUM, Category.BEHAVIOR_CONTEXT)
DURATION = Kind("time", Risk.LOW, Category.BEHAVIOR_CONTEXT)
ORDER = Kind("order", Risk.MEDIUM, Category.BEHAVIOR_CONTEXT)
LOCATION = Kind("location", Risk.MEDIUM, Category.BEHAVIOR_CONTEXT)
COORDINATES = Kind("coordinates", Risk.HIGH, Category.BEHAVIOR_CONTEXT)


class Match(NamedTuple):
    """A value in ``Line.text[start:end]``: what it is, how sure, and why (never with the value)."""

    start: int
    end: int
    kind: Kind
    confidence: float
    reason: str


@dataclass(frozen=True, slots=True)
class Line:
    """One readable unit, folded. ``index`` is its place in the view."""

    index: int
    unit: TextUnit
    folded: Folded = field(repr=False)

    @property
    def text(self) -> str:
        return self.folded.text

    @property
    def lower(self) -> str:
        return self.folded.lower

    @property
    def box(self) -> Box:
        return self.unit.box

    def as_digits(self) -> Line | None:
        """The line with letters among digits read as digits ("4l11", "65O"); None where nothing changes."""
        text = _SLIPPED.sub(_to_digits, self.text)
        if text == self.text:
            return None
        return replace(self, folded=replace(self.folded, text=text, lower=text.lower()))


# Letters that OCR takes for digits, in groups of digits or alone between them; words, and codes that begin
# with letters, stay as they are.
_SLIPPED = re.compile(r"(?<![^\W\d_])[\dOoQDIl|SBZ()+. /-]{3,}(?![^\W\d_])")
_GROUP = re.compile(r"(?<!\w)(?:(?![A-Za-z]{2})[\dOoQDIl|SBZ]*\d[\dOoQDIl|SBZ]*|[Oo]+|[lI|QDSBZ])(?!\w)")
_LOOKALIKES = str.maketrans("OoQDIl|SBZ", "0000111582")


def _to_digits(run: re.Match[str]) -> str:
    read = _GROUP.sub(lambda group: group.group().translate(_LOOKALIKES), run.group())
    slips = sum(a != b for a, b in zip(run.group(), read, strict=True))
    return read if slips <= sum(ch.isdigit() for ch in run.group()) else run.group()


class Scan:
    """One pass over a view: its readable lines, and the labels that stand beside a line.

    Made anew for each view, so that nothing of a screen outlives the call. Answers are kept, as one line
    is the label of several others.
    """

    def __init__(self, view: ScreenView) -> None:
        self.view = view
        self.lines = tuple(
            Line(i, unit, normalise(unit.text))
            for i, unit in enumerate(view.units)
            if unit.readable and unit.text.strip()
        )
        self._places = [(*line.unit.box.tuple(), line) for line in self.lines]
        self._labels: dict[int, tuple[Line, ...]] = {}
        self._hits: dict[tuple[int, int], Hit[str] | None] = {}
        self._on_screen: dict[int, bool] = {}

    def labels(self, line: Line) -> tuple[Line, ...]:
        """The lines that may name ``line``: the nearest one left in its row, and up to two right above."""
        known = self._labels.get(line.index)
        if known is None:
            known = self._labels[line.index] = tuple(self._look(line))
        return known

    def hit(self, line: Line, phrases: Phrases[str]) -> Hit[str] | None:
        """The first of ``phrases`` in the whole line. The lists live as long as the process."""
        key = line.index, id(phrases)
        if key not in self._hits:
            self._hits[key] = phrases.first(line.lower)
        return self._hits[key]

    def beside(self, line: Line, phrases: Phrases[str], longest: int = 60) -> bool:
        """Whether one of the labels of ``line``, no longer than ``longest``, holds one of ``phrases``."""
        return any(
            len(label.text) <= longest and self.hit(label, phrases) is not None for label in self.labels(line)
        )

    def labelled(self, line: Line, start: int, phrases: Phrases[str]) -> bool:
        """Whether ``phrases`` name the value at ``start``: in the line before it, its hint, or beside it."""
        own = self.hit(line, phrases)
        if own is not None and own.end <= start:
            return True
        if own is not None and phrases.first(line.lower[:start]) is not None:
            return True
        if line.unit.hint and phrases.first(identifier_words(line.unit.hint)) is not None:
            return True
        return self.beside(line, phrases)

    def mentions(self, phrases: Phrases[str]) -> bool:
        """Whether any line of the screen holds one of ``phrases``."""
        known = self._on_screen.get(id(phrases))
        if known is None:
            known = any(self.hit(line, phrases) is not None for line in self.lines)
            self._on_screen[id(phrases)] = known
        return known

    def _look(self, line: Line) -> Iterator[Line]:
        """A label overlaps its value's row on the left, or stands over it with their spans overlapping."""
        x1, y1, x2, y2 = line.unit.box.tuple()
        reach = max(y2 - y1, 1)
        left: tuple[int, Line] | None = None
        above: list[tuple[int, int, Line]] = []
        for ox1, oy1, ox2, oy2, other in self._places:
            if other is line or oy1 > y2:
                continue
            if y1 <= (oy1 + oy2) / 2 <= y2 and ox2 <= x1 + reach // 2:
                if left is None or ox2 > left[0]:
                    left = ox2, other
            elif 0 <= y1 - oy2 + reach // 3 <= 3 * reach and ox1 < x2 and x1 < ox2:
                above.append((-oy2, other.index, other))
        if left is not None:
            yield left[1]
        yield from (other for _, _, other in sorted(above)[:2])


def identifier_words(identifier: str) -> str:
    """A resource id or accessible name as words: ``com.app:id/phoneNumber_edit`` -> ``phone number edit``."""
    tail = identifier.rsplit("/", 1)[-1]
    spaced = "".join(
        f" {ch}" if ch.isupper() and i and tail[i - 1].islower() else ch for i, ch in enumerate(tail)
    )
    return spaced.replace("_", " ").replace("-", " ").lower()


@dataclass(frozen=True, slots=True)
class LineRecognizer:
    """A recognizer that looks at one line at a time, with the scan for context.

    ``numeric``: its values are digits, so a line is also matched with the letters that OCR takes for digits
    read as digits.
    """

    name: str
    matches: Callable[[Line, Scan], Iterator[Match]] = field(repr=False)
    numeric: bool = False

    def find(self, view: ScreenView) -> Iterator[Finding]:
        """Findings with spans inside their unit's text, in reading order."""
        scan = Scan(view)
        yield from self.find_in(scan.lines, scan)

    def find_in(self, lines: Iterable[Line], scan: Scan) -> Iterator[Finding]:
        """The findings in some of the lines of a scan."""
        for line in lines:
            found = dict.fromkeys(self.matches(line, scan))
            if self.numeric and (plain := line.as_digits()) is not None:
                found.update(dict.fromkeys(self.matches(plain, scan)))
            for match in found:
                start, end = line.folded.span(match.start, match.end)
                kind = match.kind
                yield Finding(
                    unit=line.index,
                    type=kind.type,
                    risk=kind.risk,
                    category=kind.category,
                    confidence=match.confidence,
                    reason=match.reason,
                    source=self.name,
                    start=start,
                    end=end,
                )


_EXAMPLE = re.compile(
    r"(?:\be\.? ?g\.?|\bfor (?:example|instance)|\bsuch as|\bexample:|\bp\.? ?ex\.?"
    r"|\bpar exemple|\bsample:?|\bplaceholder:?|\bbeispiel:|\bпример:|\bнапример"
    r"|\bz\. ?b\.|\bzum beispiel|例如|比如|例えば|例[:：]|예[:：]|예를 들어|예시)[^\w]{0,4}$",
    re.I,
)


def example(line: Line, start: int) -> bool:
    """Whether words right before the value call it an example: help text, and nobody's own."""
    return _EXAMPLE.search(line.text, max(0, start - 24), start) is not None


def service(line: Line, scan: Scan, start: int) -> bool:
    """Whether words before the value, in its line, call it the way to a service that anybody may use."""
    hit = scan.hit(line, words("help_contact"))
    return hit is not None and hit.end <= start


def whole(line: Line, start: int, end: int, *, slack: str = " .,;:()[]<>-·|") -> bool:
    """Whether the span is all that the line says, but for ``slack``."""
    return not line.text[:start].strip(slack) and not line.text[end:].strip(slack)


# Text folded to plain forms for matching, with a map back to the characters that stand on the screen.

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
