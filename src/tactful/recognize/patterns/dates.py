"""Dates, times of day, spans of time, in English, Chinese, Japanese, Korean, French, Russian and German."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tactful.recognize.patterns.phrases import words
from tactful.recognize.patterns.scan import (
    DATE,
    DURATION,
    TIME,
    Kind,
    Line,
    LineRecognizer,
    Match,
    Scan,
    whole,
)
from tactful.terms import Category, Risk

_BIRTH = Kind("date", Risk.HIGH, Category.IDENTITY)

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
    r"|janv(?:ier)?|f[ée]vr?(?:ier)?|mars|avr(?:il)?|mai|juin|juil(?:let)?|ao[uû]t"
    r"|d[ée]c(?:embre)?|septembre|octobre|novembre"
    r"|янв(?:ар[яь])?|февр?(?:ал[яь])?|мар(?:та?)|апр(?:ел[яь])?|ма[яй]|июн[яь]|июл[яь]"
    r"|авг(?:уста?)?|сент?(?:ябр[яь])?|окт(?:ябр[яь])?|нояб?(?:р[яь])?|дек(?:абр[яь])?"
    r"|januar|februar|märz|juni|juli|oktober|okt|dezember|dez)\.?"
)
_DAY = (
    r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?"
    r"|sat(?:urday)?|sun(?:day)?"
    r"|lun(?:di)?|mar(?:di)?|mer(?:credi)?|jeu(?:di)?|ven(?:dredi)?|sam(?:edi)?|dim(?:anche)?"
    r"|пн|вт|ср|чт|пт|сб|вс|понедельник|вторник|сред[аеу]|четверг|пятниц[аеу]|суббот[аеу]|воскресенье"
    r"|mo|di|mi|do|fr|sa|so|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)\.?"
)
_DAY_WORD = (
    r"(?:mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|lundi|mardi"
    r"|mercredi|jeudi|vendredi|samedi|dimanche"
    r"|понедельник|вторник|сред[ау]|четверг|пятниц[ау]|суббот[ау]|воскресенье|montag|dienstag"
    r"|mittwoch|donnerstag|freitag|samstag|sonntag"
    r"|today|tonight|tomorrow|yesterday|aujourd'hui|demain|hier|сегодня|завтра|вчера|позавчера"
    r"|heute|morgen|gestern)"
)
_CJK_DAY = (
    r"(?:周[一二三四五六日天]|星期[一二三四五六日天]|[月火水木金土日]曜日?"
    r"|[월화수목금토일]요일|今天|昨天|前天|明天|后天|昨晚|今晚|今日|昨日|一昨日|明日|明後日"
    r"|오늘|어제|그제|내일|모레|방금|刚刚|たった今)"
)
_NTH = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|er|\.)?"
_CLOCK = (
    r"(?:(?:[01]?\d|2[0-4])[:.h：][0-5]\d(?:[:.][0-5]\d)?(?: ?[ap]\.?m\b\.?)?|(?:0?\d"
    r"|1[0-2]) ?[ap]\.?m\b\.?|(?:[01]?\d|2[0-3]) ?(?:uhr|ч\.?)(?: ?[0-5]\d)?"
    r"|(?:[01]?\d|2[0-3])h(?:[0-5]\d)?(?!\w))"
)
_COLON_CLOCK = (
    r"(?:(?:[01]?\d|2[0-4])[:h][0-5]\d(?:[:.][0-5]\d)?(?: ?[ap]\.?m\b\.?)?|(?:0?\d|1[0-2]) ?[ap]\.?m\b\.?)"
)
_CJK_CLOCK = (
    r"(?:(?:上午|下午|晚上|早上|中午|凌晨|午前|午後|오전"
    r"|오후) ?\d{1,2}(?:[:时時点點시] ?[0-5]?\d?分?(?: ?[0-5]\d분)?)?"
    r"|\d{1,2}[时時点點시](?![间間])(?: ?(?:[0-5]?\d[分분]|半|반))?)"
)
_ZONE = r"(?: ?(?:UTC|GMT|[PCEM][SD]T|CET|CEST|JST|KST|МСК|MSK)(?:[+-]\d{1,2})?)?"

_DATES = re.compile(
    rf"(?<![\w.])(?:(?:{_DAY}[, ]{{1,2}})?(?:"
    rf"{_MONTH} ?{_NTH}(?!\d|:)(?:,? ?(?:19|20)\d\d)?"
    rf"|{_NTH}[ .-]?(?:de )?{_MONTH}(?!\w)(?:,?[ -]?(?:19|20)?\d\d(?!:)(?: ?г\.?)?)?"
    rf"|{_MONTH} (?:19|20)\d\d)"
    r"|(?:19|20)\d\d([-/.])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])"
    r"|(?:0?[1-9]|[12]\d|3[01])([-/.])(?:0?[1-9]|[12]\d|3[01])\2(?:(?:19|20)\d\d|\d\d))(?![\w/]|[.-]\d)",
    re.I,
)
_CJK_DATES = re.compile(
    r"(?:(?:令和|平成|昭和) ?(?:\d{1,2}|元) ?年|(?:(?:19|20)\d\d"
    r"|\d\d) ?[年년]) ?(?:\d{1,2} ?[月월] ?(?:\d{1,2} ?[日号號일])?)?"
    r"|(?<!\d)\d{1,2} ?[月월] ?\d{1,2} ?[日号號일]|农历[正一二三四五六七八九十冬腊]月\S{1,3}"
)
_NUMERIC = re.compile(r"\s*(?:(?:0?[1-9]|[12]\d|3[01])[/-](?:0?[1-9]|[12]\d|3[01]))\s*")
_TIMES = re.compile(
    rf"(?<![\w.:]){_COLON_CLOCK}(?: ?- ?{_COLON_CLOCK})?{_ZONE}(?![\w:]|\.\d)|(?<![\d.:]){_CJK_CLOCK}", re.I
)
_WHOLE_TIME = re.compile(rf"\s*{_CLOCK}(?: ?[-~〜～至] ?{_CLOCK})?{_ZONE}\s*", re.I)
_AGO = re.compile(
    r"(?<!\w)(?:(?:an?|\d{1,3}) ?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w"
    r"|wks?|weeks?|mos?|months?|y|yrs?|years?) ago|just now|last (?:night|week|month|year"
    r")|in \d{1,3} (?:min|minutes|hours|days)"
    r"|il y a (?:une? |\d+ ?)[a-zéè]+|à l'instant|dans \d+ (?:min|minutes|heures|jours)"
    r"|vor (?:einem|einer|\d+) \w+|gerade eben"
    r"|(?:\d+ ?|)(?:сек|мин|час|дн|день|дня|недел|месяц|год|лет)\w*\.? назад|только что|через \d+ \w+)(?!\w)"
    r"|\d{1,3} ?(?:秒|分钟|分鐘|小时|小時|天|周|个月|月|年)(?:之)?前|\d{1,3} ?(?:秒|分|時間|日"
    r"|週間|か月|ヶ月|カ月|年)前"
    r"|\d{1,3} ?(?:초|분|시간|일|주|개월|달|년) ?전|방금 전",
    re.I,
)
# Stamps of logs and mail headers: "2026-01-29T20:12:02Z", "Thu Jan 29 21:14:03 2026 +0100"
_STAMPS = re.compile(
    r"(?<![\w.])(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[T ][0-2]\d:[0-5]\d"
    r"(?::[0-5]\d(?:[.,]\d{1,9})?)?"
    r"(?: ?(?:Z|[+-]\d\d:?\d\d|UTC|GMT))?(?!\w)"
    r"|(?<!\w)(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?: [A-Z]{3,4})?"
    r" (?:19|20)\d\d"
    r"(?: [+-]\d{4})?(?!\w)"
    r"|(?<!\w)(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{1,2} [A-Z][a-z]{2} (?:19|20)\d\d \d\d:\d\d"
    r"(?::\d\d)?(?: [+-]\d{4}| GMT| UTC)?"
    r"(?!\w)"
)
# Between a date and its time of day: "3月4日 17:20", "May 3, 2:10 PM", "le 3 mai à 14:10"
_JOINT = re.compile(r",? ?(?:at|à|um|в|kl\.?|·|•|@|-)? ?", re.I)
_DAYS = re.compile(rf"(?<!\w){_DAY_WORD}(?!\w)|{_CJK_DAY}", re.I)
_SHORT_DAY = re.compile(
    r"\s*(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|lun\.|mar\.|mer\.|jeu\.|ven\.|sam\.|dim\.|пн|вт|ср|чт"
    r"|пт|сб|вс)\.?,?\s*",
    re.I,
)
_SPANS = re.compile(
    r"(?<!\w)\d{1,3} ?(?:h|hrs?|hours?|ч|std|heures?)(?: ?\d{1,2} ?(?:m|mins?|minutes?|мин"
    r"|min)\.?)?(?!\w)|(?<!\w)\d{1,3} ?(?:mins?|minutes?|secs?|seconds?|мин"
    r"|сек)\.?(?: ?\d{1,2} ?(?:s|secs?|сек)\.?)?(?!\w)"
    r"|\d{1,3} ?(?:小时|小時|分钟|分鐘|時間|시간)(?! ?[前전])(?: ?\d{1,2} ?(?:分钟|分鐘|分|분))?"
)
_LONG_CLOCK = re.compile(r"\s*-?\d{1,3}:[0-5]\d(?:[:.][0-5]\d)?(?: ?/ ?-?\d{1,3}:[0-5]\d(?::[0-5]\d)?)?\s*")


def matches(line: Line, scan: Scan) -> Iterator[Match]:
    """Dates and times (medium, behavior_context), durations (low), dates of birth (high, identity)."""
    found: list[Match] = []
    for match in _all(line, scan):
        if not any(match.start < other.end and other.start < match.end for other in found):
            found.append(match)
    yield from _joined(line, found)


def _joined(line: Line, found: list[Match]) -> Iterator[Match]:
    """A date with its time of day as one value."""
    last: Match | None = None
    for match in sorted(found):
        pair = last is not None and {last.kind, match.kind} == {DATE, TIME}
        if last is not None and pair and _JOINT.fullmatch(line.text, last.end, match.start):
            last = _event(line, last.start, match.end, TIME, "a date with its time of day")
            continue
        if last is not None:
            yield last
        last = match
    if last is not None:
        yield last


def _all(line: Line, scan: Scan) -> Iterator[Match]:
    text, digits = line.text, any(ch.isdigit() for ch in line.text)
    if digits:
        for hit in _STAMPS.finditer(text):
            yield _graded(line, hit, TIME, "a stamp of a log or a mail")
        for pattern in (_DATES, _CJK_DATES):
            for hit in pattern.finditer(text):
                if scan.labelled(line, hit.start(), words("birth")):
                    yield Match(*hit.span(), _BIRTH, 0.88, "a date of birth beside its label")
                else:
                    yield _graded(line, hit, DATE, "a calendar date")
        if _NUMERIC.fullmatch(text) and "/" in text:
            yield Match(0, len(text), DATE, 0.5, "a day and a month")
    for hit in _AGO.finditer(text):
        yield _graded(line, hit, TIME, "a time relative to now")
    if digits:
        yield from _clock(line)
    for hit in _DAYS.finditer(text):
        alone = whole(line, *hit.span())
        yield Match(*hit.span(), DATE, 0.45 if alone else 0.4, "a day in words")
    if _SHORT_DAY.fullmatch(text):
        yield Match(0, len(text), DATE, 0.5, "a day of the week")
    if digits:
        for hit in _SPANS.finditer(text):
            alone = whole(line, *hit.span())
            yield Match(*hit.span(), DURATION, 0.5 if alone else 0.35, "a length of time")


def _clock(line: Line) -> Iterator[Match]:
    text = line.text
    if _WHOLE_TIME.fullmatch(text):
        kind = TIME
        yield Match(len(text) - len(text.lstrip()), len(text.rstrip()), kind, 0.5, "a time of day")
        return
    if _LONG_CLOCK.fullmatch(text):
        yield Match(0, len(text), DURATION, 0.6, "the length or place in a recording")
        return
    for hit in _TIMES.finditer(text):
        yield _graded(line, hit, TIME, "a time of day")


def _graded(line: Line, hit: re.Match[str], kind: Kind, reason: str) -> Match:
    return _event(line, hit.start(), hit.end(), kind, reason)


def _event(line: Line, start: int, end: int, kind: Kind, reason: str) -> Match:
    """Surer where the value is all that the line says, yet never sure: whose event it is, layout must say."""
    while end > start and line.text[end - 1] == " ":
        end -= 1
    if whole(line, start, end):
        return Match(start, end, kind, 0.55, reason)
    return Match(start, end, kind, 0.5, f"{reason} in a longer line")


DATES = LineRecognizer("patterns.dates", matches)
