"""Names that their words around give away: greetings, calls, ways to log out, names of files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tactful.recognize.names.gazetteer import Gazetteer, labels, word_lists
from tactful.recognize.patterns.phrases import label_phrases
from tactful.recognize.patterns.scan import Line, Scan

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


# Where a name stands: labels beside it, and rows of lists that show people.

_TIME = re.compile(
    r"\d{1,2}[:.h]\d{2}(?: ?[ap]\.?m\.?)?|\d{1,3} ?(?:s|m|min|h|hr|d|w|mo|y)s?(?: ago)?"
    r"|(?:yesterday|today|now|just now|online|hier|вчера|сегодня|gestern|heute)"
    r"|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov"
    r"|dec)[a-z]* \d{1,2}|\d{1,2} (?:янв|фев|мар|апр|мая|июн|июл|авг|сен|окт|ноя|дек)\w*\.?"
    r"|\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?|\d{4}[/.-]\d{1,2}[/.-]\d{1,2}|(?:上午|下午|晚上|凌晨|午前|午後"
    r"|오전|오후) ?\d{1,2}[:时時시].*"
    r"|\d{1,2}月\d{1,2}日|\d{1,2}월 ?\d{1,2}일|昨天|今天|前天|昨日|今日|어제|오늘|刚刚"
    r"|周[一二三四五六日]|星期.|.曜日"
    r"|[월화수목금토일]요일|\d{1,3} ?(?:分钟|小时|天|分|時間|日|시간|일) ?[前전]?",
    re.I,
)


def labelled(line: Line, scan: Scan, start: int, section: str) -> bool:
    """Whether a label of ``section`` names what begins at ``start``.

    A label must be short and be little more than the label itself, so that a column or a sentence that
    only holds the word does not count.
    """
    own = line.lower[:start].strip(_EDGES)
    if own:
        hit = labels(section).first(own)
        return hit is not None and hit.start == 0 and hit.end >= len(own) - 2
    return any(_is_label(label, scan, section) for label in scan.labels(line))


@cache
def _label_words() -> frozenset[str]:
    names = word_lists()
    own = [
        word
        for section in ("person_label", "mail_label", "company_label", "job_label")
        for word in names[section]
    ]
    return frozenset(word.lower() for word in (*own, *label_phrases()))


def label_text(text: str) -> bool:
    """Whether the text is nothing but a field's label, and so no value of the label beside it."""
    bare = text.lower().strip(_EDGES + "：＊*")
    return bare in _label_words() or _NUMBER_WORD.sub("", bare) in _label_words()


_NUMBER_WORD = re.compile("(?:号码|號碼|番号|番號|번호|码|号|名称|名)$")
_EDGES = " :=>-*()"


def _is_label(label: Line, scan: Scan, section: str) -> bool:
    hit = scan.hit(label, labels(section))
    if hit is None:
        return False
    return not label.text[: hit.start].strip(_EDGES) and len(label.text[hit.end :].strip(_EDGES)) <= 2


def beside_time_or_avatar(line: Line, scan: Scan) -> bool:
    """Whether a time stands right of the line in its row, or its own initial stands left of it."""
    box = line.box
    initial = line.text.strip()[:1].lower()
    for other in scan.lines:
        if other is line:
            continue
        near, text = other.box, other.text.strip()
        _, middle = near.center
        reach = max(box.height, 1)
        in_row = box.y1 - reach // 2 <= middle <= box.y2 + reach // 2
        if in_row and near.x1 >= box.x2 - reach // 2 and len(text) <= 24 and _TIME.fullmatch(text):
            return True
        # an avatar's letter may sit between the name's line and the preview below it
        beside = near.x2 <= box.x1 + reach // 4 and abs(middle - (box.y1 + box.y2) / 2) <= 2.5 * reach
        if beside and len(text) == 1 and text.lower() == initial:
            return True
    return False
