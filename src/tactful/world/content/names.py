"""Names of people who do not exist: Faker's lists by locale, the order of names, and their Latin letters.

The lists are Faker's, read from its provider classes once (a Faker instance for each name would cost
milliseconds); the draws are ours, from seeded generators, over ordered sequences only.
"""

from __future__ import annotations

import random
import re
import unicodedata
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from tactful.runs import require
from tactful.world.content import words

LOCALES = {
    "en": "en_US", "zh": "zh_CN", "ja": "ja_JP", "ko": "ko_KR", "fr": "fr_FR", "ru": "ru_RU", "de": "de_DE",
}  # fmt: skip
"""Faker's locale of each language."""

FAMILY_FIRST = ("zh", "ja", "ko")
"""Languages that write the family name first."""

_MAIL_HOSTS = (
    "example.com", "example.org", "example.net", "mail.example", "post.example", "inbox.test",
    "letters.example", "mailbox.example", "northmail.example", "quickpost.example", "homemail.test",
)  # fmt: skip

# Rare surnames look odd in lists; Faker's list is by frequency in zh.
_COMMON = {"zh": 100}


@dataclass(frozen=True, slots=True)
class Name:
    """A person's name as written, and in Latin letters (with accents and capitals where it has them)."""

    first: str = field(repr=False)
    last: str = field(repr=False)
    full: str = field(repr=False)
    latin_first: str = field(repr=False)
    latin_last: str = field(repr=False)
    female: bool = False

    @property
    def latin(self) -> str:
        """The full name in Latin letters, given name first."""
        return f"{self.latin_first} {self.latin_last}"

    @property
    def slug(self) -> tuple[str, str]:
        """Given and family name for mail addresses and user names: ``a-z`` only."""
        return plain(self.latin_first), plain(self.latin_last)


@lru_cache(maxsize=64)
def provider(kind: str, lang: str) -> Any:
    """Faker's provider class of a kind (``person``, ``address``) for a language.

    Raises `tactful.errors.MissingExtraError` where Faker is not installed.
    """
    require("faker", extra="world", purpose="making people")
    module = require(f"faker.providers.{kind}.{LOCALES[lang]}", extra="world", purpose="making people")
    return module.Provider


@lru_cache(maxsize=64)
def _list(lang: str, attribute: str) -> tuple[tuple[str, str], ...]:
    """Names as written and in Latin letters; titles and double names read like something else in a list."""
    found = getattr(provider("person", lang), attribute)
    if lang == "ja":  # kanji, kana, romaji
        return tuple((p[0], p[2]) for p in found)
    names = [n for n in dict.fromkeys(found) if re.fullmatch(r"[\w’'-]+", n)]
    return tuple((n, latin(lang, n)) for n in names)


def _given(lang: str, female: bool) -> tuple[tuple[str, str], ...]:
    gender = "female" if female else "male"
    return _list(lang, f"first_name_{gender}_pairs" if lang == "ja" else f"first_names_{gender}")


def _family(lang: str, female: bool) -> tuple[tuple[str, str], ...]:
    if lang == "ja":
        return _list(lang, "last_name_pairs")
    if lang == "ru":
        return _list(lang, "last_names_female" if female else "last_names_male")
    return _list(lang, "last_names")[: _COMMON.get(lang)]


# -- Latin letters -----------------------------------------------------------------------------


def latin(lang: str, text: str) -> str:
    """A name in Latin letters; those that are already so keep their accents, unknown characters fall away."""
    if lang == "ja":
        return _romaji().get(text, text if text.isascii() else "")
    if any("\u4e00" <= c <= "\u9fff" for c in text):
        return "".join(_letters("pinyin").get(c, "") for c in text).capitalize()
    if any("\uac00" <= c <= "\ud7a3" for c in text):
        return _hangul(text)
    if any("\u0400" <= c <= "\u04ff" for c in text):
        return "".join(_letters("cyrillic").get(c, "") for c in text.lower()).capitalize()
    return text


def _hangul(text: str) -> str:
    """A Korean name in Latin letters; a one-syllable name is taken for a family name."""
    table = words.load("romanize")
    if text in table["surnames"]:
        return str(table["surnames"][text])
    initials, vowels, finals = (table[name].split(" ") for name in ("initials", "vowels", "finals"))
    codes = (ord(c) - 0xAC00 for c in text)
    sounds = (
        initials[code // 588] + vowels[code % 588 // 28] + finals[code % 28]
        for code in codes
        if 0 <= code < 11172
    )
    return "".join(sounds).replace("-", "").capitalize()


@cache
def _letters(script: str) -> dict[str, str]:
    """The Latin letters of each character of a script."""
    return {c: sound for sound, characters in words.load("romanize")[script].items() for c in characters}


@cache
def _romaji() -> dict[str, str]:
    lists = ("first_name_female_pairs", "first_name_male_pairs", "last_name_pairs")
    return {written: roman for name in lists for written, roman in _list("ja", name)}


def plain(text: str) -> str:
    """Lower-case ``a-z`` of a Latin name: ``Jürgen`` -> ``juergen``, ``Zoé`` -> ``zoe``."""
    text = text.lower()
    for old, new in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss"), ("œ", "oe")):
        text = text.replace(old, new)
    return "".join(c for c in unicodedata.normalize("NFKD", text) if "a" <= c <= "z")


def split(lang: str, full: str) -> tuple[str, str]:
    """Given and family name of a written name; without a space in it, the first sign is the family name."""
    pieces = full.split()
    if lang not in FAMILY_FIRST or full[:1] < "\u2e80":  # people from elsewhere keep their order
        return pieces[0], pieces[-1]
    return (pieces[-1], pieces[0]) if len(pieces) > 1 else (full[1:], full[:1])


def local_name(rng: random.Random, lang: str) -> Name:
    """A name of the language's country, written as there: family name first in zh, ja, ko."""
    female = rng.random() < 0.5
    first, latin_first = rng.choice(_given(lang, female))
    last, latin_last = rng.choice(_family(lang, female))
    full = {"zh": last + first, "ko": last + first, "ja": f"{last} {first}"}.get(lang, f"{first} {last}")
    return Name(first, last, full, latin_first, latin_last, female)


def foreign_name(rng: random.Random, lang: str) -> Name:
    """A name from another of the seven countries, in Latin letters (in Russian lists too)."""
    others = [x for x in LOCALES if x != lang]
    name = local_name(rng, rng.choice(others))
    return Name(name.latin_first, name.latin_last, name.latin, name.latin_first, name.latin_last, name.female)


def different_names(rng: random.Random, lang: str, count: int, taken: Name, foreign: float) -> list[Name]:
    """``count`` names, no two alike in any script, about ``foreign`` of them from elsewhere."""
    names: list[Name] = []
    seen = {taken.full, "".join(taken.slug)}
    while len(names) < count:
        name = foreign_name(rng, lang) if rng.random() < foreign else local_name(rng, lang)
        if name.full in seen or "".join(name.slug) in seen:
            continue
        seen |= {name.full, "".join(name.slug)}
        names.append(name)
    return names


def mail_address(rng: random.Random, slug: tuple[str, str]) -> str:
    """A private mail address under an example domain, from a name's Latin letters."""
    first, last = slug
    local = rng.choice(
        (f"{first}.{last}", f"{first}{last[:1]}", f"{first[:1]}{last}", f"{first}_{last}", f"{last}.{first}")
    ).strip("._")
    number = str(rng.choice((rng.randint(2, 99), rng.randint(1970, 2004)))) if rng.random() < 0.45 else ""
    return f"{local}{number or ('' if len(local) > 2 else 77)}@{rng.choice(_MAIL_HOSTS)}"


def user_name(rng: random.Random, slug: tuple[str, str]) -> str:
    """A user name: from the name or a nickname, mostly with a number."""
    first, last = slug
    nick = rng.choice(words.lines("all", "nick"))
    named = (f"{first}{last[:1]}", f"{first}_{last}", f"{last}.{first}")
    made = rng.choice((*named, f"{first}.{nick}", f"{nick}{first}", nick)).strip("._")
    return made + (str(rng.randint(1, 999)) if len(made) < 5 or rng.random() < 0.6 else "")
