"""What a planner says at a step, and how alike two plans are (GUIGuard-Bench, G.1 and G.4, L.3, L.4)."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One step of a replay. ``problem`` is why there is no plan; then the texts are empty.

    ``plan`` is the planner's whole answer in words, ``action`` its one ``agent.*`` call, ``code`` the
    executable form of that call (logged, never run), ``reflection`` what the reflector said after it.
    ``attempts`` counts the answers it took until the format was right.
    """

    index: int
    screenshot: str
    plan: str = field(default="", repr=False)
    action: str = field(default="", repr=False)
    code: str = field(default="", repr=False)
    reflection: str = field(default="", repr=False)
    attempts: int = 1
    problem: str = ""


@dataclass(frozen=True, slots=True)
class PlanRun:
    """The replay of one task under one method: ``method`` is ``original`` for the unprotected pass.

    ``level`` is the percentage of the staircase (G.2), 100 for everything. A replay ends early where the
    planner says done or fail.
    """

    task: str
    method: str
    level: int
    instruction: str = field(repr=False)
    steps: tuple[PlanStep, ...]
    history: str = "own"


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judge's word on one pair of plans: 0 (different goals) to 4 (the same action, target, intent).

    ``score`` is None where the pair is unscored, and ``problem`` says why. ``reason`` may quote the plans.
    """

    step: int
    score: int | None
    reason: str = field(default="", repr=False)
    problem: str = ""
