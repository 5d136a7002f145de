"""The windows of a device: apps that run, the views visited in each, the one in front."""

from __future__ import annotations

from tactful.world.apps.lookup import view_of
from tactful.world.session.shell import Shell
from tactful.world.session.state import Place, Visit, Win
from tactful.world.session.store import Store


class Windows:
    """The running apps; the last of ``all`` is on top. On phones each fills the screen."""

    def __init__(self, store: Store, shell: Shell) -> None:
        self.store, self.shell, self.apps = store, shell, store.apps
        self.phone = shell.platform == "phone"
        self.all: list[Win] = []
        self.launcher_tops: dict[str, int] = {}
        self._version = 0  # of the store, when the views were last pruned

    # ---- which window

    def top(self) -> Win | None:
        """The focused window; None where none is open."""
        return next((win for win in reversed(self.all) if not win.minimized), None)

    def front(self) -> Win:
        """The focused window. Raises ``LookupError`` where none is open."""
        win = self.top()
        if win is None:
            raise LookupError("no window is open")
        return win

    def of(self, app: str) -> Win | None:
        """The window of an app."""
        return next((win for win in self.all if win.app == app), None)

    def focus(self, win: Win) -> None:
        """Brings a window to the front."""
        win.minimized = False
        self.all.remove(win)
        self.all.append(win)

    def arrange(self, app: str, how: str) -> None:
        """Raises, minimizes or closes a window."""
        win = self.of(app)
        if win is None:
            return
        if how == "raise":
            self.focus(win)
        elif how == "minimize":
            win.minimized = True
        elif how == "close":
            self.all.remove(win)

    # ---- where to

    def open(self, app: str) -> None:
        """Starts an app, or brings it to its start view and to the front."""
        if app not in self.shell.usable:
            return
        first = Visit(Place(app, self.apps[app].home))
        win = self.of(app)
        if win is None:
            win = self._start(app, [first])
        else:
            win.question, win.caller = None, ""
            if win.stack[-1].place != first.place:
                win.stack = [first]
        self.focus(win)

    def go(self, win: Win, target: str, record: str = "") -> None:
        """Goes on to ``view`` or ``app/view``, with a record where the view shows one."""
        place = view_of(self.apps, win.app, target)
        if place is None or place[0] not in self.shell.usable:
            return
        app, view = place
        if bool(view.record) != bool(record):
            return
        if record and self.store.record(app, view.record, record) is None:
            return
        visit = Visit(Place(app, view.id, record))
        if app == win.app:
            win.stack.append(visit)
            win.focus = ""
            return
        other = self.of(app)
        if other is None:
            home = [] if self.phone else [Visit(Place(app, self.apps[app].home))]
            other = self._start(app, [*home, visit])
        else:
            other.question = None
            other.stack = [visit] if self.phone else [*other.stack, visit]
        other.caller = win.app if self.phone else ""
        self.focus(other)

    def back(self, win: Win, leave: bool = True) -> None:
        """To the view before; from the first one to the app that led here or, on phones, the home screen.

        With ``leave`` false an action's ``goto: back`` stays at the first view.
        """
        win.focus = ""
        if len(win.stack) > 1:
            win.stack.pop()
            return
        caller = self.of(win.caller) if win.caller else None
        win.caller = ""
        if caller is not None:
            self.all.remove(win)
            self.focus(caller)
        elif leave and self.phone:
            self.go_home()

    def go_home(self) -> None:
        """Leaves the apps: the launcher, or the bare desktop."""
        self.launcher_tops = {}
        for win in self.all:
            win.minimized, win.focus = True, ""

    def _start(self, app: str, stack: list[Visit]) -> Win:
        win = Win(app, stack)
        if not self.phone:
            self.shell.frame(win, used=True, alone=not self.all)
        self.all.append(win)
        return win

    def prune(self) -> None:
        """Leaves the views of records that are no more."""
        if self._version == self.store.version:
            return
        self._version = self.store.version
        for win in self.all:
            kept = [visit for visit in win.stack if self._exists(visit.place)]
            win.stack = kept or [Visit(Place(win.app, self.apps[win.app].home))]

    def _exists(self, place: Place) -> bool:
        table = self.apps[place.app].views[place.view].record
        return not place.record or (
            bool(table) and self.store.record(place.app, table, place.record) is not None
        )
