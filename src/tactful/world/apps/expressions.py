"""The small language of app files: what a slot, a field, a title or an effect shows or sets.

One row: ``[sender, "= · ", count(mails, folder=inbox)]`` is the record's sender, a plain piece, and a
number, joined to one text in which each keeps its own truth. The whole grammar::

    name                 a field of the current record (a section's row, else the view's record)
    record.name          a field of the view's record; ``record.id`` its id
    me.fact              a fact of the person
    $input               what was typed
    now                  the device's clock
    =Word                interface text, translated
    ~kind  ~kind!        content made once for this place; ! makes it public
    count(table)  count(table, key=value, ...)
    avatar(x) portrait(x) scene(x) product(x) food(x) pet(x) document(x) logo(x) cover(x) map(x)
    [a, b, ...]          joined
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

PICTURES = ("avatar", "portrait", "scene", "product", "food", "pet", "document", "logo", "cover", "map")
"""The pictures that an expression can draw."""


@dataclass(frozen=True, slots=True)
class _Named:
    name: str


class Field(_Named):
    """A field of the current record."""


class Outer(_Named):
    """A field of the view's record; ``id`` is the record's id."""


class Fact(_Named):
    """A fact of the person."""


class Typed(_Named):
    """What was typed into an input."""


@dataclass(frozen=True, slots=True)
class Now:
    """The device's clock."""


@dataclass(frozen=True, slots=True)
class Word:
    """Interface text, translated where a translation is known."""

    text: str


@dataclass(frozen=True, slots=True)
class Made:
    """Content of a kind, made once for its place."""

    kind: str
    public: bool = False


@dataclass(frozen=True, slots=True)
class Count:
    """How many records of a table fulfil the conditions."""

    table: str
    where: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """A picture seeded by a text."""

    kind: str
    of: Expr


@dataclass(frozen=True, slots=True)
class Joined:
    """Several texts as one."""

    parts: tuple[Expr, ...]


Named = Field | Outer | Fact | Typed
Expr = Named | Now | Word | Made | Count | Draw | Joined

NAME = r"[a-z][a-z0-9_]*"
_FORMS = re.compile(
    rf"""(?P<now>now)$ | record\.(?P<outer>{NAME})$ | me\.(?P<fact>{NAME})$ | \$(?P<typed>{NAME})$
    | ~(?P<kind>{NAME})(?P<public>!?)$ | (?P<call>{NAME})\((?P<inside>.*)\)$ | (?P<field>{NAME})$""",
    re.VERBOSE,
)
_NAMED: dict[str, type[Named]] = {"outer": Outer, "fact": Fact, "typed": Typed, "field": Field}
EXPECTED = "field, record.field, me.fact, $input, now, =Word, ~kind, count(table), avatar(x) ..., or a list"


def parse(raw: object) -> Expr:
    """The expression of a YAML value. Raises ``ValueError`` with the problem in words."""
    if isinstance(raw, list):
        if not raw:
            raise ValueError("an empty list joins nothing")
        return Joined(tuple(parse(part) for part in raw))
    if isinstance(raw, bool) or raw is None or isinstance(raw, dict):
        raise ValueError("not an expression")
    if isinstance(raw, int | float):
        return Word(str(raw))
    text = str(raw)
    if text.startswith("="):
        if len(text) == 1:
            raise ValueError("'=' without a word")
        return Word(text[1:])
    form = _FORMS.match(text.strip())
    if not form:
        raise ValueError(f"'{text}' is not an expression; plain words start with '='")
    if form["now"]:
        return Now()
    if form["kind"]:
        return Made(form["kind"], bool(form["public"]))
    if form["call"]:
        return _call(form["call"], form["inside"].strip())
    return next(kind(form[name]) for name, kind in _NAMED.items() if form[name])


def _call(name: str, inside: str) -> Count | Draw:
    if name == "count":
        table, *conditions = (part.strip() for part in inside.split(","))
        where = tuple(_condition(part) for part in conditions)
        if not re.fullmatch(NAME, table):
            raise ValueError("count() needs a table's name")
        return Count(table, where)
    if name not in PICTURES:
        raise ValueError(f"unknown picture '{name}'; known: {', '.join(PICTURES)}")
    return Draw(name, parse(inside))


def _condition(part: str) -> tuple[str, str]:
    name, sign, value = part.partition("=")
    if not sign or not re.fullmatch(NAME, name.strip()):
        raise ValueError(f"'{part}' is not key=value")
    return name.strip(), value.strip()


def walk(expr: Expr) -> Iterator[Expr]:
    """The expression and everything inside it."""
    yield expr
    if isinstance(expr, Joined):
        for part in expr.parts:
            yield from walk(part)
    elif isinstance(expr, Draw):
        yield from walk(expr.of)
