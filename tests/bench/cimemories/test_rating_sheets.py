"""Sheets for raters: drawn without labels, read back strictly."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tactful.bench.cimemories.ratings import draw_sheet, read_label_ratings, write_sheet
from tactful.cli.memories import AgreementSettings, agreement
from tactful.errors import InputError, RecordError
from tactful.formats import write_profiles
from tactful.terms import Attribute, Context, LabelShare, Need, Profile

SHARES = (LabelShare(1, 0, 0), LabelShare(0, 1, 0), LabelShare(0.5, 0.5, 0))


def profile() -> Profile:
    attributes = tuple(Attribute(f"k{at}", at, f"Fact, {at}.") for at in range(30))
    labels = {a.statement: SHARES[at % 3] for at, a in enumerate(attributes)}
    contexts = tuple(Context(f"R{at}", "Ask", labels={"combined": labels}) for at in range(2))
    return Profile("Ada Vale", {"name": "Ada Vale"}, attributes, contexts)


def test_a_sheet_is_balanced_mixed_and_shows_no_label() -> None:
    rows = draw_sheet([profile()], 10, seed=1)
    assert rows == draw_sheet([profile()], 10, seed=1) != draw_sheet([profile()], 10, seed=2)
    needs = [SHARES[int(row["attribute"][1:]) % 3].need() for row in rows]
    assert needs.count(Need.PRIVATE) == needs.count(Need.NECESSARY) == 10
    assert len(set(needs[:10])) == 2
    assert set(rows[0]) == {
        "profile",
        "recipient",
        "task",
        "attribute",
        "statement",
        "rater1",
        "rater2",
        "rater3",
    }
    with pytest.raises(InputError, match="only 20 private"):
        draw_sheet([profile()], 21)


def rated(tmp_path: Path, change: object = None, mark: str = ",") -> Path:
    rows = draw_sheet([profile()], 10, raters=2)
    for row in rows:
        truth = "private" if int(row["attribute"][1:]) % 3 == 0 else "necessary"
        row["rater1"], row["rater2"] = truth.upper(), truth
    rows[0]["rater2"] = ""
    if callable(change):
        change(rows)
    path = tmp_path / "rated.csv"
    with path.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]), delimiter=mark)
        writer.writeheader()
        writer.writerows(rows)
    return path


@pytest.mark.parametrize("mark", [",", ";"])
def test_a_rated_sheet_has_the_model_as_the_first_rater(tmp_path: Path, mark: str) -> None:
    ratings = read_label_ratings(rated(tmp_path, mark=mark), [profile()])
    assert ratings.raters == ("Model", "Rater 1", "Rater 2")
    assert np.array_equal(ratings.labels[:, 0], ratings.labels[:, 1])
    assert ratings.labels[0, 2] == -1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda rows: rows[1].update(rater1="maybe"), "rater1"),
        (lambda rows: rows[1].update(attribute="nothing"), "attribute"),
        (lambda rows: rows[1].update(recipient="Nobody"), "profile, recipient, task"),
        (lambda rows: rows[1].update(rows[0]), "attribute"),
        (lambda rows: [row.pop("recipient") for row in rows], "recipient"),
        (lambda rows: [(row.pop("rater1"), row.pop("rater2")) for row in rows], "rater1"),
    ],
)
def test_what_is_wrong_in_a_sheet_is_named(tmp_path: Path, change: object, field: str) -> None:
    with pytest.raises(RecordError) as raised:
        read_label_ratings(rated(tmp_path, change), [profile()])
    assert raised.value.field == field
    assert "maybe" not in str(raised.value)
    assert "Fact" not in str(raised.value)


@pytest.mark.parametrize("text", ["", "profile,recipient,task,attribute,rater1\n", "a;b\n1;2\n", "\xff"])
def test_files_that_are_no_sheet(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.csv"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(RecordError):
        read_label_ratings(path, [profile()])


def agree(file: Path, ratings: Path | None = None, **given: Any) -> int:
    return agreement(AgreementSettings(file=file, ratings=ratings, **given))


def test_the_command_draws_and_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, sheet = tmp_path / "labelled.json", tmp_path / "sheet.csv"
    write_profiles(data, [profile()])
    assert agree(data, sample=10, out=sheet, raters=2) == 0
    assert "private" not in sheet.read_text().split("\n", 1)[1]
    assert sheet.stat().st_mode & 0o077 == 0
    assert agree(data, rated(tmp_path), json=True) == 0
    assert '"cohen_kappa"' in capsys.readouterr().out
    assert agree(data, rated(tmp_path)) == 0
    out = capsys.readouterr().out
    assert "Rater 1" in out
    assert "100%" in out
    with pytest.raises(InputError):
        agree(data)
    with pytest.raises(InputError):
        agree(data, sample=5)
    with pytest.raises(RecordError, match="nobody"):
        read_label_ratings(write_sheet(sheet, draw_sheet([profile()], 5)), [profile()])
