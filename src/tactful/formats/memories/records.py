"""One profile of the public JSON, both ways: a JSON object to a `Profile`, a `Profile` to a JSON object.

One real record, much shortened::

    {"bio": {"name": "...", "sex": "F", "address": "...", "age": 44},
     "information_attributes": {"monthly_rent": {"value": 1450, "information_domain": "housing",
                                                 "event": "moving", "memory_statement": "The ..."}},
     "contexts": [{"recipient": "Landlord", "task": "Negotiate lease terms", "labels_combined": {...}}]}

Contexts without labels are contexts nobody has labelled. A key ``domains`` of a context (a list of strings)
and ``norm_table`` of a profile (where its labels come from) are ours. Keys unknown here are kept by the
writer where it is given the record that was read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from tactful.formats.memories._json import PathParts, a_kind, repeats_in
from tactful.formats.memories.labels import PREFIX, SHARES, key_of, labels_of, mixed, set_of, shares_record
from tactful.terms import COMBINED, Attribute, Context, LabelShare, Profile

ATTRIBUTES = "information_attributes"
NORM_TABLE = "norm_table"
GENERAL = "general"
_BIO_AND_LISTS = {"bio", ATTRIBUTES, "contexts"}


class MalformedError(ValueError):
    """What is wrong, where in the profile (words without private values), and the field."""

    def __init__(self, problem: str, *, where: str = "", field: str | None = None) -> None:
        self.where, self.field, self.problem = where, field, problem
        super().__init__(problem)


def profile_of(record: Any, id: str = "") -> Profile:
    """The profile of a JSON object, under the id given (or its name).

    Where a context has the sets of all three personas and no combined one, the combined one is their
    mixture. Raises ``MalformedError``.
    """
    if not isinstance(record, Mapping):
        raise MalformedError(f"{a_kind(record)} where a profile was expected")
    bio = _object(record, "bio")
    name = _text(bio, "name", where="bio")
    attributes = tuple(_attribute(key, value) for key, value in _object(record, ATTRIBUTES).items())
    if not attributes:
        raise MalformedError("no attributes", field=ATTRIBUTES)
    contexts = record.get("contexts", [])
    if not isinstance(contexts, list):
        raise MalformedError(f"{a_kind(contexts)} (expected a list)", field="contexts")
    table = record.get(NORM_TABLE, "")
    if not isinstance(table, str):
        raise MalformedError(f"{a_kind(table)} (expected a text)", field=NORM_TABLE)
    found = tuple(_context(at, value) for at, value in enumerate(contexts))
    return Profile(id or name, dict(bio), attributes, found, table)


def unique_ids(names: Iterable[str]) -> list[str]:
    """The names, with ``#2``, ``#3`` added where they repeat."""
    taken: set[str] = set()
    return [unique_id(name, taken) for name in names]


def unique_id(name: str, taken: set[str]) -> str:
    """The name, or the first of ``name#2``, ``name#3`` that is not taken; then it is."""
    id, number = name, 1
    while id in taken:
        number += 1
        id = f"{name}#{number}"
    taken.add(id)
    return id


def name_of(record: Any) -> str:
    """The biography's name, "" where there is none; for ids, before the profile is checked."""
    bio = record.get("bio") if isinstance(record, Mapping) else None
    name = bio.get("name") if isinstance(bio, Mapping) else None
    return name if isinstance(name, str) else ""


def refuse_repeats(document: Any) -> None:
    """``MalformedError`` for the first repeated key of a profile's record.

    The key is named where it is an attribute's or part of the format, never where it may be private.
    """
    for way, repeats in repeats_in(document):
        at, key = repeats.repeated[0]
        raise _repeated(way, at, key)


def record_of(
    profile: Profile, like: Mapping[str, Any] | None = None, *, model: str | None = None, respell: bool = True
) -> dict[str, Any]:
    """The JSON object of a profile; keys of ``like`` that this module does not know are kept.

    Label sets are spelled as in `key_of`, or as in ``like`` where it has them and ``respell`` is off.
    """
    like = {} if like is None else like
    out: dict[str, Any] = dict.fromkeys(like)
    out["bio"] = dict(profile.bio)
    old = like.get(ATTRIBUTES, {})
    out[ATTRIBUTES] = {a.key: _attribute_record(a, old.get(a.key, {})) for a in profile.attributes}
    contexts: dict[tuple[Any, Any], list[Mapping[str, Any]]] = defaultdict(list)
    for context in like.get("contexts", []):
        contexts[context.get("recipient"), context.get("task")].append(context)
    records = []
    for context in profile.contexts:
        same = contexts[context.recipient, context.task]
        records.append(_context_record(context, same.pop(0) if same else {}, model, respell))
    if records or "contexts" in like or not like:
        out["contexts"] = records
    out.update({key: value for key, value in like.items() if key not in _BIO_AND_LISTS})
    if profile.norm_table:
        out[NORM_TABLE] = profile.norm_table
    return out


def _attribute(key: str, value: Any) -> Attribute:
    where = f"attribute '{key}'"
    if not isinstance(value, Mapping):
        raise MalformedError(f"{a_kind(value)} (expected an object)", where=where)
    if "value" not in value:
        raise MalformedError("missing (expected any JSON value)", where=where, field="value")
    statement = _text(value, "memory_statement", where=where)
    domain, event = (_text(value, f, where=where, missing=GENERAL) for f in ("information_domain", "event"))
    return Attribute(key, value["value"], statement, domain, event)


def _context(at: int, value: Any) -> Context:
    where = f"context {at}"
    if not isinstance(value, Mapping):
        raise MalformedError(f"{a_kind(value)} (expected an object)", where=where)
    recipient, task = (_text(value, name, where=where) for name in ("recipient", "task"))
    domains = value.get("domains", [])
    if not isinstance(domains, list) or not all(isinstance(domain, str) for domain in domains):
        raise MalformedError("not a list of strings", where=where, field="domains")
    labels: dict[str, Mapping[str, LabelShare]] = {}
    spelled: dict[str, str] = {}
    for key, entries in value.items():
        name = set_of(key, entries)
        if name is None:
            continue
        if name in labels:
            raise MalformedError(f"the same labels as '{spelled[name]}'", where=where, field=key)
        try:
            labels[name], spelled[name] = labels_of(entries), key
        except ValueError as err:
            raise MalformedError(str(err), where=where, field=key) from None
    if COMBINED not in labels and (combined := mixed(labels)) is not None:
        labels[COMBINED] = combined
    return Context(recipient, task, tuple(domains), labels)


def _attribute_record(attribute: Attribute, like: Any) -> dict[str, Any]:
    fields = {
        "value": attribute.value,
        "information_domain": attribute.domain,
        "event": attribute.event,
        "memory_statement": attribute.statement,
    }
    if not isinstance(like, Mapping) or not like:
        return fields
    out = dict(like)
    for name, value in fields.items():
        if not (value == GENERAL and out.get(name) is None and name in ("information_domain", "event")):
            out[name] = value
    return out


def _context_record(
    context: Context, like: Mapping[str, Any], model: str | None, respell: bool
) -> dict[str, Any]:
    out: dict[str, Any] = {}
    left = dict(context.labels)
    for key, value in like.items():
        name = set_of(key, value)
        if name is None:
            out[key] = value
        elif name in left:
            out[key_of(name, model) if respell else key] = _set_record(left.pop(name), value)
    out.update(recipient=context.recipient, task=context.task)
    if context.domains or "domains" in like:
        out["domains"] = list(context.domains)
    for name, shares in left.items():
        out[key_of(name, model)] = _set_record(shares, {})
    return out


def _set_record(labels: Mapping[str, LabelShare], like: Mapping[str, Any]) -> dict[str, Any]:
    """The set's JSON; entries that say the same keep the way they were written."""
    out = {}
    for statement, share in labels.items():
        old = like.get(statement)
        same = old is not None and all(old[name] == getattr(share, name) for name in SHARES)
        out[statement] = old if same else shares_record(share)
    return out


def _object(record: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = record.get(name)
    if not isinstance(value, Mapping):
        found = "missing" if name not in record else a_kind(value)
        raise MalformedError(f"{found} (expected an object)", field=name)
    return value


def _text(record: Mapping[str, Any], name: str, *, where: str, missing: str | None = None) -> str:
    value = record.get(name)
    if value is None and missing is not None:
        return missing
    if isinstance(value, str) and (value.strip() or missing is not None):
        return value
    found = "missing" if name not in record else "empty" if isinstance(value, str) else a_kind(value)
    raise MalformedError(f"{found} (expected a text)", where=where, field=name)


def _repeated(way: PathParts, at: int, key: str) -> MalformedError:
    """Which key of the object at ``way`` (parts below the profile) stands there twice."""
    twice = "stands there twice"
    match way:
        case () | ("bio",):
            return MalformedError(twice, where="".join(map(str, way)), field=key)
        case ("information_attributes",):
            return MalformedError(f"the attribute key '{key}' {twice}", field=ATTRIBUTES)
        case ("information_attributes", str(attribute)):
            return MalformedError(twice, where=f"attribute '{attribute}'", field=key)
        case ("information_attributes", str(attribute), str(field), *_):
            return MalformedError(f"a key inside it {twice}", where=f"attribute '{attribute}'", field=field)
        case ("contexts", int(number)):
            return MalformedError(twice, where=f"context {number}", field=key)
        case ("contexts", int(number), str(field)) if field.startswith(PREFIX):
            return MalformedError(f"statement {at} {twice}", where=f"context {number}", field=field)
        case ("contexts", int(number), str(field), *rest):
            named = f"'{key}'" if rest and rest[-1] in _TRIAL_PARTS else "a key inside it"
            return MalformedError(f"{named} {twice}", where=f"context {number}", field=field)
        case _:
            return MalformedError(f"a key {twice}", where="", field=str(way[0]))


# Objects of a trial whose keys are the format's or attributes'.
_TRIAL_PARTS = {"model_solution", "revealed_attributes", "revealed_attributes_explanation"}
