"""What a scene offers: the events that a person at the screen could cause."""

from __future__ import annotations

from collections.abc import Iterator

from tactful.world.events import Event
from tactful.world.pages import Action, Input, Item, Scene, Section, Window

TYPED = ("select", "switch", "check")


def offered(scene: Scene) -> list[Event]:
    """Every event of the scene, in its order."""
    events = [Event("tap", item.do) for item in (*scene.dock, *scene.launcher, *scene.notices) if item.do]
    events.append(Event("tap", "home"))
    for window in scene.windows:
        events += [Event("tap", do, "", window.id) for do in dict.fromkeys(_taps(window))]
        events += [Event("input", bind, text, window.id) for bind in _binds(window) for text in ("Ann 2", "")]
        events += [Event("key", key, "", window.id) for key in ("Enter", "Escape", "Backspace")]
        events.append(Event("scroll", "main", "240", window.id))
        if scene.platform == "desktop":
            taps = (f"window:{window.id}:{how}" for how in ("raise", "close", "minimize"))
            events += [Event("tap", do, "", window.id) for do in taps]
    return events


def _taps(window: Window) -> Iterator[str]:
    page = window.page
    yield "back"
    if page.dialog is not None:
        yield from _actions(page.dialog.actions)
        yield from _chosen(page.dialog.inputs)
        yield "close"
        return
    yield from _actions((*page.tabs, *page.actions))
    for section in page.sections:
        yield from _actions(section.actions)
        yield from _chosen(section.inputs)
        for item in section.items:
            yield from (do for do in (item.do, *_actions(item.actions)) if do)


def _actions(actions: tuple[Action, ...]) -> Iterator[str]:
    yield from (action.do for action in actions)


def _chosen(inputs: tuple[Input, ...]) -> Iterator[str]:
    for field in inputs:
        yield from _actions(field.options)


def _binds(window: Window) -> list[str]:
    page = window.page
    if page.dialog is not None:
        return [field.bind for field in page.dialog.inputs if field.kind not in TYPED]
    fields = [field for section in page.sections for field in section.inputs]
    return [f.bind for f in (*fields, *([page.search] if page.search else ())) if f.kind not in TYPED]


def items(scene: Scene, section: str = "") -> tuple[Item, ...]:
    """The items of a section of the top window; of its first section without a name."""
    return part(scene, section).items


def part(scene: Scene, section: str = "") -> Section:
    sections = scene.windows[-1].page.sections
    return next(s for s in sections if not section or s.id == section)
