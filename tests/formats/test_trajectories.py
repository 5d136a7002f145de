"""Our own JSON: what is written is read back equal."""

import json
import stat
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tactful.errors import InputError, RecordError
from tactful.formats import read_trajectory, write_trajectory
from tactful.terms import Box, Category, Completion, Problem, Region, Risk, Step, Trajectory

text = st.text(max_size=12)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=6,
)
records = st.dictionaries(text, json_values, max_size=4)
pixel = st.integers(-50, 5000)
boxes = st.builds(
    lambda x, y, w, h: Box(x, y, x + w, y + h), pixel, pixel, st.integers(0, 900), st.integers(0, 900)
)
regions = st.builds(
    Region,
    text=text,
    box=boxes,
    risk=st.sampled_from(Risk),
    category=st.none() | st.sampled_from(Category),
    type=text,
    necessary=st.booleans(),
    confidence=st.floats(0, 1),
    source=text,
    reason=text,
    inner=st.booleans(),
)
steps = st.builds(
    Step,
    index=st.integers(0, 99),
    screenshot=st.none(),
    plan=text,
    reasoning=text,
    semantic_action=text,
    raw_action=text,
    feedback=text,
    error=text,
    outcome=text,
    done=st.none() | st.booleans(),
    points=st.lists(st.tuples(pixel, pixel), max_size=2).map(tuple),
    typed=st.lists(text, max_size=2).map(tuple),
    regions=st.none() | st.lists(regions, max_size=3).map(tuple),
    record=records,
)
trajectories = st.builds(
    Trajectory,
    id=text,
    platform=text,
    goal=text,
    steps=st.lists(steps, max_size=3).map(tuple),
    source=text,
    completion=st.builds(
        Completion,
        success=st.none() | st.booleans(),
        hit_step_limit=st.none() | st.booleans(),
        detail=records,
    ),
    problems=st.lists(
        st.builds(Problem, st.just(Path("/runs/a/traj.jsonl")), st.none() | st.integers(1, 9), text),
        max_size=2,
    ).map(tuple),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(trajectory=trajectories)
def test_round_trip(tmp_path: Path, trajectory: Trajectory) -> None:
    assert read_trajectory(write_trajectory(trajectory, tmp_path / "t.json")) == trajectory


def example(*screenshots: Path | None) -> Trajectory:
    made = tuple(Step(at, shot, record={"unknown": [1]}) for at, shot in enumerate(screenshots))
    return Trajectory("1", "pc", "a goal", made, "test")


def test_screenshots_move_with_the_document(tmp_path: Path) -> None:
    shot = tmp_path / "run/images/1.png"
    shot.parent.mkdir(parents=True)
    shot.touch()
    file = write_trajectory(example(shot, None), tmp_path / "run/t.json")
    assert read_trajectory(file) == example(shot, None)
    moved = (tmp_path / "run").rename(tmp_path / "moved")
    assert read_trajectory(moved / "t.json").steps[0].screenshot == moved / "images/1.png"


def test_a_screenshot_elsewhere_is_not_recorded(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"field 'steps\[0\]\.screenshot': leads out of the folder"):
        write_trajectory(example(tmp_path / "2.png"), tmp_path / "run/t.json")


def test_a_missing_screenshot_is_a_problem_once(tmp_path: Path) -> None:
    trajectory = read_trajectory(write_trajectory(example(tmp_path / "gone.png"), tmp_path / "t.json"))
    assert [problem.reason for problem in trajectory.problems] == ["steps[0]: the screenshot is missing"]
    assert read_trajectory(write_trajectory(trajectory, tmp_path / "t.json")) == trajectory


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    file = write_trajectory(example(), tmp_path / "t.json")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["t.json"]


def test_a_failed_write_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_trajectory(example(), tmp_path / "t.json")
    before = file.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(InputError, match="No space left"):
        write_trajectory(example(None), file)
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["t.json"]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1}, object()])
def test_a_record_that_is_not_json(tmp_path: Path, value: object) -> None:
    trajectory = Trajectory("1", "pc", "", (Step(0, None, record={"Ada": value}),), "test")
    with pytest.raises(InputError, match="JSON") as caught:
        write_trajectory(trajectory, tmp_path / "t.json")
    assert "Ada" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def document(**changes: object) -> dict[str, object]:
    base = {
        "schema": "tactful.trajectory",
        "version": 1,
        "id": "1",
        "platform": "pc",
        "goal": "",
        "source": "s",
    }
    return {**base, "steps": [{"index": 0, "screenshot": None}], **changes}


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", "not JSON"),
        ("[]", "not a trajectory document"),
        ({"schema": "other"}, "not a trajectory document"),
        ({"version": 2}, "another version"),
        ({"goal": 3}, "field 'goal': a number"),
        ({"id": None}, "field 'id': null"),
        ({"steps": {}}, "field 'steps'"),
        ({"steps": [7]}, "no usable step"),
        ({"problems": [{"file": 1}]}, "field 'file'"),
        ({"completion": {"success": "Ada"}}, "field 'completion.success'"),
    ],
)
def test_malformed_documents(tmp_path: Path, content: object, reason: str) -> None:
    text = content if isinstance(content, str) else json.dumps(document(**content))  # type: ignore[arg-type]
    (tmp_path / "t.json").write_text(text)
    with pytest.raises(RecordError) as caught:
        read_trajectory(tmp_path / "t.json")
    assert reason in str(caught.value)
    assert "Ada" not in str(caught.value)


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ({"index": "0"}, "field 'index'"),
        ({"index": 1, "points": [[1, "Ada"]]}, "points[0][1]: a string"),
        ({"index": 1, "typed": [1]}, "typed[0]: a number"),
        ({"index": 1, "regions": [{"text": "Ada"}]}, "regions[0]: field 'box'"),
        ({"index": 1, "regions": [{"text": "Ada", "box": [0, 0, 1, 1], "risk": "huge"}]}, "field 'risk'"),
    ],
)
def test_malformed_steps_are_problems(tmp_path: Path, step: object, reason: str) -> None:
    (tmp_path / "t.json").write_text(json.dumps(document(steps=[{"index": 0, "screenshot": None}, step])))
    trajectory = read_trajectory(tmp_path / "t.json")
    assert len(trajectory.steps) == 1
    assert trajectory.problems[0].reason.startswith("steps[1]: ")
    assert reason in trajectory.problems[0].reason
    assert "Ada" not in trajectory.problems[0].reason
