"""The four evaluations: the Inspect task of each, who is asked in it, and what its rows say.

All four are tasks, and all answers come from Inspect models: what needs no model (the local recognizer, the
probes) is a solver of ours, run with the model ``none/none``; the built-in planner, judge and grounder are
models of ours.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tactful.bench.driver import Evaluation
from tactful.bench.guiguard.settings import GROUNDING, LEAKAGE, PLANNING, RECOGNITION, GuiguardSettings
from tactful.bench.models import BUILT_IN, ModelSpec
from tactful.terms import CaseData

Row = dict[str, Any]
Summary = dict[str, Any]
JUDGE = "judge"
NO_MODEL = ModelSpec("none/none")

PROTECTED, PLANS = "protected", "plans"
"""In a run's folder: the protected pictures, and the plans, **which quote screens**."""

# What the built-in models can be asked; every other model is asked everything.
_ABLE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "screen-planner": (PLANNING,),
        "plan-judge": (),
        "screen-grounder": (GROUNDING,),
        "screen-reader": (RECOGNITION,),
        "leak-reader": (LEAKAGE,),
    }
)


@dataclass(frozen=True, slots=True)
class Kind:
    """One of the four. ``who``: the fields of a row that say who answered, the name in reports first.

    ``failed`` says of a row that a call failed behind it, so that it may be asked for again; ``screens``
    gives what tells its screens from others.
    """

    name: str
    who: tuple[str, ...]
    failed: Callable[[Row], bool]
    screens: Callable[[Row], Iterator[Any]]

    @property
    def task(self) -> str:
        """Inspect's name of the task."""
        return f"tactful/guiguard_{self.name}"

    def summarize(self, rows: Sequence[Row], seed: int) -> Summary:
        """The summary of rows, by ``rows.py`` of the evaluation; ``seed`` is that of the intervals."""
        module = importlib.import_module(f"tactful.bench.guiguard.{self.name}.rows")
        summary: Summary = module.summarize(rows, seed=seed)
        return summary


def _planning_failed(row: Row) -> bool:
    from tactful.bench.guiguard.planning.rows import call_failed

    return call_failed(row)


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            Kind(
                RECOGNITION,
                ("model", "recognizer", "variant"),
                lambda row: bool(row["unscored"]),
                lambda row: iter([row["ordinal"]]),
            ),
            Kind(
                PLANNING,
                ("planner", "judge", "judging", "history", "planning"),
                _planning_failed,
                lambda row: ((row["ordinal"], step["step"]) for step in row["steps"]),
            ),
            Kind(
                GROUNDING,
                ("model", "prompts"),
                lambda row: "calibration" not in row and row["hit"] is None,
                lambda row: iter([row["number"]] if "number" in row else ()),
            ),
            Kind(
                LEAKAGE,
                ("evaluator",),
                lambda row: bool(row["unscored"]),
                lambda row: iter([row["screen"]]),
            ),
        )
    }
)
"""By name, in the order of the report."""

TASKS: Mapping[str, str] = MappingProxyType({kind.task: name for name, kind in KINDS.items()})
"""Inspect's name of a task -> the evaluation."""


def evaluations(name: str, settings: GuiguardSettings, out: Path) -> list[Evaluation]:
    """What Inspect is asked to run of one of the four: the baselines, each by itself, then all the models."""
    usual = _arguments(name, settings, out)
    judge = ModelSpec(settings.judge or "", settings.judge_args, settings.judge_generate)
    asked = [ModelSpec(model, settings.model_args) for model in settings.models if _able(name, model)]
    found: list[Evaluation] = []
    if settings.offline:
        for model, more, roles in _baselines(name, settings):
            found.append(Evaluation(KINDS[name].task, {**usual, **more}, [model], roles))
    if asked:
        roles = {JUDGE: judge} if name == PLANNING else {}
        found.append(Evaluation(KINDS[name].task, usual, asked, roles, generate=settings.generate))
    return found


def _baselines(
    name: str, settings: GuiguardSettings
) -> Iterator[tuple[ModelSpec, dict[str, Any], dict[str, ModelSpec]]]:
    """What needs no key: the model, what its task is told beside the usual, and the models of its roles."""
    if name == RECOGNITION:
        yield NO_MODEL, {"recognizer": "local"}, {}
    elif name == PLANNING:
        yield ModelSpec(f"{BUILT_IN}screen-planner"), {}, {JUDGE: ModelSpec(f"{BUILT_IN}plan-judge")}
    elif name == GROUNDING:
        yield ModelSpec(f"{BUILT_IN}screen-grounder"), {"calibrate": False}, {}  # its frame is known
    else:
        for probe in settings.probes:
            yield NO_MODEL, {"probe": probe}, {}


def _arguments(name: str, settings: GuiguardSettings, out: Path) -> dict[str, Any]:
    """What the task of an evaluation is given."""
    data = {"data": str(Path(settings.data).resolve()), "seed": settings.seed, "limit": settings.limit}
    painted = {"protected": str((out / PROTECTED).resolve()) if settings.protections() else None}
    if name == RECOGNITION:
        return data
    if name == PLANNING:
        return data | painted | {
            "methods": ",".join(settings.conditions()),
            "history": settings.history,
            "judging_variant": settings.judging_variant,
            "planning_variant": settings.planning_variant,
            "out": str((out / PLANS).resolve()),
        }  # fmt: skip
    if name == GROUNDING:
        return data | painted | {
            "methods": ",".join(settings.grounded()),
            "platform": settings.platform,
            "variant": settings.grounding_variant,
        }  # fmt: skip
    return data | painted | {"methods": ",".join(settings.full())}


def _able(name: str, model: str) -> bool:
    able = _ABLE.get(model.removeprefix(BUILT_IN)) if model.startswith(BUILT_IN) else None
    return able is None or name in able


def count(name: str, settings: GuiguardSettings, data: CaseData) -> int:
    """How many samples an evaluation has for a model; 0 where only its task can tell."""
    screens = sum(screen.regions is not None for screen in data.screens)
    counts = {
        RECOGNITION: screens,
        PLANNING: len(settings.conditions()) * len(data.tasks),
        LEAKAGE: len(settings.full()) * screens,
    }
    return counts.get(name, 0)
