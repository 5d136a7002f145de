"""Which screens are asked for, in which forms, and what becomes of the answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

pytest.importorskip("inspect_ai")

from fakes.planted_run import secrets, write_runs
from fakes.scripted_task import evaluate
from tactful.bench.guiguard.data import read_screen_data
from tactful.bench.guiguard.grounding.rows import summarize
from tactful.bench.guiguard.grounding.samples import View, click_steps, view_of, why_no_clicks
from tactful.bench.guiguard.grounding.settings import GroundingSettings
from tactful.bench.guiguard.offline import registry
from tactful.bench.guiguard.protected_data import InMemory, open_protected
from tactful.bench.guiguard.protected_writer import write_protected
from tactful.bench.guiguard.protecting import parse_method
from tactful.cli import guiguard_evaluations as command
from tactful.errors import InputError, ModelError
from tactful.models import Message, ScriptedModel, load_pack
from tactful.terms import CaseData

# Of the libraries that Inspect calls; our own are still errors everywhere else.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
PACK = load_pack("guiguard_grounding")
DEMO = Path(command.__file__).parents[1] / "demo" / "phone"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_runs(tmp_path_factory.mktemp("planted"))


@pytest.fixture(scope="module")
def data(folder: Path) -> CaseData:
    return read_screen_data(folder)


def on_save(messages: Sequence[Message]) -> str:
    """The target of the planted runs, on the grid of 1000."""
    return '{"x": 133, "y": 603}'


def test_click_steps_with_two_private_labels(data: CaseData) -> None:
    steps, left_out = click_steps(data)
    assert [(each.number, each.label, each.task_label) for each in steps] == [
        (number, f"screen {number}", f"task {1 + (number > 3)}") for number in range(1, 7)
    ]
    assert left_out == {}
    assert why_no_clicks(data) == ""


def test_nothing_to_ground_says_why(data: CaseData) -> None:
    assert why_no_clicks(data, "pc") == "6 of another platform"
    assert why_no_clicks(data, private=3) == "6 with fewer than 3 private labels"


def test_the_demo_has_samples_of_its_own() -> None:
    steps, _ = click_steps(read_screen_data(DEMO))
    assert len(steps) >= 3
    assert all(len(each.case.private) >= 2 for each in steps)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"methods": ("black", "black")}, "methods"),
        ({"methods": ("invisible",)}, "method"),
        ({"convention": "polar"}, "convention"),
        ({"hidden": 0}, "hidden"),
    ],
)
def test_settings_that_cannot_be_run(given: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as caught:
        GroundingSettings(data=".", **given)
    assert caught.value.field == field


def test_a_view_is_what_the_method_makes_of_it(data: CaseData) -> None:
    step = click_steps(data)[0][4]
    raw, black = (view_of(step, method, InMemory()) for method in ("original", "black"))
    assert isinstance(raw, View)
    assert isinstance(black, View)
    name = step.case.private[0].box
    middle = (name.x1 + 5, name.y1 + 5)
    assert raw.screen.image is not None
    assert black.screen.image is not None
    assert len(raw.screen.image.convert("RGB").crop(name.tuple()).getcolors() or ()) > 2
    assert black.screen.image.getpixel(middle) == (0, 0, 0)
    assert raw.hidden == ()
    assert any(each.holds(*middle) for each in black.hidden)


def test_a_protected_folder_gives_the_same_pictures(data: CaseData, tmp_path: Path) -> None:
    black = parse_method("black")
    write_protected(data, [black], tmp_path / "protected")
    seen = []
    for painted in (None, tmp_path / "protected"):
        source = open_protected(data, [black], painted)
        views = [view_of(step, "black", source) for step in click_steps(data)[0]]
        assert all(isinstance(view, View) and view.hidden for view in views)
        seen.append([v.screen.image.tobytes() for v in views if isinstance(v, View) and v.screen.image])
    assert len(seen[0]) == 6
    assert seen[0] == seen[1]


def test_every_form_is_asked_the_same_and_rows_hold_no_private_word(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ScriptedModel(on_save)
    rows = evaluate(monkeypatch, "grounding", tmp_path, model, data=str(folder))
    assert [row["hit"] for row in rows if "calibration" not in row] == [True] * 18
    (check,) = [row["calibration"] for row in rows if "calibration" in row]
    assert check["fits"] is False  # it says the same place for every word
    fields = [PACK.read("ground", messages[0].text) for messages in model.asked]
    plans = {(found["plan"], found["target"]) for found in fields if found and found["plan"] != "none"}
    assert plans == {("Find the missed call of Vessaline Drood first", "Row of Quillfeather senior")}
    assert len({messages[0].pictures[0].data for messages in model.asked}) == 18 + 1
    texts = [secret for secret in secrets(folder).values() if isinstance(secret, str)]
    assert [text for text in texts if text in json.dumps(rows)] == []


def test_what_cannot_be_asked_or_answered_is_unscored(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copytree(folder, tmp_path / "copy")
    given = {"data": str(tmp_path / "copy"), "calibrate": False, "methods": "original,black"}
    silent = ScriptedModel(lambda messages: ModelError("status 500"))
    rows = evaluate(monkeypatch, "grounding", tmp_path, silent, **given)
    assert {(row["hit"], row["problem"]) for row in rows} == {(None, "no answer: status 500")}


def row(number: int, method: str, hit: bool | None, hidden: bool = False, **more: Any) -> dict[str, Any]:
    return {
        "evaluation": "grounding", "number": number, "task": f"task {number % 3}", "platform": "android",
        "lang": "en", "model": "m", "convention": "pixels", "method": method, "operator": method,
        "level": 100, "hit": hit, "hidden": hidden, "outside": False,
        "problem": "" if hit is not None else "no answer", **more,
    }  # fmt: skip


def test_the_table_keeps_hidden_and_failed_apart() -> None:
    rows = [
        row(1, "original", True),
        row(2, "original", False),
        row(3, "original", None),
        row(4, "original", True),
    ]
    rows += [
        row(1, "black", True, hidden=True),
        row(2, "black", True),
        row(3, "black", True),
        row(4, "black", False),
    ]
    (run,) = summarize(rows)["runs"]
    original, black = run["methods"]
    assert (original["accuracy"]["hits"], original["accuracy"]["n"], original["unscored"]) == (2, 3, 1)
    assert (black["accuracy"]["hits"], black["accuracy"]["n"], black["hidden"]) == (2, 3, 1)
    assert (black["hidden_accuracy"]["hits"], black["hidden_accuracy"]["n"]) == (1, 1)
    # Screens 2 and 4 are answered and visible under both.
    assert [(each["paired"]["hits"], each["paired"]["n"]) for each in (original, black)] == [(1, 2), (1, 2)]
    assert [(each["overall"]["hits"], each["overall"]["n"]) for each in (original, black)] == [(2, 3), (3, 4)]
    assert run["problems"] == [{"reason": "no answer", "n": 1}]
    assert run["samples"] == 4
    low, high = black["accuracy"]["low"], black["accuracy"]["high"]
    assert 0 <= low <= black["accuracy"]["value"] <= high <= 1
    assert summarize(rows) == summarize(rows)


def test_answers_to_other_prompts_are_another_run() -> None:
    prompts = ("guiguard_grounding 2, neutral", "guiguard_grounding 2, told")
    runs = summarize([row(1, "black", True, prompts=each) for each in prompts])["runs"]
    assert [(run["name"], run["prompts"]) for run in runs] == [
        ("m", prompts[0]),
        ("m, prompts told", prompts[1]),
    ]


def test_nothing_answered_is_no_figure() -> None:
    (run,) = summarize([row(1, "black", None), row(2, "black", None, hidden=True)])["runs"]
    (black,) = run["methods"]
    assert black["accuracy"] == {"value": None, "hits": 0, "n": 0, "low": None, "high": None}
    assert black["unscored"] == 2


def cli() -> typer.Typer:
    app = typer.Typer()
    app.callback()(lambda: None)
    command.register(app)
    return app


def test_the_command_takes_a_run_up_again(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ScriptedModel(on_save)
    monkeypatch.setattr(registry, "open_model", lambda name: model)
    words = ["grounding", "--data", str(folder), "--out", str(tmp_path / "out"), "--json"]
    for asked in (12 + 4, 12 + 4):
        done = CliRunner().invoke(cli(), [*words, "--methods", "original,black"])
        assert done.exit_code == 0, done.output
        (run,) = json.loads(done.stdout)["runs"]
        assert [(each["method"], each["accuracy"]["value"]) for each in run["methods"]] == [
            ("original", 1),
            ("black", 1),
        ]
        assert len(model.asked) == asked
    assert "none fits" in done.stderr


@pytest.mark.parametrize(
    ("words", "field"),
    [(("--model", "openai/gpt"), "--model"), (("--platform", "tv"), "--platform"), (("--attempts", "0"), "")],
)
def test_what_cannot_be_run_is_said(folder: Path, tmp_path: Path, words: tuple[str, ...], field: str) -> None:
    given = ["grounding", "--data", str(folder), "--out", str(tmp_path / "out"), *words]
    done = CliRunner().invoke(cli(), given)
    if not field:
        assert done.exit_code == 2
        return
    assert isinstance(done.exception, InputError)
    assert done.exception.field == field
