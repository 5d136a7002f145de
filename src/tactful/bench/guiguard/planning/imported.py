"""Results that a planner left in files, published ones or our own: judged, and as rows."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tactful.bench.guiguard.planning.evaluate import failed
from tactful.bench.guiguard.planning.judge import Judging
from tactful.bench.guiguard.planning.rows import Place, Row, judged_row
from tactful.bench.guiguard.planning.settings import FULL
from tactful.bench.guiguard.results_files import Results, condition_name, read_results
from tactful.bench.guiguard.store import RowStore
from tactful.errors import InputError
from tactful.formats import natural_key
from tactful.models import ChatModel, asking, model_config
from tactful.terms import Judgement, PlanRun, Problem

NOT_JUDGED = "nobody has judged it"
_NUMBERED = re.compile(r"(?:\w+/)?\d+")
_OPERATORS = {"random_blocks": "randblocks", "blocks": "randblocks"}
EVALUATION = "planning-import"


@dataclass(frozen=True, slots=True)
class Imported:
    """The rows of imported results, and the files that could not be used."""

    rows: tuple[Row, ...]
    problems: tuple[Problem, ...]
    without_original: int


def import_results(
    folder: Path | str,
    judge: ChatModel | None = None,
    out: Path | str | None = None,
    *,
    planner: str = "",
    platform: str = "",
    judging: str = "guiguard_judging",
    variant: str = "",
    attempts: int = 2,
    parallel: int = 4,
    retry_failed: bool = False,
    watch: Callable[[Row], None] | None = None,
) -> Imported:
    """A row for every replay in ``folder`` whose unprotected pass is there (layout: `results_files`).

    Without a ``judge`` the scores in the folder's own judge files count; with one they are left aside, and
    the judge is asked about every pair of steps. Rows then go to ``out``, which must be given, so that a run
    that was cut off goes on: a pair of replays that is as it was judged is not judged again, one that has
    changed since is, and with ``retry_failed`` also one to which the judge gave no answer. ``planner`` is the
    model's name (by default the folder's), ``platform`` android or pc, which the files do not say. Replays
    without an unprotected pass are counted. Raises ``InputError`` where there is nothing to compare.
    """
    found = read_results(folder)
    pairs = found.pairs()
    orphans = sum(map(len, found.replays.values())) - len(pairs)
    if not pairs:
        raise InputError(
            f"{orphans} replays and none with its unprotected pass", file=folder, expected="gt_results"
        )
    names = sorted(found.originals, key=natural_key)
    name = planner or Path(folder).resolve().name

    def place(task: str, by: str, history: str, judged_with: str = "") -> Place:
        shown = task if _NUMBERED.fullmatch(task) else f"task {names.index(task) + 1}"
        return Place(names.index(task), shown, platform, "", name, by, history, judged_with)

    rows: tuple[Row, ...]
    if judge is None:
        rows = tuple(
            _row(
                place(run.task, "as imported", run.history), first, run, _known(found, condition, first, run)
            )
            for condition, first, run in pairs
        )
        return Imported(rows, found.problems, orphans)
    if out is None:
        raise InputError("is missing", field="out", expected="a folder for the judge's scores")
    judges = Judging(judging, variant, attempts)
    about = {
        "results": str(Path(folder).resolve()),
        "planner": name,
        "platform": platform,
        "judge": judge.name,
        "judge_config": model_config(judge),
        "prompts": judges.pack.sha256,
        "variant": judges.variant,
        "attempts": attempts,
    }
    with RowStore(out, EVALUATION, about) as store:
        ask = asking(judge)
        done = store.done(again=failed if retry_failed else None)
        keys = [_key(first, run) for _, first, run in pairs]

        async def one(key: str, first: PlanRun, run: PlanRun) -> None:
            if key in done:
                return
            where = place(run.task, judge.name, run.history, judges.title)
            async with free:
                judgements = await judges.run(first, run, ask)
            row = _row(where, first, run, judgements)
            store.add(key, row)
            if watch is not None:
                watch(row)

        async def every() -> None:
            named = zip(keys, pairs, strict=True)
            await asyncio.gather(*(one(key, first, run) for key, (_, first, run) in named))

        free = asyncio.Semaphore(max(1, parallel))
        asyncio.run(every())
        kept = dict(store.items())
    # A task's number may have moved since its row was made, with the tasks beside it.
    rows = tuple(
        {**kept[key], "ordinal": at.ordinal, "task": at.task}
        for key, (_, _, run) in zip(keys, pairs, strict=True)
        for at in [place(run.task, judge.name, run.history)]
    )
    return Imported(rows, found.problems, orphans)


def _key(first: PlanRun, run: PlanRun) -> str:
    """What a row is kept under: its condition, and a digest of the task's two runs."""
    said = [
        [each.task, each.instruction, each.history, [[s.plan, s.action, s.problem] for s in each.steps]]
        for each in (first, run)
    ]
    digest = hashlib.sha256(json.dumps(said).encode()).hexdigest()[:32]
    return f"{digest}/{condition_name(run.method, run.level)}"


def _known(found: Results, condition: tuple[str, int], first: PlanRun, run: PlanRun) -> list[Judgement]:
    """The folder's own scores, one a pair of steps; a pair that has none is unscored."""
    known = {each.step: each for each in found.judged(condition, run.task) or ()}
    count = min(len(first.steps), len(run.steps))
    return [known.get(at, Judgement(at, None, problem=NOT_JUDGED)) for at in range(count)]


@dataclass(frozen=True, slots=True)
class _Named:
    """A condition by the name that its files have; it need be none of our own methods."""

    name: str
    operator: str
    level: int


def _row(place: Place, first: PlanRun, run: PlanRun, judgements: Sequence[Judgement]) -> Row:
    name = condition_name(run.method, run.level)
    operator = name.removesuffix(f"-{run.level}").partition("@")[0]
    named = _Named(name, _OPERATORS.get(operator, operator), run.level if run.level else FULL)
    return judged_row(place, named, first, run, judgements)
