"""Small labelled profiles, plainly made up, of any number of attributes and contexts."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

DOMAINS = ("finance", "housing", "health")
RECIPIENTS = ("Landlord", "Bank Clerk", "Dentist", "Librarian", "Coach", "Notary")


def record(number: int, attributes: int, contexts: int) -> dict[str, Any]:
    """One profile as the public files have it, with combined labels."""
    rng = random.Random(number)
    held = {
        f"locker_{number}_{at:02d}": f"{rng.choice('BCDF')}{number}{at:02d}7-{at * 7919 % 9973:04d}"
        for at in range(attributes)
    }
    stated = {key: f"The user's {key.replace('_', ' ')} opens with {value}." for key, value in held.items()}
    return {
        "bio": {"name": f"Sample Person {number}", "sex": "F", "address": "1 Sample Street", "age": 40},
        "information_attributes": {
            key: {
                "value": value,
                "information_domain": DOMAINS[at % len(DOMAINS)],
                "event": f"event {at % 2}",
                "memory_statement": stated[key],
            }
            for at, (key, value) in enumerate(held.items())
        },
        "contexts": [
            {
                "recipient": RECIPIENTS[at % len(RECIPIENTS)],
                "task": f"Ask about matter {at}",
                # The first is always necessary and the second private, so that no context is discarded.
                "labels_combined": {
                    text: _label((0.0, 0.5)[which] if which < 2 else rng.random())
                    for which, text in enumerate(stated.values())
                },
            }
            for at in range(contexts)
        ],
    }


def _label(draw: float) -> dict[str, float]:
    if draw < 0.25:
        return {"private": 0.0, "necessary": 1.0, "unlabeled": 0.0}
    if draw < 0.75:
        return {"private": 1.0, "necessary": 0.0, "unlabeled": 0.0}
    return {"private": 0.5, "necessary": 0.0, "unlabeled": 0.5}


def write_profiles(path: Path, profiles: int = 2, attributes: int = 12, contexts: int = 4) -> Path:
    """A file of such profiles."""
    path.write_text(json.dumps([record(n, attributes, contexts) for n in range(profiles)]), encoding="utf-8")
    return path
