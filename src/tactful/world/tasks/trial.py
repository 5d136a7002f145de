"""Trying templates out: each is bound and solved in a headless browser, by both eyes."""

from __future__ import annotations

import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass

from tactful.errors import TactfulError
from tactful.world.apps.loader import Apps, common_words
from tactful.world.browser import Browser, Stage
from tactful.world.sizes import SIZES
from tactful.world.tasks.eyes import Look
from tactful.world.tasks.passing import holds, passed
from tactful.world.tasks.play import LIMIT
from tactful.world.tasks.sampling import TaskSpec
from tactful.world.tasks.shapes import read_apps
from tactful.world.tasks.solver import Solver
from tactful.world.tasks.starting import Started, start
from tactful.world.tasks.templates import Template


@dataclass(frozen=True)
class Result:
    """How one attempt went: acts taken, and why it failed ("" where it did not)."""

    acts: int
    problem: str = ""


def solve(started: Started, stage: Stage) -> Result:
    """Plays the script straight with the oracle's eye."""
    solver = Solver(started.task, started.session.apps)
    trace: list[str] = []
    for index in range(LIMIT):
        move = solver.next(Look.of(stage.scene, stage.measure()))
        trace.append(f"{move.kind}@{move.step}")
        if move.act.kind == "done":
            if move.reason:
                return Result(index + 1, f"step {move.step}: {move.reason} ({' '.join(trace[-6:])})")
            if passed(started.task, started.session, move.act.text):
                return Result(index + 1)
            checks = started.task.template.checks
            failing = [
                f"check[{i}]"
                for i, c in enumerate(checks)
                if not holds(c, started.task, started.session, move.act.text)
            ]
            return Result(index + 1, f"the script ran, but {', '.join(failing)} does not hold")
        stage.act(move.act)
    return Result(LIMIT, f"more than {LIMIT} acts ({' '.join(trace)})")


def try_out(
    templates: Sequence[Template], *, seeds: int = 1, seed: int = 0, lang: str | None = None
) -> set[str]:
    """Solves each template on each of its platforms, prints a line for each; gives the ids that failed."""
    failed: set[str] = set()
    known = {t.id: t for t in templates}
    apps = Apps(read_apps(), common_words())
    with Browser() as browser:
        for number, template in enumerate(templates):
            for platform in template.platforms:
                for turn in range(seeds):
                    spec = spec_of(template, platform, number + turn, seed + turn, lang)
                    began = time.monotonic()
                    try:
                        started = start(spec, apps=apps, templates=known)
                        with Stage(started.session, browser) as stage:
                            result = solve(started, stage)
                    except TactfulError as err:
                        result = Result(0, str(err))
                    except Exception as err:  # a fault of an app or of the engine: told like the others
                        last = traceback.extract_tb(err.__traceback__)[-1]
                        result = Result(0, f"{type(err).__name__} in {last.filename}:{last.lineno}: {err}")
                    took = time.monotonic() - began
                    word = "FAIL" if result.problem else "pass"
                    where = f"{template.id} {spec.size} {spec.lang} look {spec.look} seed {spec.seed}"
                    print(
                        f"{word} {where}: {result.problem or f'{result.acts} acts, {took:.1f} s'}", flush=True
                    )
                    if result.problem:
                        failed.add(template.id)
    print(f"{len(templates)} templates tried, {len(failed)} failed")
    return failed


def spec_of(template: Template, platform: str, turn: int, seed: int, lang: str | None) -> TaskSpec:
    """A spec for trying a template: sizes, looks and languages in turn."""
    sizes = [size for size in SIZES if size.platform == platform]
    chosen = lang or template.langs[turn % len(template.langs)]
    return TaskSpec(turn, template.id, platform, sizes[turn % len(sizes)].name, chosen, turn, seed)
