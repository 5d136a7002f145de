"""One profile of the public CIMemories JSON: a JSON object as a `Profile`.

One real record, much shortened::

    {"bio": {"name": "...", "sex": "F", "address": "...", "age": 44},
     "information_attributes": {"monthly_rent": {"value": 1450, "information_domain": "housing",
                                                 "event": "moving", "memory_statement": "The ..."}},
     "contexts": [{"recipient": "Landlord", "task": "Negotiate lease terms", "labels_combined": {
         "The ...": {"private": 0.64, "necessary": 0.0, "unlabeled": 0.36}}}]}

A label set maps memory statements to shares. Its key is ``labels_combined``; a persona's is
``labels_pragmatic``, or as the public labelling script makes it of a model's and a persona's name,
``labels_gpt-5___the_pragmatic__``. Contexts without labels are contexts nobody has labelled. A key
``domains`` of a context (a list of strings) and ``norm_table`` of a profile (where its labels come from) are
ours. Keys unknown here are kept by the writer where it is given the record that was read. Statements and
values are private: errors count them, and never quote.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, Field, ValidationError

from tactful.errors import RecordError
from tactful.formats.records import PathParts, a_kind, decode_text, parse_repeats, repeats_in
from tactful.formats.schema import Record, String, first_problem
from tactful.terms import (
    COMBINED,
    WESTIN_PRIORS,
    Attribute,
    Context,
    LabelShare,
    Persona,
    Profile,
)

ATTRIBUTES = "information_attributes"
NORM_TABLE = "norm_table"
GENERAL = "general"
PREFIX = "labels_"
SHARES = ("private", "necessary", "unlabeled")
# Shares rounded to two decimals may miss 1 by a little; anything more is a mistake.
SUM_TOLERANCE = 0.02
_SLACK = 1e-9  # of a share computed as a weighted sum
_PERSONA = re.compile(
    r"(?:(?P<model>.+?)_+the_+(?:privacy_+)?)?(?P<persona>fundamentalist|pragmatic|unconcerned)_*",
    re.IGNORECASE,
)
_PUBLIC = {
    Persona.FUNDAMENTALIST: "___the_privacy_fundamentalist__",
    Persona.PRAGMATIC: "___the_pragmatic__",
    Persona.UNCONCERNED: "__the_unconcerned__",
}
# Objects of a trial whose keys are the format's or attributes'.
_TRIAL_PARTS = {"model_solution", "revealed_attributes", "revealed_attributes_explanation"}


def _filled(text: str) -> str:
    if not text.strip():
        raise ValueError("empty (expected a text)")
    return text


def _some(attributes: dict[Any, Any]) -> dict[Any, Any]:
    if not attributes:
        raise ValueError("no attributes")
    return attributes


Filled = Annotated[String, AfterValidator(_filled)]


class _BioRecord(Record):
    name: Filled


class _AttributeRecord(Record):
    value: Any
    memory_statement: Filled
    information_domain: String | None = None
    event: String | None = None


class _ContextRecord(Record):
    recipient: Filled
    task: Filled
    domains: list[String] = Field(default_factory=list)


class _ProfileRecord(Record):
    bio: _BioRecord
    information_attributes: Annotated[dict[Any, _AttributeRecord], AfterValidator(_some)]
    contexts: list[_ContextRecord] = Field(default_factory=list)
    norm_table: String = ""


class MalformedError(ValueError):
    """What is wrong, where in the profile (words without private values), and the field."""

    def __init__(self, problem: str, *, where: str = "", field: str | None = None) -> None:
        self.where, self.field, self.problem = where, field, problem
        super().__init__(problem)


@dataclass(frozen=True, slots=True)
class ProfileRow:
    """A profile's JSON object before it is checked: its line if it has one, and whether keys repeat in it."""

    line: int | None
    record: Any = field(repr=False)
    repeats: bool = False

    @classmethod
    def parse(cls, text: str | bytes, line: int | None = None) -> ProfileRow:
        """The record of a JSON text; ``ValueError``, which quotes nothing, where it is not JSON."""
        return cls(line, *parse_repeats(decode_text(text) if isinstance(text, bytes) else text))

    def profile(self, file: Path | str, at: int, taken: set[str]) -> Profile:
        """The file's profile number ``at``, under its name, or the first of ``name#2``, ``name#3`` not taken.

        ``RecordError`` names file, line, profile, context or attribute, and field.
        """
        id = _unique(self.record, taken)
        try:
            if self.repeats:
                refuse_repeats(self.record)
            return profile_of(self.record, id)
        except MalformedError as err:
            where = f"profile {at}" + (f", {err.where}" if err.where else "")
            problem = f"{where}: {err.problem}"
            raise RecordError(problem, file=file, line=self.line, field=err.field) from None


def _unique(record: Any, taken: set[str]) -> str:
    bio = record.get("bio") if isinstance(record, Mapping) else None
    name = bio.get("name") if isinstance(bio, Mapping) else None
    id = name = name if isinstance(name, str) else ""
    number = 1
    while id in taken:
        number += 1
        id = f"{name}#{number}"
    taken.add(id)
    return id


def profile_of(value: Any, id: str = "") -> Profile:
    """The profile of a JSON object, under the id given (or its name).

    Where a context has the sets of all three personas and no combined one, the combined one is their
    mixture. Raises ``MalformedError``.
    """
    if not isinstance(value, Mapping):
        raise MalformedError(f"{a_kind(value)} where a profile was expected")
    try:
        record = _ProfileRecord.model_validate(value)
    except ValidationError as err:
        raise _malformed(*first_problem(err)) from None
    attributes = tuple(
        Attribute(
            key,
            each.value,
            each.memory_statement,
            GENERAL if each.information_domain is None else each.information_domain,
            GENERAL if each.event is None else each.event,
        )
        for key, each in record.information_attributes.items()
    )
    contexts = tuple(
        Context(each.recipient, each.task, tuple(each.domains), _label_sets(at, value["contexts"][at]))
        for at, each in enumerate(record.contexts)
    )
    return Profile(id or record.bio.name, dict(value["bio"]), attributes, contexts, record.norm_table)


def _malformed(path: PathParts, problem: str) -> MalformedError:
    """pydantic's path and our words for what stands there, as an error that names the place in a profile."""
    match path:
        case ("bio", str(field)):
            return MalformedError(problem, where="bio", field=field)
        case ("information_attributes", str(key), *field):
            return MalformedError(problem, where=f"attribute '{key}'", field=str(field[0]) if field else None)
        case ("contexts", int(at), *field):
            return MalformedError(problem, where=f"context {at}", field=str(field[0]) if field else None)
    return MalformedError(problem, field=str(path[0]))


def _label_sets(at: int, context: Mapping[str, Any]) -> dict[str, Mapping[str, LabelShare]]:
    labels: dict[str, Mapping[str, LabelShare]] = {}
    spelled: dict[str, str] = {}
    for key, entries in context.items():
        name = set_of(key, entries)
        if name is None:
            continue
        where = f"context {at}"
        if name in labels:
            raise MalformedError(f"the same labels as '{spelled[name]}'", where=where, field=key)
        try:
            labels[name], spelled[name] = labels_of(entries), key
        except ValueError as err:
            raise MalformedError(str(err), where=where, field=key) from None
    if COMBINED not in labels and (combined := mixed(labels)) is not None:
        labels[COMBINED] = combined
    return labels


def refuse_repeats(document: Any) -> None:
    """``MalformedError`` for the first repeated key of a profile's record.

    The key is named where it is an attribute's or part of the format, never where it may be private.
    """
    for way, repeats in repeats_in(document):
        at, key = repeats.repeated[0]
        raise _repeated(way, at, key)


def _repeated(way: PathParts, at: int, key: str) -> MalformedError:
    """Which key of the object at ``way`` (parts below the profile) stands there twice."""
    twice = "stands there twice"
    match way:
        case ("information_attributes",):
            return MalformedError(f"the attribute key '{key}' {twice}", field=ATTRIBUTES)
        case () | ("bio",) | ("information_attributes", _) | ("contexts", _):
            return _malformed((*way, key), twice)
        case ("information_attributes", _, *_):
            return _malformed(way[:3], f"a key inside it {twice}")
        case ("contexts", _, str(field)) if field.startswith(PREFIX):
            return _malformed(way, f"statement {at} {twice}")
        case ("contexts", _, _, *inner):
            named = f"'{key}'" if inner and inner[-1] in _TRIAL_PARTS else "a key inside it"
            return _malformed(way[:3], f"{named} {twice}")
        case _:
            return _malformed(way[:1], f"a key {twice}")


def set_of(key: str, value: Any) -> str | None:
    """The label set that a context's key holds, None where it holds none.

    A key with an unknown name is taken for a set of that name (annotators other than the three personas)
    where its value looks like one.
    """
    if not key.startswith(PREFIX):
        return None
    name = key.removeprefix(PREFIX)
    if name == COMBINED:
        return COMBINED
    persona = _PERSONA.fullmatch(name)
    if persona is not None:
        return persona["persona"].lower()
    alike = isinstance(value, Mapping) and value and all(_looks_like_shares(v) for v in value.values())
    return name if name and alike else None


def key_of(name: str, model: str | None = None) -> str:
    """The key of a label set: ours, or the public script's for a persona where a ``model`` is given."""
    if model is None or name not in set(Persona):
        return f"{PREFIX}{name}"
    return f"{PREFIX}{model}{_PUBLIC[Persona(name)]}"


def labels_of(value: Any) -> dict[str, LabelShare]:
    """Statement -> shares of one label set.

    Raises ``ValueError`` for what is not three numbers in [0, 1] that sum to about 1, saying which
    statement by its position from 0.
    """
    if not isinstance(value, Mapping):
        raise ValueError(f"{a_kind(value)} (expected an object of memory statements)")
    known: dict[tuple[float, ...], LabelShare] = {}  # few distinct shares serve very many statements
    found: dict[str, LabelShare] = {}
    for at, (statement, shares) in enumerate(value.items()):
        try:
            numbers = _numbers(shares)
        except ValueError as err:
            raise ValueError(f"statement {at}: {err}") from None
        found[statement] = known.setdefault(numbers, LabelShare(*numbers))
    return found


def mixed(sets: Mapping[str, Mapping[str, LabelShare]]) -> dict[str, LabelShare] | None:
    """The personas' sets weighted by Westin's priors (section 4.1.2); None where a persona is missing.

    A statement that one persona's set lacks counts as unlabeled there.
    """
    if not all(persona in sets for persona in Persona):
        return None
    unlabeled = LabelShare(0.0, 0.0, 1.0)
    statements = dict.fromkeys(statement for persona in Persona for statement in sets[persona])
    result = {}
    for statement in statements:
        shares = [(weight, sets[p].get(statement, unlabeled)) for p, weight in WESTIN_PRIORS.items()]
        result[statement] = LabelShare(
            *(sum(weight * getattr(share, name) for weight, share in shares) for name in SHARES)
        )
    return result


def shares_record(share: LabelShare) -> dict[str, float]:
    """The JSON object that `labels_of` reads back equal."""
    return {name: getattr(share, name) for name in SHARES}


def _numbers(shares: Any) -> tuple[float, ...]:
    if not isinstance(shares, Mapping):
        raise ValueError(f"{a_kind(shares)} (expected an object of shares)")
    numbers = []
    for name in SHARES:
        if name not in shares:
            raise ValueError(f"share '{name}': missing (expected a number from 0 to 1)")
        number = shares[name]
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise ValueError(f"share '{name}': {a_kind(number)} (expected a number from 0 to 1)")
        if not -_SLACK <= number <= 1 + _SLACK:  # false for NaN too
            raise ValueError(f"share '{name}': out of range (expected 0 to 1)")
        numbers.append(float(number))
    if abs(math.fsum(numbers) - 1) > SUM_TOLERANCE:
        raise ValueError(f"shares sum to {math.fsum(numbers):.3g} (expected 1)")
    return tuple(numbers)


def _looks_like_shares(value: Any) -> bool:
    return isinstance(value, Mapping) and set(SHARES) <= value.keys()
