"""How times, dates, addresses and counts look, in the languages whose lines are split."""

from __future__ import annotations

import re

_CLOCK = r"\d{1,2}[:：]\d{2}(?:[:：]\d{2})?"
_MONTHS = (
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|janv|févr?|mars|avr|mai|juin|juil|août|déc"
    r"|mär|okt|dez|ene|abr|ago|dic"
    r"|янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)[^\W\d_]{0,8}\.?"
)
_WEEKDAYS = (
    r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?"
    r"|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche|(?:lun|mer|jeu|ven|sam|dim)\."
    r"|(?:понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|пн|вт|ср|чт|пт|сб|вс)\.?"
    r"|(?:星期|礼拜|周|週)[一二三四五六日天]|[月火水木金土日]曜日?|[월화수목금토일]요일"
)
_DAY_WORDS = (
    r"today|yesterday|tomorrow|just now|now|hier|aujourd['’]hui|demain|à l['’]instant|gestern|heute|morgen"
    r"|ayer|hoy|вчера|сегодня|завтра|только что|昨天|今天|明天|前天|刚刚|剛剛|昨日|今日|明日|一昨日|たった今"
    r"|어제|오늘|내일|그저께|방금(?: 전)?"
)
_PART_OF_DAY = r"上午|下午|晚上|凌晨|早上|中午|午前|午後|오전|오후"
_TIME = (
    rf"(?:(?:{_PART_OF_DAY})\s?)?{_CLOCK}(?:\s?[ap]\.?\s?m\b\.?)?"
    r"|\d{1,2}\s?[ap]\.?m\b\.?|\d{1,2}\s?h\s?\d{2}|(?:午前|午後)?\d{1,2}[時时点]\d{0,2}分?"
    r"|(?:오전|오후)?\s?\d{1,2}시(?:\s?\d{1,2}분)?"
)
_DATE = (
    rf"\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}|\d{{1,2}}[-/.]\d{{1,2}}[-/.]\d{{2,4}}|\d{{1,2}}/\d{{1,2}}"
    rf"|{_MONTHS}\s\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s\d{{4}})?|\d{{1,2}}(?:er|\.)?\s{_MONTHS}(?:\s\d{{4}})?"
    r"|(?:\d{2,4}年)?\d{1,2}月\d{1,2}[日号]|(?:\d{2,4}년\s?)?\d{1,2}월\s?\d{1,2}일"
)
_AGO = (
    r"\d+\s?(?:s|secs?|m|mins?|h|hrs?|d|w|wks?|mo|y|yrs?|seconds?|minutes?|hours?|days?|weeks?|months?"
    r"|years?)\.? ago|an? (?:minute|hour|day|week|month|year) ago"
    r"|il y a (?:une?|\d+)\s?(?:s|min|h|j|jours?|heures?|minutes?|semaines?|mois|ans?)\b\.?"
    r"|vor (?:einer|einem|\d+) [^\W\d_]+|hace (?:una?|\d+) [^\W\d_]+"
    r"|(?:\d+ )?(?:сек|мин|час|ч|дн|день|недел|мес|год|лет)[^\W\d_]*\.? назад"
    r"|\d+\s?(?:秒钟?|分钟?|分鐘|小时|小時|時間|天|日|周|週間?|个月|個月|[かヶカ]月|年)前"
    r"|\d+\s?(?:초|분|시간|일|주|개월|달|년)\s?전"
)
_DAY = rf"{_DATE}|{_DAY_WORDS}|{_WEEKDAYS}"
_WHEN = rf"(?:{_AGO}|(?:(?:{_WEEKDAYS}),?\s)?(?:{_DAY})(?:(?:,|\sat|\sà|\sв)?\s?(?:{_TIME}))?|{_TIME})"
_ENDS = r"(?![\w@])"

EMAIL = r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+"
_ADDRESS = rf"<{EMAIL}>|\({EMAIL}\)|{EMAIL}"
_URL = r"https?://\S+|www\.\S+\.\S+"
_PHONE = r"\+\d[\d ().-]{7,17}\d|\(\d{3}\) ?\d{3}[- ]\d{4}|\b\d{3}[-. ]\d{3,4}[-. ]\d{4}"

WHEN_LAST = re.compile(rf"(?<![\w:/.@-])(?:{_WHEN})\W?$", re.IGNORECASE)
WHEN_FIRST = re.compile(rf"(?:(?:{_DATE})(?:,?\s(?:{_TIME}))?|{_TIME}){_ENDS}", re.IGNORECASE)
VALUE_FIRST = re.compile(rf"(?:{_ADDRESS}|{_URL}|{_PHONE})(?=[\s,;]|$)")
VALUE_LAST = re.compile(rf"(?<!\S)(?:{_ADDRESS}|{_PHONE})$")
COUNT_LAST = re.compile(r"(?<!\S)(?:\(\d{1,4}\+?\)|\d{1,4}\+?|\d{1,3}(?:,\d{3})+)$")
LABEL = re.compile(r"[^\W\d_][^\d_:：<>@/]{0,27}(?::(?=\s)|:(?=[^\W\d_])|：)\s*")
# What mail programs write before a subject belongs to the subject.
REPLY = re.compile(
    r"(?:re|fwd?|aw|wg|tr|rv|rif|回复|回覆|答复|转发|轉寄|返信|転送|회신|전달|отв|пересл)\s?[:：]",
    re.IGNORECASE,
)

# Words after which a time or an address belongs to the sentence it stands in.
LEADS_ON = frozenset(
    (
        *("at", "on", "in", "by", "to", "of", "from", "for", "until", "till", "since", "before", "after"),
        *("around", "and", "or", "the", "a", "an", "is", "was", "are", "with", "per", "via"),
        *("à", "le", "la", "les", "de", "du", "des", "dès", "avant", "après", "vers", "pour", "et", "ou"),
        *("est", "chez", "um", "am", "bis", "ab", "vor", "nach", "von", "zu", "und", "der", "die", "das"),
        *("el", "los", "del", "en", "desde", "hasta", "y", "o", "es"),
        *(
            "в",
            "во",
            "на",
            "с",
            "со",
            "до",
            "по",
            "к",
            "ко",
            "от",
            "из",
            "у",
            "и",
            "или",
            "не",
            "за",
            "через",
        ),
        *(
            "около",
            "после",
            "在",
            "于",
            "於",
            "到",
            "从",
            "從",
            "和",
            "に",
            "は",
            "を",
            "と",
            "が",
            "の",
            "で",
        ),
    )
)
