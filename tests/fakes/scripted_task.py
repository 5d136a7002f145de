"""One of the screen benchmark's tasks under Inspect, with scripted models in place of the built-in ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalLog
from inspect_ai.model import get_model

from tactful.bench.guiguard.offline import registry
from tactful.models import ChatModel

JUDGE = "tactful/plan-judge"


def evaluate(
    monkeypatch: pytest.MonkeyPatch,
    task: str,
    folder: Path,
    asked: ChatModel,
    judge: ChatModel | None = None,
    **args: Any,
) -> list[dict[str, Any]]:
    """The rows of ``tactful/guiguard_TASK`` with these models, samples one after another."""
    log = run(monkeypatch, task, folder, asked, judge, **args)
    samples = sorted(log.samples or (), key=lambda sample: str(sample.id))
    return [(score.metadata or {})["row"] for sample in samples for score in (sample.scores or {}).values()]


def run(
    monkeypatch: pytest.MonkeyPatch,
    task: str,
    folder: Path,
    asked: ChatModel,
    judge: ChatModel | None = None,
    **args: Any,
) -> EvalLog:
    """The same, as the log."""

    def open_model(name: str) -> ChatModel:
        return judge if judge is not None and name.endswith("plan-judge") else asked

    monkeypatch.setattr(registry, "open_model", open_model)
    (log,) = inspect_eval(
        f"tactful/guiguard_{task}",
        task_args=args,
        model=get_model("tactful/screen-planner", memoize=False),
        model_roles={} if judge is None else {"judge": get_model(JUDGE, memoize=False)},
        max_samples=1,
        max_retries=0,
        log_dir=str(folder),
        display="none",
        log_realtime=False,
        ctl_server=False,
    )
    return log
