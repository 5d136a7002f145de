"""The frame of a desktop program: window and tab titles, the address bar, pagers and status counts; icons."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tactful.recognize.layout.geometry import Spot
from tactful.recognize.layout.lexicon import fold, squash
from tactful.recognize.layout.meanings import FILE, PUBLIC
from tactful.recognize.layout.scene import Scene
from tactful.recognize.layout.shapes import is_domain, is_name, is_time, word_count
from tactful.recognize.view import Finding

_ADDRESS = re.compile(r"^(\S\s)?(https?://)?([\w-]+\.)+[a-z]{2,}(:\d+)?(/[^\s?#=@]*)?$", re.IGNORECASE)
_LONG_CODE = re.compile(
    r"\d{5,}|[0-9a-f]{16,}|/(u|user|users|profile|account|people|id|[~@])/?[^/]+", re.IGNORECASE
)
_PAGER = re.compile(
    r"^(共|全)\s?[\d,]+\s?(条|个|项|页|件)(记录|结果|数据)?$|^每页\s?\d+\s?(条|项)?$|^第\s?\d+\s?[/页].{0,6}$|"
    r"^(showing |rows per page|page )\s?:?\s?[\d–-]*( of \d+)?.{0,20}$|^\d+\s?[-–]\s?\d+ of [\d,]+$|"
    r"^全?\s?\d+\s?件(中.*)?$|^총\s?\d+\s?(건|개|명)$|^\d+\s?[-–]?\s?\d* (sur|из|von) \d+$|^всего:? \d+$",
    re.IGNORECASE,
)


_NAMED_FILE = re.compile(r"^[*●]?\s?\S[^:]*\.[a-z]{1,4}\d?(\s?[*\[(•].*|\s+[-–—]\s.*)?$", re.IGNORECASE)
_TOTAL = re.compile(r"^\d+ [^\d\s]+$")


def window_titles(scene: Scene) -> Iterator[Finding]:
    """A title such as "Inbox - Webmail" in the top line names a screen of the program and the program."""
    page = scene.page
    if page.phone:
        return
    for spot in page.spots:
        if not page.in_top(spot, 0.045):
            continue
        if (
            _NAMED_FILE.search(spot.text)
            and not any(c in spot.text for c in "/\\")
            and not is_domain(spot.text)
        ):
            yield scene.say(spot, FILE, 0.84, "window-file", "a file's name in the title of its window")
            continue
        first, dash, _ = re.sub("[–—|]", "-", spot.text).partition(" - ")
        if dash and (scene.words.known(first) or scene.words.composed(first)):
            yield scene.say(spot, PUBLIC, 0.62, "window-title", "a screen's own title and its program")


def address_bar(scene: Scene) -> Iterator[Finding]:
    """A plain address at the top of a browser, without a query, a code or a user's page in it."""
    page = scene.page
    if page.phone:
        return
    for spot in page.spots:
        text = spot.text.strip()
        if not page.in_top(spot, 0.1) or not (_ADDRESS.match(text) or is_domain(text)):
            continue
        if _LONG_CODE.search(text) is None and (":/" in text or "/" in text or is_domain(text)):
            yield scene.say(spot, PUBLIC, 0.6, "address-bar", "the plain address of a page")


def pagers(scene: Scene) -> Iterator[Finding]:
    """ "1-20 of 340", "共12条": how long a list is."""
    for spot in scene.page.spots:
        text = spot.text.strip()
        if _TOTAL.match(text) and scene.words.known(text.partition(" ")[2]) and not is_time(text):
            yield scene.say(spot, PUBLIC, 0.66, "pager", "how long a list is")
        elif _PAGER.match(text) and not is_time(text):
            yield scene.say(spot, PUBLIC, 0.89, "pager", "how long a list is")


def icons(scene: Scene) -> Iterator[Finding]:
    """A letter or sign that stands free and square was an icon before it was read as text."""
    page = scene.page
    for spot in page.spots:
        text = spot.text.strip()
        if len(text) != 1 or text.isdecimal() or not _is_free(scene, spot):
            continue
        if not 0.25 * spot.box.height <= spot.box.width <= 2.2 * spot.box.height:
            continue
        yield scene.say(spot, PUBLIC, 0.64, "icon", "a single sign that stands free, like an icon")


def _is_free(scene: Scene, spot: Spot) -> bool:
    """No text close beside it of the same size, as letters of a line would have."""
    page = scene.page
    for other in (page.left_of(spot), page.right_of(spot)):
        if other is None:
            continue
        gap = other.box.x1 - spot.box.x2 if other.box.x1 >= spot.box.x1 else spot.box.x1 - other.box.x2
        if gap < 0.35 * spot.box.height:
            return False
    return True


def lead_icons(scene: Scene) -> Iterator[Finding]:
    """A known prompt or menu entry with one stray sign before it ("Q Search mail", "+ New")."""
    page = scene.page
    for spot in page.spots:
        head, space, rest = spot.text.strip().partition(" ")
        menu = not page.phone and spot.box.x1 < 0.12 * page.width
        sign = len(head) == 1 or (menu and len(head) == 2 and head.isdecimal())
        if not space or not sign or not rest or word_count(rest) > 4 or (head.isdecimal() and not menu):
            continue
        if is_name(spot.text) or head.islower() or "가" <= head <= "힣":
            continue
        prompt = fold(rest).startswith(scene.words.cue_lists["search_starts"])
        if scene.words.known(rest) or squash(rest) in scene.words.apps or prompt:
            yield scene.say(spot, PUBLIC, 0.72, "lead-icon", "an interface phrase behind an icon")
