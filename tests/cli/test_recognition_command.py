"""`tactful bench recognition`: the local recognizers on a bundled run, and bad options."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from tactful.cli.guiguard_evaluations import register
from tactful.demo import demo_run
from tactful.errors import InputError

# Of the libraries that Inspect calls; our own are still errors everywhere else.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., str]:
    app = typer.Typer()
    app.callback()(lambda: None)
    register(app)

    def call(*args: str, data: Path = demo_run("phone")) -> str:  # noqa: B008
        given = ["recognition", "--data", str(data), "--out", str(tmp_path / "out"), *args]
        return CliRunner().invoke(app, given, catch_exceptions=False).stdout

    return call


def test_a_part_of_the_guard_on_one_screen(run: Callable[..., str], tmp_path: Path) -> None:
    (first,) = json.loads(run("--recognizer", "patterns", "--first", "1", "--json"))["runs"]
    assert (first["name"], first["screens"]["n"]) == ("patterns", 1)
    recall = first["rules"]["corrected"]["overall"]["recall"]
    assert 0 < recall["hits"] <= recall["n"]
    assert "detection" in run("--recognizer", "patterns", "--first", "1")  # from the rows that are there
    with pytest.raises(InputError, match="other settings"):
        run("--recognizer", "layout", "--first", "1")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--recognizer", "guess"), "guess"),
        (("--recognizer", "local", "--context", "history"), "context"),
        (("--recognizer", "local", "--url", "http://localhost:1/v1"), "--url"),
        (("--recognizer", "model", "--vlm", "http://localhost:1/v1"), "--vlm"),
        (("--recognizer", "model", "--model", "somewhere/m"), "--model"),
        (("--recognizer", "model", "--prompt", "odd"), "prompt"),
        (("--vlm", "http://localhost:1/v1"), "--vlm-model"),
        (("--vlm", "http://localhost:1/v1", "--vlm-model", "m", "--vlm-mode", "odd"), "--vlm-mode"),
        (("--platform", "watch"), "platform"),
    ],
)
def test_bad_options_are_named_before_anything_is_written(
    run: Callable[..., str], tmp_path: Path, args: tuple[str, ...], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        run(*args)
    assert not (tmp_path / "out").exists()


def test_data_without_labels_is_an_error(run: Callable[..., str], tmp_path: Path) -> None:
    from PIL import Image

    (tmp_path / "shots").mkdir()
    Image.new("RGB", (90, 160)).save(tmp_path / "shots" / "a.png")
    with pytest.raises(InputError, match="no screen is labelled"):
        run(data=tmp_path / "shots")
