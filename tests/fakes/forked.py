"""A command in a process of its own, forked from one that has the slow packages loaded already.

It is a process like any other (own streams, environment, folder and exit code), without the second that
importing Inspect takes each time. Tests of starting up, of killing and of streams start a new interpreter.
"""

from __future__ import annotations

import atexit
import io
import multiprocessing
import os
import runpy
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

PRELOADED = ("inspect_ai._cli.main", "tactful.bench.registry", "tactful.cli.app", "presidio_analyzer")


def run(
    words: Sequence[object],
    *,
    program: str = "tactful",
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """``tactful`` or ``inspect`` with these words, or a script; ``env`` is the whole environment."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(PRELOADED))
    command = [program, *map(str, words)]
    with tempfile.TemporaryDirectory() as folder:
        streams = [Path(folder) / name for name in ("out", "err")]
        given = dict(os.environ if env is None else env)
        process = context.Process(target=_call, args=(command, str(cwd or Path.cwd()), given, *streams))
        process.start()
        process.join()
        code = process.exitcode
        said = [path.read_text("utf-8") if path.is_file() else "" for path in streams]
        process.close()
    assert code is not None
    return subprocess.CompletedProcess(command, code, *said)


def _call(command: list[str], cwd: str, env: dict[str, str], out: Path, err: Path) -> None:
    for number, path in ((1, out), (2, err)):
        opened = os.open(path, os.O_WRONLY | os.O_CREAT)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(io.FileIO(number, "w", closefd=False), encoding="utf-8", write_through=number == 2)
        for number in (1, 2)
    )
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    tempfile.tempdir = None
    sys.argv = command
    try:
        if command[0] == "inspect":
            from inspect_ai._cli.main import main

            main()
        elif command[0] == "tactful":
            runpy.run_module("tactful", run_name="__main__", alter_sys=True)
        else:
            runpy.run_path(command[0], run_name="__main__")
    finally:
        atexit._run_exitfuncs()
        sys.stdout.flush()
