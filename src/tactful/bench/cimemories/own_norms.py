"""A gate is never measured on labels that its own norm table made."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from tactful.errors import InputError
from tactful.memory import get_gate
from tactful.terms import Profile

MODEL_GATE = "model"
"""The gate that asks a model; it has no table."""


def refuse_own_norms(gate: str | None, profiles: Sequence[Profile], data: Path | str) -> None:
    """``InputError`` where the gate (a name or a file) decides by the table that labelled the profiles."""
    tables = {profile.norm_table for profile in profiles} - {""}
    if not tables or gate in (None, MODEL_GATE):
        return
    file = Path(str(gate))
    used = {hashlib.sha256(file.read_bytes()).hexdigest()} if file.is_file() else set()
    if not tables & used:
        used.add(getattr(getattr(get_gate(str(gate)), "norms", None), "sha256", ""))
    if tables & used:
        raise InputError(
            "the labels of these profiles come from the gate's own norm table: it would be measured "
            "against itself",
            file=data,
            field="gate",
            expected="a gate of another table, or profiles labelled otherwise",
        )
