"""What kind of screen this is, as beliefs and never as a switch.

Words on the screen, its structure and (weakly) the task's text each speak for some kinds. A word that many
kinds share says little, so each is weighed by how few kinds hold it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import lru_cache

from tactful.recognize.layout.entries import Entry
from tactful.recognize.layout.geometry import Page
from tactful.recognize.layout.lexicon import Lexicon, fold, lexicon, squash
from tactful.recognize.layout.shapes import (
    has_money,
    is_count,
    is_domain,
    is_file,
    is_name,
    is_phone,
    is_signed,
    is_time,
    word_count,
)
from tactful.terms import TaskState

PUBLIC_KINDS = (
    "browser_page",
    "search_results",
    "feed",
    "video",
    "store",
    "article",
    "maps",
    "weather",
    "code",
)
# Added to the sum of scores: with little evidence no kind is believed.
_DOUBT = 0.8
_PROMPT = re.compile(r"^[\w.-]+@[\w.-]+[:~ ].*[$#%]|^PS [A-Z]:\\|^[A-Z]:\\.*>|^\$ \w")


def beliefs(page: Page, entries: list[Entry], state: TaskState) -> dict[str, float]:
    """For each kind a number from 0 to 1; together at most 1."""
    words = lexicon()
    scores = _by_words(page)
    for source in (_by_task(state, words), _by_structure(page, entries, words)):
        for kind, value in source.items():
            scores[kind] = scores.get(kind, 0.0) + value
    sharp = {kind: score**1.5 for kind, score in scores.items() if score > 0}
    total = sum(sharp.values()) + _DOUBT
    return {kind: value / total for kind, value in sharp.items()}


@lru_cache(maxsize=1)
def _weights() -> dict[str, tuple[tuple[str, float], ...]]:
    """Each word with the kinds that it speaks for and how loudly."""
    holders: dict[str, list[str]] = {}
    for kind, body in lexicon().kinds.items():
        for word in body.words:
            holders.setdefault(word, []).append(kind)
    return {w: tuple((k, 1.0 / len(ks)) for k in ks) for w, ks in holders.items()}


@lru_cache(maxsize=1)
def _apps() -> dict[str, tuple[str, ...]]:
    """Each app name with the kinds of screen that it shows."""
    holders: dict[str, tuple[str, ...]] = {}
    for kind, body in lexicon().kinds.items():
        for app in body.apps:
            holders[app] = (*holders.get(app, ()), kind)
    return holders


def _by_words(page: Page) -> dict[str, float]:
    scores: dict[str, float] = defaultdict(float)
    weights = _weights()
    seen: set[str] = set()
    for spot in page.spots:
        keys = {squash(spot.text), squash(re.sub(r"[\d()（）]+$", "", spot.text))}
        for key in keys - seen - {""}:
            seen.add(key)
            for kind, weight in weights.get(key, ()):
                scores[kind] += weight
        if page.in_top(spot, 0.12):
            whole = fold(spot.text)
            for kind in _apps().get(whole, ()):
                scores[kind] += 1.0
            _, dash, last = re.sub("[–—]", "-", whole).rpartition(" - ")
            for kind in _apps().get(last, ()) if dash else ():
                scores[kind] += 1.5
    return scores


def _by_task(state: TaskState, words: Lexicon) -> dict[str, float]:
    """Apps that the task names: weak, for a task may cross several apps."""
    text = " " + re.sub(r"[^\w]+", " ", fold(state.goal)) + " "
    scores: dict[str, float] = defaultdict(float)
    for kind, body in words.kinds.items():
        if any(f" {app} " in text or (not app.isascii() and app in text) for app in body.apps):
            scores[kind] += 0.5
    return scores


def _by_structure(page: Page, entries: list[Entry], words: Lexicon) -> dict[str, float]:
    texts = [s.text for s in page.spots]
    apps = sum(squash(t) in words.apps for t in texts)
    prose = sum(word_count(t) >= 5 for t in texts)
    found: dict[str, float] = {
        "launcher": 3.0 if apps >= 5 and apps >= 0.4 * len(texts) and prose <= 3 else 0.0,
        "mail_list": 1.0 if sum(len(e.children) >= 2 for e in entries) >= 3 else 0.0,
        "chat_list": 0.5 if sum(len(e.children) == 1 for e in entries) >= 3 else 0.0,
        "spreadsheet": 3.0 if any(_letters(row) for row in texts_of_rows(page)) else 0.0,
        "calendar": 2.0
        if sum(t.strip().isdecimal() and 1 <= int(t) <= 31 for t in texts if len(t) <= 2) >= 20
        else 0.0,
        "terminal": 3.0 if any(_PROMPT.match(t.strip()) for t in texts) else 0.0,
        "bank": 1.2 if sum(is_signed(t) and has_money(t) for t in texts) >= 3 else 0.0,
        "store": 1.0 if sum(has_money(t) and not is_signed(t) for t in texts) >= 4 else 0.0,
        "contacts": (1.2 if sum(map(is_phone, texts)) >= 3 else 0.0) + (0.8 if _name_column(page) else 0.0),
        "browser_history": 0.8 if sum(map(is_domain, texts)) >= 3 else 0.0,
        "files": 1.0 if sum(map(is_file, texts)) >= 3 else 0.0,
        "chat": _bubbles(page),
    }
    return found


def texts_of_rows(page: Page) -> list[list[str]]:
    """The rows as plain texts."""
    return [[s.text.strip() for s in row] for row in page.rows]


def _letters(row: list[str]) -> bool:
    """A header of spreadsheet columns: A, B, C in a row."""
    singles = [t for t in row if len(t) == 1 and t.isascii() and t.isupper()]
    return (
        len(singles) >= 3
        and singles == sorted(singles)
        and ord(singles[-1]) - ord(singles[0]) == len(singles) - 1
    )


def _name_column(page: Page) -> bool:
    """Five or more name-shaped texts with one left edge."""
    edges = Counter(round(s.box.x1 / (1.5 * page.line)) for s in page.spots if is_name(s.text))
    return bool(edges) and max(edges.values()) >= 5


def _bubbles(page: Page) -> float:
    """Text blocks that hang on the right side beside others that start on the left."""
    if not page.phone:
        return 0.0
    body = [
        s
        for s in page.spots
        if 0.1 < s.cy / page.height < 0.93 and not is_time(s.text) and not is_count(s.text)
    ]
    alone = [s for s in body if len(page.row(s)) == 1]
    right = [s for s in alone if s.box.x1 > 0.28 * page.width and s.box.x2 > 0.78 * page.width]
    left = [s for s in alone if s.box.x1 < 0.25 * page.width and s.box.x2 < 0.85 * page.width]
    return 1.2 if len(right) >= 2 and left else 0.0
