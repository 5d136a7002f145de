"""Names of people in Latin and Cyrillic letters: lists, capitals, titles, and where the words stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tactful.recognize.names.addressed import (
    LETTER,
    beside_time_or_avatar,
    in_file_names,
    labelled,
    spoken_to,
)
from tactful.recognize.names.gazetteer import Gazetteer, gazetteer
from tactful.recognize.patterns.scan import PERSON, Line, LineRecognizer, Match, Scan

_LETTER = LETTER
_LETTER_CLASS = rf"[{LETTER}'-]"
_WORD = re.compile(rf"(?<![\w@./:'-])[{_LETTER}](?:[{_LETTER}]|['-](?=[{_LETTER}])(?!s\b))*(?![\w@]|\.\w|/)")
_PARTICLES = frozenset(
    [
        "de",
        "da",
        "di",
        "do",
        "dos",
        "das",
        "del",
        "della",
        "der",
        "den",
        "van",
        "von",
        "zu",
        "bin",
        "ibn",
        "al",
        "el",
        "le",
        "la",
        "du",
        "ben",
        "abu",
        "ter",
        "y",
        "e",
    ]
)
_PATRONYMIC = re.compile(r"[А-ЯЁ][а-яё]+(?:ович|евич|ич|овна|евна|ична|инична)(?:а|у|ем|ом|е|ы|ой)?")
_RUSSIAN_LAST = re.compile(
    r"[А-ЯЁ][а-яё]+(?:ов|ев|ёв|ин|ын|ский|цкий|ская|цкая|ова|ева|ёва|ина|ына|енко|ук|юк|ко|дзе"
    r"|швили|ян)"
)
_INITIALS = re.compile(
    r"(?<!\w)(?:[А-ЯЁ][а-яё]{2,} [А-ЯЁ]\. ?[А-ЯЁ]\.|[А-ЯЁ]\. ?[А-ЯЁ]\. ?[А-ЯЁ][а-яё]{2,})(?!\w)"
)
_CAMEL = re.compile(r"([A-Z][a-z]{2,})([A-Z][a-z]{2,})")
_DEVICE = re.compile(
    r"(?:'s?|s')[ ](?:iphone|ipad|macbook|imac|mac|pc|phone|pixel|galaxy|laptop|watch|airpods"
    r"|kindle|tv)\b",
    re.I,
)
_PINYIN = re.compile(
    r"(?:(?:[bpmfdtnlgkhjqxrzcsyw]|zh|ch|sh)?(?:iang|iong|uang|ang|eng|ing|ong|ian|iao|uai|uan"
    r"|ai|an|ao|ei|en|er|ia|ie|in|iu|ou|ua|ue|ui|un|uo|a|e|i|o|u)){1,2}",
    re.I,
)


class Token(NamedTuple):
    """A word with its place, and what the lists say of it."""

    start: int
    end: int
    text: str
    lower: str
    capital: bool


class _Verdict(NamedTuple):
    confidence: float
    reason: str


_NO = _Verdict(0.0, "")


def matches(line: Line, scan: Scan) -> Iterator[Match]:
    """People's names (high, identity), with the confidence that list, shape and place together give."""
    if not any(ch.isupper() for ch in line.text):
        return
    names = gazetteer()
    tokens = tuple(_tokens(line.text))
    taken: list[tuple[int, int]] = []
    for start, end, verdict in _candidates(line, scan, tokens, names):
        if verdict.confidence >= 0.4 and not any(start < b and a < end for a, b in taken):
            taken.append((start, end))
            yield Match(start, end, PERSON, verdict.confidence, verdict.reason)


def _tokens(text: str) -> Iterator[Token]:
    for hit in _WORD.finditer(text):
        word = hit.group()
        yield Token(hit.start(), hit.end(), word, word.lower(), word[0].isupper())


def _candidates(
    line: Line, scan: Scan, tokens: tuple[Token, ...], names: Gazetteer
) -> Iterator[tuple[int, int, _Verdict]]:
    text = line.text
    for spot in (*spoken_to(text, names), *in_file_names(text, names)):
        yield spot.start, spot.end, _Verdict(spot.confidence, spot.reason)
    for hit in _INITIALS.finditer(text):
        yield *hit.span(), _Verdict(0.9, "a surname with initials")
    yield from _by_sentence(text, names)
    for whole_run in _runs(text, tokens, names):
        run = _from_title(whole_run, names)
        first = run[0]
        if first.lower.rstrip(".") in names.honorific or first.lower + "." in names.honorific:
            rest = run[1:4]
            if rest and rest[0].capital and not (len(run) > 4 or {t.lower for t in rest} & names.interface):
                short = first.lower.rstrip(".") in _TITLES and len(rest) == 1
                yield (
                    first.start if short else rest[0].start,
                    rest[-1].end,
                    _Verdict(0.9, "a name after a title"),
                )
            continue
        people = _trim(run, names)
        if not people:
            continue
        start, end = people[0].start, people[-1].end
        alone = not text[:start].strip(" .,:·-•()\"'") and not text[end:].strip(" .,:;·-•()\"'…0123456789")
        yield start, end, _judge(line, scan, people, names, alone)
    for hit in _CAMEL.finditer(text):
        one, two = hit.group(1).lower(), hit.group(2).lower()
        if one in names.first and two in names.last and not {one, two} & (names.interface | names.ambiguous):
            yield *hit.span(), _Verdict(0.75, "a first and a last name without a space")


# "Solveig (you)"
_SELF = re.compile(
    rf"({_LETTER_CLASS}+(?: {_LETTER_CLASS}+){{0,2}}) ?\((?:you|me|vous|moi|sie|ich|du|вы|я|tú|yo)\)", re.I
)
# "Friederike ist zu Hause", "Tamsin's 40th"
_OPENS = re.compile(rf"\s*({_LETTER_CLASS}{{3,}})(?:'s (?=\S)| (?=[a-z\u00df-\u00ff\u0430-\u044f]{{2,}}))")
# "Last entry: Friederike, 18:06"
_AFTER_COLON = re.compile(rf"[:：] ({_LETTER_CLASS}{{3,}})(?=,|$| ?[·•|(])")
# "FP TO ANN LEE REF RENT": transfers in capitals
_BOOKED = re.compile(
    r"\b(?P<kind>(?:FP|BP|TFR|SO|SEPA|TRANSFER|PAYMENT|VIREMENT|VIR|ÜBERWEISUNG) )?(?:TO|FROM|BY|VON|AN"
    r"|DE|À|PARA) (?P<name>(?:MR |MRS |MS |DR )?[A-Z][A-Z'-]+ [A-Z][A-Z'-]+)(?= REF\b| RE\b| \d|$|,| -)"
)


def _by_sentence(text: str, names: Gazetteer) -> Iterator[tuple[int, int, _Verdict]]:
    """Listed first names where a line has its names: they open a sentence or follow a label."""
    me = _SELF.match(text.strip())
    if (
        me
        and text.strip() == me.group()
        and me.group(1)[0].isupper()
        and me.group(1).lower() not in names.interface
    ):
        start = text.index(me.group(1))
        yield start, start + len(me.group(1)), _Verdict(0.88, "a name that is marked as one's own")
    for pattern, confidence in ((_OPENS, 0.6), (_AFTER_COLON, 0.65)):
        hit = pattern.match(text) if pattern is _OPENS else pattern.search(text)
        if hit and hit.group(1)[0].isupper() and not hit.group(1).isupper():
            word = hit.group(1).lower()
            goes_on = text[hit.end() :].split()[:1]  # "Maria de la Cruz" is one name
            if goes_on and goes_on[0] in _PARTICLES:
                continue
            other = word in names.ambiguous or word in names.interface or word in names.cities
            if word in names.first and not other:
                yield *hit.span(1), _Verdict(confidence, "a known first name where a line speaks of somebody")
    for hit in _BOOKED.finditer(text):
        words = hit.group("name").lower().split()
        listed = words[-2] in names.first or words[-1] in names.last
        if (listed or hit.group("kind")) and not set(words) & names.interface:
            yield *hit.span("name"), _Verdict(0.82, "whom a booking names")


def _runs(text: str, tokens: tuple[Token, ...], names: Gazetteer) -> Iterator[tuple[Token, ...]]:
    """Capitalised words that stand together, with the particles between them."""
    run: list[Token] = []
    for token in tokens:
        glue = text[run[-1].end : token.start] if run else ""
        particle = bool(run) and token.lower in _PARTICLES and glue == " "
        joined = bool(run) and (
            glue == " " or (glue == ". " and (len(run[-1].text) <= 2 or run[-1].lower in _TITLES))
        )
        if (token.capital or particle) and joined:
            run.append(token)
            continue
        if run:
            yield _closed(run)
        run = [token] if token.capital else []
    if run:
        yield _closed(run)


_TITLES = frozenset(
    ["mr", "mrs", "ms", "dr", "prof", "rev", "st", "jr", "sr", "mme", "mlle", "capt", "sgt", "lt"]
)


def _closed(run: list[Token]) -> tuple[Token, ...]:
    while run and not run[-1].capital:
        run = run[:-1]
    return tuple(run)


def _trim(run: tuple[Token, ...], names: Gazetteer) -> tuple[Token, ...]:
    """Without greetings and prepositions before the name; empty where interface words are among the rest."""
    while run and (run[0].lower in names.lead or run[0].lower in _MAIL):
        run = run[1:]
    if any(t.lower in names.interface and t.lower not in names.ambiguous for t in run):
        return ()
    return run


_MAIL = frozenset(["to", "from", "cc", "bcc", "re", "fwd", "fw", "by", "me", "you", "and"])


def _from_title(run: tuple[Token, ...], names: Gazetteer) -> tuple[Token, ...]:
    """The run from its form of address on ("Tell Uncle Ann"), or as it is."""
    for index, token in enumerate(run[:-1]):
        if token.lower in names.honorific and not token.text.isupper():
            return run[index:]
    return run


def _judge(line: Line, scan: Scan, run: tuple[Token, ...], names: Gazetteer, alone: bool) -> _Verdict:
    """How sure a run of capitalised words is a person."""
    if len(run) > 4:
        return _NO
    if len(run) == 1:
        return _single(line, scan, run[0], names, alone)
    first, last = run[0].lower, run[-1].lower
    if first in _PLACE_LEADS or " ".join(t.lower for t in run) in names.cities:
        return _NO
    if any(_PATRONYMIC.fullmatch(t.text) for t in run[1:]) and all(len(t.text) > 1 for t in run):
        return _Verdict(0.95, "a Russian name with a patronymic")
    shouted = all(t.text.isupper() for t in run)
    known_first = first in names.first or ("-" in first and first.split("-")[0] in names.first)
    known_last = last in names.last or _RUSSIAN_LAST.fullmatch(run[-1].text) is not None
    doubt = (first in names.ambiguous) + (last in names.ambiguous)
    if len(run[0].text) == 1 or len(run[-1].text) == 1:  # "J Smith", "Anna K."
        word = last if len(run[0].text) == 1 else first
        known = word in names.last or word in names.first
        if not known or word in names.ambiguous:
            return _NO
        dotted = "." in line.text[run[0].end : run[-1].end + 1]
        return _Verdict(0.75 if dotted or _placed(line, scan, run) else 0.45, "a name with an initial")
    if known_first and known_last:
        confidence = (0.93, 0.75, 0.0)[doubt]
        if doubt == 2 and (alone and _placed(line, scan, run)):
            confidence = 0.6
        return _Verdict(confidence - (0.15 if shouted else 0.0), "a known first and a known last name")
    reversed_order = last in names.first and first in names.last and not doubt
    if reversed_order or _pinyin_name(run, names):
        return _Verdict(0.8, "a known surname and a given name")
    if labelled(line, scan, run[0].start, "person_label") and alone:
        return _Verdict(0.85, "capitalised words beside a name label")
    if known_first and not doubt and not shouted and len(run) <= 3:
        return _Verdict(0.78 if alone else 0.65, "a known first name and a capitalised word")
    placed = alone and _placed(line, scan, run)
    if (known_first or known_last) and placed:
        return _Verdict(0.7, "a listed name where a list shows people")
    if (
        known_last
        and not known_first
        and last not in names.ambiguous
        and alone
        and len(run) == 2
        and not shouted
    ):
        return _Verdict(0.45, "a capitalised word and a known last name")
    return _NO


def _single(line: Line, scan: Scan, token: Token, names: Gazetteer, alone: bool) -> _Verdict:
    """One word: a person only by its place, or in a sentence after a word that calls for a name."""
    word = token.lower
    known = word in names.first and len(word) > 1
    doubtful = word in names.ambiguous or word in names.interface
    if len(word) < 2 or (word in names.interface and word not in names.ambiguous):
        return _NO
    if _DEVICE.match(line.text, token.end):
        return _Verdict(0.9, "a first name in the name of a device") if known else _NO
    if alone:
        if labelled(line, scan, token.start, "person_label"):
            return _Verdict(0.85 if known else 0.7, "a word beside a name label")
        if known and labelled(line, scan, token.start, "mail_label"):
            return _Verdict(0.85, "a first name beside a sender or recipient label")
        if known and beside_time_or_avatar(line, scan):
            return _Verdict(0.55 if doubtful else 0.8, "a first name in a row with a time or an avatar")
        if word in names.last and not doubtful and beside_time_or_avatar(line, scan):
            return _Verdict(0.65, "a last name in a row with a time or an avatar")
        return (
            _Verdict(0.45, "a known first name on its own")
            if known and not doubtful and len(word) > 2
            else _NO
        )
    if not known or doubtful or token.text.isupper():
        return _NO
    before = line.lower[: token.start].rstrip(" ,")
    word_before = re.search(rf"([{_LETTER}:]+)$", before)
    if line.text[token.end : token.end + 2] == ": " and not before:
        return _Verdict(0.75, "a first name that opens a message")
    if word_before and word_before.group(1) in names.lead:
        return _Verdict(0.7, "a first name after a word that calls for one")
    return _Verdict(0.45, "a known first name in a sentence") if before else _NO


_PLACE_LEADS = frozenset(["san", "santa", "los", "las", "fort", "port", "mount", "mt", "saint", "st", "cape"])


def _placed(line: Line, scan: Scan, run: tuple[Token, ...]) -> bool:
    start = run[0].start
    return (
        labelled(line, scan, start, "person_label")
        or labelled(line, scan, start, "mail_label")
        or beside_time_or_avatar(line, scan)
    )


def _pinyin_name(run: tuple[Token, ...], names: Gazetteer) -> bool:
    """A Chinese or Korean name in Latin letters: "Wang Xiaoming", "Xiaoming Wang", "Kim Min-su"."""
    if len(run) != 2:
        return False
    one, two = run
    for surname, given in ((one, two), (two, one)):
        known = surname.lower in names.romanised
        if known and given.lower not in names.interface and given.lower not in names.ambiguous:
            if _PINYIN.fullmatch(given.lower) and len(given.lower) >= 3:
                return True
            if re.fullmatch(r"[A-Z][a-z]{1,5}-[A-Za-z][a-z]{1,5}", given.text):
                return True
    return False


LATIN = LineRecognizer("names.latin", matches)
