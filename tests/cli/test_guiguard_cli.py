"""`tactful bench guiguard` from the command line: its JSON, its tables, its default size, its errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from rich.console import Console

from fakes.guiguard_summaries import summaries
from tactful.bench.guiguard import run as run_module
from tactful.bench.guiguard import stages
from tactful.bench.guiguard.run_settings import GuiguardSettings
from tactful.cli import guiguard
from tactful.demo import demo_run
from tactful.errors import InputError
from tactful.recognize.attack import Finding
from tactful.terms import ProtectedScreen

PHONE = str(demo_run("phone-zh"))


class Blind:
    name = "blind"

    def findings(self, screen: ProtectedScreen, known: object = ()) -> tuple[Finding, ...]:
        return ()


def call(*arguments: str) -> Any:
    app = typer.Typer()
    app.callback()(lambda: None)
    guiguard.register(app)
    return app(["guiguard", *arguments], standalone_mode=False)


def test_json_holds_the_summaries_and_where_the_report_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(stages, "probes", lambda names: {"blind": Blind()})
    out = tmp_path / "out"
    code = call(
        "--data", PHONE, "--offline", "--only", "leakage", "--methods", "black", "--out", str(out), "--json"
    )
    found = json.loads(capsys.readouterr().out)
    assert (code, found["complete"], found["unscored"]) == (0, True, 0)
    assert found["summaries"]["leakage"]["runs"][0]["name"] == "blind"
    assert Path(found["report"]) == out / "report" / "index.html"
    assert (out / "report" / "tables" / "table-8.csv").is_file()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "nothing would be evaluated"),
        (("--offline", "--levels", "all"), "not numbers"),
        (("--offline", "--levels", "7"), "unknown level"),
        (("--offline", "--only", "memory"), "no such evaluation"),
        (("--model", "a/b"), "'judge': is missing"),
    ],
)
def test_what_cannot_be_run_is_told(arguments: tuple[str, ...], words: str) -> None:
    with pytest.raises(InputError, match=words):
        call("--data", PHONE, *arguments)


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

    def stop(settings: GuiguardSettings, *_: object) -> None:
        seen.append(settings)
        raise InputError("enough")

    monkeypatch.setattr(run_module, "run_guiguard", stop)
    with pytest.raises(InputError, match="enough"):
        call("--data", PHONE, *arguments)
    assert (seen[0].screens, seen[0].limit) == (screens, limit)


def test_the_tables_show_every_evaluation() -> None:
    console = Console(width=160, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    with console.file:
        for table in guiguard.tables(summaries()):
            console.print(table)
    text = console.export_text()
    for words in ("planning fidelity", "screen-planner", "black-60", "98.0 %", "some/model"):
        assert words in text
