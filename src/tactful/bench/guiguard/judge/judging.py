"""The semantic-consistency judge: one question a step, plan against plan (Algorithm 2).

The reference is the same planner's unprotected plan. Steps are paired by their place; what one run has beyond
the other's end is not judged here and is counted by whoever reports (a difference of lengths).
"""

from __future__ import annotations

from tactful.bench.guiguard.judge.reply import VerdictError, read_verdict
from tactful.errors import InputError, ModelError
from tactful.models import Ask, Message, PromptPack, load_pack
from tactful.terms import Judgement, PlanRun, PlanStep


async def judge(
    original: PlanRun,
    replayed: PlanRun,
    ask: Ask,
    *,
    prompts: str = "guiguard_judging",
    variant: str = "",
    attempts: int = 2,
) -> tuple[Judgement, ...]:
    """A judgement for each pair of steps, as many as the shorter run has.

    ``variant`` is a level of the pack's section ``judge``; by default the first, in the bundled pack the
    neutral one that says nothing of protection.

    A pair without one of its plans, and one on which the judge gave no usable verdict in ``attempts``
    replies, is unscored and says why. Never raises ``ModelError``. ``InputError`` for runs of two tasks, for
    ``attempts`` below 1, and for a prompt pack that lacks a section or the variant.
    """
    if original.task != replayed.task:
        raise InputError("runs of two tasks cannot be compared", field="task")
    if attempts < 1:
        raise InputError("is below 1", field="attempts", expected="1 or more")
    pack = load_pack(prompts)
    variant = judge_variant(pack, variant)
    return tuple(
        [
            await judge_step(original.instruction, reference, replay, ask, pack, attempts, variant)
            for reference, replay in zip(original.steps, replayed.steps, strict=False)
        ]
    )


def judge_variant(pack: PromptPack, variant: str = "") -> str:
    """The level of the section ``judge`` that a variant names; "" is the pack's first.

    ``InputError`` that names the levels there are where it is none of them.
    """
    found = variant or pack.levels("judge")[0]
    pack.template("judge", found)
    return found


def judge_prompts(pack: PromptPack, variant: str = "") -> str:
    """What reports call the judge's prompts: ``guiguard_judging 2, neutral``."""
    return f"{pack.name} {pack.version}".strip() + f", {judge_variant(pack, variant)}"


async def judge_step(
    task: str,
    reference: PlanStep,
    replay: PlanStep,
    ask: Ask,
    pack: PromptPack,
    attempts: int = 2,
    variant: str = "",
) -> Judgement:
    """The judge's word on one pair; its step is the replay's."""
    for name, step in (("reference", reference), ("replay", replay)):
        if step.problem or not step.plan.strip():
            return Judgement(replay.index, None, problem=f"no {name} plan")
    level = judge_variant(pack, variant)
    asked = pack.render("judge", level, task=task, reference=reference.plan, replay=replay.plan)
    messages = [Message(asked)]
    problem = ""
    for _ in range(attempts):
        try:
            reply = await ask(messages)
        except ModelError as err:
            return Judgement(replay.index, None, problem=f"no answer from the judge: {err}")
        try:
            verdict = read_verdict(reply)
        except VerdictError as err:
            problem = str(err)
            broken = Message(reply.text.strip() or "(nothing)", role="assistant")
            messages = [*messages, broken, Message(pack.render("repair", problem=problem))]
        else:
            return Judgement(replay.index, verdict.score, verdict.reason)
    return Judgement(replay.index, None, problem=f"the judge's reply cannot be used: {problem}")
