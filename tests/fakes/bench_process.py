"""Runs the benchmark in a process of its own: to be killed like any other, and apart from pytest's warnings.

``python bench_process.py OUT DATA SETTINGS.json``: SETTINGS holds fields of `BenchSettings` and
``pace`` (of `Pace`). Prints what came of it as JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any


def start(out: Path, data: Path, base_url: str = "", **settings: Any) -> subprocess.Popen[str]:
    """The process, started; ``base_url`` is what ``openai-api/fake/...`` speaks to."""
    given = out.with_name(f"{out.name}.settings.json")
    given.write_text(json.dumps(settings), encoding="utf-8")
    keys = {"FAKE_API_KEY": "none", "FAKE_BASE_URL": base_url}
    return subprocess.Popen(
        [sys.executable, __file__, str(out), str(data), str(given)],
        env={**os.environ, **keys},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(out: Path, data: Path, base_url: str = "", **settings: Any) -> dict[str, Any]:
    """What came of it; fails the test where the process does."""
    process = start(out, data, base_url, **settings)
    said, errors = process.communicate()
    assert process.returncode == 0, errors[-4000:]
    found: dict[str, Any] = json.loads(said)
    return found


def main() -> None:
    from tactful.bench.cimemories.run import run_bench
    from tactful.bench.cimemories.settings import BenchSettings
    from tactful.runs import make_settings

    out, data, given = sys.argv[1:]
    options = json.loads(Path(given).read_text(encoding="utf-8"))
    pace = options.pop("pace", {})
    settings = make_settings(BenchSettings, {"data": data, "out": out, **options})
    outcome = run_bench(settings, pace=replace(settings.pace, **pace))
    progress = outcome.progress
    print(json.dumps({"complete": outcome.complete, "kept": progress.kept_answers, "done": progress.done}))


if __name__ == "__main__":
    main()
