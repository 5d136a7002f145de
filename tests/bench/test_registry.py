"""What Inspect finds through the entry point."""

from __future__ import annotations

import importlib
import subprocess
import sys
from importlib.metadata import entry_points

import pytest

pytest.importorskip("inspect_ai")

from inspect_ai.util import registry_info


def test_the_entry_point_is_the_registry() -> None:
    (found,) = (point for point in entry_points(group="inspect_ai") if point.name == "tactful")
    assert found.value == "tactful.bench.registry"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("cimemories", "task"),
        ("cimemories_generate", "task"),
        ("cimemories_label", "task"),
        ("gate_memories", "solver"),
        ("write_message", "solver"),
        ("reveal", "scorer"),
        ("violation", "metric"),
        ("completeness", "metric"),
    ],
)
def test_names_and_kinds(name: str, kind: str) -> None:
    info = registry_info(getattr(importlib.import_module("tactful.bench.registry"), name))
    assert (info.type, info.name) == (kind, f"tactful/{name}")


def test_every_name_is_exported() -> None:
    module = importlib.import_module("tactful.bench.registry")
    assert module.__all__ == sorted(module.__all__)
    assert all(hasattr(module, name) for name in module.__all__)


def test_the_benchmark_is_imported_without_inspect() -> None:
    code = "import sys, tactful.bench.cimemories, tactful.cli.bench; print('inspect_ai' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
