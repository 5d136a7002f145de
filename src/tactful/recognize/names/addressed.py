"""Names that their words around give away: greetings, calls, ways to log out, names of files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tactful.recognize.names.gazetteer import Gazetteer, labels, word_lists

LETTER = r"A-Za-z\u00c0-\u024f\u0400-\u04ff"


class Spot(NamedTuple):
    """A name in ``text[start:end]``, how sure, and why."""

    start: int
    end: int
    confidence: float
    reason: str


_NAME = rf"[A-Z\u00c0-\u00deА-ЯЁ][{LETTER}]*(?:['-][{LETTER}]+)*"
_AFTER_ME = re.compile(rf", ?({_NAME}(?: {_NAME})?)(?=$|,| ?[(\d])")
_BEFORE_EXIT = re.compile(rf"({_NAME}(?: {_NAME}){{1,3}})(?: ?[-|·•–—(] ?| {{2,}}|, ?)")
_NEXT_NAME = re.compile(rf",? ({_NAME})(?! [A-Z\u00c0-\u00deА-ЯЁ])(?=$|[\s,.!?;:-])")


def spoken_to(text: str, names: Gazetteer) -> Iterator[Spot]:
    """Names that no list needs to know: whom a greeting speaks to, who is to be called, who may log out."""
    lower = text.lower()
    begin = len(text) - len(text.lstrip())
    greeting = labels("greeting").first(lower[: begin + 20])
    if greeting and greeting.start == begin:
        hit = _NEXT_NAME.match(text, greeting.end)
        if (
            hit
            and _could_be_name(hit.group(1), names)
            and text[hit.end() : hit.end() + 1] in ("", ",", "!", ".", ":")
        ):
            yield Spot(*hit.span(1), 0.8, "a name after a greeting")
    me = labels("me").first(lower[: begin + 5])
    if me and me.start == begin:
        hit = _AFTER_ME.match(text, me.end)
        if hit and all(_could_be_name(word, names) for word in hit.group(1).split()):
            yield Spot(*hit.span(1), 0.8, "a name beside oneself among those who write")
    for out in labels("log_out").find(lower):
        hit = _BEFORE_EXIT.search(text, 0, out.start)
        if hit and hit.end() == out.start and all(_could_be_name(w, names) for w in hit.group(1).split()):
            yield Spot(*hit.span(1), 0.87, "a name beside the way to log out")
    for call in labels("calls_for").find(lower):
        hit = _NEXT_NAME.match(text, call.end)
        if hit and "," not in hit.group() and _could_be_name(hit.group(1), names):
            yield Spot(*hit.span(1), 0.5, "a capitalised word after one that calls for a name")


@cache
def _nameless() -> frozenset[str]:
    """Whom one greets without a name."""
    return frozenset(word_lists()["nameless"])


def _could_be_name(word: str, names: Gazetteer) -> bool:
    lower = word.lower()
    return (
        len(word) > 2
        and not word.isupper()
        and lower not in _nameless()
        and not any(lower in group for group in (names.interface, names.ambiguous, names.cities))
    )


_FILE = re.compile(
    r"[^\s/\\]*[^\W\d_][^/\\]*?\.(?:pdf|docx?|odt|rtf|txt|md|xlsx?|ods|csv|pptx?|key|pages|jpe?g|png|heic|gif"
    r"|webp|tiff?|mp[34]|m4a|wav|mov|avi|mkv|zip|rar|7z|eml|ics|vcf|html?)(?!\w)",
    re.I,
)
_FILE_WORD = re.compile(rf"[{LETTER}]+")


def in_file_names(text: str, names: Gazetteer) -> Iterator[Spot]:
    """Names in the name of a file, whose words underscores, hyphens or spaces part."""
    for hit in _FILE.finditer(text) if "." in text else ():
        stem = hit.end() - len(hit.group().rsplit(".", 1)[1]) - 1
        found = list(_FILE_WORD.finditer(text, hit.start(), stem))
        known = [
            word.group().lower() in names.first
            and word.group()[0].isupper()
            and len(word.group()) > 2
            and word.group().lower() not in names.ambiguous
            and word.group().lower() not in names.interface
            for word in found
        ]
        for index, word in enumerate(found):
            if not known[index]:
                continue
            end = word.end()
            after = found[index + 1] if index + 1 < len(found) else None
            if (
                after
                and after.start() == end + 1
                and after.group()[0].isupper()
                and after.group().lower() in names.last
            ):
                end = after.end()
            yield Spot(word.start(), end, 0.7, "a first name in the name of a file")
