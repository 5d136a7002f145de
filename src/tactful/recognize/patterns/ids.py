"""National identity numbers by checksum, and numbered documents and accounts beside their label."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import NamedTuple

from tactful.recognize.patterns.phrases import words
from tactful.recognize.patterns.scan import ACCOUNT, ID_NUMBER, ORDER, Kind, Line, LineRecognizer, Match, Scan


class _Number(NamedTuple):
    """A national number: its shape, the ``stdnum`` module that checks it, and how sure it is without a label.

    ``alone`` is 0 where the checksum is too weak to stand without a label.
    """

    shape: re.Pattern[str]
    module: str
    alone: float
    name: str


def _number(shape: str, module: str, alone: float, name: str) -> _Number:
    return _Number(
        re.compile(rf"(?<![A-Za-z0-9_\u00c0-\u04ff.*])(?:{shape})(?![A-Za-z0-9_\u00c0-\u04ff*]|[.-]\d)"),
        module,
        alone,
        name,
    )


_NUMBERS = (
    _number(
        r"\d{6}[ ]?(?:18|19|20)\d{2}[ ]?(?:0\d|1[0-2])[0-3]\d[ ]?\d{3}[\dXx]",
        "cn.ric",
        0.98,
        "a Chinese resident ID",
    ),
    _number(r"\d{6} ?- ?[1-8]\d{6}", "kr.rrn", 0.95, "a Korean resident registration number"),
    _number(r"\d{4}[ -]\d{4}[ -]\d{4}", "jp.in_", 0.0, "a Japanese My Number"),
    _number(r"\d{12}", "jp.in_", 0.0, "a Japanese My Number"),
    _number(
        r"[1-4] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}",
        "fr.nir",
        0.95,
        "a French social security number",
    ),
    _number(r"\d{10}|\d{12}", "ru.inn", 0.0, "a Russian taxpayer number"),
    _number(r"\d{3}-\d{2}-\d{4}", "us.ssn", 0.9, "a US social security number"),
    _number(r"\d{9}", "us.ssn", 0.0, "a US social security number"),
    _number(r"9\d{2}-\d{2}-\d{4}", "us.itin", 0.85, "a US taxpayer number"),
    _number(r"\d{2} ?\d{3} ?\d{3} ?\d{3}", "de.idnr", 0.0, "a German tax ID"),
    _number(r"\d{8}-?[A-Z]", "es.dni", 0.85, "a Spanish identity number"),
    _number(r"[XYZ]-?\d{7}-?[A-Z]", "es.nie", 0.9, "a Spanish foreigner number"),
    _number(
        r"[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]", "it.codicefiscale", 0.97, "an Italian fiscal code"
    ),
    _number(r"\d{3}\.\d{3}\.\d{3}-\d{2}", "br.cpf", 0.97, "a Brazilian CPF"),
    _number(r"\d{11}", "br.cpf", 0.0, "a Brazilian CPF"),
    _number(r"[2-9]\d{3} \d{4} \d{4}", "in_.aadhaar", 0.8, "an Indian Aadhaar number"),
    _number(r"[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z]", "in_.pan", 0.8, "an Indian PAN"),
    _number(r"\d{11}", "pl.pesel", 0.0, "a Polish PESEL"),
    _number(r"\d{11}", "tr.tckimlik", 0.0, "a Turkish identity number"),
    _number(r"\d{6}[-+]\d{4}", "se.personnummer", 0.6, "a Swedish personal number"),
    _number(r"\d{8,9}", "nl.bsn", 0.0, "a Dutch citizen number"),
    _number(r"\d{3}[ -]?\d{3}[ -]?\d{3}", "ca.sin", 0.0, "a Canadian insurance number"),
    _number(r"\d{3} ?\d{3} ?\d{4}", "gb.nhs", 0.0, "a British NHS number"),
    _number(r"[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z\d]\d", "mx.curp", 0.97, "a Mexican CURP"),
)
_TELLING = 0.9  # without a label: the form alone is rarely met by chance, so a wrong checksum is a misreading
_SNILS = re.compile(r"(?<!\d)(\d{3})-(\d{3})-(\d{3})[ -](\d{2})(?!\d)")
_HKID = re.compile(r"(?<!\w)[A-Z]{1,2}\d{6}\([\dA]\)(?!\w)")
_TAIWAN = re.compile(r"(?<!\w)[A-Z][12]\d{8}(?!\w)")
_MASKED = re.compile(
    r"(?<!\w)(?:\d{3,6}[*xX·]{8,12}\d{2,4}[\dXx]|[*xX·]{3}-[*xX·]{2}-\d{4}|\d{6}-[1-8]?[*·]{6,7})(?!\w)"
)
# A value beside a label: letters and digits, at least three digits, maybe grouped or partly hidden.
_VALUE = re.compile(
    r"(?<![\w@.])(?=(?:[^\d\n]{0,12}\d){3})(?:[A-Z]{1,4}[ -])?(?=[A-Z*·]{0,8}[\d*·])[A-Z0-9*·]+"
    r"(?:[/-][A-Z0-9*·]+| (?=[A-Z]{0,4}[\d*·])[A-Z0-9*·]{2,}| [A-Z](?![\w]))*(?![\w@])",
    re.I,
)
_PLATE = re.compile(
    r"(?<!\w)(?:[\u4e00-\u9fff][A-Z] ?[·.]? ?[A-Z0-9]{5,6}"
    r"|[A-Z]{1,3}[ -]?[A-Z0-9]{1,3}[ -]?\d{1,4}[ -]?[A-Z]{0,3}"
    r"|\d{1,3} ?[A-Z]{1,3} ?\d{1,4}|[АВЕКМНОРСТУХ]\d{3}[АВЕКМНОРСТУХ]{2} ?\d{2,3}|\d{2,3}[가-힣] ?\d{4}"
    r"|[\u4e00-\u9fff]{2,4} ?\d{2,3} ?[\u3040-\u309f] ?[\d·-]{4,5})(?!\w)"
)
_CHINA_PLATE = re.compile(
    r"(?<![A-Za-z0-9_\u00c0-\u04ff])[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼]"
    r"[A-HJ-NP-Z] ?·? ?[A-HJ-NP-Z0-9]{5,6}(?![A-Za-z0-9_\u00c0-\u04ff])"
)


@cache
def _checker(module: str) -> Callable[[str], bool]:
    check: Callable[[str], bool] = import_module(f"stdnum.{module}").is_valid
    return check


def matches(line: Line, scan: Scan) -> Iterator[Match]:
    """Identity documents and numbered accounts (high, identity); order numbers (medium, behaviour)."""
    text = line.text
    if sum(ch.isdigit() for ch in text) < 3:
        return
    taken: list[tuple[int, int]] = []
    for found in (*_national(line, scan), *_documents(line, scan), *_labelled(line, scan)):
        if not any(found.start < b and a < found.end for a, b in taken):
            taken.append((found.start, found.end))
            yield found


def _national(line: Line, scan: Scan) -> Iterator[Match]:
    text = line.text
    for number in _NUMBERS:
        for hit in number.shape.finditer(text):
            labelled = scan.labelled(line, hit.start(), words("national_id"))
            confidence = 0.98 if labelled else number.alone
            if confidence and _checker(number.module)(hit.group()):
                yield Match(
                    *hit.span(), ID_NUMBER, confidence, f"{number.name} with a valid form and checksum"
                )
            elif number.alone >= _TELLING:
                yield Match(*hit.span(), ID_NUMBER, 0.8, f"{number.name} by its form, but for its checksum")
    for hit in _SNILS.finditer(text):
        if _snils(hit.group()):
            yield Match(*hit.span(), ID_NUMBER, 0.96, "a Russian SNILS with a valid checksum")
    for hit in _HKID.finditer(text):
        yield Match(*hit.span(), ID_NUMBER, 0.9, "a Hong Kong identity number by its form")
    for hit in _TAIWAN.finditer(text):
        if _taiwan(hit.group()):
            yield Match(*hit.span(), ID_NUMBER, 0.93, "a Taiwanese identity number with a valid checksum")
    for hit in _MASKED.finditer(text):
        yield Match(*hit.span(), ID_NUMBER, 0.8, "an identity number with hidden digits")


def _documents(line: Line, scan: Scan) -> Iterator[Match]:
    for hit in _CHINA_PLATE.finditer(line.text):
        yield Match(*hit.span(), ID_NUMBER, 0.85, "a Chinese number plate by its form")
    if scan.labelled(line, len(line.text), words("plate")):
        for hit in _PLATE.finditer(line.text):
            if any(ch.isdigit() for ch in hit.group()) and scan.labelled(line, hit.start(), words("plate")):
                yield Match(*hit.span(), ID_NUMBER, 0.85, "a number plate beside its label")


_BESIDE: tuple[tuple[str, Kind, float, str], ...] = (
    ("national_id", ID_NUMBER, 0.85, "an identity number beside its label"),
    ("passport", ID_NUMBER, 0.88, "a passport number beside its label"),
    ("account_id", ACCOUNT, 0.85, "an account number beside its label"),
    ("loyalty", ACCOUNT, 0.85, "the number of a card beside its name"),
    ("order_id", ORDER, 0.7, "an order or reference number beside its label"),
)


def _labelled(line: Line, scan: Scan) -> Iterator[Match]:
    """Values beside a label: the whole unit, or what follows the label in its own line."""
    for section, kind, confidence, reason in _BESIDE:
        own = scan.hit(line, words(section))
        if own is not None:
            hit = _VALUE.match(line.text, _after(line.text, own.end))
        elif scan.beside(line, words(section), 40):
            hit = _VALUE.fullmatch(line.text.strip()) and _VALUE.search(line.text)
        else:
            continue
        if hit and sum(ch.isdigit() for ch in hit.group()) >= 4 and not _DATE_LIKE.match(hit.group()):
            yield Match(*hit.span(), kind, confidence, reason)


_DATE_LIKE = re.compile(
    r"(?:19|20)\d\d[-/.]?(?:(?:0?[1-9]|1[0-2])[-/.]?(?:0?[1-9]|[12]\d|3[01]))?$"
    r"|[0-3]?\d[-/.][01]?\d[-/.](?:19|20)?\d\d$"
)
_BETWEEN = re.compile(
    r"[\s:#№.=()-]*(?:no\.?|n°|nº|nr\.?|number|id|is|号码|号|番号|번호|номер)?[\s:#№.=(-]*", re.I
)


def _after(text: str, end: int) -> int:
    gap = _BETWEEN.match(text, end)
    return gap.end() if gap else end


def _snils(text: str) -> bool:
    digits = re.sub(r"\D", "", text)
    total = sum(int(d) * (9 - i) for i, d in enumerate(digits[:9])) % 101
    return total % 100 == int(digits[9:])


def _taiwan(text: str) -> bool:
    letter = "ABCDEFGHJKLMNPQRSTUVXYWZIO".index(text[0]) + 10
    total = letter // 10 + (letter % 10) * 9
    total += sum(int(d) * w for d, w in zip(text[1:], (8, 7, 6, 5, 4, 3, 2, 1, 1), strict=True))
    return total % 10 == 0


IDS = LineRecognizer("patterns.ids", matches, numeric=True)
