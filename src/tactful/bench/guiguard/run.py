"""All four evaluations in one run, into a folder that a killed run can be taken up in, ending in summaries.

Offline baselines go by the direct drivers, models by Inspect; rows of both meet in the same summaries.
"""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tactful import __version__
from tactful.bench.driver import Pace
from tactful.bench.folder import fingerprint
from tactful.bench.guiguard import stages
from tactful.bench.guiguard.data import require_images
from tactful.bench.guiguard.document import report_document, total_unscored
from tactful.bench.guiguard.folder import GuiguardFolder, read_summaries, write_summaries
from tactful.bench.guiguard.logs import LoggedRun
from tactful.bench.guiguard.run_settings import GROUNDING, LEAKAGE, PLANNING, RECOGNITION, GuiguardSettings
from tactful.bench.guiguard.summarising import error_notes, log_records, protect_summary, summarise_rows
from tactful.bench.report.blocks import counted
from tactful.errors import InputError
from tactful.terms import CaseData

Row = dict[str, Any]
Summary = dict[str, Any]
PEOPLE = ("human", "agreement")
"""Summaries that come from people: shown where they lie in the run's folder."""

PLATFORM_NAMES = {"android": "Android", "pc": "PC"}


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
        """Screens, steps and answers without a score, and samples that ended in an error."""
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
    watch: stages.Watch | None = None,
    *,
    retry_failed: bool = False,
) -> GuiguardOutcome:
    """Run everything that ``out`` does not have yet, and write the summaries.

    A call that failed in an earlier start is a result; ``retry_failed`` makes it again, in both halves.
    ``watch`` is told of the progress of every stage. Raises ``InputError`` for data that cannot be used (no
    screenshots, no labels) and for a folder of another run, ``ModelError`` where a model cannot be set up,
    ``MissingExtraError`` where models are to be asked and Inspect is absent.
    """
    out = Path(out)
    tell = watch or _nothing
    clock = _Clock()
    with clock("read"):
        settings = replace(settings, limit=settings.tasks(), screens=None)
        data = require_images(settings.read())
        require_labels(data)
        settings, left_out = _able(settings, data, out)
    if settings.models:
        from tactful.bench.guiguard.inspected import check_all_models

        check_all_models(settings)
    with GuiguardFolder(out, _identity(settings, data)) as folder:
        folder.write("running")
        try:
            rows, logged, complete = _stages(
                settings, data, folder, pace or Pace(), tell, clock, retry_failed
            )
            summaries = _summaries(settings, rows, logged, out)
            if GROUNDING in summaries:
                summaries[GROUNDING]["left_out"] = stages.not_clicked(data, settings, out)
            write_summaries(out, summaries)
            summaries |= {name: found for name, found in read_summaries(out).items() if name in PEOPLE}
        except BaseException:
            folder.write("stopped")
            raise
        about = _about(settings, data, logged, clock, left_out)
        manifest = _manifest(settings, data, logged, clock)
        folder.write("complete" if complete else "incomplete", about=about, **manifest)
        if complete:
            folder.forget_answers()
    return GuiguardOutcome(out, summaries, about, complete, dict(clock.seconds), manifest)


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


def _able(settings: GuiguardSettings, data: CaseData, out: Path) -> tuple[GuiguardSettings, list[str]]:
    """The run without the evaluations that this data cannot have, and why they are left out.

    ``InputError`` where none is left.
    """
    reason = stages.without_clicks(data, settings, out) if GROUNDING in settings.evaluations else ""
    if not reason:
        return settings, []
    others = tuple(name for name in settings.evaluations if name != GROUNDING)
    if not others:
        raise InputError(f"no click step to ground ({reason})", file=data.source)
    told = f"Grounding was left out, since no screen is fit for it: {reason}."
    return replace(settings, evaluations=others), [told]


def _stages(
    settings: GuiguardSettings,
    data: CaseData,
    folder: GuiguardFolder,
    pace: Pace,
    watch: stages.Watch,
    clock: _Clock,
    retry_failed: bool,
) -> tuple[dict[str, Sequence[Row]], list[LoggedRun], bool]:
    """Rows of the baselines by evaluation, the runs of the models, and whether all of it finished."""
    out = folder.out
    with clock(stages.PROTECT):
        protected = stages.protect(data, settings, out, watch)
    drive: dict[str, Callable[[], Sequence[Row]]] = {
        RECOGNITION: lambda: stages.recognition(data, settings, out, watch, retry_failed),
        PLANNING: lambda: stages.planning(data, settings, out, protected, watch, retry_failed),
        GROUNDING: lambda: stages.grounding(settings, out, watch, retry_failed),
        LEAKAGE: lambda: stages.leakage(data, settings, out, protected, watch),
    }
    rows: dict[str, Sequence[Row]] = {}
    for name in settings.evaluations if settings.offline else ():
        with clock(name):
            rows[name] = drive[name]()
    if not settings.models:
        return rows, [], True
    from tactful.bench.guiguard.inspected import ask_models

    with clock("models"):
        logged, complete = ask_models(settings, data, folder, pace, watch, retry_failed)
    return rows, logged, complete


def _summaries(
    settings: GuiguardSettings,
    rows: Mapping[str, Sequence[Row]],
    logged: Sequence[LoggedRun],
    out: Path,
) -> dict[str, Summary]:
    found: dict[str, Summary] = {}
    if settings.protections():
        found["protect"] = protect_summary(out / stages.PROTECTED)
    for name in settings.evaluations:
        every = [*rows.get(name, ()), *(row for run in logged if run.evaluation == name for row in run.rows)]
        if every:
            found[name] = summarise_rows(name, every, settings.seed)
    return found


class _Clock:
    """Seconds by stage."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self._stage = ""
        self._since = 0.0

    def __call__(self, stage: str) -> _Clock:
        self._stage = stage
        return self

    def __enter__(self) -> None:
        self._since = time.monotonic()

    def __exit__(self, *_: object) -> None:
        self.seconds[self._stage] += round(time.monotonic() - self._since, 2)  # type: ignore[assignment]


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


def _manifest(
    settings: GuiguardSettings, data: CaseData, logged: Sequence[LoggedRun], clock: _Clock
) -> dict[str, Any]:
    return {
        "run": settings.to_json(),
        "data_sha256": data.sha256,
        "seconds_by_stage": dict(clock.seconds),
        "logs": log_records(logged),
    }


def _identity(settings: GuiguardSettings, data: CaseData) -> dict[str, Any]:
    """What makes two starts the same run."""
    about = json.loads(json.dumps(settings.to_json()))
    return {**about, "data_sha256": data.sha256, "tactful": __version__}


def _nothing(_stage: str, _done: int, _total: int) -> None:
    """Nobody watches."""
