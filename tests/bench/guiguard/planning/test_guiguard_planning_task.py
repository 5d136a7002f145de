"""Planning fidelity under Inspect: folders that are taken up, epochs, roles, tasks at once."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("inspect_ai")

from inspect_ai import eval as inspect_eval
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.log import EvalLog
from inspect_ai.model import GenerateConfig, Model, get_model

from fakes.openai_server import Fault, OpenAIServer
from fakes.planted_run import write_runs
from tactful.bench.guiguard.planning.rows import summarize

# Of the libraries that Inspect calls; our own are still errors everywhere else.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

BACK = "(Next Action)\nBack.\n(Grounded Action)\n```python\nagent.back()\n```"


def answer(request: dict[str, Any]) -> str:
    return '{"score": 3, "reason": "near"}' if request["model"] == "j" else BACK


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_runs(tmp_path_factory.mktemp("planted"))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    with OpenAIServer(answer) as server:
        monkeypatch.setenv("FAKE_BASE_URL", server.base_url)
        monkeypatch.setenv("FAKE_API_KEY", "none")
        yield server


def model(name: str) -> Model:
    """A new one every time: Inspect keeps models by name, and the one before spoke to another server."""
    return get_model(f"openai-api/fake/{name}", base_url=os.environ["FAKE_BASE_URL"], memoize=False)


def planned(server: OpenAIServer) -> int:
    """How often the planner was asked."""
    return sum(request["model"] == "m" for request in server.requests)


def run(data: Path, folder: Path, **more: Any) -> EvalLog:
    args = {"data": str(data), "methods": "black", **more.pop("args", {})}
    roles, fails = more.pop("model_roles", {"judge": model("j")}), more.pop("fails", False)
    (log,) = inspect_eval(
        "tactful/guiguard_planning",
        task_args=args,
        model=model("m"),
        model_roles=roles,
        max_retries=0,
        log_dir=str(folder / "logs"),
        display="none",
        log_realtime=False,
        ctl_server=False,
        **more,
    )
    assert fails or log.status == "success"
    return log


def rows(log: EvalLog) -> list[dict[str, Any]]:
    scores = [score for sample in log.samples or () for score in (sample.scores or {}).values()]
    return [(score.metadata or {})["row"] for score in scores]


def test_rows_are_the_summarys_and_metrics_are_by_method(
    data: Path, server: OpenAIServer, tmp_path: Path
) -> None:
    log = run(data, tmp_path, args={"methods": "black,replace", "levels": "60,100", "limit": 1})
    found = rows(log)
    assert [row["method"] for row in found] == ["black", "black-60", "replace", "replace-60"]
    (summary,) = summarize(found)["runs"]
    assert (summary["planner"], summary["judge"]) == ("openai-api/fake/m", "openai-api/fake/j")
    assert [method["score"]["value"] for method in summary["methods"]] == [3.0] * 4
    assert planned(server) == 3 * 5  # the unprotected pass once
    assert log.results is not None
    metrics = {name: metric.value for score in log.results.scores for name, metric in score.metrics.items()}
    assert metrics == {"mean": 3.0, "black-60": 3.0, "black": 3.0, "replace-60": 3.0, "replace": 3.0}
    assert not list(tmp_path.rglob("*gt_result*"))  # without a folder nothing private is written


def test_a_folder_is_taken_up_and_epochs_are_apart(data: Path, server: OpenAIServer, tmp_path: Path) -> None:
    args = {"out": str(tmp_path / "plans"), "limit": 1}
    first = run(data, tmp_path, args=args, epochs=2)
    assert planned(server) == 2 * 2 * 3
    second = run(data, tmp_path, args=args, epochs=2)
    assert planned(server) == 2 * 2 * 3
    assert rows(second) == rows(first)
    assert [row["epoch"] for row in rows(first)] == [1, 2]
    kept = sorted(str(path.relative_to(tmp_path)) for path in (tmp_path / "plans").rglob("gt_results"))
    assert kept == [f"plans/openai-api_fake_m/epoch_{epoch}/gt_results" for epoch in (1, 2)]
    assert {path.stat().st_mode & 0o077 for path in (tmp_path / "plans/openai-api_fake_m").rglob("*")} == {0}


def test_a_planner_that_fails_is_unscored_and_asked_again_if_wished(
    data: Path, server: OpenAIServer, tmp_path: Path
) -> None:
    def refusing(request: dict[str, Any]) -> str | Fault:
        return Fault.status(400, "no") if request["model"] == "m" else answer(request)

    server.turns = [refusing]
    args = {"out": str(tmp_path / "plans"), "limit": 1}
    (row,) = rows(run(data, tmp_path, args=args))
    (problem,) = {step["problem"] for step in row["steps"]}
    assert problem.startswith("reference: no answer from the planner: ")
    assert "400" in problem or "refused" in problem or "failed" in problem, problem
    server.turns = [answer]
    (row,) = rows(run(data, tmp_path, args=args))
    assert {step["score"] for step in row["steps"]} == {None}
    (row,) = rows(run(data, tmp_path, args={**args, "retry_failed": True}))
    assert {step["score"] for step in row["steps"]} == {3}


def test_kept_answers_of_the_first_pass_are_not_the_second_ones(
    data: Path, server: OpenAIServer, tmp_path: Path
) -> None:
    """Else the unprotected pass would be judged against itself word for word, a ceiling of 4.0."""
    said = iter(range(99))

    def other_every_time(request: dict[str, Any]) -> str:
        return answer(request) if request["model"] == "j" else BACK.replace("Back.", f"Back {next(said)}.")

    server.turns = [other_every_time]
    args = {"methods": "original", "cache": True, "limit": 1, "judging_variant": "lenient"}
    (row,) = rows(run(data, tmp_path, args=args))
    assert planned(server) == 2 * 3
    judged = [json.dumps(request["messages"]) for request in server.requests if request["model"] == "j"]
    pairs = [re.findall(r"Back (\d+)\.", text) for text in judged]
    assert len(pairs) == 3
    assert all(one != two for one, two in pairs)
    assert row["judging"] == "guiguard_judging 2, lenient"


def test_a_folder_is_of_one_judge_as_it_is_set(data: Path, server: OpenAIServer, tmp_path: Path) -> None:
    args = {"out": str(tmp_path / "plans"), "limit": 1}
    run(data, tmp_path, args=args)
    warm = get_model(
        "openai-api/fake/j",
        base_url=os.environ["FAKE_BASE_URL"],
        config=GenerateConfig(temperature=0.9, max_connections=2),
        memoize=False,
    )
    (row,) = rows(run(data, tmp_path, args=args, model_roles={"judge": warm}))
    assert "judge_config" in row["problem"]
    settings = next((tmp_path / "plans").rglob("settings.json")).read_text()
    assert "127.0.0.1" in settings or "localhost" in settings
    assert "max_retries" not in settings


def test_the_judge_is_never_the_planner_by_default(data: Path, server: OpenAIServer, tmp_path: Path) -> None:
    with pytest.raises(PrerequisiteError, match="judge"):
        inspect_eval(
            "tactful/guiguard_planning",
            task_args={"data": str(data)},
            model=model("m"),
            log_dir=str(tmp_path),
            display="none",
            ctl_server=False,
        )
    assert server.requests == []
