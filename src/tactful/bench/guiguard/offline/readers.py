"""Built-in models that look for private text: ``screen-reader`` recognizes it, ``leak-reader`` just reads.

``screen-reader`` is the guard's own recognizer, asked like any other model with eyes: it reads the
recognition prompt back, looks at the picture, and answers in the form asked for, in every design of the
benchmark. So the whole path (prompts, logs, replies, boxes on a grid) runs and is measured without a key; its
figures stand just below those of ``--recognizer local``, which needs no detour by text. ``leak-reader`` lists
every text that it can read on a protected picture: what plain reading gives away, without guess or labels.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PIL import Image

from tactful.bench.guiguard.offline.screens import last_picture, pixels_of, read_units
from tactful.bench.guiguard.recognition.asking import IN_PIXELS
from tactful.bench.guiguard.recognition.prompts import UNKNOWN
from tactful.bench.guiguard.recognition.settings import PACK
from tactful.errors import ModelError, RecognitionError
from tactful.models import Message, PromptPack, Reply, load_pack
from tactful.recognize import ScreenRecognizer
from tactful.terms import Box, Category, Region, Risk, Screen, TaskState, TextUnit

_SECTIONS = ("free", "grounded", "extract", "risk", "category")
# The contexts of the pack, those that say more first: the goal's fits them all.
_CONTEXTS = ("decisions", "history", "response", "goal")
_LINE = re.compile(r'(\d+): (".*"|\(text nobody could read\)) at \((\d+), (\d+), (\d+), (\d+)\)')
_SAME = 0.5  # IoU of a listed item and what is found there
_GRID = 1000


class LeakReader:
    """A ``ChatModel`` that answers the leakage prompt by reading. Safe to call from threads."""

    name = "leak-reader"

    def ask(self, messages: Sequence[Message]) -> Reply:
        """All readable texts of the last picture as findings; ``ModelError`` without one to read."""
        picture = last_picture(messages, self.name)
        try:
            units = read_units(picture.data)
        except RecognitionError as err:
            raise _failed(self.name, err) from None
        findings = [
            {"text": unit.text, "how": "read"} for unit in units if unit.readable and unit.text.strip()
        ]
        return Reply(json.dumps({"findings": findings}, ensure_ascii=False))


@dataclass(frozen=True, slots=True)
class _Task:
    """What a prompt asks: the section it was made from, without labels or with, and the fields in it."""

    section: str
    binary: bool
    fields: Mapping[str, str] = field(repr=False)


class ScreenReaderModel:
    """A ``ChatModel`` that reads screens with the recognizers of the package. Safe to call from threads."""

    name = "screen-reader"

    def __init__(self) -> None:
        self._pack: PromptPack = load_pack(PACK)
        self._recognizer = ScreenRecognizer(trust_units=True)
        self._one = threading.Lock()

    def ask(self, messages: Sequence[Message]) -> Reply:
        """The answer to the first prompt of a conversation; asked again, it says the same.

        ``ModelError`` without a picture, or where reading fails.
        """
        asked = [m for m in messages if m.role == "user" and m.pictures][:1]
        picture = last_picture(asked, self.name)
        task = self._task(asked[0].text)
        state = self._state(task.fields.get("context", ""))
        try:
            with self._one:
                return Reply(self._answer(task, state, picture.data))
        except RecognitionError as err:
            raise _failed(self.name, err) from None

    def _task(self, prompt: str) -> _Task:
        for section in _SECTIONS:
            for level in self._pack.levels(section):
                fields = self._pack.template(section, level).read(prompt)
                if fields is not None:
                    return _Task(section, level == "binary", fields)
        return _Task("free", False, {})  # somebody's own words: the usual form is the best guess

    def _state(self, context: str) -> TaskState:
        for level in _CONTEXTS:
            fields = self._pack.template("context", level).read(context)
            if fields is not None:
                lines = (line.partition(": ") for line in fields.get("response", "").splitlines())
                parts = {name: text for name, _, text in lines}
                return TaskState(
                    goal="" if fields["goal"] == UNKNOWN else fields["goal"],
                    plan=parts.get("Plan", ""),
                    reasoning=parts.get("Thought", ""),
                    action=parts.get("Action", ""),
                )
        return TaskState()

    def _answer(self, task: _Task, state: TaskState, data: bytes) -> str:
        image = Image.fromarray(pixels_of(data))
        if task.section in ("free", "extract"):
            regions = [region for region in self._find(data, image, state, None) if region.private]
            return "\n".join(_free_line(task, region, image.size) for region in regions) or "NONE"
        listing = task.fields["lines" if task.section == "grounded" else "items"]
        units = _listed(listing)
        in_pixels = task.section == "grounded" or listing.startswith(IN_PIXELS)
        if not in_pixels:
            units = {n: _scaled(unit, image.width / _GRID, image.height / _GRID) for n, unit in units.items()}
        regions = list(self._find(data, image, state, tuple(units.values()) if in_pixels else None))
        return "\n".join(f"{n} | {_labels(task, _best(unit, regions))}" for n, unit in units.items())

    def _find(
        self, data: bytes, image: Image.Image, state: TaskState, units: tuple[TextUnit, ...] | None
    ) -> tuple[Region, ...]:
        known = read_units(data) if units is None else units
        return self._recognizer.recognize(
            Screen("screen", image.width, image.height, image, "", known, state)
        )


def _failed(name: str, err: Exception) -> ModelError:
    return ModelError(f"the built-in model '{name}' failed ({type(err).__name__})")


def _free_line(task: _Task, region: Region, size: tuple[int, int]) -> str:
    text = " ".join(region.text.split()) or region.type
    scales = (_GRID / size[0], _GRID / size[1]) * 2
    corners = zip(("x1", "y1", "x2", "y2"), region.box.tuple(), scales, strict=True)
    box = json.dumps({name: round(value * scale, 1) for name, value, scale in corners})
    if task.section == "extract":
        return f"{text} | {box}"
    if task.binary:
        return f"{text} | private | {box}"
    return f"{text} | {region.risk.value} | {_category(region.category)} | {box} | {_need(region)}"


def _labels(task: _Task, region: Region | None) -> str:
    """What is said of a numbered line; nothing was found on it where ``region`` is None."""
    risk = Risk.NONE if region is None else region.risk
    if task.section == "grounded" and task.binary:
        return "public" if risk is Risk.NONE else "private"
    if task.section == "risk":
        return risk.value
    labels = f"{_category(None if region is None else region.category)} | {_need(region)}"
    return labels if task.section == "category" else f"{risk.value} | {labels}"


def _best(unit: TextUnit, regions: Sequence[Region]) -> Region | None:
    """The region in a line's place; of several the one with its words, then the more severe."""
    return max(
        (region for region in regions if region.box.iou(unit.box) >= _SAME),
        key=lambda r: (" ".join(r.text.split()) == unit.text, r.risk.rank, r.box.iou(unit.box)),
        default=None,
    )


def _listed(listing: str) -> dict[int, TextUnit]:
    """The numbered lines of a prompt."""
    found: dict[int, TextUnit] = {}
    for match in filter(None, map(_LINE.match, listing.splitlines())):
        number, text, *corners = match.groups()
        readable = text.startswith('"')
        box = Box(*map(int, corners))
        found[int(number)] = TextUnit(json.loads(text) if readable else "", box, readable=readable)
    return found


def _scaled(unit: TextUnit, sx: float, sy: float) -> TextUnit:
    x1, y1, x2, y2 = unit.box.tuple()
    return TextUnit(unit.text, Box.around(x1 * sx, y1 * sy, x2 * sx, y2 * sy), readable=unit.readable)


def _category(category: Category | None) -> str:
    return "0(None)" if category is None else f"{category.digit}({category.title})"


def _need(region: Region | None) -> str:
    return "yes" if region is not None and region.necessary else "no"
