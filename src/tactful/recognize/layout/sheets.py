"""Spreadsheets and documents: the grid, its marks, and the frame of tools around what the user wrote."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tactful.recognize.layout.geometry import Spot
from tactful.recognize.layout.meanings import AMOUNT, FILE, PUBLIC
from tactful.recognize.layout.scene import Scene
from tactful.recognize.layout.shapes import has_email, is_count, is_money, is_time, special, word_count
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
