"""What the characters of a text show by themselves: times, counts, amounts, names, prose."""

from __future__ import annotations

import re
from functools import lru_cache

from tactful.recognize.layout.lexicon import fold, has_cjk, lexicon, remembered, squash

_CLOCK = re.compile(
    r"^(上午|下午|午前|午後|凌晨|晚上|早上|中午|오전|오후)?\s*"
    r"(\d{1,2}\s?[:：]\s?\d{2}(\s?[:：]\d{2})?|([01]\d|2[0-3])\.[0-5]\d)\s?([ap]\.?\s?m\.?)?$"
    r"|^\d{1,2}\.[0-5]\d\s?[ap]\.?\s?m\.?$",
    re.IGNORECASE,
)
_MONTH = (
    r"(jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|august|september|"
    r"october|november|december|janv|févr|fév|mars|avr|avril|mai|juin|juil|juillet|août|sept|octobre|déc|décembre|"
    r"novembre|янв\w*|фев\w*|мар\w*|апр\w*|ма[йя]|июн\w*|июл\w*|авг\w*|сен\w*|окт\w*|ноя\w*|дек\w*)\.?"
)
_DAY = (
    r"(mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|"
    r"lun|mar|mer|jeu|ven|sam|dim|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|пн|вт|ср|чт|пт|сб|вс|"
    r"周[一二三四五六日天]|星期[一二三四五六日天]|[月火水木金土日]曜日?|[월화수목금토일]요일)\.?"
)
_DATE = re.compile(
    rf"^(({_DAY}),?\s*)?(({_MONTH}\s*\d{{1,2}}(st|nd|rd|th)?|\d{{1,2}}(er)?\s*{_MONTH})(,?\s*\d{{4}}\s?(г\.?)?)?"
    r"|\d{4}\s?[-/.年년]\s?\d{1,2}\s?[-/.月월]\s?\d{1,2}\s?[日号일]?\.?"
    r"|\d{1,2}\s?[-/月월]\s?\d{1,2}\s?[日号일]?\.?"
    # With a dot only what can be a month and a day: 0.31 and 21.90 are figures.
    r"|((0?[1-9]|1[0-2])\.\s?(0?[1-9]|[12]\d|3[01])|(0?[1-9]|[12]\d|3[01])\.(0[1-9]|1[0-2]))\.?"
    r"|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}[/.-]\d{1,2}[/.-]\d{1,2})"
    rf"(\s*[(（]?{_DAY}[)）]?)?"
    r"([,，]?\s*(at|à|в|·)?\s*(上午|下午|午前|午後|오전|오후)?\s*\d{1,2}[:：]\d{2}(:\d{2})?\s?([ap]\.?m\.?)?)?$",
    re.IGNORECASE,
)
_WHEN = (
    r"(today|yesterday|just now|now|今天|昨天|前天|刚刚|剛剛|今日|昨日|一昨日|たった今|"
    r"오늘|어제|그저께|방금|aujourd'hui|hier|"
    r"avant-hier|à l'instant|сегодня|вчера|позавчера|только что|сейчас)"
)
_AGO = re.compile(
    r"^(\d{1,3}|a|an|one)\s?(s|m|h|d|w|mo|y|sec\w*|min\w*|hours?|hrs?|days?|weeks?|months?|years?|j|с|м|ч|д)\.?\s?(ago)?$"
    r"|^\d{1,3}\s?(秒|分钟|分鐘|小时|小時|天|周|個月|个月|年|分|時間|日|週間|か月|ヶ月|초|분|시간|일|주|개월|년)\s?(前|전)$"
    r"|^il y a \d+ \w+\.?$|^\d+ \w+\.? назад$",
    re.IGNORECASE,
)
_RELATIVE = re.compile(
    rf"^({_WHEN}|{_DAY})([,，·]?\s*(at|à|в)?\s*(上午|下午|午前|午後|오전|오후)?\s*\d{{1,2}}[:：]\d{{2}}\s?([ap]\.?m\.?)?)?$",
    re.IGNORECASE,
)
_COUNT = re.compile(r"^[(（]?(\d{1,3}\+?|\d{1,2},\d{3}|\d+(\.\d)?[kK]\+?)[)）]?$")
_NEW_COUNT = re.compile(
    r"^\d{1,3}\+? (new|unread|nouveaux?|новых|новые|новое)$|^\d{1,3}\s?(条新消息|件の新着|개)$", re.IGNORECASE
)
_MONEY = re.compile(
    r"[-+−–]?\s?([$€£¥￥₽₩₹]|RMB|CNY|USD|EUR|JPY|KRW|RUB)\s?[-+]?\d[\d.,\s]*|"
    r"[-+−–]?\d[\d.,\s ]*\s?([€₽₩円元원]|руб\.?|USD|EUR|CNY|RUB|₽)",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"^[-+−–]\s?[$€£¥￥₽₩]?\s?\d[\d.,\s]*([€₽円元원]|руб)?")
_PHONE = re.compile(r"^[+(（]?\d[\d\s().（）·-]{6,18}\d$")
_IP = re.compile(r"^\d{1,3}(\.\d{1,3}){3}$")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+")
_DOMAIN = re.compile(
    r"^(https?://)?([\w-]+\.)+(com|org|net|io|dev|app|edu|gov|cn|jp|kr|fr|ru|de|uk|co|me|tv|ai|info)(/\S*)?$",
    re.I,
)
_LATIN_WORD = re.compile(r"^[A-ZÀ-ÖØ-ÞŒА-ЯЁ][\w'’.-]*$")
_HANGUL = re.compile(r"^[가-힣]{2,4}$")
_HAN = re.compile(r"^[一-鿿]{2,4}$")
_KANA_NAME = re.compile(r"^[ァ-ヶー]{2,6}[ 　・][ァ-ヶー]{2,6}$")
_SENTENCE_END = re.compile(r"[.!?。！？…]$|\.\.\.$")


def is_clock(text: str) -> bool:
    """A time of day and nothing else."""
    return _CLOCK.match(text.strip()) is not None


def is_date(text: str) -> bool:
    """A calendar date and nothing else, perhaps with a weekday or a time."""
    return _DATE.match(text.strip()) is not None


@remembered
def is_time(text: str) -> bool:
    """A time, a date or a phrase such as "2 days ago", and nothing else."""
    plain = text.strip().strip("·•- ")
    return bool(_CLOCK.match(plain) or _DATE.match(plain) or _AGO.match(plain) or _RELATIVE.match(plain))


@remembered
def is_count(text: str) -> bool:
    """A small number as counters and badges show it."""
    plain = text.strip()
    return bool(_COUNT.match(plain) or _NEW_COUNT.match(plain))


def is_money(text: str) -> bool:
    """An amount with its currency and nothing else."""
    return _MONEY.fullmatch(text.strip()) is not None or _SIGNED.fullmatch(text.strip()) is not None


def has_money(text: str) -> bool:
    return _MONEY.search(text) is not None


def is_signed(text: str) -> bool:
    """An amount with a plus or minus before it, as statements show it."""
    return _SIGNED.match(text.strip()) is not None


def is_phone(text: str) -> bool:
    """A number that could be dialled (seven digits or more)."""
    plain = text.strip()
    digits = sum(c.isdigit() for c in plain)
    if _PHONE.match(plain) is None or is_time(plain) or _IP.match(plain):
        return False
    return 7 <= digits <= 13 and not (digits == len(plain) and digits > 11)


def has_email(text: str) -> bool:
    return _EMAIL.search(text) is not None


def is_domain(text: str) -> bool:
    """A web address or host name and nothing else."""
    return _DOMAIN.match(text.strip()) is not None


def is_file(text: str) -> bool:
    """A file name with an extension that programs know."""
    stem, dot, suffix = text.strip().rpartition(".")
    return bool(dot and stem) and suffix.casefold() in lexicon().cues["file_suffixes"]


@remembered
def word_count(text: str) -> float:
    """Words, where two characters of Chinese or Japanese make one."""
    wide = sum(has_cjk(c) for c in text)
    return wide / 2 + sum(any(c.isalnum() for c in w) and not has_cjk(w) for w in text.split())


@remembered
def is_prose(text: str) -> bool:
    """Running text: several words, or a sentence."""
    count = word_count(text)
    return count >= 5 or (count >= 3 and _SENTENCE_END.search(text.strip()) is not None)


@remembered
def is_name(text: str) -> bool:
    """A text with the shape of a personal name in one of the seven languages; no promise that it is one."""
    plain = text.strip().rstrip(",")
    words = lexicon()
    if (
        not plain
        or any(c.isdigit() for c in plain)
        or len(plain) > 40
        or words.known(plain)
        or squash(plain) in words.apps
    ):
        return False
    if has_honorific(plain):
        return True
    if has_cjk(plain):
        return _cjk_name(plain)
    if _HANGUL.match(plain):
        return plain[0] in words.cue_lists["person_surnames_ko"][0] and len(plain) == 3
    return _spelled_name(plain)


def _spelled_name(text: str) -> bool:
    parts = text.split()
    if not 2 <= len(parts) <= 4 or not all(_LATIN_WORD.match(p) for p in parts):
        return False
    if is_organisation(text) or any(len(p) > 2 and p.isupper() for p in parts):
        return False
    tokens = lexicon().tokens
    return not any(fold(p) in tokens for p in parts)


def _cjk_name(text: str) -> bool:
    words = lexicon()
    joined = text.replace(" ", "").replace("\u3000", "")
    if _KANA_NAME.match(text):
        return True
    if not _HAN.match(joined) or words.composed(joined):
        return False
    if len(joined) >= 3 and joined.startswith(words.cue_lists["person_surnames_ja"]):
        return True
    return joined[0] in words.cue_lists["person_surnames_zh"][0] and len(joined) <= 3


def has_honorific(text: str) -> bool:
    """A title or kinship word that only people carry (Dr, さん, 妈妈)."""
    folded = fold(text)
    marks = lexicon().cues["honorifics"]
    if has_cjk(folded) or re.search(r"[가-힣]", folded):
        return len(folded) <= 8 and (
            folded in marks
            or any(len(m) >= 1 and folded.endswith(m) and len(folded) > len(m) for m in _asian_marks())
        )
    words = folded.split()
    return bool(words) and len(words) <= 4 and (words[0] in marks or words[0].rstrip(".") in marks)


@lru_cache(maxsize=1)
def _asian_marks() -> tuple[str, ...]:
    return tuple(
        m
        for m in lexicon().cues["honorifics"]
        if not m.isascii() and not re.search(r"[а-яà-ÿ]", m) and m not in "总君형"
    )


@remembered
def is_organisation(text: str) -> bool:
    """A sender with a word that only firms, offices and services carry."""
    folded = fold(text)
    marks = lexicon().cues["organisation_words"]
    if has_cjk(folded) or re.search(r"[가-힣]", folded):
        return any(m in folded for m in marks if not m.isascii())
    return any(w.strip(".,()") in marks for w in folded.split()) or folded.endswith(
        (".com", ".org", ".net", ".io")
    )


@remembered
def special(text: str) -> str | None:
    """The special category that the text touches (health, religion, politics, sexuality), or None."""
    return next((name for name, pattern in lexicon().sensitive.items() if pattern.search(text)), None)
