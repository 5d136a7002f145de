"""The driver's folder, and what is told of a provider's arguments."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tactful.bench.driver import EvaluationFolder
from tactful.bench.models import without_secrets
from tactful.errors import InputError


@pytest.fixture
def open_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in (folder, *folder.rglob("*"))}


@pytest.mark.usefixtures("open_umask")
@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_nobody_else_can_read_it(tmp_path: Path) -> None:
    out = tmp_path / "runs" / "out"
    out.mkdir(parents=True)
    closed = {"out": 0o700, "logs": 0o700, ".cache": 0o700, "manifest.json": 0o600, ".tactful.lock": 0o600}
    with EvaluationFolder(out, {}) as folder:
        folder.write("running")
        (folder.logs / "a.eval").write_bytes(b"texts")
        folder.write("stopped")
        assert modes(out) == closed | {"a.eval": 0o600}
    for path in (out, folder.logs, folder.cache):
        path.chmod(0o755)
    with EvaluationFolder(out, {}):  # and one that was open is closed when it is taken up
        assert modes(out) == closed | {"a.eval": 0o600}


@pytest.mark.usefixtures("open_umask")
@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_a_folder_of_something_else_keeps_its_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "photo.png").write_bytes(b"x")
    with pytest.raises(InputError, match="not empty"), EvaluationFolder(tmp_path, {}):
        pass
    assert tmp_path.stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ({"api_key": "S", "apiKey": "S", "token": "S", "auth_header": "S", "PASSWORD": "S"}, {}),
        ({"tokenizer": "x", "monkey": 1, "top_k": 2}, {"tokenizer": "x", "monkey": 1, "top_k": 2}),
        ({"default_headers": {"Authorization": "Bearer S", "x": "S"}}, {"default_headers": "(2 not shown)"}),
        ({"stop": ["S"]}, {"stop": "(1 not shown)"}),
        ({"base_url": "https://me:S@host/v1?key=S"}, {"base_url": "https://host/v1"}),
        ({"p": 0.5, "on": True, "none": None}, {"p": 0.5, "on": True, "none": None}),
        ({"odd": object()}, {"odd": "(object)"}),
    ],
)
def test_without_secrets(args: dict[str, Any], told: dict[str, Any]) -> None:
    assert without_secrets(args) == told
    assert "S" not in repr(without_secrets(args))
