"""No network, no id in the user's home: watched in a process of its own with every way out recorded."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fakes.demo_screens import demo_part

WATCH = """
import socket, sys
tried = []
def record(*args, **kwargs):
    tried.append(args[-1] if args else kwargs)
    raise OSError("no network in this test")
socket.socket.connect = record
socket.socket.connect_ex = record
socket.getaddrinfo = record
socket.create_connection = record
from tactful import Guard
Guard(policy="all").protect(sys.argv[1])
import time; time.sleep(1.5)  # telemetry speaks from threads
print(len(tried), "openvino" in sys.modules)
"""


@pytest.mark.ocr
def test_protecting_a_screen_tries_no_connection_and_leaves_nothing_at_home(tmp_path: Path) -> None:
    screen, home = demo_part("desktop", "email", tmp_path), tmp_path / "home"
    home.mkdir()
    places = {name: str(home) for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "TMPDIR")}
    done = subprocess.run(
        [sys.executable, "-c", WATCH, str(screen)],
        capture_output=True,
        text=True,
        env={**os.environ, **places},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[0] == "0"
    assert [str(p.relative_to(home)) for p in home.rglob("*") if p.is_file()] == []
