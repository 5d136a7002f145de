"""Tokens of the lexical judge: words as stems, and dates, numbers, identifiers in canonical form."""

from __future__ import annotations

import re
from typing import NamedTuple

from tactful.score.memories.lexical_dates import DATE_PATTERNS, MONTH, Forms, read_date, with_year
from tactful.score.memories.lexical_numbers import NUMBER_WORDS, Raw, read_fraction, read_number
from tactful.score.memories.lexical_words import BE, HAVE, NEGATORS, PRONOUNS, RATE_UNITS, RATES, STOP, stem


class Token(NamedTuple):
    """One token. ``forms[0]`` is what a value or a statement asks for, ``forms`` what a message offers.

    ``shape`` is the token as `tiny` statements compare it (pronouns alike, all forms of *be* alike).
    """

    forms: Forms
    start: int
    stop: bool = False
    negates: bool = False
    shape: str = ""


_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_NO_ID = (
    "mid|pre|post|late|early|ages?|aged|sub|non|pm|am|to|of|vs|under|over|max|min|approx|about|before|after|since|by"
    f"|and|or|in|on|at|for|x|{MONTH}"
)
_PHONE = (
    r"(?P<phone>(?<![\w-])(?:\+?\d{1,3}[ .-]?)?\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?!\d)"
    r"(?:\s*(?:x|ext\.?)\s*\d+)?|\+\d[\d ().-]{7,16}\d)"
)
_CODE = (
    rf"(?P<code>(?<!\w)(?!(?:{_NO_ID})-?\d)[a-z]{{1,8}}-?\d[a-z\d]*(?:[-/][a-z\d]*\d[a-z\d]*)*"
    r"|(?<![\w-])\d+(?:-\d+){2,}(?!\w)|(?<![\w-])\d\d-\d{4,}(?!\w)"
    r"|(?<!\w)(?=[a-z\d]{6,}\b)\d+[a-z]+\d[a-z\d]*)"
)
_QUANTITY = (
    r"(?P<number>(?P<sign>(?<![\w.)\]])[+-])?(?P<currency>(?:US|CA|AU|C|A)?[$€£¥₹](?=\s?\d))?"
    rf"(?:(?<=[$€£¥₹])\s)?(?P<digits>{_NUMBER})(?P<suffix>\s?%|(?:st|nd|rd|th|k|mm?|bn?)(?![a-z\d]))?)"
)
_MASTER = re.compile(
    "|".join(
        (
            r"(?P<email>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)",
            r"(?P<url>(?:https?://|www\.)[^\s<>()]+[^\s<>().,;:!?])",
            _PHONE,
            *DATE_PATTERNS,
            r"(?P<plan>401\s?\(?k\)?|403\s?\(?b\)?)",
            _CODE,
            r"(?P<fraction>(?<![\d/.,])\d+(?:\.\d+)?\s?/\s?\d+(?:\.\d+)?(?![\d/]))",
            _QUANTITY,
            r"(?P<dash>(?<=[\d%])\s?-\s?(?=[$€£¥₹]?\d))",
            r"(?P<per>/(?=\s?(?:day|week|wk|month|mo|year|yr|hour|hr|night)s?\b))",
            r"(?P<word>[^\W\d_]+(?:'[^\W\d_]+)*)",
        )
    ),
    re.IGNORECASE,
)
_DATES = frozenset(("iso", "slash", "month_day", "day_month", "month_year", "clock_range", "clock"))
_CONTRACTED = {"'m": "am", "'re": "are", "'s": "is", "'ve": "have", "'d": "would", "'ll": "will"}
_COUNTS = {word for word in NUMBER_WORDS if word not in ("first", "second", "third") and word[-2:] != "th"}
_COUNTS |= {"per", "half", "a", "an", "each", "every"}
_SPACED = re.compile(r"(?<![\w])([A-Z]{1,4}) $")
_LINK = re.compile(r"[\s,&;/-]*(?:(?:and|to|through|until|or|till)\b[\s,]*)?(?:on\s+)?", re.I)


def tokenise(text: str) -> list[Token]:
    """The tokens of cleaned text, in order."""
    raws = _raws(text)
    found: list[Token] = []
    at = 0
    while at < len(raws):
        raw = raws[at]
        if raw.kind == "number" or (raw.kind == "word" and raw.text in NUMBER_WORDS):
            groups, after = read_number(raws, at)
            if groups:
                label = _SPACED.search(text, max(0, raw.start - 6), raw.start)
                if label and len(raw.text) >= 5 and raw.text.isdecimal():  # "policy no. HI 5412987"
                    groups[0] = (*groups[0], f"id:{label[1].casefold()}{raw.text}")
                found.extend(Token(forms, raw.start, shape=forms[0]) for forms in groups)
                at = after
                continue
        if raw.kind == "word":
            at = _word(raws, at, found)
            continue
        found.extend(Token(forms, raw.start, shape=forms[0]) for forms in _special(raw))
        at += 1
    return _years(found, text)


def _raws(text: str) -> list[Raw]:
    raws: list[Raw] = []
    for match in _MASTER.finditer(text):
        kind = match.lastgroup or ""
        start, end = match.span()
        if kind == "word":
            word = match[0].casefold()
            if "'" in word:
                raws.extend(_contraction(word, start, end))
            else:
                raws.append(Raw("word", word, start, end, capital=end - start == 1 and _letter(text, start)))
        elif match["digits"] is not None:
            suffix = (match["suffix"] or "").strip().casefold()
            raws.append(
                Raw(
                    "number",
                    match["digits"],
                    start,
                    end,
                    match["sign"] or "",
                    match["currency"] or "",
                    suffix,
                )
            )
        else:
            kind = kind if kind != "sep" else "slash"
            raws.append(Raw("word", "per", start, end) if kind == "per" else Raw(kind, match[0], start, end))
    return raws


def _letter(text: str, at: int) -> bool:
    """Whether the capital at ``at`` is a letter's name: it follows a word that is not in capitals itself."""
    return (
        text[at].isupper() and text[at] != "I" and at >= 2 and text[at - 1] == " " and text[at - 2].islower()
    )


def _contraction(word: str, start: int, end: int) -> list[Raw]:
    if word.endswith("n't"):
        verb = {"can't": "can", "won't": "will", "shan't": "shall"}.get(word, word[:-3])
        return [Raw("word", verb, start, end), Raw("word", "not", start, end)]
    head, mark, tail = word.partition("'")
    verb = _CONTRACTED.get(mark + tail, "")
    if head in PRONOUNS and verb:
        return [Raw("word", head, start, end), Raw("word", verb, start, end)]
    if tail == "s" or not tail:
        return [Raw("word", head, start, end)]  # "the child's"
    return [Raw("word", head + tail, start, end)]  # O'Brien


def _word(raws: list[Raw], at: int, found: list[Token]) -> int:
    """Adds the token of the word at ``at``, or of "per week" and its like; gives the next index."""
    raw = raws[at]
    word = raw.text
    if word in RATES:
        unit = RATES[word]
        found.append(Token((f"per:{unit}", unit), raw.start, shape=f"per:{unit}"))
        return at + 1
    if word in ("per", "every", "each", "a", "an") and at + 1 < len(raws) and raws[at + 1].kind == "word":
        unit = stem(raws[at + 1].text)
        unit = unit if unit in RATE_UNITS else raws[at + 1].text
        if unit in RATE_UNITS:
            found.append(Token((f"per:{unit}", unit), raw.start, shape=f"per:{unit}"))
            return at + 2
    if word in ("hr", "hrs") and not _counted(raws, at):
        found.append(Token(("hr",), raw.start, shape="hr"))  # human resources
        return at + 1
    if word == "estate" and (
        (at and raws[at - 1].text == "real") or (at + 1 < len(raws) and raws[at + 1].text.startswith("agent"))
    ):
        found.append(Token(("realestate",), raw.start, shape="realestate"))  # no estate of a deceased
        return at + 1
    if word == "no" and at + 1 < len(raws) and _labels(raws[at], raws[at + 1]):
        found.append(Token((word,), raw.start, True, shape=word))  # "Case No. 23-1456" denies nothing
        return at + 1
    if word in ("noon", "midnight"):
        found.append(Token((f"t:{'12' if word == 'noon' else '00'}:00",), raw.start))
        return at + 1
    if word == "bi" and at + 1 < len(raws) and raws[at + 1].text in RATES:
        found.append(Token((f"bi{raws[at + 1].text}",), raw.start, shape=f"bi{raws[at + 1].text}"))
        return at + 2
    if len(word) == 1 and raw.capital:
        found.append(Token((word,), raw.start, shape=word))  # the letter of "hepatitis A", "vitamin D"
        return at + 1
    if word in STOP:
        shape = "PRON" if word in PRONOUNS else "BE" if word in BE else "HAVE" if word in HAVE else word
        shape = "DET" if word in ("a", "an", "the") else shape
        found.append(Token((word,), raw.start, True, word in NEGATORS, shape))
    else:
        form = stem(word)
        found.append(Token((form,), raw.start, shape=form))
    return at + 1


def _counted(raws: list[Raw], at: int) -> bool:
    """Whether a number or "per" stands before ``at``."""
    return at > 0 and (raws[at - 1].kind in ("number", "fraction") or raws[at - 1].text in _COUNTS)


def _labels(raw: Raw, following: Raw) -> bool:
    return following.kind in ("number", "code") and following.start - raw.end == 2


def _special(raw: Raw) -> list[Forms]:
    kind, text = raw.kind, raw.text
    if kind in _DATES:
        return read_date(kind, text) or [(f"~{part}",) for part in re.findall(r"\d+", text)]
    if kind == "fraction":
        return read_fraction(text)
    if kind == "phone":
        number, _, extension = re.sub(r"ext\.?", "x", text.casefold()).partition("x")
        digits = re.sub(r"\D", "", number)[-10:]
        return [(f"tel:{digits}{'x' + extension.strip() if extension else ''}",)]
    if kind in ("code", "plan"):
        return [("id:" + re.sub(r"[^a-z\d]", "", text.casefold()),)]
    if kind in ("email", "url"):
        return [(re.sub(r"^https?://(?:www\.)?|^www\.|/$", "", text.casefold()),)]
    return []


def _years(found: list[Token], text: str) -> list[Token]:
    """Days of no year take the year of the day that ends their list: "May 5 and June 2, 2023"."""
    for at in range(len(found) - 2, -1, -1):
        here, following = found[at], found[at + 1]
        if not here.forms[0].startswith("d:--"):
            continue
        later = next((t for t in found[at + 1 : at + 3] if not t.stop), following)
        if later.forms[0].startswith("d:") and not later.forms[0].startswith("d:--"):
            own = _MASTER.match(text, here.start)
            if own and (own.start() == later.start or _LINK.fullmatch(text, own.end(), later.start)):
                found[at] = here._replace(forms=with_year(here.forms, later.forms))
    return found
