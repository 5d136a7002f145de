"""Words of the lexical judge: the tables of ``words.yaml``, stems, and words that serve for each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

_FILE = Path(__file__).with_name("words.yaml")
_TABLES: Mapping[str, Any] = yaml.safe_load(_FILE.read_text(encoding="utf-8"))


def listed(name: str) -> tuple[str, ...]:
    """A table of words, in order."""
    return tuple(_TABLES[name].split())


def paired(name: str) -> dict[str, str]:
    """A table of words and what each stands for."""
    return {word: meaning for word, _, meaning in (pair.partition("=") for pair in listed(name))}


PRONOUNS = frozenset(listed("pronouns"))
BE = frozenset(listed("be"))
HAVE = frozenset(listed("have"))
ARTICLES = frozenset(listed("articles"))
NEGATORS = frozenset(listed("negators"))
STOP = PRONOUNS | BE | HAVE | ARTICLES | NEGATORS | frozenset(listed("others"))
MEASURES = frozenset(listed("measures"))
RATES = paired("rates")
RATE_UNITS = frozenset(RATES.values())
# Low alone, but a part of what "mild rosacea" says.
GRADES = frozenset(("mild", "moderat", "sever", "major", "minor"))
_SAME = paired("same")


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """A common form of a lower-cased word's inflections: ``studies``, ``studied`` -> ``studi``.

    Light on purpose: plural and verb endings alone, and a table of units and irregular verbs.
    """
    word = _SAME.get(word, word)
    if len(word) <= 3 or not word.isascii():
        return word
    if word.endswith("ies"):
        word = word[:-3] + "y"
    elif word.endswith("es") and word[-3] in "sxzho":
        word = word[:-2]
    elif word.endswith("s") and word[-2] not in "sui":
        word = word[:-1]
    if word.endswith("ied"):
        word = word[:-3] + "y"
    elif word.endswith("ing") and len(word) >= 6:
        word = word[:-3]
    elif word.endswith("ed") and len(word) >= 5 and not word.endswith("eed"):
        word = word[:-2]
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiousl":
        word = word[:-1]  # planned -> plann -> plan
    return word[:-1] + "i" if word.endswith("y") and len(word) > 3 else word


LOW_STEMS = frozenset(map(stem, listed("low"))) | {f"per:{unit}" for unit in RATE_UNITS}
WEAK_STEMS = LOW_STEMS | frozenset(map(stem, listed("weak")))


def _peers() -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    """Of every word of the table ``alike``: the words that serve for it, and those beside its rate alone."""
    always: dict[str, frozenset[str]] = {}
    rated: dict[str, frozenset[str]] = {}
    for line in _TABLES["alike"]:
        sure, _, vague = line.partition("|")
        forms = frozenset(map(stem, sure.split()))
        for form in forms:
            always[form] = forms - {form}
            rated[form] = frozenset(map(stem, vague.split()))
    return always, rated


_ALWAYS, _RATED = _peers()


def with_alike(forms: frozenset[str], wanted: Iterable[str], rated: bool) -> frozenset[str]:
    """``forms`` and those of ``wanted`` that another word stands for; ``rated``: the rate is there."""
    return forms.union(
        form
        for form in wanted
        if form in _ALWAYS
        and not (forms.isdisjoint(_ALWAYS[form]) and (not rated or forms.isdisjoint(_RATED[form])))
    )
