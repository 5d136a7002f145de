import io
import json
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from tactful.errors import InputError
from tactful.formats import (
    RunAction,
    RunStep,
    read_agent_s3,
    read_mobile_agent,
    write_agent_s3,
    write_mobile_agent,
)

GOAL = "Text Ann Lee the code"
WORDS = RunStep(
    RunAction("wait"),
    b"",
    plan="1. Open Messages.\n2. Send.",
    thought="The list is shown.",
    description="Press Ann Lee's row.",
    reflection="The right page is open.",
    subgoal="Open Messages.",
    progress="Messages is open.",
    target="Ann Lee's row",
)


def png(color: int) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (8, 8), (color, 0, 0)).save(stream, "PNG")
    return stream.getvalue()


def run(*actions: RunAction) -> list[RunStep]:
    return [replace(WORDS, action=action, png=png(at)) for at, action in enumerate(actions)]


DONE = RunAction("done")
# what was done -> the points and the texts that a reader finds
PHONE_AND_DESKTOP = [
    (RunAction("click", 42, 128), ((42, 128),), ()),
    (RunAction("type", text='Grüße, "Ann"\'s 收件箱\n\\n'), (), ('Grüße, "Ann"\'s 收件箱\n\\n',)),
    (RunAction("type", text='say "hi"'), (), ('say "hi"',)),
    (RunAction("scroll", 200, 300, 0, 400), (), ()),
    (RunAction("key", key="Enter"), (), ()),
    (RunAction("key", key="ctrl+a"), (), ()),
    (RunAction("back"), (), ()),
    (RunAction("wait"), (), ()),
]


@pytest.mark.parametrize(("action", "points", "typed"), PHONE_AND_DESKTOP)
def test_what_is_written_is_read_back(
    tmp_path: Path, action: RunAction, points: object, typed: object
) -> None:
    steps = run(action, DONE)
    write_mobile_agent(tmp_path / "phone", GOAL, steps, success=True)
    write_agent_s3(tmp_path / "desktop", GOAL, steps, success=True)
    for read in (read_mobile_agent(tmp_path / "phone"), read_agent_s3(tmp_path / "desktop")):
        assert read.problems == ()
        assert (read.goal, len(read.steps), read.completion.success) == (GOAL, 2, True)
        assert (read.steps[0].points, read.steps[0].typed) == (points, typed)
        assert [step.done for step in read.steps] == [False, True]
        for step, written in zip(read.steps, steps, strict=True):
            assert step.screenshot is not None
            assert step.screenshot.read_bytes() == written.png


def test_words_of_a_phone_run(tmp_path: Path) -> None:
    steps = [replace(s, outcome="B", error="The wrong page.") for s in run(RunAction("click", 1, 2))]
    write_mobile_agent(tmp_path, GOAL, steps, success=False, hit_step_limit=True, finished="Monday")
    read = read_mobile_agent(tmp_path)
    (step,) = read.steps
    assert step.plan == "1. Open Messages.\n2. Send.\n\nThe list is shown."
    assert step.semantic_action == "Press Ann Lee's row."
    assert (step.outcome, step.error) == ("B", "The wrong page.")
    assert step.raw_action == "{'action': 'click', 'coordinate': [1, 2]}"
    assert (read.completion.success, read.completion.hit_step_limit) == (False, True)
    assert read.completion.detail["finish_dtime"] == "Monday"


def test_words_of_a_desktop_run(tmp_path: Path) -> None:
    write_agent_s3(tmp_path, GOAL, run(RunAction("click", 1, 2), DONE), success=True)
    rows = [json.loads(line) for line in (tmp_path / "traj.jsonl").read_text("utf-8").splitlines()]
    assert rows[0]["plan"] == ""
    assert rows[1]["plan_code"] == 'agent.click("Ann Lee\'s row", 1, "left")\n'
    first, last = read_agent_s3(tmp_path).steps
    assert first.reasoning == "The list is shown."
    assert "The right page is open." in first.feedback
    assert (first.index, last.raw_action) == (1, "DONE")


def test_each_step_of_a_desktop_run_verifies_the_one_before(tmp_path: Path) -> None:
    told = ("Not yet.", "The click worked.", "Nothing has changed.")
    errors = ("", "The wrong page.", "")
    steps = run(RunAction("click", 1, 2), RunAction("wait"), DONE)
    steps = [
        replace(s, reflection=r, error=e, outcome="B" if e else "A")
        for s, r, e in zip(steps, told, errors, strict=True)
    ]
    write_agent_s3(tmp_path / "d", GOAL, steps, success=True)
    rows = [json.loads(line) for line in (tmp_path / "d" / "traj.jsonl").read_text("utf-8").splitlines()][1:]
    assert [row["reflection"] for row in rows] == [None, *told[1:]]
    verified = [row["plan"].split("\n\n")[0].partition("\n")[2] for row in rows]
    assert verified == ["No previous action has been taken, so there is nothing to verify.", *told[1:]]
    assert [row["info"].get("error") for row in rows] == [None, "The wrong page.", None]
    assert [step.error for step in read_agent_s3(tmp_path / "d").steps] == list(errors)
    write_mobile_agent(tmp_path / "p", GOAL, steps, success=True)  # there the reflector looks at this act
    read = read_mobile_agent(tmp_path / "p").steps
    assert [(s.outcome, s.error) for s in read[:2]] == [("A", ""), ("B", "The wrong page.")]


def test_a_run_that_gives_up(tmp_path: Path) -> None:
    write_agent_s3(tmp_path, GOAL, run(RunAction("done", success=False)), success=False)
    assert read_agent_s3(tmp_path).completion.success is False


def test_an_answer_is_kept(tmp_path: Path) -> None:
    steps = run(RunAction("done", text="4711"))
    write_mobile_agent(tmp_path / "a", GOAL, steps, success=True)
    write_agent_s3(tmp_path / "b", GOAL, steps, success=True)
    assert "4711" in read_mobile_agent(tmp_path / "a").steps[-1].raw_action
    assert read_agent_s3(tmp_path / "b").completion.detail["answer"] == "4711"


@pytest.mark.parametrize("write", [write_mobile_agent, write_agent_s3])
def test_files_are_the_owners_alone_and_repeat(tmp_path: Path, write: object) -> None:
    assert callable(write)
    for name in ("a", "b", "a"):  # the second time over the first
        write(tmp_path / name, GOAL, run(RunAction("click", 1, 2), DONE), success=True)
    files = sorted(path for path in (tmp_path / "a").rglob("*") if path.is_file())
    assert len(files) == 4
    for path in files:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert path.read_bytes() == (tmp_path / "b" / path.relative_to(tmp_path / "a")).read_bytes()


@pytest.mark.parametrize("write", [write_mobile_agent, write_agent_s3])
def test_nothing_to_write(tmp_path: Path, write: object) -> None:
    assert callable(write)
    with pytest.raises(InputError, match="without steps"):
        write(tmp_path, GOAL, [], success=True)
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be used as output folder"):
        write(tmp_path / "file", GOAL, run(DONE), success=True)


def test_an_unknown_action() -> None:
    with pytest.raises(ValueError, match="unknown kind"):
        RunAction("fly")


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30)


@settings(max_examples=40)
@given(typed=TEXTS, goal=TEXTS, words=TEXTS)
def test_any_text_survives(
    tmp_path_factory: pytest.TempPathFactory, typed: str, goal: str, words: str
) -> None:
    folder = tmp_path_factory.mktemp("run")
    steps = [replace(step, target=words, thought=words) for step in run(RunAction("type", text=typed), DONE)]
    write_mobile_agent(folder / "phone", f"Say {goal} now", steps, success=True)
    write_agent_s3(folder / "desktop", f"Say {goal} now", steps, success=True)
    assert read_mobile_agent(folder / "phone").steps[0].typed == (typed,)
    assert read_agent_s3(folder / "desktop").steps[0].typed == (typed,)
