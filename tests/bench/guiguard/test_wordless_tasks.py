"""An error that nobody foresaw, inside a task's own work: its words are in no log."""

from __future__ import annotations

import asyncio
import traceback
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

pytest.importorskip("inspect_ai")

from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalLog
from inspect_ai.scorer import Scorer

from tactful.bench.guiguard.leakage import task as leakage
from tactful.bench.guiguard.leakage.task import leaked_items
from tactful.bench.guiguard.planning import Evaluation
from tactful.bench.guiguard.recognition.looking_back import Asked
from tactful.bench.guiguard.recognition.task import private_elements
from tactful.demo import demo_run
from tactful.errors import TactfulError

# Of the libraries that Inspect calls; our own are still errors everywhere else.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
SECRET = "Wilhelmina Ott 739104"
DATA = str(demo_run("phone-zh"))


def choke(*_: object, **__: object) -> NoReturn:
    raise KeyError(SECRET)


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
# The task and its arguments, what chokes in it, and where that is called from.
PLACES: dict[str, tuple[str, dict[str, Any], object, str]] = {
    "recognition solver": ("recognition", {"first": 1}, Asked, "about"),
    "leakage solver": ("leakage", ONE, leakage, "ask_findings"),
    "planning solver": ("planning", ONE, Evaluation, "replayed"),
    "planning scorer": ("planning", ONE, Evaluation, "row"),
}


@pytest.mark.parametrize("name", PLACES)
def test_a_log_tells_kind_and_place_alone(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    task, args, where, what = PLACES[name]
    monkeypatch.setattr(where, what, choke_later)
    log = evaluated(task, tmp_path, **args)
    (sample,) = log.samples or ()
    assert sample.error is not None
    assert "KeyError in test_wordless_tasks.py" in sample.error.message
    assert SECRET not in log.model_dump_json()
    (file,) = tmp_path.glob("*.eval")
    with zipfile.ZipFile(file) as logged:
        assert not [part for part in logged.namelist() if SECRET.encode() in logged.read(part)]


def test_the_search_finds_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else an empty result would mean nothing."""
    monkeypatch.setattr(leakage, "wordless", _talkative)
    monkeypatch.setattr(leakage, "ask_findings", choke_later)
    log = evaluated("leakage", tmp_path, **ONE)
    assert SECRET in log.model_dump_json()


class _talkative:
    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


class State:
    """As much of a task state as these scorers look at: a store that chokes."""

    epoch = 1

    class store:
        get = staticmethod(choke)


@pytest.mark.parametrize("scorer", [private_elements, leaked_items])
def test_a_scorer_tells_kind_and_place_alone(scorer: Callable[[], Scorer]) -> None:
    state: Any = State()
    with pytest.raises(TactfulError, match=r"KeyError in test_wordless_tasks\.py") as raised:
        asyncio.run(scorer()(state, None))  # type: ignore[arg-type]
    assert SECRET not in "".join(traceback.format_exception(raised.value))
