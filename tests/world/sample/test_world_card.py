"""Data card and contact sheet of a small folder of trajectories."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tactful.errors import InputError
from tactful.world.sample.card import card_markdown, data_card
from tactful.world.sample.screens import SampleRun, read_runs
from tactful.world.sample.sheet import choose, contact_sheet

RISKS = ("none", "low", "medium", "high")


def region(risk: str, *, necessary: bool = False, inner: bool = False) -> dict[str, Any]:
    category = None if risk == "none" else "identity"
    need = "now" if necessary else "never"
    return {
        "text": "Sam <b>", "box": [10, 20, 60, 40], "risk": risk, "category": category, "type": "person",
        "necessary": necessary, "inner": inner, "need": need, "role": "private", "entity": "me/name",
    }  # fmt: skip


def write_folder(folder: Path, runs: int = 3, screens: int = 2) -> Path:
    rows = []
    for at in range(runs):
        place = folder / f"r{at}"
        (place / "truth").mkdir(parents=True)
        rows.append(
            {
                "id": f"r{at}", "platform": "phone" if at % 2 else "desktop", "lang": "en" if at else "de",
                "group": "social", "size": "phone-720", "cross": at == 1,
                "success": at != 0, "private_bound": True,
            }
        )  # fmt: skip
        for step in range(screens):
            document = {
                "image": f"images/{step}.png", "width": 720, "height": 1600, "app": f"app{at}",
                "view": "home", "target": None, "split": "train" if step else "validation",
                "regions": [region(risk, necessary=risk == "high") for risk in RISKS],
            }  # fmt: skip
            (place / "truth" / f"screen_{step}.json").write_text(json.dumps(document))
            (place / "images").mkdir(exist_ok=True)
            (place / "images" / f"{step}.png").touch()
    (folder / "index.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


@pytest.fixture
def runs(tmp_path: Path) -> tuple[SampleRun, ...]:
    return read_runs(write_folder(tmp_path))


def test_the_card_counts(runs: tuple[SampleRun, ...]) -> None:
    card = data_card(runs)
    assert (card["trajectories"], card["screens"], card["regions"]) == (3, 6, 24)
    assert card["shares"]["cross_app"] == {"count": 1, "of": 3, "share": 0.3333}
    assert card["shares"]["not_english"]["count"] == 1
    assert card["risk"] == dict.fromkeys(RISKS, 6)
    assert card["need"] == {"now": 6, "later": 0, "never": 12}
    assert card["by_group"]["social"]["labels"] == 24
    assert card["by_language"]["en"]["finished"] == 2
    assert card["schemas"] == 3
    assert card["split"] == {"train": 3, "validation": 3}


def test_every_sum_agrees(runs: tuple[SampleRun, ...]) -> None:
    card = data_card(runs)
    for field in ("by_group", "by_platform", "by_language", "by_size"):
        assert sum(row["screens"] for row in card[field].values()) == card["screens"]
        assert sum(row["labels"] for row in card[field].values()) == card["regions"]
    assert sum(card["risk"].values()) == card["regions"]
    assert sum(sum(row.values()) for row in card["risk_by_category"].values()) == card["private_regions"]


def test_the_markdown_says_what_shares_rest_on(runs: tuple[SampleRun, ...]) -> None:
    text = card_markdown(data_card(runs))
    assert "| cross app | 33.3% | 1 of 3 | 23.2% |" in text
    assert "## By split: screens\n\n| split | screens |\n|---|---|\n| train | 3 |\n| validation | 3 |" in text
    assert text.count("\n## ") == 11


def test_a_sheet_shows_apps_in_turn_and_escapes(tmp_path: Path) -> None:
    runs = read_runs(write_folder(tmp_path, runs=4, screens=3))
    assert sorted({screen.app for _, screen in choose(runs, 4, 0)}) == ["app0", "app1", "app2", "app3"]
    assert choose(runs, 5, 1) == choose(runs, 5, 1)
    assert len(choose(runs, 99, 0)) == 12
    page = contact_sheet(runs, tmp_path / "sheets" / "sheet.html", count=5).read_text()
    assert page.count("<figure") == 5
    assert 'src="../r' in page
    assert "Sam" not in page  # boxes, not texts
    assert page.count('class="need"') >= 5


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("index.jsonl", ""),
        ("index.jsonl", "[]\n"),
        ("index.jsonl", "{\n"),
        ("r0/truth/screen_0.json", "{}"),
        ("r0/truth/screen_0.json", "nonsense"),
        ("index.jsonl", '{"id": "r0"}\n'),
        ("index.jsonl", '{"id": "../r0", "platform": "", "lang": "", "group": "", "size": ""}\n'),
        ("r0/truth/screen_0.json", '{"image": "x", "width": 1, "height": 1, "regions": [7]}'),
        ("r0/truth/screen_0.json", '{"image": "/etc/hosts", "width": 1, "height": 1, "regions": []}'),
    ],
)
def test_a_broken_folder_is_named(tmp_path: Path, file: str, text: str) -> None:
    write_folder(tmp_path)
    (tmp_path / file).write_text(text)
    with pytest.raises(InputError) as caught:
        read_runs(tmp_path)
    assert caught.value.file == tmp_path / file


def test_a_missing_picture_and_bytes_that_are_no_text(tmp_path: Path) -> None:
    write_folder(tmp_path)
    (tmp_path / "r1" / "images" / "0.png").unlink()
    with pytest.raises(InputError, match="picture is missing"):
        read_runs(tmp_path)
    (tmp_path / "index.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="not UTF-8"):
        read_runs(tmp_path)


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_runs(tmp_path / "absent")
