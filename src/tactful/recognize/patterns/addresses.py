"""Postal addresses at street level: English, Chinese, Japanese, Korean, French, Russian, German."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tactful.recognize.patterns.addresses_cjk import cjk_addresses
from tactful.recognize.patterns.phrases import words
from tactful.recognize.patterns.scan import ADDRESS, LOCATION, Line, LineRecognizer, Match, Scan, whole

_US_STATE = (
    r"(?:A[LKZR]|C[AOT]|D[EC]|FL|GA|HI|I[DLNA]|K[SY]|LA|M[EDAINSOT]|N[EVHJMYCD]|O[HKR]|PA|RI"
    r"|S[CD]|T[NX]|UT|V[TA]|W[AVIY]|"
    r"ON|QC|BC|AB|MB|SK|NS|NB|NSW|VIC|QLD|WA|SA|TAS)"
)
_EN_TYPE = (
    r"(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl"
    r"|Terrace|Ter|Way|Circle|Cir|Parkway|Pkwy|Highway|Hwy"
    r"|Square|Sq|Trail|Trl|Crescent|Cres|Close|Mews|Alley|Loop|Row|Quay|Broadway|Expressway"
    r"|Plaza|Gardens|Grove)"
)
_EN = re.compile(
    rf"(?<![\w.$€£-])\d{{1,5}}[A-Za-z]?(?:-\d{{1,4}})?,? (?:(?:[NSEW]|North|South|East|West|NE"
    rf"|NW|SE|SW)\.? )?"
    rf"(?:(?:[A-Z0-9][\w.'-]*) ){{1,4}}?{_EN_TYPE}\b\.?(?: (?:[NSEW]|NE|NW|SE|SW)\b)?"
    r"(?:,? ?(?:Apt|Apartment|Unit|Suite|Ste|Flat|Floor|Fl|Room|Rm|#)\.? ?#?[\w-]{1,6})?"
    rf"(?:,? [A-Z][\w.' -]{{1,30}}?,? {_US_STATE}(?: \d{{4,5}}(?:-\d{{4}})?)?"
    rf"| ?, [A-Z][\w' -]{{1,30}}(?:, [A-Z]{{1,2}}\d[A-Z\d]? ?\d[A-Z]{{2}})?)?"
    r"(?:,? (?:USA|United States(?: of America)?|UK|United Kingdom|Canada|Australia|Ireland|India))?(?!\w)"
)
_EN_BROADWAY = re.compile(r"(?<![\w.])\d{1,5} Broadway\b")
_CITY_ZIP = re.compile(rf"(?<!\w)[A-Z][A-Za-z.' -]{{1,30}},? {_US_STATE},? \d{{5}}(?:-\d{{4}})?(?!\w)")
_UK_CODE = re.compile(r"(?<!\w)(?:[A-Z][\w' -]{1,30},? )?[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}(?!\w)")
_PO_BOX = re.compile(r"(?<!\w)P\.? ?O\.? Box \d{1,6}", re.I)
_FR = re.compile(
    r"(?<![\w.])\d{1,4}(?: ?(?:bis|ter|[A-D]))?,? (?i:rue|avenue|av\.?|boulevard|bd\.?|place"
    r"|impasse|allée|allee|chemin|quai|route|cours|square|passage|esplanade|faubourg|sentier"
    r"|villa|résidence)"
    r" (?:(?:de|du|des|la|le|les|d'|l'|à|au|aux|en|sur|saint"
    r"|sainte)[ -]?)*[A-ZÀ-Þ0-9][\w'.-]*(?:[ -](?:(?:de|du|des|la|le|les|et|d'"
    r"|l')[ -]?)*[A-ZÀ-Þ][\w'.-]*){0,5}(?:,? \d{5} [A-ZÀ-Þ][\w' -]{1,30})?"
)
_RU_TYPE = (
    r"(?i:ул(?:\.|ица)|пр(?:-т|осп(?:\.|ект)?|-кт|\.)|пер(?:\.|еулок)|пл(?:\.|ощадь)|ш(?:\.|оссе)"
    r"|наб(?:\.|ережная)|б(?:-р|ульвар)|проезд|пр-д|тупик|аллея|линия|мкр\.?|микрорайон)"
)
_RU = re.compile(
    rf"(?<!\w)(?:\d{{6}},? )?(?:(?:г\.|город|обл\.|пос\.|с\."
    rf"|д\.) ?[А-ЯЁ][\w-]+,? )?(?:{_RU_TYPE} ?(?:[А-ЯЁ0-9][\w.-]*)(?: [\w.-]+){{0,3}}?"
    rf"|[А-ЯЁ][\w-]+(?: [А-ЯЁа-яё][\w-]+)? {_RU_TYPE})"
    r",? ?(?:(?:д(?:\.|ом)|зд\."
    r"|вл\.) ?)?\d{1,4}[А-Яа-я]?(?:[/-]\d{1,4}[А-Яа-я]?)?(?:,? ?(?:к(?:\.|орп(?:\.|ус)?)"
    r"|стр\.?|кв(?:\.|артира)|оф(?:\.|ис)|подъезд|эт\.?) ?\d{1,4}[А-Яа-я]?)*(?![\d°º])"
)
_DE = re.compile(
    r"(?<!\w)(?:[A-ZÄÖÜ][\wäöüß-]*(?:straße|strasse|str\.|weg|platz|allee|gasse|ring|damm|ufer"
    r"|chaussee|steig)|(?:[A-ZÄÖÜ][\wäöüß.-]* ){1,3}(?:Straße|Strasse|Str\.|Weg|Platz|Allee"
    r"|Gasse|Ring|Damm|Ufer)"
    r"|(?:Am|An der|Im|In der|Auf der|Zum"
    r"|Zur) [A-ZÄÖÜ][\wäöüß-]+) \d{1,4} ?[a-z]?(?:-\d{1,4})?(?![\w%])"
    r"(?:,? (?:D-)?\d{5} [A-ZÄÖÜ][\wäöüß -]{1,30})?"
)
_DE_FR_CITY = re.compile(
    r"(?:D-|F-|CH-|A-)?\d{5} [A-ZÄÖÜÀ-Þ][\wäöüßà-ÿ' -]{2,30}(?:, [A-ZÄÖÜ][\wäöüßà-ÿ ]{3,20})?"
)
_RU_INDEX = re.compile(r"\d{6},? (?:г\. ?)?[А-ЯЁ][а-яё-]+(?:,.{0,60})?")

_FORMS: tuple[tuple[re.Pattern[str], float, str], ...] = (
    (_EN, 0.92, "an English street address"),
    (_EN_BROADWAY, 0.8, "an English street address"),
    (_FR, 0.92, "a French street address"),
    (_RU, 0.9, "a Russian street address"),
    (_DE, 0.88, "a German street address"),
    (_CITY_ZIP, 0.85, "a city, state and postal code"),
    (_PO_BOX, 0.88, "a post office box"),
)


def matches(line: Line, scan: Scan) -> Iterator[Match]:
    """Street addresses (high, contact_financial)."""
    text = line.text
    if len(text) < 6 or not (any(ch.isdigit() for ch in text) or "号" in text or "丁目" in text):
        return
    taken: list[tuple[int, int]] = []
    for start, end, confidence, reason in _streets(text):
        if end > start and not any(start < b and a < end for a, b in taken):
            taken.append((start, end))
            labelled = scan.labelled(line, start, words("address"))
            yield Match(start, end, ADDRESS, 0.97 if labelled else confidence, reason)
    if taken:
        return
    for pattern in (_UK_CODE, _DE_FR_CITY, _RU_INDEX):
        part = pattern.search(text)
        if part and whole(line, *part.span()):
            labelled = scan.labelled(line, part.start(), words("address")) or _below_street(line, scan)
            if labelled:
                yield Match(*part.span(), ADDRESS, 0.85, "a postal code and town below a street or label")
            elif pattern is not _DE_FR_CITY:
                yield Match(*part.span(), LOCATION, 0.55, "a postal code and town")


def _streets(text: str) -> Iterator[tuple[int, int, float, str]]:
    """Street addresses as (start, end, confidence, reason)."""
    for pattern, confidence, reason in _FORMS:
        for hit in pattern.finditer(text):
            yield hit.start(), hit.start() + len(hit.group().rstrip(" ,-")), confidence, reason
    if not text.isascii():
        yield from cjk_addresses(text)


def _below_street(line: Line, scan: Scan) -> bool:
    return any(next(_streets(label.text), None) is not None for label in scan.labels(line))


ADDRESSES = LineRecognizer("patterns.addresses", matches)
