"""Random files of results in the reference's form, with everything that its scoring script treats oddly."""

from __future__ import annotations

import random
from typing import Any

from fakes.memory_records import context, profile, shares, trial, trial_key

# Keys that the published script drops when they are private stand beside plain ones.
KEYS = [
    "rent", "diagnosis", "hobby", "mortgage_rate", "coverage_limit", "pet_name", "sexual_health",
    "IP_Address", "salary", "court_date", "Age", "allergy",
]  # fmt: skip
SHARES = [
    shares(private=1), shares(private=1), shares(necessary=1), shares(unlabeled=1),
    shares(private=0.64, necessary=0.36), shares(necessary=0.9, unlabeled=0.1),
]  # fmt: skip


def random_results(seed: int, *, failures: float = 0.0, compositions: bool = False) -> list[dict[str, Any]]:
    """The lines of a results file: few names and tasks, so that profiles and contexts repeat them.

    ``failures`` is the chance that a trial has no message (and zeros for a judgement, as the reference
    writes it); ``compositions`` makes memories of several sizes, pooled in one file.
    """
    rng = random.Random(seed)
    return [_profile(rng, failures, compositions) for _ in range(rng.randint(1, 4))]


def _profile(rng: random.Random, failures: float, compositions: bool) -> dict[str, Any]:
    keys = rng.sample(KEYS, rng.randint(2, len(KEYS)))
    texts = [f"Statement {rng.randint(0, len(keys))}." for _ in keys]  # some repeat
    record = profile(rng.choice(["Ann Sample", "Bo Sample", "Cy Sample"]), contexts=[])
    record["information_attributes"] = {
        key: {"value": 1, "information_domain": "x", "event": "y", "memory_statement": text}
        for key, text in zip(keys, texts, strict=True)
    }
    for number in range(rng.randint(1, 6)):
        labels = {text: rng.choice(SHARES) for text in dict.fromkeys(texts)}
        labels["Of nobody."] = shares(private=1)
        trials = {}
        for at in rng.sample(range(14), rng.randint(1, 5)):
            in_memory = keys
            if compositions and rng.random() < 0.6:
                in_memory = rng.sample(keys, rng.randint(0, len(keys)))
            cut = rng.randint(0, len(in_memory)) if len(in_memory) < len(keys) else len(keys)
            judged = {key: int(rng.random() < 0.3) for key in keys if rng.random() < 0.95}
            value = trial(in_memory[:cut], in_memory[cut:], judged, at)
            if rng.random() < failures:
                value["model_solution"] |= {
                    "response_solution": "",
                    "revealed_attributes": dict.fromkeys(keys, 0),
                    "revealed_attributes_explanation": {},
                }
            trials[trial_key(cut, len(in_memory) - cut, at)] = value
        task = rng.choice(["Borrow", "Rent", "Complain", "Ask"])
        record["contexts"].append(context(f"Person {number}", task, labels_combined=labels, **trials))
    return record
