"""What decides a picture's pixels beside the settings: versions of tactful, packages, Chromium and fonts."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from tactful import __version__
from tactful.runs import versions

PACKAGES = ("playwright", "babel", "faker", "jinja2", "lucide", "pillow", "pyyaml")


def drawn_with() -> dict[str, Any]:
    """The versions on this machine: tactful, packages, chromium, fonts."""
    return {
        "tactful": __version__,
        "packages": versions(PACKAGES),
        "chromium": _chromium_version(),
        "fonts": _fonts_digest(),
    }


def differing(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Which versions of an earlier manifest are others now, as "NAME was ..., is ..."; fonts are a hash."""

    def flat(manifest: Mapping[str, Any]) -> dict[str, Any]:
        names = {name: manifest.get(name) for name in ("tactful", "chromium", "fonts")}
        every = {**names, **(manifest.get("packages") or {})}
        return {name: version for name, version in every.items() if version is not None}

    before = flat(old)
    return [
        "fonts"
        if name == "fonts"
        else f"{name} was {before.get(name) or 'unknown'}, is {version or 'unknown'}"
        for name, version in flat(new).items()
        if before.get(name) != version
    ]


@cache
def _chromium_version() -> str:
    """What ``--version`` of the Chromium says that would be started; empty for the driver's own."""
    from tactful.world.browser.driver import find_chromium

    path = find_chromium()
    return _output_of([path, "--version"]) if path else ""


@cache
def _fonts_digest() -> str:
    """A hash over the fonts of this machine, which decide what texts look like; empty where unknown."""
    if shutil.which("fc-list") is None:
        return ""
    fonts = sorted(_output_of(["fc-list", "--format", "%{family} %{style} %{fontversion}\n"]).splitlines())
    return hashlib.sha256("\n".join(fonts).encode()).hexdigest() if fonts else ""


def _output_of(command: Sequence[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
