"""The offline half of a run: the built-in baselines on every evaluation, by the direct drivers.

Each stage goes on where an earlier start stopped, and gives all its rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tactful.bench.attacks import Probe
from tactful.bench.guiguard.grounding import GroundingBench, GroundingSettings, run_grounding
from tactful.bench.guiguard.offline.registry import open_model
from tactful.bench.guiguard.protected_data import InMemory, Protected, read_protected
from tactful.bench.guiguard.protected_writer import write_protected
from tactful.bench.guiguard.protecting import parse_method
from tactful.bench.guiguard.run_settings import GROUNDING, LEAKAGE, PLANNING, RECOGNITION, GuiguardSettings
from tactful.bench.guiguard.store import RowStore
from tactful.terms import CaseData

Row = dict[str, Any]
Watch = Callable[[str, int, int], None]
"""Told after every piece of work: the stage, how much of it is done, how much there is."""

PROTECT = "protect"
PROTECTED = "protected"
PLANNER, JUDGE, GROUNDER = "screen-planner", "plan-judge", "screen-grounder"


def protect(data: CaseData, settings: GuiguardSettings, out: Path, watch: Watch) -> Protected:
    """The protected variants, painted once into ``out/protected``; nothing to paint gives an empty source."""
    methods = settings.protections()
    if not methods:
        return InMemory(seed=settings.seed)
    total = len(methods) * len(data.tasks)
    place = {method.name: at * len(data.tasks) for at, method in enumerate(methods)}

    def after(method: str, done: int, _of: int) -> None:
        watch(PROTECT, place[method] + done, total)

    write_protected(data, methods, out / PROTECTED, seed=settings.seed, after=after)
    return read_protected(out / PROTECTED, data)


def recognition(
    data: CaseData, settings: GuiguardSettings, out: Path, watch: Watch, retry_failed: bool = False
) -> Sequence[Row]:
    """The guard's own recognizer on every screen."""
    from tactful.bench.guiguard.recognition import run_local

    def after(done: int, total: int) -> None:
        watch(RECOGNITION, done, total)

    return run_local(data, out, seed=settings.seed, retry_failed=retry_failed, after=after)


def planning(
    data: CaseData,
    settings: GuiguardSettings,
    out: Path,
    protected: Protected,
    watch: Watch,
    retry_failed: bool = False,
) -> Sequence[Row]:
    """The planner that reads the screen, judged by rules."""
    from tactful.bench.guiguard.planning import run_planning, samples

    wanted = settings.planning()
    total = len(samples(data, wanted))
    done = 0

    def after(_row: Row) -> None:
        nonlocal done
        done += 1
        watch(PLANNING, done, total)

    planner, judge = open_model(PLANNER), open_model(JUDGE)
    return run_planning(
        data, wanted, planner, judge, out, protected=protected, watch=after, retry_failed=retry_failed
    )


def clicks(settings: GuiguardSettings, out: Path) -> GroundingSettings:
    """The grounding evaluation of this run."""
    return GroundingSettings(
        settings.data,
        methods=settings.grounded(),
        platform=settings.platform,
        calibrate=False,  # the frame of a built-in model is known
        protected=str(out / PROTECTED) if settings.protections() else None,
        limit=settings.limit,
        seed=settings.seed,
    )


def without_clicks(data: CaseData, settings: GuiguardSettings, out: Path) -> str:
    """Why no click can be asked for; "" where one can."""
    bench = _clickable(data, settings, out)
    if bench.samples:
        return ""
    return ", ".join(f"{count} {reason}" for reason, count in bench.left_out.items())


def not_clicked(data: CaseData, settings: GuiguardSettings, out: Path) -> dict[str, int]:
    """How many screens no click is asked for on, by reason."""
    return dict(_clickable(data, settings, out).left_out)


def _clickable(data: CaseData, settings: GuiguardSettings, out: Path) -> GroundingBench:
    return GroundingBench(clicks(settings, out), data, InMemory(seed=settings.seed))


def grounding(
    settings: GuiguardSettings, out: Path, watch: Watch, retry_failed: bool = False
) -> Sequence[Row]:
    """The grounder that matches words with what it reads."""

    def after(done: int, total: int) -> None:
        watch(GROUNDING, done, total)

    return run_grounding(
        clicks(settings, out), open_model(GROUNDER), out, retry_failed=retry_failed, progress=after
    )


def leakage(
    data: CaseData, settings: GuiguardSettings, out: Path, protected: Protected, watch: Watch
) -> Sequence[Row]:
    """The local probes on everything that is fully covered; what failed before is tried again anyway."""
    from tactful.bench.guiguard.leakage import run_probes
    from tactful.bench.guiguard.leakage.probes import KNOWN

    methods = [parse_method(name) for name in settings.full()]
    place = {method.name: at for at, method in enumerate(methods)}

    def after(method: str, done: int, of: int) -> None:
        watch(LEAKAGE, place[method] * of + done, len(methods) * of)

    about = {"data": data.sha256, "seed": settings.seed, "probes": list(settings.probes)}
    with RowStore(out, LEAKAGE, about) as store:
        run_probes(data, protected, methods, probes(settings.probes), store, known=KNOWN, after=after)
        return store.rows()


def probes(names: Sequence[str]) -> dict[str, Probe]:
    """The probes by name; those that read share the reader of the built-in models, and what it has read."""
    from tactful.bench.attacks import OcrProbe, SharpenProbe
    from tactful.bench.guiguard.leakage.probes import open_probe
    from tactful.bench.guiguard.offline.screens import shared_reader

    made: dict[str, type[OcrProbe] | type[SharpenProbe]] = {"ocr": OcrProbe, "sharpen": SharpenProbe}
    found: dict[str, Probe] = {}
    for name in names:
        reading = made.get(name)
        found[name] = open_probe(name) if reading is None else reading(shared_reader())
    return found
