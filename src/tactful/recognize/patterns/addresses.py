"""Postal addresses at street level: English, Chinese, Japanese, Korean, French, Russian, German."""

from __future__ import annotations

import re
from collections.abc import Iterator

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


# Street addresses in Chinese, Japanese and Korean, grown from their house number to both sides.

_ZH_CORE = re.compile(
    r"(?:大道|大街|路|街|巷|弄|道|胡同|段)(?:[东西南北中]?[一二三四五六七八九十\d]{1,3}[段路巷弄])? ?"
    r"(?:\d{1,5}[A-Za-z]?(?:[-之]\d{1,4})?|[零一二三四五六七八九十百]{1,5}) ?[号號弄](?![码碼线線召])"
)
_ZH_LEFT = re.compile(r"[\u4e00-\u9fffA-Za-z0-9]{1,32}$")
_ZH_RIGHT = re.compile(
    r"[ ,，]?(?:[\u4e00-\u9fff]{0,10}(?:小区|花园|公寓|大厦|广场|苑|楼|座|栋|幢|单元|室"
    r"|层)[\d\u4e00-\u9fffA-Z-]{0,4}|[\dA-Z-]{1,8}(?:号楼|栋|幢|座|楼|层|单元|室|房|号))+"
)
_ZH_HOME = re.compile(
    r"[\u4e00-\u9fff]{2,12}(?:小区|花园|公寓|社区|苑|家园|大厦|新村"
    r"|宿舍)[\u4e00-\u9fff]{0,4} ?[\dA-Za-z]{1,4} ?(?:号楼|栋|幢|座|期"
    r"|单元)(?: ?[\dA-Z一二三四五六]{1,5}(?:单元"
    r"|层|楼|室|号|房)?)*"
)
_ZH_LEAD = re.compile(
    r".*(?:送到|寄到|寄往|送至|位于|住在|地址是|地址为|家在|来到|前往|搬到|我在|定位在|导航到)"
)
_JA_CORE = re.compile(
    r"(?:\d{1,3}|[一二三四五六七八九十]{1,2}) ?丁目(?: ?\d{1,4} ?(?:番地?|-"
    r"|の) ?(?:\d{1,4}(?: ?号)?)?(?:-\d{1,4})?)?"
    r"|(?<!\d)\d{1,4} ?(?:番地|番)(?: ?[の-]? ?\d{1,4}(?: ?号)?)?"
    r"|(?<![\d-])\d{1,4}-\d{1,4}(?:-\d{1,4}){0,2}(?![\d-])"
)
_JA_LEFT = re.compile(r"(?:〒? ?\d{3}-\d{4} ?)?[\u4e00-\u9fff\u3040-\u30ffヶケ々]{3,26} ?$")
_JA_AREA = re.compile(r"[都道府県市区郡町村]")
_JA_RIGHT = re.compile(
    r"[ ]?(?:[\u4e00-\u9fff\u30a0-\u30ffA-Za-z]{0,20} ?\d{1,4} ?(?:号室|号|F|階)"
    r"|[\u30a0-\u30ffA-Za-z]{2,20} ?\d{3,4})"
)
_JA_POST = re.compile(r"〒 ?\d{3} ?-? ?\d{4}")
_KO_AREA = (
    r"(?:서울|부산|대구|인천|광주|대전|울산|세종|제주|경기|강원|충[청북남]|전[라북남]"
    r"|경[상북남])[가-힣]{0,6} "
)
_KO_REST = r"(?:[, ]{0,2}(?:\d{1,4}동 ?\d{1,5}호|\d{1,4}(?:동|호|층)|\([^)]{1,24}\))){0,4}"
_KO = re.compile(
    rf"(?<![가-힣])(?:{_KO_AREA})?(?:[가-힣]{{1,6}}(?:시|군) )?(?:[가-힣]{{1,6}}(?:구|군|읍|면) )?"
    rf"[가-힣\d]{{1,10}}(?:대로|로|길)(?: ?\d{{1,4}}(?:번길"
    rf"|길))? ?\d{{1,4}}(?:-\d{{1,4}})?(?![\d개년월일분시원명%점배회위차만천])(?:{_KO_REST})"
)
_KO_LOT = re.compile(
    rf"(?<![가-힣])(?:{_KO_AREA})?[가-힣]{{1,6}}(?:구|시|군|읍|면) [가-힣\d]{{1,6}}(?:동|리"
    rf"|가) (?:산 ?)?\d{{1,4}}(?:-\d{{1,4}})?(?:번지)?(?!\d)"
    rf"(?: ?[가-힣A-Za-z]{{0,12}} ?\d{{1,4}}동)?(?: ?\d{{1,5}}호)?"
)


def cjk_addresses(text: str) -> Iterator[tuple[int, int, float, str]]:
    """Street addresses in ``text`` as (start, end, confidence, reason); they may overlap."""
    if any("\u3400" <= ch <= "\u9fff" for ch in text):
        yield from _chinese(text)
        yield from _japanese(text)
    for hit in _JA_POST.finditer(text):
        yield *hit.span(), 0.88, "a Japanese postal code"
    if any("\uac00" <= ch <= "\ud7a3" for ch in text):
        yield from _korean(text)


def _chinese(text: str) -> Iterator[tuple[int, int, float, str]]:
    for core in _ZH_CORE.finditer(text):
        left = _ZH_LEFT.search(text, 0, core.start())
        if left is None:
            continue
        lead = _ZH_LEAD.match(left.group())
        start = left.start() + (lead.end() if lead else 0)
        right = _ZH_RIGHT.match(text, core.end())
        end = right.end() if right else core.end()
        if core.start() - start >= 1:
            yield start, end, 0.92, "a Chinese street address"
    for home in _ZH_HOME.finditer(text):
        yield *home.span(), 0.82, "a Chinese home address"


def _japanese(text: str) -> Iterator[tuple[int, int, float, str]]:
    for core in _JA_CORE.finditer(text):
        left = _JA_LEFT.search(text, 0, core.start())
        if left is None or not _JA_AREA.search(left.group()):
            continue
        right = _JA_RIGHT.match(text, core.end())
        end = right.end() if right else core.end()
        named = re.search(r"[都道府県].{0,8}[市区郡町村]|[市区郡]", left.group())
        if "丁目" in core.group() or "番" in core.group() or named:
            yield left.start(), end, 0.9, "a Japanese address"


def _korean(text: str) -> Iterator[tuple[int, int, float, str]]:
    for hit in _KO.finditer(text):
        areas = re.search(
            r"(?:시|군|구|읍|면) |^(?:서울|부산|대구|인천|광주|대전|울산|세종|제주)", hit.group()
        )
        yield *hit.span(), 0.92 if areas else 0.7, "a Korean road address"
    for hit in _KO_LOT.finditer(text):
        yield *hit.span(), 0.85, "a Korean lot address"
