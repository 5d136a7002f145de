"""Presidio's predefined pattern recognizers, called directly: no NLP engine, no model, no network.

Loaded at the first line that could hold one of their values: the package takes most of a second to import.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from tactful.errors import RecognitionError
from tactful.recognize.patterns.phrases import Phrases
from tactful.recognize.patterns.scan import ACCOUNT, BANK, ID_NUMBER, Kind, Line, LineRecognizer, Match, Scan

_SECONDS = 2.0  # a pattern that takes longer on one line is an error, not a clean line


class _Rule(NamedTuple):
    """A Presidio recognizer by class name, what it finds, and whether it may stand without context."""

    name: str
    kind: Kind
    alone: bool
    what: str


# Left out: URL, e-mail, IP, MAC, date, phone and card recognizers (the other families know OCR slips and
# labels, and Presidio's e-mail check asks tldextract, which may go online), and postal codes and plates (too
# unspecific). ``alone`` is set where form and checksum together are rarely met by chance.
_RULES = (
    _Rule("CryptoRecognizer", BANK, True, "a crypto wallet address"),
    _Rule("UsSsnRecognizer", ID_NUMBER, False, "a US social security number"),
    _Rule("UsItinRecognizer", ID_NUMBER, False, "a US taxpayer number"),
    _Rule("UsLicenseRecognizer", ID_NUMBER, False, "a US driver licence number"),
    _Rule("UsBankRecognizer", BANK, False, "a US bank account number"),
    _Rule("AbaRoutingRecognizer", BANK, False, "a US routing number"),
    _Rule("UsMbiRecognizer", ID_NUMBER, False, "a US Medicare number"),
    _Rule("UsNpiRecognizer", ID_NUMBER, False, "a US health provider number"),
    _Rule("MedicalLicenseRecognizer", ID_NUMBER, False, "a US medical licence number"),
    _Rule("UkNinoRecognizer", ID_NUMBER, True, "a British national insurance number"),
    _Rule("NhsRecognizer", ID_NUMBER, False, "a British NHS number"),
    _Rule("UkDrivingLicenceRecognizer", ID_NUMBER, True, "a British driving licence number"),
    _Rule("AuTfnRecognizer", ID_NUMBER, False, "an Australian tax file number"),
    _Rule("AuMedicareRecognizer", ID_NUMBER, False, "an Australian Medicare number"),
    _Rule("CaSinRecognizer", ID_NUMBER, False, "a Canadian insurance number"),
    _Rule("DeIdCardRecognizer", ID_NUMBER, False, "a German identity card number"),
    _Rule("DePassportRecognizer", ID_NUMBER, False, "a German passport number"),
    _Rule("DeSocialSecurityRecognizer", ID_NUMBER, False, "a German social insurance number"),
    _Rule("DeHealthInsuranceRecognizer", ID_NUMBER, False, "a German health insurance number"),
    _Rule("DeTaxIdRecognizer", ID_NUMBER, False, "a German tax ID"),
    _Rule("EsNifRecognizer", ID_NUMBER, False, "a Spanish identity number"),
    _Rule("FiPersonalIdentityCodeRecognizer", ID_NUMBER, True, "a Finnish identity code"),
    _Rule("InAadhaarRecognizer", ID_NUMBER, False, "an Indian Aadhaar number"),
    _Rule("InPanRecognizer", ID_NUMBER, False, "an Indian PAN"),
    _Rule("InVoterRecognizer", ID_NUMBER, False, "an Indian voter number"),
    _Rule("ItIdentityCardRecognizer", ID_NUMBER, False, "an Italian identity card number"),
    _Rule("KrFrnRecognizer", ID_NUMBER, False, "a Korean foreigner number"),
    _Rule("KrDriverLicenseRecognizer", ID_NUMBER, False, "a Korean driver licence number"),
    _Rule("PlPeselRecognizer", ID_NUMBER, False, "a Polish PESEL"),
    _Rule("SgFinRecognizer", ID_NUMBER, True, "a Singaporean identity number"),
    _Rule("SePersonnummerRecognizer", ID_NUMBER, False, "a Swedish personal number"),
    _Rule("ThTninRecognizer", ID_NUMBER, False, "a Thai identity number"),
    _Rule("TrNationalIdRecognizer", ID_NUMBER, False, "a Turkish identity number"),
    _Rule("ZaIdNumberRecognizer", ID_NUMBER, False, "a South African identity number"),
    _Rule("PhUmidRecognizer", ID_NUMBER, False, "a Philippine UMID number"),
    _Rule("NgNinRecognizer", ID_NUMBER, False, "a Nigerian identity number"),
    _Rule("UsHealthInsuranceMemberIdRecognizer", ACCOUNT, False, "a health insurance member number"),
)
# Context words of single recognizers that are everyday interface words.
_LOOSE = frozenset(
    [
        "id",
        "card",
        "account",
        "member",
        "check",
        "transaction",
        "bank",
        "us",
        "united",
        "states",
        "number",
        "security",
        "billing",
        "fin",
        "pan",
        "pass",
    ]
)
# A token of nine or more letters and digits with enough digits among them, maybe grouped.
_CANDIDATE = re.compile(
    r"(?<!\w)(?=[A-Za-z]{0,6}[ -]?\d|[A-Za-z0-9 -]{0,24}\d)[A-Za-z0-9](?:[ /.()+-]?[A-Za-z0-9]){7,}"
)


class _Loaded(NamedTuple):
    rule: _Rule
    recognizer: Any
    context: Phrases[str]


@cache
def _load() -> tuple[_Loaded, ...]:
    """The recognizers of ``_RULES``. Raises ``RecognitionError`` where Presidio no longer ships one."""
    import presidio_analyzer.predefined_recognizers as shipped

    loaded = []
    for rule in _RULES:
        make = getattr(shipped, rule.name, None)
        if make is None:
            raise RecognitionError(
                f"presidio-analyzer ships no {rule.name}; a version from 2.2.360 on has it"
            )
        recognizer = make()
        context = (word for word in recognizer.context or () if word.lower() not in _LOOSE)
        loaded.append(_Loaded(rule, recognizer, Phrases((word, rule.name) for word in context)))
    return tuple(loaded)


def matches(line: Line, scan: Scan) -> Iterator[Match]:
    """Identity and bank numbers that Presidio knows, where checksum or context confirms them."""
    text = line.text
    if not any(sum(ch.isdigit() for ch in c.group()) >= 5 for c in _CANDIDATE.finditer(text)):
        return
    for loaded in _load():
        for start, end, score in _spans(loaded.recognizer, text):
            if loaded.rule.alone and score >= 0.5:
                confidence = 0.9
            elif scan.labelled(line, start, loaded.context):
                confidence = min(0.95, 0.6 + score / 2)
            else:
                continue
            if confidence >= 0.6 and sum(ch.isdigit() for ch in text[start:end]) >= 4:
                yield Match(
                    start, end, loaded.rule.kind, confidence, f"{loaded.rule.what} by Presidio's pattern"
                )


def _spans(recognizer: Any, text: str) -> Iterator[tuple[int, int, float]]:
    """The recognizer's own patterns and checks on ``text``; Presidio's loop skips those that time out."""
    for pattern in recognizer.patterns:
        compiled = _compiled(pattern.regex, recognizer.global_regex_flags)
        try:
            for hit in compiled.finditer(text, timeout=_SECONDS):
                value = hit.group()
                if not value or recognizer.invalidate_result(value):
                    continue
                valid = recognizer.validate_result(value)
                if valid is not False:
                    yield hit.start(), hit.end(), 1.0 if valid else float(pattern.score)
        except TimeoutError as err:
            raise RecognitionError(
                f"the pattern '{pattern.name}' took more than {_SECONDS:g} s on one line"
            ) from err


@cache
def _compiled(pattern: str, flags: int) -> Any:
    return import_module("regex").compile(pattern, flags=flags)


PRESIDIO = LineRecognizer("patterns.presidio", matches)
