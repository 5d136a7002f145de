"""Text of the lexical judge: clean characters, and cut a message into sentences, bullets and paragraphs."""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass, field

from tactful.score.lexical.words import listed

_TABLE = {
    **dict.fromkeys(map(ord, "‐‑‒–—―−﹣－"), "-"),
    **dict.fromkeys(map(ord, "‘’‚‛′´`ʼ＇"), "'"),
    **dict.fromkeys(map(ord, "“”„‟″«»＂"), '"'),
    **dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"), None),
    ord("×"): "x",
    ord("\r"): "\n",
    ord("\t"): " ",
}
_BREAK = re.compile(r"<\s*(?:br|/?p|/?div|/?li|/?tr|/?ul|/?ol|/?table|/?h[1-6])\b[^<>]*>", re.I)
_TAG = re.compile(r"</?(?:b|i|u|em|strong|span|code|td|th|a|font|small|sup|sub|html|body)\b[^<>]*>", re.I)
_LINK = re.compile(r"\[([^\[\]\n]+)\]\((?:https?:|mailto:)[^()\s]*\)")
_EMPHASIS = re.compile(r"\*+|~~|__+|(?m:^[ ]*#{1,6}[ ]+)|(?m:^[ ]*>+[ ]?)")
_BULLET = re.compile(r"[ ]*(?:[-•·●▪◦‣+o]|\(?\d{1,2}[.)]|\(?[a-zA-Z][.)])[ ]+(?=\S)|[ ]*\|")
_LEAD = re.compile(r"^[ ]*(?:[-•·●▪◦‣+]|\d{1,2}[.)])[ ]+")
_END = re.compile(r"[.!?…]+[\"')\]]*\s+(?=[\"'(\[]*\w)")
_LAST_WORD = re.compile(r"([^\W\d_](?:[^\W\d_]|\.(?=[^\W\d_]))*)$")
_NEXT_WORD = re.compile(r"[\"'(\[]*(\w+)")
_TITLES = frozenset(listed("titles"))
_SHORT = frozenset(listed("short"))
_STARTERS = frozenset(listed("starters"))
_WRAP = 60  # a line this long may have been broken by a mail program


@dataclass(frozen=True, slots=True)
class Segment:
    """One sentence, bullet or table row: [start, end) in the cleaned text, and its paragraph's number."""

    start: int
    end: int
    paragraph: int


@dataclass(frozen=True, slots=True)
class CleanText:
    """Cleaned text and its segments, in order."""

    text: str = field(repr=False)
    segments: tuple[Segment, ...] = field(repr=False)

    def sentence(self, segment: Segment) -> str:
        """The segment as a person reads it: one line, without its bullet."""
        raw = _LEAD.sub("", self.text[segment.start : segment.end], count=1)
        return " ".join(raw.split()).strip("| ")


def clean(text: str) -> CleanText:
    """``text`` with one kind of dash, quote and space, without markup, cut into segments."""
    if "&" in text:
        text = html.unescape(text)
    text = unicodedata.normalize("NFKC", text.translate(_TABLE)).translate(_TABLE)
    if "<" in text:
        text = _TAG.sub(" ", _BREAK.sub("\n", text))
    if "](" in text:
        text = _LINK.sub(r"\1", text)
    text = _EMPHASIS.sub("", text)
    return CleanText(text, tuple(_segments(text)))


def _segments(text: str) -> list[Segment]:
    found: list[Segment] = []
    cased = not (text.islower() or text.isupper())
    paragraph = 0
    start = at = 0
    lines = text.split("\n")
    for number, line in enumerate(lines):
        end = at + len(line)
        following = lines[number + 1] if number + 1 < len(lines) else ""
        if not line.strip():
            paragraph += 1
            start = end + 1
        elif not _goes_on(line, following):
            found.extend(_sentences(text, start, end, paragraph, cased))
            start = end + 1
        at = end + 1
    return found


def _goes_on(line: str, following: str) -> bool:
    """Whether ``following`` continues the sentence of ``line``: it was wrapped, not ended."""
    rest = following.lstrip()
    if not rest or _BULLET.match(following) or line.lstrip().startswith("|"):
        return False
    last = line.rstrip()[-1:]
    if last in ".!?:;…":
        return False
    return rest[0].islower() or len(line) >= _WRAP


def _sentences(text: str, start: int, end: int, paragraph: int, cased: bool) -> list[Segment]:
    found = []
    for stop in _END.finditer(text, start, end):
        if stop[0][0] == "." and not _ends(text, start, stop, cased):
            continue
        found.append(Segment(start, stop.end(), paragraph))
        start = stop.end()
    if text[start:end].strip():
        found.append(Segment(start, end, paragraph))
    return found


def _ends(text: str, start: int, stop: re.Match[str], cased: bool) -> bool:
    """Whether a full stop ends a sentence, seen from the words around it.

    ``cased``: the text has capitals and small letters, so that a small letter goes on with the sentence.
    """
    before = text[max(start, stop.start() - 12) : stop.start()]
    if before.strip(" \"'(").isdigit() and start + 4 > stop.start():
        return False  # the number of a list item
    following = _NEXT_WORD.match(text, stop.end())
    after = following[1] if following else ""
    if cased and after[:1].islower():
        return False
    last = _LAST_WORD.search(before)
    if last is None:
        return True
    word, after = last[1].casefold(), after.casefold()
    if word in ("no", "nos"):
        return not after[:1].isdigit()
    if word in _TITLES:
        return False
    if word in _SHORT or (len(word) == 1 and word != "i"):
        return cased and after in _STARTERS
    return True
