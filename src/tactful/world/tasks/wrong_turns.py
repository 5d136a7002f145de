"""Wrong turns: what an agent does by mistake, how it gets back, and how it gets lost for good.

`Wanderer` is a `Solver` that, by seed, opens the wrong row, section or app, misses what it means to hit,
mistypes, or scrolls past, and then recovers. A run that is ``lost`` does not: from some step on it wanders
until the step limit, stops without success, or claims to be done.
"""

from __future__ import annotations

import random
import string
from collections.abc import Mapping
from dataclasses import replace

from tactful.world.apps.lookup import view_of
from tactful.world.apps.schema import App
from tactful.world.events import Act
from tactful.world.measured import Target
from tactful.world.tasks.bind import Task
from tactful.world.tasks.finding import Find, GaveUp, Move, Moves, further
from tactful.world.tasks.solver import Solver
from tactful.world.tasks.templates import ScriptStep

MOST = 3
"""No run that recovers takes more wrong turns: it has to end within the step limit."""
_SAFE = ("item:", "view:", "tab:", "open:")


class Wanderer(Solver):
    """A solver with wrong turns: ``share`` is the chance of one at a press or typing; ``lost`` ones fail.

    With ``train`` it opens no view that is held out for validation, however wrong it turns.
    """

    def __init__(
        self,
        task: Task,
        apps: Mapping[str, App],
        rng: random.Random,
        *,
        share: float,
        lost: bool,
        train: bool = False,
    ) -> None:
        super().__init__(task, apps)
        self.rng, self.share, self.train = rng, share, train
        self.turns = 0
        steps = len(task.template.script)
        self.lost_at = rng.randrange(max(1, steps // 3), steps) if lost and steps > 1 else 0 if lost else -1

    def _step(self, step: ScriptStep) -> Moves:
        if self.index == self.lost_at:
            yield from self._lose()
        yield from super()._step(step)

    def _press(self, find: Find, kind: str, reason: str, words: str = "") -> Moves:
        target = yield from self._bring(find, reason)
        if self._errs():
            yield from self._wrong(target)
        yield from super()._press(find, kind, reason, words)

    def enter(self, target: Target, text: str) -> Moves:
        if self._errs() and any(char.isalnum() for char in text):
            if self.look.typed(target.bind):
                yield self._move(Act("key", key="ctrl+a"), "select_all")
            typed = self._move(Act("type", text=mistyped(text, self.rng)), "wrong_value")
            yield replace(typed, wrong=True, outcome="C", error="typo")
            yield replace(self._move(Act("key", key="ctrl+a"), "repair"), wrong=True)
            yield self._move(Act("type", text=text), "type", text)
        else:
            yield from super().enter(target, text)

    def _errs(self) -> bool:
        if self.turns >= MOST or self.rng.random() >= self.share:
            return False
        self.turns += 1
        return True

    # ---- one wrong turn, and back

    def _wrong(self, target: Target) -> Moves:
        others = self._others(target)
        scrollers = [s for s in self.look.scrollers() if further(s, True)]
        beside = self.beside(target)
        choices = [] if beside is None else ["mistap"]
        if others:
            choices += ["other"] * 4
        if scrollers:
            choices.append("past")
        if not choices:
            return
        choice = self.rng.choice(choices)
        if choice == "past":
            # Scrolled out of sight: what was there has to be place again further up.
            yield replace(self.scroll(scrollers[0], True), kind="scroll_past", wrong=True, outcome="C")
        elif choice == "other":
            yield from self._other(self.rng.choice(others))
        elif beside is not None:
            x, y = beside
            missed = replace(self._move(Act("click", x, y), "mistap"), target=target.box)
            yield replace(missed, wrong=True, outcome="C")

    def _others(self, target: Target) -> list[Target]:
        """Things of the same sort that lead elsewhere and change nothing."""
        start = target.do.partition(":")[0] + ":"
        if start not in _SAFE:
            return []
        return [
            t
            for t in self.look.measured.targets
            if t.do.startswith(start) and t.do != target.do and t.window == target.window and self._open_to(t)
        ]

    def _open_to(self, target: Target) -> bool:
        """Whether a press there stays on the side of the split that this run may see."""
        if not self.train:
            return True
        verb, _, rest = target.do.partition(":")
        name = rest.partition(":")[0]
        app = self.apps.get(name) if verb == "open" else None
        place = view_of(self.apps, self.look.app, name) if app is None else (app.id, app.views[app.home])
        return place is not None and place[1].split == "train"

    def _other(self, wrong: Target) -> Moves:
        names = {"item": "wrong_row", "view": "wrong_tab", "tab": "wrong_tab", "open": "wrong_app"}
        sort = wrong.do.partition(":")[0]
        name = wrong.do.partition(":")[2]
        words = "" if sort == "item" else self.look.label(wrong)
        words = self.apps[name].name[0] if sort == "open" and name in self.apps else words
        move = replace(self.click(wrong, names[sort], words), wrong=True, outcome="B")
        before = (self.look.app, self.look.window)
        yield move
        if sort == "open":
            if self.look.platform == "phone":
                yield replace(self._move(Act("key", key="home"), "recover"), wrong=True)
        elif sort != "tab" and before == (self.look.app, self.look.window):
            yield replace(self._move(Act("back"), "recover"), wrong=True)

    def beside(self, target: Target) -> tuple[int, int] | None:
        """A pixel near a target that hits nothing; None where everything around can be pressed."""
        measured = self.look.measured
        box = target.box
        spots = [
            (x, y)
            for grow in (12, 30, 60, 120)
            for x, y in (
                (box.x1 - grow, target.point[1]),
                (box.x2 + grow, target.point[1]),
                (target.point[0], box.y1 - grow),
                (target.point[0], box.y2 + grow),
            )
            if 0 <= x < measured.width and 0 <= y < measured.height
        ]
        for x, y in spots:
            if not any(t.box.holds(x, y) for t in measured.targets):
                return x, y
        return None

    # ---- lost for good

    def _lose(self) -> Moves:
        end = self.rng.choice(("limit", "limit", "limit", "stop", "claim"))
        for _ in range(64 if end == "limit" else self.rng.randrange(2, 7)):
            yield replace(self._stray(), wrong=True, outcome=self.rng.choice(("B", "C", "C")))
        if end == "claim":
            yield replace(self._move(Act("done"), "done"), wrong=True, outcome="C")
        raise GaveUp("lost")

    def _stray(self) -> Move:
        """Anything that changes nothing: other pages, back, scrolling, missing."""
        look = self.look
        ways = [
            t
            for t in look.measured.targets
            if t.do.startswith(_SAFE) and t.window in (look.window, "") and self._open_to(t)
        ]
        scrollers = look.scrollers()
        dice = self.rng.random()
        if ways and dice < 0.45:
            return replace(self.click(self.rng.choice(ways), "lost", ""), kind="lost")
        if scrollers and dice < 0.75:
            down = self.rng.random() < 0.6
            return replace(self.scroll(scrollers[0], down), kind="scroll_down" if down else "scroll_up")
        if look.window and dice < 0.9:
            return self._move(Act("back"), "back")
        return self._move(Act("wait"), "wait")


def mistyped(text: str, rng: random.Random) -> str:
    """The text with one slip: a letter twice, left out, two swapped, or another one."""
    places = [i for i, char in enumerate(text) if char.isalnum()]
    at = rng.choice(places)
    slips = [text[:at] + text[at] * 2 + text[at + 1 :], text[:at] + text[at + 1 :]]
    if at + 1 < len(text) and text[at] != text[at + 1]:
        slips.append(text[:at] + text[at + 1] + text[at] + text[at + 2 :])
    pool = string.digits if text[at].isdigit() else string.ascii_lowercase
    slips.append(text[:at] + rng.choice(pool.replace(text[at].lower(), "")) + text[at + 1 :])
    return rng.choice([slip for slip in slips if slip] or [text * 2])
