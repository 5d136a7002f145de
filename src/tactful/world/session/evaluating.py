"""Expressions to what is shown: values with their truth, and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
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
from tactful.world.content.formats import clock
from tactful.world.pages import Picture, Shown
from tactful.world.people.person import Plain, Record
from tactful.world.session.store import Store
from tactful.world.values import Value, ui

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
        return Scope(
            self.app, f"{self.place}/{place}", self.table, self.row, self.outer_table, self.outer, self.typed
        )

    def of(self, table: str, row: Record) -> Scope:
        """The same spot for one row of a table."""
        return Scope(self.app, self.place, table, row, self.outer_table, self.outer, self.typed)


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
