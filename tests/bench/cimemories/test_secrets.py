"""What a provider echoes, and keys, stay out of HOME, the folder's settings, and what is printed."""

from __future__ import annotations

import gzip
import os
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fakes import forked
from fakes.openai_server import Fault, OpenAIServer
from tactful.demo import demo_profiles
from tactful.formats import read_profiles

pytest.importorskip("inspect_ai")
KEY, HEADER = "PLANTEDAPIKEY", "PLANTEDHEADER"


def echo(request: dict[str, Any]) -> Fault:
    """A provider that quotes the prompt and the key in its error."""
    return Fault.status(400, f"bad key {KEY}: {request['messages'][0]['content']}")


def contents(folder: Path) -> Iterator[tuple[str, bytes]]:
    import zipfile_zstd  # noqa: F401  (teaches zipfile what Inspect compresses with)

    for file in (path for path in folder.rglob("*") if path.is_file()):
        if file.suffix == ".eval":
            with zipfile.ZipFile(file) as packed:
                yield from ((f"{file.name}/{name}", packed.read(name)) for name in packed.namelist())
        elif file.suffix == ".gz":
            yield file.name, gzip.decompress(file.read_bytes())
        else:
            yield file.name, file.read_bytes()


@pytest.fixture(scope="module")
def failed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, subprocess.CompletedProcess[str]]:
    folder = tmp_path_factory.mktemp("secrets")
    words = [
        "--data",
        str(demo_profiles()),
        "--model",
        "openai-api/fake/x",
        "--contexts",
        "0-1",
        "--epochs",
        "1",
    ]
    words += ["-M", f'default_headers={{Authorization: "{HEADER}"}}', "--max-retries", "0", "--json"]
    with OpenAIServer(echo) as server:
        environment = {
            **os.environ,
            "HOME": str(folder / "home"),
            "FAKE_API_KEY": KEY,
            "FAKE_BASE_URL": server.base_url,
        }
        done = forked.run(["bench", "cimemories", *words, "--out", folder / "out"], env=environment)
    return folder, done


def test_a_run_in_which_every_call_failed_is_no_success(
    failed: tuple[Path, subprocess.CompletedProcess[str]],
) -> None:
    assert failed[1].returncode == 2
    assert '"unscored": 4' in failed[1].stdout


def test_headers_are_nowhere_and_keys_only_where_the_provider_put_them(
    failed: tuple[Path, subprocess.CompletedProcess[str]],
) -> None:
    folder, done = failed
    assert HEADER not in done.stdout + done.stderr
    assert KEY not in done.stdout + done.stderr
    for name, held in contents(folder):
        assert HEADER.encode() not in held, name
        # The log quotes the provider's error; nothing else may.
        assert KEY.encode() not in held or ".eval/" in name, name


def test_memories_do_not_reach_the_home_folder_or_the_terminal(
    failed: tuple[Path, subprocess.CompletedProcess[str]],
) -> None:
    folder, done = failed
    memories = {a.statement for p in read_profiles(demo_profiles()).profiles for a in p.attributes}
    assert not [text for text in memories if text in done.stdout + done.stderr]
    for name, held in contents(folder / "home"):
        text = held.decode("utf-8", "replace")
        assert not [memory for memory in memories if memory in text], name
