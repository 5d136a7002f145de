"""Finding things on a screen and moving: what every solver does, whatever its script says."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace

from tactful.terms import Box
from tactful.world.apps.lookup import same_table, view_of
from tactful.world.apps.schema import App
from tactful.world.events import Act
from tactful.world.measured import Scroller, Target
from tactful.world.tasks.bind import Task
from tactful.world.tasks.screen import Look

_SCROLLS = 14
"""So often a solver scrolls for one thing before it gives up."""
_PAGE = 0.72
"""The part of a scrolled area that one turn moves on: a row that was cut is then whole."""


@dataclass(frozen=True, slots=True)
class Move:
    """What to do next. ``step`` is the scripted step it belongs to (its length: the end).

    ``kind`` and ``words`` tell a narrator what is done (``words`` is the public or needed name of the
    target), ``target`` is the box that a click is meant to hit. ``now`` and ``later`` are entities.
    ``wrong`` marks a wrong turn and what undoes it, ``outcome`` and ``error`` how it will end (A: as
    expected, B: the wrong page, C: no change), ``reason`` why a solver gave up.
    """

    act: Act
    step: int
    kind: str
    words: str = field(default="", repr=False)
    target: Box | None = None
    now: frozenset[str] = frozenset()
    later: frozenset[str] = frozenset()
    wrong: bool = False
    outcome: str = "A"
    error: str = ""
    reason: str = ""


class GaveUp(Exception):
    """The solver does not get on; ``reason`` in a word or two, without any private value."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


Moves = Generator[Move, None, None]
Find = Callable[[Look], Target | None]
"""Finds what to press on a screen, if it is there."""


class Finder:
    """Keeps the screen in front, and finds what a task needs on it."""

    def __init__(self, task: Task, apps: Mapping[str, App]) -> None:
        self.task, self.apps = task, apps
        self.index = 0
        self.read: dict[str, str] = {}
        self._look: Look | None = None
        self._moves: Moves | None = None
        self._passed: frozenset[str] = frozenset()  # needed by steps before, on this very screen
        self._made = 0
        self._unread = False
        self._asked = ""  # the action whose dialog may be open

    @property
    def look(self) -> Look:
        """The screen in front of the solver."""
        assert self._look is not None
        return self._look

    # ---- the moves

    def _move(self, act: Act, kind: str, words: str = "", target: Target | None = None, **more: str) -> Move:
        needs = self.task.needs
        self._made += 1
        at = min(self.index, len(needs) - 1)
        now = (needs[at] if self.index < len(needs) or kind == "answer" else frozenset()) | self._passed
        self._passed = frozenset()
        later = frozenset().union(*needs[self.index :]) - now
        box = None if target is None else target.box
        move = Move(act, self.index, kind, words, box, now, later)
        return replace(move, **more) if more else move  # type: ignore[arg-type]

    def click(self, target: Target, kind: str, words: str = "") -> Move:
        """A click on a target's point."""
        words = words or self.look.label(target)
        return self._move(Act("click", *target.point), kind, words, target)

    def scroll(self, scroller: Scroller, down: bool) -> Move:
        """A turn of the wheel over a scroller."""
        x, y = over(scroller, self.look.measured.scrollers)
        dy = round(scroller.box.height * _PAGE) * (1 if down else -1)
        return self._move(Act("scroll", x, y, dy=dy), "scroll_down" if down else "scroll_up")

    # ---- finding

    def _bring(self, find: Find, reason: str) -> Generator[Move, None, Target]:
        """Scrolls until something is found. Raises ``GaveUp``."""
        self._unread = False
        if (target := find(self.look)) is not None:
            return target
        for _ in range(3):
            # A banner covers what is below it, and goes by itself as things happen.
            if not self.look.banner or self.look.dialog:
                break
            yield self._move(Act("key", key="Escape"), "wait")
            if (target := find(self.look)) is not None:
                return target
        left = _SCROLLS
        for rank in range(len(self.look.scrollers())):
            more = further(self.look.scrollers()[rank], True)
            for down in (more, not more):
                while left:
                    scrollers = self.look.scrollers()
                    if rank >= len(scrollers) or not further(scrollers[rank], down):
                        break
                    before = scrollers[rank].top
                    yield self.scroll(scrollers[rank], down)
                    left -= 1
                    if (target := find(self.look)) is not None:
                        return target
                    after = self.look.scrollers()
                    if rank < len(after) and after[rank].top == before:
                        break
        raise GaveUp(f"{'unreadable' if self._unread else 'not found'}: {reason}")

    def _press(self, find: Find, kind: str, reason: str, words: str = "") -> Moves:
        target = yield from self._bring(find, reason)
        yield self.click(target, kind, words)

    def _by(self, *commands: str, starts: tuple[str, ...] = (), slot: str = "") -> Find:
        """What has one of some commands, else one that starts so, in the window in front.

        With ``slot`` the names of its row must be readable.
        """

        def find(look: Look) -> Target | None:
            exact = (t for t in look.targets(*commands) if t.window == look.window)
            target = next(exact, None) or next(look.starting(*starts), None)
            return self._known_row(look, slot, target) if slot else target

        return find

    # ---- what a row is recognized by

    def text(self, expression: str) -> str:
        """A text to type: what was read, what the goal told, what the task brings."""
        if expression.startswith("$"):
            return self.read[expression[1:]]
        return self.task.value(expression).text

    def row(self, look: Look, slot: str) -> Target | None:
        """The row of a picked record, if it is there and can be told apart."""
        mine = [target for target in look.measured.targets if target.window == look.window]
        rows = [target for target in mine if self._is_row(look.app, slot, target.do)]
        rows.sort(key=lambda t: -t.box.area)
        return self._known_row(look, slot, rows[0] if rows else None)

    def _is_row(self, app: str, slot: str, do: str) -> bool:
        """Whether a command opens, or as a tap on the row acts on, the picked record of its own table."""
        verb, _, rest = do.partition(":")
        name, _, record = rest.partition(":")
        pick = self.task.template.picks[slot]
        if record != self.task.records[slot].id:
            return False
        if verb == "item":
            place = view_of(self.apps, app, name)
            tables = [] if place is None else [(place[0], place[1].record)]
        elif verb == "run" and app in self.apps:
            sections = (s for view in self.apps[app].views.values() for s in view.sections)
            tables = [(app, section.table) for section in sections if section.tap == name]
        else:
            return False
        return any(same_table(self.apps, table, (pick.app, pick.table)) for table in tables)

    def _known_row(self, look: Look, slot: str, target: Target | None) -> Target | None:
        """The target, where its row's names can be read; a row known by its place needs none."""
        keys = self.task.key_values(slot)
        if target is None or not keys:
            return target
        # A card that the goal calls by its brand may be offered by the number that was read before.
        known = [e for name, e in self.task.reads.items() if name in self.read and e.startswith(f"{slot}.")]
        keys = (*keys, *(self.task.value(expression) for expression in known))
        record = self.task.records[slot].id
        shown = {
            key.text: [
                s
                for s in look.measured.seen
                if s.window == target.window
                and not s.picture
                and (_record(s.do) == record or near(s.box, target.box))
                and (s.value.text == key.text or (key.entity and s.value.entity == key.entity))
            ]
            for key in keys
        }
        visible = [seen for seen in shown.values() if seen]
        if not visible:
            return None
        if all(any(look.reads(s) for s in seen) for seen in visible):
            return target
        self._unread = True
        return None

    def row_words(self, slot: str) -> str:
        """How a row is called in words: by the names that are needed for it, or by its place."""
        keys = self.task.key_values(slot)
        return keys[0].text if keys else f"#{self.task.template.picks[slot].nth}"


def _record(do: str) -> str:
    """The record of ``item:VIEW:RECORD`` and ``run:ACTION:RECORD``."""
    parts = do.split(":", 2)
    return parts[2] if len(parts) == 3 else ""


def near(a: Box, row: Box) -> bool:
    """Whether a text stands at the height of a row's button: on the same line of a table."""
    middle = (a.y1 + a.y2) / 2
    return row.y1 - a.height <= middle <= row.y2 + a.height


def further(scroller: Scroller, down: bool) -> bool:
    """Whether there is more in a direction."""
    return scroller.top + scroller.box.height < scroller.length - 4 if down else scroller.top > 4


def over(scroller: Scroller, others: Iterable[Scroller]) -> tuple[int, int]:
    """A pixel at which the wheel turns this scroller and none inside it."""
    box = scroller.box
    smaller = [o.box for o in others if o.id != scroller.id and o.box.area < box.area]
    for down in (0.5, 0.3, 0.7, 0.15, 0.85):
        for right in (0.5, 0.25, 0.75):
            x, y = round(box.x1 + box.width * right), round(box.y1 + box.height * down)
            if not any(b.holds(x, y) for b in smaller):
                return x, y
    return round(box.center[0]), round(box.center[1])
