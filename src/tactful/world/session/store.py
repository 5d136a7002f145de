"""The records of a world: the person's tables, shared by all apps, and the apps' own, made from seeds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from tactful.errors import InputError
from tactful.runs import generator
from tactful.world.apps.loader import Apps
from tactful.world.apps.lookup import PERSON_TYPES, Fields, fields_of, kind_role, owner_of
from tactful.world.apps.schema import App, FieldSpec, TableSpec
from tactful.world.people.person import Person, Plain, Record
from tactful.world.values import TYPES, WORDLESS, Value, as_private, sentence, severity, stored

Held = Value | Plain
_TRIES = 6
_AGO, _AGES = "relative_time", (0, 13)
"""The kind of times that are told as ages, and the ages as powers of two of minutes."""


class Store:
    """All records by app and table: never changed, only replaced. The same inputs, the same records."""

    def __init__(self, person: Person, apps: Apps) -> None:
        self.person, self.apps = person, apps
        self.version = 0  # grows with every change
        self._tables: dict[tuple[str, str], tuple[Record, ...]] = {
            ("person", name): rows for name, rows in person.tables.items()
        }
        self._kinds: dict[str, Mapping[str, Any]] = {}
        self._making: set[tuple[str, str]] = set()
        self._added = 0

    def owner(self, app: str, table: str) -> tuple[str, str]:
        """Whose table it is: ("person", name) or (app, name). Raises ``InputError`` where there is none."""
        owner = owner_of(self.apps, app, table)
        if owner is None:
            raise InputError(f"app '{app}' has no table '{table}'", field="table")
        return owner

    def fields(self, app: str, table: str) -> Fields:
        """The fields of a table by name."""
        return fields_of(self.apps, app, table) or {}

    def entity(self, app: str, table: str, id: str, field: str) -> str:
        """The entity of a field of a record: ``sheets/staff-3/phone``, ``person/mails/new/1/time``."""
        owner, name = self.owner(app, table)
        return f"person/{name}/{id}/{field}" if owner == "person" else f"{owner}/{id}/{field}"

    def role(self, app: str, table: str, field: str) -> tuple[str, bool]:
        """The type of a field's values, and whether they are public. A public one's type means little."""
        owner, name = self.owner(app, table)
        if owner == "person":
            type = PERSON_TYPES[name].get(field, "status")
            return type, type in WORDLESS
        there = self.apps[owner].tables[name]
        spec = there.fields[field]
        if spec.of:
            return self.role(owner, there.fields[spec.of].ref, spec.field)
        public = there.public if spec.public is None else spec.public
        type = spec.type or (kind_role(self.apps[owner], spec.kind)[0] if spec.kind else "status")
        return type, public or type in WORDLESS

    def rows(self, app: str, table: str) -> tuple[Record, ...]:
        """The records of a table in their order. Raises ``InputError`` where the app has no such table."""
        owner = self.owner(app, table)
        if owner not in self._tables:
            if owner[0] == "person":
                return ()
            if owner in self._making:
                raise InputError("the table refers to itself", field=f"{owner[0]}.tables.{owner[1]}")
            self._making.add(owner)
            self._tables[owner] = self._made(self.apps[owner[0]], self.apps[owner[0]].tables[owner[1]])
            self._making.discard(owner)
        return self._tables[owner]

    def record(self, app: str, table: str, id: str) -> Record | None:
        """One record; None where it does not exist (any more)."""
        return next((row for row in self.rows(app, table) if row.id == id), None)

    def values(self) -> Iterator[Value]:
        """Every value that may be private: the person's facts and records, and the apps' own records."""
        # All of them are made here, not only those shown so far: what was looked at must not matter.
        for app in self.apps.values():
            for table in app.tables.values():
                if not table.source and _may_be_private(table):
                    self.rows(app.id, table.name)
        yield from self.person.facts.values()
        for rows in self._tables.values():
            for row in rows:
                yield from (value for value in row.fields.values() if isinstance(value, Value))

    def change(self, app: str, table: str, id: str, fields: Mapping[str, Held]) -> None:
        """Replaces fields of a record; nothing happens where it does not exist."""
        rows = self.rows(app, table)
        changed = tuple(Record(r.id, {**r.fields, **fields}) if r.id == id else r for r in rows)
        self._put(app, table, changed)

    def add(self, app: str, table: str, fields: Mapping[str, Held], at_end: bool = False) -> Record:
        """A new record, first of its table (or last, as messages are)."""
        rows = self.rows(app, table)
        self._added += 1
        record = Record(f"new/{self._added}", dict(fields))
        self._put(app, table, (*rows, record) if at_end else (record, *rows))
        return record

    def delete(self, app: str, table: str, id: str) -> None:
        """Takes a record away."""
        self._put(app, table, tuple(r for r in self.rows(app, table) if r.id != id))

    def _put(self, app: str, table: str, rows: tuple[Record, ...]) -> None:
        self._tables[self.owner(app, table)] = rows
        self.version += 1

    # ---- the apps' own tables

    def make(
        self,
        app: str,
        kind: str,
        key: str,
        rng: random.Random,
        public: bool,
        row: dict[str, Value] | None = None,
    ) -> Value:
        """A value of a kind of content, the app's own kinds included."""
        from tactful.world.content.kinds import Ctx
        from tactful.world.content.make import make

        ctx = Ctx(
            rng=rng,
            lang=self.person.lang,
            now=self.person.now,
            key=key,
            person=self.person,
            public=public,
            row={} if row is None else row,
        )
        return make(kind, ctx, self._kinds_of(app))

    def _kinds_of(self, app: str) -> Mapping[str, Any]:
        if app not in self._kinds:
            from tactful.world.content.kinds import KINDS, extended

            own = {
                name: {"type": kind.type, "public": bool(kind.public), "words": kind.words}
                for name, kind in self.apps[app].kinds.items()
            }
            # An app's own list goes before a kind of the same name.
            others = {name: kind for name, kind in KINDS.items() if name not in own}
            self._kinds[app] = extended(others, own, self.apps[app].file)
        return self._kinds[app]

    def _made(self, app: App, table: TableSpec) -> tuple[Record, ...]:
        name = f"world/{self.person.lang}/{self.person.index}/{app.id}/{table.name}"
        count = generator(self.person.seed, name, 0).randint(*table.rows)
        seen: dict[str, set[str]] = {}
        made = [
            self._row(app, table, f"{table.name}-{i}", generator(self.person.seed, name, i), seen)
            for i in range(1, count + 1)
        ]
        return self._in_time(app, table, made, generator(self.person.seed, f"{name}/times", 0))

    def _in_time(
        self, app: App, table: TableSpec, rows: list[Record], rng: random.Random
    ) -> tuple[Record, ...]:
        """The rows with ages that fall into order, the newest first: a list by chance looks made."""
        from tactful.world.content import formats

        for name, spec in table.fields.items():
            if spec.kind == _AGO:
                ages = sorted(int(2 ** rng.uniform(*_AGES)) for _ in rows)
                for at, (row, age) in enumerate(zip(rows, ages, strict=True)):
                    held = row.get(name)
                    if isinstance(held, Value):
                        aged = replace(held, text=formats.ago(self.person.lang, age))
                        rows[at] = Record(row.id, {**row.fields, name: aged})
        return tuple(rows)

    def _row(
        self, app: App, table: TableSpec, id: str, rng: random.Random, seen: dict[str, set[str]]
    ) -> Record:
        fields: dict[str, Held] = {}
        row: dict[str, Value] = {}
        for name, spec in table.fields.items():
            key = self.entity(app.id, table.name, id, name)
            value = self._field(app, table, spec, fields, key, rng, row, seen.setdefault(name, set()))
            if value is not None:
                fields[name] = value
        return Record(id, fields)

    def _field(
        self,
        app: App,
        table: TableSpec,
        spec: FieldSpec,
        fields: Mapping[str, Held],
        key: str,
        rng: random.Random,
        row: dict[str, Value],
        seen: set[str],
    ) -> Held | None:
        public = table.public if spec.public is None else spec.public
        if spec.flag is not None:
            return rng.random() < spec.flag
        if spec.one_of:
            word = rng.choice(spec.one_of)
            return self.option(app.id, spec, word, key, public) if spec.type else word
        if spec.ref:
            others = [row.id for row in self.rows(app.id, spec.ref)]
            if spec.once:
                others = [id for id in others if id not in seen] or others
            chosen = rng.choice(others) if others else ""
            seen.add(chosen)
            return chosen
        if spec.of:
            other = self.record(app.id, table.fields[spec.of].ref, str(fields.get(spec.of, "")))
            return None if other is None else other.get(spec.field)
        # A list in which every row says the same looks made: a few tries give other words if there are any.
        for _ in range(_TRIES):
            made = dict(row)
            value = self.make(app.id, spec.kind, key, rng, public, made)
            if value.text not in seen:
                break
        seen.add(value.text)
        row.clear()
        row.update(made)
        if public or not spec.type:
            return value
        # What the words are does not tell whose they are: a film is public, having watched it is not.
        if value.public or value.type == kind_role(app, spec.kind)[0]:
            return as_private(value, spec.type, value.entity or key)
        return stored(value, spec.type, key)  # a line that is marked keeps what it is, if that is worse

    def option(self, app: str, spec: FieldSpec, word: str, key: str, public: bool) -> Value:
        """A word of a list as the value of a field: ``Late`` as someone's status."""
        text = self.apps.word(app, word, self.person.lang)
        return Value(text, spec.type, key, public or spec.type in ("ui", "text"))


def _may_be_private(table: TableSpec) -> bool:
    return not table.public or any(f.public is False or f.of for f in table.fields.values())


# ---- what was typed, with its truth: who types a known number types that number

_INSIDE = frozenset(
    (
        "person", "username", "account", "id_number", "birthdate", "otp", "secret", "email", "phone",
        "address", "card", "bank", "plate", "ip", "mac", "device_id", "coordinates", "amount",
    )
)  # fmt: skip
"""Types that are looked for inside longer texts."""
_SHORTEST = 4
_DISTINCTIVE = 3
"""How long a text is at least that says more than the field it is typed into: a 2 is a quantity there."""


class Known:
    """The private values of a store by their text."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._version = -1
        self._by_text: dict[str, list[Value]] = {}
        self._inside: list[Value] = []

    def typed(self, text: str, type: str, place: str) -> Value:
        """The value of a typed text; a known text keeps its entity, and its type where that is riskier than
        the field's. ``place``: app/field."""
        self._fill()
        known = self._by_text.get(text.strip())
        if known:
            return self._same(text, type, known)
        parts = self._parts(text)
        if type in WORDLESS:
            return sentence(parts, type, "", public=True) if parts else Value(text, type, "", public=True)
        return sentence(parts, type, f"typed/{place}") if parts else Value(text, type, f"typed/{place}")

    def _same(self, text: str, type: str, known: list[Value]) -> Value:
        """A known text with the more severe of two labels: the field's, and that of what it is."""
        fits = [value for value in known if value.type == type]
        worst = (fits or sorted(known, key=lambda value: severity(value.label)))[0]
        distinctive = len(text.strip()) >= _DISTINCTIVE
        if type in WORDLESS:
            return (
                Value(text, worst.type, worst.entity) if distinctive else Value(text, type, "", public=True)
            )
        riskier = distinctive and severity(worst.label) < severity(TYPES[type])
        return Value(text, worst.type if riskier else type, worst.entity)

    def _parts(self, text: str) -> tuple[str | Value, ...]:
        """The text with the known values inside it; empty where there are none."""
        taken: list[tuple[int, int, Value]] = []
        for value in self._inside:
            at = text.find(value.text)
            if at >= 0 and all(at >= end or at + len(value.text) <= start for start, end, _ in taken):
                taken.append((at, at + len(value.text), value))
        parts: list[str | Value] = []
        last = 0
        for start, end, value in sorted(taken, key=lambda hit: hit[0]):
            parts += [text[last:start], value]
            last = end
        return tuple(part for part in (*parts, text[last:]) if str(part)) if taken else ()

    def _fill(self) -> None:
        if self._version == self._store.version:
            return
        self._version, self._by_text = self._store.version, {}
        for value in self._store.values():
            self._take(value)
        inside = [vs[0] for text, vs in self._by_text.items() if len(text) >= _SHORTEST]
        self._inside = sorted((v for v in inside if v.type in _INSIDE), key=lambda v: (-len(v.text), v.text))

    def _take(self, value: Value) -> None:
        if not value.public and value.text and value.type not in ("ui", "text"):
            known = self._by_text.setdefault(value.text, [])
            # What was typed and saved before is known only as far as it was known then.
            if value.entity and value.entity not in {v.entity for v in known}:
                known.append(value)
        for part in value.parts:
            if isinstance(part, Value):
                self._take(part)
