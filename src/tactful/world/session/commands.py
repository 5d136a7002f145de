"""The commands of taps, typed texts and keys, applied to a session's windows and store.

Whatever is not offered (any more) is left undone: a second tap on a button that has gone does nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tactful.world.apps.expressions import Field
from tactful.world.apps.lookup import same_table, sort_of, uses_of, view_of
from tactful.world.apps.schema import ActionSpec, App, InputSpec, View
from tactful.world.people.person import Record
from tactful.world.session.effects import Effects, typed_names
from tactful.world.session.pages import Pages
from tactful.world.session.state import Place, Question, Visit, Win, state
from tactful.world.session.store import Known
from tactful.world.session.windows import Windows
from tactful.world.values import WORDLESS, Value, as_private, ui

_PICKED = ("select", "switch", "check")
"""Inputs in which something is chosen, not typed."""


class Commands:
    """Applies commands to the windows and the store of a session. ``clipboard`` is what was copied last."""

    def __init__(self, windows: Windows, pages: Pages) -> None:
        self.windows, self.pages, self.apps = windows, pages, pages.apps
        self.evaluator, self.store = pages.evaluator, pages.evaluator.store
        self.clipboard: Value | None = None
        self._known = Known(self.store)
        self._uses: dict[str, Mapping[str, set[tuple[str, str]]]] = {}

    def _view(self, win: Win) -> tuple[App, View]:
        app = self.apps[win.app]
        return app, app.views[win.visit.place.view]

    def _inputs(self, win: Win) -> Mapping[str, InputSpec]:
        """The inputs in front: a dialog's, else the view's."""
        spec = win.question.spec if win.question else None
        return spec.inputs if spec else self._view(win)[1].inputs

    # ---- taps

    def tap(self, command: str, win: Win | None) -> None:
        verb, _, rest = command.partition(":")
        if verb == "open":
            self.windows.open(rest)
        elif verb == "home":
            self.windows.go_home()
        elif verb == "window":
            id, _, how = rest.rpartition(":")
            self.windows.arrange(id, how)
        elif win is not None:
            win.focus = ""
            if win.question is not None:
                self._answer(verb, rest, win, win.question)
            else:
                self._tap(verb, rest, win)

    def _answer(self, verb: str, rest: str, win: Win, question: Question) -> None:
        """A tap while a dialog is open: only the dialog's own commands count."""
        if verb in ("close", "back"):
            win.question = None
        elif verb == "run":
            name, _, record = rest.partition(":")
            menu = self.apps[win.app].actions[question.action].menu
            if name == question.action and question.spec is not None and record == question.record:
                self._run(win, name, record, sure=True)
            elif name in menu and question.spec is None:
                win.question = None
                self._run(win, name, question.record)
        elif verb in ("pick", "press") and question.spec is not None:
            name, _, value = rest.partition(":")
            if name in question.spec.inputs:
                self._choose(win, question.spec.inputs[name], question, verb, value)

    def _tap(self, verb: str, rest: str, win: Win) -> None:
        name, _, value = rest.partition(":")
        if verb == "tab" and rest in self.apps[win.app].tabs:
            win.stack = [Visit(Place(win.app, rest))]
        elif verb in ("view", "item"):
            self.windows.go(win, name, value)
        elif verb == "run":
            self._run(win, name, value)
        elif verb in ("pick", "press"):
            self._pick(win, verb, name, value)
        elif verb == "cell":
            if self._cell(win, rest) is not None:
                win.visit.cell = rest
        elif verb == "back":
            self.windows.back(win)
        elif verb == "close":
            self.windows.arrange(win.app, "close")

    def _pick(self, win: Win, verb: str, name: str, value: str) -> None:
        app, view = self._view(win)
        spec = view.inputs.get(name)
        if spec is not None:
            self._choose(win, spec, win.visit, verb, value)
            return
        switches = {row.switch for section in view.sections for row in section.rows} - {""}
        if verb == "pick" and value in ("on", "off") and name in switches:
            self.pages.settings[f"{app.id}/{name}"] = value

    def _choose(self, win: Win, spec: InputSpec, held: Visit | Question, verb: str, value: str) -> None:
        if verb == "press":
            before = self.pages.scope(win.visit, win.question).typed[spec.name].text
            text = before[:-1] if value == "<" else before + value
            held.inputs[spec.name] = self._known.typed(text, spec.type, f"{win.app}/{spec.name}")
        elif spec.kind in ("switch", "check"):
            if value in ("on", "off"):
                held.picked[spec.name] = value
        elif spec.options_from is not None:
            if self.store.record(win.app, spec.options_from.table, value) is not None:
                held.picked[spec.name] = value
        elif value in spec.options:
            held.picked[spec.name] = value

    # ---- actions

    def _run(self, win: Win, name: str, record_id: str, sure: bool = False) -> None:
        app, view = self._view(win)
        action = app.actions.get(name)
        if action is None:
            return
        table = self._table(app, view, name, record_id)
        if record_id and not table:
            return
        record_id = record_id or (win.visit.place.record if table else "")
        record = self.store.record(app.id, table, record_id) if table else None
        spec = action.ask or action.confirm
        if action.menu or (spec is not None and not sure):
            win.question = Question(name, record_id, None if action.menu else spec)
            return
        scope = self.pages.scope(win.visit, win.question)
        if record is not None:
            scope = replace(scope, table=table, row=record, outer_table=table, outer=record)
        for missing in action.require:
            if missing not in scope.typed or not scope.typed[missing].text.strip():
                win.toast = self._missing(win, action, missing)
                return
        question, win.question = win.question, None
        visit = win.visit
        picked = visit.picked | {name: state(spec, visit) for name, spec in view.inputs.items()}
        if question and question.spec:
            picked |= {name: state(spec, question) for name, spec in question.spec.inputs.items()}
        added, copied = Effects(self.evaluator, app, view, scope, picked).apply(action, table, record)
        self.clipboard = copied or self.clipboard
        filled = {n: v for n, e in action.fill.items() if (v := self.evaluator.value(e, scope)) is not None}
        there = self._go(win, action, table, record_id, added)
        if there is visit:
            for typed in typed_names(action) & view.inputs.keys():
                visit.inputs.pop(typed, None)
                visit.picked.pop(typed, None)
        self._fill(there, filled)
        if action.say:
            self.windows.front().toast = self.evaluator.word(app.id, action.say)

    def _table(self, app: App, view: View, action: str, record: str) -> str:
        """The table of the record that an action runs on in a view; "" where it runs on none."""
        if app.id not in self._uses:
            self._uses[app.id] = uses_of(app)
        uses = self._uses[app.id].get(action, set())
        tables = [view.record]
        if record:
            tables = [*(s.acts_on or s.table for s in view.sections), view.record]
        tables = [t for t in tables if t and (view.id, t) in uses]
        return next((t for t in tables if not record or self.store.record(app.id, t, record)), "")

    def _missing(self, win: Win, action: ActionSpec, name: str) -> Value:
        app, view = self._view(win)
        specs = dict(view.inputs)
        for dialog in (action.ask, action.confirm):
            specs |= dialog.inputs if dialog else {}
        word = self.evaluator.word
        return ui(f"{word('', 'Fill in').text}: {word(app.id, specs[name].label).text}")

    def _go(self, win: Win, action: ActionSpec, table: str, record: str, added: Record | None) -> Visit:
        """Follows ``goto``; gives the visit at which one arrives."""
        if action.goto == "back":
            self.windows.back(win, leave=False)
        elif action.goto:
            place = view_of(self.apps, win.app, action.goto)
            assert place is not None  # the loader has checked it
            there = (place[0], place[1].record)
            # The record that it shows is the one just added, or the one at hand.
            if added and action.add and same_table(self.apps, (win.app, action.add.table), there):
                record = added.id
            elif not same_table(self.apps, (win.app, table), there):
                record = ""
            self.windows.go(win, action.goto, record)
            return self.windows.front().visit
        return win.visit

    def _fill(self, visit: Visit, values: dict[str, Value]) -> None:
        app = self.apps[visit.place.app]
        for name, value in values.items():
            spec = app.views[visit.place.view].inputs.get(name)
            if spec is None or not value.text:
                continue
            if spec.options_from:
                table, field = spec.options_from.table, spec.options_from.field
                rows = self.store.rows(app.id, table)
                picked = next((row.id for row in rows if row.text(field) == value.text), "")
            else:
                words = {self.evaluator.word(app.id, option).text: option for option in spec.options}
                picked = words.get(value.text, "")
            if spec.kind == "select":
                visit.picked[name] = picked
            elif spec.kind not in ("switch", "check"):
                # What the app fills in stands there as if it was typed.
                typed = spec.type not in WORDLESS and value.public
                at = f"typed/{app.id}/{name}"
                visit.inputs[name] = as_private(value, spec.type, at) if typed else value

    # ---- typing

    def focus(self, bind: str, win: Win) -> None:
        """The input that gets the focus; none where ``bind`` is empty or nothing can be typed there."""
        specs = self._inputs(win)
        typed = bind in specs and specs[bind].kind not in _PICKED
        if win.question is None:
            search = bind == "search" and self._view(win)[1].search is not None
            typed = typed or search or (bind == "cell" and self._cell(win, win.visit.cell) is not None)
        win.focus = bind if typed else ""

    def type(self, bind: str, text: str, win: Win) -> None:
        """The whole new text of an input."""
        view = self._view(win)[1]
        place = f"{win.app}/{bind}"
        specs = self._inputs(win)
        if win.question is None and bind == "search" and view.search is not None:
            win.visit.search = self._known.typed(text, "search", place)
        elif win.question is None and bind == "cell" and view.inputs.get("cell") is None:
            if not self._type_cell(win, text):
                return
        elif bind in specs and specs[bind].kind not in _PICKED:
            held = win.question or win.visit
            held.inputs[bind] = self._known.typed(text, specs[bind].type, place)
        else:
            return
        win.focus = bind

    def _cell(self, win: Win, at: str) -> tuple[str, Record, str] | None:
        """The table, the record and the field of a cell that can be edited."""
        id, _, name = at.rpartition(".")
        for section in self._view(win)[1].sections:
            named = {e.name for _, e in section.columns if isinstance(e, Field)}
            if section.edit and name in named:
                record = self.store.record(win.app, section.table, id)
                if record is not None:
                    return section.table, record, name
        return None

    def _type_cell(self, win: Win, text: str) -> bool:
        cell = self._cell(win, win.visit.cell)
        if cell is None:
            return False
        table, record, name = cell
        field = self.store.fields(win.app, table)[name]
        old = record.get(name)
        if sort_of(field) != "value":
            return False
        type = old.type if isinstance(old, Value) else "note"
        value = self._known.typed(text, type, f"{win.app}/{table}/{record.id}/{name}")
        if isinstance(old, Value) and old.public:
            value = value.as_public()
        self.store.change(win.app, table, record.id, {name: value})
        return True

    def key(self, key: str, bind: str, win: Win) -> None:
        """Enter sends what was typed, Escape closes a dialog, Backspace takes a keypad's last sign."""
        question = win.question
        app, view = self._view(win)
        bind = bind or win.focus
        if key == "Escape":
            win.question, win.focus = None, ""
        elif question is not None:
            if key == "Enter" and question.spec is not None:
                self._run(win, question.action, question.record, sure=True)
        elif key == "Enter" and bind in view.inputs and view.inputs[bind].kind != "multiline":
            section = next(s for s in view.sections if bind in s.inputs)
            own = () if section.acts_on else section.actions
            strong = [n for n in (*own, *view.actions) if app.actions[n].style == "primary"]
            for name in (*strong, *own)[:1]:
                self._run(win, name, "")
        elif key == "Backspace" and not bind:
            pad = next((s.input for s in view.sections if s.layout == "keypad"), "")
            if pad:
                self._pick(win, "press", pad, "<")
