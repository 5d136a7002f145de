"""The scripted solution as acts in pixels, found on the screen: nothing is known but what a look shows.

`Solver.next` takes a look and gives the next move, like a planner. A step of the script may take several
moves (scrolling until a row is there, a click before typing) or none (reading what the screen shows already).
"""

from __future__ import annotations

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
                    self._passed |= self.task.needs[self.index]
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
        def find(look: Look) -> Target | None:
            return next(look.targets(f"open:{step.name}"), None)

        if find(self.look) is None:
            # A desktop's button for all apps; a phone goes to its home screen.
            every = next(self.look.targets("apps"), None)
            if every is not None:
                yield self.click(every, "tap", "Apps")
            elif self.look.window:
                yield from self._home(step)
        name = self.apps[step.name].name[0] if step.name in self.apps else step.name
        yield from self._press(find, "open", "app", name)

    def _home(self, step: ScriptStep) -> Moves:
        yield self._move(Act("key", key="home"), "home")

    def _back(self, step: ScriptStep) -> Moves:
        target = self._by("back")(self.look)
        yield self._move(Act("back"), "back") if target is None else self.click(target, "back")

    def _tap(self, step: ScriptStep) -> Moves:
        words = self.row_words(step.slot)
        yield from self._press(lambda look: self.row(look, step.slot), "tap", "row", words)

    def _do(self, step: ScriptStep) -> Moves:
        if step.name in ("yes", "no"):
            # The button that goes on with, or closes, a dialog.
            find = self._by("close") if step.name == "no" else self._by(starts=(f"run:{self._asked}",))
            yield from self._press(find, "do", "dialog button")
            return
        run = f"run:{step.name}"
        if step.slot:
            find = self._by(f"{run}:{self.task.records[step.slot].id}", slot=step.slot)
        else:
            find = self._by(run, starts=(f"{run}:",))
        yield from self._press(find, "do", "action", self._words(step))
        app = self.apps.get(self.look.app)
        action = None if app is None else app.actions.get(step.name)
        following = self.task.template.script[self.index + 1 : self.index + 2]
        asks = action is not None and action.confirm is not None and self.look.dialog
        if asks and not (following and following[0].name in ("yes", "no")):
            yield from self._press(find, "do", "confirmation", self._words(step))
        self._asked = step.name

    def _words(self, step: ScriptStep, name: str = "") -> str:
        """The English name of an action, a view or an input; an icon on the screen has none."""
        app, name = self.apps.get(self.look.app), name or step.name
        if step.kind in ("view", "tab"):
            place = view_of(self.apps, self.look.app, name)
            return "" if place is None else str(getattr(place[1].title, "text", ""))
        if step.kind == "do":
            return app.actions[name].label if app is not None and name in app.actions else ""
        if app is None:
            return name
        specs = {n: s for view in app.views.values() for n, s in view.inputs.items()}
        return specs[name].label if name in specs else name.replace("_", " ")

    def _view(self, step: ScriptStep) -> Moves:
        app = self.apps.get(self.look.app)
        runs = [] if app is None else [f"run:{a.id}" for a in app.actions.values() if a.goto == step.name]
        # In a record's own view a static row leads on with that record: item:VIEW:RECORD.
        starts = (*(f"{run}:" for run in runs), f"item:{step.name}:")
        find = self._by(f"view:{step.name}", f"tab:{step.name}", *runs, starts=starts)
        yield from self._press(find, "view", "view", self._words(step))

    def _tab(self, step: ScriptStep) -> Moves:
        yield from self._press(self._by(f"tab:{step.name}"), "tab", "tab", self._words(step))

    def _type(self, step: ScriptStep) -> Moves:
        for name, expression in step.pairs:
            text = self.text(expression)
            target = yield from self._bring(lambda look, name=name: look.input(name), "input")  # type: ignore[misc]
            held = self.look.typed(target.bind)
            if "".join(held.split()) == "".join(text.split()):
                continue
            yield self.click(target, "focus", self._words(step, name))
            yield from self.enter(target, text)

    def enter(self, target: Target, text: str) -> Moves:
        """Type into the input that was just clicked, over what it holds."""
        if self.look.typed(target.bind):
            yield self._move(Act("key", key="ctrl+a"), "select_all")
        yield self._move(Act("type", text=text), "type", text)

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
            readable = [s.text for s in seen if look.reads(s)]
            lines.extend(readable)
            complete = any(covers(value.text, [text]) for text in readable)
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
            find = self._by(f"pick:{name}:{wanted}", slot=slot)
            if find(self.look) is None and (field := self.look.input(name)) is not None:
                yield self.click(field, "focus", self._words(step, name))
            yield from self._press(find, "choose", "option", self.row_words(slot) if slot else option)

    def _switch(self, step: ScriptStep) -> Moves:
        yield from self._press(self._by(starts=(f"pick:{step.name}:",)), "switch", "switch")

    def _scroll(self, step: ScriptStep) -> Moves:
        scrollers = self.look.scrollers()
        if not scrollers:
            raise GaveUp("not found: something to scroll")
        yield self.scroll(scrollers[0], step.name == "down")

    def _cell(self, step: ScriptStep) -> Moves:
        command = f"cell:{self.task.records[step.slot].id}.{step.name}"
        yield from self._press(self._by(command, slot=step.slot), "cell", "cell")

    def _press_keys(self, step: ScriptStep) -> Moves:
        for char in self.text(step.expression):
            if char.isalnum() or char in "+*#":
                yield from self._press(self._by(f"press:{step.name}:{char}"), "press", "key", char)

    def _answer(self, step: ScriptStep) -> Moves:
        self.read[""] = self.text(step.expression)
        yield from ()


_NOWHERE = Target("", "", "", Box(0, 0, 0, 0), (0, 0))
