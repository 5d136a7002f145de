"""`tactful bench planning` with the built-in models, a local endpoint, and imported results."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

pytest.importorskip("inspect_ai")

from fakes.openai_server import OpenAIServer, texts
from fakes.planted_run import write_runs
from tactful.cli.guiguard_evaluations import register
from tactful.errors import InputError

# Of the libraries that Inspect calls; our own are still errors everywhere else.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
BACK = "(Next Action)\nBack.\n(Grounded Action)\n```python\nagent.back()\n```"


def run(*args: object) -> Result:
    app = typer.Typer()
    app.callback()(lambda: None)
    register(app)
    done = CliRunner().invoke(app, ["planning", *map(str, args)], standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    return done


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_runs(tmp_path_factory.mktemp("planted"))


def test_a_local_endpoint_plans_and_judges_and_its_results_are_importable(data: Path, tmp_path: Path) -> None:
    with OpenAIServer(
        lambda asked: '{"score": 2, "reason": "x"}' if '"score"' in texts(asked) else BACK
    ) as server:
        models = ("--url", server.base_url, "--model", "m", "--judge-url", server.base_url, "--judge", "j")
        words = ("--limit", 1, "--steps", 2, "--methods", "black,original", "--levels", "60", "--json")
        done = run("--data", data, "--out", tmp_path / "out", *models, *words)
    (found,) = json.loads(done.stdout)["runs"]
    scores = {method["method"]: method["score"] for method in found["methods"]}
    assert {name: (score["value"], score["n"]) for name, score in scores.items()} == {
        "black-60": (2.0, 2),
        "again": (2.0, 2),
    }
    assert done.return_value == 0
    (again,) = json.loads(run("--import", tmp_path / "out/plans", "--json").stdout)["runs"]
    assert {method["method"]: method["score"]["value"] for method in again["methods"]} == {
        "black-60": 2.0,
        "again": 2.0,
    }


def test_sampling_reaches_planner_and_judge_and_a_rewriter_writes_the_screens(
    data: Path, tmp_path: Path
) -> None:
    said = {"r": "Velmo", "m": BACK, "j": '{"score": 2, "reason": "x"}'}
    with OpenAIServer(lambda asked: said[asked["model"]]) as server:
        planner = ("--url", server.base_url, "--model", "m", "--temperature", 0.3, "--max-tokens", 20000)
        judge = ("--judge-url", server.base_url, "--judge", "j", "--judge-temperature", 1)
        rewriter = ("--rewriter", server.base_url, "--rewriter-model", "r")
        words = ("--limit", 1, "--steps", 1, "--methods", "replace_llm", "--judge-max-tokens", 99, "--json")
        done = run("--data", data, "--out", tmp_path / "out", *planner, *judge, *rewriter, *words)
        asked = {each["model"]: (each["temperature"], each["max_tokens"]) for each in server.requests}
    assert asked == {"r": (0.7, 4096), "m": (0.3, 20000), "j": (1, 99)}
    (found,) = json.loads(done.stdout)["runs"]
    assert [(each["method"], each["score"]["value"]) for each in found["methods"]] == [("replace_llm", 2.0)]
    settings = json.loads((tmp_path / "out/manifest.json").read_text())["settings"]
    assert settings["planner_generate"] == {"temperature": 0.3, "max_tokens": 20000}


def test_the_built_in_models_agree_with_themselves(data: Path, tmp_path: Path) -> None:
    words = ("--limit", 1, "--steps", 2, "--methods", "original", "--json")
    done = run("--data", data, "--out", tmp_path / "out", *words)
    (found,) = json.loads(done.stdout)["runs"]
    assert (found["planner"], found["judge"]) == ("tactful/screen-planner", "tactful/plan-judge")
    assert found["methods"][0]["score"]["value"] == 4.0


def test_nothing_scored_is_no_success(data: Path, tmp_path: Path) -> None:
    with OpenAIServer("no plan") as server:
        server.turns = [lambda asked: "no plan"]
        models = ("--url", server.base_url, "--model", "m", "--attempts", 1)
        done = run(
            "--data", data, "--out", tmp_path, *models, "--limit", 1, "--steps", 1, "--methods", "black"
        )
    assert done.return_value == 2


@pytest.mark.parametrize(
    ("args", "field"),
    [
        ((), "--data"),
        (("--data", ".", "--import", "."), "--data"),
        (("--data", "."), "--out"),
        (("--data", ".", "--out", "o", "--model", "gpt"), "--model"),
        (("--data", ".", "--out", "o", "--levels", "x"), "--levels"),
        (("--data", ".", "--out", "o", "--methods", "replace_llm"), "--rewriter"),
        (("--data", ".", "--out", "o", "--levels", "55"), "level"),
        (("--data", ".", "--out", "o", "--history", "all"), "--history"),
        (("--import", ".", "--judge", "tactful/plan-judge"), "--out"),
        (("--import", ".", "--platform", "tv"), "--platform"),
    ],
)
def test_what_does_not_fit_is_said(args: tuple[str, ...], field: str) -> None:
    with pytest.raises(InputError) as err:
        run(*args)
    assert err.value.field == field
