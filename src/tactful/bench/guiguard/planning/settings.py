"""What is replayed and judged: the methods and their levels, the planner's settings, the judge's prompts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tactful.bench.guiguard.choice import METHODS, ORIGINAL, DataChoice
from tactful.errors import InputError
from tactful.runs import Option

if TYPE_CHECKING:
    from tactful.bench.guiguard.planning.judge import Judging
    from tactful.bench.guiguard.planning.replay import PlannerSettings
    from tactful.bench.guiguard.protecting import Method

FULL = 100
AGAIN = "again"
"""The unprotected pass a second time, beside the reference."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What the planner sees: a method's screens, or the raw ones a second time where there is none."""

    method: Method | None

    @property
    def name(self) -> str:
        return AGAIN if self.method is None else self.method.name

    @property
    def operator(self) -> str:
        return AGAIN if self.method is None else self.method.operator

    @property
    def level(self) -> int:
        return FULL if self.method is None else self.method.level


@dataclass(frozen=True, kw_only=True)
class PlanningDesign:
    """What a planning evaluation is of, on whatever data. ``InputError`` for what cannot be.

    ``original`` among the methods repeats the unprotected pass and judges it against the first: what a
    planner that draws its words at random scores against itself, which bounds every other figure. ``again``
    is its name in the results, since ``original`` is the reference's.
    """

    methods: Annotated[
        tuple[str, ...],
        Option("As of `bench protect`; original: the unprotected pass against itself. Separated by commas."),
    ] = METHODS
    levels: Annotated[
        tuple[int, ...], Option("Of methods without their own, such as 20,60,100: Table 7.", min=1)
    ] = (FULL,)
    policy: Annotated[str | None, Option("Policy of methods without their own, instead of levels.")] = None
    history: Annotated[
        str, Option("own: the replay's own plans; same-state: those of the unprotected pass.")
    ] = "own"
    images: Annotated[int, Option("Screenshots that the planner sees at a step.", min=1)] = 3
    reflection: Annotated[bool, Option("Have every step reflected on.")] = False
    attempts: Annotated[int, Option("Answers until the format must be right.", min=1)] = 3
    prompts: Annotated[str, Option("Prompt pack of the planner.")] = "guiguard_planning"
    planning_variant: Annotated[
        str,
        Option(
            "neutral, as in the paper; told: that areas may be covered; or a level of your pack.",
            default_text="the pack's first: neutral",
        ),
    ] = ""
    judging: Annotated[str, Option("Prompt pack of the judge.")] = "guiguard_judging"
    judging_variant: Annotated[
        str,
        Option(
            "neutral, as in the paper; lenient: told of the protection; or a level of your pack.",
            default_text="the pack's first: neutral",
        ),
    ] = ""
    protected: Annotated[
        str | None,
        Option("Folder of `tactful bench protect`.", default_text="made on the spot", recorded=False),
    ] = None
    limit: Annotated[int | None, Option("Tasks, drawn by the seed.", min=1)] = None
    steps: Annotated[int | None, Option("Only the first steps of each task.", min=1)] = None
    platform: Annotated[str | None, Option("android or pc.")] = None
    lang: Annotated[tuple[str, ...], Option("Languages, such as en,zh.")] = ()
    split: Annotated[str | None, Option("train or validation.")] = None
    seed: Annotated[int, Option("Of the draw of tasks, of protection, of intervals.")] = 0

    def __post_init__(self) -> None:
        names = [condition.name for condition in self.conditions()]
        if not names:
            raise InputError("no method", field="methods", expected=", ".join(METHODS))
        if len(set(names)) < len(names):
            raise InputError("the same one twice", field="methods", expected="each once")
        self.planner_settings()
        self.judge_settings()

    def choice(self, data: Path | str) -> DataChoice:
        """The part of the data at that path."""
        return DataChoice.of(data, self.platform, self.lang, self.split, self.limit, self.steps, self.seed)

    def conditions(self) -> tuple[Condition, ...]:
        """What every task is replayed under, in the order asked for."""
        from tactful.bench.guiguard.protecting import parse_method

        return tuple(
            Condition(None if name in (AGAIN, ORIGINAL) else parse_method(name))
            for name in named_methods(self.methods, self.levels, self.policy)
        )

    def hiding(self) -> tuple[Method, ...]:
        """The methods among the conditions."""
        return tuple(each.method for each in self.conditions() if each.method is not None)

    def planner_settings(self) -> PlannerSettings:
        """What the planner is shown and told."""
        from tactful.bench.guiguard.planning.replay import PlannerSettings

        return PlannerSettings(
            self.history, self.images, self.reflection, self.attempts, self.prompts, self.planning_variant
        )

    def judge_settings(self) -> Judging:
        """How plans are judged."""
        from tactful.bench.guiguard.planning.judge import Judging

        return Judging(self.judging, self.judging_variant)

    def to_json(self) -> dict[str, Any]:
        """What results depend on beside data and models, with the hashes of the prompts."""
        from tactful.bench.guiguard.protected_data import rules_digest

        planner, judge = self.planner_settings(), self.judge_settings()
        return {
            "methods": list(named_methods(self.methods, self.levels, self.policy)),
            "rules": {method.name: rules_digest(method) for method in self.hiding()},
            "planner": planner.to_json(),
            "judging": self.judging,
            "judging_variant": judge.variant,
            "judge_attempts": judge.attempts,
            "prompts": {"planner": planner.pack.to_json(), "judge": judge.pack.to_json()},
            "seed": self.seed,
        }


@dataclass(frozen=True, kw_only=True)
class PlanningSettings(PlanningDesign):
    """One planning evaluation."""

    data: Annotated[str, Option("World trajectories, the release, or runs.")]
    out: Annotated[
        str | None, Option("Folder for plans and judgements, which quote screens; taken up again.")
    ] = None
    retry_failed: Annotated[bool, Option("Ask again where the planner gave no answer.")] = False
    cache: Annotated[bool, Option("Keep answers while the process lives.")] = False
    log_private: Annotated[bool, Option("Screens, plans and prompts stand in the log.")] = False


def named_methods(
    methods: Iterable[str], levels: Iterable[int] = (FULL,), policy: str | None = None
) -> tuple[str, ...]:
    """Methods by name, each at every level, or under a policy: (black,), (60, 100) -> black-60, black.

    A name that says its level or policy itself stays as it is. ``InputError`` for what does not exist.
    """
    from tactful.bench.guiguard.protecting import Method, parse_method

    found: list[str] = []
    levels = tuple(levels)
    for name in methods:
        plain = name not in (AGAIN, ORIGINAL) and "@" not in name and parse_method(name).level == FULL
        if not plain:
            found.append(name)
        elif policy is not None:
            found.append(f"{name}@{policy}")
        else:
            found += [Method(parse_method(name).operator, level).name for level in levels]
    return tuple(dict.fromkeys(found))
