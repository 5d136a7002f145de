"""The leakage task as Inspect's own command runs it: rows, figures, screens protected before."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("inspect_ai")

from fakes.leaks import Room
from fakes.openai_server import OpenAIServer
from fakes.planted_run import NAMES, write_runs
from tactful.bench.guiguard.data import read_screen_data
from tactful.bench.guiguard.leakage.rows import summarize
from tactful.bench.guiguard.leakage.task import guiguard_leakage
from tactful.bench.guiguard.protected_writer import write_protected
from tactful.bench.guiguard.protecting import parse_method

ANSWER = json.dumps({"findings": [{"text": NAMES[0], "how": "read"}]})


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_runs(tmp_path_factory.mktemp("runs"))


@pytest.fixture(scope="module")
def room(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Room:
    """One evaluation of black (protected before) and mosaic; the model names the first run's person."""
    root = tmp_path_factory.mktemp("room")
    place, protected = Room.made(root / "room"), root / "protected"
    write_protected(read_screen_data(data), [parse_method("black"), parse_method("mosaic")], protected)
    (protected / "mosaic").rename(root / "away")  # so one method has no pictures
    with OpenAIServer(lambda request: ANSWER) as server:
        done = place.evaluate(
            "tactful/guiguard_leakage", "openai-api/fake/m", "-T", f"data={data}", "-T",
            "methods=black,mosaic", "-T", f"protected={protected}", base_url=server.base_url,
        )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return place


def test_rows_say_what_leaked_and_why(room: Room) -> None:
    rows = room.rows()
    assert len(rows) == 12
    black = [row for row in rows if row["method"] == "black"]
    found = Counter((item["recovery"], item["cause"]) for row in black for item in row["items"])
    # The whole name in one run, the family name in the other; nobody knows where the model has it from.
    assert found == {("near_complete", "inferred"): 3, ("partial", "inferred"): 3, (None, None): 6}
    assert {row["calls"] for row in black} == {1}


def test_missing_pictures_are_unscored(room: Room) -> None:
    mosaic = [row for row in room.rows() if row["method"] == "mosaic"]
    assert len(mosaic) == 6
    assert all(row["unscored"] and not row["items"] for row in mosaic)


def test_the_metrics_are_those_of_the_summary(room: Room) -> None:
    from inspect_ai.log import read_eval_log

    (log,) = room.logs.glob("*.eval")
    results = read_eval_log(str(log), header_only=True).results
    assert results is not None
    metrics = {name: metric.value for score in results.scores for name, metric in score.metrics.items()}
    (run,) = summarize(room.rows())["runs"]
    black = next(method for method in run["methods"] if method["method"] == "black")
    assert metrics["item_protection"] == black["protection"]["value"] == 0.5
    assert metrics["covered_protection"] == black["covered_protection"]["value"] == 1.0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"methods": "smear"}, "unknown method"),
        ({"methods": "replace_llm"}, "needs a model"),
        ({"platform": "pc"}, "nothing is left"),
    ],
)
def test_what_cannot_be_run_is_said_at_once(data: Path, options: dict[str, Any], words: str) -> None:
    from tactful.errors import InputError

    with pytest.raises(InputError, match=words):
        guiguard_leakage(str(data), **options)
