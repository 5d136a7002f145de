"""A person at a device: apps that run on their data. `scene` is what is shown, `handle` what happens."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path

from tactful.errors import InputError
from tactful.world.apps.loader import Apps, common_words
from tactful.world.apps.lookup import view_of
from tactful.world.apps.schema import App, SectionSpec
from tactful.world.events import Event
from tactful.world.pages import Item, Scene, Window
from tactful.world.people.person import Person, Record
from tactful.world.session.commands import Commands
from tactful.world.session.evaluating import Evaluator
from tactful.world.session.pages import Pages
from tactful.world.session.shell import Shell
from tactful.world.session.state import Place, Visit, Win
from tactful.world.session.store import Store
from tactful.world.session.typed import Known
from tactful.world.sizes import Size
from tactful.world.values import Value

_EVENTS_A_MINUTE = 4


class Session:
    """One person at one phone or desktop. Everything on the screen follows from the arguments and the events.

    ``look`` seeds the looks, ``seed`` windows, banners and the order of apps. ``app`` is open from the
    start; without it the launcher (or an empty desktop) is in front. With ``background`` other windows stand
    open behind on desktops. Raises ``InputError`` where the app, or the size's platform, does not fit.
    """

    def __init__(
        self,
        person: Person,
        apps: Mapping[str, App],
        *,
        platform: str,
        size: Size,
        look: int,
        seed: int,
        app: str | None = None,
        background: bool = True,
    ) -> None:
        if size.platform != platform:
            raise InputError(f"the size '{size.name}' is not for a {platform}", field="size")
        self.apps = apps if isinstance(apps, Apps) else Apps(apps, common_words(_folder(apps)))
        self.person, self.platform, self.size, self.look, self.seed = person, platform, size, look, seed
        self.store = Store(person, self.apps)
        self.evaluator = Evaluator(self.store, person.now)
        self.settings = _settings(self.apps)
        self.shell = Shell(self.store, platform, size, seed)
        self.pages = Pages(self.evaluator, self.settings, platform == "phone")
        self.clipboard: Value | None = None
        self.history: list[Place] = []
        self.events = 0
        self._known = Known(self.store)
        self._commands = Commands(self)
        self._version = 0
        self._tops: dict[str, int] = {}
        self.drawer = False  # a desktop's list of all apps is open
        self._quiet = -1  # the stretch of events whose banner was taken away
        self.windows: list[Win] = []
        if platform == "desktop" and background:
            self.windows = self.shell.behind(app)
        if app is not None:
            if app not in self.shell.usable:
                raise InputError(f"there is no app '{app}' for a {platform}", field="app")
            self.open(app)
        self._note()

    # ---- looking

    @property
    def now(self) -> datetime:
        """The device's clock."""
        return self.person.now + timedelta(minutes=self.events // _EVENTS_A_MINUTE)

    def scene(self) -> Scene:
        """What is on the screen."""
        shown = [win for win in self.windows if not win.minimized]
        if self.platform == "phone":
            shown = shown[-1:]
        front = shown[-1] if shown else None
        return Scene(
            platform=self.platform,
            width=self.shell.width,
            height=self.shell.height,
            scale=self.size.scale,
            lang=self.person.lang,
            look=self.look,
            status=self.shell.status(self.now, self.events),
            windows=tuple(self._window(win) for win in shown),
            launcher=self.shell.launcher(self.drawer),
            dock=self.shell.dock(tuple(win.app for win in self.windows)),
            notices=self._notices(self.events),
            keyboard=self.platform == "phone" and front is not None and bool(front.focus),
            wallpaper=str(self.shell.rng("wallpaper").randrange(10**6)),
            tops=self.tops(""),
        )

    def listed(self, app: str, view: str, section: SectionSpec) -> tuple[Record, ...]:
        """The records that a section of a view lists on its own, in the order in which it shows them."""
        return self.pages.sections(Visit(Place(app, view))).rows(section)

    def place(self) -> Place:
        """Where the focused window is; an empty place where none is open."""
        win = self._front()
        return Place("", "") if win is None else win.visit.place

    def tops(self, window: str) -> Mapping[str, int]:
        """How far a window's scrollers ("main", or a section's id) are scrolled, in CSS pixels.

        For "" those outside windows: a phone's launcher.
        """
        if not window:
            return dict(self._tops)
        win = self._win(window)
        return {} if win is None else dict(win.visit.tops)

    def word(self, word: str, app: str = "") -> str:
        """An English word of an app (or a shared one) in the person's language."""
        return self.apps.word(app, word, self.person.lang)

    def typed(self, text: str, type: str, place: str) -> Value:
        """A typed text as a value; known texts keep their entity."""
        return self._known.typed(text, type, place)

    def _window(self, win: Win) -> Window:
        page = self.pages.page(win)
        if self.platform == "phone":
            return Window(win.app, page, 0, 0, self.shell.width, self.shell.height)
        return Window(win.app, page, win.x, win.y, win.width, win.height, win.tabs, win.maximized)

    # ---- acting

    def handle(self, event: Event) -> None:
        """Applies what happened on the page. What is not offered (any more) is ignored, but time passes."""
        self.events += 1
        self.evaluator.now = self.now
        for win in self.windows:
            win.toast = None
        front = self._win(event.window) if event.window else self._front()
        if event.window and front is None:
            return
        self._apply(event, front)
        self._prune()
        self._note()

    def _apply(self, event: Event, win: Win | None) -> None:
        if event.kind == "tap" and event.target == "apps":
            self.drawer = self.platform == "desktop" and not self.drawer
            return
        if event.kind in ("tap", "focus", "input", "key"):
            shut, self.drawer = self.drawer, False
            if (shut and (event.kind, event.target) == ("tap", "back")) or (shut and event.value == "Escape"):
                return  # it only closes the list
        if win is not None and event.window and event.kind in ("tap", "focus", "input", "key"):
            self._raise(win)
        if event.kind == "tap":
            self._commands.tap(event.target, win)
        elif win is not None and event.kind == "focus":
            self._commands.focus(event.target, win)
        elif win is not None and event.kind == "input":
            self._commands.type(event.target, event.value, win)
        elif win is not None and event.kind == "key":
            self._commands.key(event.target, event.value, win)
        elif event.kind == "scroll" and not event.window:
            self._tops[event.target] = max(0, _number(event.value))
        elif win is not None and event.kind == "scroll":
            win.visit.tops[event.target] = max(0, _number(event.value))

    def open(self, name: str) -> None:
        """Starts an app, or brings it to its start view and to the front."""
        if name not in self.shell.usable:
            return
        first = Visit(Place(name, self.apps[name].home))
        win = self._win(name)
        if win is None:
            win = self._start(name, [first])
        else:
            win.question, win.caller = None, ""
            if win.stack[-1].place != first.place:
                win.stack = [first]
        self._raise(win)

    def notice(self, command: str) -> None:
        """A tap on the banner in front: opens the record that it tells of, or only takes it away."""
        before = self.events - 1
        offered = {
            do for item in self._notices(before) for do in (item.do, *(a.do for a in item.actions))
        }  # fmt: skip
        if f"notice:{command}" not in offered:
            return
        self._quiet = self.shell.stretch(before)
        target, _, record = command.partition(":")
        app = target.partition("/")[0]
        self.open(app)
        win = self._win(app)
        if win is not None:
            self.go(win, target, record)

    def _notices(self, events: int) -> tuple[Item, ...]:
        return () if self.shell.stretch(events) == self._quiet else self.shell.notices(events)

    def go(self, win: Win, target: str, record: str = "") -> None:
        """Goes on to ``view`` or ``app/view``, with a record where the view shows one."""
        found = view_of(self.apps, win.app, target)
        if found is None or found[0] not in self.shell.usable:
            return
        app, view = found
        if bool(view.record) != bool(record):
            return
        if record and self.store.record(app, view.record, record) is None:
            return
        visit = Visit(Place(app, view.id, record))
        if app == win.app:
            win.stack.append(visit)
            win.focus = ""
            return
        other = self._win(app)
        phone = self.platform == "phone"
        if other is None:
            home = [] if phone else [Visit(Place(app, self.apps[app].home))]
            other = self._start(app, [*home, visit])
        else:
            other.question = None
            other.stack = [visit] if phone else [*other.stack, visit]
        other.caller = win.app if phone else ""
        self._raise(other)

    def back(self, win: Win, leave: bool = True) -> None:
        """To the view before; from the first one to the app that led here or, on phones, the home screen.

        With ``leave`` false an action's ``goto: back`` stays at the first view.
        """
        win.focus = ""
        if len(win.stack) > 1:
            win.stack.pop()
            return
        caller = self._win(win.caller) if win.caller else None
        win.caller = ""
        if caller is not None:
            self.windows.remove(win)
            self._raise(caller)
        elif leave and self.platform == "phone":
            self.go_home()

    def go_home(self) -> None:
        """Leaves the apps: the launcher, or the bare desktop."""
        self._tops = {}
        for win in self.windows:
            win.minimized, win.focus = True, ""

    def arrange(self, id: str, how: str) -> None:
        """Raises, minimizes or closes a window."""
        win = self._win(id)
        if win is None:
            return
        if how == "raise":
            self._raise(win)
        elif how == "minimize":
            win.minimized = True
        elif how == "close":
            self.windows.remove(win)

    def front(self) -> Win:
        """The focused window. Raises ``LookupError`` where none is open."""
        win = self._front()
        if win is None:
            raise LookupError("no window is open")
        return win

    # ---- keeping order

    def _start(self, app: str, stack: list[Visit]) -> Win:
        win = Win(app, stack)
        if self.platform == "desktop":
            self.shell.frame(win, used=True, alone=not self.windows)
        self.windows.append(win)
        return win

    def _front(self) -> Win | None:
        return next((win for win in reversed(self.windows) if not win.minimized), None)

    def _win(self, id: str) -> Win | None:
        return next((win for win in self.windows if win.app == id), None)

    def _raise(self, win: Win) -> None:
        win.minimized = False
        self.windows.remove(win)
        self.windows.append(win)

    def _prune(self) -> None:
        """Leaves the views of records that are no more."""
        if self._version == self.store.version:
            return
        self._version = self.store.version
        for win in self.windows:
            kept = [v for v in win.stack if not v.place.record or self.pages.record(v) is not None]
            win.stack = kept or [Visit(Place(win.app, self.apps[win.app].home))]

    def _note(self) -> None:
        here = self.place()
        if here.app and (not self.history or self.history[-1] != here):
            self.history.append(here)


def _settings(apps: Apps) -> dict[str, str]:
    """Every switch of every app as it starts."""
    return {
        f"{app.id}/{row.switch}": "on" if row.on else "off"
        for app in apps.values()
        for view in app.views.values()
        for section in view.sections
        for row in section.rows
        if row.switch
    }


def _folder(apps: Mapping[str, App]) -> Path | None:
    file = next((app.file for app in apps.values() if app.file), "")
    return Path(file).parent if file else None


def _number(text: str) -> int:
    try:
        return round(float(text))
    except (ValueError, OverflowError):
        return 0
