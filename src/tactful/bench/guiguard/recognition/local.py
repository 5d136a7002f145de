"""Our own recognizers under the names that the evaluation knows them by: they need no model and no key."""

from __future__ import annotations

from collections.abc import Sequence

from tactful.bench.guiguard.recognition.predicted import Predicted
from tactful.bench.guiguard.recognition.shots import load_screen
from tactful.errors import InputError, TactfulError, told
from tactful.recognize import Recognizer, ScreenRecognizer
from tactful.terms import ScreenCase, TaskState

LOCAL = ("local", "patterns", "names", "layout", "faces")
"""Everything that ships with the guard, and its parts one by one."""


def open_recognizer(name: str, extra: Sequence[Recognizer] = ()) -> ScreenRecognizer:
    """The guard's recognizer, or one part of it, and ``extra``; ``InputError`` for other names."""
    if name == "local":
        return ScreenRecognizer(extra=extra)
    return ScreenRecognizer(recognizers=_part(name), extra=extra)


def _part(name: str) -> Sequence[Recognizer]:
    if name == "patterns":
        from tactful.recognize import pattern_recognizers

        return pattern_recognizers()
    if name == "names":
        from tactful.recognize import name_recognizers

        return name_recognizers()
    if name == "layout":
        from tactful.recognize import layout_recognizers

        return layout_recognizers()
    if name == "faces":
        from tactful.recognize import FaceRecognizer

        return (FaceRecognizer.installed(),)
    raise InputError(f"no such recognizer '{name}'", field="recognizer", expected=" or ".join(LOCAL))


def told_of(case: ScreenCase, context: str) -> TaskState:
    """What a recognizer may know of the task: nothing, the goal, or the agent's whole response."""
    if context == "none":
        return TaskState()
    return TaskState(goal=case.goal) if context == "goal" else case.state


def find(case: ScreenCase, recognizer: ScreenRecognizer, context: str) -> Predicted:
    """What a recognizer finds on a screen; a failure is a problem, not an empty screen."""
    try:
        return Predicted(recognizer.recognize(load_screen(case, told_of(case, context))))
    except TactfulError as err:
        return Predicted(None, told(err, "screen"))
