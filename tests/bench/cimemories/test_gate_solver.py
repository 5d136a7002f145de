"""A gate before the message, by a norm table of one's own and by a model."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from fakes import bench_process
from fakes.busy_server import BusyServer, Call, plain_writer
from fakes.labelled_profiles import write_profiles

pytest.importorskip("inspect_ai")

from tactful.bench.cimemories.results import read_runs
from tactful.terms import MemoryRun

SETTINGS = {
    "model": ["openai-api/fake/writer"],
    "epochs": 2,
    "gate": ["model"],
    "gate_model": "openai-api/fake/gate",
    "pace": {"retry_on_error": 0},
}


def passes_every_second(call: Call) -> str:
    """A gate that passes memories of odd numbers, generalises the second, and breaks down over matter 1."""
    if call.model != "gate":
        return plain_writer(call.prompt)
    if "matter 1" in call.prompt:
        return "I would rather not."
    numbers = [int(number) for number in re.findall(r"^(\d+)\. ", call.prompt.split("\n\n")[0], re.MULTILINE)]
    return json.dumps(
        {
            "decisions": [
                {"memory": n, "decision": "generalise", "coarse": "Something personal of the user."}
                if n == 2
                else {"memory": n, "decision": "pass" if n % 2 else "withhold", "coarse": None}
                for n in numbers
            ]
        }
    )


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> MemoryRun:
    folder: Path = tmp_path_factory.mktemp("gate")
    data = write_profiles(folder / "data.json", profiles=1, attributes=6, contexts=2)
    with BusyServer(passes_every_second) as server:
        bench_process.run(folder / "out", data, server.base_url, **SETTINGS)
    (found,) = read_runs([folder / "out"], texts=True)
    return found


def test_only_what_passes_is_in_the_prompt(run: MemoryRun) -> None:
    for sample in (s for s in run.samples if s.context == 0):
        keys = sample.in_memory
        assert sample.withheld == (keys[3], keys[5])
        assert sample.generalised == (keys[1],)
        prompt = sample.prompt or ""
        lines = prompt.split("one fact a line:\n\n")[1].split("\n\n")[0].splitlines()
        assert lines[1] == "Something personal of the user."
        assert len(lines) == 4
        assert f"{keys[3].replace('_', ' ')} opens" not in prompt


def test_a_gate_that_fails_passes_nothing_on(run: MemoryRun) -> None:
    failed = [s for s in run.samples if s.context == 1]
    assert len(failed) == 2
    for sample in failed:
        assert sample.revealed is None
        assert sample.message is None
        assert (sample.problem or "").startswith("error: ")
    assert sum(run.failures.values()) == 2


def test_the_gates_calls_are_counted(run: MemoryRun) -> None:
    assert run.usage["gate:openai-api/fake/gate"].input_tokens > 0
    assert run.settings["gate_model"] == "openai-api/fake/gate"
