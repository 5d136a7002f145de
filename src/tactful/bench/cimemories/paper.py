"""What the paper reports, for scale beside our own figures: Tables 1, 2 and 5 to 7, in ``paper.yaml``."""

from __future__ import annotations

import functools
from importlib.resources import files
from typing import Any

import yaml


@functools.cache
def _published() -> dict[str, Any]:
    text = (files("tactful.bench.cimemories") / "paper.yaml").read_text("utf-8")
    tables: dict[str, Any] = yaml.safe_load(text)
    return tables


def table_1() -> dict[str, tuple[float, float]]:
    """Model -> violation@5 and completeness, in percent."""
    return {model: (row[0], row[1]) for model, row in _published()["table_1"].items()}


def table_2() -> dict[str, tuple[float, float | None]]:
    """Name -> mean and standard deviation."""
    return {name: (row[0], row[1]) for name, row in _published()["table_2"].items()}


def persona_tables() -> dict[str, tuple[int, dict[str, tuple[float, float]]]]:
    """Label set -> the number of the paper's table, and model -> violation@n and completeness."""
    return {
        name: (persona["table"], {model: (row[0], row[1]) for model, row in persona["models"].items()})
        for name, persona in _published()["personas"].items()
    }
