"""`tactful bench protect` and `tactful bench leakage`, from options to files."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
import typer

from fakes.openai_server import OpenAIServer
from fakes.planted_run import NAMES, NUMBERS, write_runs
from tactful.bench.guiguard.choice import NamedMethods
from tactful.bench.guiguard.leakage import probes
from tactful.bench.guiguard.protecting import Method
from tactful.cli import guiguard_protected
from tactful.cli.guiguard_protected import methods_of
from tactful.errors import InputError
from tactful.runs import make_settings, read_rows

# Of the libraries that Inspect calls; our own are still errors everywhere else.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def call(*words: object) -> int:
    app = typer.Typer()
    guiguard_protected.register(app)
    code = app([str(word) for word in words], standalone_mode=False)
    return int(code or 0)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_runs(tmp_path_factory.mktemp("runs"))


def named(names: list[str] | None, levels: str | None, policy: str | None) -> tuple[Method, ...]:
    given = {"data": "runs", "methods": names, "levels": levels, "policy": policy}
    return methods_of(make_settings(NamedMethods, given))


@pytest.mark.parametrize(
    ("names", "levels", "policy", "found"),
    [
        (None, None, None, ["black", "mosaic", "randblocks", "replace"]),
        (["black,replace", "fixed"], None, None, ["black", "replace", "fixed"]),
        (["black"], "20,60,100", None, ["black-20", "black-60", "black"]),
        (None, "60", None, ["black-60", "mosaic-60", "randblocks-60", "replace-60"]),
        (["black"], None, "high", ["black@high"]),
        (None, None, "hybrid", ["policy@hybrid"]),
    ],
)
def test_methods(names: list[str] | None, levels: str | None, policy: str | None, found: list[str]) -> None:
    assert [method.name for method in named(names, levels, policy)] == found


@pytest.mark.parametrize(
    ("names", "levels", "policy"),
    [
        (["smear"], None, None),
        (["black", "black"], None, None),
        (["black"], "50", None),
        (["black"], "some", None),
        (["black"], "60", "high"),
        (["black-60"], "60", None),
    ],
)
def test_methods_that_do_not_fit(names: list[str], levels: str | None, policy: str | None) -> None:
    with pytest.raises(InputError):
        named(names, levels, policy)


@pytest.mark.ocr
def test_protect_then_leakage(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, rows = tmp_path / "protected", tmp_path / "leakage"
    assert call("protect", "--data", data, "--out", out, "--methods", "black", "--json") == 0
    written = json.loads(capsys.readouterr().out)
    assert (written["written"], written["failed"], written["data_problems"]) == (6, [], 0)
    options = ("--data", data, "--out", rows, "--probe", "ocr", "--steps", 1)
    assert call("leakage", *options, "--protected", out, "--methods", "black", "--json") == 0
    said = capsys.readouterr()
    summary = json.loads(said.out)
    (method,) = summary["runs"][0]["methods"]
    assert (method["items"], method["protection"]["value"]) == (4, 1.0)
    assert summary.pop("data_problems") == 0
    assert json.loads((rows / "leakage.json").read_text()) == summary
    everything = (said.out + said.err).encode() + b"".join(f.read_bytes() for f in rows.rglob("*.json"))
    (log,) = (rows / "logs").glob("*.eval")
    with zipfile.ZipFile(log) as logged:
        everything += b"".join(logged.read(name) for name in logged.namelist())
    assert not any(secret.encode() in everything for secret in (*NAMES, *NUMBERS))


def test_a_local_model_may_invent_the_replacements(data: Path, tmp_path: Path) -> None:
    """An answer of the same length is drawn; another falls back to the value's shape."""
    out = tmp_path / "protected"
    with OpenAIServer(lambda request: "Velmo Trantibarker") as server:
        given = ("--methods", "replace_llm", "--rewriter", server.base_url, "--rewriter-model", "m")
        assert call("protect", "--data", data, "--out", out, "--steps", 1, *given) == 0
    rows = [row for _, row in sorted((row["place"], row) for row in read_rows(out / "screens.rows.jsonl"))]
    treated = [(t["operator"], t["shown"]) for row in rows for t in row["treatments"] if t["risk"] == "high"]
    assert ("replace_llm", "Velmo Trantibarker") in treated
    assert {operator for operator, _ in treated} == {"replace_llm"}
    assert not {NAMES[1], *NUMBERS} & {shown for _, shown in treated}
    manifest = json.loads((out / "manifest.json").read_text())
    asked = manifest["settings"]["rewriter"]
    assert (asked["model"], asked["temperature"], asked["prompt"]["name"]) == ("m", 0.7, "replace_llm.v1.txt")


@pytest.mark.ocr
def test_a_table_for_people(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--data", data, "--out", tmp_path / "rows", "--steps", 1, "--methods", "original")
    assert call("leakage", *options, "--probe", "ocr") == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert "0.0%" in said.err


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("protect", "--by", "somebody"), "nobody called"),
        (("protect", "--methods", "replace_llm"), "--rewriter"),
        (("protect", "--methods", "original"), "copy the originals"),
        (("leakage", "--by", "somebody"), "nobody called"),
        (("leakage", "--probe", "stare"), "unknown probe"),
        (("leakage", "--methods", "replace_llm"), "needs a model"),
        (("leakage", "--protected", "nowhere"), "cannot be read"),
        (("leakage", "--platform", "pc"), "nothing is left"),
    ],
)
def test_mistakes(data: Path, tmp_path: Path, words: tuple[str, ...], expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        call(words[0], "--data", data, "--out", tmp_path / "out", *words[1:])


def test_a_run_of_which_nothing_could_be_scored_is_no_success(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        name = "broken"

        def findings(self, screen: object, known: object = ()) -> object:
            raise RuntimeError("down")

    monkeypatch.setattr(probes, "PROBES", {"broken": Broken})
    options = ("--data", data, "--out", tmp_path / "rows", "--methods", "black", "--probe", "broken")
    assert call("leakage", *options) == 2
