"""Who says what is private besides the annotators: a recognizer of the guard, as it would on a live run."""

from __future__ import annotations

from collections.abc import Sequence

from tactful.bench.guiguard.protecting import ScreenLabels, TaskLabels
from tactful.flow import Session, recall, recognize
from tactful.protect import Vault, get_policy
from tactful.recognize import ScreenRecognizer
from tactful.terms import Region, Screen, ScreenCase, TaskCase


def guarded(recognizer: ScreenRecognizer | None = None) -> TaskLabels:
    """Labels of the guard: each screen is read once, and what was private once in a task stays private.

    Screens that were read are remembered in memory, so that further methods cost no more reading. Raises
    ``RecognitionError`` where a screen cannot be looked at.
    """
    reader = recognizer if recognizer is not None else ScreenRecognizer()
    known: dict[str, tuple[Region, ...]] = {}

    def for_task(task: TaskCase) -> ScreenLabels:
        session = Session(get_policy("all"), Vault(), reader)

        def labels(case: ScreenCase, screen: Screen) -> Sequence[Region]:
            if case.id not in known:
                known[case.id] = recognize(screen, session)
            return recall(screen, known[case.id], session)

        return labels

    return for_task
