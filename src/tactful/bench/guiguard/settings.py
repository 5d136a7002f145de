"""What a run of all four evaluations is of: these may not change between a start and its continuation."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

from tactful.bench.guiguard.choice import METHODS, ORIGINAL
from tactful.bench.guiguard.planning.settings import AGAIN, PlanningDesign, named_methods
from tactful.bench.models import JudgeSampling, ModelSettings, key_values, without_secrets
from tactful.errors import InputError
from tactful.runs import Option

if TYPE_CHECKING:
    from tactful.bench.guiguard.protecting import Method
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


@dataclass(frozen=True)
class GuiguardSettings(ModelSettings, JudgeSampling):
    """One run on the data at ``data``.

    ``offline`` runs the built-in baselines (local recognizer, screen reader planner, rule judge, probes);
    ``models`` are asked through Inspect, with ``judge`` for the plans. Both may be had in one report.
    ``methods`` are names as `parse_method` reads them; ``levels`` are given to those that name none.
    ``judging_variant`` is that of the judge's prompts, "" for the neutral one (see `PlanningDesign`).
    ``limit`` is in tasks, drawn by ``seed``; ``screens`` takes as many tasks as fit instead.
    """

    data: Annotated[str, Option("World trajectories, the GUIGuard-Bench release, or runs with annotations.")]
    _: KW_ONLY
    offline: Annotated[bool, Option("The built-in baselines: no key and no network.")] = True
    models: Annotated[
        tuple[str, ...],
        Option(
            "Inspect's name of a model with eyes: openai/gpt-5, ollama/..., tactful/screen-planner. "
            "May be repeated.",
            flags=("--model",),
            split=False,
        ),
    ] = ()
    judge: Annotated[
        str | None, Option("The model that compares plans; tactful/plan-judge needs no key.")
    ] = None
    evaluations: Annotated[
        tuple[str, ...],
        Option("Of recognition,planning,grounding,leakage.", flags=("--only",), default_text="all"),
    ] = EVALUATIONS
    methods: Annotated[tuple[str, ...], Option("Such as black,mosaic,black-60,replace@non-necessary.")] = (
        *METHODS,
        *STAIRS,
    )
    levels: Annotated[
        tuple[int, ...], Option("Levels of Table 7 for methods that name none, such as 20,60,100.")
    ] = (FULL,)
    history: Annotated[
        str, Option("What a replay remembers: own, or same-state (the unprotected run's).")
    ] = "own"
    judging_variant: Annotated[
        str,
        Option(
            "The judge's prompts: neutral, as in the paper; lenient: told of the protection.",
            default_text="neutral",
        ),
    ] = ""
    planning_variant: Annotated[
        str,
        Option(
            "The planner's prompts: neutral, as in the paper; told: that areas may be covered.",
            default_text="neutral",
        ),
    ] = ""
    grounding_variant: Annotated[
        str, Option("The same of the grounder's prompts.", default_text="neutral")
    ] = ""
    probes: Annotated[
        tuple[str, ...], Option("Local evaluators of leakage: ocr, sharpen, dictionary (slow).")
    ] = PROBES
    platform: Annotated[
        str, Option("Of grounding: android, as in the paper; pc or all.", choices=("android", "pc", "all"))
    ] = "android"
    limit: Annotated[int | None, Option("Tasks, drawn by the seed and spread over platforms.", min=1)] = None
    screens: Annotated[
        int | None,
        Option("As many tasks as fit into so many screens. Offline: 60 unless --limit.", min=1),
    ] = None
    seed: Annotated[int, Option("Of draws, paints and intervals.")] = 0
    judge_arg: Annotated[tuple[str, ...], Option("KEY=VALUE for the judge's provider.", split=False)] = field(
        default=(), repr=False
    )
    max_connections: Annotated[int, Option("Calls in flight.", min=1, recorded=False)] = 10

    def __post_init__(self) -> None:
        object.__setattr__(self, "models", tuple(dict.fromkeys(self.models)))
        unknown = [name for name in self.evaluations if name not in EVALUATIONS]
        if unknown or not self.evaluations:
            raise InputError("no such evaluation", field="only", expected=", ".join(EVALUATIONS))
        self.to_json()  # arguments of providers are read before the data
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
            planning_variant=self.planning_variant,
            seed=self.seed,
        )

    def protections(self) -> tuple[Method, ...]:
        """The methods that hide something, as they are painted once for all evaluations."""
        from tactful.bench.guiguard.protecting import parse_method

        return tuple(parse_method(name) for name in self.conditions() if name not in (AGAIN, ORIGINAL))

    def full(self) -> tuple[str, ...]:
        """Names of the methods that cover everything private, or what their policy says: no lower level."""
        return tuple(method.name for method in self.protections() if method.level == FULL)

    def grounded(self) -> tuple[str, ...]:
        """What clicks are asked on: no protection, and black and text replacements where run (G.6)."""
        compared = [name for name in self.full() if name in ("black", "replace", "replace_llm")]
        return (ORIGINAL, *(compared or self.full()))

    def read(self) -> CaseData:
        """The data of the run. Raises as `read_screen_data` does."""
        from tactful.bench.guiguard.data import read_screen_data

        return read_screen_data(self.data, limit=self.tasks(), seed=self.seed)

    def tasks(self) -> int | None:
        """How many tasks are taken; None for all."""
        from tactful.bench.guiguard.data import read_screen_data

        if self.screens is None:
            return self.limit
        whole = read_screen_data(self.data, seed=self.seed)
        if sum(len(task.screens) for task in whole.tasks) <= self.screens:
            return None
        return fitting(self, whole, self.screens)

    def prompts(self) -> dict[str, Any]:
        """Name, version and hash of the prompts of each evaluation of the run."""
        from tactful.bench.guiguard.leakage.asking import PACK as LEAKS
        from tactful.bench.guiguard.recognition.settings import PACK as RECOGNIZING
        from tactful.models import load_pack

        planning = self.planning()
        packs = {
            RECOGNITION: {RECOGNITION: RECOGNIZING},
            PLANNING: {PLANNING: planning.prompts, "judging": planning.judging},
            GROUNDING: {GROUNDING: "guiguard_grounding"},
            LEAKAGE: {LEAKAGE: LEAKS},
        }
        named = {role: pack for name in self.evaluations for role, pack in packs[name].items()}
        return {role: load_pack(pack).to_json() for role, pack in named.items()}

    @property
    def judge_args(self) -> dict[str, Any]:
        """Arguments for the judge's provider."""
        return key_values("--judge-arg", self.judge_arg)

    def to_json(self) -> dict[str, Any]:
        """The settings as the manifest has them; values that may be secrets are left out."""
        return {
            **{name: getattr(self, name) for name in _RECORDED},
            "model_args": without_secrets(self.model_args),
            "judge_args": without_secrets(self.judge_args),
            "generate": self.generate,
            "judge_generate": self.judge_generate,
            "prompts": self.prompts(),
        }


_RECORDED = (
    "data", "offline", "models", "judge", "evaluations", "methods", "levels", "history", "judging_variant",
    "planning_variant", "grounding_variant", "probes", "platform", "limit", "screens", "seed",
)  # fmt: skip


def fitting(settings: GuiguardSettings, whole: CaseData, screens: int) -> int:
    """The most tasks of the seeded draw that hold no more than ``screens``; one of each platform at least."""
    from tactful.bench.guiguard.data import read_screen_data

    least = len({task.platform for task in whole.tasks})
    found = least
    for number in range(least + 1, len(whole.tasks) + 1):
        part = read_screen_data(settings.data, limit=number, seed=settings.seed)
        if sum(len(task.screens) for task in part.tasks) > screens:
            break
        found = number
    return found
