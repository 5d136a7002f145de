"""Tokens of the lexical judge: words as stems, and dates, numbers, identifiers in canonical form."""

from __future__ import annotations

import re
from typing import NamedTuple

from tactful.score.lexical.quantities import (
    DATE_PATTERNS,
    MONTH,
    NUMBER_WORDS,
    Forms,
    Raw,
    read_date,
    read_fraction,
    read_number,
    with_year,
)
from tactful.score.lexical.words import ARTICLES, BE, HAVE, NEGATORS, PRONOUNS, RATE_UNITS, RATES, STOP, stem


class Token(NamedTuple):
    """One token. ``forms[0]`` is what a value or a statement asks for, ``forms`` what a message offers.

    ``shape`` is the token as `ShapeRule` compares short statements (pronouns alike, all forms of *be* alike).
    """

    forms: Forms
    start: int
    stop: bool = False
    negates: bool = False
    shape: str = ""

    @classmethod
    def of(cls, form: str, start: int) -> Token:
        """A token of one form, which is its shape too."""
        return cls((form,), start, shape=form)


_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_NO_ID = (
    "mid|pre|post|late|early|ages?|aged|sub|non|pm|am|to|of|vs|under|over|max|min|approx|about|before|after|since|by"
    f"|and|or|in|on|at|for|x|{MONTH}"
)
_PATTERNS = {
    "email": r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    "url": r"(?:https?://|www\.)[^\s<>()]+[^\s<>().,;:!?]",
    "phone": r"(?<![\w-])(?:\+?\d{1,3}[ .-]?)?\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?!\d)"
    r"(?:\s*(?:x|ext\.?)\s*\d+)?|\+\d[\d ().-]{7,16}\d",
    **DATE_PATTERNS,
    "plan": r"401\s?\(?k\)?|403\s?\(?b\)?",
    "code": rf"(?<!\w)(?!(?:{_NO_ID})-?\d)[a-z]{{1,8}}-?\d[a-z\d]*(?:[-/][a-z\d]*\d[a-z\d]*)*"
    r"|(?<![\w-])\d+(?:-\d+){2,}(?!\w)|(?<![\w-])\d\d-\d{4,}(?!\w)"
    r"|(?<!\w)(?=[a-z\d]{6,}\b)\d+[a-z]+\d[a-z\d]*",
    "fraction": r"(?<![\d/.,])\d+(?:\.\d+)?\s?/\s?\d+(?:\.\d+)?(?![\d/])",
    "number": r"(?P<sign>(?<![\w.)\]])[+-])?(?P<currency>(?:US|CA|AU|C|A)?[$€£¥₹](?=\s?\d))?"
    rf"(?:(?<=[$€£¥₹])\s)?(?P<digits>{_NUMBER})(?P<suffix>\s?%|(?:st|nd|rd|th|k|mm?|bn?)(?![a-z\d]))?",
    "dash": r"(?<=[\d%])\s?-\s?(?=[$€£¥₹]?\d)",
    "per": r"/(?=\s?(?:day|week|wk|month|mo|year|yr|hour|hr|night)s?\b)",
    "word": r"[^\W\d_]+(?:'[^\W\d_]+)*",
}
_MASTER = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _PATTERNS.items()), re.IGNORECASE)
_CONTRACTED = {"'m": "am", "'re": "are", "'s": "is", "'ve": "have", "'d": "would", "'ll": "will"}
_COUNTS = {word for word in NUMBER_WORDS if word not in ("first", "second", "third") and word[-2:] != "th"}
_COUNTS |= {"per", "half", "a", "an", "each", "every"}
_SPACED = re.compile(r"(?<![\w])([A-Z]{1,4}) $")
_LINK = re.compile(r"[\s,&;/-]*(?:(?:and|to|through|until|or|till)\b[\s,]*)?(?:on\s+)?", re.I)


def tokenize(text: str) -> list[Token]:
    """The tokens of cleaned text, in order."""
    raws = _raws(text)
    tokens: list[Token] = []
    at = 0
    while at < len(raws):
        raw = raws[at]
        if raw.kind == "number" or (raw.kind == "word" and raw.text in NUMBER_WORDS):
            groups, after = read_number(raws, at)
            if groups:
                label = _SPACED.search(text, max(0, raw.start - 6), raw.start)
                if label and len(raw.text) >= 5 and raw.text.isdecimal():  # "policy no. HI 5412987"
                    groups[0] = (*groups[0], f"id:{label[1].casefold()}{raw.text}")
                tokens.extend(Token(forms, raw.start, shape=forms[0]) for forms in groups)
                at = after
                continue
        if raw.kind == "word":
            token, at = _word(raws, at)
            tokens.append(token)
            continue
        tokens.extend(Token(forms, raw.start, shape=forms[0]) for forms in _special(raw))
        at += 1
    return _with_years(tokens, text)


def _raws(text: str) -> list[Raw]:
    raws: list[Raw] = []
    for match in _MASTER.finditer(text):
        kind = match.lastgroup or ""
        start, end = match.span()
        if kind == "word":
            word = match[0].casefold()
            if "'" in word:
                raws.extend(Raw("word", part, start, end) for part in _contraction(word))
            else:
                raws.append(Raw("word", word, start, end, capital=end - start == 1 and _letter(text, start)))
        elif match["digits"] is not None:
            suffix = (match["suffix"] or "").strip().casefold()
            sign, currency = match["sign"] or "", match["currency"] or ""
            raws.append(Raw("number", match["digits"], start, end, sign, currency, suffix))
        else:
            raws.append(Raw("word", "per", start, end) if kind == "per" else Raw(kind, match[0], start, end))
    return raws


def _letter(text: str, at: int) -> bool:
    """Whether the capital at ``at`` is a letter's name: it follows a word that is not in capitals itself."""
    return (
        text[at].isupper() and text[at] != "I" and at >= 2 and text[at - 1] == " " and text[at - 2].islower()
    )


def _contraction(word: str) -> list[str]:
    if word.endswith("n't"):
        return [{"can't": "can", "won't": "will", "shan't": "shall"}.get(word, word[:-3]), "not"]
    head, mark, tail = word.partition("'")
    verb = _CONTRACTED.get(mark + tail, "")
    if head in PRONOUNS and verb:
        return [head, verb]
    return [head if tail in ("s", "") else head + tail]  # "the child's"; O'Brien


def _word(raws: list[Raw], at: int) -> tuple[Token, int]:
    """The token of the word at ``at``, or of "per week" and its like; and the next index."""
    raw = raws[at]
    word, start = raw.text, raw.start
    following = raws[at + 1] if at + 1 < len(raws) else None
    before = raws[at - 1].text if at else ""
    if word in RATES:
        return _rate(RATES[word], start), at + 1
    if word in ("per", "every", "each", "a", "an") and following and following.kind == "word":
        unit = next((form for form in (stem(following.text), following.text) if form in RATE_UNITS), None)
        if unit:
            return _rate(unit, start), at + 2
    if word in ("hr", "hrs") and not _counted(raws, at):
        return Token.of("hr", start), at + 1  # human resources
    if word == "estate" and (before == "real" or (following and following.text.startswith("agent"))):
        return Token.of("realestate", start), at + 1  # no estate of a deceased
    if word == "no" and following and following.kind in ("number", "code") and following.start - raw.end == 2:
        return Token((word,), start, True, shape=word), at + 1  # "Case No. 23-1456" denies nothing
    if word in ("noon", "midnight"):
        return Token((f"t:{'12' if word == 'noon' else '00'}:00",), start), at + 1
    if word == "bi" and following and following.text in RATES:
        return Token.of(f"bi{following.text}", start), at + 2
    if len(word) == 1 and raw.capital:
        return Token.of(word, start), at + 1  # the letter of "hepatitis A", "vitamin D"
    if word in STOP:
        kinds = {"PRON": PRONOUNS, "BE": BE, "HAVE": HAVE, "DET": ARTICLES}
        shape = next((kind for kind, words in kinds.items() if word in words), word)
        return Token((word,), start, True, word in NEGATORS, shape), at + 1
    return Token.of(stem(word), start), at + 1


def _rate(unit: str, start: int) -> Token:
    return Token((f"per:{unit}", unit), start, shape=f"per:{unit}")


def _counted(raws: list[Raw], at: int) -> bool:
    """Whether a number or "per" stands before ``at``."""
    return at > 0 and (raws[at - 1].kind in ("number", "fraction") or raws[at - 1].text in _COUNTS)


def _special(raw: Raw) -> list[Forms]:
    """The forms of what is neither a word nor a number."""
    kind, text = raw.kind, raw.text
    if kind in DATE_PATTERNS:
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


def _with_years(tokens: list[Token], text: str) -> list[Token]:
    """Days of no year take the year of the day that ends their list: "May 5 and June 2, 2023"."""
    for at in range(len(tokens) - 2, -1, -1):
        here, following = tokens[at], tokens[at + 1]
        if not here.forms[0].startswith("d:--"):
            continue
        later = next((t for t in tokens[at + 1 : at + 3] if not t.stop), following)
        if later.forms[0].startswith("d:") and not later.forms[0].startswith("d:--"):
            own = _MASTER.match(text, here.start)
            if own and (own.start() == later.start or _LINK.fullmatch(text, own.end(), later.start)):
                tokens[at] = here._replace(forms=with_year(here.forms, later.forms))
    return tokens
