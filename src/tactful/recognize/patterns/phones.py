"""Phone numbers, by the numbering plans of ``phonenumbers``."""

from __future__ import annotations

import re
from collections.abc import Iterator

import phonenumbers
from phonenumbers import Leniency, PhoneNumberMatch, PhoneNumberMatcher, PhoneNumberType

from tactful.recognize.patterns.phrases import words
from tactful.recognize.patterns.scan import PHONE, Line, LineRecognizer, Match, Scan, service

_ENOUGH = re.compile(r"(?:\d[ ().\-/+·]{0,3}){7}")
_RUN = re.compile(r"\d[\d ().\-/+·]{5,}\d")
_MASKED = re.compile(
    r"(?<![A-Za-z0-9_\u00c0-\u04ff*])(?:\+\d{1,3}[ -]?)?\(?\d{2,4}\)?[ -]?[*·xX]{3,}[ -]?"
    r"(?:[*·xX]{3,}[ -]?)?\d{2,4}(?![A-Za-z0-9_\u00c0-\u04ff*])"
)
# Numbers grouped as a country writes them that no plan has given out: reserved for examples, or newer than
# the plans.
_SHAPES = re.compile(
    r"(?<![A-Za-z0-9_\u00c0-\u04ff.,+-])(?:"
    r"0[1-9](?:[ .]\d\d){4}"  # France
    r"|01\d-\d{3,4}-\d{4}|02-\d{3,4}-\d{4}|0[3-6]\d-\d{3,4}-\d{4}"  # Korea
    r"|0[5-9]0-\d{4}-\d{4}|0\d-\d{4}-\d{4}|0\d{2,3}-\d{2,3}-\d{4}"  # Japan
    r"|1\d{2}[ -]\d{4}[ -]\d{4}"  # China
    r"|[78] ?\(?[3489]\d\d\)?[ -]\d{3}-\d\d-\d\d"  # Russia
    r"|\(\d{3}\) ?\d{3}-\d{4}|\d{3}-\d{3}-\d{4}"  # North America
    r"|07\d{3} \d{6}|07\d{3} \d{3} \d{3}|0\d{2} \d{4} \d{4}|0\d{3} \d{3} \d{4}"  # Britain
    r")(?![A-Za-z0-9_\u00c0-\u04ff]|[-.,]\d)"
    r"|(?<![A-Za-z0-9_\u00c0-\u04ff.])\+(?=(?:[ ()-]{0,2}\d){9,15}(?!\d))\d{1,3}"
    r"(?:[ -]\(?\d{1,6}\)?){2,5}(?![A-Za-z0-9_\u00c0-\u04ff]|[-.]\d)"
)
_DATE = re.compile(r"\b(?:(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d)\b")
_QUAD = re.compile(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])")
_RANGE = re.compile(r"^\(?(?:19|20)\d\d\)? ?[-/] ?\(?(?:19|20)\d\d\)?$")
_REGIONS = ("US", "CN", "JP", "KR", "FR", "RU", "DE", "GB", "TW", "IN")
# The first digits of national numbers, as written inside the country.
_LEADS = {
    "US": "123456789",
    "CN": "01",
    "JP": "0",
    "KR": "01",
    "FR": "0",
    "RU": "789",
    "DE": "0",
    "GB": "0",
    "TW": "0",
    "IN": "06789",
}


def regions(scan: Scan) -> tuple[str, ...]:
    """The countries whose national numbers to try, those of the screen's scripts first."""
    kana = hangul = han = cyrillic = False
    for line in scan.lines:
        for ch in line.text:
            if "\u3040" <= ch <= "\u30ff":
                kana = True
            elif "\uac00" <= ch <= "\ud7a3":
                hangul = True
            elif "\u4e00" <= ch <= "\u9fff":
                han = True
            elif "\u0400" <= ch <= "\u04ff":
                cyrillic = True
    guessed = [
        r for r, seen in (("JP", kana), ("KR", hangul), ("RU", cyrillic), ("CN", han and not kana)) if seen
    ]
    return tuple(dict.fromkeys([*guessed, *_REGIONS]))


def matches(line: Line, scan: Scan) -> Iterator[Match]:
    """Phone numbers, whole or masked (high, contact_financial)."""
    text = line.text
    for found in _MASKED.finditer(text):
        if sum(ch.isdigit() for ch in found.group()) >= 5 or scan.labelled(
            line, found.start(), words("phone")
        ):
            yield Match(*found.span(), PHONE, 0.75, "a phone number with hidden digits")
    if not _ENOUGH.search(text):
        return
    blocked = [m.span() for pattern in (_DATE, _QUAD) for m in pattern.finditer(text)]
    taken: list[tuple[int, int]] = []
    leads = {next(ch for ch in run.group() if ch.isdigit()) for run in _RUN.finditer(text)}
    for rank, region in enumerate(regions(scan)):
        if rank and leads.isdisjoint(_LEADS[region]):
            continue
        strict = rank > 1 or not _native(line, region)
        leniency = Leniency.STRICT_GROUPING if strict else Leniency.VALID
        for number in PhoneNumberMatcher(text, region, leniency=leniency, max_tries=20):
            start, end = number.start, number.end
            if any(start < b and a < end for a, b in (*blocked, *taken)):
                continue
            if _toll_free(number) and service(line, scan, start):
                blocked.append((start, end))
                continue
            confidence, reason = _judge(line, scan, number)
            if confidence:
                taken.append((start, end))
                yield Match(start, end, PHONE, confidence, reason)
    for shaped in _by_shape(line, scan, [*blocked, *taken]):
        taken.append((shaped.start, shaped.end))
        yield shaped
    for hit in _RUN.finditer(text):
        free = not any(hit.start() < b and a < hit.end() for a, b in (*blocked, *taken))
        fits = 8 <= sum(ch.isdigit() for ch in hit.group()) <= 13 and "/" not in hit.group()
        if free and fits and scan.labelled(line, hit.start(), words("phone")):
            yield Match(*hit.span(), PHONE, 0.8, "as many digits as phone numbers have, beside a phone label")


def _by_shape(line: Line, scan: Scan, taken: list[tuple[int, int]]) -> Iterator[Match]:
    """Numbers in a country's usual grouping that ``phonenumbers`` calls unassigned."""
    for hit in _SHAPES.finditer(line.text):
        if any(hit.start() < b and a < hit.end() for a, b in taken):
            continue
        if scan.labelled(line, hit.start(), words("phone")):
            yield Match(*hit.span(), PHONE, 0.93, "a number grouped like a phone number beside a phone label")
        elif not any(scan.labelled(line, hit.start(), words(s)) for s in _OTHER_NUMBERS):
            sure = 0.9 if hit.group()[0] in "+(" else 0.82
            yield Match(*hit.span(), PHONE, sure, "a number grouped like a phone number")


_OTHER_NUMBERS = ("not_phone", "passport", "national_id", "bank", "card", "account_id", "order_id")


def _native(line: Line, region: str) -> bool:
    return region == "US" or not line.text.isascii()


def _toll_free(number: PhoneNumberMatch) -> bool:
    """Whether the number is one that services rent, free or shared in cost: no person's."""
    return phonenumbers.number_type(number.number) in (
        PhoneNumberType.TOLL_FREE,
        PhoneNumberType.SHARED_COST,
        PhoneNumberType.PREMIUM_RATE,
        PhoneNumberType.UAN,
    )


def _judge(line: Line, scan: Scan, number: PhoneNumberMatch) -> tuple[float, str]:
    """How sure a valid number is a phone number: by its form, its label, and what else it might be."""
    raw: str = number.raw_string
    if _RANGE.match(raw) or "/" in raw:
        return 0.0, ""
    labelled = scan.labelled(line, number.start, words("phone"))
    other = scan.labelled(line, number.start, words("not_phone")) or "#" in line.text[: number.start][-2:]
    if other and not labelled and not raw.startswith(("+", "(")):
        return 0.0, ""
    named = any(
        scan.labelled(line, number.start, words(s)) for s in ("passport", "national_id", "bank", "card")
    )
    if named and not labelled:
        return 0.0, ""
    if labelled:
        return 0.97, "a valid phone number beside a phone label"
    if raw.startswith("+"):
        return 0.95, "a valid international phone number"
    digits = re.sub(r"\D", "", raw)
    if len(digits) < 9 and not raw.startswith("("):
        return 0.0, ""  # short national numbers look like any other number
    if len(digits) != len(raw):
        return (
            (0.7, "a valid service number") if _toll_free(number) else (0.92, "a valid national phone number")
        )
    if re.fullmatch(r"1[3-9]\d{9}|0[5-9]0\d{8}|01[016-9]\d{7,8}|89\d{9}|0[67]\d{8}", digits):
        return 0.85, "digits in the form of a mobile number"
    return 0.6, "digits that form a valid phone number"


PHONES = LineRecognizer("patterns.phones", matches, numeric=True)
