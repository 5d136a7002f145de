"""The built-in planner's choice of the one next action: rules over the goal, the scene and what was done.

In order: type into the field that was just clicked; leave with a value for another app; fill a field; take
over what was filled in; open the app that the goal speaks of; press what the goal names, the entry of a list
that it counts, or what does the deed; say that it is done; look further.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from tactful.bench.guiguard.offline.goals import Goal
from tactful.bench.guiguard.offline.lexicon import words
from tactful.bench.guiguard.offline.likeness import ALIKE, fold, likeness, same_values, stems
from tactful.bench.guiguard.offline.noting import note
from tactful.bench.guiguard.offline.past import Past, place_of, spoken
from tactful.bench.guiguard.offline.scenes import Scene, Thing
from tactful.bench.guiguard.offline.worth import (
    can_be_next,
    clicked,
    did,
    field_kind,
    is_field,
    is_title,
    score,
    told,
)

Kind: TypeAlias = Literal["click", "type", "scroll", "back", "home", "done"]
_ENOUGH = 2.0  # a score from which a thing serves the goal
_SURE = 2.3  # and one from which it comes before the button that ends a form
_TIME = re.compile(r"\d{1,2}:\d{2}")
_ADDRESS = re.compile(r"@|^\+?\d[\d ()/-]{6,}$")
_ASKED_AGAIN = frozenset({"delete", "uninstall", "signout", "send", "buy", "call"})
# Deeds that the last button of a form ends, and those that one press does.
_BY_FORM = frozenset({"create", "save", "send", "edit", "rename", "reply", "comment", "post", "search"})
_AT_ONCE = frozenset(
    {"bookmark", "favourite", "follow", "like", "archive", "pin", "download", "call", "delete"}
)
_LOOKS = 3  # how often in a row the planner scrolls before it tries something else


@dataclass(frozen=True, slots=True)
class Choice:
    """The next action. ``thing`` is what it is about, ``name`` what it is called, ``why`` a sentence.

    ``noted`` are values read on this screen that the goal asks for; ``missing`` says what should be here and
    is covered. ``value`` is what is typed or answered.
    """

    kind: Kind
    why: str = field(repr=False)
    thing: Thing | None = field(default=None, repr=False)
    name: str = field(default="", repr=False)
    value: str = field(default="", repr=False)
    place: int | None = None
    noted: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    missing: str = field(default="", repr=False)


def choose(goal: Goal, scene: Scene, past: Past) -> Choice:
    """The next action; always one, since a planner that knows nothing better looks further."""
    noted = note(goal, scene)
    known = {k: v for k, v in past.noted.items() if k not in dict(noted)} | dict(noted)
    choice = (
        _type(goal, past, known)
        or _leave(goal, scene, past, noted)
        or _fill(goal, scene, past, known)
        or _finish(goal, scene, past, known)
        or _open_app(goal, scene, past)
        or _confirm(goal, scene, past)
        or _settled(goal, scene, past)
        or _press(goal, scene, past)
        or _end(goal, scene, past, known)
        or _look(goal, scene, past)
    )
    return replace(choice, noted=noted, missing=_missing(goal, scene, choice))


def pending(goal: Goal, past: Past, known: dict[str, str]) -> tuple[str, ...]:
    """The values that are still to be typed: those of the goal, and what was noted for another app."""
    values = goal.values
    if len(goal.apps) > 1 and not goal.question:
        values += tuple(value for value in known.values() if value)[
            -1:
        ]  # what was read last was nearest to it
    pressed = past.clicks()
    return tuple(
        value
        for value in dict.fromkeys(values)
        if not any(same_values(value, typed) for typed in past.typed)
        and not any(likeness(value, said) >= ALIKE for said in pressed)
    )


def _leave(goal: Goal, scene: Scene, past: Past, noted: Sequence[tuple[str, str]]) -> Choice | None:
    """Once the value for another app was read, that app is gone to."""
    if goal.question or scene.launcher or not any(value and len(stems(label)) > 1 for label, value in noted):
        return None
    pressed = {fold(said) for said in past.clicks()}
    opened = [app for app in goal.apps if words().apps[app].names & pressed]
    if len(opened) == len(goal.apps) or (past.last is not None and past.last.name in ("home", "hotkey")):
        return None
    return Choice("home", "The value that was looked for is here and is noted; it is needed in another app.")


def _type(goal: Goal, past: Past, known: dict[str, str]) -> Choice | None:
    last = past.last
    if last is None or last.name != "click" or not last.element.startswith("the field"):
        return None
    name = spoken(last.element)
    value = _value_for(field_kind(name) or "text", pending(goal, past, known))
    if value is None:
        return None
    return Choice("type", f"The field “{name}” is active, so the text goes in.", name=name, value=value)


def _value_for(kind: str, values: Sequence[str]) -> str | None:
    """The value that suits a field: of its shape where it has one, else the first that has none."""
    if kind in ("time", "date"):
        return next((value for value in values if _TIME.search(value)), None)
    if kind == "address":
        return next((value for value in values if _ADDRESS.search(value)), None)
    plain = [value for value in values if not _ADDRESS.search(value) and not _TIME.fullmatch(value)]
    return plain[0] if plain else (values[0] if values and kind == "text" else None)


def _finish(goal: Goal, scene: Scene, past: Past, known: dict[str, str]) -> Choice | None:
    """Once something was typed and nothing that is left fits a field here, what takes it over is pressed."""
    since = _since_finish(past)
    if not since:
        return None
    left = pending(goal, past, known)
    if any(_value_for(kind, left) for kind, _ in _fields(scene, past)):
        return None
    buttons = [t for t in scene.things if t.says in words().finish]
    if not buttons:
        return None
    wanted = {label for act in goal.acts for label in words().acts[act].press}
    best = max(buttons, key=lambda t: (t.says in wanted, t.box.y1))
    asked = _best(goal, scene, past)
    if asked is not None and asked[1] >= _SURE and asked[0].says not in wanted and not is_field(asked[0]):
        best = asked[0]
        return Choice("click", f"“{best.text}” is asked for as well.", best, best.text)
    return Choice("click", "What was filled in has to be taken over.", best, best.text)


def _since_finish(past: Past) -> bool:
    """Whether something was typed after the last button that finishes."""
    for call in reversed(past.calls):
        if call.name == "type":
            return True
        if call.name == "click" and fold(spoken(call.element)) in words().finish:
            return False
    return False


def _fields(scene: Scene, past: Past) -> tuple[tuple[str, Thing], ...]:
    """The fields of the screen that were not filled yet, top to bottom."""
    done = {fold(spoken(call.element)) for call in past.calls if call.element.startswith("the field")}
    found = []
    for thing in scene.things:
        if thing.covered or thing.says.rstrip(" :*…") in done or thing.says in done or is_title(thing, scene):
            continue
        kind = field_kind(thing.text)
        if kind is not None and kind != "search":
            found.append((kind, thing))
    return tuple(found)


def _fill(goal: Goal, scene: Scene, past: Past, known: dict[str, str]) -> Choice | None:
    left = pending(goal, past, known)
    form = any(thing.says in words().finish for thing in scene.things)  # details of a thing have labels, too
    if not left or scene.launcher or not form or _visible(left[0], scene):
        return None
    for kind, thing in _fields(scene, past):
        if _value_for(kind, left) is not None:
            return Choice(
                "click", f"The field “{thing.text}” has to be filled in.", thing, thing.text, place=0
            )
    return None


def _visible(value: str, scene: Scene) -> bool:
    return any(likeness(value, thing.text) >= ALIKE for thing in scene.things if not thing.covered)


def _open_app(goal: Goal, scene: Scene, past: Past) -> Choice | None:
    """In a launcher, or at the start: the first app of the goal that was not opened yet, or the way to it."""
    if not goal.apps or (not scene.launcher and past.calls):
        return None
    opened = {fold(said) for said in past.clicks()}
    waiting = [app for app in goal.apps if not words().apps[app].names & opened]
    if past.noted and len(waiting) == len(goal.apps):
        waiting = waiting[1:]  # the first one must have been open, since its value is known
    looked = _scrolls(past) >= _LOOKS
    for app in waiting if looked else waiting[:1]:
        for thing in scene.things:
            if not thing.covered and thing.says in words().apps[app].names:
                return Choice("click", "The task is about this app, so it is opened.", thing, thing.text)
    for thing in scene.things:
        if thing.says in words().launcher and thing.says not in opened:
            return Choice(
                "click", "The app is not to be seen here, the list of all apps has it.", thing, thing.text
            )
    if not scene.launcher or looked or not waiting:
        return None
    return Choice("scroll", "The app that the task needs must be further down.")


def _confirm(goal: Goal, scene: Scene, past: Past) -> Choice | None:
    """What was pressed last once more, where a dialog asks whether it is meant."""
    said = spoken(past.last.element) if past.last is not None and past.last.name == "click" else ""
    if not said or scene.launcher or past.clicks().count(said) > 1:
        return None
    if not any(fold(said) in words().acts[act].press for act in goal.acts if act in _ASKED_AGAIN):
        return None
    found = [t for t in scene.things if not t.covered and likeness(said, t.text) >= ALIKE]
    if not found:
        return None
    middle = (scene.width / 2, scene.height / 2)
    best = min(found, key=lambda t: abs(t.box.x1 - middle[0]) + abs(t.box.y1 - middle[1]))
    return Choice("click", "The screen asks whether this is meant, and it is.", best, best.text)


def _press(goal: Goal, scene: Scene, past: Past) -> Choice | None:
    """What the goal names, then the entry that it counts, then what does the deed."""
    if scene.launcher:
        return None
    found = _best(goal, scene, past)
    entry = _entry(goal, scene, past)
    if entry is not None:  # deeds are done to the entry, so it comes before them
        found = max(
            (
                (t, told(goal, t, past) - clicked(t, past))
                for t in scene.things
                if can_be_next(t, scene, past)
            ),
            key=lambda pair: pair[1],
            default=None,
        )
    if found is None or found[1] < _ENOUGH:
        return entry
    return Choice(
        "click", f"“{found[0].text}” is what the task speaks of or asks for.", found[0], found[0].text
    )


def _best(goal: Goal, scene: Scene, past: Past) -> tuple[Thing, float] | None:
    """The thing that serves the goal best, with its score; the upper one of two alike."""
    scored = [(thing, score(goal, thing, scene, past)) for thing in scene.things if not thing.covered]
    return max(scored, key=lambda found: found[1], default=None)


def _entry(goal: Goal, scene: Scene, past: Past) -> Choice | None:
    """The entry that the goal counts, once: covered or not, its place in the list is to be seen."""
    if goal.place is None or scene.launcher or not scene.rows:
        return None
    if any(place_of(call.element) is not None for call in past.calls):
        return None
    index = goal.place - 1 if goal.place > 0 else goal.place
    if index >= len(scene.rows):
        return None
    row = scene.rows[index]
    return Choice("click", "The task counts the entries of this list.", row, row.text, place=goal.place)


def _end(goal: Goal, scene: Scene, past: Past, known: dict[str, str]) -> Choice | None:
    """Done: with the answer that was read, or once the deed that was asked for was done."""
    if goal.question:
        answers = [value for value in known.values() if value]
        return Choice("done", "The answer is on the screen.", value=answers[-1]) if answers else None
    if not past.calls or scene.launcher or _since_finish(past) or pending(goal, past, {}):
        return None
    pressed = {fold(said) for said in past.clicks()}
    took_over = past.typed and pressed & words().finish
    worked = any(did(act, pressed) for act in goal.acts)
    chosen = goal.place is None or any(place_of(call.element) is not None for call in past.calls)
    return (
        Choice("done", "All that was asked for has been done.") if chosen and (took_over or worked) else None
    )


def _settled(goal: Goal, scene: Scene, past: Past) -> Choice | None:
    """Done at once, where what was pressed last is all that the goal asks for: a message of it follows."""
    last = past.last
    if goal.question or last is None or last.name != "click" or pending(goal, past, {}):
        return None
    if goal.place is not None and not any(place_of(call.element) is not None for call in past.calls):
        return None
    said = fold(spoken(last.element))
    open_yet = any(
        told(goal, t, past) - clicked(t, past) >= _SURE for t in scene.things if t.text not in goal.values
    )
    filled = bool(past.typed) and said in words().finish and set(goal.acts) <= _BY_FORM and not open_yet
    deeds = set(goal.acts) - {"create"}
    pressed = len(deeds) == 1 and deeds <= _AT_ONCE and said in words().acts[next(iter(deeds))].press
    return Choice("done", "All that was asked for has been done.") if filled or pressed else None


def _look(goal: Goal, scene: Scene, past: Past) -> Choice:
    """What to do where nothing on the screen serves the goal: further down, somewhere else, back, home."""
    scrolled = _scrolls(past)
    if scrolled < _LOOKS:
        return Choice("scroll", "What the task needs is not to be seen on this part of the page.")
    pressed = {fold(said) for said in past.clicks()}
    for thing in scene.things:
        if thing.says in words().more and thing.says not in pressed:
            return Choice("click", "There may be more under this.", thing, thing.text)
    if scrolled == _LOOKS:
        return Choice("back", "This page has nothing of what the task needs.")
    return Choice("home", "The task has to be begun anew from the home screen.")


def _scrolls(past: Past) -> int:
    count = 0
    for call in reversed(past.calls):
        if call.name not in ("scroll", "swipe", "back"):
            break
        count += 1
    return count


def _missing(goal: Goal, scene: Scene, choice: Choice) -> str:
    """What should be on this screen and may stand under one of its covered areas."""
    if not scene.covered:
        return ""
    if choice.thing is not None and choice.thing.covered:
        return "the text of the entry that the task counts"
    for label, value in choice.noted or note(goal, scene):
        if not value:
            return f"the value of “{label}”"
    wanted = next((name for name in (*goal.values, *goal.names) if not _visible(name, scene)), "")
    if choice.kind in ("scroll", "back", "home") and wanted:
        return f"“{wanted}”, unless it is elsewhere"
    return ""
