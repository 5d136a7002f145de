"""One helper for optional packages: a missing one is one clear sentence with the pip command."""

from __future__ import annotations

import importlib
from types import ModuleType

from tactful.errors import MissingExtraError


def require(module: str, *, extra: str, purpose: str) -> ModuleType:
    """Import an optional ``module`` or raise ``MissingExtraError`` that says how to get it."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as err:
        raise MissingExtraError(
            f"{purpose} needs the package '{module.split('.')[0]}': pip install 'tactful[{extra}]'"
        ) from err
