"""The prompt files: the bundled ones, and a folder of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tactful.errors import InputError
from tactful.recognize.vlm.grounded import load_prompt
from tactful.terms import TaskState

STATE = TaskState(goal="mail {lines} to Ann", action="tap Send", typed=("hello",))


def test_bundled_prompts() -> None:
    free, grounded = load_prompt("free"), load_prompt("grounded")
    assert (free.version, grounded.version) == ("free.v1", "grounded.v1")
    text = grounded.fill(STATE, lines='1: "x"', types="person, text")
    assert "The user's task: mail {lines} to Ann" in text
    assert "The next step: tap Send hello" in text
    assert '1: "x"' in text
    assert '{"x1":0,"y1":0,"x2":0,"y2":0}' in free.fill(STATE)


def test_an_unknown_task_is_said_to_be_unknown() -> None:
    assert "task: (not known)" in load_prompt("free").fill(TaskState())


def test_the_newest_file_of_a_folder_wins(tmp_path: Path) -> None:
    for version in (2, 10, 9):
        (tmp_path / f"free.v{version}.txt").write_text(f"version {version} {{goal}}", encoding="utf-8")
    prompt = load_prompt("free", tmp_path)
    assert prompt.version == "free.v10"
    assert prompt.fill(STATE) == "version 10 mail {lines} to Ann"
    assert load_prompt("grounded", tmp_path).version == "grounded.v1"


@pytest.mark.parametrize(
    ("mode", "text"),
    [("free", "{lines}"), ("free", "{user}"), ("grounded", "{goal}"), ("grounded", "{lines} {x}")],
)
def test_prompts_that_cannot_be_used(tmp_path: Path, mode: str, text: str) -> None:
    (tmp_path / f"{mode}.v3.txt").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=f"{mode}.v3.txt"):
        load_prompt(mode, tmp_path)


def test_a_prompt_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "free.v1.txt").write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(InputError, match="UnicodeDecodeError"):
        load_prompt("free", tmp_path)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        load_prompt("free", tmp_path / "absent")
