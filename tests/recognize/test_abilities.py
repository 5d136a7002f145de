from __future__ import annotations

import pytest

from tactful.recognize.abilities import Abilities, abilities

ROWS = [
    (("HANGUL", "CYRILLIC"), []),
    (("HANGUL",), ["tesseract-ocr-rus"]),
    ((), ["Korean and Russian"]),
]


@pytest.mark.parametrize(("scripts", "words"), ROWS)
def test_what_is_missing_is_said(scripts: tuple[str, ...], words: list[str]) -> None:
    lines = Abilities(scripts).missing()
    assert len(lines) == len(words)
    for line, word in zip(lines, words, strict=True):
        assert word in line


def test_without_tesseract_its_scripts_are_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert abilities().scripts == ()
