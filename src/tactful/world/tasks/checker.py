"""Whether a template fits the apps: the views, actions, inputs, tables and fields that it names are in reach.

The script is walked on paper: where the current view is known, what a step presses must be on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tactful.world.apps.lookup import same_table
from tactful.world.apps.schema import App, View
from tactful.world.apps.shared import PERSON_FACTS
from tactful.world.tasks import shapes
from tactful.world.tasks.templates import HOLE, Check, ScriptStep, Template

Apps = Mapping[str, App]


def problems(template: Template, apps: Apps) -> list[str]:
    """What is wrong with a template, as "field: problem (what there is)"; empty where nothing is."""
    found = list(_apps(template, apps))
    if not found:
        found = [*_slots(template, apps), *_Walk(template, apps).problems(), *_checks(template, apps)]
    return found


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


def _slots(template: Template, apps: Apps) -> Iterator[str]:
    for slot, pick in template.picks.items():
        fields = shapes.field_names(apps, pick.app, pick.table)
        if fields is None:
            yield f"pick.{slot}: {pick.app} has no table '{pick.table}'"
            continue
        for name in pick.where:
            if name not in fields:
                yield f"pick.{slot}.where: {pick.table} has no field '{name}' ({_listed(fields)})"
    for expression in _expressions(template):
        head, dot, name = expression.partition(".")
        if dot and head == "me" and name not in PERSON_FACTS:
            yield f"'{expression}': a person has no fact '{name}'"
        if dot and head in template.picks:
            pick = template.picks[head]
            fields = shapes.field_names(apps, pick.app, pick.table)
            if fields is not None and name not in fields:
                yield f"'{expression}': {pick.table} has no field '{name}' ({_listed(fields)})"


def _expressions(template: Template) -> dict[str, None]:
    told = [*(e for step in template.script for e in step.expressions()), *sorted(template.named)]
    for check in template.checks:
        values = (*check.has.values(), *check.lacks.values(), check.value)
        told += [value for value in values if isinstance(value, str)]
    return dict.fromkeys(told)


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
        found = []
        for index, step in enumerate(self.template.script):
            found += [f"script[{index}].{step.kind}: {problem}" for problem in self._step(step)]
            if self.app is not None and self.view is not None and self.view in self.app.views:
                self.visited[self.app.id, self.view] = self.app.views[self.view]
        return found

    def _step(self, step: ScriptStep) -> Iterator[str]:
        if step.kind == "open":
            yield from self._open(step.name)
        elif step.kind == "home":
            self.app = self.view = None
        elif step.kind == "answer":
            yield from self._typed(step.expression)
        elif step.kind == "read":
            self.known |= {f"${name}" for name, _ in step.pairs} | set(step.expressions())
        elif step.kind == "scroll":
            return
        elif self.app is None:
            yield "no app is open (expected a step 'open' before)"
        elif self.view is not None and self.view not in self.app.views:
            self.view = None
        else:
            yield from getattr(self, f"_{step.kind}")(self.app, step)

    def _here(self) -> str:
        return "" if self.app is None else f"{self.app.id}/{self.view or '?'}"

    def _open(self, name: str) -> Iterator[str]:
        if name not in self.template.apps:
            yield f"'{name}' is not in apps"
        self.app = self.apps.get(name)
        self.view = None if self.app is None else self.app.home
        self.stack = []

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

    def _effect(self, app: App, name: str) -> Iterator[str]:
        """Where a press on a view's or an action's name leads."""
        if name not in app.actions:
            yield from self._go(name)
        elif app.actions[name].goto:
            yield from self._go(app.actions[name].goto)

    def _back(self, app: App, step: ScriptStep) -> Iterator[str]:
        yield from self._go("back")

    def _view(self, app: App, step: ScriptStep) -> Iterator[str]:
        if self.view is not None and step.name not in shapes.ways(app, self.view):
            yield f"nothing in {self._here()} leads to '{step.name}' ({_listed(shapes.ways(app, self.view))})"
        yield from self._go(step.name)

    def _tab(self, app: App, step: ScriptStep) -> Iterator[str]:
        if step.name not in app.tabs:
            yield f"{app.id} has no tab '{step.name}' ({_listed(app.tabs)})"
            return
        self.stack, self.view = [], step.name

    def _tap(self, app: App, step: ScriptStep) -> Iterator[str]:
        pick = self.template.picks[step.slot]
        taps = {
            section.tap
            for section in shapes.sections(app, self.view)
            if section.tap and same_table(self.apps, (app.id, section.table), (pick.app, pick.table))
        }
        if not taps:
            yield f"no list of {pick.table} in {self._here()} whose rows can be tapped"
        if len(taps) == 1:
            yield from self._effect(app, taps.pop())
        else:
            self.view = None

    def _do(self, app: App, step: ScriptStep) -> Iterator[str]:
        if step.name in ("yes", "no"):
            return
        if step.name not in app.actions:
            yield f"{app.id} has no action '{step.name}' ({_listed(app.actions)})"
            self.view = None
            return
        if self.view is not None and step.name not in shapes.pressed(app, self.view):
            there = _listed(shapes.pressed(app, self.view))
            yield f"'{step.name}' cannot be pressed in {self._here()} ({there})"
        yield from self._effect(app, step.name)

    def _type(self, app: App, step: ScriptStep) -> Iterator[str]:
        for name, expression in step.pairs:
            if name != "cell":
                yield from self._input(app, name)
            yield from self._typed(expression)

    def _input(self, app: App, name: str) -> Iterator[str]:
        if name not in shapes.inputs(app, self.view):
            yield f"no input '{name}' in {self._here()} ({_listed(shapes.inputs(app, self.view))})"

    def _typed(self, expression: str) -> Iterator[str]:
        """A value can be typed when the goal tells it or a step has read it."""
        if expression not in self.known and not expression.isdigit():
            yield f"'{expression}' is neither told by the goal nor read before (expected a step 'read')"

    def _press(self, app: App, step: ScriptStep) -> Iterator[str]:
        yield from self._input(app, step.name)
        yield from self._typed(step.expression)

    def _choose(self, app: App, step: ScriptStep) -> Iterator[str]:
        for name, option in step.pairs:
            yield from self._input(app, name)
            options = shapes.inputs(app, self.view).get(name)
            if options and option not in options and option.partition(".")[0] not in self.template.picks:
                yield f"'{name}' has no option '{option}' ({_listed(options)})"

    def _switch(self, app: App, step: ScriptStep) -> Iterator[str]:
        there = shapes.switches(app, self.view) | set(shapes.inputs(app, self.view))
        if step.name not in there:
            yield f"no switch '{step.name}' in {self._here()} ({_listed(there)})"

    def _cell(self, app: App, step: ScriptStep) -> Iterator[str]:
        pick = self.template.picks[step.slot]
        if not any(
            section.edit and same_table(self.apps, (app.id, section.table), (pick.app, pick.table))
            for section in shapes.sections(app, self.view)
        ):
            yield f"no table of {pick.table} with 'edit: true' in {self._here()}"


def _checks(template: Template, apps: Apps) -> Iterator[str]:
    for index, check in enumerate(template.checks):
        for problem in _check(check, template, apps):
            yield f"check[{index}]: {problem}"


def _check(check: Check, template: Template, apps: Apps) -> Iterator[str]:
    if check.kind in ("table", "record"):
        pick = template.picks.get(check.slot)
        app, table = (check.app, check.table) if pick is None else (pick.app, pick.table)
        fields = shapes.field_names(apps, app, table)
        if fields is None:
            yield f"{app} has no table '{table}'"
            return
        for name in {**check.has, **check.lacks}:
            if name not in fields | shapes.added_fields(apps):
                yield f"{table} has no field '{name}' ({_listed(fields)})"
    elif check.kind == "at" and check.place != "home":
        app, view = check.place.split("/")
        if app not in apps or view not in apps[app].views:
            yield f"no view '{check.place}'"
    elif check.kind == "setting":
        app, name = check.place.split("/")
        if app not in apps or name not in shapes.switches(apps[app]) | set(shapes.inputs(apps[app])):
            yield f"no setting '{check.place}'"


def _listed(names: Iterable[object]) -> str:
    return "there: " + (", ".join(sorted(str(name) for name in names)) or "none")
