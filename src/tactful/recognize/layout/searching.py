"""Search: what the user typed, and what the app suggests."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tactful.recognize.layout.geometry import Spot
from tactful.recognize.layout.lexicon import fold, squash
from tactful.recognize.layout.meanings import MESSAGE, SEARCH, SUGGESTION
from tactful.recognize.layout.scene import Scene
from tactful.recognize.layout.shapes import is_count, is_domain, is_time, word_count
from tactful.recognize.view import Finding

_FOUND = re.compile(
    r"\d+ results?|results? (found|for)|个结果|條結果|件の(検索)?結果|검색 ?결과|résultats?|результат",
    re.IGNORECASE,
)


def queries(scene: Scene) -> Iterator[Finding]:
    """A text in the top line whose words return in the rows below, or above a count of results."""
    for query in _candidates(scene):
        echoes = _echoes(scene, query)
        if echoes and not _is_plain_list(scene, echoes):
            echoes = []
        counted = any(
            _FOUND.search(s.text) for s in scene.page.spots if s is not query and scene.page.in_top(s, 0.4)
        )
        results = scene.belief("search_results") > 0.4
        if len(echoes) >= 2 or counted or results:
            yield scene.say(
                query, SEARCH, 0.87 if len(echoes) >= 2 else 0.75, "query", "what the user searched for"
            )
        if len(echoes) >= 2:
            for spot in echoes:
                yield scene.say(spot, SUGGESTION, 0.87, "suggestion", "a suggestion for the search")


def typed(scene: Scene) -> Iterator[Finding]:
    """What was just typed stays private where it shows up: a query at the top, a message elsewhere."""
    entered = {squash(t) for t in scene.view.state.typed if len(t.strip()) >= 2}
    for spot in scene.page.spots:
        if squash(spot.text) not in entered:
            continue
        meaning = SEARCH if scene.page.in_top(spot, 0.15) else MESSAGE
        yield scene.say(spot, meaning, 0.8, "typed", "what was just typed")


def recent_searches(scene: Scene) -> Iterator[Finding]:
    """Short rows under a header such as "Recent searches" are earlier queries."""
    page = scene.page
    for header in page.spots:
        if not _RECENT.search(fold(header.text)) or word_count(header.text) > 4:
            continue
        for spot in page.spots:
            under = 0 < spot.box.y1 - header.box.y1 < 0.5 * page.height
            if not under or scene.words.known(spot.text) or is_count(spot.text) or word_count(spot.text) > 8:
                continue
            yield scene.say(spot, SEARCH, 0.72, "recent-search", "an earlier search of the user")


_RECENT = re.compile(
    r"^(recent searches|search history|recently searched|搜索历史|历史搜索|最近搜索|搜尋記錄|検索履歴|"
    r"最近の検索|최근 ?검색어?|검색 ?기록|"
    r"recherches récentes|historique de recherche|недавние запросы|история поиска|вы искали)$"
)


_ENDED = re.compile(r"[.!;,，。；！]$")


def _candidates(scene: Scene) -> list[Spot]:
    """Short texts in the top rows that are no interface words."""
    page = scene.page
    share = 0.13 if page.phone else 0.16
    return [
        s
        for s in page.spots
        if (0.047 if page.phone else 0.0) * page.height < s.cy < share * page.height
        and 0 < word_count(s.text) <= 12
        and len(s.text.strip()) >= 2
        and not (
            scene.words.known(s.text) or scene.words.composed(s.text) or is_time(s.text) or is_count(s.text)
        )
        and not is_domain(s.text)
        and squash(s.text) not in scene.words.apps
    ]


def _echoes(scene: Scene, query: Spot) -> list[Spot]:
    """Rows below the query that repeat it or most of its words."""
    whole = squash(query.text)
    words = {w for w in fold(query.text).split() if len(w) > 2}
    found = []
    for spot in scene.page.spots:
        if spot.cy <= query.box.y2 or word_count(spot.text) > 10 or _ENDED.search(spot.text.strip()):
            continue
        text = squash(spot.text)
        shared = words & set(fold(spot.text).split())
        if whole in text or (len(words) >= 2 and len(shared) >= 0.6 * len(words)):
            found.append(spot)
    return found


def _is_plain_list(scene: Scene, echoes: list[Spot]) -> bool:
    """Suggestions stand one a row with one left edge; results have lines of their own between them."""
    edges = [s.box.x1 for s in echoes]
    aligned = max(edges) - min(edges) <= 1.5 * scene.page.line
    between = [s for s in scene.page.spots if echoes[0].cy < s.cy < echoes[-1].cy and s not in echoes]
    return aligned and len(between) <= 1.2 * len(echoes)
