from __future__ import annotations

import stat
import subprocess
from pathlib import Path

import numpy as np
import pytest
from reading_pages import page

from tactful.errors import RecognitionError
from tactful.recognize.reading import second
from tactful.recognize.reading.second import Tesseract

LINE = np.full((40, 200, 3), 255, np.uint8)


def program(folder: Path, script: str) -> str:
    path = folder / "tesseract"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_words_are_placed_in_the_columns_of_their_line(tmp_path: Path) -> None:
    rows = ["level\tpage", "5\t2\t1\t1\t1\t1\t52\t0\t22\t20\t91\tда", "4\t1\t1\t1\t1\t0\t0\t0\t9\t9\t-1\t"]
    script = "cat > /dev/null\ncat <<'END'\n" + "\n".join(rows) + "\nEND"
    found = Tesseract(program(tmp_path, script), ["rus"]).read([LINE, LINE])
    assert found[0] == []
    word = found[1][0]
    assert (word.text, word.confidence) == ("да", 0.91)
    assert (word.x1, word.x2) == (pytest.approx(40), pytest.approx(60))
    assert "да" not in repr(word)


def test_a_failing_program_is_an_error_not_an_empty_line(tmp_path: Path) -> None:
    with pytest.raises(RecognitionError, match="exit code 3"):
        Tesseract(program(tmp_path, "cat > /dev/null; exit 3"), ["rus"]).read([LINE])


def test_a_missing_program_is_an_error() -> None:
    with pytest.raises(RecognitionError, match="could not be run"):
        Tesseract("/nowhere/tesseract", ["rus"]).read([LINE])


def test_a_hanging_program_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second, "_SECONDS", 0.2)
    with pytest.raises(RecognitionError, match="TimeoutExpired"):
        Tesseract(program(tmp_path, "exec sleep 20"), ["rus"]).read([LINE])


@pytest.mark.parametrize(
    ("listing", "scripts"),
    [
        ("echo kor; echo rus; echo eng", ("HANGUL", "CYRILLIC")),
        ("echo rus", ("CYRILLIC",)),
        ("echo eng", None),
    ],
)
def test_what_it_reads_depends_on_its_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, listing: str, scripts: tuple[str, ...] | None
) -> None:
    monkeypatch.setattr(second.shutil, "which", lambda name: program(tmp_path, listing))
    found = Tesseract.find()
    assert (found.scripts if found else None) == scripts


def test_no_program_is_no_second_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second.shutil, "which", lambda name: None)
    assert Tesseract.find() is None


def test_pixels_reach_the_program_by_a_pipe_only(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def run(command: list[str], **options: object) -> subprocess.CompletedProcess[bytes]:
        calls.append((command, options))
        return subprocess.CompletedProcess(command, 0, b"header\n", b"")

    monkeypatch.setattr(second.subprocess, "run", run)
    Tesseract("tesseract", ["rus", "kor", "eng"]).read([LINE])
    command, options = calls[0]
    assert command[1:3] == ["stdin", "stdout"]
    assert "kor+rus+eng" in command
    assert bytes(options["input"]).startswith(b"II*")  # type: ignore[call-overload]


@pytest.mark.ocr
def test_a_dark_line_is_read(tmp_path: Path) -> None:
    reader = Tesseract.find()
    if reader is None or "CYRILLIC" not in reader.scripts:
        pytest.skip("tesseract with Russian data is not installed")
    words = reader.read([page(["Вечерний чай"], width=400, ground=20, ink=230)[:80]])[0]
    assert [word.text for word in words] == ["Вечерний", "чай"]
