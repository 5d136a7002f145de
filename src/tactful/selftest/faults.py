"""A part that fails: every kind of fault in every stage, operator and writer of a run.

Whatever raises, the caller meets an error of a promised type without a word of the screen, and the output
folder holds no image that no receipt vouches for. So it does after a kill at any moment.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import json
import os
import secrets
import tempfile
import traceback
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tactful.batch import RECEIPTS, RunOutcome, protect_run
from tactful.errors import ImageError, ProtectionError, RecognitionError, TactfulError
from tactful.formats import read_input
from tactful.guard import Guard
from tactful.protect import OPERATORS, Policy, Vault
from tactful.recognize import ScreenRecognizer, SeenValues, pattern_recognizers
from tactful.runs import LOCK, MANIFEST
from tactful.selftest.canary import draw_lines, visible_share
from tactful.selftest.cases import Attack, Case, Skipped
from tactful.terms import TextUnit

CANARY = f"zq{secrets.token_hex(4)}@example.com"
PAGE, (LINE,) = draw_lines([CANARY], size=(480, 140))

FAULTS: dict[str, Callable[[], BaseException]] = {
    "ValueError": partial(ValueError, CANARY),
    "MemoryError": partial(MemoryError, CANARY),
    "IndexError": partial(IndexError, CANARY),
    "RuntimeError": partial(RuntimeError, CANARY),
    "disk full": lambda: OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), CANARY),
    "Ctrl-C": partial(KeyboardInterrupt, CANARY),
}


class _Reader:
    """Reads the one line that stands on the page."""

    def read(self, pixels: NDArray[np.uint8]) -> tuple[TextUnit, ...]:
        return (TextUnit(CANARY, LINE, source="ocr"),)


@cache
def _recognizer() -> ScreenRecognizer:
    return ScreenRecognizer(reader=_Reader(), recognizers=pattern_recognizers())


# What fails: where, and at which call of a run. The last four come first where the folder is opened.
PLACES: dict[str, tuple[Any, str, int]] = {
    "reader": (_Reader, "read", 1),
    "recognizer": (type(pattern_recognizers()[0]), "find", 1),
    "decoder": (Image.Image, "load", 1),
    "recall": (SeenValues, "relabel", 1),
    "memory of values": (SeenValues, "remember", 2),
    "policy": (Policy, "decide", 1),
    "vault": (Vault, "reserve", 2),
    "readable words": (Vault, "expose", 1),
    "operator": (type(OPERATORS["black"]), "paint", 1),
    "encoder": (Image.Image, "save", 2),
    "hash": (hashlib, "file_digest", 2),
    "receipt": (os, "fsync", 3),
    "image": (os, "fsync", 4),
    "rename": (Path, "replace", 3),
}


def _attack(place: str, fault: str) -> str | None:
    owner, name, first = PLACES[place]
    real, calls = getattr(owner, name), 0

    def fail(*args: Any, **more: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls >= first:
            raise FAULTS[fault]()
        return real(*args, **more)

    said, errors = io.StringIO(), []
    with _run_of_two() as (source, out):
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
            for work in (partial(_protect, source / "a.png"), partial(_protect_all, source, out)):
                calls = 0
                try:
                    with patch.object(owner, name, fail):
                        result = work()
                except (Exception, KeyboardInterrupt) as err:
                    if not _is_promised(err, fault):
                        return f"{type(err).__name__} escaped"
                    errors.append("".join(traceback.format_exception(err)))
                else:
                    errors += [s.error or "" for s in result.screens] if result else []
        if CANARY in said.getvalue() + "".join(errors) and fault != "Ctrl-C":
            return "an error quotes the screen"
        return _left_over(out) or _after_a_stricter_run(source, out)


def _is_promised(err: BaseException, fault: str) -> bool:
    if fault == "Ctrl-C":
        return isinstance(err, KeyboardInterrupt)
    return isinstance(err, TactfulError)


def _guard() -> Guard:
    return Guard("all", operator="black", recognizer=_recognizer())


def _protect(file: Path) -> None:
    try:
        _guard().protect(file)
    except TactfulError as err:
        if not isinstance(err, ImageError | RecognitionError | ProtectionError):
            raise LookupError from None  # none of the three


def _protect_all(source: Path, out: Path, policy: str = "all") -> RunOutcome:
    return protect_run(read_input(source).items, out, _guard(), settings={"policy": policy})


@contextlib.contextmanager
def _run_of_two() -> Iterator[tuple[Path, Path]]:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "in")
        source.mkdir()
        for name in ("a.png", "b.png"):
            PAGE.save(source / name)
        yield source, Path(folder, "out")


def _left_over(out: Path) -> str | None:
    """What of the folder no receipt vouches for, or shows the value."""
    receipts = out / RECEIPTS
    lines = receipts.read_text().splitlines() if receipts.exists() else ()
    rows = [json.loads(line) for line in lines]
    hashes = {row["output"]: row["output_sha256"] for row in rows}
    for file in out.rglob("*"):
        data = file.read_bytes()
        if CANARY.encode() in data:
            return "the value stands in a file"
        if file.name in (LOCK, MANIFEST, RECEIPTS):
            continue
        if hashes.get(file.name) != hashlib.sha256(data).hexdigest():
            return "a file without a receipt"
        if visible_share(PAGE, Image.open(file), LINE) > 0:
            return "an image shows the value"
    return None


def _after_a_stricter_run(source: Path, out: Path) -> str | None:
    """Other settings, and an input gone: nothing of the earlier run may be left."""
    (source / "a.png").unlink(missing_ok=True)
    result = _protect_all(source, out, "stricter")
    if [screen.status for screen in result.screens] != ["done"]:
        return "the next run is not what it should be"
    left = {file.name for file in out.iterdir()} - {LOCK, MANIFEST, RECEIPTS}
    return _left_over(out) if left == {"b.png"} else "an image of the earlier run survives"


def _kill(owner: Any, name: str, write: int) -> str | None:
    """The process ends at once as it puts a file on the disk, or has put it in its place."""
    if not hasattr(os, "fork"):
        raise Skipped("this system forks no processes")
    with _run_of_two() as (source, out):
        child = os.fork()
        if not child:
            real, calls = getattr(owner, name), 0

            def end(*args: Any) -> None:
                nonlocal calls
                calls += 1
                if calls == write and owner is os:
                    os._exit(9)
                real(*args)
                if calls == write:
                    os._exit(9)

            with patch.object(owner, name, end):
                _protect_all(source, out)
            os._exit(0)
        os.waitpid(child, 0)
        return _after_a_stricter_run(source, out)


def _fork() -> str | None:
    """A process that was forked after the models were loaded protects as its parent does."""
    from tactful.selftest.canary import guard

    if not hasattr(os, "fork"):
        raise Skipped("this system forks no processes")
    guard().protect(PAGE)
    child = os.fork()
    if not child:
        other, (box,) = draw_lines([f"a{CANARY}"], size=(480, 140))
        with contextlib.suppress(Exception):
            os._exit(int(visible_share(other, guard().protect(other).image, box) > 0))
        os._exit(2)
    return {0: None, 1: "the value"}.get(_wait(child), "no answer from the forked process")


def _wait(child: int, seconds: int = 60) -> int:
    import signal
    import time

    until = time.monotonic() + seconds
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.1)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return -1


def _case(name: str, attack: Attack, *, short: bool = True) -> Case:
    return Case("faults", name, attack, short)


CASES: tuple[Case, ...] = (
    *(
        _case(f"{place}: {fault}", partial(_attack, place, fault), short=fault in ("ValueError", "Ctrl-C"))
        for place in PLACES
        for fault in FAULTS
    ),
    *(_case(f"killed at write {n}", partial(_kill, os, "fsync", n)) for n in range(1, 9)),
    *(_case(f"killed after file {n}", partial(_kill, Path, "replace", n)) for n in range(1, 7)),
    _case("forked after the first screen", _fork, short=False),
)
