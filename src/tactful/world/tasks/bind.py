"""A template and a person give a task: records picked, the goal filled, and what each step needs known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tactful.errors import TactfulError
from tactful.runs import generator
from tactful.world.people.person import Record
from tactful.world.tasks.lists import listed_rows, shown_fields, value_of
from tactful.world.tasks.templates import HOLE, Pick, ScriptStep, Template
from tactful.world.values import Value

if TYPE_CHECKING:
    from tactful.world.session import Session


class Unbound(TactfulError):
    """This person has no record that a template asks for; another person may."""


@dataclass(frozen=True, slots=True)
class StepNeeds:
    """The entities that a scripted step needs now, and those that only a later step needs."""

    now: frozenset[str] = frozenset()
    later: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Task:
    """A goal for one person on one device, with its solution and what it takes.

    ``records`` are the picked ones as they were at the start, ``keys`` the fields by which each is recognised
    in a list (none: by its place), ``named`` the entities that the goal tells, ``needs`` one entry for each
    step of the script. ``private_bound``: it cannot be done without seeing some private value.
    """

    template: Template
    lang: str
    platform: str
    goal: str = field(repr=False)
    records: Mapping[str, Record] = field(repr=False)
    keys: Mapping[str, tuple[str, ...]]
    facts: Mapping[str, Value] = field(repr=False)
    named: frozenset[str] = frozenset()
    needs: tuple[StepNeeds, ...] = ()
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
            found = value_of(self.records[head], name)
            return Value("", public=True) if found is None else found
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
        """The values by which a picked record's row is recognised; none where its place tells."""
        found = (value_of(self.records[slot], name) for name in self.keys[slot])
        return tuple(value for value in found if value is not None)


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
    draft = Task(template, lang, session.scene().platform, "", records, keys, session.person.facts)
    for step in template.script:
        for expression in step.expressions():
            if not draft.value(expression).text:
                raise Unbound(f"{template.id}: '{expression}' is empty for this person")
    told = {
        hole: draft.value(hole) for sentence in template.goals.values() for hole in HOLE.findall(sentence)
    }
    named = frozenset(e for value in told.values() for e in entities(value))
    return Task(
        template,
        lang,
        draft.platform,
        HOLE.sub(lambda hole: draft.value(hole.group(1)).text, template.goals[lang]),
        records,
        keys,
        session.person.facts,
        named,
        _needs(draft, {p.slot: _head(p, session, records[p.slot]) for p in template.picks.values()}),
        _private_bound(draft, named),
    )


def entities(value: Value) -> frozenset[str]:
    """The entity of a value and those nested in it; public ones are nobody's."""
    inner = (entities(part) for part in value.parts if isinstance(part, Value))
    own = {value.entity} if value.entity and not value.public else set()
    return frozenset(own).union(*inner)


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


def _head(pick: Pick, session: Session, record: Record) -> frozenset[str]:
    """What a row chosen by its place shows first: it is the object that the task handles (C.3)."""
    fields = shown_fields(session.apps, pick)[:1] if pick.nth else ()
    found = [value_of(record, name) for name in fields]
    return frozenset().union(*(entities(value) for value in found if value is not None))


def _step_entities(task: Task, step: ScriptStep, heads: Mapping[str, frozenset[str]]) -> frozenset[str]:
    found = [entities(task.value(expression)) for expression in step.expressions()]
    if step.slot:
        found.append(heads[step.slot])
        found += [entities(value) for value in task.key_values(step.slot)]
    if step.kind == "choose":
        slots = _chosen(task, step)
        found += [entities(value) for slot in slots for value in task.key_values(slot)]
        found += [entities(task.value(e)) for e in task.reads.values() if e.partition(".")[0] in slots]
    return frozenset().union(*found)


def _chosen(task: Task, step: ScriptStep) -> list[str]:
    """The picked records that a step chooses as options."""
    if step.kind != "choose":
        return []
    heads = (option.partition(".")[0] for _, option in step.pairs)
    return [head for head in heads if head in task.records]


def _needs(task: Task, heads: Mapping[str, frozenset[str]]) -> tuple[StepNeeds, ...]:
    now: list[frozenset[str]] = []
    typed: frozenset[str] = frozenset()
    for step in task.template.script:
        mine = _step_entities(task, step, heads)
        # What was typed stays needed until the form is sent: one looks at it once more.
        now.append(mine | typed)
        if step.kind in ("type", "press", "choose"):
            typed |= mine
        elif step.kind in ("do", "open", "tab", "back", "home"):
            typed = frozenset()
    after = [frozenset().union(*now[index + 1 :]) for index in range(len(now))]
    return tuple(StepNeeds(a, b - a) for a, b in zip(now, after, strict=True))


def _private_bound(task: Task, named: frozenset[str]) -> bool:
    for step in task.template.script:
        if step.kind == "read" and any(entities(task.value(e)) for _, e in step.pairs):
            return True
        slots = ([step.slot] if step.slot else []) + _chosen(task, step)
        if any(not value.public for slot in slots for value in task.key_values(slot)):
            return True
        if step.kind in ("type", "press") and any(
            entities(task.value(e)) - named for e in step.expressions()
        ):
            return True
    return False
