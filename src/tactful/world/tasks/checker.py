"""Whether a template fits the apps: the views, actions, inputs, tables and fields that it names are in reach.

The script is walked on paper: where the current view is known, what a step presses must be on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tactful.world.apps.loader import app_files, problems_of
from tactful.world.apps.lookup import PERSON_FACTS, fields_of, same_table, uses_of
from tactful.world.apps.schema import App, SectionSpec, View
from tactful.world.tasks.templates import HOLE, Check, Pick, ScriptStep, Template

Apps = Mapping[str, App]


def read_apps() -> dict[str, App]:
    """Every app of the package whose form is right, so that templates can be checked while one is written."""
    return problems_of(app_files())[1]


def problems(template: Template, apps: Apps) -> list[str]:
    """What is wrong with a template, as "field: problem (what there is)"; empty where nothing is."""
    faults = list(_apps(template, apps))
    if not faults:
        faults = [*_expressions(template, apps), *_Walk(template, apps).problems(), *_checks(template, apps)]
    return faults


def visited(template: Template, apps: Apps) -> tuple[View, ...]:
    """The views that the script is known to reach, as far as it can be followed on paper."""
    walk = _Walk(template, apps)
    walk.problems()
    return tuple(walk.visited.values())


def _apps(template: Template, apps: Apps) -> Iterator[str]:
    for app in template.apps:
        if app not in apps:
            yield f"apps: no app '{app}' ({_listed(apps)})"
            continue
        for platform in template.platforms:
            if platform not in apps[app].platforms:
                yield f"platforms: {app} does not run on a {platform}"


def _expressions(template: Template, apps: Apps) -> Iterator[str]:
    """The tables of the picks, and the fields that the whole template names."""
    tables = {slot: _field_names(apps, pick.app, pick.table) for slot, pick in template.picks.items()}
    for slot, pick in template.picks.items():
        if (fields := tables[slot]) is None:
            yield f"pick.{slot}: {pick.app} has no table '{pick.table}'"
            continue
        for name in pick.where.keys() - fields:
            yield f"pick.{slot}.where: {pick.table} has no field '{name}' ({_listed(fields)})"
    named = [*(e for step in template.script for e in step.expressions()), *sorted(template.named)]
    for check in template.checks:
        values = (*check.has.values(), *check.lacks.values(), check.value)
        named += [value for value in values if isinstance(value, str)]
    for expression in dict.fromkeys(named):
        head, dot, name = expression.partition(".")
        if dot and head == "me" and name not in PERSON_FACTS:
            yield f"'{expression}': a person has no fact '{name}'"
        fields = tables.get(head) if dot else None
        if fields is not None and name not in fields:
            yield f"'{expression}': {template.picks[head].table} has no field '{name}' ({_listed(fields)})"


# ---- the script


class _Walk:
    """The script on paper. ``view`` is None where it is not known."""

    def __init__(self, template: Template, apps: Apps) -> None:
        self.template, self.apps = template, apps
        self.app: App | None = None
        self.view: str | None = None
        self.stack: list[tuple[App, str | None]] = []
        self.known = {n for sentence in template.goals.values() for n in HOLE.findall(sentence)}
        self.known |= set(template.says)
        self.visited: dict[tuple[str, str], View] = {}

    def problems(self) -> list[str]:
        faults = []
        for index, step in enumerate(self.template.script):
            faults += [f"script[{index}].{step.kind}: {problem}" for problem in self._step(step)]
            if self.app is not None and self.view is not None and self.view in self.app.views:
                self.visited[self.app.id, self.view] = self.app.views[self.view]
        return faults

    def _step(self, step: ScriptStep) -> Iterator[str]:
        match step.kind:
            case "open":
                if step.name not in self.template.apps:
                    yield f"'{step.name}' is not in apps"
                self.app = self.apps.get(step.name)
                self.view, self.stack = None if self.app is None else self.app.home, []
            case "home":
                self.app = self.view = None
            case "answer":
                yield from self._typed(step.expression)
            case "read":
                self.known |= {f"${name}" for name, _ in step.pairs} | set(step.expressions())
            case "scroll":
                return
            case _ if self.app is None:
                yield "no app is open (expected a step 'open' before)"
            case _ if self.view is not None and self.view not in self.app.views:
                self.view = None
            case _:
                yield from self._in_app(self.app, step)

    def _in_app(self, app: App, step: ScriptStep) -> Iterator[str]:
        match step.kind:
            case "back":
                yield from self._go("back")
            case "view":
                yield from self._reach(step.name, "leads to", _ways(app, self.view))
                yield from self._go(step.name)
            case "tab":
                if step.name in app.tabs:
                    self.stack, self.view = [], step.name
                else:
                    yield f"{app.id} has no tab '{step.name}' ({_listed(app.tabs)})"
            case "tap":
                yield from self._tap(app, step)
            case "do" if step.name not in ("yes", "no"):
                yield from self._do(app, step)
            case "type" | "choose":
                for name, value in step.pairs:
                    if name != "cell":
                        yield from self._named(name, "input", _inputs(app, self.view))
                    yield from self._typed(value) if step.kind == "type" else self._option(app, name, value)
            case "press":
                yield from self._named(step.name, "input", _inputs(app, self.view))
                yield from self._typed(step.expression)
            case "switch":
                there = {*_switches(app, self.view), *_inputs(app, self.view)}
                yield from self._named(step.name, "switch", there)
            case "cell":
                pick = self.template.picks[step.slot]
                if not any(s.edit and self._lists(app, s, pick) for s in _sections(app, self.view)):
                    yield f"no table of {pick.table} with 'edit: true' in {self._here()}"

    def _here(self) -> str:
        return "" if self.app is None else f"{self.app.id}/{self.view or '?'}"

    def _named(self, name: str, what: str, there: Iterable[str]) -> Iterator[str]:
        if name not in there:
            yield f"no {what} '{name}' in {self._here()} ({_listed(there)})"

    def _reach(self, name: str, how: str, there: set[str]) -> Iterator[str]:
        if self.view is not None and name not in there:
            yield f"nothing in {self._here()} {how} '{name}' ({_listed(there)})"

    def _typed(self, expression: str) -> Iterator[str]:
        """A value can be typed when the goal tells it or a step has read it."""
        if expression not in self.known and not expression.isdigit():
            yield f"'{expression}' is neither told by the goal nor read before (expected a step 'read')"

    def _option(self, app: App, name: str, option: str) -> Iterator[str]:
        options = _inputs(app, self.view).get(name)
        if options and option not in options and option.partition(".")[0] not in self.template.picks:
            yield f"'{name}' has no option '{option}' ({_listed(options)})"

    def _lists(self, app: App, section: SectionSpec, pick: Pick) -> bool:
        return same_table(self.apps, (app.id, section.table), (pick.app, pick.table))

    def _tap(self, app: App, step: ScriptStep) -> Iterator[str]:
        pick = self.template.picks[step.slot]
        taps = {s.tap for s in _sections(app, self.view) if s.tap and self._lists(app, s, pick)}
        if not taps:
            yield f"no list of {pick.table} in {self._here()} whose rows can be tapped"
        if len(taps) == 1:
            yield from self._effect(app, taps.pop())
        else:
            self.view = None

    def _do(self, app: App, step: ScriptStep) -> Iterator[str]:
        if step.name not in app.actions:
            yield f"{app.id} has no action '{step.name}' ({_listed(app.actions)})"
            self.view = None
            return
        there = _pressed(app, self.view)
        if self.view is not None and step.name not in there:
            yield f"'{step.name}' cannot be pressed in {self._here()} ({_listed(there)})"
        yield from self._effect(app, step.name)

    def _effect(self, app: App, name: str) -> Iterator[str]:
        """Where a press on a view's or an action's name leads."""
        if name not in app.actions:
            yield from self._go(name)
        elif app.actions[name].goto:
            yield from self._go(app.actions[name].goto)

    def _go(self, target: str) -> Iterator[str]:
        if self.app is None:
            return
        if target == "back":
            self.app, self.view = self.stack.pop() if self.stack else (self.app, None)
            return
        if target == "home":
            self.app = self.view = None
            return
        there, _, view = target.rpartition("/")
        app = self.apps.get(there) if there else self.app
        if app is None:
            yield f"no app '{there}'"
            return
        self.stack.append((self.app, self.view))
        self.app, self.view = app, view
        if view not in app.views:
            yield f"{app.id} has no view '{view}' ({_listed(app.views)})"
            self.view = None


# ---- the checks


def _checks(template: Template, apps: Apps) -> Iterator[str]:
    for index, check in enumerate(template.checks):
        for problem in _check(check, template, apps):
            yield f"check[{index}]: {problem}"


def _check(check: Check, template: Template, apps: Apps) -> Iterator[str]:
    if check.kind in ("table", "record"):
        pick = template.picks.get(check.slot)
        app, table = (check.app, check.table) if pick is None else (pick.app, pick.table)
        fields = _field_names(apps, app, table)
        if fields is None:
            yield f"{app} has no table '{table}'"
            return
        for name in {**check.has, **check.lacks}:
            if name not in fields | _added_fields(apps):
                yield f"{table} has no field '{name}' ({_listed(fields)})"
    elif check.kind == "at" and check.place != "home":
        app, view = check.place.split("/")
        if app not in apps or view not in apps[app].views:
            yield f"no view '{check.place}'"
    elif check.kind == "setting":
        app, name = check.place.split("/")
        if app not in apps or name not in {*_switches(apps[app]), *_inputs(apps[app])}:
            yield f"no setting '{check.place}'"


# ---- what the views of an app offer


def _sections(app: App, view: str | None = None) -> Iterator[SectionSpec]:
    """The sections of a view, or of all."""
    for name, body in app.views.items():
        if view in (None, name):
            yield from body.sections


def _inputs(app: App, view: str | None = None) -> dict[str, tuple[str, ...]]:
    """Inputs by name with their options: forms, search, keypads of a view, and the app's dialogs."""
    inputs: dict[str, tuple[str, ...]] = {}
    for section in _sections(app, view):
        inputs |= {name: spec.options for name, spec in section.inputs.items()}
        inputs |= {section.input: ()} if section.input else {}
    if any(body.search for name, body in app.views.items() if view in (None, name)):
        inputs["search"] = ()
    for action in app.actions.values():
        inputs |= {name: spec.options for name, spec in (action.ask.inputs if action.ask else {}).items()}
    return inputs


def _switches(app: App, view: str | None = None) -> set[str]:
    """The settings that rows switch."""
    return {row.switch for section in _sections(app, view) for row in section.rows if row.switch}


def _pressed(app: App, view: str | None) -> set[str]:
    """The actions that can be pressed in a view, those behind its menus included."""
    return {name for name, uses in uses_of(app).items() if any(use[0] == view for use in uses)}


def _ways(app: App, view: str | None) -> set[str]:
    """The views that a view leads to: its rows, its actions, the tabs."""
    ways = set(app.tabs)
    for section in _sections(app, view):
        ways |= {section.tap, *(row.tap for row in section.rows)}
    ways |= {app.actions[name].goto for name in _pressed(app, view)}
    return ways - {""} - set(app.actions)


def _added_fields(apps: Apps) -> set[str]:
    """The fields that some action sets: records may get them though their table does not declare them."""
    actions = [action for app in apps.values() for action in app.actions.values()]
    return {n for a in actions for n in (*a.set, a.toggle, *(a.add.fields if a.add else ()))} - {""}


def _field_names(apps: Apps, app: str, table: str) -> frozenset[str] | None:
    """The fields of a table, ``id`` among them; None where there is no such table."""
    fields = fields_of(apps, app, table)
    return None if fields is None else frozenset(fields) | {"id"}


def _listed(names: Iterable[object]) -> str:
    return "there: " + (", ".join(sorted(str(name) for name in names)) or "none")
