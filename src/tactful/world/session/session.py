"""A person at a device: apps that run on their data. `scene` is what is shown, `handle` what happens."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path

from tactful.errors import InputError
from tactful.world.apps.loader import Apps, common_words
from tactful.world.apps.schema import App, SectionSpec
from tactful.world.events import Event
from tactful.world.pages import Item, Scene, Size, Window
from tactful.world.people.person import Person, Record
from tactful.world.session.commands import Commands
from tactful.world.session.evaluating import Evaluator
from tactful.world.session.pages import Pages, Sections
from tactful.world.session.shell import Shell
from tactful.world.session.state import Place, Visit, Win
from tactful.world.session.store import Store
from tactful.world.session.windows import Windows
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
        self.history: list[Place] = []
        self.events = 0
        self.running = Windows(self.store, self.shell)
        self._commands = Commands(self.running, self.pages)
        self._drawer = False  # a desktop's list of all apps is open
        self._quiet = -1  # the stretch of events whose banner was taken away
        if platform == "desktop" and background:
            self.running.all = self.shell.behind(app)
        if app is not None:
            if app not in self.shell.usable:
                raise InputError(f"there is no app '{app}' for a {platform}", field="app")
            self.running.open(app)
        self._note()

    # ---- looking

    @property
    def now(self) -> datetime:
        """The device's clock."""
        return self.person.now + timedelta(minutes=self.events // _EVENTS_A_MINUTE)

    @property
    def windows(self) -> list[Win]:
        """The running apps, the one in front last."""
        return self.running.all

    @property
    def clipboard(self) -> Value | None:
        """What was copied last."""
        return self._commands.clipboard

    def front(self) -> Win:
        """The focused window. Raises ``LookupError`` where none is open."""
        return self.running.front()

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
            launcher=self.shell.launcher(self._drawer),
            dock=self.shell.dock(tuple(win.app for win in self.windows)),
            notices=self._notices(self.events),
            keyboard=self.platform == "phone" and front is not None and bool(front.focus),
            wallpaper=str(self.shell.rng("wallpaper").randrange(10**6)),
            tops=self.tops(""),
        )

    def _window(self, win: Win) -> Window:
        page = self.pages.page(win)
        if self.platform == "phone":
            return Window(win.app, page, 0, 0, self.shell.width, self.shell.height)
        return Window(win.app, page, win.x, win.y, win.width, win.height, win.tabs, win.maximized)

    def listed(self, app: str, view: str, section: SectionSpec) -> tuple[Record, ...]:
        """The records that a section of a view lists on its own, in the order in which it shows them."""
        return Sections(self.pages, Visit(Place(app, view))).rows(section)

    def place(self) -> Place:
        """Where the focused window is; an empty place where none is open."""
        win = self.running.top()
        return Place("", "") if win is None else win.visit.place

    def tops(self, window: str) -> Mapping[str, int]:
        """How far a window's scrollers ("main", or a section's id) are scrolled, in CSS pixels.

        For "" those outside windows: a phone's launcher.
        """
        if not window:
            return dict(self.running.launcher_tops)
        win = self.running.of(window)
        return {} if win is None else dict(win.visit.tops)

    # ---- acting

    def handle(self, event: Event) -> None:
        """Applies what happened on the page. What is not offered (any more) is ignored, but time passes."""
        self.events += 1
        self.evaluator.now = self.now
        for win in self.windows:
            win.toast = None
        front = self.running.of(event.window) if event.window else self.running.top()
        if event.window and front is None:
            return
        self._apply(event, front)
        self.running.prune()
        self._note()

    def _apply(self, event: Event, win: Win | None) -> None:
        if event.kind == "tap" and event.target == "apps":
            self._drawer = self.platform == "desktop" and not self._drawer
            return
        if event.kind in ("tap", "focus", "input", "key"):
            shut, self._drawer = self._drawer, False
            if (shut and (event.kind, event.target) == ("tap", "back")) or (shut and event.value == "Escape"):
                return  # it only closes the list
            if win is not None and event.window:
                self.running.focus(win)
        if event.kind == "tap" and event.target.startswith("notice:"):
            self._notice(event.target)
        elif event.kind == "tap":
            self._commands.tap(event.target, win)
        elif event.kind == "scroll" and (win is not None or not event.window):
            tops = win.visit.tops if win is not None and event.window else self.running.launcher_tops
            tops[event.target] = max(0, _number(event.value))
        elif win is not None and event.kind == "focus":
            self._commands.focus(event.target, win)
        elif win is not None and event.kind == "input":
            self._commands.type(event.target, event.value, win)
        elif win is not None and event.kind == "key":
            self._commands.key(event.target, event.value, win)

    def _notice(self, command: str) -> None:
        """A tap on the banner in front: opens the record that it tells of, or only takes it away."""
        before = self.events - 1
        items = self._notices(before)
        if command not in {do for item in items for do in (item.do, *(a.do for a in item.actions))}:
            return
        self._quiet = self.shell.stretch(before)
        target, _, record = command.removeprefix("notice:").partition(":")
        app = target.partition("/")[0]
        self.running.open(app)
        win = self.running.of(app)
        if win is not None:
            self.running.go(win, target, record)

    def _notices(self, events: int) -> tuple[Item, ...]:
        return () if self.shell.stretch(events) == self._quiet else self.shell.notices(events)

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
