"""Which screens are asked for, in which forms, and what becomes of the answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any

import pytest
import typer
from tactful.bench.guiguard.grounding.bench import View, read_bench
from typer.testing import CliRunner

from fakes.planted_run import secrets, write_runs
from tactful.bench.guiguard.data import read_data
from tactful.bench.guiguard.grounding import GroundingSettings, ground_row, run_grounding, summarise
from tactful.bench.guiguard.protected_writer import write_protected
from tactful.bench.guiguard.protecting import parse_method
from tactful.cli import guiguard_grounding as command
from tactful.errors import InputError, ModelError
from tactful.models import Message, OpenAICompatible, Reply, ScriptedModel, asking, load_pack

PACK = load_pack("guiguard_grounding")
DEMO = Path(command.__file__).parents[1] / "demo" / "phone"
Answer = Callable[[Sequence[Message]], str | Reply | Exception]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_runs(tmp_path_factory.mktemp("planted"))


def settings(data: Path, **given: Any) -> GroundingSettings:
    return GroundingSettings.of(str(data), **{"calibrate": False, **given})


def on_save(messages: Sequence[Message]) -> str:
    """The target of the planted runs, on the grid of 1000."""
    return '{"x": 133, "y": 603}'


def test_click_steps_with_two_private_labels(data: Path) -> None:
    bench = read_bench(settings(data))
    assert [(each.number, each.label, each.task_label) for each in bench.samples] == [
        (number, f"screen {number}", f"task {1 + (number > 3)}") for number in range(1, 7)
    ]
    assert bench.left_out == {}


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"platform": "pc"}, "6 of another platform"),
        ({"private": 3}, "6 with fewer than 3 private labels"),
    ],
)
def test_nothing_to_ground_says_why(data: Path, given: dict[str, Any], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        read_bench(settings(data, **given))


def test_the_demo_has_samples_of_its_own() -> None:
    bench = read_bench(settings(DEMO))
    assert len(bench.samples) >= 3
    assert all(
        bench.case(each).target is not None and len(bench.case(each).private) >= 2 for each in bench.samples
    )


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"methods": "black,black"}, "methods"),
        ({"methods": "invisible"}, "method"),
        ({"platform": "tv"}, "platform"),
        ({"convention": "polar"}, "convention"),
        ({"hidden": 0}, "hidden"),
        ({"attempts": 0}, "attempts"),
    ],
)
def test_settings_that_cannot_be_run(data: Path, given: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as caught:
        settings(data, **given)
    assert caught.value.field == field


def test_a_view_is_what_the_method_makes_of_it(data: Path) -> None:
    bench = read_bench(settings(data, methods="original,black"))
    sample = bench.samples[4]
    raw, black = bench.view(sample, "original"), bench.view(sample, "black")
    assert isinstance(raw, View)
    assert isinstance(black, View)
    name = bench.case(sample).private[0].box
    middle = (name.x1 + 5, name.y1 + 5)
    assert raw.screen.image is not None
    assert black.screen.image is not None
    box = name.tuple()
    assert len(raw.screen.image.convert("RGB").crop(box).getcolors() or ()) > 2
    assert black.screen.image.getpixel(middle) == (0, 0, 0)
    assert raw.hidden == ()
    assert any(each.holds(*middle) for each in black.hidden)


def test_rows_are_free_of_private_words_and_a_rerun_asks_nothing(data: Path, tmp_path: Path) -> None:
    model = ScriptedModel(on_save, name="scripted")
    rows = run_grounding(settings(data, calibrate=True), model, tmp_path / "out")
    assert len(rows) == 6 * 3 + 1
    assert [row["hit"] for row in rows[1:]] == [True] * 18
    kept = b"".join(path.read_bytes() for path in sorted((tmp_path / "out").iterdir()))
    assert [name for name, secret in secrets(data).items() if _bytes(secret) in kept] == []
    again = ScriptedModel([], name="scripted")
    assert run_grounding(settings(data, calibrate=True), again, tmp_path / "out") == rows
    assert again.asked == []


def _bytes(secret: str | bytes) -> bytes:
    return secret.encode() if isinstance(secret, str) else secret


def test_failures_are_asked_again_only_when_told(data: Path, tmp_path: Path) -> None:
    broken = ScriptedModel(lambda messages: ModelError("status 500"), name="m")
    rows = run_grounding(settings(data), broken, tmp_path / "out")
    assert {row["problem"] for row in rows} == {"no answer: status 500"}
    silent = ScriptedModel([], name="m")
    assert run_grounding(settings(data), silent, tmp_path / "out") == rows
    better = ScriptedModel(on_save, name="m")
    mended = run_grounding(settings(data), better, tmp_path / "out", retry_failed=True)
    assert all(row["hit"] for row in mended)


def test_what_is_asked_is_the_same_for_every_method(data: Path, tmp_path: Path) -> None:
    model = ScriptedModel(on_save)
    run_grounding(settings(data), model, tmp_path / "out")
    fields = [PACK.read("ground", messages[0].text) for messages in model.asked]
    plans = {(found["plan"], found["target"]) for found in fields if found}
    assert plans == {("Find the missed call of Vessaline Drood first", "Row of Quillfeather senior")}
    pictures = {messages[0].pictures[0].data for messages in model.asked}
    assert len(pictures) == 18


def test_a_picture_that_is_gone_is_unscored(data: Path, tmp_path: Path) -> None:
    copytree(data, tmp_path / "copy")
    bench = read_bench(settings(tmp_path / "copy"))
    next((tmp_path / "copy").rglob("s1.png")).write_bytes(b"no picture")
    ask = asking(ScriptedModel(on_save))
    rows = [
        asyncio.run(ground_row(bench, sample, method, "m", ask))
        for sample in bench.samples
        for method in bench.settings.methods
    ]
    assert sum(row["hit"] is None and row["problem"].startswith("no picture") for row in rows) == 3
    assert sum(bool(row["hit"]) for row in rows) == 15


def test_a_protected_folder_gives_the_same_pictures(data: Path, tmp_path: Path) -> None:
    written = write_protected(read_data(data), [parse_method("black")], tmp_path / "protected")
    assert written
    seen = []
    for protected in (None, str(tmp_path / "protected")):
        bench = read_bench(settings(data, methods="black", protected=protected))
        views = [bench.view(sample, "black") for sample in bench.samples]
        seen.append(
            [view.screen.image.tobytes() for view in views if isinstance(view, View) and view.screen.image]
        )
        assert all(isinstance(view, View) and view.hidden for view in views)
    assert len(seen[0]) == 6
    assert seen[0] == seen[1]


def test_rows_of_other_protected_screens_or_another_endpoint_are_not_mixed(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted = tmp_path / "protected"
    write_protected(read_data(data), [parse_method("black")], painted)
    given = settings(data, methods="black", protected=str(painted))
    run_grounding(given, ScriptedModel(on_save, name="m"), tmp_path / "out")
    rmtree(painted)
    write_protected(read_data(data), [parse_method("black")], painted, seed=5)
    with pytest.raises(InputError, match="protected_sha256"):
        run_grounding(given, ScriptedModel(on_save, name="m"), tmp_path / "out")

    def endpoint(port: int) -> OpenAICompatible:
        return OpenAICompatible(f"http://localhost:{port}/v1", "m")

    monkeypatch.setattr(OpenAICompatible, "ask", lambda self, messages: Reply(on_save(messages)))
    run_grounding(given, endpoint(8), tmp_path / "other")
    with pytest.raises(InputError, match="model_config"):
        run_grounding(given, endpoint(9), tmp_path / "other")


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
    (run,) = summarise(rows)["runs"]
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
    assert summarise(rows) == summarise(rows)


def test_nothing_answered_is_no_figure() -> None:
    (run,) = summarise([row(1, "black", None), row(2, "black", None, hidden=True)])["runs"]
    (black,) = run["methods"]
    assert black["accuracy"] == {"value": None, "hits": 0, "n": 0, "low": None, "high": None}
    assert black["unscored"] == 2


def cli() -> typer.Typer:
    app = typer.Typer()
    app.callback()(lambda: None)
    command.register(app)
    return app


def test_the_command(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "_built_in", lambda name: ScriptedModel(on_save, name=name))
    words = [
        "grounding",
        "--data",
        str(data),
        "--out",
        str(tmp_path / "out"),
        "--json",
        "--methods",
        "original,black",
    ]
    done = CliRunner().invoke(cli(), words)
    assert done.exit_code == 0, done.output
    summary = json.loads(done.stdout)
    (run,) = summary["runs"]
    assert [(each["method"], each["accuracy"]["value"]) for each in run["methods"]] == [
        ("original", 1),
        ("black", 1),
    ]
    assert run["calibration"]["android"]["fits"] is False  # it says the same place for every word
    assert "none fits" in done.stderr


def test_a_model_with_a_key_is_sent_to_inspect(data: Path, tmp_path: Path) -> None:
    words = ["grounding", "--data", str(data), "--out", str(tmp_path / "out"), "--model", "openai/gpt"]
    done = CliRunner().invoke(cli(), words)
    assert isinstance(done.exception, InputError)
    assert "inspect eval" in str(done.exception)
