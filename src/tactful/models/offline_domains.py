"""Which information domain a statement belongs to, and which domains a context draws on: keyword tables.

The table is ``data/domains.yaml``. A statement's domain is the one whose words weigh most in it; contexts of
Figure 12 have the paper's domains, others those whose words occur in recipient or task.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import yaml

from tactful.terms import context_seeds, find_seed

GENERAL = "general"
_FILE = Path(__file__).with_name("data") / "domains.yaml"
_TOKEN = re.compile(r"<\w+>|[^\W_]+(?:['’][^\W_]+)?")


class _Phrase(NamedTuple):
    """Words between spaces, as in a tokenized text; without the last space the last word may go on."""

    text: str
    domain: str
    weight: float


@dataclass(frozen=True, slots=True)
class _Tables:
    shapes: tuple[tuple[re.Pattern[str], str], ...]
    statements: tuple[_Phrase, ...]
    contexts: tuple[_Phrase, ...]
    name: re.Pattern[str]
    order: tuple[str, ...]


@lru_cache(maxsize=4096)  # a profile's statements come back with every context
def statement_domain(statement: str) -> str:
    """The domain of a memory statement; "general" where no word of the table occurs in it."""
    scores = _scores(statement, _tables().statements)
    return max(_tables().order, key=lambda domain: scores.get(domain, 0.0)) if scores else GENERAL


def context_domains(recipient: str, task: str) -> frozenset[str]:
    """The domains that a context draws on; empty where nothing tells."""
    if (seed := find_seed(recipient, task)) is not None:
        return frozenset(seed.domains)
    if scores := _scores(f"{recipient} . {task}", _tables().contexts):
        return frozenset(domain for domain, score in scores.items() if score > 0)
    folded = recipient.casefold()
    return frozenset(
        domain for seed in context_seeds() if seed.recipient.casefold() == folded for domain in seed.domains
    )


def is_name(statement: str) -> bool:
    """Whether a statement says what the user is called."""
    return _tables().name.search(statement.strip()) is not None


def _scores(text: str, table: Iterable[_Phrase]) -> dict[str, float]:
    """Domain -> sum of the weights of its phrases that stand in the text, each counted once."""
    for pattern, token in _tables().shapes:
        text = pattern.sub(f" <{token}> ", text)
    words = _TOKEN.findall(text.casefold().replace("’", "'"))
    tokens = f" {' '.join(words)} "
    scores: dict[str, float] = {}
    for phrase in table:
        if phrase.text in tokens:
            scores[phrase.domain] = scores.get(phrase.domain, 0.0) + phrase.weight
    return scores


@cache
def _tables() -> _Tables:
    record = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    weights = record["weights"]
    return _Tables(
        shapes=tuple(
            (re.compile(pattern, re.IGNORECASE), name) for name, pattern in record["shapes"].items()
        ),
        statements=_phrases(
            (phrase, domain, float(weights[group]))
            for domain, groups in record["statements"].items()
            for group, text in groups.items()
            for phrase in text.split(",")
        ),
        contexts=_phrases(
            (phrase, domain, 1.0) for domain, text in record["contexts"].items() for phrase in text.split(",")
        ),
        name=re.compile(record["name"].replace(" |", "|").strip(), re.IGNORECASE),
        order=tuple(record["statements"]),
    )


def _phrases(rows: Iterable[tuple[str, str, float]]) -> tuple[_Phrase, ...]:
    phrases = []
    for phrase, domain, weight in rows:
        words = " ".join(_TOKEN.findall(phrase.strip().rstrip("*")))
        phrases.append(_Phrase(f" {words}" if phrase.strip().endswith("*") else f" {words} ", domain, weight))
    return tuple(dict.fromkeys(phrases))
