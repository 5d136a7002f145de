"""Privacy is the product: a run with planted secrets leaves none in any log, error, cache or manifest."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

PLANTED = {
    "mail": "zorbana.quillfeather@example.com",
    "phone": "+1 202 555 0147",
    "person": "Zorbana Quillfeather",
    "secret": "sk-live51HqLzorbQuillDEADBEEF77aa",
    "task": "send the ledger to Zorbana Quillfeather",
}
NEEDLES = ("zorbana", "quillfeather", "555 0147", "5550147", "51HqLzorb", "ledger to")


def draw(path: Path) -> None:
    """A mail-like screen that holds every planted value."""
    image = Image.new("RGB", (900, 700), "white")
    pen, font = ImageDraw.Draw(image), ImageFont.truetype("DejaVuSans.ttf", 26)
    lines = [
        "9:41",
        "Inbox",
        f"From: {PLANTED['person']} <{PLANTED['mail']}>",
        f"Call me: {PLANTED['phone']}",
    ]
    lines += [f"API key: {PLANTED['secret']}", "See you on Friday", "Reply"]
    for row, line in enumerate(lines):
        pen.text((30, 20 + 90 * row), line, fill="black", font=font)
    image.save(path)


def run(folder: Path, out: Path, home: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """A process whose home, caches and temporary files all lie in ``home``, with logging at its loudest."""
    places = {name: str(home) for name in ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "TMPDIR")}
    code = "import logging; logging.basicConfig(level=1); from tactful.cli import main; main()"
    return subprocess.run(
        [
            sys.executable,
            "-c",
            code,
            "protect",
            str(folder),
            "--out",
            str(out),
            "--task",
            PLANTED["task"],
            *args,
        ],
        capture_output=True,
        text=True,
        env={**os.environ, **places},
        check=False,
    )


def leaks(data: bytes) -> list[str]:
    text = data.decode("utf-8", errors="ignore").casefold()
    return [needle for needle in NEEDLES if needle.casefold() in text]


@pytest.mark.ocr
@pytest.mark.parametrize("operator", ["black", "replace", "fixed"])
def test_no_planted_value_is_left_anywhere(tmp_path: Path, operator: str) -> None:
    folder, out, home = tmp_path / "in", tmp_path / "out", tmp_path / "home"
    folder.mkdir()
    home.mkdir()
    draw(folder / "a.png")
    draw(folder / "b.png")
    (folder / "c.png").write_bytes((folder / "a.png").read_bytes()[:3000])
    done = run(folder, out, home, "--operator", operator, "--json")
    assert done.returncode == 2, done.stderr  # the damaged one
    report = json.loads(done.stdout)
    assert (report["done"], report["failed"]) == (2, 1)
    assert report["coverage"]["risky"] >= 8
    assert leaks(done.stdout.encode()) == []
    assert leaks(done.stderr.encode()) == []
    written = [file for place in (out, home) for file in place.rglob("*") if file.is_file()]
    assert {"manifest.json", "receipts.jsonl", "a.png", "b.png"} <= {file.name for file in written}
    for file in written:
        assert leaks(file.read_bytes()) == [], file


@pytest.mark.ocr
def test_reading_the_protected_screen_again_finds_nothing(tmp_path: Path) -> None:
    import numpy as np

    from tactful import Guard
    from tactful.recognize.reading import open_reader

    draw(tmp_path / "a.png")
    for operator in ("black", "replace", "fixed"):
        safe = Guard("all", operator=operator).protect(tmp_path / "a.png")
        text = " ".join(unit.text for unit in open_reader().read(np.asarray(safe.image)))
        assert leaks(text.encode()) == [], operator
        assert "Reply" in text
