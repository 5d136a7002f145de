"""Cells, columns and rows of the report's tables; every number is JSON-able, and unknown is None."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from tactful.score import Estimate


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


def bounds(low: float | None, high: float | None) -> dict[str, float] | None:
    """The two ends, in order."""
    return None if low is None or high is None else {"low": min(low, high), "high": max(low, high)}


def column(key: str, label: str, kind: str = "text", **more: str) -> dict[str, str]:
    """A column; optional are ``help``, ``tone``, and ``sub``, the cell that stands below in small."""
    return {"key": key, "label": label, "kind": kind, **more}


def row(kind: str = "", /, **cells: Any) -> dict[str, Any]:
    """A row; ``kind`` is "theory" or "reference" where it was not measured here."""
    return {"cells": cells, **({"kind": kind} if kind else {})}


def table(
    key: str,
    title: str,
    columns: Sequence[Mapping[str, str]],
    rows: Sequence[Mapping[str, Any]],
    caption: str = "",
    **more: Any,
) -> dict[str, Any]:
    """A block of the report; ``empty`` is said where there is no row, ``fold`` hides it behind a click."""
    return {
        "type": "table", "id": key, "title": title, "caption": caption, "columns": list(columns),
        "rows": list(rows), **more,
    }  # fmt: skip


def figure(key: str, kind: str, title: str, caption: str, **parts: Any) -> dict[str, Any]:
    """A block of the report: lines, a heat map, or a scatter."""
    return {"type": "figure", "id": key, "kind": kind, "title": title, "caption": caption, **parts}


def section(key: str, title: str, blocks: Sequence[Mapping[str, Any]], *text: str) -> dict[str, Any]:
    """A section of the page."""
    return {"id": key, "title": title, "text": list(text), "blocks": list(blocks)}


def counted(number_of: int, one: str, many: str | None = None) -> str:
    """``1 run``, ``2 runs``."""
    return f"{number_of:,} {one if number_of == 1 else many or one + 's'}"
