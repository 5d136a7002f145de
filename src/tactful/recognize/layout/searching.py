"""Search: what the user typed, and what the app suggests."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tactful.recognize.layout.geometry import Spot
from tactful.recognize.layout.lexicon import (
    HISTORY,
    LOCATION,
    MESSAGE,
    SEARCH,
    SUGGESTION,
    URL,
    fold,
    has_cjk,
    squash,
)
from tactful.recognize.layout.scene import Scene
from tactful.recognize.layout.shapes import is_count, is_domain, is_name, is_time, word_count
from tactful.recognize.view import Finding

_FOUND = re.compile(
    r"\d+ results?|results? (found|for)|个结果|條結果|件の(検索)?結果|검색 ?결과|résultats?|результат",
    re.IGNORECASE,
)


def queries(scene: Scene) -> Iterator[Finding]:
    """A text in the top line whose words return in the rows below, or above a count of results."""
    if scene.belief("code", "terminal", "document", "spreadsheet") > 0.5:
        return  # titles of files and folders are repeated there as a matter of course
    for query in _candidates(scene):
        echoes = _echoes(scene, query)
        if echoes and not _is_plain_list(scene, echoes):
            echoes = []
        counted = any(
            _FOUND.search(s.text) for s in scene.page.spots if s is not query and scene.page.in_top(s, 0.4)
        )
        results = scene.belief("search_results") > 0.4 or _is_map_query(scene, query)
        results = results or (len(echoes) >= 1 and _is_titled(scene, query))
        if len(echoes) >= 2 or counted or results:
            sure = len(echoes) >= 2 or (counted and _is_titled(scene, query))
            yield scene.say(query, SEARCH, 0.87 if sure else 0.75, "query", "what the user searched for")
        if counted and _is_titled(scene, query):
            for tab in scene.page.spots:
                if (
                    scene.page.in_top(tab, 0.035)
                    and tab is not query
                    and squash(query.text) in squash(tab.text)
                ):
                    yield scene.say(tab, SEARCH, 0.85, "query", "a window's title with the user's search")
        if len(echoes) >= 2:
            for spot in echoes:
                yield scene.say(spot, SUGGESTION, 0.87, "suggestion", "a suggestion for the search")
            yield from _earlier(scene, echoes)


def asked_addresses(scene: Scene) -> Iterator[Finding]:
    """The address of a page of results holds what the user searched for."""
    for spot in scene.page.spots:
        match = _ASKED.search(spot.text)
        if match is None or scene.page.phone or not scene.page.in_top(spot, 0.12):
            continue
        reason = "an address with the user's search in it"
        yield scene.say(spot, URL, 0.88, "asked-address", reason)
        yield scene.say(spot, SEARCH, 0.85, "asked-address", reason, match.start("query"), match.end("query"))


_ASKED = re.compile(
    r"[?&](q|query|wd|word|search|search_query|s|text|kw|keyword|keywords|p|k)=(?P<query>[^&\s]{2,})"
)


def _earlier(scene: Scene, echoes: list[Spot]) -> Iterator[Finding]:
    """Suggestions that the user may delete are earlier searches, like or unlike what is being typed."""
    edge = echoes[0].box.x1
    for spot in scene.page.spots:
        beside = scene.page.right_of(spot)
        if beside is None or abs(spot.box.x1 - edge) > 1.5 * scene.page.line:
            continue
        if fold(beside.text) in _REMOVE:
            yield scene.say(spot, HISTORY, 0.88, "earlier-search", "an earlier search that can be deleted")


_REMOVE = frozenset({"delete", "remove", "x", "删除", "移除", "削除", "삭제", "supprimer", "удалить"})


def _is_titled(scene: Scene, query: Spot) -> bool:
    """A desktop browser shows the query again in the title of its tab or window."""
    page, text = scene.page, squash(query.text)
    if is_name(query.text) or query.box.height > 1.3 * page.line:
        return False  # a heading, which titles repeat as well
    tabs = [s for s in page.spots if page.in_top(s, 0.035) and s is not query]
    return not page.phone and any(text in squash(s.text) and word_count(s.text) > 1 for s in tabs)


def _is_map_query(scene: Scene, query: Spot) -> bool:
    """What stands alone in the field at the top of a map was searched for."""
    alone = scene.page.phone and len(scene.page.row(query)) == 1 and scene.page.in_top(query, 0.12)
    return alone and scene.belief("maps") > 0.4


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
        for spot in _listed_under(scene, header):
            if scene.words.known(spot.text) or is_count(spot.text) or word_count(spot.text) > 8:
                continue
            yield scene.say(spot, SEARCH, 0.72, "recent-search", "an earlier search of the user")


def _listed_under(scene: Scene, header: Spot) -> list[Spot]:
    """The rows below a header down to the next gap; beside a page, only those that start near its edge."""
    page, found, bottom = scene.page, [], header.box.y2
    for row in page.rows[page.row_of[header.index] + 1 :]:
        near = [s for s in row if page.phone or 0 <= s.box.x1 - header.box.x1 + 2 * page.line < 8 * page.line]
        if not near:
            continue
        if near[0].box.y1 - bottom > (5 if page.phone else 2.5) * page.line:
            break
        found += near
        bottom = max(s.box.y2 for s in near)
    return found


def own_places(scene: Scene) -> Iterator[Finding]:
    """Places with a distance are near the user; so is a town "from your IP address"."""
    maps = scene.belief("maps", "trip", "store") > 0.3
    for spot in scene.page.spots:
        if _FROM_YOUR.search(spot.text):
            yield scene.say(spot, LOCATION, 0.85, "own-location", "where the app believes the user to be")
        elif maps and _DISTANCE.search(spot.text) and word_count(spot.text) <= 10:
            yield scene.say(spot, LOCATION, 0.85, "distance", "how far the user is from a place")
            for near in (scene.page.above(spot, reach=1.2), scene.page.below(spot, reach=1.2)):
                if near is not None and not scene.words.known(near.text) and not is_count(near.text):
                    yield scene.say(near, SUGGESTION, 0.8, "near-place", "a place near the user")


_FROM_YOUR = re.compile(
    r"from your (ip address|device|phone|location|places|account activity)|based on your (location|places)|"
    r"根据您的.{0,4}(ip|位置)|ご利用の(ip|デバイス)|내 (위치|ip)|"
    r"d'après votre (adresse ip|appareil|position)|"
    r"на основе вашего (ip|устройства|местоположения)|по вашему ip",
    re.IGNORECASE,
)
_DISTANCE = re.compile(
    r"(^|[·•(\s])\d+([.,]\d+)?\s?(ft|mi|yd|km|m|miles?|公里|千米|米|км|м)([)\s·•]|$)", re.IGNORECASE
)


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
        and (len(s.text.strip()) >= 2 or has_cjk(s.text))
        and (page.phone or not page.in_top(s, 0.035))
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
