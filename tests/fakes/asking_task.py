"""A task as the screen benchmarks ask: private words and pictures go through `tactful.bench.private`.

``inspect eval asking_task.py@asking -T samples=2 -T judge=true -T log_private=true``
"""

from __future__ import annotations

from typing import Any

import numpy as np
from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import GenerateConfig, get_model
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from tactful.bench.private import asker
from tactful.errors import ModelError
from tactful.models import Message, Picture

SECRET = "Quillfeather 4417-0093"
PIXELS = np.random.default_rng(5).integers(0, 255, (40, 60, 3), np.uint8)
PICTURE = Picture.encode(PIXELS)


def conversation(number: int) -> list[Message]:
    return [
        Message("You look at screens.", role="system"),
        Message(f"The account of {SECRET}, turn {number}.", pictures=(PICTURE,)),
        Message("I see.", role="assistant"),
        Message("Say it again."),
    ]


@task
def asking(
    samples: int = 1,
    judge: bool = False,
    log_private: bool = False,
    cache: bool = False,
) -> Task:
    options = {"judge": judge, "log_private": log_private, "cache": cache}
    return Task(
        dataset=[Sample(id=f"s{at}", input=f"sample {at}", metadata={"at": at}) for at in range(samples)],
        solver=asked(options),
        scorer=rows(),
        config=GenerateConfig(max_retries=2, attempt_timeout=2, temperature=0.25),
        fail_on_error=False,
    )


@solver
def asked(options: dict[str, Any]) -> Solver:
    given = {"log_private": options["log_private"], "cache": options["cache"]}
    if options["judge"]:
        get_model(role="judge", required=True)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        ask = asker(state, **given)
        judge = asker(state, "judge", **given) if options["judge"] else None
        row: dict[str, Any] = {"problem": "", "said": 0}
        try:
            reply = await ask(conversation(state.metadata["at"]))
            row |= {"said": len(reply.text), "right": SECRET in reply.text, "truncated": reply.truncated}
            if options["cache"]:
                row["again"] = (await ask(conversation(state.metadata["at"]))).text == reply.text
            if judge is not None:
                row["judged"] = len((await judge([Message(f"Judge this: {reply.text}")])).text)
        except ModelError as err:
            row["problem"] = str(err)
        state.store.set("row", row)
        return state

    return solve


@scorer(metrics=[mean()])
def rows() -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        row = state.store.get("row")
        return Score(value=float(not row["problem"]), metadata={"row": row})

    return score
