"""Spreadsheets and documents: the grid, its marks, and the frame of tools around what the user wrote."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tactful.recognize.layout.geometry import Spot
from tactful.recognize.layout.lexicon import AMOUNT, FILE, PUBLIC, fold, squash
from tactful.recognize.layout.scene import Scene
from tactful.recognize.layout.shapes import (
    has_email,
    is_count,
    is_domain,
    is_money,
    is_name,
    is_time,
    special,
    word_count,
)
from tactful.recognize.view import Finding

_CELL = re.compile(r"^[A-Z]{1,2}\d{1,5}(:[A-Z]{1,2}\d{1,5})?$")
_POINTS = re.compile(r"^\d{1,3}([.,]\d)?\s?(pt|pts|磅|号|ポイント|пт)$", re.IGNORECASE)
# A document's tools end above this share of the screen, and its status bar begins below that one.
_TOOLS, _STATUS = 0.2, 0.945
_TABS = 0.9


def _letters(scene: Scene) -> list[Spot]:
    """The row of column letters; empty where none is seen."""
    for row in scene.page.rows:
        letters = [s for s in row if len(s.text.strip()) == 1 and s.text.strip().isupper()]
        if len(letters) >= 3:
            return letters
    return []


def _numbers(scene: Scene) -> list[Spot]:
    """The row numbers at the left edge."""
    page = scene.page
    numbers = [
        s for s in page.spots if is_count(s.text) and page.row(s)[0] is s and s.box.x1 < 0.12 * page.width
    ]
    edge = min((s.box.x1 for s in numbers), default=0)
    return [s for s in numbers if s.box.x1 - edge < 3 * page.line]


def sheet_marks(scene: Scene) -> Iterator[Finding]:
    """Column letters and row numbers of a spreadsheet."""
    if scene.belief("spreadsheet") < 0.3:
        return
    for spot in _letters(scene):
        yield scene.say(spot, PUBLIC, 0.95, "sheet-mark", "a column letter of a spreadsheet")
    for spot in _numbers(scene):
        yield scene.say(spot, PUBLIC, 0.9, "sheet-mark", "a row number of a spreadsheet")


def office_frame(scene: Scene) -> Iterator[Finding]:
    """Font, size, cell name, sheet tabs, language and zoom around a document or a sheet are the program's."""
    sheet = scene.belief("spreadsheet") > 0.4
    if scene.page.phone or not (sheet or scene.belief("document") > 0.4):
        return
    page = scene.page
    sized = {s.index for row in page.rows if any(_POINTS.match(t.text.strip()) for t in row) for s in row}
    for spot in page.spots:
        text, place = spot.text.strip(), spot.cy / page.height
        if text.startswith("="):
            yield scene.say(spot, PUBLIC, 0.8, "office-tool", "a formula")
        if has_email(text) or is_money(text) or word_count(text) > 6 or is_time(text):
            continue
        left = page.left_of(spot)
        if sheet and place < _TOOLS and left is not None and _CELL.match(left.text.strip()):
            yield scene.say(spot, FILE, 0.7, "sheet-cell", "what stands in the chosen cell")
        elif place < _TOOLS and (spot.index in sized or (sheet and _CELL.match(text))):
            yield scene.say(spot, PUBLIC, 0.84, "office-tool", "a setting in the tools of an office program")
        elif place > _STATUS and not re.search(r"[:：]\s*\d", text):
            yield scene.say(spot, PUBLIC, 0.8, "office-status", "the status bar of an office program")
        elif sheet and place > _TABS and not any(c.isdigit() for c in text):
            yield scene.say(spot, PUBLIC, 0.62, "sheet-tab", "the tab of a sheet")


def sheet_cells(scene: Scene) -> Iterator[Finding]:
    """What stands in the grid is the user's, were it a word that interfaces use; row 1 heads the columns."""
    letters, numbers = _letters(scene), _numbers(scene)
    if scene.belief("spreadsheet") < 0.4 or not letters or len(numbers) < 3:
        return
    page = scene.page
    marks = {s.index for s in (*letters, *numbers)}
    top, bottom = max(s.box.y2 for s in letters), max(s.box.y2 for s in numbers) + page.line
    edge = min(s.box.x2 for s in numbers)
    cells = [s for s in page.spots if top <= s.cy <= bottom and s.box.x1 > edge and s.index not in marks]
    heads = {s.index for s in _heads(scene, cells, numbers)}
    for spot in cells:
        if spot.index in heads:
            yield scene.say(spot, PUBLIC, 0.88, "sheet-head", "the head of a sheet's column")
        elif is_money(spot.text):
            yield scene.say(spot, AMOUNT, 0.7, "sheet-cell", "an amount in the user's sheet")
        elif special(spot.text) is None and any(c.isalnum() for c in spot.text) and not is_time(spot.text):
            known = scene.words.known(spot.text) or scene.words.composed(spot.text)
            yield scene.say(spot, FILE, 0.87 if known else 0.5, "sheet-cell", "a cell of the user's sheet")


def _heads(scene: Scene, cells: list[Spot], numbers: list[Spot]) -> list[Spot]:
    """The texts of row 1, where several stand there and none holds a figure as the rows below do."""
    first = next((s for s in numbers if s.text.strip() == "1"), None)
    if first is None:
        return []
    row = [s for s in cells if abs(s.cy - first.cy) <= 0.8 * scene.page.line]
    plain = [s for s in row if not any(c.isdigit() for c in s.text) and word_count(s.text) <= 4]
    return row if len(row) >= 3 and len(plain) >= 0.8 * len(row) else []


# The frame of a desktop program: window and tab titles, the address bar, pagers and status counts; icons.

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
