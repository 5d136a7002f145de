"""The sections of a page: a table's rows, static rows, pairs, texts, inputs, keys."""

from __future__ import annotations

import calendar
from collections.abc import Iterable, Mapping

from tactful.world.apps.expressions import Expr, Field
from tactful.world.apps.lookup import view_of
from tactful.world.apps.schema import ActionSpec, App, RowSpec, SectionSpec, View
from tactful.world.pages import Action, Input, Item, Section, Shown
from tactful.world.people.person import Record
from tactful.world.session.evaluating import Evaluator, Scope, fits
from tactful.world.session.inputs import EMPTY, shown
from tactful.world.session.state import Visit
from tactful.world.values import Value, ui

MOST = 40
"""Items that a section shows at most."""
KEYS = "123456789*0#"


class Sections:
    """Builds the sections of one view as it stands."""

    def __init__(
        self,
        evaluator: Evaluator,
        app: App,
        view: View,
        visit: Visit,
        scope: Scope,
        settings: Mapping[str, str],
    ) -> None:
        self.evaluator, self.app, self.view, self.visit = evaluator, app, view, visit
        self.scope, self.settings = scope, settings

    def build(self) -> tuple[Section, ...]:
        return tuple(self._section(spec) for spec in self.view.sections)

    def _section(self, spec: SectionSpec) -> Section:
        scope = self.scope.at(spec.id)
        items = [self._static(spec, i, row, scope) for i, row in enumerate(spec.rows)]
        items += self._pairs(spec, scope) + self._texts(spec, scope)
        rows = self.rows(spec) if spec.table else ()
        items += [self._row(spec, row, scope) for row in rows]
        inputs = tuple(shown(self.evaluator, i, self.visit, scope) for i in spec.inputs.values())
        if spec.layout == "keypad" and spec.input not in spec.inputs:
            items += _keys(spec.input)
        return Section(
            id=spec.id,
            layout=spec.layout,
            title=self.evaluator.word(self.app.id, spec.title) if spec.title else None,
            items=tuple(items[:MOST]),
            inputs=inputs + self._bar(spec, rows),
            columns=tuple(self.evaluator.word(self.app.id, label) for label, _ in spec.columns),
            actions=() if spec.acts_on else tuple(self.action(self.app.actions[a]) for a in spec.actions),
            place=spec.place,
            limit=spec.limit,
            numbers=self._numbers(spec),
        )

    def rows(self, spec: SectionSpec) -> tuple[Record, ...]:
        """The records that a section lists, in the order in which it shows them."""
        where = {name: self._wanted(value) for name, value in spec.where.items()}
        rows = [r for r in self.evaluator.store.rows(self.app.id, spec.table) if fits(r, where)]
        if spec.layout == "calendar":
            rows = [r for r in rows if r.get("month") in (None, self.evaluator.now.month)]
        search = self.view.search
        if search and search.table == spec.table and self.visit.search and self.visit.search.text:
            query = self.visit.search.text.casefold()
            rows = [r for r in rows if _holds(r, query)]
        if spec.sort:
            name = spec.sort.removeprefix("-")
            rows.sort(key=lambda r: _rank(r.get(name)), reverse=spec.sort.startswith("-"))
        most = min(spec.limit or MOST, MOST)
        # A conversation shows its end.
        return tuple(rows[-most:] if spec.layout == "thread" else rows[:most])

    def _wanted(self, value: str | int | bool) -> str | int | bool:
        if not isinstance(value, str) or not value.startswith("record.") or self.scope.outer is None:
            return value
        name = value.removeprefix("record.")
        return self.scope.outer.id if name == "id" else self.scope.outer.text(name)

    def _row(self, spec: SectionSpec, row: Record, scope: Scope) -> Item:
        inner = scope.of(spec.table, row)
        cells = tuple(self.evaluator.value(e, inner) or EMPTY for _, e in spec.columns)
        own = [self.action(self.app.actions[a], row) for a in spec.actions] if spec.acts_on else []
        if spec.edit:
            own += [self._cell(row, label, expr) for label, expr in spec.columns if isinstance(expr, Field)]
        level = row.get(spec.level) if spec.level else 0
        return Item(
            id=row.id,
            slots=self._slots(spec.item, inner),
            do=self.do(spec.tap, row),
            flags=frozenset(flag for flag, source in spec.flags.items() if _flag(row, source)),
            actions=tuple(own),
            cells=cells,
            level=level if isinstance(level, int) else 0,
            icon=spec.icon,
        )

    def _slots(self, slots: Mapping[str, Expr], scope: Scope) -> dict[str, Shown]:
        made = {name: self.evaluator.show(expr, scope.at(name)) for name, expr in slots.items()}
        return {name: value for name, value in made.items() if value is not None}

    def _static(self, spec: SectionSpec, index: int, row: RowSpec, scope: Scope) -> Item:
        actions = [self.action(self.app.actions[a], self.scope.outer) for a in row.actions]
        do = self.do(row.tap, self.scope.outer) if row.tap else ""
        if row.switch:
            on = self.settings.get(f"{self.app.id}/{row.switch}", "off") == "on"
            flip = f"pick:{row.switch}:{'off' if on else 'on'}"
            word = self.evaluator.word("", "On" if on else "Off")
            actions.append(Action(row.switch, word, flip, style="toggle", on=on))
            do = do or flip
        return Item(
            id=f"{spec.id}/{index}",
            slots=self._slots(row.slots, scope.at(str(index))),
            do=do,
            flags=frozenset(row.flags),
            actions=tuple(actions),
            level=row.level,
            icon=row.icon,
        )

    def _pairs(self, spec: SectionSpec, scope: Scope) -> list[Item]:
        items = []
        for i, (label, expr) in enumerate(spec.fields):
            value = self.evaluator.show(expr, scope.at(f"field{i}"))
            if value is not None:
                head = self.evaluator.word(self.app.id, label)
                slot = "value" if isinstance(value, Value) else "image"
                items.append(Item(f"{spec.id}/field{i}", {"head": head, slot: value}))
        return items

    def _texts(self, spec: SectionSpec, scope: Scope) -> list[Item]:
        items = []
        for i, expr in enumerate(spec.text):
            value = self.evaluator.show(expr, scope.at(f"text{i}"))
            if value is not None:
                slot = "body" if isinstance(value, Value) else "image"
                items.append(Item(f"{spec.id}/text{i}", {slot: value}))
        return items

    # ---- what can be pressed

    def do(self, target: str, row: Record | None) -> str:
        """The command of a tap on something that leads to a view or runs an action."""
        if not target:
            return ""
        if target in self.app.actions:
            return f"run:{target}" + (f":{row.id}" if row else "")
        place = view_of(self.evaluator.store.apps, self.app.id, target)
        if place and place[1].record and row:
            return f"item:{target}:{row.id}"
        return f"view:{target}"

    def action(self, spec: ActionSpec, row: Record | None = None) -> Action:
        """A button; ``row`` is the record of the row that it stands in."""
        on_record = row or self.scope.outer
        return Action(
            id=spec.id,
            label=self.evaluator.word(self.app.id, spec.label),
            do=f"run:{spec.id}" + (f":{row.id}" if row else ""),
            icon=spec.icon,
            style=spec.style,
            on=bool(spec.toggle and on_record and on_record.get(spec.toggle)),
        )

    def _cell(self, row: Record, label: str, expr: Field) -> Action:
        at = f"{row.id}.{expr.name}"
        word = self.evaluator.word(self.app.id, label)
        return Action(expr.name, word, f"cell:{at}", style="cell", on=self.visit.cell == at)

    def _bar(self, spec: SectionSpec, rows: Iterable[Record]) -> tuple[Input, ...]:
        """The field in which the selected cell of an editable table is typed over."""
        row = next((r for r in rows if self.visit.cell.startswith(f"{r.id}.")), None)
        if not spec.edit or row is None:
            return ()
        name = self.visit.cell.removeprefix(f"{row.id}.")
        label = next((lab for lab, e in spec.columns if isinstance(e, Field) and e.name == name), "")
        held = row.get(name)
        value = held if isinstance(held, Value) else EMPTY
        word = self.evaluator.word(self.app.id, label) if label else EMPTY
        return (Input("cell", "cell", word, value, EMPTY),)

    def _numbers(self, spec: SectionSpec) -> dict[str, int]:
        numbers = {"edit": 1} if spec.edit else {}
        scroller = "main" if spec.place == "main" else spec.id
        if scroller in self.visit.tops:
            # 0 means "where it starts", which for conversations is the end.
            numbers["top"] = max(1, self.visit.tops[scroller])
        if spec.layout == "calendar":
            now = self.evaluator.now
            first, days = calendar.monthrange(now.year, now.month)
            numbers |= {"first_weekday": first, "days": days, "today": now.day}
        return numbers


def _keys(field: str) -> list[Item]:
    keys = [Item(f"key/{sign}", {"head": ui(sign)}, f"press:{field}:{sign}") for sign in KEYS]
    return [*keys, Item("key/<", {}, f"press:{field}:<", icon="delete")]


def _flag(row: Record, source: str) -> bool:
    name, sign, wanted = source.removeprefix("!").partition("=")
    held = row.text(name) == wanted if sign else bool(row.get(name))
    return held is not source.startswith("!")


def _holds(row: Record, query: str) -> bool:
    return any(isinstance(v, Value) and query in v.text.casefold() for v in row.fields.values())


def _rank(held: object) -> tuple[int, str]:
    if isinstance(held, bool | int):
        return int(held), ""
    return 0, "" if held is None else str(held).casefold()
