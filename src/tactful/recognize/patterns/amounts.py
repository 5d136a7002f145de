"""Amounts of money. Whether one is a person's own or a public price is for layout to say."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tactful.recognize.patterns.phrases import words
from tactful.recognize.patterns.scan import AMOUNT, Line, LineRecognizer, Match, Scan

_SIGN = (
    r"(?:US\$|HK\$|NT\$|CA\$|AU?\$|S\$|R\$|C\$|MX\$|\$|€|£|¥|₩|₽|₹|₺|₫|฿|₱|₴|₦|zł|元|RMB|CN¥|JP¥|﷼"
    r"|₿|Rp|RM|kr\.?)"
)
_CODE = (
    r"(?-i:USD|EUR|GBP|CNY|RMB|JPY|KRW|RUB|INR|CAD|AUD|CHF|HKD|TWD|SGD|BRL|MXN|SEK|NOK|DKK|PLN|TRY"
    r"|VND|THB|BTC|ETH|USDT|USDC)"
)
_NUM = r"\d{1,3}(?:[., '\u00a0]\d{3})*(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,8})?"
_BEFORE = re.compile(
    rf"(?<![A-Za-z0-9_\u00c0-\u04ff.])[+-]? ?(?:{_SIGN}"
    rf"|{_CODE}) ?[+-]?(?:{_NUM})(?: ?(?:k|m|bn|万|亿|億|만|억|тыс"
    rf"|млн)\b\.?)?(?![A-Za-z0-9_\u00c0-\u04ff]|[.,]\d)",
    re.I,
)
_AFTER = re.compile(
    rf"(?<![A-Za-z0-9_\u00c0-\u04ff.,])[+-]?(?:{_NUM}) ?(?:€"
    rf"|₽|₩|£|\$|¥|zł|Kč|kr\b|{_CODE}\b|dollars?\b|euros?\b"
    rf"|pounds?\b|руб(?:\.|лей|ля|ль)?|р\.(?!\w)|рублей"
    r"|[万亿億]?[元円圓]|万円|块钱?|人民币|[만억천]? ?원)(?![A-Za-z])",
    re.I,
)
# "7,200 a year", "41k": numbers that a line about earning or owing means as money.
_LOOSE = re.compile(
    r"(?<![A-Za-z0-9_\u00c0-\u04ff.,$€£¥₩₽-])(?:\d{1,3}(?:[, '\u00a0]\d{3})+"
    r"(?:\.\d{1,2})?|\d{1,4}(?:[.,]\d)? ?k|\d{1,5}[.,]\d{2}"
    r"|\d{1,5}(?:\.\d)? ?[万萬만億억])(?![A-Za-z0-9_\u00c0-\u04ff%]"
    r"|[.,:/-]\d| ?(?:km|kg|ms|kb|mb|gb|px|h|%)\b)",
    re.I,
)
# "740 in total", "85 each": whole numbers that the words behind them make money
_SUMMED = re.compile(
    r"(?<![\w.,:/-])\d{2,6}(?= (?:in total|altogether|all in"
    r"|a head|per head|a night|per night|au total|en tout"
    r"|insgesamt|pro nacht|par nuit)(?!\w))",
    re.I,
)
_BARE = re.compile(r"\s*[+-]? ?\d{1,3}(?:[, ]\d{3})*[.,]\d{2}\s*")


def matches(line: Line, scan: Scan) -> Iterator[Match]:
    """Amounts (medium, contact_financial); surer with a sign or beside a word of accounts."""
    text = line.text
    if not any(ch.isdigit() for ch in text):
        return
    taken: list[tuple[int, int]] = []
    for pattern in (_BEFORE, _AFTER):
        for hit in pattern.finditer(text):
            start, end = hit.span()
            start += len(hit.group()) - len(hit.group().lstrip())
            if not any(start < b and a < end for a, b in taken):
                taken.append((start, end))
                yield _grade(line, scan, start, end)
    if scan.hit(line, words("earning")) is not None:
        for hit in _LOOSE.finditer(text):
            if not any(hit.start() < b and a < hit.end() for a, b in taken):
                yield Match(*hit.span(), AMOUNT, 0.55, "a number in a line about earning or owing")
    for hit in _SUMMED.finditer(text):
        if not any(hit.start() < b and a < hit.end() for a, b in taken):
            yield Match(*hit.span(), AMOUNT, 0.6, "a number that the words behind it sum up")
    if len(taken) == 1 and _booked(line, *taken[0]):
        yield Match(0, len(text.rstrip()), AMOUNT, 0.75, "a line of a statement: a date, words and an amount")
    if not taken and _BARE.fullmatch(text) and scan.labelled(line, 0, words("money")):
        yield Match(0, len(text), AMOUNT, 0.6, "a number with cents beside a word of accounts")


_STATEMENT = re.compile(
    r"\s*(?:\d{1,2}[./-]\d{1,2}(?:[./-]\d{2,4})?|\d{4}[./-]\d{1,2}[./-]\d{1,2}"
    r"|\d{1,2}[月월] ?\d{1,2}[日일])[ :,]+\S.*"
)


def _booked(line: Line, start: int, end: int) -> bool:
    """Whether the line begins with a date in digits and ends with the amount, as rows of a statement do."""
    return not line.text[end:].strip(" .") and _STATEMENT.fullmatch(line.text, 0, start) is not None


def _grade(line: Line, scan: Scan, start: int, end: int) -> Match:
    if scan.hit(line, words("money")) or scan.labelled(line, start, words("money")):
        return Match(start, end, AMOUNT, 0.75, "an amount of money beside a word of accounts")
    if line.text[start] in "+-":
        return Match(start, end, AMOUNT, 0.7, "an amount of money with a sign, as in a statement")
    return Match(start, end, AMOUNT, 0.5, "an amount of money")


AMOUNTS = LineRecognizer("patterns.amounts", matches)
