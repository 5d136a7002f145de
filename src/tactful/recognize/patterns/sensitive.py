"""Special categories of personal data: health, religion, politics, sexuality (GDPR Art. 9).

A topic word by itself is indirect (medium): an article's headline tells little of the reader. A statement,
a measured value, a dose, a first-person line, a labelled field, or a word that stands alone as the value of a
profile, an alarm or a list ("Insulin", "Quaker") is explicit (high).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from tactful.recognize.patterns.phrases import Phrases, sections, words
from tactful.recognize.patterns.scan import Kind, Line, LineRecognizer, Match, Scan, whole
from tactful.terms import Category, Risk

_TOPICS = ("health", "religion", "politics", "sexuality")
_DOSE = re.compile(
    r"(?<![\w.])(?:[A-Za-z\u00c0-\u024f\u0400-\u04ff]{4,}"
    r"|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]{2,10}) ?\d{1,4}(?:[.,]\d+)? ?"
    r"(?:mg|mcg|µg|μg|мг|мкг|毫克|ミリグラム|밀리그램|IU|units?)(?![\w/])",
    re.I,
)
_INTAKE = re.compile(
    r"\b(?:take \d|\d+ (?:tablets?|capsules?|pills?|puffs?)|(?:once|twice"
    r"|three times) (?:a day|daily)|refills?|\d+ comprimés?|по \d+ таблет\w+)\b"
    r"|每[日天次] ?[\d一二三两]+ ?[次片粒]|一日\d回|1日\d回|毎食後|食後\d|하루 ?\d ?[회번]|식후",
    re.I,
)
_LAB = re.compile(
    r"(?<![\w.])\d{1,4}(?:[.,]\d+)? ?(?:mg/dL|mmol/L|g/dL|ng/mL|µg/L|U/L|IU/L|mmHg|мм рт|毫米汞柱|毫摩尔)"
    r"|(?:HbA1c|LDL|HDL|TSH|PSA|BMI|eGFR|SpO2|A1C|CD4)\W{0,3}\d{1,4}(?:[.,]\d+)? ?%?"
    r"|(?<!\d)\d{2,3} ?/ ?\d{2,3} ?(?:mmHg|BP)\b",
    re.I,
)
_VALUE = re.compile(
    r"\s*(\d{1,3}(?:[.,]\d{1,2})?(?: ?/ ?\d{2,3})? ?(?:kg|lbs?|кг|%|bpm|mmhg|mg/dl|mmol/l"
    r"|°[cf])?)\s*",
    re.I,
)
_VITAL = re.compile(
    r"(?<![\w.,])\d{1,3}(?:[,. ]\d{3})* ?(?:bpm|steps|kcal|cal|次/分|步|歩|걸음|уд/мин|шаг(?:ов|а)?"
    r"|Schritte|heart pts)(?!\w)",
    re.I,
)


@cache
def _lists() -> tuple[Phrases[tuple[str, bool]], Phrases[str], Phrases[str], Phrases[str], Phrases[str]]:
    """(topics with whether each is explicit, words of a person, field names, measures, sole values)."""
    found = sections("tactful.recognize.patterns", "sensitive.txt")
    topics = [
        (phrase, (topic, grade == "explicit"))
        for topic in _TOPICS
        for grade in ("topic", "explicit")
        for phrase in found[f"{topic} {grade}"]
    ]
    personal = Phrases((phrase, "personal") for phrase in found["personal"])
    fields = Phrases((phrase, "field") for phrase in found["field"])
    values = Phrases((phrase, topic) for topic in _TOPICS for phrase in found[f"{topic} value"])
    measures = Phrases((phrase, "measure") for phrase in found["measure"])
    return Phrases(topics), personal, fields, measures, values


def matches(line: Line, scan: Scan) -> Iterator[Match]:
    """At most one finding a topic: the whole line where it speaks of a person, the word where it does not."""
    topics, personal, fields, measures, values = _lists()
    sole = values.first(line.lower)
    if sole is not None and whole(line, sole.start, sole.end):
        kind = Kind(sole.value, Risk.HIGH, Category.SENSITIVE_SPECIAL)
        yield Match(sole.start, sole.end, kind, 0.88 if sole.value == "health" else 0.72, _SOLE)
        return
    measured = tuple(_measured(line, scan, measures))
    yield from measured
    hits: dict[str, tuple[int, int, bool]] = {}
    spoken = line.lower.replace("_", " ")
    for hit in topics.find(spoken):
        topic, explicit = hit.value
        if topic == "health" and measured:
            continue
        if topic not in hits or (explicit and not hits[topic][2]):
            hits[topic] = (hit.start, hit.end, explicit)
    for topic, (start, end, explicit) in hits.items():
        low = len(line.text) - len(line.text.lstrip())
        high = len(line.text.rstrip())
        if explicit or personal.first(line.lower):
            kind = Kind(topic, Risk.HIGH, Category.SENSITIVE_SPECIAL)
            # A field's bare name ("Blood type") is interface text; its value stands beside it.
            bare = explicit and start <= low and end >= high - 1
            if not bare:
                yield Match(low, high, kind, 0.85 if explicit else 0.75, f"tells of a person's {topic}")
        elif topic == "health" and _record(scan):
            kind = Kind(topic, Risk.HIGH, Category.SENSITIVE_SPECIAL)
            yield Match(low, high, kind, 0.75, "a word of health in somebody's health record")
        elif scan.beside(line, fields, 40):
            kind = Kind(topic, Risk.HIGH, Category.SENSITIVE_SPECIAL)
            yield Match(low, high, kind, 0.85, f"a value beside a field about {topic}")
        else:
            kind = Kind(topic, Risk.MEDIUM, Category.SENSITIVE_SPECIAL)
            yield Match(low, high, kind, 0.5, f"mentions {topic}")


def _record(scan: Scan) -> bool:
    """Whether the screen is somebody's health record: it has at least two headings of one."""
    headings = words("health_record")
    return sum(len(line.text) <= 40 and scan.hit(line, headings) is not None for line in scan.lines) >= 2


_SOLE = "a word of a special category that stands alone, as a value"


def _measured(line: Line, scan: Scan, measures: Phrases[str]) -> Iterator[Match]:
    """Doses, measured values, and counts of activity."""
    health = Kind("health", Risk.HIGH, Category.SENSITIVE_SPECIAL)
    for hit in _INTAKE.finditer(line.text):
        yield Match(*hit.span(), health, 0.65, "when a medicine is taken")
    if not any(ch.isdigit() for ch in line.text):
        return
    for pattern, confidence, reason in (
        (_DOSE, 0.85, "a medicine with its dose"),
        (_LAB, 0.88, "a measured value"),
    ):
        for hit in pattern.finditer(line.text):
            yield Match(*hit.span(), health, confidence, reason)
    value = _VALUE.fullmatch(line.text)
    if value and scan.beside(line, measures, 30):
        yield Match(*value.span(1), health, 0.75, "a number beside the name of a measure of the body")
        return
    medium = Kind("health", Risk.MEDIUM, Category.SENSITIVE_SPECIAL)
    for hit in _VITAL.finditer(line.text):
        yield Match(*hit.span(), medium, 0.7, "a count of steps, calories or heartbeats")


SENSITIVE = LineRecognizer("patterns.sensitive", matches)
