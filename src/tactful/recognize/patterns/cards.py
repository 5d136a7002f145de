"""Bank cards, whole or masked, IBANs, and bank account numbers beside their label."""

from __future__ import annotations

import re
from collections.abc import Iterator

from stdnum import iban, luhn

from tactful.recognize.patterns.phrases import words
from tactful.recognize.patterns.scan import BANK, CARD, Line, LineRecognizer, Match, Scan

_DIGITS = re.compile(
    r"(?<![A-Za-z0-9_\u00c0-\u04ff.*])[\dOolI](?:[ -]{0,2}[\dOolI]){12,18}(?![A-Za-z0-9_\u00c0-\u04ff*]|\.\d)"
)
_MASK = r"[*·xX×#\u25e6\u2734]"
_MASKED = re.compile(
    rf"(?<![A-Za-z0-9_\u00c0-\u04ff*·])(?:\d{{4}}(?:\d\d)?[ -]{{0,2}})?"
    rf"(?:{_MASK}{{2,}}[ -]{{0,2}})+(?:\d{{1,3}}[ -])?\d{{3,4}}"
    rf"(?![A-Za-z0-9_\u00c0-\u04ff*])"
)
_BRAND = (
    r"visa|master ?card|amex|american express|union ?pay|maestro|discover|jcb|debit|credit|card|mir|"
    r"карт[аыеу]|储蓄卡|信用卡|银行卡|借记卡|カード|카드|carte|karte|tarjeta"
)
_BRAND_TAIL = re.compile(
    rf"(?:{_BRAND})(?:[ a-z]{{0,10}})?[ (]{{0,2}}(?:[*.·…-]{{1,4}} ?)?(?<!\d)(\d{{4}})\)?"
    rf"(?![\d,.:/-]\d|\d| ?[%a-z])",
    re.I,
)
_ENDING = re.compile(
    r"(?:card ending|end(?:s|ing) (?:in|with)|尾号为?"
    r"|末四位|末尾|下4桁|끝자리|se terminant par|finissant par|"
    r"оканчивающ\w+ на|заканчивается на|endet auf|endend auf|terminada en)[ :]{0,2}[*·(]*(\d{3,4})(?!\d)",
    re.I,
)
# "CARD 7719 CITY BAKERY", as statements have it
_BOOKED = re.compile(
    r"\b(?:CARD|CARTE|KARTE|КАРТА|Card|Carte|Karte|Карта) ((?!(?:19|20)\d\d)\d{4})(?= [A-ZА-Я])"
)
# What a bank account looks like where its checksum is wrong: hidden, misread, or made up.
_IBAN_SHAPE = re.compile(
    r"(?<![A-Za-z0-9])(?:AT|BE|BG|CH|CY|CZ|DE|DK|EE|ES|FI|FR|GB|GR|HR|HU|IE|IT|LI|LT|LU|LV|MC|MT|NL|NO|PL|PT|RO|SE|SI|SK)"
    r"[0-9X*]{2}(?: [A-Z0-9*]{4}){3,7}(?: [A-Z0-9*]{1,3})?(?![A-Za-z0-9])"
)
_IBAN = re.compile(
    r"(?<![A-Za-z0-9])[A-Z]{2}[\dO]{2}(?:[ ]?[A-Z0-9]{2,4}){3,8}(?:[ ]?[A-Z0-9]{1,3})?(?![A-Za-z0-9])"
)
_ACCOUNT = re.compile(
    r"(?<![A-Za-z0-9_\u00c0-\u04ff*])[\d*·](?:[ -]?[\d*·]){4,23}(?![A-Za-z0-9_\u00c0-\u04ff*])"
)


_BIC = re.compile(
    r"(?<![A-Za-z0-9_\u00c0-\u04ff-])[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?(?![A-Za-z0-9_\u00c0-\u04ff-])"
)


def matches(line: Line, scan: Scan) -> Iterator[Match]:
    """Cards and bank accounts (high, contact_financial)."""
    text = line.text
    yield from _bics(line, scan)
    if sum(ch.isdigit() for ch in text) < 3:
        return
    taken: list[tuple[int, int]] = []
    for found in _cards(line, scan):
        taken.append((found.start, found.end))
        yield found
    for pattern in (_BRAND_TAIL, _ENDING, _BOOKED):
        for hit in pattern.finditer(text):
            start, end = hit.span(1)
            if not any(start < b and a < end for a, b in taken):
                taken.append((start, end))
                yield Match(
                    start, end, CARD, 0.85, "the last digits of a card after its brand or ending words"
                )
    for hit in _IBAN.finditer(text):
        if iban.is_valid(hit.group().replace("O", "0") if hit.group()[2:4].count("O") else hit.group()):
            taken.append(hit.span())
            yield Match(*hit.span(), BANK, 0.98, "an IBAN with a valid checksum")
    for hit in _IBAN_SHAPE.finditer(text):
        if not any(hit.start() < b and a < hit.end() for a, b in taken):
            taken.append(hit.span())
            yield Match(
                *hit.span(), BANK, 0.85, "a country's letters and groups of four, as an IBAN has them"
            )
    for hit in _ACCOUNT.finditer(text):
        if any(hit.start() < b and a < hit.end() for a, b in taken):
            continue
        if scan.labelled(line, hit.start(), words("bank")) and sum(c.isdigit() for c in hit.group()) >= 4:
            yield Match(*hit.span(), BANK, 0.88, "digits beside a bank account label")


def _bics(line: Line, scan: Scan) -> Iterator[Match]:
    """Bank identifier codes (ISO 9362), which look like any word in capitals, beside their label."""
    for hit in _BIC.finditer(line.text):
        if scan.labelled(line, hit.start(), words("bic")) and words("bic").first(hit.group().lower()) is None:
            yield Match(*hit.span(), BANK, 0.88, "a bank's code beside its label")


def _cards(line: Line, scan: Scan) -> Iterator[Match]:
    text = line.text
    for hit in _DIGITS.finditer(text):
        digits = re.sub(r"[ -]", "", hit.group())
        if sum(ch.isdigit() for ch in digits) < len(digits) - 2:
            continue
        digits = digits.translate(_REPAIR)
        if not (_issuer(digits) and luhn.is_valid(digits)):
            continue
        grouped = len(hit.group()) > len(digits)
        labelled = scan.labelled(line, hit.start(), words("card"))
        if not labelled and scan.labelled(line, hit.start(), words("not_phone")):
            continue
        confidence = 0.98 if labelled or grouped else 0.85
        yield Match(*hit.span(), CARD, confidence, "a card number with a known issuer and a valid checksum")
    for hit in _MASKED.finditer(text):
        mask = re.sub(r"[\d -]", "", hit.group())
        if mask[:1] in "xX" and len(mask) < 4:
            continue
        labelled = scan.labelled(line, hit.start(), words("card"))
        if _phone_like(hit.group()) and not labelled:
            continue
        confidence = 0.92 if labelled else 0.8
        yield Match(*hit.span(), CARD, confidence, "a card or account number with hidden digits")


_REPAIR = str.maketrans("OolI", "0011")


def _issuer(digits: str) -> bool:
    """Whether length and leading digits are those of a card scheme (ISO/IEC 7812 ranges in use)."""
    size, two, four = len(digits), int(digits[:2]), int(digits[:4])
    if digits[0] == "4":
        return size in (13, 16, 19)
    if 51 <= two <= 55 or 2221 <= four <= 2720 or 2200 <= four <= 2204:
        return size == 16
    if two in (34, 37):
        return size == 15
    if two == 62 or two == 81:
        return 16 <= size <= 19
    if four == 6011 or two == 65 or 644 <= four // 10 <= 649 or 3528 <= four <= 3589:
        return 16 <= size <= 19
    if two in (30, 36, 38, 39):
        return size == 14
    return two in (50, 56, 57, 58, 60, 63, 67, 69, 90, 95) and size >= 16


def _phone_like(text: str) -> bool:
    """Whether hidden digits stand between two groups, as phone numbers are masked: 138****5678."""
    return bool(re.match(r"\d{3}[*·xX]{4}\d{4}$", text)) and not re.match(r"\d{4}[ -]", text)


CARDS = LineRecognizer("patterns.cards", matches)
