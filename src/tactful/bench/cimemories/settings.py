"""What a run of the benchmark is of, and how hard it pushes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from tactful.bench.cimemories.plan import MemorySettings

LEXICAL = "lexical"


@dataclass(frozen=True, slots=True)
class BenchSettings:
    """What a run is of: these may not change between a start and its continuation.

    ``judge`` is a model's name or ``lexical``. Every model runs at every level with every gate. ``generate``
    holds generation options (temperature, max_tokens, ...) of the evaluated models, ``judge_generate`` the
    judge's; ``model_args`` and ``judge_args`` go to the providers.
    """

    memory: MemorySettings
    models: tuple[str, ...]
    epochs: int = 5
    judge: str = LEXICAL
    gate_model: str | None = None
    levels: tuple[str, ...] = ("1",)
    gates: tuple[str | None, ...] = (None,)
    model_args: Mapping[str, Any] = field(default_factory=dict, repr=False)
    judge_args: Mapping[str, Any] = field(default_factory=dict, repr=False)
    generate: Mapping[str, Any] = field(default_factory=dict)
    judge_generate: Mapping[str, Any] = field(default_factory=dict)

    def configurations(self) -> tuple[MemorySettings, ...]:
        """One task's settings for each level and gate; the same task runs all models."""
        kind = LEXICAL if self.judge == LEXICAL else "model"
        return tuple(
            MemorySettings.of(
                **{**fields_of(self.memory), "judge": kind, "level": level, "gate": gate, "cache": True}
            )
            for level in self.levels
            for gate in self.gates
        )

    def to_json(self) -> dict[str, Any]:
        """The settings as the manifest has them; values that may be secrets are left out."""
        return {
            **self.memory.to_json(),
            "models": list(self.models),
            "epochs": self.epochs,
            "judge": self.judge,
            "gate_model": self.gate_model,
            "level": list(self.levels),
            "gate": list(self.gates),
            "model_args": without_secrets(self.model_args),
            "judge_args": without_secrets(self.judge_args),
            "generate": dict(self.generate),
            "judge_generate": dict(self.judge_generate),
        }


@dataclass(frozen=True, slots=True)
class Pace:
    """How hard to push, and when to give up; may differ when a run is taken up again.

    ``max_retries`` is of one call, beside what the provider's client tries by itself; ``attempt_timeout`` in
    seconds is of one attempt. ``retry_on_error`` starts a failed sample anew; what was answered is kept.
    """

    max_connections: int = 20
    max_retries: int = 5
    attempt_timeout: int = 300
    retry_on_error: int = 1


def fields_of(value: Any) -> dict[str, Any]:
    """A dataclass's own fields, one level deep."""
    return {f.name: getattr(value, f.name) for f in fields(value)}


_SECRET = {"key", "token", "secret", "auth", "authorization", "password", "passwd", "pwd", "credential"} | {
    "credentials", "cookie", "bearer",
}  # fmt: skip


def without_secrets(args: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments of a provider as settings, without what may be a key.

    Names that speak of secrets are left out. Of lists and mappings (headers, say) only the size is told, and
    of an address neither the user nor the query.
    """
    return {
        name: _public(value)
        for name, value in args.items()
        if not _SECRET & set(re.split(r"[^a-z]+", re.sub(r"([a-z])([A-Z])", r"\1_\2", name).lower()))
    }


def _public(value: Any) -> Any:
    if isinstance(value, str) and "://" in value:
        return re.sub(r"(?<=://)[^/@]*@", "", value).partition("?")[0]
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    return f"({len(value)} not shown)" if isinstance(value, (list, dict)) else f"({type(value).__name__})"
