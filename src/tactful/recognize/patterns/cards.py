"""Bank cards, whole or masked, IBANs, and bank account numbers beside their label."""

from __future__ import annotations

import re
from collections.abc import Iterator

from stdnum import iban, luhn

from tactful.recognize.patterns.phrases import words
from tactful.recognize.patterns.scan import BANK, CARD, Line, LineRecognizer, Match, Scan

_DIGITS = re.compile(
    r"(?<![A-Za-z0-9_\u00c0-\u04ff.*])(?:\d(?:[ -]{0,3}\d){12,18}|\d{4}( ?[._/|·] ?)\d{4}\1\d{4}\1\d{4})"
    r"(?![A-Za-z0-9_\u00c0-\u04ff*]|\.\d)"
)
# As cards are printed: four times four, or four, six and five; the last group with a digit lost or doubled.
_GROUPS = re.compile(r"\d{4}([ ._/|·-]{1,3})\d{4}\1\d{4}\1\d{3,5}|\d{4}([ .-]{1,3})\d{6}\2\d{4,5}")
_CHECK_CODE = re.compile(r"(?<![\w.,/:-])\d{3,4}(?![\w/:]|[.,-]\d)")
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
# Letters and digits with at most a space between them, from a country's letters on.
_IBAN = re.compile(
    r"(?<![A-Za-z0-9])[A-Z] ?[A-Z] ?[\dOIlSBZX*] ?[\dOIlSBZX*](?: {0,2}[A-Z0-9l*]){11,30}(?![A-Za-z0-9*])"
)
_IBAN_LENGTHS = {
    15: "NO", 16: "BE", 18: "DK FI NL", 19: "SI", 20: "AT BA EE KZ LT LU", 21: "CH HR LI LV",
    22: "BG DE GB GE IE ME RS", 23: "AE IL", 24: "CZ ES MD PK RO SA SE SK TN", 25: "PT", 26: "IS TR",
    27: "FR GR IT MC", 28: "AL CY HU LB PL", 29: "BR UA", 31: "MT",
}  # fmt: skip
_LENGTH_OF = {country: size for size, names in _IBAN_LENGTHS.items() for country in names.split()}
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
    for start, end, confidence, reason in _ibans(text):
        taken.append((start, end))
        yield Match(start, end, BANK, confidence, reason)
    for hit in _ACCOUNT.finditer(text):
        if any(hit.start() < b and a < hit.end() for a, b in taken):
            continue
        if scan.labelled(line, hit.start(), words("bank")) and sum(c.isdigit() for c in hit.group()) >= 4:
            yield Match(*hit.span(), BANK, 0.88, "digits beside a bank account label")


def _ibans(text: str) -> Iterator[tuple[int, int, float, str]]:
    """IBANs, also with their characters apart, hidden or misread: the country's length must fit."""
    for hit in _IBAN.finditer(text):
        places = [i for i in range(*hit.span()) if text[i] != " "]
        raw = "".join(text[i] for i in places)
        size = _LENGTH_OF.get(raw[:2], 0)
        ends = size and len(raw) >= size and (len(raw) == size or text[places[size - 1] + 1] == " ")
        if ends:
            value = raw[:size]
            if iban.is_valid(value):
                yield hit.start(), places[size - 1] + 1, 0.98, "an IBAN with a valid checksum"
            elif sum(ch.isdigit() or ch in "*X" for ch in value) >= size // 2:
                yield (
                    hit.start(),
                    places[size - 1] + 1,
                    0.9,
                    "an IBAN's country and length, its checksum hidden or misread",
                )
        elif size and iban.is_valid(raw):
            yield *hit.span(), 0.98, "an IBAN with a valid checksum"


def _bics(line: Line, scan: Scan) -> Iterator[Match]:
    """Bank identifier codes (ISO 9362), which look like any word in capitals, beside their label."""
    for hit in _BIC.finditer(line.text):
        if scan.labelled(line, hit.start(), words("bic")) and words("bic").first(hit.group().lower()) is None:
            yield Match(*hit.span(), BANK, 0.88, "a bank's code beside its label")


def _cards(line: Line, scan: Scan) -> Iterator[Match]:
    text = line.text
    for hit in _DIGITS.finditer(text):
        digits = re.sub(r"\D", "", hit.group())
        grouped = _GROUPS.fullmatch(hit.group()) is not None
        labelled = scan.labelled(line, hit.start(), words("card"))
        if not labelled and scan.labelled(line, hit.start(), words("not_phone")):
            continue
        if _issuer(digits) and luhn.is_valid(digits):
            confidence = 0.98 if labelled or len(hit.group()) > len(digits) else 0.85
            yield Match(
                *hit.span(), CARD, confidence, "a card number with a known issuer and a valid checksum"
            )
        elif (labelled or grouped or len(digits) == 16) and any(
            _issuer(near) for near in (digits, digits + "0", digits[:-1])
        ):
            confidence = 0.95 if labelled else 0.9 if grouped else 0.6
            yield Match(*hit.span(), CARD, confidence, "a card number but for its checksum")
    for hit in _CHECK_CODE.finditer(text):
        if scan.labelled(line, hit.start(), words("card_code")):
            yield Match(*hit.span(), CARD, 0.9, "a card's check digits beside their label")
    for hit in _MASKED.finditer(text):
        mask = re.sub(r"[\d -]", "", hit.group())
        if mask[:1] in "xX" and len(mask) < 4:
            continue
        labelled = scan.labelled(line, hit.start(), words("card"))
        if _phone_like(hit.group()) and not labelled:
            continue
        confidence = 0.92 if labelled else 0.8
        yield Match(*hit.span(), CARD, confidence, "a card or account number with hidden digits")


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


CARDS = LineRecognizer("patterns.cards", matches, numeric=True)
