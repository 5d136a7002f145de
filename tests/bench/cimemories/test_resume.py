"""A run that is killed and started again pays for nothing twice, and ends as the uninterrupted one."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest

from fakes import bench_process
from fakes.busy_server import BusyServer, Call, Trouble, plain_models
from fakes.labelled_profiles import write_profiles

pytest.importorskip("inspect_ai")

from tactful.bench.cimemories.results import load_profiles_of, read_runs
from tactful.bench.cimemories.settings import MemorySettings
from tactful.score import summarize, tabulate
from tactful.terms import MemoryRun, SampleResult

PROFILES, CONTEXTS, EPOCHS, IN_FLIGHT = 2, 6, 2, 8
CALLS = 2 * PROFILES * CONTEXTS * EPOCHS  # a message and a verdict each
SETTINGS = {
    "model": ["openai-api/fake/writer"],
    "judge": "openai-api/fake/judge",
    "epochs": EPOCHS,
    "max_connections": IN_FLIGHT,
}


def stop_at(server: BusyServer, answers: int, process: subprocess.Popen[str], how: signal.Signals) -> None:
    server.hold_at = answers  # so that the run cannot end before the signal reaches it
    while server.total < answers:
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(how)
    usual = server.delay
    if how is signal.SIGINT:  # Inspect waits for the calls on their way
        server.hold_at, server.delay = None, 3.0
    while True:
        try:
            process.communicate(timeout=4)
            break
        except subprocess.TimeoutExpired:  # pressed again, as a person does where nothing happens
            process.send_signal(how)
    server.hold_at, server.delay = None, usual
    assert process.returncode != 0


def ordered(run: MemoryRun) -> list[SampleResult]:
    return sorted(run.samples, key=lambda sample: (sample.profile, sample.context, sample.epoch))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_profiles(
        tmp_path_factory.mktemp("data") / "data.json", PROFILES, attributes=20, contexts=CONTEXTS
    )


@pytest.fixture(scope="module")
def whole(data: Path, tmp_path_factory: pytest.TempPathFactory) -> MemoryRun:
    out = tmp_path_factory.mktemp("whole") / "out"
    with BusyServer(plain_models) as server:
        assert bench_process.run(out, data, server.base_url, **SETTINGS)["complete"]
        assert server.total == CALLS
        assert max(server.answered.values()) == EPOCHS
    (run,) = read_runs([out], texts=True)
    return run


def test_stopped_twice_and_taken_up_again(data: Path, whole: MemoryRun, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with BusyServer(plain_models, delay=0.02) as server:
        for share, how in ((0.3, signal.SIGKILL), (0.5, signal.SIGINT), (0.7, signal.SIGKILL)):
            process = bench_process.start(out, data, server.base_url, **SETTINGS)
            stop_at(server, int(share * CALLS), process, how)
            manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
            assert manifest["status"] == ("stopped" if how is signal.SIGINT else "running")
        last = bench_process.run(out, data, server.base_url, **SETTINGS)
        repeated = server.total - CALLS
        assert server.most_in_flight <= IN_FLIGHT
        again = bench_process.run(out, data, server.base_url, **SETTINGS)
        assert server.total == CALLS + repeated  # a finished run asks for nothing
    assert last["complete"]
    assert again["complete"]
    assert again["done"] == 0
    assert last["kept"] > 0
    # Only what was on its way at each stop may have been asked again.
    assert 0 <= repeated <= 3 * IN_FLIGHT
    (run,) = read_runs([out], texts=True)
    assert ordered(run) == ordered(whole)
    assert run.usage == whole.usage
    tables = [tabulate(load_profiles_of(found), found.samples, epochs=EPOCHS) for found in (run, whole)]
    assert summarize(tables[0]) == summarize(tables[1])


def test_a_finished_folder_keeps_one_log_and_no_answers(whole: MemoryRun) -> None:
    out = Path(whole.source).parent.parent
    assert [file.name for file in (out / "logs").glob("*.eval")] == [Path(whole.source).name]
    assert not (out / ".cache").exists()
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["status"] == "complete"
    assert manifest["runs"][0]["samples"] == CALLS // 2
    assert manifest["runs"][0]["unscored"] == 0


def test_every_message_and_verdict_is_counted(whole: MemoryRun) -> None:
    assert {name: used.calls for name, used in whole.usage.items()} == {
        "openai-api/fake/writer": CALLS // 2,
        "judge:openai-api/fake/judge": CALLS // 2,
    }
    assert all(used.input_tokens and used.output_tokens for used in whole.usage.values())


def test_other_settings_in_the_same_folder_are_refused(data: Path, whole: MemoryRun) -> None:
    out = Path(whole.source).parent.parent
    process = bench_process.start(out, data, "http://127.0.0.1:9/v1", **{**SETTINGS, "epochs": EPOCHS + 1})
    _, errors = process.communicate()
    assert process.returncode != 0
    assert "other settings (epochs)" in errors


def test_two_at_once_in_one_folder_are_refused(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with BusyServer(plain_models) as server:
        server.hold_at = 0
        first = bench_process.start(out, data, server.base_url, **SETTINGS)
        while not server.asked:
            assert first.poll() is None
            time.sleep(0.01)
        second = bench_process.start(out, data, server.base_url, **SETTINGS)
        _, errors = second.communicate()
        first.kill()
        first.communicate()
    assert second.returncode != 0
    assert "in use by another run" in errors


def test_the_settings_reach_the_log(whole: MemoryRun, data: Path) -> None:
    settings = whole.settings
    assert settings["data"] == str(data)
    assert settings["epochs"] == EPOCHS
    assert (settings["judge"], settings["judge_model"]) == ("model", "openai-api/fake/judge")
    assert MemorySettings(data=str(data), **{k: settings[k] for k in ("level", "rule", "memories")})


def test_what_failed_is_run_again_only_when_asked(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    settings = {
        **SETTINGS,
        "contexts": "0-2",
        "model_arg": ["max_retries=0"],
        "max_retries": 0,
        "pace": {"retry_on_error": 0},
    }
    calls, broken = 2 * PROFILES * 3 * EPOCHS, PROFILES * EPOCHS

    def partly(call: Call) -> str | Trouble:
        return Trouble(500) if "Ask about matter 1" in call.prompt else plain_models(call)

    with BusyServer(partly) as server:
        bench_process.run(out, data, server.base_url, **settings)
        assert server.total == calls - broken
        (run,) = read_runs([out])
        assert run.failures == {"error: InternalServerError": broken}
    with BusyServer(plain_models) as server:
        bench_process.run(out, data, server.base_url, **settings)
        assert server.total == 0
        bench_process.run(out, data, server.base_url, **settings, retry_failed=True)
        assert server.total == 2 * broken
    (run,) = read_runs([out])
    assert run.failures == {}
    assert len(run.samples) == calls // 2
