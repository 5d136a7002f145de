"""What concerns other packages: a missing one is one clear sentence, and which versions are there."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from types import ModuleType

from tactful.errors import MissingExtraError


def require(module: str, *, purpose: str, extra: str = "", package: str = "") -> ModuleType:
    """Import an optional ``module`` or raise ``MissingExtraError`` that says how to get it.

    It comes with an ``extra`` of ours, or is a ``package`` that users of it have.
    """
    try:
        return importlib.import_module(module)
    except ImportError as err:
        wanted = package or f"tactful[{extra}]"
        broken = "" if isinstance(err, ModuleNotFoundError) else ", which is there but cannot be imported"
        raise MissingExtraError(
            f"{purpose} needs the package '{module.split('.')[0]}'{broken}: pip install '{wanted}'"
        ) from err


def versions(packages: Iterable[str]) -> dict[str, str]:
    """The installed version of each package, or "absent": for manifests."""
    found = {}
    for name in packages:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "absent"
    return found
