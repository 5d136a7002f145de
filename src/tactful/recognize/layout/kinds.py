"""What kind of screen this is, as beliefs and never as a switch.

Words on the screen, its structure and (weakly) the task's text each speak for some kinds. A word that many
kinds share says little, so each is weighed by how few kinds hold it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import lru_cache

from tactful.recognize.layout.entries import Entry
from tactful.recognize.layout.geometry import Page, Spot
from tactful.recognize.layout.lexicon import Lexicon, fold, lexicon, squash
from tactful.recognize.layout.shapes import (
    has_money,
    is_domain,
    is_file,
    is_name,
    is_phone,
    is_signed,
    is_time,
    word_count,
)
from tactful.recognize.layout.talk import conversation
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
# Kinds that a page claims by its title; the words are common in menus and tabs of public pages.
_TITLED = ("browser_history", "own_media")
# What only somebody with an account has.
_SIGNED_IN = ("mail_list", "mail_message", "chat_list", "chat", "call_log", "contacts", "notifications")
# Added to the sum of scores: with little evidence no kind is believed.
_DOUBT = 0.8
# One word ("Live", "Videos") makes no public page: it may as well be a caption of something private.
_LONE = 0.6
# What follows a word with its figure: "Humidity 64 %", "Photos (120)".
_FIGURE = re.compile(r"[\s:：(（]*[-+−]?\d[\d.,:/ ]*\S{0,4}[)）]?$")
_DOCUMENT = re.compile(r"\.(pdf|docx?|odt|pptx?|odp|rtf|pages|hwp|epub)\b", re.IGNORECASE)
_DEGREES = re.compile(r"-?\d\s?°")
_CROWD = re.compile(
    r"(\d[\d.,]*\s?([kmKM]|тыс\.?|млн\.?|万|萬|億|亿|만|천)\+?|\d{1,3}[,. \u202f]\d{3}|\d{4,})\s?"
    r"(members?|subscribers?|views?|reviews?|ratings?|comments|upvotes|downloads|online|plays|listeners|answers|"
    r"membres|abonnés|vues|avis|téléchargements|участник\w*|подписчик\w*|просмотр\w*|отзыв\w*|оцен\w*|"
    r"播放|次播放|观看|阅读|评论|人关注|成员|浏览|条评价|回視聴|件|作品|人のメンバー|登録者|"
    r"명|조회수?|개의? ?(리뷰|댓글)|회)",
    re.IGNORECASE,
)
_FORUM = re.compile(r"^[ru]/[\w-]{3,}")
_PUBLIC_PATH = re.compile(
    r"/wiki/|//(docs|news|blog|wiki|help|support|forum)\.|/(docs|news|blog|help|article|wiki)(/|$)",
    re.IGNORECASE,
)
_PROMPT = re.compile(r"^[\w.-]+@[\w.-]+[:~ ].*[$#%]|^PS [A-Z]:\\|^[A-Z]:\\.*>|^\$ \w")


def beliefs(page: Page, entries: list[Entry], state: TaskState) -> dict[str, float]:
    """For each kind a number from 0 to 1; together at most 1."""
    words = lexicon()
    scores = _by_words(page)
    for source in (_by_task(state, words), _by_structure(page, entries, words)):
        for kind, value in source.items():
            scores[kind] = scores.get(kind, 0.0) + value
    if _titled(page) and max(scores.get(k, 0.0) for k in _TITLED) > 0.5:
        # The title says whose list it is; what stands in it is public content that somebody looked at.
        scores = {k: v * (0.35 if k in PUBLIC_KINDS else 1.0) for k, v in scores.items()}
    if _is_guest(page, words):
        scores["article"] = scores.get("article", 0.0) + 2.0
        scores = {k: v * (0.4 if k in _SIGNED_IN else 1.0) for k, v in scores.items()}
    scores = {k: v * (_LONE if k in PUBLIC_KINDS and v <= 1.0 else 1.0) for k, v in scores.items()}
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
    best: dict[tuple[str, str], float] = {}
    for spot in page.spots:
        dated = 0.15 if is_time(spot.text) else 1.0  # seven weekdays are one sign, and charts have them too
        for key in {squash(spot.text), squash(_FIGURE.sub("", spot.text))} - {""}:
            for kind, weight in weights.get(key, ()):
                said = dated * weight * _voice(page, spot, kind)
                best[kind, key] = max(best.get((kind, key), 0.0), said)
        if page.in_top(spot, 0.12):
            whole = fold(spot.text)
            for kind in _apps().get(whole, ()):
                scores[kind] += 1.0
            _, dash, last = re.sub("[–—]", "-", whole).rpartition(" - ")
            for kind in _apps().get(last, ()) if dash else ():
                scores[kind] += 1.5
    for (kind, _), said in best.items():
        scores[kind] += said
    return scores


def _voice(page: Page, spot: Spot, kind: str) -> float:
    """How far a word speaks for the page that it stands on, and not for where one can go from there.

    Captions of the bottom navigation lead elsewhere. A page's own history or playlist says so in its title;
    in a side menu or as a section of an article the same word says little.
    """
    if page.phone and page.in_bottom(spot, 0.08) and len(page.row(spot)) >= 3:
        return 1.0 if kind in PUBLIC_KINDS else 0.3 if kind in _TITLED else 0.7
    if kind not in _TITLED:
        return 1.0
    large = page.in_top(spot, 0.3) and spot.box.height >= 1.25 * page.line
    menu = sum(lexicon().known(s.text) for s in page.column(spot)) >= 4
    if large and not menu:
        return 1.6
    return 1.0 if page.in_top(spot, 0.14) and not menu else 0.3


def _is_guest(page: Page, words: Lexicon) -> bool:
    """A desktop page that offers to sign in, in its top line, and has text to read: nobody is signed in."""
    if page.phone or sum(word_count(s.text) >= 5 for s in page.spots) < 4:
        return False
    return any(page.in_top(s, 0.12) and words.cue("sign_in", s.text) for s in page.spots)


def _titled(page: Page) -> bool:
    """Whether a title of one's own history or collection heads the page in large type."""
    return any(
        _voice(page, spot, kind) > 1.0
        for spot in page.spots
        if page.in_top(spot, 0.3)
        for kind, _ in _weights().get(squash(spot.text), ())
        if kind in _TITLED
    )


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
    head = [s.text for s in page.spots if page.in_top(s, 0.1)]
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
        "chat": conversation(page),
        "feed": min(2.0, 0.5 * sum(map(_is_crowd, texts))) + (0.8 if _tags(texts) >= 4 else 0.0),
        "weather": 1.2 if sum(_DEGREES.search(t) is not None for t in texts) >= 5 else 0.0,
        "document": 1.5 if any(_DOCUMENT.search(t) for t in _window_titles(page)) else 0.0,
        "article": 1.0 if any(_PUBLIC_PATH.search(t) for t in head) else 0.0,
    }
    return found


def _window_titles(page: Page) -> list[str]:
    return [] if page.phone else [s.text for s in page.spots if page.in_top(s, 0.035)]


def _is_crowd(text: str) -> bool:
    """A big number of readers, members or reviews: only public things have them. Or a forum's own marks."""
    return _CROWD.search(text) is not None or _FORUM.match(text.strip()) is not None


def _tags(texts: list[str]) -> int:
    return sum(t.strip().startswith("#") and word_count(t) <= 3 for t in texts)


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
