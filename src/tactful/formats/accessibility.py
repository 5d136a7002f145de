"""DOM and accessibility snapshots of browsers as text units. JSON, in one of two forms.

Nested, as Playwright's accessibility snapshot with boxes added::

    {"width": 1280, "height": 800, "task": "...", "scale": 1, "scroll": {"x": 0, "y": 0},
     "tree": {"role": "WebArea", "name": "Account", "children": [
       {"role": "textbox", "name": "E-mail", "value": "sam@sample.test",
        "bounds": {"x": 40, "y": 96, "width": 300, "height": 24}}]}}

Flat, as Chromium's ``Accessibility.getFullAXTree`` (values are objects: ``"role": {"type": "role", "value":
"textbox"}``), with bounds added to each node or given by ``backendDOMNodeId``::

    {"width": 1280, "height": 800, "nodes": [{"nodeId": "1", "role": {...}, "childIds": ["2"], ...}],
     "bounds": {"17": [40, 96, 300, 24]}}

A node's place is ``bounds`` (or ``boundingBox``, ``bounding_box``, ``union_bound``, ``rect``): x, y, width
and height, or ``box``: x1, y1, x2, y2; each a list, or an object with x, y, width and height. Numbers are CSS
pixels of the page: ``scroll`` is subtracted, then all is multiplied by ``scale`` (the device pixel ratio).
``width`` and ``height`` are the screenshot's in pixels, or CSS pixels under ``viewport``.

A field's value is the unit's text and its name the hint; other nodes give their name, less what their
children show. Ignored and hidden nodes, and those off the screen, give nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tactful.formats.node_trees import Node, units_of
from tactful.formats.records import a_kind
from tactful.terms import Box, TextUnit

_PLACES = ("bounds", "boundingBox", "bounding_box", "union_bound", "rect")
_TEXT_LEAVES = frozenset({"statictext", "inlinetextbox", "text"})


def is_accessibility(document: object) -> bool:
    """Whether a JSON document has one of the two forms."""
    return isinstance(document, Mapping) and (
        isinstance(document.get("tree"), Mapping) or isinstance(document.get("nodes"), list)
    )


def units_from_accessibility(document: Mapping[str, Any]) -> tuple[tuple[TextUnit, ...], int, int, int]:
    """The units, the screen's width and height, and how many texts have no bounds and so no place.

    Raises ``ValueError`` saying what is wrong, with no text of the page.
    """
    scale = _scale(document)
    width, height = _size(document, scale)
    scroll = document.get("scroll") or {}
    if not isinstance(scroll, Mapping):
        raise ValueError(f"field 'scroll': {a_kind(scroll)} (expected an object with x and y)")
    place = _Place(scale, _number(scroll.get("x", 0), "scroll.x"), _number(scroll.get("y", 0), "scroll.y"))
    nodes = document.get("nodes")
    root = _nested(document["tree"], place) if nodes is None else _flat(nodes, document.get("bounds"), place)
    if all(node.box is None for node in root.walk()):
        raise ValueError("no node has bounds (expected bounds, boundingBox or box on the nodes)")
    units, unplaced = units_of(root, width, height, source="accessibility")
    return units, width, height, unplaced


class _Place:
    """From the page's CSS pixels to the screenshot's."""

    def __init__(self, scale: float, x: float, y: float) -> None:
        self._scale, self._x, self._y = scale, x, y

    def of(self, record: Mapping[str, Any], extra: object = None) -> Box | None:
        for name in _PLACES:
            if record.get(name) is not None:
                return self._sized(record[name], name)
        if record.get("box") is not None:
            box = record["box"]
            return self._sized(box, "box") if isinstance(box, Mapping) else self._box(_four(box, "box"))
        return None if extra is None else self._sized(extra, "bounds")

    def _sized(self, value: object, name: str) -> Box:
        if isinstance(value, Mapping):
            x, y = value.get("x", value.get("left")), value.get("y", value.get("top"))
            value = [x, y, value.get("width"), value.get("height")]
        x, y, width, height = _four(value, name)
        return self._box((x, y, x + max(width, 0), y + max(height, 0)))

    def _box(self, corners: tuple[float, float, float, float]) -> Box:
        x1, y1, x2, y2 = corners
        left, top, scale = self._x, self._y, self._scale
        return Box.around((x1 - left) * scale, (y1 - top) * scale, (x2 - left) * scale, (y2 - top) * scale)


def _nested(tree: Mapping[str, Any], place: _Place) -> Node:
    """The tree of the nested form; a child may be a plain string, drawn somewhere inside its parent."""
    root = _node(tree, place)
    stack = [(tree, root)]
    while stack:
        record, node = stack.pop()
        for child in _list(record, "children"):
            if isinstance(child, str):
                node.children.append(Node(child.strip(), node.box, "text", hidden=node.hidden))
            elif isinstance(child, Mapping):
                node.children.append(_node(child, place))
                stack.append((child, node.children[-1]))
            else:
                raise ValueError(f"field 'children': {a_kind(child)} (expected nodes)")
    return root


def _flat(records: object, bounds: object, place: _Place) -> Node:
    """The tree of the flat form, under a root of our own. Nodes that nothing names as a child hang there."""
    if not isinstance(records, list) or not all(isinstance(record, Mapping) for record in records):
        raise ValueError("field 'nodes': not a list of objects")
    given = bounds if isinstance(bounds, Mapping) else {}
    nodes: dict[str, Node] = {}
    for position, record in enumerate(records):
        extra = given.get(str(record.get("backendDOMNodeId")))
        nodes[str(record.get("nodeId", f"#{position}"))] = _node(record, place, extra)
    if len(nodes) != len(records):
        raise ValueError("field 'nodes': two nodes with one nodeId")
    root = Node()
    parents: dict[str, str] = {}
    for record in records:
        for child in _list(record, "childIds"):
            parents.setdefault(str(child), str(record.get("nodeId")))
    for name, node in nodes.items():
        parent = parents.get(name)
        # A cycle would hide its nodes from the walk, so whoever sits on one hangs from the root.
        above = root if parent not in nodes or _on_cycle(name, parents) else nodes[parent]
        above.children.append(node)
    return root


def _on_cycle(name: str, parents: Mapping[str, str]) -> bool:
    seen = {name}
    at = parents.get(name)
    while at is not None and at not in seen:
        seen.add(at)
        at = parents.get(at)
    return at == name


def _node(record: Mapping[str, Any], place: _Place, extra: object = None) -> Node:
    role = _plain(record.get("role"))
    name, value = _plain(record.get("name")).strip(), _plain(record.get("value")).strip()
    properties = _properties(record)
    hints = [name if value and value != name else "", _plain(record.get("description")).strip()]
    secret = {str(v).lower() for k, v in properties.items() if k in ("type", "inputType", "autocomplete")}
    if any("password" in word for word in secret):
        hints.append("password")
    drawn = bool(value) or (role.lower() in _TEXT_LEAVES and not record.get("childIds"))
    return Node(
        text=value or name,
        box=place.of(record, extra),
        role=role,
        hint=" ".join(dict.fromkeys(hint for hint in hints if hint)),
        described=not drawn,
        hidden=record.get("ignored") is True or properties.get("hidden") is True,
    )


def _properties(record: Mapping[str, Any]) -> dict[str, Any]:
    """A node's own plain fields, and CDP's list of ``{"name", "value": {"value"}}``."""
    found = {key: record[key] for key in ("type", "inputType", "autocomplete", "hidden") if key in record}
    for entry in _list(record, "properties"):
        if isinstance(entry, Mapping) and isinstance(entry.get("name"), str):
            value = entry.get("value")
            found[entry["name"]] = value.get("value") if isinstance(value, Mapping) else value
    return found


def _list(record: Mapping[str, Any], name: str) -> list[Any]:
    value = record.get(name)
    if value is None or isinstance(value, list):
        return value or []
    raise ValueError(f"field '{name}': {a_kind(value)} (expected a list)")


def _plain(value: object) -> str:
    """A string or number, bare or as CDP's ``{"type", "value"}``."""
    if isinstance(value, Mapping):
        value = value.get("value")
    if isinstance(value, str):
        return value
    return "" if value is None or isinstance(value, bool | list | Mapping) else str(value)


def _scale(document: Mapping[str, Any]) -> float:
    scale = _number(document.get("scale", document.get("deviceScaleFactor", 1)), "scale")
    if not 0.05 <= scale <= 20:
        raise ValueError("field 'scale': out of range (expected the device pixel ratio)")
    return scale


def _size(document: Mapping[str, Any], scale: float) -> tuple[int, int]:
    view, factor = document, 1.0
    if "width" not in document and isinstance(document.get("viewport"), Mapping):
        view, factor = document["viewport"], scale
    size = [round(_number(view.get(name), name) * factor) for name in ("width", "height")]
    if min(size) < 1:
        raise ValueError("fields 'width' and 'height': not positive")
    return size[0], size[1]


def _four(value: object, name: str) -> tuple[float, float, float, float]:
    if not isinstance(value, list | tuple) or len(value) != 4:
        raise ValueError(f"field '{name}': {a_kind(value)} (expected four numbers)")
    a, b, c, d = (_number(v, name) for v in value)
    return a, b, c, d


def _number(value: object, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e7 < value < 1e7:
        raise ValueError(f"field '{name}': {a_kind(value)} (expected a number of pixels)")
    return float(value)
