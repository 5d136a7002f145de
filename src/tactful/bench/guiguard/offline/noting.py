"""Values that the planner reads and keeps in mind: what stands beside a label of which the goal speaks."""

from __future__ import annotations

import re

from tactful.bench.guiguard.offline.goals import Goal
from tactful.bench.guiguard.offline.lexicon import words
from tactful.bench.guiguard.offline.likeness import covered, stems
from tactful.bench.guiguard.offline.scenes import Scene, Thing

_VALUE = re.compile(r"\d|@")


def note(goal: Goal, scene: Scene) -> tuple[tuple[str, str], ...]:
    """The value that the goal asks for, beside or below the label of which it says most: one, or none.

    The value is "" where it is covered.
    """
    if scene.launcher or (not goal.question and len(goal.apps) < 2):
        return ()
    own = frozenset().union(*(stems(value) for value in goal.values))
    best, high = None, 0.0
    for thing in scene.things:
        told = stems(thing.text)
        if (
            thing.covered
            or len(thing.text) > 40
            or covered(thing.text, goal.words - own) < 0.99
            or _common(thing)
        ):
            continue
        for value in _beside(thing, scene):
            exact = _VALUE.search(value.text) is not None
            if value.covered or exact or len(told) > 1:
                weight = (
                    len(told) + 0.05 * sum(map(len, told)) + (2.0 if exact else 1.0 if value.covered else 0.0)
                )
                if weight > high:
                    best, high = (thing.text, value.text), weight
    return () if best is None else (best,)


def _common(thing: Thing) -> bool:
    """Whether a thing is a button or an app, which are no labels of values."""
    table = words()
    if (
        any(thing.says in act.press for act in table.acts.values())
        or thing.says in table.more | table.launcher
    ):
        return True
    return any(thing.says in app.names for app in table.apps.values())


def _beside(label: Thing, scene: Scene) -> tuple[Thing, ...]:
    """What may be a label's value: the thing right below it, and the nearest one to the right in its line."""
    box = label.box
    right = [
        t
        for t in scene.things
        if t.box.x1 >= box.x2 - 2
        and min(t.box.y2, box.y2) - max(t.box.y1, box.y1) > 0.5 * min(t.box.height, box.height)
    ]
    below = [
        t
        for t in scene.things
        if 0 <= t.box.y1 - box.y2 + 4 <= 1.2 * box.height and abs(t.box.x1 - box.x1) <= box.height
    ]
    found = (
        min(below, key=lambda t: t.box.y1, default=None),
        min(right, key=lambda t: t.box.x1, default=None),
    )
    return tuple(thing for thing in found if thing is not None and thing.text != "+")
