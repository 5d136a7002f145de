"""Rules of place: status bar, home screen, keyboard, navigation, tabs, menus, badges, desktop bars."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from statistics import median

from tactful.recognize.layout.geometry import Spot
from tactful.recognize.layout.lexicon import AVATAR, BADGE, CLOCK, DEVICE, MESSAGE, PUBLIC, squash
from tactful.recognize.layout.scene import Scene
from tactful.recognize.layout.shapes import (
    has_money,
    is_clock,
    is_count,
    is_date,
    is_file,
    is_name,
    is_prose,
    is_time,
    word_count,
)
from tactful.recognize.view import Finding

_SIGNAL = re.compile(r"^\d{1,3}\s?%$|^[\d.]+\s?[KM]B?/s$|^\d{1,3}$|^[•·.…]+$", re.IGNORECASE)
_MENU_BAR = (
    "file",
    "edit",
    "view",
    "文件",
    "编辑",
    "视图",
    "ファイル",
    "編集",
    "表示",
    "파일",
    "편집",
    "보기",
    "fichier",
    "édition",
    "файл",
    "правка",
    "вид",
)


def status_bar(scene: Scene) -> Iterator[Finding]:
    """Clock, carrier, network and battery at the top edge of a phone tell of the device alone."""
    page = scene.page
    if not page.phone:
        return
    for spot in page.spots:
        if not page.in_top(spot, 0.047):
            continue
        text = spot.text.strip()
        if is_clock(text) or re.match(r"^\d{1,2}[:：]\d{2}", text):
            yield scene.say(spot, CLOCK, 0.97, "status-bar", "the clock of the status bar")
        elif _SIGNAL.match(text) or any(
            squash(p) in scene.words.cues["carriers"] for p in (text, *text.split())
        ):
            yield scene.say(spot, DEVICE, 0.95, "status-bar", "carrier, network or battery in the status bar")


def desktop_bar(scene: Scene) -> Iterator[Finding]:
    """The clock and date in the top bar or task bar of a desktop tell of the device."""
    page = scene.page
    if page.phone:
        return
    for spot in page.spots:
        edge = page.in_top(spot, 0.03) or (page.in_bottom(spot, 0.055) and spot.cx > 0.7 * page.width)
        if (
            edge
            and any(c.isdigit() for c in spot.text)
            and (is_time(spot.text) or re.search(r"\d{1,2}:\d{2}(\s?[AP]M)?$", spot.text))
            and word_count(spot.text) <= 6
        ):
            yield scene.say(spot, CLOCK, 0.95, "desktop-bar", "the clock of the desktop's bar")


def menu_bar(scene: Scene) -> Iterator[Finding]:
    """A row that starts like "File Edit View" near the top is a program's menu bar."""
    page = scene.page
    for row in page.rows:
        if len(row) < 3 or row[0].cy > 0.2 * page.height:
            continue
        hits = sum(squash(s.text) in _MENU_BAR for s in row)
        if hits < 2:
            continue
        for spot in row:
            named = is_name(spot.text) or is_file(spot.text.split(" ")[0])
            if word_count(spot.text) <= 3 and not is_time(spot.text) and not named:
                yield scene.say(spot, PUBLIC, 0.93, "menu-bar", "an entry of the program's menu bar")


def launcher(scene: Scene) -> Iterator[Finding]:
    """Home screens: app names are public, clocks and dates tell of the device, other text is a widget's."""
    belief = scene.belief("launcher")
    if belief < 0.45:
        return
    for spot in scene.page.spots:
        text = spot.text
        if squash(text) in scene.words.apps:
            yield scene.say(spot, PUBLIC, 0.93, "launcher-app", "the name of an app on the home screen")
        elif is_clock(text) or is_date(text) or re.match(r"^-?\d{1,2}\s?°", text):
            yield scene.say(
                spot, CLOCK, 0.93, "launcher-widget", "a clock, date or weather widget of the home screen"
            )
        elif word_count(text) >= 2 and not scene.words.known(text):
            yield scene.say(
                spot, MESSAGE, 0.6, "launcher-widget", "text of a widget or notification on the home screen"
            )
        elif word_count(text) <= 1 and not is_count(text):
            yield scene.say(spot, PUBLIC, 0.6, "launcher-app", "a short caption on the home screen")


def keyboard(scene: Scene) -> Iterator[Finding]:
    """Rows of single letters in the lower half are an on-screen keyboard."""
    page = scene.page
    keys = [row for row in page.rows if row[0].cy > 0.5 * page.height and _key_row(row)]
    if len(keys) < 2:
        return
    top = min(s.box.y1 for row in keys for s in row)
    whole = {s.index for row in keys for s in row}
    for spot in page.spots:
        if spot.index in whole or (
            spot.box.y1 >= top - 2
            and (len(spot.text.strip()) <= 3 or scene.words.cue("keyboard_keys", spot.text))
        ):
            yield scene.say(spot, PUBLIC, 0.96, "keyboard", "a key of the on-screen keyboard")
        elif spot.box.y1 >= top - 2 and word_count(spot.text) <= 2:
            yield scene.say(spot, PUBLIC, 0.7, "keyboard", "a key of the on-screen keyboard")


def _key_row(row: tuple[Spot, ...]) -> bool:
    """Seven or more single characters, or one unit that the reader ran together ("q w e r t y")."""
    singles = sum(len(s.text.strip()) == 1 for s in row)
    if singles >= 6:
        return True
    joined = " ".join(s.text.strip() for s in row).split()
    return len(joined) >= 6 and sum(len(p) == 1 for p in joined) >= 0.8 * len(joined)


def avatar_letters(scene: Scene) -> Iterator[Finding]:
    """A single letter left of a text with the same initial stands for a person's picture."""
    page = scene.page
    for spot in page.spots:
        text = spot.text.strip()
        if len(text) > 2 or not text[0].isalpha() or (not text.isupper() and not ord(text[0]) > 0x3000):
            continue
        beside = page.right_of(spot)
        near = [beside] if beside is not None else []
        near += [
            s
            for s in page.spots
            if 0 < s.box.x1 - spot.box.x2 < 4 * page.line and abs(s.cy - spot.cy) < 2 * page.line
        ]
        if any(
            s is not spot and s.text.strip()[:1].casefold() == text[0].casefold() and len(s.text.strip()) > 2
            for s in near
        ):
            yield scene.say(spot, AVATAR, 0.82, "avatar", "the initial that stands for a person's picture")


def index_letters(scene: Scene) -> Iterator[Finding]:
    """Single letters in alphabetic order, each once, along one edge divide an address book."""
    page = scene.page
    seen: set[int] = set()
    for spot in page.spots:
        if spot.index in seen or len(spot.text.strip()) != 1 or not spot.text.strip().isalpha():
            continue
        column = [s for s in page.column(spot) if len(s.text.strip()) == 1 and s.text.strip().isalpha()]
        seen.update(s.index for s in column)
        tallest = max(s.box.height for s in column)
        column = [s for s in column if s.box.height > 0.6 * tallest]  # the rest are icons
        letters = [s.text.strip() for s in column]
        if len(letters) >= 2 and letters == sorted(set(letters)) and scene.belief("contacts") > 0.3:
            for item in column:
                yield scene.say(item, PUBLIC, 0.86, "index-letter", "a letter that divides an address book")


def bottom_navigation(scene: Scene) -> Iterator[Finding]:
    """Three to six short captions spread over the bottom edge of a phone lead through the app."""
    page = scene.page
    if not page.phone:
        return
    for row in page.rows:
        if not page.in_bottom(row[0], 0.12):
            continue
        short = [s for s in row if word_count(s.text) <= 3 and not is_count(s.text) and not is_time(s.text)]
        wide = short and short[-1].cx - short[0].cx > 0.45 * page.width
        if 3 <= len(short) <= 6 and wide and not any(has_money(s.text) for s in short):
            known = sum(scene.words.known(s.text) or squash(s.text) in scene.words.apps for s in short)
            confidence = 0.93 if known >= 2 else 0.75
            for spot in short:
                yield scene.say(spot, PUBLIC, confidence, "navigation", "a caption of the bottom navigation")


def badges(scene: Scene) -> Iterator[Finding]:
    """A lone small number beside a menu entry, a tab, an icon or a chat counts what is unread."""
    page = scene.page
    if scene.belief("calendar", "spreadsheet", "terminal", "code", "document", "health") > 0.5:
        return
    grid = sum(s.text.strip().isdigit() for s in page.spots) > 0.4 * len(page.spots) > 4
    for spot in page.spots:
        text = spot.text.strip()
        if grid or not is_count(text) or page.in_top(spot, 0.047) or len(text) > 9:
            continue
        if spot.box.height > 1.5 * page.line or (scene.public > 0.4 and text.startswith(("(", "（"))):
            continue
        left, near_nav = page.left_of(spot), page.in_bottom(spot, 0.12)
        if (left is not None and not is_count(left.text)) or near_nav or spot.cx > 0.6 * page.width:
            yield scene.say(spot, BADGE, 0.72, "badge", "a counter of unread or waiting items")


def strips(scene: Scene) -> Iterator[Finding]:
    """Tabs and chips: a row of short captions of which most are known interface words."""
    page = scene.page
    for row in page.rows:
        short = [s for s in row if word_count(s.text) <= 3 and not is_time(s.text) and not is_count(s.text)]
        if len(short) < 3 or len(short) < len(row) - 1:
            continue
        known = sum(scene.words.known(s.text) for s in short)
        valued = sum(any(c.isdigit() for c in s.text) for s in row)
        if known >= 2 and known >= 0.5 * len(short) and valued < 2:
            for spot in short:
                own = is_name(spot.text) or has_money(spot.text) or is_file(spot.text)
                if not own and not any(c.isdigit() for c in spot.text):
                    yield scene.say(spot, PUBLIC, 0.72, "strip", "a caption in a row of tabs or chips")


def _crowded(scene: Scene, column: list[Spot], item: Spot, room: float) -> bool:
    """Two texts close together, or two unknown ones in succession, are an item of a list."""
    at = column.index(item)
    beside = column[max(at - 1, 0) : at] + column[at + 1 : at + 2]
    return any(abs(s.cy - item.cy) < room or not scene.words.known(s.text) for s in beside)


def menus(scene: Scene) -> Iterator[Finding]:
    """A column of four or more short captions, most of them known: a menu, a drawer, a folder list."""
    page = scene.page
    seen: set[int] = set()
    for spot in page.spots:
        if spot.index in seen:
            continue
        column = [s for s in page.column(spot) if word_count(s.text) <= 4 and not is_prose(s.text)]
        seen.update(s.index for s in column)
        known = [s for s in column if scene.words.known(s.text)]
        if len(known) < 4 or len(known) < 0.6 * len(column):
            continue
        pitch = median(b.cy - a.cy for a, b in pairwise(column))
        for item in column:
            beside = page.right_of(item)
            strange = not scene.words.known(item.text)
            if strange and re.search(r"[\d,:：]", item.text):
                continue  # captions of menus hold no figures
            if strange and _crowded(scene, column, item, 0.7 * pitch):
                continue
            if is_time(item.text) or is_name(item.text) or (beside is not None and is_time(beside.text)):
                continue
            yield scene.say(item, PUBLIC, 0.74, "menu", "an entry in a column of menu entries")
