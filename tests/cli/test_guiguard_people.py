"""The commands about people beside the screen benchmark."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from tactful.bench.guiguard.planning.results import ResultsFolder
from tactful.cli.guiguard_people import register
from tactful.errors import InputError
from tactful.terms import Judgement, PlanRun, PlanStep

app = typer.Typer()
register(app)


def call(*args: object) -> str:
    done = CliRunner().invoke(app, [str(arg) for arg in args], standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    assert done.return_value == 0
    return done.stdout


def annotate(folder: Path, screen: str, risks: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    names = {"h": "high", "l": "low"}
    regions = [
        {
            "text": f"word {at}",
            "box": [at * 50, 0, at * 50 + 40, 20],
            "risk": names[r],
            "category": "identity",
        }
        for at, r in enumerate(risks)
        if r != "-"
    ]
    (folder / f"{screen}.json").write_text(json.dumps({"width": 500, "height": 90, "regions": regions}))


def test_agreement(tmp_path: Path) -> None:
    for name, risks in (("ann", "hhl-lh"), ("ben", "hhlhlh"), ("cat", "hhl-hh")):
        for screen in ("s1", "s2", "s3"):
            annotate(tmp_path / name, screen, risks)
    told = json.loads(call("agreement", tmp_path, "--json"))
    assert (told["annotators"], told["screens"], told["units"]) == (["ann", "ben", "cat"], 3, 18)
    assert told["kappa"]["risk_if_selected"]["observed"] == pytest.approx((5 * 3 - 2) / (5 * 3))
    shown = call("agreement", tmp_path / "ann", tmp_path / "ben", "--text-rule", "as-published")
    assert "selection" in shown
    with pytest.raises(InputError):
        call("agreement", tmp_path, "--text-rule", "odd")


def test_export_and_check(tmp_path: Path) -> None:
    folder = ResultsFolder(tmp_path / "run")
    steps = tuple(PlanStep(at, "s.png", f"Tap {at}") for at in range(10))
    for method in ("original", "black", "mosaic"):
        folder.write(PlanRun("t", method, 100, "Call", steps))
        if method != "original":
            folder.write_judgements(method, 100, {"t": tuple(Judgement(at, at % 5) for at in range(10))})
    out = tmp_path / "out"
    told = json.loads(call("human-export", folder.root, "--out", out, "--n", 12, "--json"))
    assert (told["pairs"], told["of"]) == (12, 20)
    key = json.loads((out / "key.json").read_text())["pairs"]
    rows = list(csv.DictReader(io.StringIO((out / "pairs.csv").read_text("utf-8-sig"))))
    # The rater says what the judge says, but for a 0, which is a 2.
    rated = [[row["pair"], str(key[row["pair"]]["judge"] or 2)] for row in rows]
    text = io.StringIO()
    csv.writer(text).writerows([["pair", "rating"], *rated])
    (tmp_path / "ann.csv").write_text(text.getvalue())
    zeros = sum(about["judge"] == 0 for about in key.values())
    told = json.loads(call("human-check", out / "key.json", tmp_path / "ann.csv", "--json"))
    assert (told["n"], told["raters"], told["without_judge"]) == (12, 1, 0)
    assert told["exact"]["value"] == pytest.approx((12 - zeros) / 12)
    assert told["table"][2][0] == told["differences"]["-2"] == zeros
    assert set(told["by_method"]) == {"black", "mosaic"}
    assert "kappa, quadratic" in call("human-check", out / "key.json", tmp_path / "ann.csv")


def test_nothing_to_check(tmp_path: Path) -> None:
    folder = ResultsFolder(tmp_path / "run")
    for method in ("original", "black"):
        folder.write(PlanRun("t", method, 100, "Call", (PlanStep(0, "s.png", "Tap"),)))
    call("human-export", folder.root, "--out", tmp_path / "out")
    (tmp_path / "ann.csv").write_text("pair,rating\n")
    with pytest.raises(InputError, match="no rating"):
        call("human-check", tmp_path / "out" / "key.json", tmp_path / "ann.csv")
