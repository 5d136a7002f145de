"""The semantic-consistency judge: one question a step, plan against plan (Algorithm 2).

The reference is the same planner's unprotected plan. Steps are paired by their place; what one run has beyond
the other's end is not judged here and is counted by whoever reports (a difference of lengths).
"""

from __future__ import annotations

from tactful.errors import InputError, ModelError
from tactful.execute.judge.reply import VerdictError, read_verdict
from tactful.models.asking import Ask
from tactful.models.messages import Message
from tactful.models.prompts import PromptPack, load_pack
from tactful.terms import Judgement, PlanRun, PlanStep


async def judge(
    original: PlanRun,
    replayed: PlanRun,
    ask: Ask,
    *,
    prompts: str = "guiguard_judging",
    attempts: int = 2,
) -> tuple[Judgement, ...]:
    """A judgement for each pair of steps, as many as the shorter run has.

    A pair without one of its plans, and one on which the judge gave no usable verdict in ``attempts``
    replies, is unscored and says why. Never raises ``ModelError``. ``InputError`` for runs of two tasks, for
    ``attempts`` below 1, and for a prompt pack that lacks a section.
    """
    if original.task != replayed.task:
        raise InputError("runs of two tasks cannot be compared", field="task")
    if attempts < 1:
        raise InputError("is below 1", field="attempts", expected="1 or more")
    pack = load_pack(prompts)
    return tuple(
        [
            await judge_step(original.instruction, reference, replay, ask, pack, attempts)
            for reference, replay in zip(original.steps, replayed.steps, strict=False)
        ]
    )


async def judge_step(
    task: str, reference: PlanStep, replay: PlanStep, ask: Ask, pack: PromptPack, attempts: int = 2
) -> Judgement:
    """The judge's word on one pair; its step is the replay's."""
    for name, step in (("reference", reference), ("replay", replay)):
        if step.problem or not step.plan.strip():
            return Judgement(replay.index, None, problem=f"no {name} plan")
    asked = pack.render("judge", task=task, reference=reference.plan, replay=replay.plan)
    messages = [Message(asked)]
    problem = ""
    for _ in range(attempts):
        try:
            reply = await ask(messages)
        except ModelError:
            return Judgement(replay.index, None, problem="no answer from the judge")
        try:
            verdict = read_verdict(reply)
        except VerdictError as err:
            problem = str(err)
            broken = Message(reply.text.strip() or "(nothing)", role="assistant")
            messages = [*messages, broken, Message(pack.render("repair", problem=problem))]
        else:
            return Judgement(replay.index, verdict.score, verdict.reason)
    return Judgement(replay.index, None, problem=f"the judge's reply cannot be used: {problem}")
