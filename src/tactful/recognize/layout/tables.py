"""Tables: a private header makes its column private; the days of a month's grid are public."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from tactful.recognize.layout.fields import fitted
from tactful.recognize.layout.geometry import Spot
from tactful.recognize.layout.lexicon import ACCOUNT, BIO, JOB, PUBLIC, STATUS, Meaning
from tactful.recognize.layout.scene import Scene
from tactful.recognize.layout.shapes import has_money, is_count, is_time, word_count
from tactful.recognize.view import Finding
from tactful.terms import Risk

_COUNTED = re.compile(r"^[共全총]\s?\d|^\d+ (items?|records?|rows?|results?|entries)\b", re.IGNORECASE)


def columns(scene: Scene) -> Iterator[Finding]:
    """Cells under a row of headers take the meaning of their header, whatever they look like."""
    for at in _header_rows(scene):
        header = scene.page.rows[at]
        cells = list(_cells(scene, at))
        if not _is_grid(scene, header, cells):
            continue
        for spot in header:
            if scene.words.known(spot.text) or scene.words.label(spot.text) is not None:
                yield scene.say(spot, PUBLIC, 0.91, "table-header", "the header of a table column")
            elif word_count(spot.text) <= 3 and not any(c.isdigit() for c in spot.text):
                yield scene.say(spot, PUBLIC, 0.88, "table-header", "the header of a table column")
        of_people = any(_names_people(scene, spot) for spot in header)
        for head, cell in cells:
            meaning = _column(scene, head.text, of_people)
            if (
                of_people
                and scene.words.cue("status_headers", _last(head.text))
                and word_count(cell.text) <= 3
            ):
                yield scene.say(cell, STATUS, 0.89, "person-status", "how things stand with a listed person")
                continue
            if of_people and scene.words.cue("job_headers", head.text):
                meaning = JOB
            if meaning is None and of_people and _rates(scene, head, cell):
                yield scene.say(cell, BIO, 0.62, "person-cell", "what a table says of a listed person")
            if meaning is None or _sums_up(scene, meaning, cell):
                continue
            fit = fitted(scene, meaning, cell.text)
            if fit is not None:
                yield scene.say(cell, fit, 0.88, "table-cell", "a cell under a private column header")


def _last(text: str) -> str:
    """The last word of a column's name ("Claim_Status", "Order status"), which says what it holds."""
    words = text.replace("_", " ").split()
    return words[-1] if words else text


def _column(scene: Scene, name: str, of_people: bool) -> Meaning | None:
    """What a column's name says of its cells; beside names of people any other number or code is theirs."""
    meaning = scene.words.label(name)
    if meaning is not None or not of_people:
        return meaning
    last = _last(name)
    if last != name and _ID.search(last):
        return ACCOUNT
    return scene.words.label(last) if "_" in name or last != name else None


def _is_column(scene: Scene, name: str) -> bool:
    """A field label, or the name of a column of codes or of states."""
    last = _last(name)
    coded = last != name and _ID.search(last) is not None
    return scene.words.label(name) is not None or coded or scene.words.cue("status_headers", last)


_ID = re.compile(r"^(id|no|no\.|nr|code)$|(编号|編號|番号|번호|номер|№)$", re.IGNORECASE)


def _rates(scene: Scene, head: Spot, cell: Spot) -> bool:
    """A figure or a word or two that is no button and no row number."""
    text = cell.text.strip()
    numbered = scene.page.row(cell)[0] is cell and is_count(text)
    if numbered or is_time(text) or has_money(text) or head.text.strip().isdigit():
        return False
    return word_count(text) <= 3 and not scene.words.known(text)


def _names_people(scene: Scene, header: Spot) -> bool:
    meaning = scene.words.label(header.text)
    who = ("person", "email", "id_number")
    return meaning is not None and meaning.type in who and meaning.risk is Risk.HIGH


def _sums_up(scene: Scene, meaning: Meaning, cell: Spot) -> bool:
    """ "Totals" or "Unknown" where a person or an address should stand."""
    if scene.words.cue("empty_values", cell.text):
        return True
    counted = _COUNTED.match(cell.text) is not None
    return meaning.risk is Risk.HIGH and (scene.words.known(cell.text) or counted)


def _is_strip(scene: Scene, header: tuple[Spot, ...], cells: list[tuple[Spot, Spot]]) -> bool:
    """A row of chips over a list: the texts below run on past several chips, or few stand below the first."""
    wide = {cell.index for _, cell in cells if sum(cell.box.x1 < h.cx < cell.box.x2 for h in header) >= 2}
    if len(wide) >= 2 and len(wide) >= 0.12 * len(cells):
        return True
    filled = Counter(head.index for head, _ in cells)
    # The first column of a table says what each row is about, so it is filled; no list knows of chips.
    return scene.page.phone and filled[header[0].index] < 0.34 * max(filled.values(), default=0)


def _offset(head: Spot, cell: Spot) -> float:
    """How far the nearest of left edge, centre and right edge is from the header's own."""
    return min(abs(head.box.x1 - cell.box.x1), abs(head.cx - cell.cx), abs(head.box.x2 - cell.box.x2))


def _is_grid(scene: Scene, header: tuple[Spot, ...], cells: list[tuple[Spot, Spot]]) -> bool:
    """A table has two rows with cells under half of its headers, or one with cells under nearly all."""
    if _is_strip(scene, header, cells):
        return False
    filled: dict[int, set[int]] = {}
    for head, cell in cells:
        filled.setdefault(scene.page.row_of[cell.index], set()).add(head.index)
    wanted = max(2, len(header) // 2)
    full = max(3, round(0.75 * len(header)))
    counts = [len(heads) for heads in filled.values()]
    return sum(n >= wanted for n in counts) >= 2 or max(counts, default=0) >= full


def _header_rows(scene: Scene) -> Iterator[int]:
    """Rows of three or more short texts of which two are field labels and most are known words."""
    page = scene.page
    for at, row in enumerate(page.rows):
        texts = [s for s in row if not (s.text.strip().isdigit())]
        if len(texts) < 3 or any(is_time(s.text) or has_money(s.text) for s in texts):
            continue
        labels = sum(_is_column(scene, s.text) for s in texts)
        known = sum(scene.words.known(s.text) or scene.words.label(s.text) is not None for s in texts)
        first = row[0].text.strip() == "1" and scene.belief("spreadsheet") > 0.3
        if labels >= 2 and (known >= 0.6 * len(texts) or first):
            yield at


def _cells(scene: Scene, at: int) -> Iterator[tuple[Spot, Spot]]:
    """Each text below the header row with the header whose span it stands in."""
    page, header = scene.page, scene.page.rows[at]
    bottom, last = header[0].cy, header[0].cy
    pitches: list[float] = []
    for row in page.rows[at + 1 :]:
        step = row[0].cy - last
        if step > max(6 * page.line, 2.5 * max(pitches, default=6 * page.line)):
            break
        pairs = [(head, s) for s in row if (head := _header_of(scene, header, s)) is not None]
        if row[0].cy - bottom > 0 and pairs:
            if len(pairs) >= 2 or len(header) <= 3:
                pitches.append(step)
                last = row[0].cy
            yield from pairs


def _header_of(scene: Scene, header: tuple[Spot, ...], cell: Spot) -> Spot | None:
    """The header with the same left edge, centre or right edge; else the one that lies above the cell."""
    slack = 0.9 * scene.page.line
    best: tuple[float, Spot] | None = None
    for head in header:
        distance = _offset(head, cell)
        if best is None or distance < best[0]:
            best = (distance, head)
    if best is not None and best[0] <= slack:
        return best[1]
    over = [
        h
        for h in header
        if min(h.box.x2, cell.box.x2) - max(h.box.x1, cell.box.x1) > 0.4 * min(h.box.width, cell.box.width)
    ]
    return over[0] if len(over) == 1 else None


def hour_axis(scene: Scene) -> Iterator[Finding]:
    """Four or more hours in a column, one after the other: the scale of a day, not times of anything."""
    seen: set[int] = set()
    for spot in scene.page.spots:
        if spot.index in seen or _HOUR.match(spot.text.strip()) is None:
            continue
        near = 1.2 * scene.page.line
        scale = [s for s in scene.page.spots if _HOUR.match(s.text.strip())]
        for column in (
            [s for s in scale if abs(s.box.x1 - spot.box.x1) <= near],
            [s for s in scale if abs(s.box.x2 - spot.box.x2) <= near],
        ):
            hours = [_hour(s.text) for s in sorted(column, key=lambda s: s.cy)]
            steps = sum((b - a) % 12 == 1 for a, b in pairwise(hours))
            if len(hours) >= 4 and steps >= 0.75 * (len(hours) - 1):
                seen.update(s.index for s in column)
                for item in column:
                    yield scene.say(item, PUBLIC, 0.92, "hour-axis", "an hour on the scale of a day")
                break


_HOUR = re.compile(
    r"^(上午|下午|午前|午後|오전|오후|凌晨|晚上|中午)?\s?\d{1,2}\s?([:：.]00|時|时|点|시|h|ч)?\s?([ap]\.?m\.?)?$",
    re.IGNORECASE,
)
_MONTH_TITLE = re.compile(r"^\d{4}\s?[年년./-]\s?\d{1,2}\s?[月월]?$|^[^\W\d]{3,9}\.? \d{4}$")


def _hour(text: str) -> int:
    found = re.search(r"\d+", text)
    return int(found[0]) % 12 if found else 0


def month_titles(scene: Scene) -> Iterator[Finding]:
    """The month that a calendar shows, at its top."""
    if scene.belief("calendar") < 0.4:
        return
    for spot in scene.page.spots:
        if scene.page.in_top(spot, 0.16) and _MONTH_TITLE.match(spot.text.strip()):
            yield scene.say(spot, PUBLIC, 0.86, "month-title", "the month that a calendar shows")


def calendar_grid(scene: Scene) -> Iterator[Finding]:
    """The day numbers and weekday letters of a month's grid are public."""
    page = scene.page
    days = [
        s
        for s in page.spots
        if s.text.strip().isdecimal() and 1 <= int(s.text) <= 31 and len(s.text.strip()) <= 2
    ]
    by_row: dict[int, list[Spot]] = {}
    for spot in days:
        by_row.setdefault(page.row_of[spot.index], []).append(spot)
    weeks = [row for row in by_row.values() if len(row) >= 5]
    if len(weeks) < 3:
        return
    for spot in days:
        yield scene.say(spot, PUBLIC, 0.9, "calendar-grid", "a day number of a calendar")
