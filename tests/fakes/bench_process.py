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
    words, env = _given(out, data, base_url, settings)
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, __file__, *words], env=env, stdout=pipe, stderr=pipe, text=True)


def run(out: Path, data: Path, base_url: str = "", **settings: Any) -> dict[str, Any]:
    """What came of it; fails the test where the process does."""
    from fakes import forked  # not where this file is a script: its folder alone is on the path then

    words, env = _given(out, data, base_url, settings)
    done = forked.run(words, program=__file__, env=env)
    assert done.returncode == 0, done.stderr[-4000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _given(
    out: Path, data: Path, base_url: str, settings: dict[str, Any]
) -> tuple[list[str], dict[str, str]]:
    given = out.with_name(f"{out.name}.settings.json")
    given.write_text(json.dumps(settings), encoding="utf-8")
    return [str(out), str(data), str(given)], {
        **os.environ,
        "FAKE_API_KEY": "none",
        "FAKE_BASE_URL": base_url,
    }


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
