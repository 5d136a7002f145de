"""The bundled demo: runs of people who do not exist, played in the world by `demo/make.py`.

Each run lies in a format that agents write: `phone` and `phone-zh` (in Chinese) as Mobile-Agent-v3 does,
`desktop` as Agent S3 does. Beside the records, `annotations/` holds the truth of every screen (`NAME.json`)
and its text units (`NAME.units.json`). `memories/sample.json` holds labelled profiles of the memory
benchmark.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Literal

from tactful.errors import InputError

Run = Literal["phone", "desktop", "phone-zh"]
"""The name of a bundled run."""

RUNS: tuple[Run, ...] = ("phone", "desktop", "phone-zh")
"""The names of the bundled runs, in the order in which they are shown."""


def demo_run(name: Run) -> Path:
    """The folder of one bundled run.

    Raises ``InputError`` for any other name, or where the package is not installed as plain files.
    """
    if name not in RUNS:
        raise InputError("no such demo run", expected=", ".join(RUNS))
    folder = files("tactful.demo") / name
    if not isinstance(folder, Path) or not (folder / "traj.jsonl").is_file():
        raise InputError(
            "the bundled demo is not there as files", expected="an unpacked installation of tactful"
        )
    return folder


def demo_runs() -> tuple[Path, ...]:
    """The folders of all bundled runs; raises as `demo_run` does."""
    return tuple(demo_run(name) for name in RUNS)


def annotations_of(run: Path) -> Path:
    """The folder with the truth and the text units of a bundled run's screens."""
    return run / "annotations"


def demo_profiles() -> Path:
    """The bundled labelled profiles of two people who do not exist (made as `memories/README.md` says).

    Raises ``InputError`` where the package is not installed as plain files.
    """
    file = files("tactful.demo") / "memories" / "sample.json"
    if not isinstance(file, Path) or not file.is_file():
        raise InputError(
            "the bundled demo is not there as files", expected="an unpacked installation of tactful"
        )
    return file


__all__ = ["RUNS", "Run", "annotations_of", "demo_profiles", "demo_run", "demo_runs"]
