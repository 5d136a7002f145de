"""Makes profiles or labels in a process of its own: to be killed like any other.

``python make_process.py KIND OUT SETTINGS.json``: KIND is generate or label; SETTINGS holds the fields of
`GenerateCommand` or `LabelCommand`. Prints what came of it, or the error, as JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any


def start(kind: str, out: Path, base_url: str = "", **settings: Any) -> subprocess.Popen[str]:
    """The process, started; ``base_url`` is what ``openai-api/fake/...`` speaks to."""
    words, env = _given(kind, out, base_url, settings)
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, __file__, *words], env=env, stdout=pipe, stderr=pipe, text=True)


def run(kind: str, out: Path, base_url: str = "", **settings: Any) -> dict[str, Any]:
    """What came of it; fails the test where the process does."""
    from fakes import forked  # not where this file is a script: its folder alone is on the path then

    words, env = _given(kind, out, base_url, settings)
    done = forked.run(words, program=__file__, env=env)
    assert done.returncode == 0, done.stderr[-4000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _given(kind: str, out: Path, base_url: str, settings: dict[str, Any]) -> tuple[list[str], dict[str, str]]:
    given = out.with_name(f"{out.name}.settings.json")
    given.write_text(json.dumps(settings), encoding="utf-8")
    return [kind, str(out), str(given)], {**os.environ, "FAKE_API_KEY": "none", "FAKE_BASE_URL": base_url}


def main() -> None:
    import tactful.bench.cimemories.make_task  # noqa: F401 - names the tasks
    from tactful.bench.cimemories.making import generate_profiles, label_profiles
    from tactful.bench.cimemories.settings import GenerateCommand, LabelCommand
    from tactful.errors import TactfulError
    from tactful.runs import make_settings

    kind, out, given = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    options = {"out": out, **json.loads(given.read_text(encoding="utf-8"))}
    try:
        if kind == "generate":
            made = generate_profiles(make_settings(GenerateCommand, options))
        else:
            made = label_profiles(make_settings(LabelCommand, options))
        print(json.dumps(made.to_json()))
    except TactfulError as err:
        print(json.dumps({"error": str(err), "kind": type(err).__name__}))


if __name__ == "__main__":
    main()
