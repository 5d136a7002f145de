"""The built-in models with eyes, by name: they read text and pictures of a conversation and need no key.

``tactful/screen-planner``, ``tactful/plan-judge``, ``tactful/screen-grounder`` and ``tactful/screen-reader``
in an evaluation by Inspect; `open_model` for everything else. A model is imported when it is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tactful.errors import InputError
from tactful.models import ChatModel


def _screen_planner() -> ChatModel:
    from tactful.bench.guiguard.offline.planner import ScreenPlanner

    return ScreenPlanner()


def _plan_judge() -> ChatModel:
    from tactful.bench.guiguard.offline.judge import PlanJudge

    return PlanJudge()


def _screen_grounder() -> ChatModel:
    from tactful.bench.guiguard.offline.grounder import ScreenGrounder

    return ScreenGrounder()


def _screen_reader() -> ChatModel:
    from tactful.bench.guiguard.offline.reader_model import ScreenReaderModel

    return ScreenReaderModel()


def _leak_reader() -> ChatModel:
    from tactful.bench.guiguard.offline.leak_reader import LeakReader

    return LeakReader()


BUILT_IN_MODELS: Mapping[str, Callable[[], ChatModel]] = MappingProxyType(
    {
        "leak-reader": _leak_reader,
        "plan-judge": _plan_judge,
        "screen-grounder": _screen_grounder,
        "screen-planner": _screen_planner,
        "screen-reader": _screen_reader,
    }
)
"""Name -> a function without arguments that gives the model."""


def open_model(name: str) -> ChatModel:
    """The built-in model of that name, with or without ``tactful/`` before it.

    ``InputError`` lists the names there are.
    """
    short = name.removeprefix("tactful/")
    if short not in BUILT_IN_MODELS:
        raise InputError(
            f"no built-in model with eyes '{name}'", field="model", expected=" or ".join(BUILT_IN_MODELS)
        )
    return BUILT_IN_MODELS[short]()
