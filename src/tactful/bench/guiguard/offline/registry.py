"""The built-in models with eyes, by name: they read text and pictures of a conversation and need no key.

``tactful/screen-planner``, ``tactful/plan-judge``, ``tactful/screen-grounder``, ``tactful/screen-reader`` and
``tactful/leak-reader`` in an evaluation by Inspect; `open_model` for everything else.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from types import MappingProxyType

from tactful.errors import InputError
from tactful.models import ChatModel

BUILT_IN_MODELS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "leak-reader": ("readers", "LeakReader"),
        "plan-judge": ("judge", "PlanJudge"),
        "screen-grounder": ("grounder", "ScreenGrounder"),
        "screen-planner": ("planner", "ScreenPlanner"),
        "screen-reader": ("readers", "ScreenReaderModel"),
    }
)
"""Name -> module of this folder and class; imported when the model is opened."""


def open_model(name: str) -> ChatModel:
    """The built-in model of that name, with or without ``tactful/`` before it.

    ``InputError`` lists the names there are.
    """
    short = name.removeprefix("tactful/")
    if short not in BUILT_IN_MODELS:
        raise InputError(
            f"no built-in model with eyes '{name}'", field="model", expected=" or ".join(BUILT_IN_MODELS)
        )
    module, model = BUILT_IN_MODELS[short]
    opened: ChatModel = getattr(importlib.import_module(f"tactful.bench.guiguard.offline.{module}"), model)()
    return opened
