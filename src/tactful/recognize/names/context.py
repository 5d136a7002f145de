"""Where a name stands: labels beside it, and rows of lists that show people."""

from __future__ import annotations

import re
from functools import cache

from tactful.recognize.names.gazetteer import labels, word_lists
from tactful.recognize.patterns.phrases import label_phrases
from tactful.recognize.patterns.scan import Line, Scan

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
