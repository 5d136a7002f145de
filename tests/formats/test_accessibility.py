import json
from pathlib import Path
from typing import Any

import pytest

from tactful.errors import RecordError
from tactful.formats import read_units
from tactful.formats.accessibility import units_from_accessibility

BOX = {"x": 40, "y": 96, "width": 300, "height": 24}


def page(*children: object, **changes: object) -> dict[str, Any]:
    tree = {"role": "WebArea", "name": "", "children": list(children)}
    return {"width": 1280, "height": 800, "tree": tree, **changes}


def found(document: dict[str, Any]) -> list[tuple[str, tuple[int, int, int, int]]]:
    return [(unit.text, unit.box.tuple()) for unit in units_from_accessibility(document)[0]]


def test_a_fields_value_is_the_text_and_its_name_the_hint() -> None:
    field = {"role": "textbox", "name": "E-mail", "value": "sam@sample.test", "bounds": BOX}
    (unit,), width, height, unplaced = units_from_accessibility(page(field))
    assert (unit.text, unit.hint, unit.role) == ("sam@sample.test", "E-mail", "textbox")
    assert (unit.box.tuple(), width, height, unplaced) == ((40, 96, 340, 120), 1280, 800, 0)


@pytest.mark.parametrize(
    "place",
    [
        {"bounds": BOX},
        {"boundingBox": BOX},
        {"bounding_box": [40, 96, 300, 24]},
        {"union_bound": [40, 96, 300, 24]},
        {"rect": {"left": 40, "top": 96, "width": 300, "height": 24}},
        {"box": [40, 96, 340, 120]},
        {"box": BOX},
    ],
)
def test_the_ways_to_say_a_place(place: dict[str, object]) -> None:
    assert found(page({"role": "button", "name": "Save", **place})) == [("Save", (40, 96, 340, 120))]


def test_scale_and_scroll() -> None:
    document = page({"role": "button", "name": "Save", "bounds": BOX}, scale=2, scroll={"x": 10, "y": 90})
    assert found(document) == [("Save", (60, 12, 660, 60))]


def test_a_viewport_in_css_pixels() -> None:
    document = page(
        {"role": "button", "name": "Save", "bounds": BOX}, scale=2, viewport={"width": 640, "height": 400}
    )
    del document["width"], document["height"]
    assert units_from_accessibility(document)[1:3] == (1280, 800)


def test_names_made_of_children_are_not_repeated() -> None:
    link = {
        "role": "link",
        "name": "Sam Sample 9:41",
        "bounds": [0, 0, 400, 60],
        "children": [
            {"role": "text", "name": "Sam Sample", "bounds": [0, 0, 100, 20]},
            {"role": "text", "name": "9:41", "bounds": [350, 0, 40, 20]},
        ],
    }
    assert [text for text, _ in found(page(link))] == ["Sam Sample", "9:41"]


def test_string_children_take_their_parents_place() -> None:
    assert found(page({"role": "paragraph", "bounds": BOX, "children": ["Hello Sam"]})) == [
        ("Hello Sam", (40, 96, 340, 120))
    ]


@pytest.mark.parametrize("field", [{"type": "password"}, {"autocomplete": "current-password"}])
def test_password_fields_say_so(field: dict[str, str]) -> None:
    node = {"role": "textbox", "name": "Key", "value": "s3cret", "bounds": BOX, **field}
    assert units_from_accessibility(page(node))[0][0].hint == "Key password"


def test_off_screen_hidden_and_unplaced_nodes() -> None:
    document = page(
        {"role": "button", "name": "below", "bounds": [0, 900, 50, 20]},
        {"role": "button", "name": "hidden", "bounds": BOX, "hidden": True},
        {"role": "button", "name": "nowhere"},
        {"role": "button", "name": "here", "bounds": BOX},
    )
    units, _, _, unplaced = units_from_accessibility(document)
    assert ([unit.text for unit in units], unplaced) == (["here"], 1)


def ax(
    number: int, role: str, name: str = "", children: tuple[int, ...] = (), **more: object
) -> dict[str, object]:
    return {
        "nodeId": str(number),
        "ignored": False,
        "role": {"type": "role", "value": role},
        "name": {"type": "computedString", "value": name, "sources": []},
        "childIds": [str(child) for child in children],
        "backendDOMNodeId": number + 100,
        **more,
    }


def flat(*nodes: object, **changes: object) -> dict[str, Any]:
    return {"width": 1280, "height": 800, "nodes": list(nodes), **changes}


def test_chromiums_full_tree_with_bounds_by_dom_node() -> None:
    value = {"value": {"type": "string", "value": "sam@sample.test"}}
    document = flat(
        ax(1, "RootWebArea", "Account", (2, 3)),
        ax(2, "textbox", "E-mail", (4,), **value),
        ax(3, "generic", "", (), ignored=True),
        ax(4, "StaticText", "sam@sample.test"),
        bounds={"101": [0, 0, 1280, 800], "102": [30, 90, 320, 36], "104": [40, 96, 120, 24]},
    )
    units, _, _, unplaced = units_from_accessibility(document)
    assert unplaced == 0
    assert [(u.text, u.box.tuple(), u.role, u.hint) for u in units] == [
        ("Account", (0, 0, 1280, 800), "RootWebArea", ""),
        ("sam@sample.test", (40, 96, 160, 120), "textbox", "E-mail"),
    ]


def test_lines_of_a_paragraph_replace_it() -> None:
    document = flat(
        ax(1, "StaticText", "Dear Sam how are you", (2, 3), union_bound=[0, 0, 100, 40]),
        ax(2, "InlineTextBox", "Dear Sam ", union_bound=[0, 0, 100, 20]),
        ax(3, "InlineTextBox", "how are you", union_bound=[0, 20, 90, 20]),
    )
    assert [text for text, _ in found(document)] == ["Dear Sam", "how are you"]


def test_a_cycle_hides_nothing() -> None:
    document = flat(ax(1, "a", "one", (2,), bounds=BOX), ax(2, "b", "two", (1,), bounds=BOX), ax(3, "c", "three", (3,), bounds=BOX))  # fmt: skip  # noqa: E501
    assert sorted(text for text, _ in found(document)) == ["one", "three", "two"]


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (page({"role": "button", "name": "Ada"}), "no node has bounds"),
        (page({"name": "Ada", "bounds": "Ada"}), "field 'bounds': a string"),
        (page({"name": "Ada", "bounds": {"x": 1}}), "field 'bounds': null"),
        (page({"name": "Ada", "box": [1, 2]}), "field 'box'"),
        (page({"name": "Ada", "children": "Ada"}), "field 'children': a string"),
        (page({"name": "Ada", "children": [7]}), "field 'children': a number"),
        (page({"name": "Ada", "bounds": BOX}, width=0), "not positive"),
        (page({"name": "Ada", "bounds": BOX}, width="Ada"), "field 'width'"),
        (page({"name": "Ada", "bounds": BOX}, scale=0), "field 'scale'"),
        (page({"name": "Ada", "bounds": BOX}, scroll=[1]), "field 'scroll'"),
        (flat("Ada"), "field 'nodes'"),
        (flat(ax(1, "a"), ax(1, "b")), "two nodes with one nodeId"),
    ],
)
def test_malformed_snapshots(tmp_path: Path, document: dict[str, Any], reason: str) -> None:
    (tmp_path / "a.json").write_text(json.dumps(document))
    with pytest.raises(RecordError) as caught:
        read_units(tmp_path / "a.json")
    assert reason in str(caught.value)
    assert "Ada" not in str(caught.value)


def test_a_file_with_texts_that_have_no_place(tmp_path: Path) -> None:
    document = page({"name": "a", "bounds": BOX}, {"name": "b"}, task="Save it", platform="pc")
    (tmp_path / "a.units.json").write_text(json.dumps(document))
    given = read_units(tmp_path / "a.units.json")
    assert (given.screen.platform, given.screen.state.goal) == ("pc", "Save it")
    assert ["1 texts without bounds" in problem.reason for problem in given.problems] == [True]
