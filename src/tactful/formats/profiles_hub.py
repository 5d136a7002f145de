"""The dataset on the Hugging Face hub, read into profiles.

One real row's columns (split ``test``, one row for every attribute in every context)::

    name, attribute, memory_statement, prompt, adv_reveal_prompt,
    label (1.0 necessary, 0.0 private, anything else open)

Recipient and task are read from the prompt's last line, since no column has them. The rows have no values,
domains, events or biography: a value is the statement, the rest is "general" or the name alone. A dataset
of whole profiles (columns ``bio``, ``information_attributes``, ``contexts``, as objects or JSON texts) is
read as well.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Annotated, Any

from pydantic import BeforeValidator, InstanceOf, ValidationError

from tactful.errors import InputError, RecordError
from tactful.formats.profile_record import ATTRIBUTES, Filled, ProfileRow, set_of
from tactful.formats.records import a_kind, parse_repeats, repeats_in
from tactful.formats.schema import Record, first_problem
from tactful.runs import require
from tactful.terms import COMBINED, Attribute, Context, LabelShare, Profile

NESTED = ("bio", ATTRIBUTES, "contexts")
_TASK = re.compile(r"message to (?P<recipient>[^\n]+?) to achieve the following purpose: (?P<task>[^\n]+)")
_NECESSARY, _PRIVATE, _OPEN = LabelShare(0, 1, 0), LabelShare(1, 0, 0), LabelShare(0, 0, 1)


def _share(label: Any) -> LabelShare:
    """1 is necessary, 0 private; null, NaN and anything between is open."""
    if label is None or (isinstance(label, float) and math.isnan(label)):
        return _OPEN
    if not isinstance(label, int | float) or not 0 <= label <= 1:
        raise ValueError(f"{a_kind(label)} (expected a number from 0 to 1, or null)")
    return _NECESSARY if label == 1 else _PRIVATE if label == 0 else _OPEN


class _PairRow(Record):
    """One attribute in one context."""

    name: Filled
    attribute: Filled
    memory_statement: Filled
    prompt: Filled
    label: Annotated[InstanceOf[LabelShare], BeforeValidator(_share)]


def load_hub(name: str, revision: str | None = None) -> tuple[Profile, ...]:
    """The profiles of a dataset on the hub, by `datasets` (an extra), from the network or its own cache.

    They are in its only split, or in ``test``. Raises ``InputError`` where it cannot be loaded,
    ``RecordError`` where its rows have another form, or where the labels look turned round.
    """
    datasets = require("datasets", extra="hub", purpose="reading a dataset from the hub")
    try:
        loaded = datasets.load_dataset(name, revision=revision)
    except Exception as err:  # the package raises types of many others
        problem = f"cannot be loaded from the hub ({type(err).__name__})"
        raise InputError(problem, file=name, expected="a dataset's name") from None
    splits = list(loaded)
    chosen = splits[0] if len(splits) == 1 else "test"
    if chosen not in splits:
        raise InputError("no split 'test'", file=name, expected="one split, or one of that name")
    return profiles_of_rows(loaded[chosen], name)


def profiles_of_rows(rows: Iterable[Mapping[str, Any]], name: str) -> tuple[Profile, ...]:
    """The profiles of a dataset's rows, in either form; ``RecordError`` naming the dataset and the row."""
    # One row at a time: every row of pairs repeats its context's whole prompt.
    stream = iter(rows)
    first = next(stream, None)
    if first is None:
        raise RecordError("no rows", file=name)
    if _PairRow.model_fields.keys() <= first.keys():
        return _of_pairs(chain((first,), stream), name)
    if set(NESTED) <= first.keys():
        return _of_profiles(chain((first,), stream), name)
    expected = f"{', '.join(_PairRow.model_fields)}; or {', '.join(NESTED)}"
    raise RecordError("unknown columns", file=name, expected=expected)


def _of_pairs(rows: Iterable[Mapping[str, Any]], name: str) -> tuple[Profile, ...]:
    attributes: dict[str, dict[str, Attribute]] = {}
    contexts: dict[str, dict[str, dict[str, LabelShare]]] = {}
    for at, value in enumerate(rows):
        try:
            row = _PairRow.model_validate(value)
        except ValidationError as err:
            (column, *_), problem = first_problem(err)
            raise RecordError(f"row {at}: {problem}", file=name, field=str(column)) from None
        key, statement = row.attribute, row.memory_statement
        known = attributes.setdefault(row.name, {}).setdefault(key, Attribute(key, statement, statement))
        if known.statement != statement:
            raise RecordError(f"row {at}: attribute '{key}' has another statement than before", file=name)
        labels = contexts.setdefault(row.name, {}).setdefault(row.prompt, {})
        if labels.setdefault(statement, row.label) != row.label:
            raise RecordError(f"row {at}: its statement has another label before", file=name, field="label")
    profiles = tuple(
        Profile(
            person,
            {"name": person},
            tuple(known.values()),
            tuple(
                _context(prompt, labels, f"profile {at}, context {number}", name)
                for number, (prompt, labels) in enumerate(contexts[person].items())
            ),
        )
        for at, (person, known) in enumerate(attributes.items())
    )
    _refuse_turned(profiles, name)
    return profiles


def _context(prompt: str, labels: dict[str, LabelShare], where: str, name: str) -> Context:
    purposes = list(_TASK.finditer(prompt))
    if not purposes:
        expected = "'... message to RECIPIENT to achieve the following purpose: TASK.'"
        problem = f"{where}: names no recipient and task"
        raise RecordError(problem, file=name, field="prompt", expected=expected)
    recipient, task = purposes[-1]["recipient"].strip(), purposes[-1]["task"].strip()
    return Context(recipient, task.removesuffix("."), (), {COMBINED: labels})


def _refuse_turned(profiles: Iterable[Profile], name: str) -> None:
    """Far more is private than necessary (Table 2: 84 to 7 a context); the opposite is a wrong reading."""
    shares = [s for p in profiles for c in p.contexts for s in c.labels[COMBINED].values()]
    if shares.count(_NECESSARY) > shares.count(_PRIVATE):
        problem = "more pairs are necessary than private: the labels look turned round"
        raise RecordError(problem, file=name, field="label", expected="1 for necessary, 0 for private")


def _of_profiles(rows: Iterable[Mapping[str, Any]], name: str) -> tuple[Profile, ...]:
    profiles: list[Profile] = []
    taken: set[str] = set()
    for at, row in enumerate(rows):
        try:
            record = {column: _unpacked(row[column]) for column in NESTED}
        except ValueError as err:
            raise RecordError(f"profile {at}: {err}", file=name) from None
        repeats = any(True for _ in repeats_in(record))
        checked = ProfileRow(None, record if repeats else _pruned(record), repeats)
        profiles.append(checked.profile(name, at, taken))
    return tuple(profiles)


def _unpacked(value: Any) -> Any:
    return parse_repeats(value)[0] if isinstance(value, str) else value


def _pruned(record: dict[str, Any]) -> dict[str, Any]:
    """Tables of objects give every row the keys of all rows, null where a row has none: those go."""
    attributes, contexts = record[ATTRIBUTES], record["contexts"]
    if isinstance(attributes, Mapping):
        record = {**record, ATTRIBUTES: {k: v for k, v in attributes.items() if v is not None}}
    if isinstance(contexts, list):
        record = {**record, "contexts": [_without_nulls(context) for context in contexts]}
    return record


def _without_nulls(context: Any) -> Any:
    if not isinstance(context, Mapping):
        return context
    out = {}
    for key, value in context.items():
        if isinstance(value, Mapping) and key.startswith("labels_"):
            value = {statement: shares for statement, shares in value.items() if shares is not None}
        if value is not None and (value or set_of(key, value) is None):
            out[key] = value
    return out
