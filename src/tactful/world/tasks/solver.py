"""The scripted solution as acts in pixels, found on the screen: nothing is known but what a look shows.

`Solver.next` takes a look and gives the next move, like a planner. A step of the script may take several
moves (scrolling until a row is there, a click before typing) or none (reading what the screen shows already).
"""

from __future__ import annotations

from collections.abc import Callable

from tactful.terms import Box
from tactful.world.apps.lookup import view_of
from tactful.world.events import Act
from tactful.world.measured import Target
from tactful.world.tasks.finding import Finder, GaveUp, Move, Moves
from tactful.world.tasks.screen import Look, covers
from tactful.world.tasks.templates import ScriptStep


class Solver(Finder):
    """Plays a task's script. One solver plays one run; after its last move (done) it gives no more."""

    def next(self, look: Look) -> Move:
        """What to do on this screen. Raises ``StopIteration`` after done."""
        self._look = look
        if self._moves is None:
            self._moves = self._all()
        return next(self._moves)

    def _all(self) -> Moves:
        script = self.task.template.script
        reason = ""
        try:
            for self.index, step in enumerate(script):
                before = self._made
                yield from self._step(step)
                # What was read stands on the screen that the next move is decided on.
                if step.kind == "read" or self._made == before:
                    self._passed |= self.task.needs[self.index].now
            self.index = len(script)
        except GaveUp as gave_up:
            reason = gave_up.reason
        if reason:
            yield self._move(Act("done", success=False), "give_up", reason=reason, outcome="C")
        else:
            yield self._move(Act("done", text=self.read.get("", "")), "answer" if "" in self.read else "done")

    def _step(self, step: ScriptStep) -> Moves:
        yield from getattr(self, "_press_keys" if step.kind == "press" else f"_{step.kind}")(step)

    # ---- the steps of a script

    def _open(self, step: ScriptStep) -> Moves:
        # Even where the app is in front: it may stand at any page, and opening it brings its start page.
        do = f"open:{step.name}"

        def find(look: Look) -> Target | None:
            return next(look.targets(do), None)

        name = self.apps[step.name].name[0] if step.name in self.apps else step.name
        if find(self.look) is None:
            # A desktop's button for all apps; a phone goes to its home screen.
            every = next(self.look.targets("apps"), None)
            if every is not None:
                yield self.click(every, "tap", "Apps")
            elif self.look.window:
                yield self._move(Act("key", key="home"), "home")
        yield from self._press(find, "open", "app", name)

    def _home(self, step: ScriptStep) -> Moves:
        yield self._move(Act("key", key="home"), "home")

    def _back(self, step: ScriptStep) -> Moves:
        target = next((t for t in self.look.targets("back") if t.window == self.look.window), None)
        yield self._move(Act("back"), "back") if target is None else self.click(target, "back")

    def _tap(self, step: ScriptStep) -> Moves:
        yield from self._press(
            lambda look: self.row(look, step.slot), "tap", "row", self.row_words(step.slot)
        )

    def _do(self, step: ScriptStep) -> Moves:
        if step.name in ("yes", "no"):
            yield from self._press(self._answering(step.name), "do", "dialog button")
            return
        if step.slot:
            record = self.task.records[step.slot].id
            wanted = f"run:{step.name}:{record}"

            def find(look: Look) -> Target | None:
                return self._known_row(look, step.slot, self._first([wanted])(look))

        else:

            def find(look: Look) -> Target | None:
                plain = self._first([f"run:{step.name}"])(look)
                return plain or next(look.starting(f"run:{step.name}:"), None)

        yield from self._press(find, "do", "action", self._action_words(step.name))
        following = self.task.template.script[self.index + 1 : self.index + 2]
        if self._confirms(step.name) and not (following and following[0].name in ("yes", "no")):
            yield from self._press(find, "do", "confirmation", self._action_words(step.name))
        self._asked = step.name

    def _action_words(self, name: str) -> str:
        """The English name of an action; an icon on the screen has none."""
        app = self.apps.get(self.look.app)
        return app.actions[name].label if app is not None and name in app.actions else ""

    def _view_words(self, name: str) -> str:
        place = view_of(self.apps, self.look.app, name)
        return "" if place is None else str(getattr(place[1].title, "text", ""))

    def _confirms(self, name: str) -> bool:
        """Whether the dialog in front asks to confirm an action."""
        app = self.apps.get(self.look.app)
        action = None if app is None else app.actions.get(name)
        return action is not None and action.confirm is not None and self.look.dialog

    def _answering(self, word: str) -> Callable[[Look], Target | None]:
        """The button that goes on with, or closes, a dialog."""
        if word == "no":
            return self._first(["close"])
        return lambda look: next(look.starting(f"run:{self._asked}"), None)

    def _view(self, step: ScriptStep) -> Moves:
        app = self.apps.get(self.look.app)
        runs = [] if app is None else [f"run:{a.id}" for a in app.actions.values() if a.goto == step.name]
        # In a record's own view a static row leads on with that record: item:VIEW:RECORD.
        starts = (*(f"{run}:" for run in runs), f"item:{step.name}:")
        exact = self._first([f"view:{step.name}", f"tab:{step.name}", *runs])

        def find(look: Look) -> Target | None:
            return exact(look) or next(look.starting(*starts), None)

        yield from self._press(find, "view", "view", self._view_words(step.name))

    def _tab(self, step: ScriptStep) -> Moves:
        words = self._view_words(step.name)
        yield from self._press(self._first([f"tab:{step.name}"]), "tab", "tab", words)

    def _type(self, step: ScriptStep) -> Moves:
        for name, expression in step.pairs:
            text = self.text(expression)
            target = yield from self._bring(lambda look, name=name: look.input(name), "input")  # type: ignore[misc]
            held = self.look.typed(target.bind)
            if "".join(held.split()) == "".join(text.split()):
                continue
            yield self.click(target, "focus", self._input_words(name))
            yield from self.enter(target, text)

    def enter(self, target: Target, text: str) -> Moves:
        """Type into the input that was just clicked, over what it holds."""
        if self.look.typed(target.bind):
            yield self._move(Act("key", key="ctrl+a"), "select_all")
        yield self._move(Act("type", text=text), "type", text)

    def _input_words(self, name: str) -> str:
        app = self.apps.get(self.look.app)
        if app is None:
            return name
        specs = {n: s for view in app.views.values() for n, s in view.inputs.items()}
        return specs[name].label if name in specs else name.replace("_", " ")

    def _read(self, step: ScriptStep) -> Moves:
        for name, expression in step.pairs:
            yield from self._see(expression)
            self.read[name] = self.task.value(expression).text

    def _see(self, expression: str) -> Moves:
        value = self.task.value(expression)
        lines: list[str] = []

        def visible(look: Look) -> Target | None:
            seen = look.lines(value)
            self._unread |= bool(seen)
            lines.extend(s.text for s in seen if look.reads(s))
            complete = any(covers(value.text, [s.text]) for s in seen if look.reads(s))
            return _NOWHERE if complete or covers(value.text, lines) else None

        try:
            yield from self._bring(visible, "text")
        except GaveUp:
            # A list may cut it short ("161 Quinn Circ…"): its row's own page shows all of it.
            cut = [s for s in self.look.lines(value) if s.do.startswith("item:") and self.look.reads(s)]
            row = next(self.look.targets(cut[0].do), None) if cut else None
            if row is None:
                raise
            yield self.click(row, "tap")
            yield from self._bring(visible, "text")
            yield from self._back(ScriptStep("back"))

    def _choose(self, step: ScriptStep) -> Moves:
        for name, option in step.pairs:
            slot = option.partition(".")[0]
            slot = slot if slot in self.task.records else ""
            wanted = self.task.records[slot].id if slot else option
            words = self.row_words(slot) if slot else option

            def find(look: Look, do: str = f"pick:{name}:{wanted}", slot: str = slot) -> Target | None:
                target = self._first([do])(look)
                return self._known_row(look, slot, target) if slot else target

            if find(self.look) is None and (field := self.look.input(name)) is not None:
                yield self.click(field, "focus", self._input_words(name))
            yield from self._press(find, "choose", "option", words)

    def _switch(self, step: ScriptStep) -> Moves:
        yield from self._press(
            lambda look: next(look.starting(f"pick:{step.name}:"), None), "switch", "switch"
        )

    def _scroll(self, step: ScriptStep) -> Moves:
        scrollers = self.look.scrollers()
        if not scrollers:
            raise GaveUp("not found: something to scroll")
        yield self.scroll(scrollers[0], step.name == "down")

    def _cell(self, step: ScriptStep) -> Moves:
        record = self.task.records[step.slot].id
        find = self._first([f"cell:{record}.{step.name}"])
        yield from self._press(lambda look: self._known_row(look, step.slot, find(look)), "cell", "cell")

    def _press_keys(self, step: ScriptStep) -> Moves:
        text = self.text(step.expression)
        for char in text:
            if char.isalnum() or char in "+*#":
                find = self._first([f"press:{step.name}:{char}"])
                yield from self._press(find, "press", "key", char)

    def _answer(self, step: ScriptStep) -> Moves:
        self.read[""] = self.text(step.expression)
        yield from ()


_NOWHERE = Target("", "", "", Box(0, 0, 0, 0), (0, 0))
