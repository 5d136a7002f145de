"""A window's page: title, tabs, actions, sections, the dialog over it."""

from __future__ import annotations

from tactful.world.apps.expressions import Draw, Fact
from tactful.world.apps.schema import App, View
from tactful.world.pages import Action, Dialog, Input, Page, Picture, Shown
from tactful.world.people.person import Record
from tactful.world.session.evaluating import Evaluator, Scope
from tactful.world.session.inputs import EMPTY, shown, typed_values
from tactful.world.session.sections import Sections
from tactful.world.session.state import Question, Visit, Win
from tactful.world.values import Value, ui


class Pages:
    """Builds pages. ``settings`` are the session's; ``phone`` says what they are for."""

    def __init__(self, evaluator: Evaluator, settings: dict[str, str], phone: bool) -> None:
        self.evaluator, self.settings, self.phone = evaluator, settings, phone
        self.apps = evaluator.store.apps

    def scope(self, visit: Visit, question: Question | None = None) -> Scope:
        """Where the view's expressions stand: its record, and what was typed into it and into a dialog."""
        place = visit.place
        view = self.apps[place.app].views[place.view]
        record = self.record(visit)
        bare = Scope(place.app, f"{place.app}/{place.view}", "", None, view.record, record)
        typed = typed_values(self.evaluator, view.inputs, visit, bare)
        if question and question.spec:
            typed |= typed_values(self.evaluator, question.spec.inputs, question, bare)
        return Scope(place.app, bare.place, "", None, view.record, record, typed)

    def record(self, visit: Visit) -> Record | None:
        """The record that a view shows."""
        place = visit.place
        table = self.apps[place.app].views[place.view].record
        return self.evaluator.store.record(place.app, table, place.record) if table else None

    def sections(self, visit: Visit) -> Sections:
        app = self.apps[visit.place.app]
        view = app.views[visit.place.view]
        return Sections(self.evaluator, app, view, visit, self.scope(visit), self.settings)

    def page(self, win: Win) -> Page:
        """The page of a window as it stands."""
        visit = win.visit
        app = self.apps[visit.place.app]
        view = app.views[visit.place.view]
        sections = self.sections(visit)
        scope = sections.scope
        hero = self.evaluator.show(view.hero, scope.at("hero")) if view.hero else None
        return Page(
            app=app.id,
            view=view.id,
            record=visit.place.record,
            app_name=self.app_name(app),
            icon=app.icon,
            title=self.title(visit),
            subtitle=self.evaluator.value(view.subtitle, scope.at("subtitle")) if view.subtitle else None,
            hero=hero if isinstance(hero, Picture) else None,
            tabs=self._tabs(app, win),
            actions=tuple(sections.action(app.actions[name]) for name in view.actions),
            sections=sections.build(),
            search=self._search(app, view, visit),
            account=self._account(app),
            can_back=len(win.stack) > 1 or bool(win.caller),
            dialog=self._dialog(win, sections) if win.question else None,
            toast=win.toast,
            web=self._address(app, visit) if app.web and not self.phone else None,
        )

    def app_name(self, app: App) -> Value:
        from tactful.world.people.person import LANGUAGES

        return ui(app.name[LANGUAGES.index(self.evaluator.store.person.lang)])

    def title(self, visit: Visit) -> Value:
        """The title of a view as it stands."""
        view = self.apps[visit.place.app].views[visit.place.view]
        return self.evaluator.value(view.title, self.scope(visit).at("title")) or EMPTY

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

    def _search(self, app: App, view: View, visit: Visit) -> Input | None:
        if view.search is None:
            return None
        word = self.evaluator.word(app.id, view.search.placeholder)
        return Input("search", "search", word, visit.search or EMPTY, word, "search", icon="search")

    def _account(self, app: App) -> tuple[Shown, ...]:
        facts = self.evaluator.store.person.facts
        if not app.account or "name" not in facts:
            return ()
        avatar = self.evaluator.show(Draw("avatar", Fact("name")), Scope(app.id, app.id))
        return tuple(shown for shown in (avatar, facts["name"], facts.get("email")) if shown is not None)

    def _address(self, app: App, visit: Visit) -> Value:
        path = visit.place.view.replace("_", "-")
        if visit.place.record:
            path += "/" + visit.place.record.replace("/", "-").rpartition("-")[2]
        entity = f"{app.id}/address/{path}"
        return Value(f"{app.web}/{path}", "url", entity, public=app.public)

    def _dialog(self, win: Win, sections: Sections) -> Dialog:
        question = win.question
        assert question is not None
        app = self.apps[win.visit.place.app]
        record = f":{question.record}" if question.record else ""
        spec = question.spec
        if spec is None:
            entries = [sections.action(app.actions[name]) for name in app.actions[question.action].menu]
            menu = tuple(Action(a.id, a.label, f"run:{a.id}{record}", a.icon, "menu", a.on) for a in entries)
            return Dialog(None, actions=menu, kind="menu")
        scope = self.scope(win.visit, question)
        danger = app.actions[question.action].style == "danger" or app.actions[question.action].delete
        return Dialog(
            title=self.evaluator.word(app.id, spec.title),
            body=(self.evaluator.word(app.id, spec.text),) if spec.text else (),
            inputs=tuple(shown(self.evaluator, i, question, scope) for i in spec.inputs.values()),
            actions=(
                Action("close", self.evaluator.word("", "Cancel"), "close", style="plain"),
                Action(
                    question.action,
                    self.evaluator.word(app.id, spec.yes),
                    f"run:{question.action}{record}",
                    style="danger" if danger else "primary",
                ),
            ),
            kind="sheet" if spec.inputs else "alert",
        )
