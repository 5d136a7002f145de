"""The probes by name, and what their attacker is taken to know when nobody says otherwise."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tactful.bench.attacks import Candidates, DictionaryProbe, OcrProbe, Probe, SharpenProbe
from tactful.bench.guiguard.leakage.rows import Looked
from tactful.errors import InputError, TactfulError, told
from tactful.terms import ProtectedScreen


def _reading(probe: type[OcrProbe] | type[SharpenProbe]) -> Probe:
    # With the reader of the built-in models, and what it has read.
    from tactful.bench.guiguard.offline.screens import shared_reader

    return probe(shared_reader())


PROBES: Mapping[str, Callable[[], Probe]] = MappingProxyType(
    {
        "ocr": lambda: _reading(OcrProbe),
        "sharpen": lambda: _reading(SharpenProbe),
        "dictionary": DictionaryProbe,
    }
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
    return PROBES[probe_names(name)[0]]()


def probe_names(names: str) -> tuple[str, ...]:
    """The probes of a list such as ``ocr,sharpen,dictionary``, each once; ``InputError`` for others."""
    wanted = tuple(dict.fromkeys(name.strip() for name in names.split(",") if name.strip()))
    known = ", ".join(PROBES)
    if not wanted:
        raise InputError("no probe is named", field="probe", expected=f"some of {known}")
    if not set(wanted) <= set(PROBES):
        raise InputError("unknown probe", field="probe", expected=f"one of {known}")
    return wanted


def look(probe: Probe, screen: ProtectedScreen, known: Sequence[Candidates]) -> Looked:
    """What a probe finds on a picture; a failure is a problem, not an empty finding."""
    try:
        return Looked(probe.findings(screen, known))
    except TactfulError as err:
        return Looked(None, told(err))
    except Exception as err:
        # The message of a foreign error may quote what was read, so only its type is told.
        return Looked(None, f"the probe failed ({type(err).__name__})")


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
