"""The examples of docs/memory-stores.md are Python, and name what there is."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import tactful.memory

TEXT = (Path(__file__).parents[3] / "docs" / "memory-stores.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", TEXT, flags=re.S)


@pytest.mark.parametrize("code", EXAMPLES)
def test_an_example_names_what_there_is(code: str) -> None:
    imported = [
        alias.name
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.ImportFrom) and node.module == "tactful.memory"
        for alias in node.names
    ]
    assert imported
    assert set(imported) <= set(tactful.memory.__all__)
    assert len(code.splitlines()) <= 12
