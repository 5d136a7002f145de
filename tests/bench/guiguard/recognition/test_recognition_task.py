"""The recognition task without a model: its samples, its live metrics, and what it refuses."""

from __future__ import annotations

import asyncio
import json
import math
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("inspect_ai")

from inspect_ai.log import read_eval_log
from inspect_ai.scorer import SampleScore, Score

from fakes.faulty_answers import labels
from fakes.leaks import Room
from fakes.openai_server import OpenAIServer
from fakes.planted_run import write_runs
from fakes.recognition_cases import CLOCK, NAME, TITLE, data
from tactful.bench.guiguard.data import read_screen_data
from tactful.bench.guiguard.recognition.rows import Prediction, evidence_of, make_row, places
from tactful.bench.guiguard.recognition.settings import RecognitionSettings
from tactful.bench.guiguard.recognition.task import (
    element_recall,
    guiguard_recognition,
    over_masking,
    private_elements,
    strict_match,
)
from tactful.demo import demo_run
from tactful.errors import InputError
from tactful.score import MatchRule, matched, tally


def rows(folder: Path) -> list[dict[str, Any]]:
    wrong = TITLE.__class__(TITLE.text, TITLE.box, NAME.risk, NAME.category)
    unneeded = NAME.__class__(NAME.text, NAME.box, NAME.risk, NAME.category, necessary=True)
    answers = [Prediction((NAME, CLOCK, wrong)), Prediction((unneeded,)), Prediction(problem="down")]
    variant = RecognitionSettings().variant
    return [
        make_row(place, answer, model="m", recognizer="model", variant=variant)
        for place, answer in zip(places(data(folder)), answers, strict=True)
    ]


class State:
    """As much of a task state as the scorer looks at."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.store = {"tactful:row": row}


def score(row: dict[str, Any]) -> Score:
    found = asyncio.run(private_elements()(State(row), None))  # type: ignore[arg-type]
    assert found is not None
    return found


def test_scores_and_live_metrics(tmp_path: Path) -> None:
    made = rows(tmp_path)
    scores = [score(row) for row in made]
    assert [each.value for each in scores[:2]] == [1.0, 1.0]
    assert scores[2].explanation == "down"
    assert scores[2].metadata == {"row": made[2]}
    answered = [SampleScore(score=each, sample_id=at) for at, each in enumerate(scores[:2])]
    figures = [metric()(answered) for metric in (element_recall, strict_match, over_masking)]  # type: ignore[arg-type]
    assert figures == [3 / 4, 2 / 4, 1 / 2]


def test_no_strict_figure_where_no_labels_are_asked_for(tmp_path: Path) -> None:
    scores = [
        SampleScore(score=score({**row, "labelled": False}), sample_id=at)
        for at, row in enumerate(rows(tmp_path)[:2])
    ]
    assert math.isnan(strict_match()(scores))  # type: ignore[arg-type]
    assert element_recall()(scores) == 3 / 4  # type: ignore[arg-type]


def test_live_metrics_count_every_epoch(tmp_path: Path) -> None:
    """The first answer on a screen finds it, the second, in another epoch, does not: reduced, one is lost."""
    folder, asked = write_runs(tmp_path / "runs"), Counter[str]()

    def answer(request: dict[str, Any]) -> str:
        key = json.dumps(request["messages"])
        asked[key] += 1
        return labels(request).partition("\n")[0] if asked[key] == 1 else "NONE"

    place = Room.made(tmp_path / "room")
    with OpenAIServer(answer) as server:
        done = place.evaluate(
            "tactful/guiguard_recognition", "openai-api/fake/m", "-T", f"data={folder}", "--epochs", "2",
            "--max-connections", "1", base_url=server.base_url,
        )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    (log,) = [read_eval_log(str(path)) for path in place.logs.glob("*.eval")]
    assert log.results is not None
    live = {name: found.value for part in log.results.scores for name, found in part.metrics.items()}
    evidence = [evidence_of(row) for row in place.rows()]
    assert len(evidence) == 12
    hits = sum(tally(screen, matched(screen, MatchRule()))[0] for screen in evidence)
    of = sum(truth.private for screen in evidence for truth in screen.pair.truths)
    assert hits > 0
    assert live["element_recall"] == pytest.approx(hits / of)


def test_nothing_found_is_wrong_where_something_is_there(tmp_path: Path) -> None:
    place = places(data(tmp_path))[0]
    row = make_row(place, Prediction(()), model="m", recognizer="model", variant={})
    assert score(row).value == 0.0


def test_samples_hold_no_word_of_the_screens() -> None:
    task = guiguard_recognition(str(demo_run("phone")), first=2)
    said = [sample.model_dump_json() for sample in task.dataset]
    assert len(said) == 2
    assert '"input":"Screen 0"' in said[0]
    (case,) = read_screen_data(demo_run("phone"), limit=1).tasks
    texts = [region.text for screen in case.screens[:2] for region in screen.private]
    assert len(texts) > 10
    assert not [text for text in (case.goal, *texts) if len(text) > 3 and text in "".join(said)]
    assert task.metadata is not None
    assert task.metadata["settings"]["prompts"]["name"] == "guiguard_recognition"


@pytest.mark.parametrize(
    ("given", "field"),
    [({"prompt": "odd"}, "prompt"), ({"platform": "watch"}, "platform"), ({"limit": 0}, "limit")],
)
def test_what_it_refuses(given: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as raised:
        guiguard_recognition(str(demo_run("phone")), **given)
    assert raised.value.field == field
