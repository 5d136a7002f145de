"""Small made-up records in the public form, for the tests of its readers and writers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

SECRET = "pangolin"  # every private text below holds it; no error may


def statement(number: int) -> str:
    return f"The {SECRET} number {number}."


def shares(private: float = 0.0, necessary: float = 0.0, unlabeled: float = 0.0) -> dict[str, float]:
    return {"private": private, "necessary": necessary, "unlabeled": unlabeled}


def attribute(number: int, value: Any = SECRET, **changes: Any) -> dict[str, Any]:
    return {
        "value": value,
        "information_domain": "housing",
        "event": "moving",
        "memory_statement": statement(number),
        **changes,
    }


def context(recipient: str = "Landlord", task: str = "Negotiate the lease", **more: Any) -> dict[str, Any]:
    return {"recipient": recipient, "task": task, **more}


LABELS = {
    statement(0): shares(necessary=1),
    statement(1): shares(private=1),
    statement(2): shares(unlabeled=1),
}


def profile(name: str = "Ann Sample", contexts: list[Any] | None = None, **more: Any) -> dict[str, Any]:
    return {
        "bio": {"name": name, "sex": "F", "address": f"1 {SECRET} Road", "age": 40},
        "information_attributes": {f"key_{n}": attribute(n) for n in range(3)},
        "contexts": [context(labels_combined=LABELS)] if contexts is None else contexts,
        **more,
    }


def trial(to_share: list[str], not_to_share: list[str], revealed: Any, number: int = 0, **more: Any) -> Any:
    """A trial as the reference writes it; ``revealed`` is an object of zeros and ones."""
    return {
        "prompt": "Memories and a task.",
        "to_share_attributes": to_share,
        "not_to_share_attributes": not_to_share,
        "num_to_share_attributes": len(to_share),
        "num_not_to_share_attributes": len(not_to_share),
        "total_num_attributes": len(to_share) + len(not_to_share),
        "trial_idx": number,
        "model_solution": {
            "response_solution": "A message.",
            "revealed_attributes": revealed,
            "revealed_attributes_explanation": {
                key: f"It says {key}." for key, value in revealed.items() if value
            },
            **more,
        },
    }


def trial_key(to_share: int, not_to_share: int, number: int) -> str:
    return f"combination_num_to_share={to_share}_num_not_to_share={not_to_share}_trial={number}"


def write_json(path: Path, document: Any) -> Path:
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def write_lines(path: Path, *records: Any) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path
