"""The house: who may import whom, and what `import tactful` may load."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import tactful

SOURCE = Path(tactful.__file__).parent
BASE = {"errors", "_extras", "_seeds", "terms"}
ALLOWED: dict[str, set[str]] = {
    "errors": set(),
    "_extras": {"errors"},
    "_seeds": set(),
    "terms": set(),
    "formats": BASE,
    "models": BASE,
    "recognize": BASE | {"models"},
    "protect": BASE | {"models"},
    "score": BASE,
    "execute": BASE | {"models"},
    "world": BASE | {"models", "formats"},
    "bench": BASE
    | {"formats", "models", "recognize", "protect", "execute", "score", "world", "flow", "guard"},
    "tasks": BASE | {"formats", "models", "recognize", "protect", "execute", "score", "world", "bench"},
    "report": BASE | {"score"},
    "demo": BASE,
    "flow": BASE | {"recognize", "protect"},
    "guard": BASE | {"recognize", "protect", "flow", "formats"},
    "runs": BASE | {"flow", "guard", "formats", "protect"},
    "__main__": {"cli"},
    "cli": BASE
    | {
        "flow",
        "guard",
        "runs",
        "formats",
        "protect",
        "recognize",
        "score",
        "report",
        "demo",
        "models",
        "bench",
        "world",
    },
}
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
