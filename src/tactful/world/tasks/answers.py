"""Whether a text tells a value: as words of its own, with little around it, as the only one of its kind."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from decimal import Decimal

LONGER = 60
"""Characters that a text may hold beyond the value that it tells."""
_LATIN = "a-z\u00df-\u00f6\u00f8-\u024f\u0370-\u03ff\u0400-\u052f"  # of casefolded text
_JOINS = "-_@./"  # what makes one word of two: a-b, name@host, a/b
_SPLITS = re.compile(rf"[,;/|\n、]|(?<![{_LATIN}])(?:or|oder|ou|или)(?![{_LATIN}])|或者?|または|또는")
_ORS = re.compile(rf"/|\||(?<![{_LATIN}])(?:or|oder|ou|или)(?![{_LATIN}])|或者?|または|또는")
_RUN = re.compile(rf"\d+(?:\.\d+){{2,}}|\d+(?:[.,]\d+)+|\d+|[{_LATIN}]+|\s+|.")
_CODE_DIGITS = 6


def norm(text: str, *, case: bool = False) -> str:
    """What two texts are compared by: NFKC, one hyphen, one apostrophe, one space between words, no case.

    ``case`` keeps upper and lower case apart, as in passwords.
    """
    folded = unicodedata.normalize("NFKC", text)
    signs = []
    for sign in folded:
        kind = unicodedata.category(sign)
        if kind == "Cf":  # soft hyphens, direction marks: not seen
            continue
        signs.append("-" if kind == "Pd" or sign == "\u2212" else "'" if sign in "\u2018\u2019" else sign)
    plain = " ".join("".join(signs).split())
    return plain if case else plain.casefold()


def tells(
    wanted: str,
    text: str,
    *,
    goal: str = "",
    others: Iterable[str] = (),
    longer: int = LONGER,
    case: bool = False,
) -> bool:
    """Whether ``text`` holds ``wanted`` as words, at most ``longer`` characters more, and no second guess.

    A candidate is another text of the value's shape (two codes, two amounts), one of ``others``, or an item
    of a list that the value stands in; what ``goal`` tells may be repeated.
    """
    value, answer = norm(wanted, case=case), norm(text, case=case)
    if not value or len(answer) > len(value) + longer:
        return False
    spans = list(_occurrences(value, answer))
    if not spans:
        return False
    rest = answer
    for start, end in reversed(spans):
        rest = f"{rest[:start]}\0{rest[end:]}"
    known = norm(goal)
    rest = re.sub(r"[a-z]+://(?=\0)", "", rest.casefold())
    rivals = [*_alike(value.casefold(), rest), *_listed(value.casefold(), rest)]
    rivals += [other for other in map(norm, others) if _rival(other, value.casefold(), rest)]
    return all(rival in known for rival in rivals)


def same_number(wanted: str, text: str) -> bool:
    """Whether two texts are the same amount: "25.00", "25,00" and "25 €" are 25; "25.000" is 25000."""
    first = number(wanted)
    return first is not None and first == number(text)


def number(text: str) -> Decimal | None:
    """A text's amount with at most a currency beside it; None where it is none or could be two."""
    plain = "".join(c for c in norm(text) if not c.isspace() and unicodedata.category(c) != "Sc")
    plain = re.sub(r"^[a-z]{3}(?=[-+\d])|(?<=\d)[a-z]{3}$", "", plain)
    match = re.fullmatch(r"([-+]?)(\d+(?:[.,']\d{3})*)(?:([.,])(\d{1,2}))?", plain)
    if match is None:
        return None
    integer, mark = match[2], match[3]
    marks = {sign for sign in integer if not sign.isdigit()}
    if len(marks) > 1 or (mark and mark in marks):
        return None
    digits = "".join(sign for sign in integer if sign.isdigit())
    return Decimal(f"{match[1]}{digits}.{match[4] or 0}")


def _occurrences(value: str, answer: str) -> Iterator[tuple[int, int]]:
    for match in re.finditer(_pattern(value), answer):
        if _left(answer, match.start()) and _right(answer, match.end() - 1):
            yield match.span()


def _pattern(value: str) -> str:
    """The value, with the spacing that people vary: none in "8 GB", any in a long number."""
    if sum(c.isdigit() for c in value) >= _CODE_DIGITS and re.fullmatch(r"\+?[a-z0-9 ()\-]+", value, re.I):
        signs = [c for c in value if c.isalnum() or c == "+"]
        return r"[()]?" + r"[ ()\-]*".join(re.escape(c) for c in signs)
    between = re.sub(r"(?<=\d) (?=\D)", "\1", value)
    return "".join(r"\s*" if c == "\1" else re.escape(c) for c in between)


def _word(sign: str) -> bool:
    """A letter or digit of a script that parts its words by spaces."""
    return bool(re.match(rf"[\d{_LATIN}]", sign.casefold()))


def _left(answer: str, start: int) -> bool:
    edge, before = answer[start], answer[max(0, start - 2) : start]
    return _open(edge, before[-1:], before[-2:-1], "+-")


def _right(answer: str, last: int) -> bool:
    edge, after = answer[last], answer[last + 1 : last + 3]
    return _open(edge, after[:1], after[1:2], "")


def _open(edge: str, near: str, far: str, signs: str) -> bool:
    """Whether a value may end at ``edge``: ``near``, and ``far`` behind that, are no part of its word."""
    if not near:
        return True
    if unicodedata.category(edge) == "Sc":
        return near not in "+-"
    if not _word(edge):
        # CJK text has no borders; a sign (B-, 50%) must not have a letter or its like behind it.
        return edge.isalnum() or not (_word(near) or near in "+-")
    if _word(near):
        return False
    if edge.isdigit() and ((near in ",:" and far.isdigit()) or (near in signs and signs)):
        return False
    return not (near in _JOINS and far and _word(far))


def _alike(value: str, rest: str) -> Iterator[str]:
    """Other texts of the value's shape."""
    tokens = [token.strip("\0.,;:!?()'\"") for token in rest.split()]
    if "@" in value:
        yield from (token for token in tokens if "@" in token)
    elif " " not in value and re.search(r"\d", value) and re.search(rf"[{_LATIN}]", value):
        yield from (t for t in tokens if re.search(r"\d", t) and re.search(rf"[{_LATIN}]", t) and len(t) > 3)
    elif re.search(r"\d|[-+]$", value) or re.fullmatch(rf"[{_LATIN}]{{1,3}}[^\d\s{_LATIN}]?", value):
        shape = "".join(_shape(run) for run in _RUN.findall(value))
        pattern = rf"(?<![\d{_LATIN}]){shape}(?![\d{_LATIN}])"
        texts = (m.group().strip() for m in re.finditer(pattern, rest))
        yield from (text for text in texts if not re.fullmatch(rf"[{_LATIN}]*", text))


def _shape(run: str) -> str:
    """A pattern for what could stand in a run's place."""
    if run.isdigit():
        return rf"\d{{{len(run) - 1},{len(run) + 1}}}" if len(run) > 3 else r"\d{1,3}"
    if run[0].isdigit():
        return r"\.".join([r"\d+"] * (run.count(".") + 1)) if run.count(".") > 1 else r"\d+(?:[.,]\d+)*"
    if run.isspace():
        return r"\s*"
    if re.match(rf"[{_LATIN}]", run):
        return rf"[{_LATIN}]{{1,3}}" if len(run) < 4 else rf"[{_LATIN}]+"
    if unicodedata.category(run[0]) == "Sc":
        return rf"{re.escape(run)}?"
    return r"[-+]" if run in "-+" else re.escape(run)


def _listed(value: str, rest: str) -> Iterator[str]:
    """The items of a list in which the value is one: two others, or one after "or"."""
    words = len(value.split()) + 1
    for splits, least in ((_ORS, 1), (_SPLITS, 2)):
        items = [item.strip(" .!?\n") for item in splits.split(rest)]
        if any(item == "\0" for item in items):
            short = [i for i in items if i and "\0" not in i and len(i.split()) <= words]
            if len(short) >= least:
                yield from short


def _rival(other: str, value: str, rest: str) -> bool:
    """Whether another known value of the kind stands in the text as well."""
    return len(other) > 1 and other not in value and value not in other and any(_occurrences(other, rest))
