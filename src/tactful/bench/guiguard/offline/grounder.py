"""``screen-grounder``: finds the point of an action by reading the screen, without key and network.

It takes the element's words from a grounding prompt, finds the text on the picture that says them (or their
usual name in another language), the entry of a list that they count, or the input below a field's label, and
answers with its center as strict JSON, in the frame that the prompt asks for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from tactful.bench.guiguard.offline.history import quoted_in
from tactful.bench.guiguard.offline.screens import (
    HEIGHTS,
    SIDES,
    Element,
    Layout,
    last_picture,
    layout_of,
    pixels_of,
    read_units,
)
from tactful.bench.guiguard.offline.words import fold, is_field_label, overlap, similarity, stems, words
from tactful.errors import ModelError
from tactful.models import Message, Reply, load_pack
from tactful.terms import Box

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_pack = cache(load_pack)
_ENOUGH = 0.62  # a similarity below which nothing on the screen is what the element is called
_TRANSLATED = 0.92  # what a name in another language counts beside the same words
_ELEMENT = re.compile(r"(?im)^\W*(?:element|target)[^:\n]*:\s*(?P<value>\S.*?)\s*$")
_WHERE = re.compile(rf"\bat the ({'|'.join(HEIGHTS)}) ({'|'.join(SIDES)})\b")
_NONE = "none"

_EDGE = 6  # gray levels between a page and an input's border or ground
_ALONG = 0.7  # of the width looked at that an edge takes up
_REACH = 6  # label heights below a label at which its input ends at most
_LEAST = 1.1  # label heights that an input is high at least
_APART = 1.6  # label heights between a label and an edge with room for an input between them


@dataclass(frozen=True, slots=True)
class Question:
    """A grounding prompt: the element's words, the plan and action around it, the frame of the answer."""

    target: str = field(repr=False)
    context: str = field(repr=False)
    frame: tuple[int, int] | None


class ScreenGrounder:
    """A `tactful.models.ChatModel` that answers a grounding prompt.

    ``ModelError`` for a conversation without a picture or without a grounding prompt.
    """

    name = "screen-grounder"

    def ask(self, messages: Sequence[Message]) -> Reply:
        """One JSON object with the point, in the frame that was asked for (else in pixels)."""
        picture = last_picture(messages, self.name)
        question = _question(messages)
        pixels = pixels_of(picture.data)
        screen = layout_of(read_units(picture.data), pixels)
        x, y = locate(question.target, screen, pixels, question.context)
        width, height = question.frame or (screen.width, screen.height)
        return Reply(
            json.dumps({"x": round(x * width / screen.width), "y": round(y * height / screen.height)})
        )


def locate(target: str, screen: Layout, pixels: NDArray[np.uint8], context: str = "") -> tuple[float, float]:
    """The pixel at which an element most likely is; the middle of the screen where nothing tells."""
    quoted = quoted_in(target)
    name = quoted or target
    place = entry_counted(target)
    if place is not None and place <= len(screen.rows) and not (quoted and _best(quoted, target, screen)):
        return screen.rows[place - 1].center
    for words_ in (name, quoted_in(context)):
        if words_ and words_ != _NONE and (element := _best(words_, target, screen)) is not None:
            return _point(element, target, screen, pixels)
    found = _plus_sign(name, screen) or _related(f"{name} {context}", screen)
    return found.center if found is not None else _guess(target, screen)


def entry_counted(target: str) -> int | None:
    """Which entry of a list a target's words count, in seven languages; None where they count none."""
    text = fold(target)
    number = re.search(r"\d+", text)
    if number is None or not any(word in text for word in words().entry):
        return None
    return int(number.group()) or None


def _best(name: str, target: str, screen: Layout) -> Element | None:
    """The element that says the words, or what they are called in another language; None where none does."""
    others = words().same.get(fold(name), frozenset()) - {fold(name)}
    where = _WHERE.search(target)
    best, high = None, 0.0
    for element in screen.visible:
        values = [
            similarity(name, element.text),
            *(_TRANSLATED * similarity(o, element.text) for o in others),
        ]
        value = max(values)
        if value < _ENOUGH:
            value = 0.8 * _contains(name, element)
        if value >= _ENOUGH:
            value += 0.2 * (where is not None and screen.where(element.box) == where.group())
            heading = element.box.y2 < 0.12 * screen.height and element.box.x1 < 0.35 * screen.width
            value -= 0.05 * heading  # where a page says its name, which is seldom what is to be pressed
        if value > high:
            best, high = element, value
    return best if high >= _ENOUGH else None


def _contains(name: str, element: Element) -> float:
    """1 where a line of the screen holds the words, or a name that goes over two lines holds the line."""
    one, two = fold(name), element.folded
    if len(one) >= 4 and one in two:
        return min(1.0, 0.8 + len(one) / len(two) / 5)
    return 0.8 if len(two) >= 6 and one.startswith(two) else 0.0


def _point(element: Element, target: str, screen: Layout, pixels: NDArray[np.uint8]) -> tuple[float, float]:
    """An element's own center, or for a field's label the input that it belongs to."""
    form = screen.has(words().finish) and not screen.is_launcher
    if not target.startswith("the field") and not (form and is_field_label(element.text)):
        return element.center
    labels = [each.box for each in screen.visible if is_field_label(each.text) and each is not element]
    below = element.box.x1 + 3.0 * element.box.height, element.box.y2 + 1.9 * element.box.height
    return input_below(element.box, pixels, labels) or below


def input_below(
    label: Box, pixels: NDArray[np.uint8], labels: Sequence[Box] = ()
) -> tuple[float, float] | None:
    """A point in the input of a label, in pixels; None where nothing is drawn that could be one.

    ``labels`` are the other labels of the form: an input ends where the next label begins. A label within
    a box is a hint, and the box is its input.
    """
    import numpy as np

    height, width = pixels.shape[:2]
    size = label.height
    under = [box.y1 for box in labels if box.y1 >= label.y2 and box.x1 < label.x2 and label.x1 < box.x2]
    top, bottom = max(0, label.y1 - 2 * size), min(height, label.y2 + _REACH * size, *under)
    right = min(width, label.x1 + max(8 * size, label.width))
    look = pixels[top:bottom, label.x1 : right].astype(np.int16).mean(axis=2)
    if look.shape[0] < 3 or look.shape[1] < 3:
        return None
    steps = (np.abs(np.diff(look, axis=0)) > _EDGE).mean(axis=1)
    edges: list[int] = []
    for edge in (top + 1 + int(i) for i in np.flatnonzero(steps >= _ALONG)):
        if not edges or edge - edges[-1] >= max(3, size // 4):  # else the other side of a border
            edges.append(edge)
    x = min(label.x1 + max(label.width / 2, 3.0 * size), width - 1.0)  # within the padding of any input
    above = [edge for edge in edges if label.y1 - 1.5 * size <= edge <= label.y1 + 2]
    below = [edge for edge in edges if edge >= label.y2 - 2]
    if not below:
        return None
    first = below[0]
    if first - label.y2 >= _APART * size:
        return x, (label.y2 + first) / 2  # a line under the input, none above it
    if len(below) > 1 and _LEAST * size <= below[1] - first <= 5 * size:
        return x, (first + below[1]) / 2
    if above and first - above[-1] <= 4.5 * size and not under:
        return x, (label.y1 + label.y2) / 2  # a hint in its box
    return x, first + 1.25 * size


def _plus_sign(name: str, screen: Layout) -> Element | None:
    """The lowest plus sign, for an element that makes something new: such buttons seldom say so in words."""
    text = fold(name)
    if not any(text == label or text.startswith(label + " ") for label in words().acts["create"].labels):
        return None
    return max((e for e in screen.elements if e.text == "+"), key=lambda e: e.box.y1, default=None)


def _related(text: str, screen: Layout) -> Element | None:
    """The element whose telling words stand in the plan, if there are two of them at least."""
    said = stems(text)
    scored = [(overlap(e.text, said) * min(len(stems(e.text)), 3), e) for e in screen.visible]
    best = max(scored, key=lambda pair: pair[0], default=None)
    return best[1] if best is not None and best[0] >= 1.9 else None


def _guess(target: str, screen: Layout) -> tuple[float, float]:
    """Where nothing says the words: the covered area of about their length, else the place that they name."""
    if screen.covered:
        length = max(len(target), 1)
        area = min(screen.covered, key=lambda box: abs(box.width / max(box.height, 1) - 0.55 * length))
        return (area.x1 + area.x2) / 2, (area.y1 + area.y2) / 2
    if (where := _WHERE.search(target)) is not None:
        high, wide = HEIGHTS.index(where.group(1)), SIDES.index(where.group(2))
        return (wide + 0.5) / 3 * screen.width, (high + 0.5) / 5 * screen.height
    return screen.width / 2, screen.height / 2


def _question(messages: Sequence[Message]) -> Question:
    """The last grounding prompt of a conversation: read back exactly from ours, else by its headings."""
    for message in reversed(messages):
        if message.role == "assistant":
            continue
        if (found := _pack("guiguard_grounding").read("ground", message.text)) is not None:
            texts = {name: "" if text.strip() == _NONE else text.strip() for name, text in found.items()}
            action, plan = texts["action"], texts["plan"]
            target = texts["target"] or quoted_in(action) or quoted_in(plan) or action
            return Question(target, f"{action} {plan}", _frame(found["coordinates"]))
        if (element := _ELEMENT.search(message.text)) is not None and message.pictures:
            return Question(element.group("value"), message.text, None)
    raise ModelError("screen-grounder found no element to look for in the conversation")


def _frame(coordinates: str) -> tuple[int, int] | None:
    """Width and height of the frame that the prompt speaks of; None (pixels) where it names none."""
    found = _pack("guiguard_grounding").read("coordinates", coordinates)
    numbers = (
        re.findall(r"\b(\d{2,5})\b", coordinates) if found is None else [found["width"], found["height"]]
    )
    sizes = [int(number) for number in numbers if number.isdigit() and int(number) > 1]
    return (sizes[0], sizes[1]) if len(sizes) >= 2 else None
