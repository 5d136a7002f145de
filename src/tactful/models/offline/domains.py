"""Which information domain a statement belongs to, and which domains a context draws on: keyword tables.

The table is ``data/domains.yaml``. A statement's domain is the one whose words weigh most in it; contexts of
Figure 12 have the paper's domains, others those whose words occur in recipient or task.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import yaml

from tactful.terms import context_seeds, find_seed

GENERAL = "general"
_FILE = Path(__file__).with_name("data") / "domains.yaml"
_TOKEN = re.compile(r"<\w+>|[^\W_]+(?:['’][^\W_]+)?")


@dataclass(frozen=True, slots=True)
class _Tables:
    """``words``: first word -> (whole phrase, whether its last word is a beginning, domain, weight)."""

    shapes: tuple[tuple[re.Pattern[str], str], ...]
    statements: Mapping[str, tuple[tuple[tuple[str, ...], bool, str, float], ...]]
    contexts: Mapping[str, tuple[tuple[tuple[str, ...], bool, str, float], ...]]
    name: re.Pattern[str]
    order: tuple[str, ...]


@lru_cache(maxsize=4096)  # a profile's statements come back with every context
def statement_domain(statement: str) -> str:
    """The domain of a memory statement; "general" where no word of the table occurs in it."""
    scores = _scores(_tokens(statement), _tables().statements)
    return max(_tables().order, key=lambda domain: scores.get(domain, 0.0)) if scores else GENERAL


def context_domains(recipient: str, task: str) -> frozenset[str]:
    """The domains that a context draws on; empty where nothing tells."""
    if (seed := find_seed(recipient, task)) is not None:
        return frozenset(seed.domains)
    scores = _scores(_tokens(f"{recipient} . {task}"), _tables().contexts)
    if scores:
        return frozenset(domain for domain, score in scores.items() if score > 0)
    folded = recipient.casefold()
    return frozenset(
        domain for seed in context_seeds() if seed.recipient.casefold() == folded for domain in seed.domains
    )


def is_name(statement: str) -> bool:
    """Whether a statement says what the user is called."""
    return _tables().name.search(statement.strip()) is not None


def _tokens(text: str) -> list[str]:
    for pattern, token in _tables().shapes:
        text = pattern.sub(f" <{token}> ", text)
    return _TOKEN.findall(text.casefold().replace("’", "'"))


def _scores(
    tokens: list[str], table: Mapping[str, tuple[tuple[tuple[str, ...], bool, str, float], ...]]
) -> dict[str, float]:
    scores: dict[str, float] = {}
    seen = set()
    for at, token in enumerate(tokens):
        for size in range(len(token), 0, -1):
            for entry in table.get(token[:size], ()):
                phrase, open_end, domain, weight = entry
                if entry not in seen and _starts(tokens, at, phrase, open_end):
                    seen.add(entry)
                    scores[domain] = scores.get(domain, 0.0) + weight
    return scores


def _starts(tokens: list[str], at: int, phrase: tuple[str, ...], open_end: bool) -> bool:
    """Whether the phrase stands at this place; with an open end its last word may go on."""
    found = tokens[at : at + len(phrase)]
    if len(found) < len(phrase) or found[:-1] != list(phrase[:-1]):
        return False
    return found[-1].startswith(phrase[-1]) if open_end else found[-1] == phrase[-1]


@cache
def _tables() -> _Tables:
    record = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    weights = record["weights"]
    return _Tables(
        shapes=tuple(
            (re.compile(pattern, re.IGNORECASE), name) for name, pattern in record["shapes"].items()
        ),
        statements=_index(
            (phrase, domain, float(weights[group]))
            for domain, groups in record["statements"].items()
            for group, text in groups.items()
            for phrase in text.split(",")
        ),
        contexts=_index(
            (phrase, domain, 1.0) for domain, text in record["contexts"].items() for phrase in text.split(",")
        ),
        name=re.compile(record["name"].replace(" |", "|").strip(), re.IGNORECASE),
        order=tuple(record["statements"]),
    )


def _index(
    rows: Iterable[tuple[str, str, float]],
) -> dict[str, tuple[tuple[tuple[str, ...], bool, str, float], ...]]:
    index: dict[str, list[tuple[tuple[str, ...], bool, str, float]]] = {}
    for phrase, domain, weight in rows:
        text = phrase.strip()
        words = tuple(_TOKEN.findall(text.rstrip("*")))
        index.setdefault(words[0], []).append((words, text.endswith("*"), domain, weight))
    return {word: tuple(dict.fromkeys(entries)) for word, entries in index.items()}
