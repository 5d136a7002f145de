"""The words that layout rules know: interface text, field labels, app names and small cue lists.

All of it is data in ``data/``; this module loads it once and answers look-ups. Text is compared without case,
width, outer punctuation and spaces, because text read off pixels loses spaces and gains specks.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple, TypeVar

import yaml

from tactful.terms import Category, Risk

# Results of pure functions of a text, kept while one screen is looked at and forgotten right after.

_Result = TypeVar("_Result")
_CLEAR: list[Callable[[], None]] = []


def remembered(function: Callable[[str], _Result]) -> Callable[[str], _Result]:
    """The function with a cache that ``forget`` empties."""
    cached = lru_cache(maxsize=8192)(function)
    _CLEAR.append(cached.cache_clear)
    return cached


def forget() -> None:
    """Empty every cache that holds texts of a screen."""
    for clear in _CLEAR:
        clear()


LANGUAGES = ("en", "zh", "ja", "ko", "fr", "ru", "de")
_OUTER = " \t\n-–—=.,:;：。、…·•*›>»«<‹→←↓↑▼▾▸►◂|_~`\"'“”‘’!！?？"
_JOINERS = frozenset(
    [
        "a",
        "an",
        "the",
        "to",
        "of",
        "for",
        "in",
        "on",
        "with",
        "your",
        "my",
        "and",
        "or",
        "from",
        "by",
        "this",
        "that",
        "all",
        "new",
        "is",
        "are",
        "not",
        "you",
        "it",
        "at",
        "as",
        "up",
        "can",
        "be",
        "our",
        "its",
        "&",
        "+",
        "/",
    ]
)
# "File(F)" on a menu, "Name (in block letters)" before a field; "Order_ID" over a column.
_SHORTCUT = re.compile(r"[(（][a-z][)）]$")
_REMARK = re.compile(r"[(（][^()（）]+[)）]$")
_COLUMN_NAME = re.compile(r"^[^\W\d_]+(_[^\W_]+)+$")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


@remembered
def fold(text: str) -> str:
    """Lower case, one width, single spaces, no outer punctuation."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(plain.split()).strip(_OUTER)


@remembered
def squash(text: str) -> str:
    """``fold`` without any spaces."""
    return fold(text).replace(" ", "").replace("’", "'")


@remembered
def has_cjk(text: str) -> bool:
    """Whether Chinese or Japanese characters stand in the text."""
    return _CJK.search(text) is not None


def _spaced(text: str) -> str:
    """ "Order_ID", as tables name their columns, in words."""
    return text.replace("_", " ") if _COLUMN_NAME.match(text.strip()) else text


@dataclass(frozen=True, slots=True)
class KindWords:
    """What speaks for a kind of screen, and what an unknown text on it then means."""

    privacy: float
    unknown: Meaning
    words: frozenset[str]
    apps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Everything that is known about words; made once by ``lexicon()``."""

    phrases: frozenset[str]
    tokens: frozenset[str]
    pieces: frozenset[str]
    apps: frozenset[str]
    labels: dict[str, Meaning]
    qualifiers: frozenset[str]
    kinds: dict[str, KindWords]
    cues: dict[str, frozenset[str]]
    cue_lists: dict[str, tuple[str, ...]]
    sensitive: dict[str, re.Pattern[str]]

    def known(self, text: str) -> bool:
        """Whether the whole text is an interface phrase or a field label, perhaps with its shortcut key."""
        key = squash(text)
        if key in self.phrases or key in self.labels:
            return True
        bare = _SHORTCUT.sub("", key)
        return bare != key and bare in self.phrases

    def composed(self, text: str) -> bool:
        """Whether the text is put together from interface words alone ("Add new payment method")."""
        folded = fold(text)
        if has_cjk(folded):
            return self._pieced(folded.replace(" ", ""))
        words = [w.strip(_OUTER + "()") for w in folded.split()]
        words = [w for w in words if w]
        if not 1 < len(words) <= 7:
            return False
        own = sum(w in self.tokens and w not in _JOINERS for w in words)
        return own >= 1 and all(w in self.tokens or w in _JOINERS for w in words)

    def _pieced(self, text: str) -> bool:
        """Greedy longest match over known pieces; at least one of two characters or more."""
        if not 2 <= len(text) <= 14:
            return False
        at, long = 0, 0
        while at < len(text):
            size = next(
                (n for n in range(min(8, len(text) - at), 0, -1) if text[at : at + n] in self.pieces), 0
            )
            if not size:
                return False
            long += size > 1
            at += size
        return long >= 1

    def label(self, text: str) -> Meaning | None:
        """What a field label says about its value; None for a text that is no label."""
        text = _spaced(text)
        key = squash(text)
        if not key or len(key) > 40:
            return None
        found = self.labels.get(key) or self.labels.get(_REMARK.sub("", key))
        if found is not None:
            return found
        if has_cjk(key):
            return self._suffix_label(key)
        return self._qualified_label(fold(text))

    def _suffix_label(self, key: str) -> Meaning | None:
        """A label after a short qualifier (患者 + 联系电话)."""
        for cut in range(1, min(5, len(key) - 1)):
            found = self.labels.get(key[cut:])
            if found is not None and (key[:cut] in self.pieces or len(key) - cut >= 4):
                return found
        return None

    def _qualified_label(self, folded: str) -> Meaning | None:
        """A label with qualifiers around it ("Recovery phone (optional)")."""
        words = [w for w in re.sub(r"[()*:#]", " ", folded).split() if w]
        while len(words) > 1:
            if words[0] in self.qualifiers and not words[0].isdigit():
                words = words[1:]
            elif words[-1] in self.qualifiers:
                words = words[:-1]
            else:
                return self.labels.get("".join(words[1:])) if len(words) in (3, 4) else None
            found = self.labels.get("".join(words))
            if found is not None:
                return found
        return None

    def cue(self, name: str, text: str) -> bool:
        """Whether the whole text stands in a cue list."""
        return squash(text) in self.cues[name]


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    """The bundled words, read once."""
    texts = {lang: _phrases(f"interface.{lang}.txt") for lang in LANGUAGES}
    phrases = {squash(p) for ps in texts.values() for p in ps}
    kinds = {name: _kind(body) for name, body in _yaml("kinds.yaml").items()}
    for kind in kinds.values():
        phrases |= kind.words
    labels = _labels(_yaml("labels.yaml"))
    cues = _yaml("cues.yaml")
    sensitive = cues.pop("sensitive")
    lists = {name: tuple(fold(w) or w for w in _split(body)) for name, body in cues.items()}
    tokens = {w.strip(_OUTER + "()") for ps in texts.values() for p in ps for w in fold(p).split()}
    pieces = {p for p in phrases | set(labels) if has_cjk(p)}
    return Lexicon(
        phrases=frozenset(phrases - {""}),
        tokens=frozenset(t for t in tokens if t and not has_cjk(t)),
        pieces=frozenset(pieces),
        apps=frozenset(squash(p) for p in _phrases("apps.txt")),
        labels=labels,
        qualifiers=frozenset(lists["qualifiers"]),
        kinds=kinds,
        cues={name: frozenset(squash(w) for w in words) for name, words in lists.items()},
        cue_lists=lists,
        sensitive={name: _any_of(_split(body)) for name, body in sensitive.items()},
    )


def _read(name: str) -> str:
    return files("tactful.recognize.layout").joinpath("data", name).read_text(encoding="utf-8")


def _yaml(name: str) -> Any:
    return yaml.load(_read(name), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def _phrases(name: str) -> list[str]:
    lines = (line for line in _read(name).splitlines() if line and not line.startswith("#"))
    return [p.strip() for line in lines for p in line.split(" | ") if p.strip()]


def _split(body: str) -> list[str]:
    return [w.strip() for w in body.split(",") if w.strip()]


def _kind(body: dict[str, Any]) -> KindWords:
    words = frozenset(squash(w) for w in _split(body["words"]))
    return KindWords(
        privacy=float(body["privacy"]),
        unknown=_meaning(*body["unknown"]),
        words=words - {""},
        apps=tuple(fold(a) for a in _split(body["apps"])),
    )


def _meaning(risk: str, category: str | None, kind: str) -> Meaning:
    named = None if category in (None, "null") else Category(category)
    return Meaning(kind, Risk(risk), named)


def _labels(entries: Iterable[dict[str, str]]) -> dict[str, Meaning]:
    """Label to meaning; where two entries share a label, the first stands."""
    found: dict[str, Meaning] = {}
    for entry in entries:
        meaning = _meaning(entry["risk"], entry["category"], entry["type"])
        for word in _split(entry["labels"]):
            found.setdefault(squash(word), meaning)
    return found


def _any_of(words: list[str]) -> re.Pattern[str]:
    """Any of the words; bounded by word limits where the script has them."""
    bounded = [w if has_cjk(w) or re.search(r"[가-힣]", w) else rf"\b{re.escape(w)}" for w in words]
    ends = [p if has_cjk(p) or re.search(r"[가-힣а-я]", p) else rf"{p}\b" for p in bounded]
    return re.compile("|".join(ends), re.IGNORECASE)


# What a text can mean: type, risk and category together, by the project's labelling rules.


class Meaning(NamedTuple):
    """A type of value with its risk and category (GUIGuard-Bench, C.3)."""

    type: str
    risk: Risk
    category: Category | None


_LOW, _MEDIUM, _HIGH = Risk.LOW, Risk.MEDIUM, Risk.HIGH
_WHO, _REACH, _DEVICE = Category.IDENTITY, Category.CONTACT_FINANCIAL, Category.TECHNICAL_DEVICE
_DOES, _SPECIAL, _INFER = Category.BEHAVIOR_CONTEXT, Category.SENSITIVE_SPECIAL, Category.INFERENCE_PROFILING

PUBLIC = Meaning("text", Risk.NONE, None)
PERSON = Meaning("person", _HIGH, _WHO)
USERNAME = Meaning("username", _HIGH, _WHO)
ACCOUNT = Meaning("account", _HIGH, _WHO)
EMAIL = Meaning("email", _HIGH, _REACH)
PHONE = Meaning("phone", _HIGH, _REACH)
ADDRESS = Meaning("address", _HIGH, _REACH)
CONTACT = Meaning("contact", _MEDIUM, _REACH)
AMOUNT = Meaning("amount", _MEDIUM, _REACH)
SENDER = Meaning("company", _MEDIUM, _DOES)
SUBJECT = Meaning("subject", _MEDIUM, _DOES)
PREVIEW = Meaning("preview", _MEDIUM, _DOES)
MESSAGE = Meaning("message", _MEDIUM, _DOES)
HISTORY = Meaning("history", _MEDIUM, _DOES)
ORDER = Meaning("order", _MEDIUM, _DOES)
SCHEDULE = Meaning("schedule", _MEDIUM, _DOES)
SEARCH = Meaning("search", _MEDIUM, _DOES)
TIME = Meaning("time", _MEDIUM, _DOES)
DATE = Meaning("date", _MEDIUM, _DOES)
BIRTH = Meaning("date", _HIGH, _WHO)
OTP = Meaning("otp", _HIGH, _WHO)
URL = Meaning("url", _MEDIUM, _DOES)
FIGURE = Meaning("health", _MEDIUM, _SPECIAL)
SUGGESTION = Meaning("suggestion", _LOW, _DOES)
LOCATION = Meaning("location", _MEDIUM, _DOES)
RECOMMENDED = Meaning("suggestion", _LOW, _INFER)
JOB = Meaning("job", _MEDIUM, _REACH)
STATUS = Meaning("status", _MEDIUM, _DOES)
BADGE = Meaning("badge", _LOW, _DOES)
FILE = Meaning("file", _LOW, _DOES)
NOTE = Meaning("note", _LOW, _DOES)
AVATAR = Meaning("avatar", _LOW, _WHO)
CLOCK = Meaning("time", _LOW, _DEVICE)
DEVICE = Meaning("device", _LOW, _DEVICE)
HEALTH = Meaning("health", _HIGH, _SPECIAL)
BIO = Meaning("preference", _MEDIUM, _INFER)


def sensitive(kind: str, explicit: bool) -> Meaning:
    """A special category of data: high where it is said of a person, medium where it is only near one."""
    return Meaning(kind, _HIGH if explicit else _MEDIUM, _SPECIAL)
