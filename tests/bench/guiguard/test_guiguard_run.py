"""All four evaluations in one run: what it writes, that it goes on, what it refuses, what it counts."""

from __future__ import annotations

import json
import shutil
import stat
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from fakes import forked
from fakes.openai_server import Fault, OpenAIServer, texts
from tactful.bench.attacks import Finding
from tactful.bench.guiguard import run as run_module
from tactful.bench.guiguard.data import read_screen_data
from tactful.bench.guiguard.document import total_unscored
from tactful.bench.guiguard.evaluations import TASKS
from tactful.bench.guiguard.leakage import probes
from tactful.bench.guiguard.logs import read_log
from tactful.bench.guiguard.offline import registry
from tactful.bench.guiguard.recognition.rows import places
from tactful.bench.guiguard.run import GuiguardOutcome, default_out, read_summaries, run_guiguard
from tactful.bench.guiguard.settings import GuiguardSettings
from tactful.bench.logs import find_logs
from tactful.demo import demo_run
from tactful.errors import InputError, ModelError
from tactful.models import Message, Reply
from tactful.terms import ProtectedScreen

pytest.importorskip("inspect_ai")
# Of the libraries that Inspect calls; our own are still errors everywhere else.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
PARTS = ("planning", "grounding", "leakage")
PHONE = str(demo_run("phone-zh"))


class Mumbler:
    """A model whose answers are in no format, and which counts its questions."""

    name = "mumbler"

    def __init__(self) -> None:
        self.asked = self.points = 0
        self.silent = False

    def ask(self, messages: Sequence[Message]) -> Reply:
        self.asked += 1
        self.points += '"x"' in messages[0].text + messages[-1].text
        if self.silent:
            raise ModelError("down")
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
    monkeypatch.setattr(registry, "open_model", lambda name: one)
    monkeypatch.setattr(probes, "PROBES", {"ocr": Blind})
    return one


def settings(**more: Any) -> GuiguardSettings:
    return GuiguardSettings(
        PHONE, **{"evaluations": PARTS, "methods": ("black", "black-60"), "probes": ("ocr",), **more}
    )


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
    prompts = manifest["settings"]["prompts"]
    assert {role: (pack["name"], pack["version"]) for role, pack in prompts.items()} == {
        "planning": ("guiguard_planning", "2"),
        "judging": ("guiguard_judging", "2"),
        "grounding": ("guiguard_grounding", "2"),
        "leakage": ("guiguard_leakage", "2"),
    }
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


@pytest.mark.parametrize("silent", [True, False])
def test_calls_that_failed_are_made_again_if_wished(model: Mumbler, tmp_path: Path, silent: bool) -> None:
    """An answer without form is a result of the planner; a click without a point is asked for again."""
    model.silent = silent
    first = run(tmp_path / "out")
    asked, points = model.asked, model.points
    assert points > 0
    again = run_guiguard(settings(), tmp_path / "out", retry_failed=True)
    assert model.asked == asked + (asked if silent else points)
    assert model.points == 2 * points
    assert again.summaries == first.summaries


def test_a_stopped_run_says_so_and_goes_on(
    model: Mumbler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(run_module, "read_log", stop)
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
    wanted: dict[str, Any] = {
        "evaluations": ("grounding", "leakage"),
        "methods": ("black",),
        "probes": ("ocr",),
    }
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


def test_a_rewriter_writes_the_screens_of_all_evaluations(model: Mumbler, tmp_path: Path) -> None:
    chosen = settings(methods=("replace_llm",), evaluations=("leakage",))
    with pytest.raises(InputError, match="--rewriter"):
        run_guiguard(chosen, tmp_path / "none")
    done = run_guiguard(chosen, tmp_path / "out", rewriter=lambda text, type: "Q" * len(text))
    (protected,) = done.summaries["protect"]["methods"]
    assert (protected["method"], protected["failed"]) == ("replace_llm", 0)
    assert json.loads((done.out / "manifest.json").read_text())["settings"]["rewriter"] == "function"
    asked = settings(methods=("black", "replace", "replace_llm"), judge_max_tokens=9, judge_temperature=0.0)
    assert asked.grounded() == ("original", "black", "replace", "replace_llm")
    assert asked.to_json()["judge_generate"] == {"temperature": 0.0, "max_tokens": 9}


def test_levels_go_to_methods_that_name_none() -> None:
    chosen = settings(methods=("black", "mosaic-30"), levels=(60, 100))
    assert chosen.conditions() == ("black-60", "black", "mosaic-30")
    assert chosen.full() == ("black",)
    assert chosen.grounded() == ("original", "black")


def test_grounding_is_asked_for_on_android_unless_told_otherwise() -> None:
    assert settings().platform == "android"
    assert settings(platform="all").to_json()["platform"] == "all"


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


def test_one_unlabelled_screen_is_left_out_and_told(model: Mumbler, tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(PHONE, data)
    first = sorted((data / "annotations").glob("screen_?.json"))[0]
    first.unlink()
    assert [case.regions is None for case in read_screen_data(data).screens] == [True, False, False]
    wanted: dict[str, Any] = {"evaluations": PARTS, "methods": ("black",), "probes": ("ocr",)}
    done = run_guiguard(GuiguardSettings(str(data), **wanted), tmp_path / "out")
    assert done.about["unlabelled"] == 1
    (leakage,) = done.summaries["leakage"]["runs"]
    assert (leakage["methods"][0]["screens"], leakage["methods"][0]["unscored"]) == (2, 0)
    (grounding,) = done.summaries["grounding"]["runs"]
    assert grounding["samples"] == 1  # the third step is no click
    document = done.document()
    assert "1 screen of 3 without labels" in " ".join(document["notes"])
    section = next(section for section in document["sections"] if section["id"] == "data")
    cells = [row["cells"] for row in section["blocks"][0]["rows"]]
    assert [cell["count"] for cell in cells if cell["what"] == "screens left out"] == [1]
    assert len(places(read_screen_data(data))) == 2, "recognition"


ASK = """
import sys
from tactful.bench.guiguard.run import run_guiguard
from tactful.bench.guiguard.settings import GuiguardSettings

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
    script = tmp_path / "ask.py"
    script.write_text(ASK)
    done = forked.run([PHONE, out], program=str(script))
    assert done.returncode == 0, done.stderr[-3000:]
    summaries = read_summaries(out)
    (planning,) = summaries["planning"]["runs"]
    assert (planning["planner"], planning["judge"]) == ("tactful/domain-match", "tactful/lexical-judge")
    assert planning["methods"][0]["score"]["value"] is None  # it cannot plan
    (leakage,) = summaries["leakage"]["runs"]
    assert (leakage["methods"][0]["screens"], leakage["methods"][0]["unscored"]) == (0, 3)
    logged = [read_log(header) for header in find_logs([out / "logs"], TASKS).logs]
    assert sorted(one.evaluation for one in logged) == ["leakage", "planning"]
    assert all(not one.errors and len(one.rows) == one.samples for one in logged)


def test_a_sample_that_breaks_stays_in_every_count(
    model: Mumbler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tactful.bench.guiguard.grounding.pointing import Grounder
    from tactful.bench.guiguard.leakage import rows as leakage
    from tactful.bench.guiguard.planning.judge import Judging

    async def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr(Grounder, "find", broken)
    monkeypatch.setattr(leakage, "score_screen", lambda *_, **__: 1 / 0)
    monkeypatch.setattr(Judging, "run", broken)
    done = run(tmp_path / "out", methods=("black",))
    reasons = {
        name: [problem["reason"] for run in summary["runs"] for problem in _problems(run)]
        for name, summary in done.summaries.items()
        if name in PARTS
    }
    assert all(len(set(each)) == 1 for each in reasons.values())
    assert "the sample ended in an error (ZeroDivisionError in test_guiguard_run.py, line" in str(reasons)
    assert "a secret" not in str(done.summaries)
    assert done.unscored == total_unscored(done.summaries) > 0, "no sample is counted twice"
    (grounded,) = done.summaries["grounding"]["runs"]
    assert len({method["unscored"] for method in grounded["methods"]}) == 1
    assert done.summaries["leakage"]["runs"][0]["methods"][0]["unscored"] == 3
    assert done.summaries["planning"]["runs"][0]["methods"][0]["score"]["unscored"] == 3


def _problems(run: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        *run.get("problems", ()),
        *(each for method in run["methods"] for each in method.get("problems", ())),
    ]


RETRY = """
import json, sys
from pathlib import Path
from tactful.bench.guiguard.run import run_guiguard
from tactful.bench.guiguard.settings import GuiguardSettings

data, out, phase = sys.argv[1], sys.argv[2], Path(sys.argv[3])
settings = GuiguardSettings(
    data, offline=False, models=("openai-api/fake/m",), judge="openai-api/fake/j",
    methods=("black", "black-60"),
)
found = []
for at, retry in enumerate((False, False, True)):
    phase.write_text(str(at))
    done = run_guiguard(settings, out, retry_failed=retry)
    assert done.complete
    found.append(done.summaries)
print(json.dumps(found))
"""


def kind_of(request: dict[str, Any]) -> str:
    said = texts(request)
    marks = {"judge": '"score"', "leakage": '"findings"', "plan": "(Grounded Action)", "point": '{"x"'}
    return next((name for name, mark in marks.items() if mark in said), "recognition")


def test_models_are_asked_again_where_a_call_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Inspect takes an unscored sample for a finished one, so without the word nothing is asked again."""
    phase, asked = tmp_path / "phase", Counter[tuple[str, str]]()
    good = {
        "judge": '{"score": 3, "reason": "near"}',
        "leakage": '{"findings": []}',
        "plan": "(Next Action)\nBack.\n(Grounded Action)\n```python\nagent.back()\n```",
        "point": '{"x": 10, "y": 10}',
        "recognition": "none",
    }

    def answer(request: dict[str, Any]) -> str | Fault:
        now, kind = phase.read_text(), kind_of(request)
        asked[now, kind] += 1
        return Fault.status(400, "no") if now != "2" and kind != "leakage" else good[kind]

    with OpenAIServer(answer) as server:
        monkeypatch.setenv("FAKE_BASE_URL", server.base_url)
        monkeypatch.setenv("FAKE_API_KEY", "none")
        script = tmp_path / "retry.py"
        script.write_text(RETRY)
        done = forked.run([PHONE, tmp_path / "out", phase], program=str(script))
    assert done.returncode == 0, done.stderr[-3000:]
    first, second, third = json.loads(done.stdout)
    assert second == first
    assert not [kind for at, kind in asked if at == "1"]
    assert asked["2", "leakage"] == 0, "it had its answers"
    assert asked["2", "plan"] == 3 * 3, "the unprotected pass is made once"
    for summaries, score in ((first, None), (third, 3.0)):
        (planning,) = summaries["planning"]["runs"]
        assert [method["score"]["value"] for method in planning["methods"]] == [score] * 2
        (grounding,) = summaries["grounding"]["runs"]
        assert all((method["unscored"] == 0) == (score is not None) for method in grounding["methods"])
        (recognition,) = summaries["recognition"]["runs"]
        assert (recognition["screens"]["unscored"] == []) == (score is not None)
        (leakage,) = summaries["leakage"]["runs"]
        assert [method["unscored"] for method in leakage["methods"]] == [0]
