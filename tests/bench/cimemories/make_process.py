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
    given = out.with_name(f"{out.name}.settings.json")
    given.write_text(json.dumps(settings), encoding="utf-8")
    return subprocess.Popen(
        [sys.executable, __file__, kind, str(out), str(given)],
        env={**os.environ, "FAKE_API_KEY": "none", "FAKE_BASE_URL": base_url},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(kind: str, out: Path, base_url: str = "", **settings: Any) -> dict[str, Any]:
    """What came of it; fails the test where the process does."""
    process = start(kind, out, base_url, **settings)
    said, errors = process.communicate()
    assert process.returncode == 0, errors[-4000:]
    found: dict[str, Any] = json.loads(said)
    return found


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
