"""Desktop windows: panes give way to the middle, tables stay readable, tools come where one writes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes import world_scenes as scenes
from fakes.markup import Tag, read
from tactful.world.looks.look import look_of
from tactful.world.looks.screen import editing, fitted, render
from tactful.world.pages import Action, Item, Page, Scene, Section, Window
from tactful.world.values import Value, ui


def at(page: Page, width: int, seed: int = 1) -> Tag:
    scene = scenes.desktop((page,), seed)
    window = Window("w0", page, 10, 40, width, 560)
    return read(render(replace(scene, windows=(window,))).html)


def having(root: Tag, cls: str) -> list[Tag]:
    return [tag for tag in root.all() if cls in tag.attrs.get("class", "").split()]


def listed(name: str, place: str, count: int = 2, layout: str = "list") -> Section:
    items = tuple(Item(f"{name}{k}", {"head": ui(f"{name} {k}")}, f"view:{name}{k}") for k in range(count))
    return Section(name, layout, ui(name.title()), items, place=place)


@given(
    width=st.integers(700, 2600),
    where=st.sampled_from(("", "top", "rail", "side")),
    side=st.booleans(),
    aside=st.booleans(),
)
def test_the_middle_keeps_its_width(width: int, where: str, side: bool, aside: bool) -> None:
    tabs, left, right, middle = fitted(width, where, side, aside)
    assert middle >= 430
    assert (
        middle + (250 if left else 0) + (280 if right else 0) + {"rail": 78, "side": 216}.get(tabs, 0)
        == width
    )
    assert left <= side
    assert right <= aside
    assert (tabs == where) or (where, tabs) == ("side", "rail")
    if width > 1300:
        assert (tabs, left, right) == (where, side, aside)


@pytest.mark.parametrize("seed", range(6))
def test_narrow_windows_drop_panes_and_keep_what_the_aside_leads_to(seed: int) -> None:
    parts = (listed("mails", "main"), listed("folders", "side"), listed("offers", "aside"))
    page = replace(scenes.terminal(), sections=parts)
    narrow, wide = at(page, 720, seed), at(page, 1500, seed)
    assert not having(narrow, "aside")
    assert having(wide, "aside")
    assert having(wide, "side")
    for root in (narrow, wide):
        dos = {tag.attrs.get("data-do") for tag in root.all()}
        assert {"view:mails0", "view:offers1"} <= dos


def test_side_sections_share_one_pane() -> None:
    page = replace(
        scenes.terminal(), sections=(listed("a", "main"), listed("folders", "side"), listed("labels", "side"))
    )
    panes = [tag for tag in having(at(page, 1500), "scroller") if "side" in tag.attrs["class"].split()]
    assert [pane.attrs["data-scroll"] for pane in panes] == ["folders"]
    assert "Labels" in panes[0].text()


def test_a_table_without_room_becomes_cards() -> None:
    words = ("Krankenversicherung", "Steuernummer", "Betriebszugehörigkeit", "Wochenarbeitszeit", "Abteilung")
    cells = tuple(Value(word, "note", f"x/{word}") for word in words)
    part = Section("t", "table", None, (Item("1", cells=cells, do="item:v:1"),), columns=cells)
    page = replace(scenes.terminal(), sections=(part,))
    assert having(at(page, 700), "stacked")
    assert not having(at(page, 700), "table")
    assert having(at(page, 1800), "table")


def test_tools_of_an_editor_come_where_one_writes() -> None:
    seed = next(s for s in range(60) if look_of(s, "docs", "desktop").family == "office")
    other = next(s for s in range(60) if look_of(s, "clock", "desktop").family == "office")
    page = replace(scenes.terminal(), sections=(listed("a", "main"),))
    assert having(at(replace(page, app="docs"), 1200, seed), "ribbon")
    clock = at(replace(page, app="clock"), 1200, other)
    assert not having(clock, "ribbon")
    assert not having(clock, "statusbar")
    body = scenes.field("body", "Message", kind="multiline")
    writing = replace(page, app="mail", sections=(Section("f", "form", inputs=(body,)),))
    assert editing(writing)
    assert not editing(replace(page, app="mail"))


@pytest.mark.parametrize("platform", ["phone", "desktop"])
def test_sections_without_items(platform: str) -> None:
    def shown(*sections: Section) -> str:
        page = replace(scenes.terminal(), sections=sections)
        scene: Scene = scenes.phone(page, 3) if platform == "phone" else scenes.desktop((page,), 3)
        return read(render(scene).html).text()

    full, none = listed("full", "main"), listed("bare", "main", 0)
    assert "Nothing here yet" in shown(none)
    both = shown(full, none)
    assert "Bare" in both
    assert "Nothing here yet" in both
    assert "Nothing" not in shown(full, replace(none, title=None))
    for gone in (replace(none, place="aside"), replace(none, layout="stats"), replace(none, place="foot")):
        assert "Bare" not in shown(full, gone)


def test_all_apps_stand_over_the_windows_while_asked_for() -> None:
    app = Item("deep", {"head": ui("Deep")}, "open:deep", frozenset({"drawer"}), icon="app-window")
    scene = scenes.desktop((scenes.mail(),), 2)
    shut, open = read(render(scene).html), read(render(replace(scene, launcher=(*scene.launcher, app))).html)
    assert not having(shut, "drawer")
    (drawer,) = having(open, "drawer")
    assert {tag.attrs.get("data-do") for tag in drawer.all()} >= {"open:deep"}
    for seed in range(8):
        root = read(render(scenes.desktop((), seed)).html)
        assert "apps" in {tag.attrs.get("data-do") for tag in root.all()}


def test_cells_of_a_stacked_sheet_are_pressed_themselves() -> None:
    names = tuple(ui(f"Betriebszugehörigkeit {k}") for k in range(5))
    acts = tuple(Action(f"c{k}", name, f"cell:1.c{k}", style="cell") for k, name in enumerate(names))
    part = Section("t", "table", None, (Item("1", cells=names, actions=acts),), columns=names)
    root = at(replace(scenes.terminal(), sections=(part,)), 700)
    pressed = [tag.attrs["data-do"] for tag in root.all() if tag.attrs.get("data-do", "").startswith("cell:")]
    assert pressed == [f"cell:1.c{k}" for k in range(5)]
