"""``screen-grounder``: finds the point of an action by reading the screen, without key and network.

It takes the element's words from a grounding prompt, finds the text on the picture that says them (or their
usual name in another language), the entry of a list that they count, or the input below a field's label, and
answers with its centre as strict JSON, in the frame that the prompt asks for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from tactful.bench.guiguard.offline.eyes import last_picture, pixels_of, read_units
from tactful.bench.guiguard.offline.inputs import input_below
from tactful.bench.guiguard.offline.lexicon import words
from tactful.bench.guiguard.offline.likeness import covered, fold, likeness, stems
from tactful.bench.guiguard.offline.past import spoken
from tactful.bench.guiguard.offline.scenes import Scene, Thing, scene_of
from tactful.bench.guiguard.offline.worth import field_kind
from tactful.errors import ModelError
from tactful.models import Message, PromptPack, Reply, load_pack

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ENOUGH = 0.62  # a likeness below which nothing on the screen is what the element is called
_TRANSLATED = 0.92  # what a name in another language counts beside the same words
_FRAME = re.compile(r"\b(\d{2,5})\b")
_ELEMENT = re.compile(r"(?im)^\W*(?:element|target)[^:\n]*:\s*(?P<value>\S.*?)\s*$")
_WHERE = re.compile(r"\bat the (top|upper|middle|lower|bottom) (left|centre|right)\b")
_NONE = "none"


@dataclass(frozen=True, slots=True)
class Asked:
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
        picture = last_picture(messages)
        if picture is None:
            raise ModelError("screen-grounder was sent no picture")
        asked = _asked(messages)
        pixels = pixels_of(picture.data)
        scene = scene_of(read_units(picture.data), pixels)
        x, y = locate(asked.target, scene, pixels, asked.context)
        width, height = asked.frame or (scene.width, scene.height)
        point = {"x": round(x * width / scene.width), "y": round(y * height / scene.height)}
        return Reply(json.dumps(point))


def locate(target: str, scene: Scene, pixels: NDArray[np.uint8], context: str = "") -> tuple[float, float]:
    """The pixel at which an element most likely is; the middle of the screen where nothing tells."""
    quoted = spoken(target)
    name = quoted or target
    if (place := counted(target)) is not None and not (quoted and _best(quoted, target, scene)):
        index = place - 1 if place > 0 else place
        if -len(scene.rows) <= index < len(scene.rows):
            return _centre(scene.rows[index])
    for said in (name, spoken(context)):
        if said and said != _NONE and (thing := _best(said, target, scene)) is not None:
            return _point(thing, target, scene, pixels)
    if (new := _sign_for_new(name, scene)) is not None:
        return _centre(new)
    thing = _related(f"{name} {context}", scene)
    return _centre(thing) if thing is not None else _guess(target, scene)


def counted(target: str) -> int | None:
    """Which entry of a list a target's words count, in seven languages; None where they count none."""
    told = fold(target)
    number = re.search(r"\d+", told)
    if number is None or not any(word in told for word in words().entry):
        return None
    return int(number.group()) or None


def _best(said: str, target: str, scene: Scene) -> Thing | None:
    """The thing that says the words, or what they are called in another language; None where none does."""
    others = words().same.get(fold(said), frozenset()) - {fold(said)}
    where = _WHERE.search(target)
    best, high = None, 0.0
    for thing in scene.things:
        if thing.covered:
            continue
        value = max([likeness(said, thing.text), *(_TRANSLATED * likeness(o, thing.text) for o in others)])
        if value < _ENOUGH:
            value = 0.8 * _within(said, thing)
        if value >= _ENOUGH:
            value += 0.2 * (
                where is not None and scene.where(thing.box).endswith(where.group().removeprefix("at "))
            )
            value -= 0.05 * _is_heading(thing, scene)
        if value > high:
            best, high = thing, value
    return best if high >= _ENOUGH else None


def _within(said: str, thing: Thing) -> float:
    """1 where a line of the screen holds the words, or a name that goes over two lines holds the line."""
    one, two = fold(said), thing.says
    if len(one) >= 4 and one in two:
        return min(1.0, 0.8 + len(one) / len(two) / 5)
    return 0.8 if len(two) >= 6 and one.startswith(two) else 0.0


def _is_heading(thing: Thing, scene: Scene) -> bool:
    """Whether a thing stands where a page says its name, which is seldom what is to be pressed."""
    return thing.box.y2 < 0.12 * scene.height and thing.box.x1 < 0.35 * scene.width


def _point(thing: Thing, target: str, scene: Scene, pixels: NDArray[np.uint8]) -> tuple[float, float]:
    """A thing's own centre, or for a field's label the input that it belongs to."""
    form = any(other.says in words().finish for other in scene.things)
    if target.startswith("the field") or (form and field_kind(thing.text) is not None and not scene.launcher):
        labels = [
            t.box for t in scene.things if not t.covered and field_kind(t.text) is not None and t is not thing
        ]
        if (found := input_below(thing.box, pixels, labels)) is not None:
            return found
        return thing.box.x1 + 3.0 * thing.box.height, thing.box.y2 + 1.9 * thing.box.height
    return _centre(thing)


def _sign_for_new(name: str, scene: Scene) -> Thing | None:
    """The lowest plus sign, for an element that makes something new: such buttons seldom say so in words."""
    said = fold(name)
    if not any(said == label or said.startswith(label + " ") for label in words().acts["create"].press):
        return None
    return max((t for t in scene.things if t.text == "+"), key=lambda t: t.box.y1, default=None)


def _related(text: str, scene: Scene) -> Thing | None:
    """The thing whose telling words stand in the plan, if there are two of them at least."""
    told = stems(text)
    scored = [(covered(t.text, told) * min(len(stems(t.text)), 3), t) for t in scene.things if not t.covered]
    best = max(scored, key=lambda found: found[0], default=None)
    return best[1] if best is not None and best[0] >= 1.9 else None


def _guess(target: str, scene: Scene) -> tuple[float, float]:
    """Where nothing says the words: the covered area of about their length, else the place that they name."""
    if scene.covered:
        length = max(len(target), 1)
        area = min(scene.covered, key=lambda box: abs(box.width / max(box.height, 1) - 0.55 * length))
        return (area.x1 + area.x2) / 2, (area.y1 + area.y2) / 2
    if (where := _WHERE.search(target)) is not None:
        high = ("top", "upper", "middle", "lower", "bottom").index(where.group(1))
        wide = ("left", "centre", "right").index(where.group(2))
        return (wide + 0.5) / 3 * scene.width, (high + 0.5) / 5 * scene.height
    return scene.width / 2, scene.height / 2


def _centre(thing: Thing) -> tuple[float, float]:
    return (thing.box.x1 + thing.box.x2) / 2, (thing.box.y1 + thing.box.y2) / 2


@cache
def _pack() -> PromptPack:
    return load_pack("guiguard_grounding")


def _asked(messages: Sequence[Message]) -> Asked:
    """The last grounding prompt of a conversation: read back exactly from ours, else by its headings."""
    for message in reversed(messages):
        if message.role == "assistant":
            continue
        if (found := _pack().read("ground", message.text)) is not None:
            texts = {name: "" if text.strip() == _NONE else text.strip() for name, text in found.items()}
            target = texts["target"] or spoken(texts["action"]) or spoken(texts["plan"]) or texts["action"]
            return Asked(target, f"{texts['action']} {texts['plan']}", _frame(found["coordinates"]))
        if (element := _ELEMENT.search(message.text)) is not None and message.pictures:
            return Asked(element.group("value"), message.text, None)
    raise ModelError("screen-grounder found no element to look for in the conversation")


def _frame(coordinates: str) -> tuple[int, int] | None:
    """Width and height of the frame that the prompt speaks of; None (pixels) where it names none."""
    if (found := _pack().read("coordinates", coordinates)) is not None:
        numbers = [found["width"], found["height"]]
    else:
        numbers = _FRAME.findall(coordinates)
    sizes = [int(number) for number in numbers if number.isdigit() and int(number) > 1]
    return (sizes[0], sizes[1]) if len(sizes) >= 2 else None
