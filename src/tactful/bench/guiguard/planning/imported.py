"""Results that a planner left in files, published ones or our own: judged, and as rows."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tactful.bench.guiguard.planning.judge import Judging
from tactful.bench.guiguard.planning.results import Results, condition_name, read_results
from tactful.bench.guiguard.planning.rows import Place, Row, call_failed, judged_row
from tactful.bench.guiguard.planning.settings import FULL
from tactful.errors import InputError
from tactful.formats import natural_key
from tactful.models import ChatModel, asking, model_config
from tactful.runs import RowFile, RunFolder
from tactful.terms import Judgement, PlanRun, Problem

NOT_JUDGED = "nobody has judged it"
FORM, ROWS = "tactful-guiguard-planning-import", "planning-import.rows.jsonl"
_NUMBERED = re.compile(r"(?:\w+/)?\d+")
_OPERATORS = {"random_blocks": "randblocks", "blocks": "randblocks"}
_AT_ONCE = 4  # replays that are judged at a time


class _ImportFolder(RunFolder):
    """The folder for the judge's scores of imported results."""

    form = FORM
    ours = (ROWS,)


@dataclass(frozen=True, slots=True)
class PlannerResults:
    """The replays in a ``folder`` (layout: `results`) whose unprotected pass is there.

    ``planner`` is the model's name, by default the folder's, ``platform`` android or pc, which the files do
    not say. ``InputError`` where there is nothing to compare.
    """

    folder: Path | str
    planner: str = ""
    platform: str = ""
    found: Results = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "found", read_results(self.folder))
        object.__setattr__(self, "planner", self.planner or Path(self.folder).resolve().name)
        if not self.found.pairs():
            raise InputError(
                f"{self.without_original} replays and none with its unprotected pass",
                file=self.folder,
                expected="gt_results",
            )

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The files that could not be used."""
        return self.found.problems

    @property
    def without_original(self) -> int:
        """How many replays have no unprotected pass."""
        return sum(map(len, self.found.replays.values())) - len(self.found.pairs())

    def rows(self) -> tuple[Row, ...]:
        """A row a replay with the scores in the folder's own judge files; without one it is unscored."""
        return tuple(
            self._row(first, run, self._known(condition, first, run), "as imported")
            for condition, first, run in self.found.pairs()
        )

    def judged(
        self, judge: ChatModel, judging: Judging, out: Path | str, *, retry_failed: bool = False
    ) -> tuple[Row, ...]:
        """The same with the scores of a ``judge``, who is asked about every pair of steps.

        Rows are kept in ``out``, so that a run that was cut off goes on: a pair of replays that is as it was
        judged is not judged again, one that has changed since is, and with ``retry_failed`` also one to which
        the judge gave no answer. ``InputError`` for a folder of other settings.
        """
        settings = {
            "results": str(Path(self.folder).resolve()),
            "planner": self.planner,
            "platform": self.platform,
            "judge": judge.name,
            "judge_config": model_config(judge),
            "prompts": judging.pack.sha256,
            "variant": judging.variant,
            "attempts": judging.attempts,
        }
        pairs = [(first, run) for _, first, run in self.found.pairs()]
        with _ImportFolder(out, settings) as folder:
            folder.write("running")
            kept = RowFile(folder.out / ROWS)

            async def one(first: PlanRun, run: PlanRun, free: asyncio.Semaphore) -> None:
                known = kept.get(_key(first, run))
                if known is not None and not (retry_failed and call_failed(known)):
                    return
                async with free:
                    judgements = await judging.run(first, run, asking(judge))
                kept.add(_key(first, run), self._row(first, run, judgements, judge.name, judging.title))

            async def every() -> None:
                free = asyncio.Semaphore(_AT_ONCE)
                await asyncio.gather(*(one(first, run, free) for first, run in pairs))

            asyncio.run(every())
            folder.write("complete", rows=len(kept))
            rows = [(run, kept.rows()[_key(first, run)]) for first, run in pairs]
        # A task's number may have moved since its row was made, with the tasks beside it.
        return tuple({**row, "ordinal": self._ordinal(run), "task": self._task(run)} for run, row in rows)

    def _known(self, condition: tuple[str, int], first: PlanRun, run: PlanRun) -> list[Judgement]:
        """The folder's own scores, one a pair of steps; a pair that has none is unscored."""
        known = {each.step: each for each in self.found.judged(condition, run.task) or ()}
        count = min(len(first.steps), len(run.steps))
        return [known.get(at, Judgement(at, None, problem=NOT_JUDGED)) for at in range(count)]

    def _ordinal(self, run: PlanRun) -> int:
        return sorted(self.found.originals, key=natural_key).index(run.task)

    def _task(self, run: PlanRun) -> str:
        return run.task if _NUMBERED.fullmatch(run.task) else f"task {self._ordinal(run) + 1}"

    def _row(
        self, first: PlanRun, run: PlanRun, judgements: Sequence[Judgement], by: str, judging: str = ""
    ) -> Row:
        name = condition_name(run.method, run.level)
        operator = name.removesuffix(f"-{run.level}").partition("@")[0]
        condition = _Named(name, _OPERATORS.get(operator, operator), run.level or FULL)
        place = Place(
            self._ordinal(run), self._task(run), self.platform, "", self.planner, by, run.history, judging
        )
        return judged_row(place, condition, first, run, judgements)


@dataclass(frozen=True, slots=True)
class _Named:
    """A condition by the name that its files have; it need be none of our own methods."""

    name: str
    operator: str
    level: int


def _key(first: PlanRun, run: PlanRun) -> str:
    """What a row is kept under: its condition, and a digest of the task's two runs."""
    content = [
        [each.task, each.instruction, each.history, [[s.plan, s.action, s.problem] for s in each.steps]]
        for each in (first, run)
    ]
    digest = hashlib.sha256(json.dumps(content).encode()).hexdigest()[:32]
    return f"{digest}/{condition_name(run.method, run.level)}"
