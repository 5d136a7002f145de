"""People beside the judge: blind sheets, what comes back, and the tables; reasoning is read the same way."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from small_runs import run, sample

from fakes import bench_process
from fakes.labelled_profiles import write_profiles
from tactful.bench.cimemories.people import export_items, read_answers, trace_table, verdict_check
from tactful.bench.cimemories.results import RunData
from tactful.cli.memories_people import CheckSettings, ExportSettings, human_check, human_export
from tactful.errors import InputError, RecordError
from tactful.score import thoughts_of


def data() -> list[RunData]:
    samples = [
        sample("Ada Sample", context, epoch, ["rent"], message=f"<think>Skip it.</think>\nRent {epoch}.",
               trace="Leave out the case: irrelevant." if epoch % 2 else None)
        for context in (0, 1)
        for epoch in range(6)
    ]  # fmt: skip
    return [run(samples)]


def fill(sheet: Path, name: str, said: dict[str, object]) -> Path:
    """The sheet as a person sends it back; a callable says what stands in its cell."""
    with sheet.open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream))
    for row in rows:
        row.update({column: word(row) if callable(word) else str(word) for column, word in said.items()})
    path = sheet.parent / name
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def test_a_sheet_is_blind_balanced_and_repeatable(tmp_path: Path) -> None:
    sheet, rows = export_items(data(), tmp_path / "a", count=5, seed=3)
    again, _ = export_items(data(), tmp_path / "b", count=5, seed=3)
    assert rows == 10
    assert sheet.read_bytes() == again.read_bytes()
    key = json.loads((tmp_path / "a" / "key.json").read_text())["items"]
    verdicts = [about["judge"] for about in key.values()]
    assert verdicts.count(True) == 5
    assert len(set(verdicts[:5])) == 2
    text = sheet.read_text(encoding="utf-8-sig")
    assert "judge" not in text
    assert "think" not in text
    assert sheet.stat().st_mode & 0o077 == 0
    with pytest.raises(InputError, match="holds an export"):
        export_items(data(), tmp_path / "a", count=5)
    with pytest.raises(InputError, match="only 12 verdicts revealed"):
        export_items(data(), tmp_path / "c", count=13)


def test_people_against_the_judge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet, _ = export_items(data(), tmp_path, count=5)
    right = fill(sheet, "ann.csv", {"revealed": lambda row: "Yes" if row["attribute"] == "rent" else "no"})
    always = fill(sheet, "bob.csv", {"revealed": "yes"})
    what, answers, problems = read_answers(tmp_path / "key.json", [right, always])
    assert (what, len(answers), problems) == ("verdicts", 20, ())
    ann = verdict_check([one for one in answers if one.rater == "ann"])
    assert (ann["both"], ann["neither"], ann["agreement"]["value"], ann["kappa"]) == (5, 5, 1.0, 1.0)
    both = verdict_check(answers)
    assert (both["person_only"], both["agreement"]["hits"], both["agreement"]["n"]) == (5, 15, 20)
    assert both["paper"] == {"agree": 94, "n": 100}
    assert human_check(CheckSettings(key=tmp_path / "key.json", ratings=(right, always))) == 0
    out = capsys.readouterr().out
    assert "94%" in out
    assert "all" in out


def test_what_is_odd_in_a_sheet_is_told_and_not_counted(tmp_path: Path) -> None:
    sheet, _ = export_items(data(), tmp_path, count=5)
    odd = fill(sheet, "odd.csv", {"revealed": "perhaps"})
    strange = fill(sheet, "strange.csv", {"item": "v999-0000", "revealed": "yes"})
    empty = fill(sheet, "empty.csv", {"revealed": ""})
    _, answers, problems = read_answers(tmp_path / "key.json", [odd, strange, empty])
    assert not answers
    assert len(problems) == 20
    assert not any("perhaps" in problem.reason for problem in problems)
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(RecordError, match="not a key"):
        read_answers(tmp_path / "other.json", [odd])


def test_reasoning_is_read_by_people_too(tmp_path: Path) -> None:
    sheet, rows = export_items(data(), tmp_path, what="traces", count=6)
    assert rows == 6
    said = {"leaves_out": "yes", "listed": "no", "reason": "irrelevant"}
    what, answers, _ = read_answers(tmp_path / "key.json", [fill(sheet, "ann.csv", said)])
    table = trace_table(answers)
    assert (what, table["n"], table["leaves_out"]["value"], table["listed"]["value"]) == (
        "traces",
        6,
        1.0,
        0.0,
    )
    assert table["reasons"]["irrelevant"] == 6
    with pytest.raises(InputError, match="only 6 traces"):
        export_items(data(), tmp_path / "more", what="traces")


def test_thoughts_in_a_text() -> None:
    assert thoughts_of("<think>Not the case.</think>\nDear Ann") == "Not the case."
    assert thoughts_of("Dear Ann") is None
    assert thoughts_of("<think>never done") is None


def test_a_log_gives_the_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_profiles(tmp_path / "data.json", profiles=1, attributes=8, contexts=2)
    bench_process.run(tmp_path / "out", file, model=["tactful/random-p"], epochs=1)
    asked = ExportSettings(logs=(tmp_path / "out",), out=tmp_path / "sheet", count=2, json=True)
    assert human_export(asked) == 0
    assert json.loads(capsys.readouterr().out)["items"] == 4
