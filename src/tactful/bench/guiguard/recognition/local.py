"""The guard's own recognizers under the names that the evaluation knows them by: no model and no key."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from tactful.bench.guiguard.protecting import raw_screen
from tactful.bench.guiguard.recognition.rows import Prediction
from tactful.bench.guiguard.recognition.settings import LocalSettings
from tactful.errors import TactfulError, told
from tactful.models import OpenAICompatible
from tactful.recognize import (
    CodeRecognizer,
    FaceRecognizer,
    FreeVlm,
    GroundedVlm,
    Recognizer,
    ScreenRecognizer,
    layout_recognizers,
    name_recognizers,
    pattern_recognizers,
)
from tactful.terms import ScreenCase, TaskState

API_KEY = "TACTFUL_API_KEY"
"""The environment variable with the key of a local endpoint, where it wants one."""

PARTS: Mapping[str, Callable[[], Sequence[Recognizer]]] = MappingProxyType(
    {
        "patterns": pattern_recognizers,
        "names": name_recognizers,
        "layout": layout_recognizers,
        "faces": lambda: (FaceRecognizer(),),
        "codes": lambda: (CodeRecognizer(),),
    }
)
"""The parts of the guard's recognizer one by one."""


def open_recognizer(settings: LocalSettings) -> ScreenRecognizer:
    """The recognizer; its models load at the first screen."""
    extra: tuple[Recognizer, ...] = ()
    if settings.vlm is not None:
        key = API_KEY if os.environ.get(API_KEY) else None
        client = OpenAICompatible(base_url=settings.vlm, model=settings.vlm_model, key_variable=key)
        extra = (GroundedVlm(client) if settings.vlm_mode == "grounded" else FreeVlm(client),)
    if settings.recognizer in PARTS:
        return ScreenRecognizer(recognizers=PARTS[settings.recognizer](), extra=extra)
    return ScreenRecognizer(extra=extra)


def recognize_case(case: ScreenCase, recognizer: ScreenRecognizer, context: str) -> Prediction:
    """What the recognizer finds on a screen; a failure is a problem, not an empty screen."""
    states = {"none": TaskState(), "goal": TaskState(goal=case.goal), "response": case.state}
    try:
        return Prediction(recognizer.recognize(raw_screen(case).with_state(states[context])))
    except TactfulError as err:
        path = case.step.screenshot
        return Prediction(problem=told(err, "" if path is None else path.name))
