"""Blocks of a report: tables declared as columns, figures, sections, tiles; all of it plain JSON.

A table is declared once: a `Column` says its key, label and kind, and how its cell is read from an item, so
that a table is its columns and the items of its rows. Numbers are JSON-able, and unknown is None.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Generic, TypeVar

import yaml

from tactful.score import Estimate

T = TypeVar("T")
Block = dict[str, Any]
"""A part of the document, as `tactful.bench.report.documents` describes it."""


@dataclass(frozen=True)
class Column(Generic[T]):
    """A column of a table, and how its cell is read from the item of a row.

    ``cell`` gives the finished cell; by default it is the item's value of the name ``key``, made a cell of
    the ``kind``. ``sub`` is the key and the reader of a text that stands below the cell in small.
    """

    key: str
    label: str
    kind: str = "text"
    cell: Callable[[T], Any] | None = None
    help: str = ""
    tone: str = ""
    sub: tuple[str, Callable[[T], Any]] | None = None

    def head(self) -> dict[str, str]:
        """The column in the document."""
        optional = {"help": self.help, "tone": self.tone, "sub": self.sub[0] if self.sub else ""}
        found = {"key": self.key, "label": self.label, "kind": self.kind}
        return found | {name: value for name, value in optional.items() if value}

    def cells(self, item: T) -> dict[str, Any]:
        """The cell of an item by its key, and the text below it."""
        value = self.cell(item) if self.cell else cell_of(_value(item, self.key), self.kind)
        return {self.key: value, **({self.sub[0]: self.sub[1](item)} if self.sub else {})}


def _value(item: Any, key: str) -> Any:
    return item.get(key) if hasattr(item, "get") else getattr(item, key)


def table(
    key: str,
    title: str,
    columns: Sequence[Column[T]],
    items: Iterable[T],
    caption: str = "",
    *,
    others: Iterable[Block] = (),
    **more: Any,
) -> Block:
    """A table with a row for each item, and `row`s that were not measured (``others``) after them.

    ``empty`` is said where there is no row, ``fold`` hides it behind a click, ``apart`` has the words over
    the rows of a kind.
    """
    rows = [
        row(**{name: cell for column in columns for name, cell in column.cells(item).items()})
        for item in items
    ]
    return {
        "type": "table", "id": key, "title": title, "caption": caption,
        "columns": [column.head() for column in columns], "rows": [*rows, *others], **more,
    }  # fmt: skip


def row(kind: str = "", /, **cells: Any) -> Block:
    """A row; ``kind`` is "theory" or "reference" where it was not measured here."""
    return {"cells": cells, **({"kind": kind} if kind else {})}


def figure(key: str, kind: str, title: str, caption: str, **parts: Any) -> Block:
    """A figure of one of the kinds of `tactful.bench.report.charts`."""
    return {"type": "figure", "id": key, "kind": kind, "title": title, "caption": caption, **parts}


def section(key: str, title: str, blocks: Sequence[Block | None], *text: str) -> Block:
    """A section of the page; blocks that are None are left out."""
    shown = [block for block in blocks if block is not None]
    return {"id": key, "title": title, "text": list(text), "blocks": shown}


def tile(label: str, value: str, note: str, *, bad: bool = False) -> dict[str, str]:
    """A figure at the head of the page."""
    return {"label": label, "value": value, "note": note, **({"tone": "bad"} if bad else {})}


def cell_of(value: Any, kind: str) -> Any:
    """A value as the cell of a column of the kind; None where there is none."""
    if value is None:
        return None
    if isinstance(value, Estimate):
        return estimate_cell(value)
    return rate(value) if kind == "rate" else score(value) if kind == "score" else value


def number(value: float | None) -> float | None:
    """JSON has no nan."""
    return None if value is None or not math.isfinite(value) else float(value)


def estimate_cell(estimate: Estimate) -> dict[str, float | None] | None:
    """An estimate with its interval; None where there is no value."""
    if estimate.value is None:
        return None
    return {"value": estimate.value, "low": number(estimate.low), "high": number(estimate.high)}


def exact(value: float | None) -> dict[str, float | None] | None:
    """A figure without an interval."""
    return None if value is None else {"value": value, "low": None, "high": None}


def rate(found: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A rate of a summary, with what it counts; None where nothing could be counted."""
    return _scored(found, hits=None, n=None)


def score(found: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A mean of a summary, with what has no score; None where nothing was scored."""
    return _scored(found, n=None, unscored=0)


def _scored(found: Mapping[str, Any] | None, **counts: int | None) -> dict[str, Any] | None:
    if found is None or found.get("value") is None:
        return None
    ends = {end: number(found.get(end)) for end in ("low", "high")}
    counted_ones = {name: found.get(name, default) for name, default in counts.items()}
    return {"value": float(found["value"]), **counted_ones, **ends}


def printed(value: float, of: float = 100.0) -> dict[str, Any]:
    """A figure of a paper: no n of its own and no interval."""
    return {"value": round(value / of, 6), "n": None, "low": None, "high": None}


def bounds(low: float | None, high: float | None) -> dict[str, float] | None:
    """The two ends, in order."""
    return None if low is None or high is None else {"low": min(low, high), "high": max(low, high)}


def counted(number_of: int, one: str, many: str | None = None) -> str:
    """``1 run``, ``2 runs``."""
    return f"{number_of:,} {one if number_of == 1 else many or one + 's'}"


@functools.cache
def published(benchmark: str) -> Mapping[str, Any]:
    """What the benchmark's paper reports, for scale: the tables of its ``paper.yaml``, as printed."""
    text = (files(f"tactful.bench.{benchmark}") / "paper.yaml").read_text("utf-8")
    tables: dict[str, Any] = yaml.safe_load(text)
    return tables
