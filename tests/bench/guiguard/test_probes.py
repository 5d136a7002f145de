"""Probes by name, and the attacker's own lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from tactful.bench.guiguard.leakage.probes import KNOWN, PROBES, open_probe, probe_names, read_known
from tactful.errors import InputError


def test_every_name_opens_the_probe_of_that_name() -> None:
    assert {name: open_probe(name).name for name in PROBES} == {name: name for name in PROBES}
    assert probe_names("dictionary, ocr,ocr") == ("dictionary", "ocr")


@pytest.mark.parametrize("names", ["", " , ", "ocr,psychic"])
def test_unknown_and_missing_names(names: str) -> None:
    with pytest.raises(InputError):
        probe_names(names)


def test_what_is_known_by_default_holds_no_values() -> None:
    assert not any(some.values for some in KNOWN)


def test_lists_are_read(tmp_path: Path) -> None:
    file = tmp_path / "known.json"
    file.write_text('{"person": {"values": ["Ann Lee"]}, "pin": {"patterns": ["####"]}}', encoding="utf-8")
    person, pin = read_known(file)
    assert (person.type, person.values, pin.patterns) == ("person", ("Ann Lee",), ("####",))
    assert "Ann" not in repr(person)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"person": ["Ann Lee"]}', '{"person": {"values": "Ann Lee"}}', '{"person": {}}']
)
def test_other_forms_are_errors_without_values(tmp_path: Path, text: str) -> None:
    file = tmp_path / "known.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_known(file)
    assert "Ann" not in str(caught.value)
