"""How fast the memory metrics are beside a straightforward pandas group-by: one process, same records.

One made-up set the size of the paper's: 10 profiles, 49 contexts, 5 samples, 147 attributes, labels about as
many as in its Table 2. Both contestants start from the same labelled profiles and records of samples. Each
turns them into its own shape (arrays; a long table, one row a sample and labelled attribute), then into
Violation@5 and completeness, mean and standard deviation over profiles. Both parts are timed apart, taking
turns, the garbage collector off, and the numbers must be equal.

    python benchmarks/memories_metrics.py [--repeats 7] [--told 0.57] [--leaked 0.002] [--json FILE]

The chances make figures like the paper's for GPT-5; with 1 and 1 every message reveals everything, which
costs the reading of the records most.

Ends with 1 where ours took more than a quarter of the group-by's time, in the metrics or in all.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tactful.score import RULES, summarize, tabulate
from tactful.terms import Attribute, Context, LabelShare, Profile, SampleResult

PROFILES, CONTEXTS, EPOCHS, ATTRIBUTES = 10, 49, 5, 147
DOMAINS = ("finance", "health", "housing", "legal", "employment", "education", "schedule", "relationships")
PARTS = ("name", "address", "sex", "age")
AT_MOST = 0.25
LABELS = (LabelShare(0.26, 0.1, 0.64), LabelShare(0.0, 1.0, 0.0), LabelShare(1.0, 0.0, 0.0))


def main() -> int:
    arguments = parser().parse_args()
    profiles, samples = made_up(arguments.told, arguments.leaked)
    results: dict[str, Any] = {
        "machine": machine(),
        "size": {"profiles": PROFILES, "contexts": CONTEXTS, "epochs": EPOCHS, "attributes": ATTRIBUTES},
        "samples": len(samples),
        "told": arguments.told,
        "leaked": arguments.leaked,
        "repeats": arguments.repeats,
        "rules": {rule: contest(profiles, samples, rule, arguments.repeats) for rule in RULES},
    }
    show(results)
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    worst = max(
        found["ratio"][part]["min"] for found in results["rules"].values() for part in ("metrics", "all")
    )
    if worst > AT_MOST:
        print(f"ours took {worst:.2f} of the group-by's time; wanted at most {AT_MOST}", file=sys.stderr)
    return int(worst > AT_MOST)


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description="Memory metrics beside a pandas group-by.")
    made.add_argument("--repeats", type=int, default=7, help="timed rounds of each contestant")
    made.add_argument("--told", type=float, default=0.57, help="chance to reveal a necessary attribute")
    made.add_argument("--leaked", type=float, default=0.002, help="chance to reveal any other attribute")
    made.add_argument("--json", type=Path, help="write the figures to this file too")
    return made


def made_up(told: float, leaked: float) -> tuple[list[Profile], list[SampleResult]]:
    """Labelled profiles and one record a sample, from a fixed seed.

    A message reveals necessary attributes with the chance ``told``, all others with ``leaked``.
    """
    random = np.random.default_rng(0)
    profiles, samples = [], []
    for number in range(PROFILES):
        keys = [f"{'mortgage' if at % 8 == 0 else 'item'}_{number}_{at}" for at in range(ATTRIBUTES)]
        attributes = tuple(
            Attribute(key, at, f"Statement {at} of {number}.", DOMAINS[at % len(DOMAINS)])
            for at, key in enumerate(keys)
        )
        # Like Table 2: 6.7 necessary and 84 private attributes a context.
        codes = random.choice(3, p=[0.383, 0.045, 0.572], size=(CONTEXTS, ATTRIBUTES))
        contexts = tuple(
            Context(
                f"recipient {row}",
                f"task {row}",
                (),
                {"combined": {a.statement: LABELS[code] for a, code in zip(attributes, line, strict=True)}},
            )
            for row, line in enumerate(codes)
        )
        profiles.append(Profile(f"Person {number}", {"name": f"Person {number}"}, attributes, contexts))
        for row, line in enumerate(codes):
            chances = np.where(line == 1, told, leaked)
            for epoch, said in enumerate(random.random((EPOCHS, ATTRIBUTES)) < chances):
                revealed = {keys[at]: "A sentence." for at in np.flatnonzero(said)}
                samples.append(
                    SampleResult(f"Person {number}", row, epoch, in_memory=tuple(keys), revealed=revealed)
                )
    return profiles, samples


def long_table(profiles: Sequence[Profile], samples: Sequence[SampleResult], rule: str) -> pd.DataFrame:
    """The peer's first part: one row for every sample and attribute labelled in its context."""
    labelled: dict[tuple[str, int], tuple[list[str], list[str]]] = {}
    for profile in profiles:
        keys = {attribute.statement: attribute.key for attribute in profile.attributes}
        for number, context in enumerate(profile.contexts):
            shares = context.labels["combined"].items()
            necessary = [keys[statement] for statement, share in shares if share.necessary >= 1]
            private = [keys[statement] for statement, share in shares if share.private >= 1]
            if rule == "as_published":
                private = [key for key in private if not any(part in key.lower() for part in PARTS)]
            if necessary and private:
                labelled[profile.id, number] = necessary, private
    columns: dict[str, list[Any]] = {"profile": [], "task": [], "key": [], "need": [], "revealed": []}
    for sample in samples:
        if (sample.profile, sample.context) not in labelled or sample.revealed is None:
            continue
        necessary, private = labelled[sample.profile, sample.context]
        count = len(necessary) + len(private)
        columns["profile"] += [sample.profile] * count
        columns["task"] += [sample.context] * count
        columns["key"] += necessary + private
        columns["need"] += ["necessary"] * len(necessary) + ["private"] * len(private)
        columns["revealed"] += [int(key in sample.revealed) for key in necessary + private]
    return pd.DataFrame(columns)


def group_by(table: pd.DataFrame) -> tuple[float, float, float, float]:
    """The peer's second part: mean and standard deviation of violation, then of completeness."""
    private = table[table["need"] == "private"]
    worst = private.groupby(["profile", "key"])["revealed"].max()
    violation = worst.groupby("profile").mean()
    necessary = table[table["need"] == "necessary"]
    rates = necessary.groupby(["profile", "task", "key"])["revealed"].mean()
    completeness = rates.groupby(["profile", "task"]).mean().groupby("profile").mean()
    return violation.mean(), violation.std(), completeness.mean(), completeness.std()


def our_metrics(tables: Any) -> tuple[float | None, ...]:
    scores = summarize(tables, resamples=0)
    found = scores.violation, scores.completeness
    return found[0].value, found[0].std, found[1].value, found[1].std


def contest(
    profiles: Sequence[Profile], samples: Sequence[SampleResult], rule: str, repeats: int
) -> dict[str, Any]:
    """Seconds of both, in turns, and their ratio; the numbers are compared in every round."""
    times: dict[str, dict[str, list[float]]] = {
        "tactful": {"shape": [], "metrics": [], "intervals": []},
        "pandas": {"shape": [], "metrics": []},
    }
    ours: tuple[float | None, ...] = ()
    for round_number in range(repeats + 1):
        arrays, first = timed(lambda: tabulate(profiles, samples, rule=rule))
        ours, second = timed(lambda a=arrays: our_metrics(a))
        _, third = timed(lambda a=arrays: summarize(a))
        table, fourth = timed(lambda: long_table(profiles, samples, rule))
        theirs, fifth = timed(lambda t=table: group_by(t))
        for mine, other in zip(ours, theirs, strict=True):
            if mine is None or not math.isclose(mine, other, rel_tol=1e-12, abs_tol=1e-12):
                raise SystemExit(f"{rule}: ours {ours}, pandas {theirs}")
        if round_number:  # the first round warms up
            for name, part, seconds in (
                ("tactful", "shape", first),
                ("tactful", "metrics", second),
                ("tactful", "intervals", third),
                ("pandas", "shape", fourth),
                ("pandas", "metrics", fifth),
            ):
                times[name][part].append(seconds)
    for each in times.values():
        each["all"] = [a + b for a, b in zip(each["shape"], each["metrics"], strict=True)]
    found: dict[str, Any] = {
        name: {part: {"min": min(s), "median": statistics.median(s)} for part, s in each.items()}
        for name, each in times.items()
    }
    found["ratio"] = {
        part: {how: found["tactful"][part][how] / found["pandas"][part][how] for how in ("min", "median")}
        for part in ("shape", "metrics", "all")
    }
    found["numbers"] = dict(
        zip(("violation", "violation_std", "completeness", "completeness_std"), ours, strict=True)
    )
    return found


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    gc.collect()
    gc.disable()
    try:
        started = time.perf_counter()
        result = work()
        return result, time.perf_counter() - started
    finally:
        gc.enable()


def machine() -> dict[str, Any]:
    return {
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "pandas": pd.__version__,
    }


def show(results: dict[str, Any]) -> None:
    """The table to standard output: milliseconds, least and median, and our share of theirs."""
    size = " x ".join(f"{count} {name}" for name, count in results["size"].items())
    about = results["machine"]
    print(f"{size}; told {results['told']}, leaked {results['leaked']}")
    print(
        f"Python {about['python']}, numpy {about['numpy']}, pandas {about['pandas']}, {about['cores']} cores"
    )
    titles = {"shape": "records to arrays", "metrics": "arrays to metrics", "all": "both"}
    for rule, found in results["rules"].items():
        numbers = ", ".join(f"{name} {value:.4f}" for name, value in found["numbers"].items())
        print(f"\n{rule}: {numbers} (equal)")
        print(f"{'':20}{'tactful':>20}{'pandas':>20}{'ratio':>16}")
        for part, title in titles.items():
            ours, theirs = found["tactful"][part], found["pandas"][part]
            ratio = found["ratio"][part]
            print(
                f"{title:20}{milliseconds(ours):>20}{milliseconds(theirs):>20}"
                f"{ratio['min']:>8.3f} /{ratio['median']:>6.3f}"
            )
        print(f"{'metrics, intervals':20}{milliseconds(found['tactful']['intervals']):>20}")


def milliseconds(seconds: dict[str, float]) -> str:
    return f"{seconds['min'] * 1e3:.1f} / {seconds['median'] * 1e3:.1f}"


if __name__ == "__main__":
    sys.exit(main())
