"""All four evaluations in one run, into a folder that a killed run can be taken up in, ending in summaries.

::

    OUT/manifest.json                what was run, on what, with which versions, and how it ended
    OUT/protected/                   the protected variants of the data (`tactful bench protect`)
    OUT/plans/                       the plans and judgements, **which quote screens**
    OUT/logs/*.eval                  Inspect's logs: one row a sample, without private texts
    OUT/NAME.json                    the summary of each evaluation
    OUT/report/index.html            the report, with CSV and PNG beside it

All of it is the owner's alone.
"""

from __future__ import annotations

import contextlib
import functools
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tactful import __version__
from tactful.bench.driver import Evaluation, Progress, Run, check_models, open_run
from tactful.bench.guiguard.data import require_images
from tactful.bench.guiguard.document import EVALUATIONS as SUMMARIES
from tactful.bench.guiguard.document import report_document, total_unscored
from tactful.bench.guiguard.evaluations import (
    KINDS,
    PLANS,
    PROTECTED,
    TASKS,
    Kind,
    Summary,
    count,
    evaluations,
)
from tactful.bench.guiguard.logs import (
    LoggedRun,
    error_notes,
    log_records,
    read_log,
    row_of_sample,
    summaries_of,
)
from tactful.bench.guiguard.protected_data import protect_summary
from tactful.bench.guiguard.protected_writer import rewriter_json, write_protected
from tactful.bench.guiguard.protecting import require_rewriter
from tactful.bench.guiguard.settings import GROUNDING, GuiguardSettings
from tactful.bench.logs import reopen, task_of
from tactful.bench.models import Pace
from tactful.bench.report.blocks import counted
from tactful.errors import InputError
from tactful.protect import RewriterLike
from tactful.runs import fingerprint, write_json
from tactful.terms import CaseData

if TYPE_CHECKING:
    from inspect_ai.log import EvalSample

PROTECT = "protect"
FORM = "tactful-guiguard-run"
PEOPLE = ("human", "agreement")
"""Summaries that come from people: shown where they lie in the run's folder."""

PLATFORM_NAMES = {"android": "Android", "pc": "PC"}
Watch = Callable[[str, int, int], None]
"""Told after every piece of work: the stage, how much of it is done, how much there is."""


@dataclass(frozen=True, slots=True)
class GuiguardOutcome:
    """A run's folder and what came of it. ``complete``: every sample has a score or a counted failure.

    ``about`` describes the data and the run for the report; ``seconds`` is this start's time by stage.
    """

    out: Path
    summaries: Mapping[str, Summary] = field(repr=False)
    about: Mapping[str, Any]
    complete: bool
    seconds: Mapping[str, float]
    manifest: Mapping[str, Any] = field(repr=False)

    @property
    def unscored(self) -> int:
        """Screens, steps and answers without a score, and samples that no row stands for."""
        return total_unscored(self.summaries) + int(self.about["errors"])

    def document(self, title: str = "GUIGuard-Bench") -> dict[str, Any]:
        """The document of the report."""
        return report_document(self.summaries, about=self.about, title=title, manifest=self.manifest)


def default_out(settings: GuiguardSettings) -> Path:
    """A folder named by the settings: the same command finds its own unfinished run."""
    first = settings.models[0].replace("/", "-") if settings.models else "offline"
    name = f"guiguard-{Path(settings.data).name}-{first}-{fingerprint(settings.to_json())[:8]}"
    return Path("tactful-runs") / re.sub(r"[^\w.+-]", "_", name)


def run_guiguard(
    settings: GuiguardSettings,
    out: Path | str,
    pace: Pace | None = None,
    watch: Watch | None = None,
    *,
    retry_failed: bool = False,
    rewriter: RewriterLike | None = None,
) -> GuiguardOutcome:
    """Run everything that ``out`` does not have yet, and write the summaries.

    ``rewriter`` is the local model of ``replace_llm``. A call that failed in an earlier start is a result;
    ``retry_failed`` makes it again. ``watch`` is told of the progress of every stage. Raises ``InputError``
    for data that cannot be used (no screenshots, no labels) and for a folder of another run, ``ModelError``
    where a model cannot be set up, ``MissingExtraError`` where Inspect is absent.
    """
    out = Path(out)
    tell = watch or (lambda _stage, _done, _total: None)
    clock = _Clock()
    with clock("read"):
        settings = replace(settings, limit=settings.tasks(), screens=None)
        data = require_images(settings.read())
        require_labels(data)
        settings, left_out = _without_grounding(settings, data)
    jobs = {name: evaluations(name, settings, out) for name in settings.evaluations}
    check_models(
        [model for each in jobs.values() for job in each for model in (*job.models, *job.roles.values())]
    )
    require_rewriter(settings.protections(), rewriter)
    identity = {
        **json.loads(json.dumps(settings.to_json())),
        "rewriter": rewriter_json(rewriter),
        "data_sha256": data.sha256,
        "tactful": __version__,
    }
    with open_run(out, identity, form=FORM) as run:
        with clock(PROTECT):
            _protect(data, settings, out, tell, rewriter)
        if retry_failed:
            _reopen_failed(run)
        complete = [
            _evaluate(
                run, name, job, count(name, settings, data) * len(job.models), pace or Pace(), tell, clock
            )
            for name, each in jobs.items()
            for job in each
        ]
        logged = _asked_for(run, [job for each in jobs.values() for job in each])
        summaries = summaries_of(logged, settings.seed)
        if settings.protections():
            summaries = {PROTECT: protect_summary(out / PROTECTED), **summaries}
        write_summaries(out, summaries)
        summaries |= {name: found for name, found in read_summaries(out).items() if name in PEOPLE}
        about = _about(settings, data, logged, clock, left_out)
        manifest = {
            "run": {**settings.to_json(), "rewriter": rewriter_json(rewriter)},
            "data_sha256": data.sha256,
            "seconds_by_stage": dict(clock.seconds),
            "logs": log_records(logged),
        }
        run.finish(all(complete), about=about, **manifest)
    return GuiguardOutcome(out, summaries, about, all(complete), dict(clock.seconds), manifest)


def run_evaluation(
    name: str,
    job: Evaluation,
    identity: Mapping[str, Any],
    out: Path | str,
    pace: Pace | None = None,
    watch: Callable[[int, int], None] | None = None,
    *,
    total: int = 0,
    retry_failed: bool = False,
) -> tuple[list[LoggedRun], bool]:
    """One of the four evaluations by itself, into ``out``; its runs, and whether all of it finished.

    ``identity`` is what makes two starts the same run. A call that failed in an earlier start is a result;
    ``retry_failed`` makes it again. ``watch`` is told how much of how much is done. Raises as
    `run_guiguard` does.
    """
    check_models([*job.models, *job.roles.values()])
    tell = watch or (lambda _done, _total: None)
    with open_run(Path(out), {**identity, "tactful": __version__}, form=FORM) as run:
        if retry_failed:
            _reopen_failed(run)
        complete = _evaluate(
            run, name, job, total, pace or Pace(), lambda _, *counts: tell(*counts), _Clock()
        )
        # A folder may hold the same evaluation with other arguments.
        logged = _asked_for(run, [job])
        run.finish(complete, evaluation=name, logs=log_records(logged))
    return logged, complete


def require_labels(data: CaseData) -> None:
    """That somebody labelled the screens, or at least some: ``InputError`` where none is labelled."""
    without = unlabelled(data)
    total = sum(len(task.screens) for task in data.tasks)
    if without == total:
        raise InputError(
            f"{without} of {total} screens are not labelled",
            file=data.source,
            expected="annotations or truth beside the screens",
        )


def unlabelled(data: CaseData) -> int:
    """How many screens nobody has labelled: they are left out of all that is measured against labels."""
    return sum(screen.regions is None for screen in data.screens)


def write_summaries(out: Path, summaries: Mapping[str, Summary]) -> None:
    """Each summary as ``OUT/NAME.json``; ``InputError`` where it cannot be written."""
    for name, summary in summaries.items():
        write_json(out / f"{name}.json", summary, private=True)


def read_summaries(out: Path | str) -> dict[str, Summary]:
    """The summaries that lie in a run's folder, by evaluation; what is no summary raises ``InputError``."""
    summaries: dict[str, Summary] = {}
    for name in SUMMARIES:
        path = Path(out) / f"{name}.json"
        if not path.is_file():
            continue
        try:
            summary = json.loads(path.read_text(encoding="utf-8"))
            if summary["evaluation"] != name:
                raise ValueError
        except (OSError, ValueError, KeyError, TypeError):
            raise InputError("is no summary of an evaluation", file=path, expected=f"one of {name}") from None
        summaries[name] = summary
    return summaries


def _without_grounding(settings: GuiguardSettings, data: CaseData) -> tuple[GuiguardSettings, list[str]]:
    """The run without grounding where no screen is fit for it, and why; ``InputError`` for nothing left."""
    from tactful.bench.guiguard.grounding.samples import why_no_clicks

    reason = why_no_clicks(data, settings.platform) if GROUNDING in settings.evaluations else ""
    if not reason:
        return settings, []
    others = tuple(name for name in settings.evaluations if name != GROUNDING)
    if not others:
        raise InputError(f"no click step to ground ({reason})", file=data.source)
    note = f"Grounding was left out, since no screen is fit for it: {reason}."
    return replace(settings, evaluations=others), [note]


def _protect(
    data: CaseData, settings: GuiguardSettings, out: Path, watch: Watch, rewriter: RewriterLike | None
) -> None:
    """The protected variants, painted once into ``out/protected`` for all evaluations."""
    methods = settings.protections()
    if not methods:
        return
    place = {method.name: at * len(data.tasks) for at, method in enumerate(methods)}

    def after(method: str, done: int, _of: int) -> None:
        watch(PROTECT, place[method] + done, len(methods) * len(data.tasks))

    write_protected(data, methods, out / PROTECTED, seed=settings.seed, rewriter=rewriter, after=after)


def _evaluate(
    run: Run, name: str, job: Evaluation, total: int, pace: Pace, watch: Watch, clock: _Clock
) -> bool:
    def tell(progress: Progress) -> None:
        watch(name, progress.done, progress.total)

    with clock(name):
        return run.evaluate(job, pace, tell, Progress(total=total))


def _reopen_failed(run: Run) -> None:
    """Has the failed samples run again, and drops the failed plans that they would find.

    Inspect takes a sample that is unscored for a finished one, so what failed is told by its row.
    """
    from tactful.bench.guiguard.planning.results import forget_failed

    forget_failed(run.folder.out / PLANS)
    for header in run.headers(TASKS):
        kind = KINDS[TASKS[task_of(header, TASKS)]]
        reopen([header], functools.partial(_failed, kind))


def _failed(kind: Kind, sample: EvalSample) -> bool:
    row = row_of_sample(sample)
    return row is None or kind.failed(row)


def _asked_for(run: Run, jobs: Iterable[Evaluation]) -> list[LoggedRun]:
    """The logged runs of the jobs, in their order; a folder may hold one with other arguments."""
    places = _places(jobs)
    logged = [(places.get(_key(one.model, one.arguments)), one) for one in map(read_log, run.headers(TASKS))]
    found = {at: one for at, one in logged if at is not None}
    return [found[at] for at in sorted(found)]


def _places(jobs: Iterable[Evaluation]) -> dict[str, int]:
    """Model and arguments of every log that the jobs make -> its place among them."""
    keys = [_key(model.name, job.arguments) for job in jobs for model in job.models]
    return {key: at for at, key in enumerate(keys)}


def _key(model: str, arguments: Mapping[str, Any]) -> str:
    return f"{model} {json.dumps(dict(arguments), sort_keys=True)}"


class _Clock:
    """Seconds by stage."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()

    @contextlib.contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        since = time.monotonic()
        try:
            yield
        finally:
            self.seconds[stage] += round(time.monotonic() - since, 2)  # type: ignore[assignment]


def _about(
    settings: GuiguardSettings,
    data: CaseData,
    logged: Sequence[LoggedRun],
    clock: _Clock,
    left_out: Sequence[str],
) -> dict[str, Any]:
    screens = list(data.screens)
    notes = [*error_notes(logged), *left_out]
    without = unlabelled(data)
    if without:
        notes.append(
            f"{counted(without, 'screen')} of {len(screens)} without labels: left out of recognition, "
            "grounding and leakage. What is private there is not known, so nobody can protect them by the "
            "labels, and the plans of their tasks are unscored under protection."
        )
    if settings.limit is not None:
        notes.insert(0, f"A seeded draw of {len(data.tasks)} tasks of the data, spread over the platforms.")
    return {
        "source": Path(data.source).name,
        "tasks": len(data.tasks),
        "screens": len(screens),
        "platforms": {
            PLATFORM_NAMES.get(name, name): count
            for name, count in sorted(Counter(screen.platform for screen in screens).items())
        },
        "languages": dict(sorted(Counter(screen.lang or "unknown" for screen in screens).items())),
        "problems": dict(Counter(problem.reason for problem in data.problems)),
        "unlabelled": without,
        "sha256": data.sha256,
        "seconds": round(sum(clock.seconds.values()), 1),
        "errors": sum(run.lost for run in logged),
        "notes": notes,
    }
