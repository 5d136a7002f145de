"""The house: who may import whom, and what `import tactful` may load."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import tactful

SOURCE = Path(tactful.__file__).parent
# What every room may use: errors, frozen values, and what concerns folders, seeds and optional packages.
BASE = {"errors", "terms", "runs"}
STAGES = {"models", "recognize", "protect", "memory", "score"}
ALLOWED: dict[str, set[str]] = {
    "errors": set(),
    "terms": set(),
    "runs": {"errors", "terms"},
    "formats": BASE,
    "models": BASE,
    "recognize": BASE | {"models"},
    "protect": BASE | {"models"},
    "memory": BASE | {"models"},
    "score": BASE,
    "flow": BASE | {"recognize", "protect"},
    "guard": BASE | {"recognize", "protect", "flow", "formats"},
    "batch": BASE | {"flow", "guard", "formats"},
    "world": BASE | {"models", "formats"},
    "selftest": BASE | {"models", "recognize", "protect", "formats", "flow", "guard", "batch"},
    "demo": BASE,
    "bench": BASE | STAGES | {"formats", "world", "flow", "guard"},
    "cli": BASE | STAGES | {"formats", "world", "flow", "guard", "batch", "demo", "bench", "selftest"},
    "__main__": {"cli"},
}
# Rooms whose names are listed in their `__init__.pyi`: the others import from there and from nothing below.
FACED = {"terms", "runs", "formats", "world", "bench", "selftest"} | STAGES
HEAVY = {
    "numpy",
    "PIL",
    "cv2",
    "spacy",
    "presidio_analyzer",
    "rapidocr",
    "openvino",
    "onnxruntime",
    "typer",
    "yaml",
    "inspect_ai",
    "matplotlib",
    "sklearn",
    "playwright",
    "gymnasium",
    "faker",
}


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported_rooms(path: Path) -> set[str]:
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names = [node.module]
            if node.module == "tactful":
                names = [f"tactful.{alias.name}" for alias in node.names]
        rooms |= {name.split(".")[1] for name in names if name.startswith("tactful.")}
    return rooms


FILES = sorted(p for p in SOURCE.rglob("*.py") if p != SOURCE / "__init__.py")


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_rooms_import_only_what_they_may(path: Path) -> None:
    room = room_of(path)
    assert room in ALLOWED, f"the room {room} is not in the house's plan"
    extra = imported_rooms(path) - {room, "__version__"} - ALLOWED[room]
    assert not extra, f"{room} may not import {sorted(extra)}"


def deep_imports(path: Path) -> list[str]:
    """Imports that go past the public face of another room."""
    room = room_of(path)
    return [
        f"{node.lineno}: {node.module}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        and node.module is not None
        and node.module.count(".") > 1
        and node.module.split(".")[1] in FACED - {room}
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_rooms_import_from_the_faces_of_others(path: Path) -> None:
    assert not deep_imports(path)


@pytest.mark.parametrize("room", sorted(FACED))
def test_every_name_of_a_face_loads(room: str) -> None:
    face = importlib.import_module(f"tactful.{room}")
    for name in face.__all__:
        assert getattr(face, name) is not None or name == "UNKNOWN"


def module_graph() -> dict[str, set[str]]:
    """Which modules import which, wherever in a file the import stands."""
    names = {
        ".".join(p.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__"): p
        for p in FILES
    }
    graph: dict[str, set[str]] = {}
    for name, path in names.items():
        seen = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    whole = f"{node.module}.{alias.name}"
                    seen.add(whole if whole in names else node.module)
            elif isinstance(node, ast.Import):
                seen |= {alias.name for alias in node.names}
        graph[name] = (seen & names.keys()) - {name}
    return graph


def test_no_modules_import_each_other_in_a_circle() -> None:
    try:
        tuple(TopologicalSorter(module_graph()).static_order())
    except CycleError as err:
        pytest.fail(" -> ".join(err.args[1]))


def test_relative_imports_are_not_used() -> None:
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.ImportFrom) and node.level), path


def test_import_tactful_loads_nothing_heavy() -> None:
    code = f"import sys, tactful; print(sorted({HEAVY!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_public_names_are_pinned_and_all_load() -> None:
    assert tactful.__all__ == sorted(tactful.__all__)
    assert set(tactful.__all__) == {
        "Box", "Category", "Guard", "Policy", "ProtectedScreen", "Region", "Risk", "Screen",
        "TactfulError", "TaskState", "TextUnit", "Vault", "__version__", "restore",
    }  # fmt: skip
    for name in tactful.__all__:
        assert getattr(tactful, name) is not None
    with pytest.raises(AttributeError):
        _ = tactful.nothing_of_that_name
