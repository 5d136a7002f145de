"""All four evaluations in one run: what it writes, that it goes on, what it refuses, what it counts."""

from __future__ import annotations

import json
import shutil
import stat
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tactful.bench.guiguard import stages
from tactful.bench.guiguard.document import total_unscored
from tactful.bench.guiguard.folder import read_summaries
from tactful.bench.guiguard.logs import read_logs
from tactful.bench.guiguard.run import GuiguardOutcome, default_out, run_guiguard
from tactful.bench.guiguard.run_settings import GuiguardSettings
from tactful.demo import demo_run
from tactful.errors import InputError
from tactful.models.messages import Message, Reply
from tactful.recognize.attack import Finding
from tactful.terms import ProtectedScreen

PARTS = ("planning", "grounding", "leakage")
PHONE = str(demo_run("phone-zh"))


class Mumbler:
    """A model whose answers are in no format, and which counts its questions."""

    name = "mumbler"

    def __init__(self) -> None:
        self.asked = 0

    def ask(self, messages: Sequence[Message]) -> Reply:
        self.asked += 1
        return Reply("Hm.")


class Blind:
    """A probe that recovers nothing."""

    name = "blind"

    def findings(self, screen: ProtectedScreen, known: object = ()) -> tuple[Finding, ...]:
        return ()


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Mumbler:
    """Takes the place of every built-in model and probe: nothing is read."""
    one = Mumbler()
    monkeypatch.setattr(stages, "open_model", lambda name: one)
    monkeypatch.setattr(stages, "probes", lambda names: {"blind": Blind()})
    return one


def settings(**more: Any) -> GuiguardSettings:
    return GuiguardSettings(PHONE, **{"evaluations": PARTS, "methods": ("black", "black-60"), **more})


def run(out: Path, **more: Any) -> GuiguardOutcome:
    return run_guiguard(settings(**more), out)


def test_a_run_leaves_rows_summaries_and_a_manifest(model: Mumbler, tmp_path: Path) -> None:
    done = run(tmp_path / "out")
    assert done.complete
    assert set(done.summaries) == {"protect", *PARTS}
    assert read_summaries(done.out) == json.loads(json.dumps(done.summaries))
    manifest = json.loads((done.out / "manifest.json").read_text())
    assert (manifest["status"], manifest["about"]["screens"]) == ("complete", 3)
    assert set(manifest["seconds_by_stage"]) == {"read", "protect", *PARTS}
    assert stat.S_IMODE((done.out / "planning.json").stat().st_mode) == 0o600


def test_answers_without_form_are_unscored_and_told(model: Mumbler, tmp_path: Path) -> None:
    done = run(tmp_path / "out")
    (planning,) = done.summaries["planning"]["runs"]
    assert all(method["score"]["value"] is None for method in planning["methods"])
    assert done.unscored == total_unscored(done.summaries) > 0
    told = " ".join(done.document()["notes"])
    assert "steps unscored" in told
    assert "answers unscored" in told


def test_leakage_runs_on_full_coverage_alone(model: Mumbler, tmp_path: Path) -> None:
    (leakage,) = run(tmp_path / "out").summaries["leakage"]["runs"]
    assert [method["method"] for method in leakage["methods"]] == ["black"]
    assert leakage["methods"][0]["protection"]["value"] == 1.0


def test_a_second_start_asks_nothing_again(model: Mumbler, tmp_path: Path) -> None:
    first = run(tmp_path / "out")
    asked = model.asked
    second = run(tmp_path / "out")
    assert model.asked == asked > 0
    assert second.summaries == first.summaries


def test_a_stopped_run_says_so_and_goes_on(
    model: Mumbler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(stages, "grounding", stop)
        with pytest.raises(KeyboardInterrupt):
            run(tmp_path / "out")
    assert json.loads((tmp_path / "out" / "manifest.json").read_text())["status"] == "stopped"
    assert run(tmp_path / "out").complete


def test_another_run_is_refused(model: Mumbler, tmp_path: Path) -> None:
    run(tmp_path / "out", evaluations=("leakage",))
    with pytest.raises(InputError, match=r"other settings \(seed\)"):
        run(tmp_path / "out", evaluations=("leakage",), seed=1)


def test_summaries_of_people_are_shown_where_they_lie(model: Mumbler, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(out, evaluations=("leakage",))
    kappa = {"value": 0.5, "low": 0.4, "high": 0.6, "observed": 0.7, "n": 12}
    (out / "agreement.json").write_text(json.dumps({"evaluation": "agreement", "kappa": {"selected": kappa}}))
    document = run(out, evaluations=("leakage",)).document()
    table = next(section for section in document["sections"] if section["id"] == "agreement")["blocks"][0]
    assert table["rows"][0]["cells"]["quadratic"]["value"] == 0.5


def test_data_without_targets_has_no_grounding(model: Mumbler, tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(PHONE, data)
    for file in (data / "annotations").glob("screen_?.json"):
        record = json.loads(file.read_text("utf-8"))
        file.write_text(json.dumps({**record, "target": None}), encoding="utf-8")
    wanted: dict[str, Any] = {"evaluations": ("grounding", "leakage"), "methods": ("black",)}
    done = run_guiguard(GuiguardSettings(str(data), **wanted), tmp_path / "out")
    assert set(done.summaries) == {"protect", "leakage"}
    assert "Grounding was left out" in " ".join(done.document()["notes"])
    with pytest.raises(InputError, match="no click step to ground"):
        run_guiguard(GuiguardSettings(str(data), evaluations=("grounding",)), tmp_path / "other")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"offline": False}, "nothing would be evaluated"),
        ({"models": ("a/b",)}, "'judge': is missing"),
        ({"evaluations": ("memory",)}, "no such evaluation"),
        ({"methods": ("paint",)}, "unknown method"),
        ({"limit": 1, "screens": 5}, "'screens': given with"),
    ],
)
def test_settings_that_cannot_be_run(more: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        settings(**more)


def test_levels_go_to_methods_that_name_none() -> None:
    chosen = settings(methods=("black", "mosaic-30"), levels=(60, 100))
    assert chosen.conditions() == ("black-60", "black", "mosaic-30")
    assert chosen.full() == ("black",)
    assert chosen.grounded() == ("original", "black")


@pytest.mark.parametrize(("screens", "tasks"), [(1000, None), (18, 2), (1, 2), (20, 2)])
def test_as_many_tasks_as_fit(screens: int, tasks: int | None) -> None:
    data = str(demo_run("phone").parent)
    assert GuiguardSettings(data, screens=screens).tasks() == tasks


def test_the_default_folder_is_named_by_the_settings() -> None:
    one, two = default_out(settings()), default_out(settings(seed=2))
    assert one != two
    assert one.name.startswith("guiguard-phone-zh-offline-")


def test_unlabelled_screens_are_refused(tmp_path: Path) -> None:
    for file in sorted(demo_run("phone-zh").joinpath("images").iterdir()):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    with pytest.raises(InputError, match="3 of 3 screens are not labelled"):
        run_guiguard(GuiguardSettings(str(tmp_path)), tmp_path / "out")


ASK = """
import sys
from tactful.bench.guiguard.run import run_guiguard
from tactful.bench.guiguard.run_settings import GuiguardSettings

settings = GuiguardSettings(
    sys.argv[1], offline=False, models=("tactful/domain-match",), judge="tactful/lexical-judge",
    evaluations=("planning", "leakage"), methods=("black",),
)
done = run_guiguard(settings, sys.argv[2])
assert done.complete
"""


def test_models_are_asked_through_inspect(tmp_path: Path) -> None:
    # In a process of its own: Inspect leaves streams to the garbage collector.
    out = tmp_path / "out"
    done = subprocess.run([sys.executable, "-c", ASK, PHONE, str(out)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    summaries = read_summaries(out)
    (planning,) = summaries["planning"]["runs"]
    assert (planning["planner"], planning["judge"]) == ("tactful/domain-match", "tactful/lexical-judge")
    assert planning["methods"][0]["score"]["value"] is None  # it cannot plan
    (leakage,) = summaries["leakage"]["runs"]
    assert (leakage["methods"][0]["screens"], leakage["methods"][0]["unscored"]) == (0, 3)
    logged = read_logs([out / "logs"])
    assert sorted(one.evaluation for one in logged) == ["leakage", "planning"]
    assert all(not one.errors and len(one.rows) == one.samples for one in logged)
