"""`tactful bench guiguard` from the command line: its JSON, its tables, its default size, its errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer

from fakes.guiguard_summaries import summaries
from fakes.leaks import Room
from tactful.bench.attacks import Finding
from tactful.bench.guiguard.leakage import probes
from tactful.bench.guiguard.offline import registry
from tactful.bench.guiguard.settings import GuiguardSettings
from tactful.cli import guiguard
from tactful.demo import demo_run
from tactful.errors import InputError, ModelError
from tactful.models import Reply
from tactful.terms import ProtectedScreen

# Of the libraries that Inspect calls; our own are still errors everywhere else.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
PHONE = str(demo_run("phone-zh"))


class Blind:
    name = "ocr"

    def findings(self, screen: ProtectedScreen, known: object = ()) -> tuple[Finding, ...]:
        return ()


def call(*arguments: str, command: str = "guiguard") -> Any:
    app = typer.Typer()
    app.callback()(lambda: None)
    guiguard.register(app)
    return app([command, *arguments], standalone_mode=False)


def test_logs_of_plain_inspect_runs_end_in_the_same_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("inspect_ai")
    place = Room.made(tmp_path / "room")
    for task, more in (("leakage", ("methods=black",)), ("grounding", ()), ("grounding", ("attempts=1",))):
        given = [word for each in (f"data={PHONE}", *more) for word in ("-T", each)]
        done = place.evaluate(f"tactful/guiguard_{task}", "tactful/domain-match", *given)
        assert done.returncode == 0, done.stdout + done.stderr
    call(str(place.logs), "--out", str(tmp_path / "report"), "--json", command="report")
    found = json.loads(capsys.readouterr().out)
    assert Path(found["report"]).is_file()
    assert (tmp_path / "report" / "tables" / "table-8.csv").is_file()
    assert (found["data"]["tasks"], found["data"]["screens"]) == (1, 3)
    assert found["data"]["platforms"] == {"Android": 3}
    summary = found["summaries"]
    assert summary["leakage"]["runs"][0]["methods"][0]["unscored"] == 3  # it finds nothing in any format
    names = [run["name"] for run in summary["grounding"]["runs"]]
    assert names == ["tactful/domain-match", "tactful/domain-match, log 2"]
    assert sum(summary["grounding"]["left_out"].values()) == 1
    page = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert "got no point in" in page, "the calibration says so at the head"


def test_a_report_of_no_logs_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai")
    with pytest.raises(InputError, match="no finished log"):
        call(str(tmp_path), "--out", str(tmp_path / "report"), command="report")


def test_json_holds_the_summaries_and_where_the_report_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(probes, "PROBES", {"ocr": Blind})
    out = tmp_path / "out"
    code = call(
        "--data",
        PHONE,
        "--offline",
        "--only",
        "leakage",
        "--methods",
        "black",
        "--probes",
        "ocr",
        "--out",
        str(out),
        "--json",
    )
    found = json.loads(capsys.readouterr().out)
    assert (code, found["complete"], found["unscored"]) == (0, True, 0)
    assert found["summaries"]["leakage"]["runs"][0]["name"] == "ocr"
    assert Path(found["report"]) == out / "report" / "index.html"
    assert (out / "report" / "tables" / "table-8.csv").is_file()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "nothing would be evaluated"),
        (("--offline", "--levels", "all"), "not a number"),
        (("--offline", "--levels", "7"), "unknown level"),
        (("--offline", "--only", "memory"), "no such evaluation"),
        (("--model", "a/b"), "'--judge': is missing"),
        (("--offline", "--probes", "ocr,zz"), "unknown probe"),
    ],
)
def test_what_cannot_be_run_is_told(arguments: tuple[str, ...], words: str) -> None:
    with pytest.raises(InputError, match=words):
        call("--data", PHONE, *arguments)


@pytest.mark.parametrize(("words", "again"), [((), False), (("--retry-failed",), True)])
def test_what_failed_is_run_again_if_wished(
    words: tuple[str, ...], again: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Grounder:
        name = "grounder"
        asked = 0

        def ask(self, messages: object) -> Reply:
            Grounder.asked += 1
            raise ModelError("down")

    monkeypatch.setattr(registry, "open_model", lambda name: Grounder())
    start = ("--data", PHONE, "--offline", "--only", "grounding", "--methods", "black")
    assert call(*start, "--out", str(tmp_path / "out")) == 2  # nothing could be scored
    asked = Grounder.asked
    assert asked > 0
    assert call(*start, "--out", str(tmp_path / "out"), *words) == 2
    assert Grounder.asked == (2 if again else 1) * asked


@pytest.mark.parametrize(
    ("arguments", "screens", "limit"),
    [
        (("--offline",), 60, None),
        (("--offline", "--all"), None, None),
        (("--offline", "--limit", "2"), None, 2),
        (("--model", "a/b", "--judge", "c/d"), None, None),
        (("--model", "a/b", "--judge", "c/d", "--screens", "9"), 9, None),
    ],
)
def test_how_much_is_run(
    arguments: tuple[str, ...], screens: int | None, limit: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[GuiguardSettings] = []

    def stop(settings: GuiguardSettings, *_: object, **__: object) -> None:
        seen.append(settings)
        raise InputError("enough")

    monkeypatch.setattr("tactful.bench.run_guiguard", stop)
    with pytest.raises(InputError, match="enough"):
        call("--data", PHONE, *arguments)
    assert (seen[0].screens, seen[0].limit) == (screens, limit)


def test_the_tables_show_every_evaluation(capsys: pytest.CaptureFixture[str]) -> None:
    guiguard.print_tables(summaries(), 0)
    text = capsys.readouterr().out
    for words in ("planning fidelity", "screen-planner", "black-60", "98.0%", "some/model"):
        assert words in text
