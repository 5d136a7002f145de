"""A template and a person give a task: records picked, the goal filled, and what each step needs known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tactful.errors import TactfulError
from tactful.runs import generator
from tactful.world.apps.expressions import Field, walk
from tactful.world.apps.lookup import same_table
from tactful.world.apps.schema import App, SectionSpec
from tactful.world.people.person import Record
from tactful.world.session.evaluating import fits
from tactful.world.tasks.templates import HOLE, Pick, ScriptStep, Template
from tactful.world.values import Value

if TYPE_CHECKING:
    from tactful.world.session.session import Session

_SLOTS = ("head", "author", "body", "sub", "meta", "side", "value", "tag", "count", "price")


class Unbound(TactfulError):
    """This person has no record that a template asks for; another person may."""


@dataclass(frozen=True)
class Task:
    """A goal for one person on one device, with its solution and what it takes.

    ``records`` are the picked ones as they were at the start, ``keys`` the fields by which each is recognized
    in a list (none: by its place), ``named`` the entities that the goal tells, ``needs`` those that each step
    of the script needs. ``private_bound``: it cannot be done without seeing some private value.
    """

    template: Template
    lang: str
    platform: str
    goal: str = field(repr=False)
    records: Mapping[str, Record] = field(repr=False)
    keys: Mapping[str, tuple[str, ...]]
    facts: Mapping[str, Value] = field(repr=False)
    named: frozenset[str] = frozenset()
    needs: tuple[frozenset[str], ...] = ()
    private_bound: bool = False

    @property
    def id(self) -> str:
        return self.template.id

    def say(self, name: str) -> str:
        """A text that the task brings with it, in its language or English."""
        words = self.template.says[name]
        return words.get(self.lang, words["en"])

    def value(self, expression: str) -> Value:
        """What an expression of the script stands for. ``KeyError`` where it is none."""
        if expression.startswith("$"):
            return self.value(self.reads[expression[1:]])
        head, dot, name = expression.partition(".")
        if dot and head == "me":
            return self.facts[name]
        if dot and head in self.records:
            return value_of(self.records[head], name) or Value("", public=True)
        if expression in self.template.says:
            return Value(self.say(expression), public=True)
        if expression.isdigit():
            return Value(expression, public=True)
        raise KeyError(expression)

    @property
    def reads(self) -> Mapping[str, str]:
        """What the read steps remember: name and expression."""
        return {n: e for step in self.template.script if step.kind == "read" for n, e in step.pairs}

    def key_values(self, slot: str) -> tuple[Value, ...]:
        """The values by which a picked record's row is recognized; none where its place tells."""
        values = (value_of(self.records[slot], name) for name in self.keys[slot])
        return tuple(value for value in values if value is not None)


def bind(template: Template, session: Session, *, seed: int, lang: str | None = None) -> Task:
    """The template as a task for a session's person; the same seed picks the same records.

    ``lang`` is the goal's language (default: the person's where the goal is written in it, else English).
    Raises ``Unbound`` where the person has no fitting record.
    """
    lang = lang or session.person.lang
    lang = lang if lang in template.goals else "en"
    records: dict[str, Record] = {}
    keys: dict[str, tuple[str, ...]] = {}
    for index, pick in enumerate(template.picks.values()):
        keys[pick.slot] = _keys(pick, template, session)
        records[pick.slot] = _record(pick, keys[pick.slot], template, session, records, (seed, index))
    task = Task(template, lang, session.platform, "", records, keys, session.person.facts)
    for step in template.script:
        for expression in step.expressions():
            if not task.value(expression).text:
                raise Unbound(f"{template.id}: '{expression}' is empty for this person")
    holes = {hole for sentence in template.goals.values() for hole in HOLE.findall(sentence)}
    named = _all_entities(task.value(hole) for hole in holes)
    # What a row chosen by its place shows first: it is the object that the task handles (C.3).
    shown = {
        slot: _all_entities(
            value
            for name in shown_fields(session.apps, pick)[: 1 if pick.nth else 0]
            if (value := value_of(records[slot], name)) is not None
        )
        for slot, pick in template.picks.items()
    }
    return replace(
        task,
        goal=HOLE.sub(lambda hole: task.value(hole.group(1)).text, template.goals[lang]),
        named=named,
        needs=_needs(task, shown),
        private_bound=_private_bound(task, named),
    )


def entities(value: Value) -> frozenset[str]:
    """The entity of a value and those nested in it; public ones are nobody's."""
    own = {value.entity} if value.entity and not value.public else set()
    return frozenset(own) | _all_entities(part for part in value.parts if isinstance(part, Value))


def _all_entities(values: Iterable[Value]) -> frozenset[str]:
    return frozenset().union(*(entities(value) for value in values))


# ---- which record


def _keys(pick: Pick, template: Template, session: Session) -> tuple[str, ...]:
    """The fields that tell a record apart: those the goal names and a row shows, else the row's head."""
    if pick.nth:
        return ()
    shown = shown_fields(session.apps, pick)
    named = [hole.partition(".")[2] for hole in template.named if hole.partition(".")[0] == pick.slot]
    return tuple(name for name in shown if name in named) or shown[:1] or tuple(sorted(named))


def _record(
    pick: Pick,
    keys: Sequence[str],
    template: Template,
    session: Session,
    taken: Mapping[str, Record],
    draw: tuple[int, int],
) -> Record:
    rows = listed_rows(session, pick)
    if pick.nth:
        if len(rows) < pick.nth:
            raise Unbound(f"{template.id}: fewer than {pick.nth} records for '{pick.slot}'")
        return rows[pick.nth - 1]
    everyone = [tuple(row.text(name) for name in keys) for row in rows]
    asked = {e.partition(".")[2] for e in _expressions(template) if e.partition(".")[0] == pick.slot}
    others = {id(record) for record in taken.values()}
    fit = [
        row
        for row, key in zip(rows, everyone, strict=True)
        if everyone.count(key) == 1
        and all(key)
        and id(row) not in others
        and all(value_of(row, name) is not None for name in asked)
    ]
    if not fit:
        raise Unbound(f"{template.id}: no record fits '{pick.slot}'")
    return generator(draw[0], f"pick/{template.id}/{pick.slot}", draw[1]).choice(fit)


def _expressions(template: Template) -> Iterator[str]:
    for step in template.script:
        yield from step.expressions()
    yield from template.named
    for check in template.checks:
        for value in (*check.has.values(), *check.lacks.values(), check.value):
            if isinstance(value, str) and value.partition(".")[0] in template.picks:
                yield value


# ---- what the steps need


def _chosen(task: Task, step: ScriptStep) -> list[str]:
    """The picked records that a step chooses as options."""
    heads = (option.partition(".")[0] for _, option in step.pairs if step.kind == "choose")
    return [head for head in heads if head in task.records]


def _handled(task: Task, step: ScriptStep) -> list[Value]:
    """The names by which the records that a step handles are recognized."""
    slots = [slot for slot in (step.slot, *_chosen(task, step)) if slot]
    return [value for slot in slots for value in task.key_values(slot)]


def _needs(task: Task, heads: Mapping[str, frozenset[str]]) -> tuple[frozenset[str], ...]:
    needs: list[frozenset[str]] = []
    typed: frozenset[str] = frozenset()
    for step in task.template.script:
        chosen = _chosen(task, step)
        read = [e for e in task.reads.values() if e.partition(".")[0] in chosen]
        values = [*map(task.value, (*step.expressions(), *read)), *_handled(task, step)]
        mine = _all_entities(values) | heads.get(step.slot, frozenset())
        # What was typed stays needed until the form is sent: one looks at it once more.
        needs.append(mine | typed)
        if step.kind in ("type", "press", "choose"):
            typed |= mine
        elif step.kind in ("do", "open", "tab", "back", "home"):
            typed = frozenset()
    return tuple(needs)


def _private_bound(task: Task, named: frozenset[str]) -> bool:
    for step in task.template.script:
        used = _all_entities(map(task.value, step.expressions()))
        if (
            (step.kind == "read" and used)
            or not all(value.public for value in _handled(task, step))
            or (step.kind in ("type", "press") and used - named)
        ):
            return True
    return False


# ---- how an app lists a table


def listed_rows(session: Session, pick: Pick) -> list[Record]:
    """The records of a pick as the app lists them: in its order, and no more than it shows."""
    place = _listing(session.apps, pick)
    if place is None:
        rows: Iterable[Record] = session.store.rows(pick.app, pick.table)
    else:
        rows = session.listed(pick.app, *place)
    return [row for row in rows if fits(row, pick.where)]


def _listing(apps: Mapping[str, App], pick: Pick) -> tuple[str, SectionSpec] | None:
    """The view and the section in which an app lists a pick's records; None where no view does by itself.

    Of several the one whose condition is nearest to the pick's, and whose rows can be tapped.
    """
    if pick.app not in apps:
        return None
    places = [
        (view.id, section)
        for view in apps[pick.app].views.values()
        for section in view.sections
        if same_table(apps, (pick.app, section.table), (pick.app, pick.table))
        and all(pick.where.get(name) == wanted for name, wanted in section.where.items())
    ]
    home = apps[pick.app].home
    places.sort(key=lambda s: (-len(s[1].where), not s[1].tap, bool(s[1].limit), s[0] != home))
    return places[0] if places else None


def shown_fields(apps: Mapping[str, App], pick: Pick) -> tuple[str, ...]:
    """The fields of a record that its row shows, the head's first; where none lists it, in any section."""
    place = _listing(apps, pick)
    if place is not None:
        return _shown(place[1])
    for view in apps[pick.app].views.values() if pick.app in apps else ():
        for section in view.sections:
            if same_table(apps, (pick.app, section.table), (pick.app, pick.table)) and _shown(section):
                return _shown(section)
    return ()


def _shown(section: SectionSpec) -> tuple[str, ...]:
    slots = [section.item.get(name) for name in _SLOTS]
    if section.columns:
        slots = [expr for _, expr in section.columns]
    parts = (part for slot in slots if slot is not None for part in walk(slot))
    return tuple(dict.fromkeys(part.name for part in parts if isinstance(part, Field)))


def value_of(record: Record, name: str) -> Value | None:
    """A record's field as a value; None where it is absent or empty."""
    held = record.id if name == "id" else record.get(name)
    if held is None or str(held) == "":
        return None
    return held if isinstance(held, Value) else Value(str(held), public=True)
