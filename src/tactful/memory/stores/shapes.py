"""Shapes of records: which field says it, which only address it, and what is dropped.

Three kinds of fields: the **text**, which the gate judges; the **address** (ids, dates, scores), which stays;
and what **follows** from the text (hashes, categories), which stays only where the memory passes whole. Any
other field was not judged and never leaves, unless the caller vouches for it by name.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Fields:
    """Records that are dicts or pydantic models with known fields.

    ``text``: the fields that say it, judged together; a coarser sentence stands in the first of them.
    """

    text: tuple[str, ...]
    address: frozenset[str]
    follows: frozenset[str] = frozenset()

    def vouched(self, names: Collection[str]) -> Fields:
        """The same, with fields that the caller says may leave with a memory that passes whole."""
        return replace(self, follows=self.follows | frozenset(names))

    def read(self, record: Any) -> str:
        """The texts of the record, one a line. ``KeyError`` or ``TypeError`` for another shape."""
        fields = fields_of(record)
        texts = [fields[name] for name in self.text if fields.get(name) is not None]
        if not texts or not all(isinstance(text, str) for text in texts):
            raise TypeError("no text")
        return "\n".join(texts)

    def write(self, record: Any, coarser: str | None) -> Any:
        """The record with its text and address, or with ``coarser`` in the text's place."""
        fields = fields_of(record)
        kept = self.address | ((self.follows | frozenset(self.text)) if coarser is None else frozenset())
        out = {name: value for name, value in fields.items() if name in kept}
        if coarser is not None:
            out[self.text[0]] = coarser
        return with_fields(record, out)


def fields_of(record: Any) -> dict[str, Any]:
    """The fields of a dict or a pydantic model. ``TypeError`` for anything else."""
    if isinstance(record, Mapping):
        return dict(record)
    names = getattr(type(record), "model_fields", None)
    if not isinstance(names, Mapping):
        raise TypeError("not a record")
    return {name: getattr(record, name) for name in names} | (record.model_extra or {})


def with_fields(record: Any, fields: Mapping[str, Any]) -> Any:
    """A record of the same kind with these fields; a dict's others are gone, a model's are None."""
    if isinstance(record, Mapping):
        return dict(fields)
    own = type(record).model_fields
    copy = record.model_copy(update={name: fields.get(name) for name in own})
    object.__setattr__(copy, "__pydantic_extra__", {k: v for k, v in fields.items() if k not in own})
    return copy


def leaves(value: Any, path: Path = ()) -> dict[Path, str]:
    """Every text and number in a JSON value, by its path. ``TypeError`` for what JSON does not hold."""
    if value is None:
        return {}
    if isinstance(value, str | int | float):
        return {path: str(value)} if str(value).strip() else {}
    if isinstance(value, Mapping):
        if not all(isinstance(name, str) for name in value):
            raise TypeError("not a JSON value")
        items: Any = value.items()
    elif isinstance(value, list | tuple):
        items = enumerate(value)
    else:
        raise TypeError("not a JSON value")
    return {where: text for name, inner in items for where, text in leaves(inner, (*path, name)).items()}


def said(value: Any) -> str:
    """All that a JSON value says: its only text, or its texts, one a line, each behind its name."""
    found = leaves(value)
    if len(found) == 1:
        return next(iter(found.values()))
    return "\n".join(f"{_named(path)}{text}" for path, text in found.items())


def saying(value: Any, text: str) -> Any:
    """A value of the same form that says only ``text``, where ``value`` has its first text."""
    path = next((where for where, leaf in leaves(value).items() if leaf), ())
    out: Any = text
    for step in reversed(path):
        out = [out] if isinstance(step, int) else {step: out}
    return out


def _named(path: Path) -> str:
    names = [step for step in path if isinstance(step, str)]
    return f"{names[-1].replace('_', ' ')}: " if names else ""
