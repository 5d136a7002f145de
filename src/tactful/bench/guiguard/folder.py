"""The folder of a run of all four evaluations.

::

    OUT/manifest.json                what was run, on what, with which versions, and how it ended
    OUT/protected/                   the protected variants of the data (`tactful bench protect`)
    OUT/NAME.rows.jsonl              rows of the offline baselines, one evaluation a file
    OUT/plans/                       their plans, **which quote screens**
    OUT/logs/*.eval                  Inspect's logs of the models that were asked, without private texts
    OUT/NAME.json                    the summary of each evaluation
    OUT/report/index.html            the report, with CSV and PNG beside it

All of it is the owner's alone.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tactful.bench.folder import RunFolder
from tactful.bench.guiguard.document import EVALUATIONS
from tactful.errors import InputError


class GuiguardFolder(RunFolder):
    """A run's folder, held while the ``with`` block lasts; refuses another run's."""

    form = "tactful-guiguard-run"


def write_summaries(out: Path, summaries: Mapping[str, Mapping[str, Any]]) -> None:
    """Each summary as ``OUT/NAME.json``; ``InputError`` where it cannot be written."""
    for name, summary in summaries.items():
        text = json.dumps(summary, indent=1, allow_nan=False, ensure_ascii=False) + "\n"
        _write(out / f"{name}.json", text.encode())


def read_summaries(out: Path | str) -> dict[str, dict[str, Any]]:
    """The summaries that lie in a run's folder, by evaluation; what is no summary raises ``InputError``."""
    found: dict[str, dict[str, Any]] = {}
    for name in EVALUATIONS:
        path = Path(out) / f"{name}.json"
        if not path.is_file():
            continue
        try:
            summary = json.loads(path.read_text(encoding="utf-8"))
            if summary["evaluation"] != name:
                raise ValueError
        except (OSError, ValueError, KeyError, TypeError):
            raise InputError("is no summary of an evaluation", file=path, expected=f"one of {name}") from None
        found[name] = summary
    return found


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all, for the owner alone."""
    part = path.with_name(f"{secrets.token_hex(8)}.part")
    try:
        with open(part, "xb", opener=lambda name, flags: os.open(name, flags, 0o600)) as stream:
            stream.write(data)
        part.replace(path)
    except OSError as err:
        part.unlink(missing_ok=True)
        raise InputError(f"cannot be written ({err.strerror})", file=path) from None
