"""The probes by name, and what their attacker is taken to know when nobody says otherwise."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tactful.bench.attacks import Candidates, DictionaryProbe, OcrProbe, Probe, SharpenProbe
from tactful.errors import InputError

PROBES: Mapping[str, Callable[[], Probe]] = MappingProxyType(
    {"ocr": OcrProbe, "sharpen": SharpenProbe, "dictionary": DictionaryProbe}
)
"""Name -> a maker of the probe. Models load at the first screen."""

KNOWN: tuple[Candidates, ...] = (
    Candidates("otp", patterns=("####", "######")),
    Candidates("phone", patterns=("(###) ###-####", "###-###-####")),
    Candidates("card", patterns=("#### #### #### ####",)),
)
"""Public knowledge: how one-time codes, telephone and card numbers are written. No value of any screen."""


def open_probe(name: str) -> Probe:
    """The probe called ``name``; ``InputError`` for an unknown one."""
    try:
        return PROBES[name]()
    except KeyError:
        raise InputError("unknown probe", field="probe", expected=f"one of {', '.join(PROBES)}") from None


def open_probes(names: str) -> tuple[Probe, ...]:
    """The probes of a list such as ``ocr,sharpen,dictionary``, each once, in that order."""
    wanted = dict.fromkeys(name.strip() for name in names.split(",") if name.strip())
    if not wanted:
        raise InputError("no probe is named", field="probe", expected=f"some of {', '.join(PROBES)}")
    return tuple(open_probe(name) for name in wanted)


def read_known(path: Path) -> tuple[Candidates, ...]:
    """An attacker's own lists: JSON ``{"person": {"values": ["Ann Lee"], "patterns": []}, ...}``.

    Raises ``InputError`` where the file cannot be read or is not of that form; no value stands in it.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise InputError("the attacker's lists cannot be read", file=path, expected="a JSON object") from None
    if not isinstance(data, dict) or not data:
        raise InputError(
            "the attacker's lists are of another form", file=path, expected="a JSON object of types"
        )
    return tuple(_known(str(type), entry, path) for type, entry in data.items())


def _known(type: str, entry: Any, path: Path) -> Candidates:
    lists = [entry.get(key, []) for key in ("values", "patterns")] if isinstance(entry, dict) else []
    if not lists or not all(
        isinstance(texts, list) and all(isinstance(t, str) for t in texts) for texts in lists
    ):
        raise InputError(
            "not an attacker's list", file=path, field=type, expected="lists of texts: values, patterns"
        )
    return Candidates(type, tuple(lists[0]), tuple(lists[1]))
