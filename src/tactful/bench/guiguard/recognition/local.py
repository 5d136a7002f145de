"""The guard's own recognizers under the names that the evaluation knows them by: no model and no key."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from tactful.bench.guiguard.protecting import raw_screen
from tactful.bench.guiguard.recognition.rows import Prediction
from tactful.errors import InputError, TactfulError, told
from tactful.models import OpenAICompatible
from tactful.recognize import (
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

LOCAL = "local"
"""Everything that ships with the guard."""

PARTS: Mapping[str, Callable[[], Sequence[Recognizer]]] = MappingProxyType(
    {
        "patterns": pattern_recognizers,
        "names": name_recognizers,
        "layout": layout_recognizers,
        "faces": lambda: (FaceRecognizer.installed(),),
    }
)
"""Its parts one by one."""

VLM_MODES = ("grounded", "free")


@dataclass(frozen=True, slots=True)
class LocalSettings:
    """A recognizer of ours, what it is told of the task, and a vision model that is asked as well.

    ``context``: ``none``, the ``goal``, or the agent's ``response`` too. ``vlm`` is the base URL of a local
    endpoint with the model ``vlm_model``, in ``vlm_mode`` grounded or free. ``InputError`` for what there is
    not.
    """

    recognizer: str = LOCAL
    context: str = "response"
    vlm: str | None = field(default=None, repr=False)
    vlm_model: str = ""
    vlm_mode: str = "grounded"

    def __post_init__(self) -> None:
        for name, value, known in (
            ("recognizer", self.recognizer, (LOCAL, *PARTS)),
            ("context", self.context, ("none", "goal", "response")),
            ("vlm_mode", self.vlm_mode, VLM_MODES),
        ):
            if value not in known:
                raise InputError(f"there is no '{value}'", field=name, expected=" or ".join(known))
        if self.vlm is not None and not self.vlm_model:
            raise InputError("is missing", field="vlm_model", expected="the model's name at that endpoint")

    @property
    def name(self) -> str:
        """``local``, or ``local+`` and how the vision model is asked."""
        return "+".join((self.recognizer, *(each.name for each in self._extra())))

    @property
    def variant(self) -> dict[str, Any]:
        """What names this design in reports."""
        return {"context": self.context}

    def to_json(self) -> dict[str, Any]:
        """As a JSON object, without the endpoint's address."""
        return {"recognizer": self.name, "vlm_model": self.vlm_model, **self.variant}

    def open(self) -> ScreenRecognizer:
        """The recognizer; its models load at the first screen."""
        if self.recognizer == LOCAL:
            return ScreenRecognizer(extra=self._extra())
        return ScreenRecognizer(recognizers=PARTS[self.recognizer](), extra=self._extra())

    def predict(self, case: ScreenCase, recognizer: ScreenRecognizer) -> Prediction:
        """What the recognizer finds on a screen; a failure is a problem, not an empty screen."""
        states = {"none": TaskState(), "goal": TaskState(goal=case.goal), "response": case.state}
        try:
            return Prediction(recognizer.recognize(raw_screen(case).with_state(states[self.context])))
        except TactfulError as err:
            path = case.step.screenshot
            return Prediction(problem=told(err, "" if path is None else path.name))

    def _extra(self) -> Sequence[Recognizer]:
        if self.vlm is None:
            return ()
        key = API_KEY if os.environ.get(API_KEY) else None
        client = OpenAICompatible(base_url=self.vlm, model=self.vlm_model, key_variable=key)
        return (GroundedVlm(client) if self.vlm_mode == "grounded" else FreeVlm(client),)
