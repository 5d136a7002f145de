"""The semantic-consistency judge: one question a step, plan against plan (GUIGuard-Bench, G.4, Algorithm 2).

The reference is the same planner's unprotected plan. Steps are paired by their place; what one run has beyond
the other's end is not judged and is counted by whoever reports (a difference of lengths). One real reply:
``{"score": 3, "reason": "the same element, named by its stand-in"}``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tactful.bench.guiguard.asking import FormatError, ask_until_usable, finite_number, json_object
from tactful.errors import InputError
from tactful.models import Ask, Message, PromptPack, Reply, load_pack
from tactful.terms import Judgement, PlanRun, PlanStep

HIGHEST = 4
JUDGING = "guiguard_judging"
"""The bundled pack of the judge's prompts."""

NO_JUDGE = "no answer from the judge"
"""How the problem of a step begins on which the judge's call failed."""

_ROUNDING = 1e-6  # what a whole number may lose on its way through arithmetic


@dataclass(frozen=True, slots=True)
class Judging:
    """How plans are judged: a prompt pack, a level of its section ``judge``, replies until one is usable.

    ``variant`` "" is the pack's first level: in the bundled one the neutral one, which says nothing of
    protection. ``InputError`` for a pack without the variant or a section, and for ``attempts`` below 1.
    """

    prompts: str = JUDGING
    variant: str = ""
    attempts: int = 2
    pack: PromptPack = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.attempts < 1:
            raise InputError("is below 1", field="attempts", expected="1 or more")
        pack = load_pack(self.prompts)
        object.__setattr__(self, "pack", pack)
        object.__setattr__(self, "variant", self.variant or pack.levels("judge")[0])
        pack.template("judge", self.variant)

    @property
    def title(self) -> str:
        """What reports call the judge's prompts: ``guiguard_judging 2, neutral``."""
        return self.pack.title(self.variant)

    @property
    def scale(self) -> str:
        """What the scores mean, as judge and raters are told; "" where a pack has it in its question."""
        return self.pack.render("scale", self.variant) if "scale" in self.pack.sections else ""

    async def run(self, original: PlanRun, replayed: PlanRun, ask: Ask) -> tuple[Judgement, ...]:
        """A judgement for each pair of steps, as many as the shorter run has.

        A pair without one of its plans, and one on which the judge gave no usable score, is unscored and says
        why. Never raises ``ModelError``. ``InputError`` for runs of two tasks.
        """
        if original.task != replayed.task:
            raise InputError("runs of two tasks cannot be compared", field="task")
        task = original.instruction or replayed.instruction
        return await self.steps(task, original.steps, replayed.steps, ask)

    async def steps(
        self, task: str, reference: Sequence[PlanStep], replay: Sequence[PlanStep], ask: Ask
    ) -> tuple[Judgement, ...]:
        """The same for the steps of two runs of a ``task``, given in its words."""
        pairs = zip(reference, replay, strict=False)
        return tuple([await self._step(task, first, second, ask) for first, second in pairs])

    async def _step(self, task: str, reference: PlanStep, replay: PlanStep, ask: Ask) -> Judgement:
        for name, step in (("reference", reference), ("replay", replay)):
            if step.problem or not step.plan.strip():
                return Judgement(replay.index, None, problem=f"no {name} plan")
        plans = {"reference": reference.plan, "replay": replay.plan}
        answer = await ask_until_usable(
            ask,
            [Message(self.pack.render("judge", self.variant, task=task, scale=self.scale, **plans))],
            read_score,
            lambda problem: self.pack.render("repair", problem=problem),
            self.attempts,
        )
        if answer.value is not None:
            return Judgement(replay.index, *answer.value)
        why = NO_JUDGE if answer.failed else "the judge's reply cannot be used"
        return Judgement(replay.index, None, problem=f"{why}: {answer.problem}")


def read_score(reply: Reply) -> tuple[int, str]:
    """Score and reason, which may quote the plans, of a reply that is one JSON object, alone or in a fence.

    ``FormatError`` for everything else, a number beyond the scale too: a judge that answers 87, or 8 of 10,
    has another scale in mind, and its end taken for the answer would be a made-up score. (The paper coerces
    such numbers to 0 to 4.)
    """
    record = json_object(reply, 'a JSON object with a "score"')
    if "score" not in record:
        raise FormatError('it has no "score"')
    score, reason = finite_number(record["score"]), record.get("reason", "")
    if score is None:
        raise FormatError('its "score" is not a number')
    whole = round(score)
    if abs(score - whole) > _ROUNDING:
        raise FormatError('its "score" is not a whole number')
    if not 0 <= whole <= HIGHEST:
        raise FormatError(f'its "score" is not on the scale from 0 to {HIGHEST}')
    return whole, reason if isinstance(reason, str) else ""
