"""An error that nobody foresaw, inside a task's own work: its words are in no log."""

from __future__ import annotations

import asyncio
import zipfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest

pytest.importorskip("inspect_ai")

from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalLog
from inspect_ai.util import LimitExceededError, Store

from tactful.bench.guiguard.grounding.pointing import Grounder
from tactful.bench.guiguard.leakage import task as leakage
from tactful.bench.guiguard.logs import row_of_sample
from tactful.bench.guiguard.planning.judge import Judging
from tactful.bench.guiguard.planning.results import ReplayStore
from tactful.bench.guiguard.recognition.asking import Predictions
from tactful.bench.guiguard.sample_rows import leave_row, row_of
from tactful.demo import demo_run

# Of the libraries that Inspect calls; our own are still errors everywhere else.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
SECRET = "Wilhelmina Ott 739104"
DATA = str(demo_run("phone-zh"))


async def choke_later(*_: object, **__: object) -> NoReturn:
    raise KeyError(SECRET)


def evaluated(task: str, folder: Path, **args: Any) -> EvalLog:
    (log,) = inspect_eval(
        f"tactful/guiguard_{task}",
        task_args={"data": DATA, **args},
        model="mockllm/model",
        model_roles={"judge": "mockllm/model"},
        log_dir=str(folder),
        display="none",
        log_realtime=False,
        ctl_server=False,
    )
    return log


ONE = {"methods": "black", "steps": 1}
# The task and its arguments, and what chokes in it.
PLACES: dict[str, tuple[str, dict[str, Any], object, str]] = {
    "recognition": ("recognition", {"first": 1}, Predictions, "of"),
    "leakage": ("leakage", ONE, leakage, "ask_findings"),
    "planning, replay": ("planning", ONE, ReplayStore, "run"),
    "planning, judge": ("planning", ONE, Judging, "run"),
    "grounding": ("grounding", {"methods": "black", "calibrate": False}, Grounder, "find"),
}


@pytest.mark.parametrize("name", PLACES)
def test_a_log_tells_kind_and_place_alone(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    task, args, where, what = PLACES[name]
    monkeypatch.setattr(where, what, choke_later)
    log = evaluated(task, tmp_path, **args)
    rows = [row_of_sample(sample) for sample in log.samples or ()]
    assert rows
    assert all("KeyError in test_wordless_tasks.py, line " in str(row) for row in rows)
    assert SECRET not in log.model_dump_json()
    (file,) = tmp_path.glob("*.eval")
    with zipfile.ZipFile(file) as logged:
        assert not [part for part in logged.namelist() if SECRET.encode() in logged.read(part)]


async def unguarded(_state: object, _unscored: object, make: Callable[[], Awaitable[object]]) -> object:
    return await make()


def test_the_search_finds_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else an empty result would mean nothing."""
    monkeypatch.setattr(leakage, "leave_row", unguarded)
    monkeypatch.setattr(leakage, "ask_findings", choke_later)
    log = evaluated("leakage", tmp_path, **ONE)
    (sample,) = log.samples or ()
    assert sample.error is not None
    assert SECRET in log.model_dump_json()


def test_a_limit_leaves_an_unscored_row() -> None:
    class Limited(LimitExceededError):
        def __init__(self) -> None:
            Exception.__init__(self)

    state: Any = SimpleNamespace(store=Store())

    async def make() -> dict[str, Any]:
        raise Limited

    with pytest.raises(Limited):
        asyncio.run(leave_row(state, lambda reason: {"unscored": reason}, make))
    assert row_of(state) == {"unscored": "the sample was stopped at a limit"}
