"""Expressions and inputs to what is shown: values with their truth, pictures, fields to fill in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from tactful.runs import generator
from tactful.world.apps.expressions import (
    Count,
    Draw,
    Expr,
    Fact,
    Field,
    Joined,
    Made,
    Now,
    Outer,
    Typed,
    Word,
)
from tactful.world.apps.schema import InputSpec
from tactful.world.content.formats import clock
from tactful.world.pages import Action, Input, Picture, Shown
from tactful.world.people.person import Plain, Record
from tactful.world.session.state import Question, Visit, state
from tactful.world.session.store import Store
from tactful.world.values import Value, ui

EMPTY = ui("")
_NUMBERS = {"dayno": "date", "month": "date"}


@dataclass(frozen=True, slots=True)
class Scope:
    """Where an expression stands: the row's and the view's record with their tables, and what was typed.

    ``place`` names the spot, so that content made for it is made once.
    """

    app: str
    place: str
    table: str = ""
    row: Record | None = None
    outer_table: str = ""
    outer: Record | None = None
    typed: Mapping[str, Value] = field(default_factory=dict, repr=False)

    def at(self, place: str) -> Scope:
        """A place within this one."""
        return replace(self, place=f"{self.place}/{place}")

    def of(self, table: str, row: Record) -> Scope:
        """The same spot for one row of a table."""
        return replace(self, table=table, row=row)


class Evaluator:
    """Evaluates against a store. ``now`` is set by the session as time passes."""

    def __init__(self, store: Store, now: datetime) -> None:
        self.store, self.now = store, now
        self._made: dict[str, Value] = {}

    def word(self, app: str, word: str) -> Value:
        """Interface text in the person's language."""
        return ui(self.store.apps.word(app, word.removeprefix("="), self.store.person.lang))

    def show(self, expr: Expr, scope: Scope) -> Shown | None:
        """What the expression shows; None where there is nothing (a record without that field)."""
        if isinstance(expr, Draw):
            return self._picture(expr, scope)
        value = self.value(expr, scope)
        return value if value is not None and value.text else None

    def value(self, expr: Expr, scope: Scope) -> Value | None:
        """The value of an expression that is no picture; None where there is nothing."""
        match expr:
            case Field(name):
                first = scope.row or scope.outer
                return self._held(first, scope.table if scope.row else scope.outer_table, name, scope)
            case Outer(name):
                return self._held(scope.outer, scope.outer_table, name, scope)
            case Fact(name):
                return self.store.person.facts.get(name)
            case Typed(name):
                return scope.typed.get(name)
            case Now():
                return Value(clock(self.store.person.lang, self.now), "clock", "clock")
            case Word(text):
                return self.word(scope.app, text)
            case Made(kind, public):
                return self._content(kind, public, scope)
            case Count():
                return self._count(expr, scope)
            case Joined(parts):
                return self._joined([self.value(part, scope) for part in parts])
            case Draw():
                return None

    def _held(self, record: Record | None, table: str, name: str, scope: Scope) -> Value | None:
        if record is None:
            return None
        if name == "id":
            return Value(record.id, "ui", public=True)
        held = record.get(name)
        if held is None or isinstance(held, Value):
            return held
        if isinstance(held, bool):
            return None
        entity = self.store.entity(scope.app, table, record.id, name)
        if isinstance(held, int):
            return Value(str(held), _NUMBERS.get(name, "badge"), entity)
        # A key that is shown after all is a status of the record.
        return Value(self.word(scope.app, held).text, "status", entity)

    def _content(self, kind: str, public: bool, scope: Scope) -> Value:
        person = self.store.person
        record = scope.row or scope.outer
        key = f"{scope.place}/{record.id}" if record else scope.place
        public = public or self.store.apps[scope.app].public
        name = f"{key}/{kind}{'!' if public else ''}"
        if name not in self._made:
            rng = generator(person.seed, f"world/{person.lang}/{person.index}/{name}")
            self._made[name] = self.store.make(scope.app, kind, key, rng, public)
        return self._made[name]

    def _count(self, expr: Count, scope: Scope) -> Value:
        wanted = {name: _plain(text) for name, text in expr.where}
        rows = [row for row in self.store.rows(scope.app, expr.table) if fits(row, wanted)]
        where = ",".join(f"{name}={text}" for name, text in expr.where)
        return Value(str(len(rows)), "badge", f"count/{expr.table}/{where}")

    def _joined(self, parts: list[Value | None]) -> Value | None:
        """One text; its type is that of its riskiest private part, public where all are."""
        shown = [part for part in parts if part is not None and part.text]
        private = [part for part in shown if not part.public]
        if not shown:
            return None
        text = "".join(part.text for part in shown)
        nested = tuple(part.text if part.type == "ui" else part for part in shown)
        if not private:
            return Value(text, "ui" if all(p.type == "ui" for p in shown) else "text", "", True, nested)
        worst = max(private, key=lambda part: part.label.risk.rank)
        return Value(text, worst.type, worst.entity, False, nested)

    def _picture(self, expr: Draw, scope: Scope) -> Picture | None:
        of = self.value(expr.of, scope)
        if of is None:
            return None
        type = {"portrait": "face", "avatar": "avatar"}.get(expr.kind, "photo")
        entity = f"{of.entity}/{expr.kind}" if of.entity else ""
        return Picture(expr.kind, of.text, Value(expr.kind, type, entity, of.public))

    # ---- inputs of forms and dialogs

    def typed_values(
        self, specs: Mapping[str, InputSpec], held: Visit | Question, scope: Scope
    ) -> dict[str, Value]:
        """What stands in every input: what was typed or chosen, else what the app puts there."""
        return {name: self.current(spec, held, scope) for name, spec in specs.items()}

    def current(self, spec: InputSpec, held: Visit | Question, scope: Scope) -> Value:
        """What stands in one input."""
        at = state(spec, held)
        if spec.kind in ("switch", "check"):
            return self.word("", "On" if at == "on" else "Off")
        if spec.kind != "select" and spec.name in held.inputs:
            return held.inputs[spec.name]
        if spec.options_from and at:
            record = self.store.record(scope.app, spec.options_from.table, at)
            value = record.get(spec.options_from.field) if record else None
            return value if isinstance(value, Value) else EMPTY
        if spec.kind != "select" or spec.options_from:
            preset = None if spec.value is None else self.value(spec.value, scope)
            return preset or EMPTY
        if not at:
            return EMPTY
        word = self.word(scope.app, at)
        if spec.type in ("ui", "text"):
            return word
        return Value(word.text, spec.type, f"typed/{scope.app}/{spec.name}")

    def input(self, spec: InputSpec, held: Visit | Question, scope: Scope) -> Input:
        """The input as a page shows it, with what can be chosen."""
        switch, at = spec.kind in ("switch", "check"), state(spec, held)
        if switch:
            choices = [(to, self.word("", to.capitalize())) for to in ("on", "off")]
        elif spec.options_from:
            rows = self.store.rows(scope.app, spec.options_from.table)[:12]
            labels = [(row.id, row.get(spec.options_from.field)) for row in rows]
            choices = [(id, label) for id, label in labels if isinstance(label, Value) and label.text]
        else:
            choices = [(word, self.word(scope.app, word)) for word in spec.options]
        style = "toggle" if switch else "menu"
        return Input(
            name=spec.name,
            bind=spec.name,
            label=self.word(scope.app, spec.label),
            value=self.current(spec, held, scope),
            placeholder=self.word(scope.app, spec.placeholder) if spec.placeholder else EMPTY,
            kind=spec.kind,
            options=tuple(
                Action(value, label, f"pick:{spec.name}:{value}", style=style, on=at == value)
                for value, label in choices
            ),
            icon=spec.icon,
        )


def _plain(text: str) -> Plain:
    return {"true": True, "false": False}.get(text, text)


def fits(row: Record, where: Mapping[str, object]) -> bool:
    """Whether a record fulfils conditions; an absent flag is false."""
    for name, wanted in where.items():
        held = row.id if name == "id" else row.get(name)
        if isinstance(wanted, bool):
            if bool(held) is not wanted:
                return False
        elif held is None or str(held) != str(wanted):
            return False
    return True
