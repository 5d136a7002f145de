"""The benchmark of the scripted solver: which conditions it runs, and that a guard is never left out."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image

from tactful.errors import RecognitionError
from tactful.terms import Screen
from tactful.world.env.loop import BlackTruth

FILE = Path(__file__).parents[3] / "benchmarks" / "world_solver.py"
STARTED = SimpleNamespace(task=SimpleNamespace(goal="Go."), spec=SimpleNamespace(seed=1))


@pytest.fixture(scope="module")
def solver():
    spec = importlib.util.spec_from_file_location("world_solver", FILE)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


@pytest.mark.parametrize(
    ("argv", "conditions"),
    [
        ([], ["oracle, raw", "reader, raw", "reader, black"]),
        (["--guard", "hybrid"], ["oracle, raw", "reader, raw", "reader, black", "reader, guard"]),
        (["--guard", "non-necessary", "--conditions", "reader, guard"], ["reader, guard"]),
    ],
)
def test_the_conditions(solver, argv, conditions):
    assert solver.read_options(argv).conditions == conditions


@pytest.mark.parametrize(
    "argv",
    [
        ["--guard", "no-such"],
        ["--guard", "all", "--operator", "no-such"],
        ["--conditions", "reader, guard"],
        ["--guard", "all", "--conditions", "reader, raw"],
    ],
)
def test_what_does_not_go_together_is_told_before_anything_runs(solver, argv):
    with pytest.raises(SystemExit):
        solver.read_options(argv)


def test_what_stands_between(solver):
    assert solver.guarding("reader, raw", STARTED, None, None) is None
    assert isinstance(solver.guarding("reader, black", STARTED, None, None), BlackTruth)
    with pytest.raises(ValueError, match="which guard"):
        solver.guarding("reader, guard", STARTED, None, None)


def test_the_local_guard_is_told_the_goal_and_fails_closed(solver, monkeypatch):
    class Broken:
        def recognize(self, screen):
            raise RecognitionError("no models")

    monkeypatch.setattr(solver, "recognizer", Broken)
    local = solver.Local("non-necessary", "black")
    assert local.guard(STARTED).task == "Go."
    protect = solver.guarding("reader, guard", STARTED, None, local)
    image = Image.new("RGB", (40, 20), "white")
    with pytest.raises(RecognitionError):
        protect(Screen("s", 40, 20, image))
