"""A document with one block of every kind, small enough to check by eye."""

from __future__ import annotations

from typing import Any

TABLE: dict[str, Any] = {
    "type": "table",
    "id": "table-1",
    "title": "Runs",
    "caption": "",
    "columns": [
        {"key": "run", "label": "Run", "kind": "text"},
        {"key": "violation", "label": "Violation", "kind": "estimate", "tone": "violation"},
        {"key": "n", "label": "n", "kind": "count"},
        {"key": "range", "label": "Bounds", "kind": "bounds"},
        {"key": "cost", "label": "Cost", "kind": "money"},
    ],
    "rows": [
        {
            "cells": {
                "run": "b",
                "violation": {"value": 0.251, "low": 0.2, "high": 0.3},
                "n": 5,
                "range": {"low": 0.2, "high": 0.4},
                "cost": 1234.5,
            }
        },
        {
            "cells": {
                "run": "a",
                "violation": {"value": 0.5, "low": None, "high": None},
                "n": 12,
                "cost": None,
            }
        },
        {"cells": {"run": "none", "violation": None, "n": None}},
        {
            "cells": {"run": "nothing", "violation": {"value": 0.0, "low": None, "high": None}},
            "kind": "theory",
        },
    ],
}
LINES: dict[str, Any] = {
    "type": "figure", "id": "figure-2", "kind": "lines", "title": "Lines", "caption": "",
    "panels": [
        {"title": "one", "x_label": "Tasks", "series": [
            {"name": "1 sample", "tone": "violation", "weight": 0.4, "x": [1, 2, 3], "y": [0.1, None, 0.3]},
            {"name": "2 samples", "tone": "violation", "dashed": True, "x": [1, 2, 3], "y": [0.2, 0.25, 0.3],
             "low": [0.1, 0.2, None], "high": [0.3, 0.3, None]},
        ]},
    ],
}  # fmt: skip
HEAT: dict[str, Any] = {
    "type": "figure", "id": "figure-3", "kind": "heat", "title": "Heat", "caption": "",
    "groups": [
        {"name": name, "rows": [{"label": "Landlord", "note": "lease"}], "columns": ["health", "legal"],
         "panels": [
             {"title": "Violation", "tone": "violation", "values": [[0.0, 0.75]], "counts": [[4, 4]],
              "unit": "x"},
             {"title": "Completeness", "tone": "completeness", "values": [[None, 1.0]], "counts": [[0, 2]],
              "unit": "y"},
         ]}
        for name in ("first run", "second run")
    ],
}  # fmt: skip


def point(name: str, x: float, y: float, kind: str = "run") -> dict[str, Any]:
    return {
        "name": name, "kind": kind, "group": 0,
        "violation": {"value": x, "low": x / 2, "high": min(1.0, x * 2)},
        "completeness": {"value": y, "low": None, "high": None},
    }  # fmt: skip


SCATTER: dict[str, Any] = {
    "type": "figure", "id": "tradeoff", "kind": "scatter", "title": "Scatter", "caption": "",
    "points": [point("plain", 0.9, 0.8), point("gated", 0.1, 0.6), point("nothing", 0, 0, "theory"),
               point("theirs", 0.3, 0.5, "reference")],
    "arrows": [[0, 1]],
}  # fmt: skip
LEAK: dict[str, Any] = {
    "profile": "Ada Sample", "attribute": "rent", "domain": "housing", "recipient": "Baker", "task": "order",
    "epochs_revealed": 2, "epochs_scored": 5, "contexts_leaked": 1, "contexts_private": 3,
    "statement": "The rent is 1450.", "sentence": {"text": "I pay 1450 a month.", "marks": [[6, 10]]},
}  # fmt: skip
LEAKS: dict[str, Any] = {
    "type": "leaks", "id": "worst-leaks", "title": "Leaks", "caption": "",
    "groups": [{"name": "plain", "empty": "Nothing.", "leaks": [LEAK, {**LEAK, "sentence": None}]}],
    "table": {"type": "table", "id": "worst-leaks", "title": "", "caption": "",
              "columns": [{"key": "attribute", "label": "Attribute", "kind": "code"},
                          {"key": "sentence", "label": "Sentence", "kind": "marked"}],
              "rows": [{"cells": LEAK}]},
}  # fmt: skip


def document(*more: dict[str, Any], **other: Any) -> dict[str, Any]:
    """All blocks above and ``more`` in one section."""
    return {
        "format": "tactful.memories-report", "version": 1, "title": "A report", "subtitle": "of two runs",
        "notes": ["Two profiles only."], "tiles": [{"label": "Runs", "value": "2", "note": "of one model"}],
        "manifest": {"seed": 0},
        "sections": [{"id": "all", "title": "Everything", "text": ["An introduction."],
                      "blocks": [TABLE, LINES, HEAT, SCATTER, LEAKS, *more]}],
        **other,
    }  # fmt: skip
