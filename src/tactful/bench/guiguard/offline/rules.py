"""The built-in planner's choice of the next action: rules over the goal, the screen and what was done.

In order: type into the field that was just clicked; leave with a value for another app; fill a field; take
over what was filled in; open the app that the goal speaks of; press what the goal names, the entry of a list
that it counts, or what does the deed; say that it is done; look further.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, TypeAlias

from tactful.bench.guiguard.offline.goals import Goal, Note, read_notes
from tactful.bench.guiguard.offline.history import History, quoted_in
from tactful.bench.guiguard.offline.screens import Element, Layout
from tactful.bench.guiguard.offline.words import (
    ALIKE,
    field_kind,
    fold,
    is_cjk,
    is_field_label,
    overlap,
    same_value,
    similarity,
    stems,
    words,
)

Kind: TypeAlias = Literal["click", "type", "scroll", "back", "home", "done"]

_ENOUGH = 2.0  # a score from which an element serves the goal
_SURE = 2.3  # and one from which it comes before the button that ends a form
_TIME = re.compile(r"\d{1,2}:\d{2}")
_ADDRESS = re.compile(r"@|^\+?\d[\d ()/-]{6,}$")
# Actions that a dialog asks about, that a form's last button ends, that one press does, that many pages have.
_ASKED_AGAIN = frozenset({"delete", "uninstall", "signout", "send", "buy", "call"})
_BY_FORM = frozenset({"create", "save", "send", "edit", "rename", "reply", "comment", "post", "search"})
_AT_ONCE = frozenset(
    {"bookmark", "favourite", "follow", "like", "archive", "pin", "download", "call", "delete"}
)
_ONCE = frozenset({"create", "save", "edit"})
_LOOKS = 3  # how often in a row the planner scrolls before it tries something else


@dataclass(frozen=True, slots=True)
class Choice:
    """The next action: the ``element`` it is about, what that is called, ``why`` in a sentence.

    ``value`` is what is typed or answered; ``place`` the entry's number in a list, 0 for a field. ``notes``
    are values read on this screen that the goal asks for; ``missing`` says what is covered here.
    """

    kind: Kind
    why: str = field(repr=False)
    element: Element | None = field(default=None, repr=False)
    name: str = field(default="", repr=False)
    value: str = field(default="", repr=False)
    place: int | None = None
    notes: tuple[Note, ...] = field(default=(), repr=False)
    missing: str = field(default="", repr=False)


def choose(goal: Goal, screen: Layout, history: History) -> Choice:
    """The next action; always one, since a planner that knows nothing better looks further."""
    now = _Now(goal, screen, history, read_notes(goal, screen))
    choice = next(choice for rule in _RULES if (choice := rule(now)) is not None)
    return replace(choice, notes=now.notes, missing=_missing(now, choice))


@dataclass(frozen=True)
class _Now:
    """What the rules look at."""

    goal: Goal
    screen: Layout
    history: History
    notes: tuple[Note, ...]

    @cached_property
    def known(self) -> dict[str, str]:
        """All values noted so far, those of this screen last."""
        return {k: v for k, v in self.history.noted.items() if k not in dict(self.notes)} | dict(self.notes)

    @cached_property
    def pressed(self) -> frozenset[str]:
        return self.history.pressed

    @cached_property
    def pending(self) -> tuple[str, ...]:
        """The values that are still to be typed: those of the goal, and what was noted for another app."""
        noted = [value for value in self.known.values() if value]
        # What was read last was nearest to what the goal asks for.
        last = tuple(noted[-1:]) if len(self.goal.apps) > 1 and not self.goal.question else ()
        return tuple(value for value in dict.fromkeys(self.goal.values + last) if not self._entered(value))

    @cached_property
    def values_left(self) -> bool:
        """Whether a value of the goal itself is still to be typed."""
        return not all(map(self._entered, self.goal.values))

    def _entered(self, value: str) -> bool:
        return any(same_value(value, typed) for typed in self.history.typed) or any(
            similarity(value, clicked) >= ALIKE for clicked in self.history.clicks
        )

    @cached_property
    def unfinished(self) -> bool:
        """Whether something was typed after the last button that ends a form."""
        for call in reversed(self.history.calls):
            if call.name == "type":
                return True
            if call.name == "click" and fold(quoted_in(call.element)) in words().finish:
                return False
        return False

    @cached_property
    def fields(self) -> tuple[tuple[str, Element], ...]:
        """The empty fields of the screen with their kinds, top to bottom."""
        filled = {fold(quoted_in(c.element)) for c in self.history.calls if c.element.startswith("the field")}
        return tuple(
            (kind, element)
            for element in self.screen.visible
            if element.folded not in filled and element.folded.rstrip(" :*…") not in filled
            if (kind := field_kind(element.text)) not in (None, "search") and kind is not None
            if not _is_title(element, self.screen)
        )

    @cached_property
    def best(self) -> tuple[Element | None, float]:
        """The element that serves the goal best, with its score; the upper one of two alike."""
        scored = [(element, _score(element, self)) for element in self.screen.visible]
        return max(scored, key=lambda pair: pair[1], default=(None, 0.0))


def _type(now: _Now) -> Choice | None:
    last = now.history.last
    if last is None or last.name != "click" or not last.element.startswith("the field"):
        return None
    name = quoted_in(last.element)
    value = _suiting(field_kind(name) or "text", now.pending)
    if value is None:
        return None
    return Choice("type", f"The field “{name}” is active, so the text goes in.", name=name, value=value)


def _leave(now: _Now) -> Choice | None:
    """Once the value for another app was read, that app is gone to."""
    found = any(value and len(stems(label)) > 1 for label, value in now.notes)
    if now.goal.question or now.screen.is_launcher or not found:
        return None
    last = now.history.last
    if not _unopened(now) or (last is not None and last.name in ("home", "hotkey")):
        return None
    return Choice("home", "The value that was looked for is here and is noted; it is needed in another app.")


def _fill(now: _Now) -> Choice | None:
    form = now.screen.has(words().finish)  # the details of a thing have labels, too
    if not now.pending or now.screen.is_launcher or not form or _visible(now.pending[0], now.screen):
        return None
    for kind, element in now.fields:
        if _suiting(kind, now.pending) is not None:
            return _click(element, f"The field “{element.text}” has to be filled in.", place=0)
    return None


def _finish(now: _Now) -> Choice | None:
    """Once something was typed and nothing that is left fits a field here, what takes it over is pressed."""
    buttons = [element for element in now.screen.visible if element.folded in words().finish]
    if not now.unfinished or not buttons or any(_suiting(kind, now.pending) for kind, _ in now.fields):
        return None
    wanted = {label for act in now.goal.acts for label in words().acts[act].labels}
    asked, value = now.best
    if asked is not None and value >= _SURE and asked.folded not in wanted and not is_field_label(asked.text):
        return _click(asked, f"“{asked.text}” is asked for as well.")
    button = max(buttons, key=lambda each: (each.folded in wanted, each.box.y1))
    return _click(button, "What was filled in has to be taken over.")


def _open_app(now: _Now) -> Choice | None:
    """In a launcher, or at the start: the first app of the goal that was not opened yet, or the way to it."""
    if not now.goal.apps or (not now.screen.is_launcher and now.history.calls):
        return None
    waiting = _unopened(now)
    if now.history.noted and len(waiting) == len(now.goal.apps):
        waiting = waiting[1:]  # the first one must have been open, since its value is known
    looked = now.history.scrolled >= _LOOKS
    for app in waiting if looked else waiting[:1]:
        for element in now.screen.visible:
            if element.folded in words().apps[app].labels:
                return _click(element, "The task is about this app, so it is opened.")
    for element in now.screen.elements:
        if element.folded in words().launcher and element.folded not in now.pressed:
            return _click(element, "The app is not to be seen here, the list of all apps has it.")
    if not now.screen.is_launcher or looked or not waiting:
        return None
    return Choice("scroll", "The app that the task needs must be further down.")


def _confirm(now: _Now) -> Choice | None:
    """What was pressed last once more, where a dialog asks whether it is meant."""
    name = now.history.clicked_last
    if not name or now.screen.is_launcher or now.history.clicks.count(name) > 1:
        return None
    if not any(fold(name) in words().acts[act].labels for act in now.goal.acts if act in _ASKED_AGAIN):
        return None
    x, y = now.screen.width / 2, now.screen.height / 2
    alike = [element for element in now.screen.visible if similarity(name, element.text) >= ALIKE]
    button = min(alike, key=lambda e: abs(e.box.x1 - x) + abs(e.box.y1 - y), default=None)
    return None if button is None else _click(button, "The screen asks whether this is meant, and it is.")


def _settled(now: _Now) -> Choice | None:
    """Done at once, where what was pressed last is all that the goal asks for: a message of it follows."""
    deeds = set(now.goal.acts) - {"create"}
    if now.goal.question or now.values_left or not now.history.clicked_last or not _entry_chosen(now):
        return None
    name = fold(now.history.clicked_last)
    if now.history.typed and name in words().finish and set(now.goal.acts) <= _BY_FORM and not _open(now):
        return Choice("done", "All that was asked for has been done.")
    if len(deeds) == 1 and deeds <= _AT_ONCE:
        (deed,) = deeds
        if name in words().acts[deed].labels:
            return Choice("done", "All that was asked for has been done.")
    return None


def _open(now: _Now) -> bool:
    """Whether anything here is still asked for by its name."""
    named = (_named(e, now) - _clicked(e, now) for e in now.screen.elements if e.text not in now.goal.values)
    return any(value >= _SURE for value in named)


def _press(now: _Now) -> Choice | None:
    """What the goal names, then the entry that it counts, then what does the deed."""
    if now.screen.is_launcher:
        return None
    element, value = now.best
    entry = _entry(now)
    if entry is not None:  # deeds are done to the entry, so it comes before them
        named = [(e, _named(e, now) - _clicked(e, now)) for e in now.screen.visible if _can_be_next(e, now)]
        element, value = max(named, key=lambda pair: pair[1], default=(None, 0.0))
    if element is None or value < _ENOUGH:
        return entry
    return _click(element, f"“{element.text}” is what the task speaks of or asks for.")


def _entry(now: _Now) -> Choice | None:
    """The entry that the goal counts, once: covered or not, its place in the list is to be seen."""
    place, rows = now.goal.place, now.screen.rows
    if place is None or not rows or now.history.counted:
        return None
    index = place - 1 if place > 0 else place
    return (
        _click(rows[index], "The task counts the entries of this list.", place) if index < len(rows) else None
    )


def _end(now: _Now) -> Choice | None:
    """Done: with the answer that was read, or once the deed that was asked for was done."""
    if now.goal.question:
        answers = [value for value in now.known.values() if value]
        return Choice("done", "The answer is on the screen.", value=answers[-1]) if answers else None
    if not now.history.calls or now.screen.is_launcher or now.unfinished or now.values_left:
        return None
    took_over = now.history.typed and now.pressed & words().finish
    worked = any(_did(act, now.pressed) for act in now.goal.acts)
    done = _entry_chosen(now) and (took_over or worked)
    return Choice("done", "All that was asked for has been done.") if done else None


def _look(now: _Now) -> Choice:
    """What to do where nothing on the screen serves the goal: further down, somewhere else, back, home."""
    if now.history.scrolled < _LOOKS:
        return Choice("scroll", "What the task needs is not to be seen on this part of the page.")
    for element in now.screen.visible:
        if element.folded in words().more and element.folded not in now.pressed:
            return _click(element, "There may be more under this.")
    if now.history.scrolled == _LOOKS:
        return Choice("back", "This page has nothing of what the task needs.")
    return Choice("home", "The task has to be begun anew from the home screen.")


_RULES = (_type, _leave, _fill, _finish, _open_app, _confirm, _settled, _press, _end, _look)


def _click(element: Element, why: str, place: int | None = None) -> Choice:
    return Choice("click", why, element, element.text, place=place)


def _unopened(now: _Now) -> list[str]:
    return [app for app in now.goal.apps if not words().apps[app].labels & now.pressed]


def _entry_chosen(now: _Now) -> bool:
    return now.goal.place is None or now.history.counted


def _suiting(kind: str, values: tuple[str, ...]) -> str | None:
    """The value that suits a field: of its shape where it has one, else the first that has none."""
    if kind in ("time", "date"):
        return next((value for value in values if _TIME.search(value)), None)
    if kind == "address":
        return next((value for value in values if _ADDRESS.search(value)), None)
    plain = [value for value in values if not _ADDRESS.search(value) and not _TIME.fullmatch(value)]
    return plain[0] if plain else (values[0] if values and kind == "text" else None)


def _visible(value: str, screen: Layout) -> bool:
    return any(similarity(value, element.text) >= ALIKE for element in screen.visible)


def _missing(now: _Now, choice: Choice) -> str:
    """What should be on this screen and may stand under one of its covered areas."""
    if not now.screen.covered:
        return ""
    if choice.element is not None and choice.element.covered:
        return "the text of the entry that the task counts"
    for label, value in now.notes:
        if not value:
            return f"the value of “{label}”"
    names = (*now.goal.values, *now.goal.names)
    wanted = next((name for name in names if not _visible(name, now.screen)), "")
    return (
        f"“{wanted}”, unless it is elsewhere" if choice.kind in ("scroll", "back", "home") and wanted else ""
    )


def _score(element: Element, now: _Now) -> float:
    """How well an element serves the goal: what the goal says or asks to be done, less what was clicked."""
    if not _can_be_next(element, now) or (now.goal.values and is_field_label(element.text)):
        return 0.0
    value = max(_named(element, now), _does(element, now))
    return value - _clicked(element, now) if value else 0.0


def _named(element: Element, now: _Now) -> float:
    """How much of what an element says is said by the goal, too."""
    alike = max((similarity(element.text, name) for name in (*now.goal.values, *now.goal.names)), default=0.0)
    value = 6.0 * alike if alike >= ALIKE else 0.0
    entered = frozenset().union(*map(stems, now.history.typed))
    share, own = overlap(element.text, now.goal.words - entered), stems(element.text)
    if share < 0.5:
        return value
    weight = float(len(own)) if is_cjk(element.text) else sum(min(len(stem), 5) for stem in own) / 5
    return max(value, share * share * (1.5 + min(weight, 4.0) * 0.9))


def _does(element: Element, now: _Now) -> float:
    """How well an element's label fits what the goal asks to be done; the first deed counts most."""
    share, value = overlap(element.text, now.goal.words), 0.0
    for rank, act in enumerate(now.goal.acts):
        if act in _ONCE and _did(act, now.pressed):
            continue
        for label in words().acts[act].labels:
            if element.folded == label:
                value = max(value, (3.0 if act == "create" else 4.2) - 0.2 * rank)
            elif overlap(_without(label, element.folded), now.goal.words) >= 0.5:
                value = max(value, 3.6 - 0.2 * rank + share)
    return value


def _without(label: str, text: str) -> str:
    """What a text says before or after a label: "playlist" of "new playlist"; "" where it is no such text."""
    if text.startswith(label + " "):
        return text.removeprefix(label)
    return text.removesuffix(label) if len(label) > 1 and text.endswith(label) else ""


def _clicked(element: Element, now: _Now) -> float:
    """What an element loses for the times that it was clicked already."""
    return 3.5 * sum(similarity(element.text, name) >= ALIKE for name in now.history.clicks)


def _did(act: str, pressed: frozenset[str]) -> bool:
    return any(f"{text} ".startswith(f"{label} ") for label in words().acts[act].labels for text in pressed)


def _can_be_next(element: Element, now: _Now) -> bool:
    """Whether an element can be what comes next: no title, no menu bar, nothing that was typed."""
    screen = now.screen
    typed = any(same_value(element.text, typed) for typed in now.history.typed)
    if typed or _is_title(element, screen):
        return False
    bar = element.box.y2 < 0.03 * screen.height or element.text == "+"  # of a desktop; a browser's new tab
    return not (screen.width > screen.height and bar)


def _is_title(element: Element, screen: Layout) -> bool:
    """Whether an element says where one is: a phone's title, or a tab that says the same."""
    width, height = screen.width, screen.height
    if height <= width:
        return False
    titles = [e for e in screen.elements if e.box.y2 < 0.14 * height and e.box.height > 0.012 * height]
    middle = abs(element.center[0] - width / 2) < 0.08 * width
    if element in titles and (element.box.x1 < 0.35 * width or middle):
        return True
    return any(title.folded == element.folded for title in titles if title is not element)
