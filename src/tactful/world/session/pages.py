"""A window's page (title, tabs, actions, dialog) and its sections: rows, pairs, texts, inputs, keys."""

from __future__ import annotations

import calendar
from collections.abc import Iterable, Mapping

from tactful.world.apps.expressions import Draw, Expr, Fact, Field
from tactful.world.apps.lookup import view_of
from tactful.world.apps.schema import ActionSpec, App, RowSpec, SectionSpec
from tactful.world.pages import Action, Dialog, Input, Item, Page, Picture, Section, Shown
from tactful.world.people.person import Record
from tactful.world.session.evaluating import EMPTY, Evaluator, Scope, fits
from tactful.world.session.state import Question, Visit, Win
from tactful.world.values import Value, ui

MOST = 40
"""Items that a section shows at most."""
KEYS = "123456789*0#"


class Pages:
    """Builds pages. ``settings`` are the session's; ``phone`` says what they are for."""

    def __init__(self, evaluator: Evaluator, settings: dict[str, str], phone: bool) -> None:
        self.evaluator, self.settings, self.phone = evaluator, settings, phone
        self.apps = evaluator.store.apps

    def scope(self, visit: Visit, question: Question | None = None) -> Scope:
        """Where the view's expressions stand: its record, and what was typed into it and into a dialog."""
        place = visit.place
        view = self.apps[place.app].views[place.view]
        record = self.evaluator.store.record(place.app, view.record, place.record) if view.record else None
        bare = Scope(place.app, f"{place.app}/{place.view}", "", None, view.record, record)
        typed = self.evaluator.typed_values(view.inputs, visit, bare)
        if question and question.spec:
            typed |= self.evaluator.typed_values(question.spec.inputs, question, bare)
        return Scope(place.app, bare.place, "", None, view.record, record, typed)

    def page(self, win: Win) -> Page:
        """The page of a window as it stands."""
        visit = win.visit
        sections = Sections(self, visit)
        app, view, scope, value = sections.app, sections.view, sections.scope, self.evaluator.value
        hero = self.evaluator.show(view.hero, scope.at("hero")) if view.hero else None
        search = None
        if view.search is not None:
            word = sections.word(view.search.placeholder)
            search = Input("search", "search", word, visit.search or EMPTY, word, "search", icon="search")
        return Page(
            app=app.id,
            view=view.id,
            record=visit.place.record,
            app_name=ui(self.apps.name(app.id, self.evaluator.store.person.lang)),
            icon=app.icon,
            title=value(view.title, scope.at("title")) or EMPTY,
            subtitle=value(view.subtitle, scope.at("subtitle")) if view.subtitle else None,
            hero=hero if isinstance(hero, Picture) else None,
            tabs=self._tabs(app, win),
            actions=tuple(sections.action(app.actions[name]) for name in view.actions),
            sections=tuple(sections.section(spec) for spec in view.sections),
            search=search,
            account=self._account(app),
            can_back=len(win.stack) > 1 or bool(win.caller),
            dialog=None if win.question is None else self._dialog(visit, win.question, sections),
            toast=win.toast,
            web=_address(app, visit) if app.web and not self.phone else None,
        )

    def _tabs(self, app: App, win: Win) -> tuple[Action, ...]:
        # What is being filled in is left by going back, not sideways.
        if len(win.stack) > 1 and app.views[win.visit.place.view].inputs and self.phone:
            return ()
        root = next((v.place.view for v in reversed(win.stack) if v.place.view in app.tabs), "")
        tabs = []
        for name in app.tabs:
            label = self.evaluator.value(app.views[name].title, Scope(app.id, f"{app.id}/{name}/title"))
            icon = app.views[name].icon
            tabs.append(Action(name, label or EMPTY, f"tab:{name}", icon, "plain", name == root))
        return tuple(tabs)

    def _account(self, app: App) -> tuple[Shown, ...]:
        facts = self.evaluator.store.person.facts
        if not app.account or "name" not in facts:
            return ()
        avatar = self.evaluator.show(Draw("avatar", Fact("name")), Scope(app.id, app.id))
        return tuple(shown for shown in (avatar, facts["name"], facts.get("email")) if shown is not None)

    def _dialog(self, visit: Visit, question: Question, sections: Sections) -> Dialog:
        app, spec, word = sections.app, question.spec, sections.word
        record = f":{question.record}" if question.record else ""
        asking = app.actions[question.action]
        if spec is None:
            entries = [sections.action(app.actions[name]) for name in asking.menu]
            menu = tuple(Action(a.id, a.label, f"run:{a.id}{record}", a.icon, "menu", a.on) for a in entries)
            return Dialog(None, actions=menu, kind="menu")
        scope = self.scope(visit, question)
        style = "danger" if asking.style == "danger" or asking.delete else "primary"
        return Dialog(
            title=word(spec.title),
            body=(word(spec.text),) if spec.text else (),
            inputs=tuple(self.evaluator.input(i, question, scope) for i in spec.inputs.values()),
            actions=(
                Action("close", self.evaluator.word("", "Cancel"), "close", style="plain"),
                Action(question.action, word(spec.yes), f"run:{question.action}{record}", style=style),
            ),
            kind="sheet" if spec.inputs else "alert",
        )


class Sections:
    """Builds the sections of one view as it stands."""

    def __init__(self, pages: Pages, visit: Visit) -> None:
        self.evaluator, self.settings, self.visit = pages.evaluator, pages.settings, visit
        self.app = pages.apps[visit.place.app]
        self.view = self.app.views[visit.place.view]
        self.scope = pages.scope(visit)

    def word(self, word: str) -> Value:
        """A word of the app in the person's language."""
        return self.evaluator.word(self.app.id, word)

    def section(self, spec: SectionSpec) -> Section:
        """One section of the view."""
        scope = self.scope.at(spec.id)
        rows = self.rows(spec) if spec.table else ()
        items = [self._static(spec, i, row, scope) for i, row in enumerate(spec.rows)]
        items += self._lines(spec, scope)
        items += [self._row(spec, row, scope) for row in rows]
        if spec.layout == "keypad" and spec.input not in spec.inputs:
            items += [Item(f"key/{key}", {"head": ui(key)}, f"press:{spec.input}:{key}") for key in KEYS]
            items.append(Item("key/<", {}, f"press:{spec.input}:<", icon="delete"))
        inputs = tuple(self.evaluator.input(i, self.visit, scope) for i in spec.inputs.values())
        return Section(
            id=spec.id,
            layout=spec.layout,
            title=self.word(spec.title) if spec.title else None,
            items=tuple(items[:MOST]),
            inputs=inputs + self._bar(spec, rows),
            columns=tuple(self.word(label) for label, _ in spec.columns),
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

    # ---- items

    def _row(self, spec: SectionSpec, row: Record, scope: Scope) -> Item:
        inner = scope.of(spec.table, row)
        own = [self.action(self.app.actions[a], row) for a in spec.actions] if spec.acts_on else []
        for label, expr in spec.columns if spec.edit else ():
            if isinstance(expr, Field):
                at = f"{row.id}.{expr.name}"
                on = self.visit.cell == at
                own.append(Action(expr.name, self.word(label), f"cell:{at}", style="cell", on=on))
        level = row.get(spec.level) if spec.level else 0
        return Item(
            id=row.id,
            slots=self._slots(spec.item, inner),
            do=self._do(spec.tap, row),
            flags=frozenset(flag for flag, source in spec.flags.items() if _flag(row, source)),
            actions=tuple(own),
            cells=tuple(self.evaluator.value(e, inner) or EMPTY for _, e in spec.columns),
            level=level if isinstance(level, int) else 0,
            icon=spec.icon,
        )

    def _slots(self, slots: Mapping[str, Expr], scope: Scope) -> dict[str, Shown]:
        made = {name: self.evaluator.show(expr, scope.at(name)) for name, expr in slots.items()}
        return {name: value for name, value in made.items() if value is not None}

    def _static(self, spec: SectionSpec, index: int, row: RowSpec, scope: Scope) -> Item:
        actions = [self.action(self.app.actions[a], self.scope.outer) for a in row.actions]
        do = self._do(row.tap, self.scope.outer)
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

    def _lines(self, spec: SectionSpec, scope: Scope) -> list[Item]:
        """The labelled values and the texts, an item each."""
        lines: list[tuple[str, dict[str, Shown], str, Expr]] = [
            (f"field{i}", {"head": self.word(label)}, "value", expr)
            for i, (label, expr) in enumerate(spec.fields)
        ]
        lines += [(f"text{i}", {}, "body", expr) for i, expr in enumerate(spec.text)]
        items = []
        for at, head, slot, expr in lines:
            shown = self.evaluator.show(expr, scope.at(at))
            if shown is not None:
                slots = {**head, slot if isinstance(shown, Value) else "image": shown}
                items.append(Item(f"{spec.id}/{at}", slots))
        return items

    # ---- what can be pressed

    def _do(self, target: str, row: Record | None) -> str:
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
            label=self.word(spec.label),
            do=f"run:{spec.id}" + (f":{row.id}" if row else ""),
            icon=spec.icon,
            style=spec.style,
            on=bool(spec.toggle and on_record and on_record.get(spec.toggle)),
        )

    def _bar(self, spec: SectionSpec, rows: Iterable[Record]) -> tuple[Input, ...]:
        """The field in which the selected cell of an editable table is typed over."""
        row = next((r for r in rows if self.visit.cell.startswith(f"{r.id}.")), None)
        if not spec.edit or row is None:
            return ()
        name = self.visit.cell.removeprefix(f"{row.id}.")
        label = next((lab for lab, e in spec.columns if isinstance(e, Field) and e.name == name), "")
        held = row.get(name)
        value = held if isinstance(held, Value) else EMPTY
        return (Input("cell", "cell", self.word(label) if label else EMPTY, value, EMPTY),)

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


def _address(app: App, visit: Visit) -> Value:
    """The address of a page in a browser."""
    path = visit.place.view.replace("_", "-")
    if visit.place.record:
        path += "/" + visit.place.record.replace("/", "-").rpartition("-")[2]
    return Value(f"{app.web}/{path}", "url", f"{app.id}/address/{path}", public=app.public)


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
