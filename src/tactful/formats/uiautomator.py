"""UIAutomator dumps of Android screens (``uiautomator dump``, uiautomator2, Appium) as text units.

One node, shortened::

    <node text="" resource-id="com.app:id/pin" class="android.widget.EditText" content-desc="PIN"
          password="true" visible-to-user="true" bounds="[48,210][1032,330]" />

What becomes a unit: a visible node with a text, or else a content description, or else a hint. ``role`` is
the last part of the class; ``hint`` holds the last part of the resource id, the description, and the word
"password" for password fields. Descriptions of containers repeat what their children show: what the children
cover is left out of them. Document type declarations are refused, so entities cannot blow up.
"""

from __future__ import annotations

import re
from pathlib import Path
from xml.parsers import expat

from tactful.errors import RecordError
from tactful.formats.node_trees import Node, units_of
from tactful.terms import Box, TextUnit

EXPECTED = "a UIAutomator XML dump"
_BOUNDS = re.compile(r"^\[(-?\d{1,7}),(-?\d{1,7})\]\[(-?\d{1,7}),(-?\d{1,7})\]$")


class _Refused(Exception):
    """The document has something that a dump never has; the message is ours."""


def is_uiautomator(head: bytes) -> bool:
    """Whether a file's first bytes look like a dump."""
    return b"<hierarchy" in head


def units_from_uiautomator(
    xml: str | bytes, size: tuple[int, int] | None = None, *, file: Path | None = None
) -> tuple[tuple[TextUnit, ...], int, int]:
    """The units of a dump in reading order of the tree, and the screen's size in pixels.

    ``size`` is the screenshot's (width, height) where known; otherwise it is the hull of the nodes. Raises
    ``RecordError`` for anything but a well-formed dump with at least one placed node.
    """
    data = xml.encode() if isinstance(xml, str) else xml
    # `uiautomator dump /dev/tty` prints a line of its own after the document.
    end = data.rfind(b"</hierarchy>")
    if end >= 0:
        data = data[: end + len(b"</hierarchy>")]
    root = _parse(data, file)
    placed = [node for node in root.walk() if node.box is not None]
    if not placed:
        raise RecordError("no node with bounds", file=file, expected=EXPECTED)
    hull = Box.hull(node.box for node in placed if node.box is not None)
    width, height = size if size is not None else (hull.x2, hull.y2)
    if width < 1 or height < 1:
        raise RecordError("every node lies outside the screen", file=file, expected=EXPECTED)
    units, _ = units_of(root, width, height, source="uiautomator")
    return units, width, height


def _parse(data: bytes, file: Path | None) -> Node:
    root = Node()
    stack = [root]

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(stack) == 1 and tag != "hierarchy":
            raise _Refused("the root is not <hierarchy>")
        node = _node(attributes, tag)
        stack[-1].children.append(node)
        stack.append(node)

    def refuse(*_: object) -> None:
        raise _Refused("it declares a document type, which no dump does")

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: stack.pop()
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except _Refused as err:
        raise RecordError(str(err), file=file, line=parser.CurrentLineNumber, expected=EXPECTED) from None
    except expat.ExpatError as err:
        reason = f"not well-formed XML: {expat.ErrorString(err.code)}"
        raise RecordError(reason, file=file, line=err.lineno, expected=EXPECTED) from None
    except (ValueError, LookupError):
        raise RecordError("bounds or an encoding that cannot be read", file=file, expected=EXPECTED) from None
    return root


def _node(attributes: dict[str, str], tag: str) -> Node:
    text = attributes.get("text", "").strip()
    description = attributes.get("content-desc", "").strip()
    placeholder = attributes.get("hint", "").strip()
    password = attributes.get("password") == "true"
    resource = attributes.get("resource-id", "").rpartition("/")[2]
    hints = [resource, description if text else "", placeholder if text or description else ""]
    if password:
        hints.append("password")
    hidden = "false" in (attributes.get("visible-to-user"), attributes.get("displayed"))
    return Node(
        text=text or description or placeholder,
        box=_box(attributes["bounds"]) if "bounds" in attributes else None,
        role=(attributes.get("class") or tag).rpartition(".")[2],
        hint=" ".join(dict.fromkeys(part for part in hints if part)),
        described=not text,
        hidden=hidden,
    )


def _box(bounds: str) -> Box:
    numbers = _BOUNDS.match(bounds.strip())
    if numbers is None:
        raise ValueError("bounds")
    x1, y1, x2, y2 = map(int, numbers.groups())
    return Box.around(x1, y1, max(x1, x2), max(y1, y2))  # a collapsed node has x2 < x1 and no area
