"""The scripted solver in the live environment: how many seeded tasks it finishes, with and without black.

Three conditions on the same tasks: the oracle (uses what the browser measured), the reader on raw screens (a
text counts only where the picture it was given still shows it), and the reader where every private region is
painted black by the world's own truth. The difference between the last two is the room a guard works in: a
perfect recognizer that hides everything leaves what the last one finishes.

A fourth, "reader, guard", is added with --guard: a real local guard (`tactful.Guard`, models and all, some
seconds a screen) between screen and reader, told the goal, a new session for each task. It fails closed:
where the guard fails, the reader is given nothing and the task counts as an error.

    python benchmarks/world_solver.py [--n 300] [--seed 11] [--jobs 2] [--json FILE] [--lang de]
    python benchmarks/world_solver.py --n 20 --guard non-necessary [--operator black] [--jobs 1]

A task that cannot be started (an app's fault) is counted as an error, apart from failed ones.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tactful.errors import PolicyError, TactfulError
from tactful.guard import Guard
from tactful.protect import get_policy
from tactful.recognize import ScreenRecognizer
from tactful.world import (
    BlackTruth,
    Browser,
    Guarding,
    ScriptedPlanner,
    Stage,
    Started,
    TaskSpec,
    run_episode,
    sample_tasks,
    start,
)

CONDITIONS = {
    "oracle, raw": ("oracle", ""),
    "reader, raw": ("reader", ""),
    "reader, black": ("reader", "truth"),
    "reader, guard": ("reader", "guard"),
}
"""The eye, and what stands between screen and eye."""


@dataclass(frozen=True)
class Local:
    """The guard of "reader, guard": a policy's name or path, and an operator other than the policy's own."""

    policy: str
    operator: str | None = None

    def guard(self, started: Started) -> Guard:
        """A new session for a task, told its goal."""
        goal, seed = started.task.goal, started.spec.seed
        return Guard(self.policy, goal, operator=self.operator, seed=seed, recognizer=recognizer())


@cache
def recognizer() -> ScreenRecognizer:
    """One for all tasks of a process: its models load once."""
    return ScreenRecognizer()


@dataclass(frozen=True)
class Row:
    """One task under one condition. ``reason`` is in words without private values; "" for a success."""

    task: str
    name: str
    condition: str
    success: bool
    reason: str
    acts: int
    private_bound: bool
    error: bool = False


def main() -> int:
    options = read_options()
    local = options.guard and Local(options.guard, options.operator)
    specs = sample_tasks(
        options.n, options.seed, platform=options.platform, langs=options.lang and (options.lang,)
    )
    began = time.monotonic()
    rows = list(run(specs, options.conditions, options.jobs, local))
    report = {
        "n": len(specs),
        "seed": options.seed,
        "guard": None if local is None else asdict(local),
        "seconds": round(time.monotonic() - began, 1),
        "sample": shares(specs),
        "conditions": {
            name: summary([r for r in rows if r.condition == name]) for name in options.conditions
        },
    }
    show(report)
    if options.json:
        options.json.write_text(json.dumps(report | {"rows": [asdict(r) for r in rows]}, indent=1), "utf-8")
    return 0


def run(
    specs: Sequence[TaskSpec], conditions: Sequence[str], jobs: int, local: Local | None = None
) -> Iterator[Row]:
    """Every task under every condition, in order; each process has one browser."""
    parts = [list(specs[i::jobs]) for i in range(jobs)]
    if jobs == 1:
        yield from _part(parts[0], conditions, local)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for rows in pool.map(_part, parts, [conditions] * jobs, [local] * jobs):
            yield from rows


def _part(specs: Sequence[TaskSpec], conditions: Sequence[str], local: Local | None) -> list[Row]:
    rows = []
    with Browser() as browser:
        for count, spec in enumerate(specs, 1):
            rows += [one(spec, name, browser, local) for name in conditions]
            if count % 25 == 0:
                print(f"{count} of {len(specs)} tasks", file=sys.stderr, flush=True)
    return rows


def one(spec: TaskSpec, condition: str, browser: Browser, local: Local | None = None) -> Row:
    """One task from its start."""
    eye = CONDITIONS[condition][0]
    try:
        started = start(spec)
        with Stage(started.session, browser) as stage:
            guard = guarding(condition, started, stage, local)
            episode = run_episode(started.task, stage, ScriptedPlanner(started.task, stage, eye), guard)
    except TactfulError as err:
        return Row(spec.template, spec.name, condition, False, f"error: {type(err).__name__}", 0, False, True)
    reason = "" if episode.success else episode.reason or ("check" if episode.end == "done" else episode.end)
    error = episode.end.startswith(("guard failed", "planner failed"))
    return Row(
        spec.template,
        spec.name,
        condition,
        episode.success,
        reason,
        len(episode.acts),
        episode.private_bound,
        error,
    )


def guarding(condition: str, started: Started, stage: Stage, local: Local | None) -> Guarding | None:
    """What stands between screen and reader; None where nothing does."""
    kind = CONDITIONS[condition][1]
    if kind == "guard":
        if local is None:
            raise ValueError("which guard?")  # never without one: the raw screen would pass
        return local.guard(started).protect
    return BlackTruth(stage) if kind == "truth" else None


def summary(rows: Sequence[Row]) -> dict[str, Any]:
    """Counts and shares of one condition."""
    ran = [row for row in rows if not row.error]
    bound = [row for row in ran if row.private_bound]
    failed = [row for row in rows if not row.success]
    templates: dict[str, int] = defaultdict(int)
    for row in failed:
        templates[row.task] += 1
    return {
        "tasks": len(rows),
        "finished": sum(row.success for row in rows),
        "errors": len(rows) - len(ran),
        "share": share(sum(row.success for row in rows), len(rows)),
        "share_private_bound": share(sum(row.success for row in bound), len(bound)),
        "private_bound": len(bound),
        "acts": share(sum(row.acts for row in ran), len(ran)),
        "reasons": dict(Counter(row.reason for row in failed).most_common()),
        "templates": dict(sorted(templates.items(), key=lambda item: -item[1])),
    }


def shares(specs: Sequence[TaskSpec]) -> dict[str, Any]:
    """What the sample is made of."""
    return {
        name: dict(Counter(getattr(spec, name) for spec in specs).most_common())
        for name in ("platform", "lang", "size")
    }


def share(part: float, whole: int) -> float | None:
    """Rounded to four digits; None of nothing."""
    return round(part / whole, 4) if whole else None


def show(report: dict[str, Any]) -> None:
    """The table on standard output."""
    print(f"{report['n']} tasks, seed {report['seed']}, {report['seconds']} s; {report['sample']}")
    print(f"{'condition':16} {'finished':>12} {'share':>8} {'private-bound':>14} {'acts':>6} {'errors':>7}")
    for name, found in report["conditions"].items():
        done = f"{found['finished']}/{found['tasks']}"
        bound = f"{found['share_private_bound']} ({found['private_bound']})"
        numbers = f"{found['share']!s:>8} {bound:>14} {found['acts']!s:>6} {found['errors']:>7}"
        print(f"{name:16} {done:>12} {numbers}")
        for reason, count in found["reasons"].items():
            print(f"    {count:4} {reason}")


def read_options(argv: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line; ``--guard`` adds the condition "reader, guard" to the others."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--n", type=int, default=300)
    made.add_argument("--seed", type=int, default=11)
    made.add_argument("--jobs", type=int, default=2)
    made.add_argument("--json", type=Path)
    made.add_argument("--platform", choices=("phone", "desktop"))
    made.add_argument("--lang")
    made.add_argument("--conditions", nargs="+", choices=tuple(CONDITIONS))
    made.add_argument("--guard", metavar="POLICY", help="non-necessary, hybrid, ... or a YAML file")
    made.add_argument("--operator", help="instead of the policy's own operators: black, replace, ...")
    found = made.parse_args(argv)
    if found.conditions is None:
        found.conditions = [name for name in CONDITIONS if found.guard or name != "reader, guard"]
    if bool(found.guard) != ("reader, guard" in found.conditions):
        made.error('--guard POLICY and the condition "reader, guard" go together')
    try:
        policy = found.guard and get_policy(found.guard)
        if policy and found.operator:
            policy.with_operator(found.operator)
    except PolicyError as err:
        made.error(str(err))
    return found


if __name__ == "__main__":
    sys.exit(main())
