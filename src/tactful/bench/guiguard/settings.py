"""What a run of all four evaluations is of: these may not change between a start and its continuation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from tactful.bench.guiguard.choice import METHODS
from tactful.bench.guiguard.data import read_data
from tactful.bench.guiguard.planning.settings import AGAIN, PlanningDesign, named_methods
from tactful.bench.guiguard.protecting import ORIGINAL, Method, parse_method
from tactful.bench.models import without_secrets
from tactful.errors import InputError
from tactful.terms import CaseData

RECOGNITION, PLANNING, GROUNDING, LEAKAGE = "recognition", "planning", "grounding", "leakage"
EVALUATIONS = (RECOGNITION, PLANNING, GROUNDING, LEAKAGE)
STAIRS = ("black-30", "black-60")
"""Lower levels that are replayed unless methods are named: three points make a staircase."""

OFFLINE_SCREENS = 60
"""So many screens an offline run takes unless told otherwise: some minutes on two cores."""

PROBES = ("ocr", "sharpen")
"""Local evaluators of leakage that run unless others are named; the dictionary takes minutes a screen."""

FULL = 100


@dataclass(frozen=True, slots=True)
class GuiguardSettings:
    """One run on the data at ``data``.

    ``offline`` runs the built-in baselines (local recognizer, screen reader planner, rule judge, probes);
    ``models`` are asked through Inspect, with ``judge`` for the plans. Both may be had in one report.
    ``methods`` are names as `parse_method` reads them; ``levels`` are given to those that name none.
    ``judging_variant`` is that of the judge's prompts, "" for the neutral one (see `PlanningDesign`).
    ``limit`` is in tasks, drawn by ``seed``; ``screens`` takes as many tasks as fit instead.
    """

    data: str
    offline: bool = True
    models: tuple[str, ...] = ()
    judge: str | None = None
    evaluations: tuple[str, ...] = EVALUATIONS
    methods: tuple[str, ...] = (*METHODS, *STAIRS)
    levels: tuple[int, ...] = (FULL,)
    history: str = "own"
    judging_variant: str = ""
    probes: tuple[str, ...] = PROBES
    platform: str = "all"
    limit: int | None = None
    screens: int | None = None
    seed: int = 0
    model_args: Mapping[str, Any] = field(default_factory=dict, repr=False)
    judge_args: Mapping[str, Any] = field(default_factory=dict, repr=False)
    generate: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        unknown = [name for name in self.evaluations if name not in EVALUATIONS]
        if unknown or not self.evaluations:
            raise InputError("no such evaluation", field="only", expected=", ".join(EVALUATIONS))
        if not self.offline and not self.models:
            raise InputError("nothing would be evaluated", field="model", expected="--offline or --model")
        if self.models and PLANNING in self.evaluations and self.judge is None:
            raise InputError("is missing", field="judge", expected="the model that compares plans")
        if self.limit is not None and self.screens is not None:
            raise InputError("given with a number of tasks", field="screens", expected="one of both")
        if self.offline and LEAKAGE in self.evaluations:
            from tactful.bench.guiguard.leakage.probes import probe_names

            probe_names(",".join(self.probes))  # said now, not when three evaluations are done
        self.planning()

    def conditions(self) -> tuple[str, ...]:
        """Names of all methods at all levels that plans are made under, each once."""
        return named_methods(self.methods, self.levels)

    def planning(self) -> PlanningDesign:
        """The planning evaluation of this run."""
        return PlanningDesign(
            methods=self.methods,
            levels=self.levels,
            history=self.history,
            judging_variant=self.judging_variant,
            seed=self.seed,
        )

    def protections(self) -> tuple[Method, ...]:
        """The methods that hide something, as they are painted once for all evaluations."""
        return tuple(parse_method(name) for name in self.conditions() if name not in (AGAIN, ORIGINAL))

    def full(self) -> tuple[str, ...]:
        """Names of the methods that cover everything private, or what their policy says: no lower level."""
        return tuple(method.name for method in self.protections() if method.level == FULL)

    def grounded(self) -> tuple[str, ...]:
        """What clicks are asked on: no protection, and black and replace as far as they are run (G.6)."""
        compared = [name for name in self.full() if name in ("black", "replace")]
        return (ORIGINAL, *(compared or self.full()))

    def read(self) -> CaseData:
        """The data of the run. Raises as `read_data` does."""
        return read_data(self.data, limit=self.tasks(), seed=self.seed)

    def tasks(self) -> int | None:
        """How many tasks are taken; None for all."""
        if self.screens is None:
            return self.limit
        whole = read_data(self.data, seed=self.seed)
        if sum(len(task.screens) for task in whole.tasks) <= self.screens:
            return None
        return fitting(self, whole, self.screens)

    def to_json(self) -> dict[str, Any]:
        """The settings as the manifest has them; values that may be secrets are left out."""
        hidden = {
            "model_args": without_secrets(self.model_args),
            "judge_args": without_secrets(self.judge_args),
        }
        return {
            **{each.name: getattr(self, each.name) for each in fields(self)},
            **hidden,
            "generate": dict(self.generate),
        }


def fitting(settings: GuiguardSettings, whole: CaseData, screens: int) -> int:
    """The most tasks of the seeded draw that hold no more than ``screens``; one of each platform at least."""
    least = len({task.platform for task in whole.tasks})
    found = least
    for number in range(least + 1, len(whole.tasks) + 1):
        part = read_data(settings.data, limit=number, seed=settings.seed)
        if sum(len(task.screens) for task in part.tasks) > screens:
            break
        found = number
    return found
