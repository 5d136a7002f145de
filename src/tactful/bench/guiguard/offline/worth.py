"""How well a thing on the screen serves a goal, and what kind of thing it is.

A thing counts for what the goal names (quoted words, names), for the share of its words that the goal says,
for labels that do what the goal asks to be done; it counts less for every time it was clicked already.
"""

from __future__ import annotations

from tactful.bench.guiguard.offline.goals import Goal
from tactful.bench.guiguard.offline.lexicon import words
from tactful.bench.guiguard.offline.likeness import ALIKE, covered, fold, is_cjk, likeness, same_values, stems
from tactful.bench.guiguard.offline.past import Past
from tactful.bench.guiguard.offline.scenes import Scene, Thing

_ONCE = frozenset({"create", "save", "edit"})  # deeds whose labels are on many pages


def score(goal: Goal, thing: Thing, scene: Scene, past: Past) -> float:
    """How well a thing serves the goal: what the goal says or asks to be done, less what was clicked."""
    if not can_be_next(thing, scene, past) or (goal.values and is_field(thing)):
        return 0.0
    value = max(told(goal, thing, past), does(goal, thing, past))
    return value - clicked(thing, past) if value else 0.0


def told(goal: Goal, thing: Thing, past: Past) -> float:
    """How much of what a thing says is said by the goal, too."""
    if thing.covered:
        return 0.0
    named = max((likeness(thing.text, name) for name in (*goal.values, *goal.names)), default=0.0)
    value = 6.0 * named if named >= ALIKE else 0.0
    entered = frozenset().union(*(stems(typed) for typed in past.typed))
    share, own = covered(thing.text, goal.words - entered), stems(thing.text)
    if share < 0.5:
        return value
    weight = float(len(own)) if is_cjk(thing.text) else sum(min(len(stem), 5) for stem in own) / 5
    return max(value, share * share * (1.5 + min(weight, 4.0) * 0.9))


def does(goal: Goal, thing: Thing, past: Past) -> float:
    """How well a thing's label fits what the goal asks to be done; the first deed counts most."""
    pressed = {fold(said) for said in past.clicks()}
    share, value = covered(thing.text, goal.words), 0.0
    for rank, act in enumerate(goal.acts):
        if act in _ONCE and did(act, pressed):
            continue
        for label in words().acts[act].press:
            if thing.says == label:
                value = max(value, (3.0 if act == "create" else 4.2) - 0.2 * rank)
            elif covered(_without(label, thing.says), goal.words) >= 0.5:
                value = max(value, 3.6 - 0.2 * rank + share)
    return value


def _without(label: str, says: str) -> str:
    """What a text says before or after a label: "playlist" of "new playlist"; "" where it is no such text."""
    if says.startswith(label + " "):
        return says.removeprefix(label)
    return says.removesuffix(label) if len(label) > 1 and says.endswith(label) else ""


def clicked(thing: Thing, past: Past) -> float:
    """What a thing loses for the times that it was clicked already."""
    return 3.5 * sum(likeness(thing.text, said) >= ALIKE for said in past.clicks())


def can_be_next(thing: Thing, scene: Scene, past: Past) -> bool:
    """Whether a thing can be what comes next: no title, no menu bar, nothing that was typed."""
    if thing.covered or is_title(thing, scene) or any(same_values(thing.text, typed) for typed in past.typed):
        return False
    bar = thing.box.y2 < 0.03 * scene.height or thing.text == "+"  # of a desktop; a browser's new tab
    return not (scene.width > scene.height and bar)


def is_title(thing: Thing, scene: Scene) -> bool:
    """Whether a thing says where one is: a phone's title, or a tab that says the same."""
    if scene.height <= scene.width:
        return False
    titles = [
        t for t in scene.things if t.box.y2 < 0.14 * scene.height and t.box.height > 0.012 * scene.height
    ]
    middle = abs((thing.box.x1 + thing.box.x2) / 2 - scene.width / 2) < 0.08 * scene.width
    if thing in titles and (thing.box.x1 < 0.35 * scene.width or middle):
        return True
    return any(t.says == thing.says for t in titles if t is not thing)


def field_kind(text: str) -> str | None:
    """Which kind of field a label or a hint belongs to; None for what is no field's label."""
    said = fold(text).rstrip(" :*…")
    for kind, labels in words().fields.items():
        if said in labels:
            return kind
    return "search" if any(said.startswith(label + " ") for label in words().fields["search"]) else None


def is_field(thing: Thing) -> bool:
    return field_kind(thing.text) is not None


def did(act: str, pressed: set[str]) -> bool:
    return any(
        said == label or said.startswith(label + " ") for label in words().acts[act].press for said in pressed
    )
