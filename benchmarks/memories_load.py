"""The memory benchmark at full size against a local endpoint, killed half-way and taken up again.

10 profiles x 46 contexts x 5 samples, a message and a verdict each: 4,600 calls, 64 in flight, to an
OpenAI-compatible HTTP server on this machine that answers after ``--delay`` seconds. Once uninterrupted, once
killed (SIGKILL) after half of the answers and started again. Reported: seconds, calls, calls that were paid
for twice, and whether both runs gave the same reveals, metrics and tokens.

    python benchmarks/memories_load.py [--json FILE] [--profiles 10] [--contexts 46] [--epochs 5]

The data is made up (147 attributes a profile). The server runs in this process and shares the machine with
the benchmark, so an endpoint elsewhere leaves more room.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from fakes import bench_process
from fakes.busy_server import BusyServer, plain_models
from fakes.labelled_profiles import write_profiles
from tactful.bench import load_profiles_of, read_runs
from tactful.score import summarize, tabulate
from tactful.terms import MemoryRun, SampleResult

ATTRIBUTES, IN_FLIGHT = 147, 64


def main() -> int:
    given = parser().parse_args()
    calls = 2 * given.profiles * given.contexts * given.epochs
    settings: dict[str, Any] = {
        "models": ["openai-api/fake/writer"],
        "judge": "openai-api/fake/judge",
        "epochs": given.epochs,
        "pace": {"max_connections": IN_FLIGHT},
    }
    with tempfile.TemporaryDirectory() as folder, BusyServer(plain_models, given.delay) as server:
        place = Path(folder)
        data = write_profiles(place / "data.json", given.profiles, ATTRIBUTES, given.contexts)
        started = time.monotonic()
        bench_process.run(place / "whole", data, server.base_url, **settings)
        whole = {"seconds": time.monotonic() - started, "calls": server.total}
        say(f"uninterrupted: {whole['seconds']:.0f} s, {whole['calls']} of {calls} calls")
        server.answered.clear()
        started = time.monotonic()
        kill_at(server, calls // 2, bench_process.start(place / "cut", data, server.base_url, **settings))
        first = {"seconds": time.monotonic() - started, "calls": server.total}
        started = time.monotonic()
        last = bench_process.run(place / "cut", data, server.base_url, **settings)
        second = {"seconds": time.monotonic() - started, "calls": server.total - first["calls"]}
        found = {
            "planned_calls": calls,
            "uninterrupted": whole,
            "killed": first,
            "taken_up": {**second, "answers_from_before": last["kept"]},
            "paid_twice": server.total - calls,
            "most_in_flight": server.most_in_flight,
            **same(place / "whole", place / "cut"),
            "machine": {
                "cpus": os.cpu_count(),
                "python": platform.python_version(),
                "peak_mb": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024,
            },
        }
    say(f"killed after {first['calls']} calls, taken up in {second['seconds']:.0f} s")
    say(f"paid twice: {found['paid_twice']} (of {IN_FLIGHT} in flight); same: {found['same_reveals']}")
    text = json.dumps(found, indent=2)
    if given.json:
        given.json.write_text(text + "\n", encoding="utf-8")
    print(text)
    good = found["same_reveals"] and found["same_metrics"] and found["paid_twice"] <= IN_FLIGHT
    return 0 if good else 1


def kill_at(server: BusyServer, answers: int, process: subprocess.Popen[str]) -> None:
    while server.total < answers and process.poll() is None:
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    time.sleep(1)  # what was on its way still gets its answer


def same(whole: Path, cut: Path) -> dict[str, Any]:
    """What the two runs agree on, and how long reading one back takes."""
    started = time.monotonic()
    (one,) = read_runs([whole], texts=True)
    seconds = time.monotonic() - started
    (other,) = read_runs([cut], texts=True)
    scores = [scores_of(run) for run in (one, other)]
    return {
        "samples": len(one.samples),
        "unscored": sum(sample.problem is not None for sample in other.samples),
        "same_reveals": ordered(one) == ordered(other),
        "same_metrics": scores[0] == scores[1],
        "same_usage": one.usage == other.usage,
        "reading_seconds": seconds,
    }


def scores_of(run: MemoryRun) -> dict[str, Any]:
    return summarize(tabulate(load_profiles_of(run), run.samples)).to_json()


def ordered(run: MemoryRun) -> list[SampleResult]:
    return sorted(run.samples, key=lambda sample: (sample.profile, sample.context, sample.epoch))


def say(text: str) -> None:
    print(text, file=sys.stderr)


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--profiles", type=int, default=10)
    options.add_argument("--contexts", type=int, default=46)
    options.add_argument("--epochs", type=int, default=5)
    options.add_argument("--delay", type=float, default=1.5)
    options.add_argument("--json", type=Path)
    return options


if __name__ == "__main__":
    raise SystemExit(main())
