"""What surrounds the apps: status, launcher, dock, desktop icons, notification banners, windows behind."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import datetime

from tactful.runs import generator
from tactful.world.apps.loader import Apps
from tactful.world.apps.schema import App
from tactful.world.content.formats import clock, weekday_date
from tactful.world.pages import Action, Item, Picture, Shown, Size
from tactful.world.people.person import Person, Record
from tactful.world.session.state import Place, Visit, Win
from tactful.world.session.store import Store
from tactful.world.values import Value, ui

DOCK = {"phone": 4, "desktop": 10}
"""Apps always at hand."""
ICONS = 12
"""Apps among the icons of a desktop at most; all others are started from the list of all apps."""
_TOP, _BOTTOM = 40, 72  # CSS pixels of a desktop that panel and dock may take
_STRETCH, _SHOWN = 8, 2  # a banner may come once in so many events, and stays for so many
_OFTEN = {"phone": 0.16, "desktop": 0.08}


class Shell:
    """The parts of a scene outside the apps; all by seed."""

    def __init__(self, store: Store, platform: str, size: Size, seed: int) -> None:
        self.store, self.platform, self.seed = store, platform, seed
        self.apps: Apps = store.apps
        self.person: Person = store.person
        self.width, self.height = round(size.width / size.scale), round(size.height / size.scale)
        self.usable = tuple(name for name in self.apps if platform in self.apps[name].platforms)

    def rng(self, name: str, index: int = 0) -> random.Random:
        """A stream of the session's own."""
        return generator(self.seed, f"world/session/{self.platform}/{name}", index)

    # ---- around the apps

    def status(self, now: datetime, events: int) -> Mapping[str, Value]:
        """Clock, date, battery, and by seed carrier and wifi."""
        lang, facts = self.person.lang, self.person.facts
        rng = self.rng("status")
        level = max(4, rng.randint(18, 99) - events // 12)
        out = {
            "clock": Value(clock(lang, now), "clock", "clock"),
            "date": Value(weekday_date(lang, now), "clock", "date"),
        }
        if self.platform == "phone" or rng.random() < 0.4:
            out["battery"] = Value(f"{level}%", "device", "battery")
        if self.platform == "phone" and "carrier" in facts and rng.random() < 0.7:
            out["carrier"] = facts["carrier"]
        if self.platform == "desktop" and "wifi" in facts and rng.random() < 0.3:
            out["wifi"] = facts["wifi"]
        return out

    def _order(self) -> tuple[str, ...]:
        names = list(self.usable)
        self.rng("order").shuffle(names)
        return tuple(names)

    def dock(self, running: tuple[str, ...]) -> tuple[Item, ...]:
        """Apps always at hand; on desktops those that run as well."""
        names = list(self._order()[: DOCK[self.platform]])
        if self.platform == "desktop":
            names += [name for name in running if name not in names]
        return tuple(self._start(name, name in running) for name in names)

    def launcher(self, drawer: bool = False) -> tuple[Item, ...]:
        """The home screen's apps; on desktops the icons of the desktop: a few other apps and some files.

        With ``drawer`` a desktop's list of all apps is open; its items follow with that flag.
        """
        if self.platform == "phone":
            return tuple(self._start(name) for name in self._order()[DOCK["phone"] :])
        files = list(self.person.tables.get("files", ()))
        self.rng("files").shuffle(files)
        icons = [_file(row) for row in files[: self.rng("files", 1).randint(2, 5)]]
        at_hand = self._order()[DOCK["desktop"] : DOCK["desktop"] + ICONS]
        every = [self._start(name, mark="drawer") for name in self.usable] if drawer else []
        every.sort(key=lambda item: str(item.slots["head"]).casefold())
        return (*(self._start(name) for name in at_hand), *icons, *every)

    def _start(self, name: str, running: bool = False, mark: str = "") -> Item:
        app = self.apps[name]
        slots: dict[str, Shown] = {"head": ui(self.apps.name(app.id, self.person.lang))}
        waiting = self._waiting(app)
        if waiting:
            slots["count"] = Value(str(waiting), "badge", f"{name}/waiting")
        flags = {"selected"} if running else set()
        return Item(name, slots, f"open:{name}", frozenset(flags | ({mark} - {""})), icon=app.icon)

    def _waiting(self, app: App) -> int:
        """What is unread in the tables that the app's start view lists."""
        listed = {
            (s.table, tuple(s.where.items())) for s in app.views[app.home].sections if "unread" in s.flags
        }
        if len(listed) != 1:
            return 0
        table, where = next(iter(listed))
        rows = self.store.rows(app.id, table)
        return sum(r.get("unread") is True and all(r.get(k) == v for k, v in where) for r in rows)

    # ---- banners

    def stretch(self, events: int) -> int:
        """The number of the stretch of events in which one banner may come."""
        return events // _STRETCH

    def notices(self, events: int) -> tuple[Item, ...]:
        """The banner of this moment, if any: a message or a mail of the person's.

        A tap on it (``notice:APP/VIEW:RECORD``) opens what it tells of, ``notice:close`` takes it away; it
        goes by itself after two events, whatever they are.
        """
        stretch, at = divmod(events, _STRETCH)
        rng = self.rng("notice", stretch)
        if rng.random() >= _OFTEN[self.platform]:
            return ()
        start = rng.randrange(_STRETCH - _SHOWN)
        if not start <= at < start + _SHOWN:
            return ()
        sort = rng.choice(("threads", "mails"))
        rows = [r for r in self.person.tables.get(sort, ()) if r.get("folder") in (None, "inbox")]
        rows = [r for r in rows if r.get("unread") is True][:4] or rows[:4]
        app = self._keeper(sort)
        if not rows or app is None:
            return ()
        return (self._notice(rng.choice(rows), sort, app),)

    def _keeper(self, table: str) -> App | None:
        usable = (self.apps[name] for name in self.usable)
        keepers = [a for a in usable if table in a.tables and a.tables[table].source == "person"]
        return next((a for a in keepers if a.group == "social"), keepers[0] if keepers else None)

    def _notice(self, row: Record, sort: str, app: App) -> Item:
        head, body = ("name", "preview") if sort == "threads" else ("sender", "subject")
        slots: dict[str, Shown] = {}
        for slot, name in (("head", head), ("body", body), ("meta", "time")):
            held = row.get(name)
            if isinstance(held, Value) and held.text:
                slots[slot] = held
        who = slots.get("head")
        if isinstance(who, Value):
            picture = Value("avatar", "avatar", f"{who.entity}/avatar", who.public)
            slots["image"] = Picture("avatar", who.text, picture)
        slots["tag"] = ui(self.apps.name(app.id, self.person.lang))
        view = next((v.id for v in app.views.values() if v.record == sort), "")
        do = f"notice:{app.id}/{view}:{row.id}" if view else f"open:{app.id}"
        word = ui(self.apps.word("", "Close", self.person.lang))
        close = Action("close", word, "notice:close", "x", "icon")
        return Item(f"notice/{row.id}", slots, do, actions=(close,), icon=app.icon)

    # ---- windows

    def frame(self, win: Win, used: bool, alone: bool = False) -> Win:
        """Gives a desktop window its place and, in a browser, the other tabs' titles.

        A used window is large, larger still where it is ``alone``; those left open stand near the edges.
        """
        rng = self.rng(f"frame/{win.app}", int(not used))
        room = self.height - _TOP - _BOTTOM
        least, most = (0.62, 0.9) if alone else (0.52, 0.78) if used else (0.42, 0.72)
        win.maximized = used and rng.random() < (0.35 if alone else 0.12)
        win.width = max(min(700, self.width), round(self.width * rng.uniform(least, most)))
        win.height = max(min(460, room), round(room * rng.uniform(least + 0.08, min(most + 0.08, 1.0))))
        wide, high = self.width - win.width, room - win.height
        if used:
            win.x, win.y = rng.randint(0, wide), _TOP + rng.randint(0, high)
        else:
            win.x = rng.choice((rng.randint(0, wide // 5), wide - rng.randint(0, wide // 5)))
            win.y = _TOP + rng.choice((rng.randint(0, high // 4), high - rng.randint(0, high // 4)))
        if win.maximized:
            win.x, win.y, win.width, win.height = 0, _TOP, self.width, room
        history = self.person.tables.get("history", ())
        if self.apps[win.app].web and history:
            titles = [row.get("title") for row in rng.sample(history, min(len(history), rng.randint(0, 4)))]
            win.tabs = tuple(title for title in titles if isinstance(title, Value))
        return win

    def behind(self, used: str | None) -> list[Win]:
        """Windows of other apps that were left open."""
        rng = self.rng("behind")
        others = [name for name in self.usable if name != used]
        count = min(len(others), rng.choice((0, 0, 1, 1, 2, 3)))
        return [
            self.frame(Win(name, self._left(rng, name)), used=False) for name in rng.sample(others, count)
        ]

    def _left(self, rng: random.Random, name: str) -> list[Visit]:
        """Where someone left an app: at a top-level view, or at a record that it lists."""
        app = self.apps[name]
        first = Visit(Place(name, rng.choice(app.tabs) if app.tabs else app.home))
        top = rng.choice((0, 0, 0, 120, 260, 420))
        if top:
            first.tops["main"] = top
        lists = [
            (s.tap, self.store.rows(name, s.table))
            for s in app.views[first.place.view].sections
            if s.table and s.tap in app.views and app.views[s.tap].record == s.table
        ]
        if lists and rng.random() < 0.4:
            view, rows = rng.choice(lists)
            if rows:
                return [first, Visit(Place(name, view, rng.choice(rows[:12]).id))]
        return [first]


def _file(row: Record) -> Item:
    held = row.get("name")
    icons = {"slides": "presentation", "sheet": "file-spreadsheet", "image": "image", "zip": "file-archive"}
    slots: dict[str, Shown] = {"head": held} if isinstance(held, Value) else {}
    return Item(f"file/{row.id}", slots, icon=icons.get(row.text("kind"), "file-text"))
