"""``tactful/screen-reader``: the guard's own recognizers, asked like any other model with eyes.

It reads the recognition prompt back, looks at the picture, and answers in the form asked for, in every design
of the benchmark. So the whole path (prompts, logs, replies, boxes on a grid) runs and is measured without a
key; its figures stand just below those of ``--recognizer local``, which needs no detour by text.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PIL import Image

from tactful.bench.guiguard.offline.eyes import last_picture, pixels_of, read_units, size_of
from tactful.bench.guiguard.recognition.asking import IN_PIXELS
from tactful.bench.guiguard.recognition.prompting import UNKNOWN
from tactful.bench.guiguard.recognition.settings import PACK
from tactful.errors import ModelError, RecognitionError
from tactful.models import Message, PromptPack, Reply, load_pack
from tactful.recognize import ScreenRecognizer
from tactful.terms import Box, Category, Region, Risk, Screen, TaskState, TextUnit

_SECTIONS = ("free", "grounded", "extract", "risk", "category")
_CONTEXTS = (
    "decisions",
    "history",
    "response",
    "goal",
)  # those that say more first: the goal's fits them all
_LINE = re.compile(r'(\d+): (".*"|\(text nobody could read\)) at \((\d+), (\d+), (\d+), (\d+)\)')
_SAME = 0.5  # IoU of a listed item and what is found there
_GRID = 1000


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
        asked = next((m for m in messages if m.role == "user" and m.pictures), None)
        picture = None if asked is None else last_picture([asked])
        if asked is None or picture is None:
            raise ModelError(f"the built-in model '{self.name}' was sent no picture")
        task = self._task(asked.text)
        state = self._state(task.fields.get("context", ""))
        try:
            with self._one:
                return Reply(self._answer(task, state, picture.data))
        except RecognitionError as err:
            raise ModelError(f"the built-in model '{self.name}' failed ({type(err).__name__})") from None

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
            if fields is None:
                continue
            parts: dict[str, str] = {}
            for line in fields.get("response", "").splitlines():
                name, _, text = line.partition(": ")
                parts[name] = text
            goal = fields["goal"]
            return TaskState(
                goal="" if goal == UNKNOWN else goal,
                plan=parts.get("Plan", ""),
                reasoning=parts.get("Thought", ""),
                action=parts.get("Action", ""),
            )
        return TaskState()

    def _answer(self, task: _Task, state: TaskState, data: bytes) -> str:
        if task.section in ("free", "extract"):
            regions = [region for region in self._find(data, state, None) if region.private]
            size = size_of(data)
            return "\n".join(_free_line(task, region, size) for region in regions) or "NONE"
        listing = task.fields["lines" if task.section == "grounded" else "items"]
        units = _listed(listing)
        given = task.section == "grounded" or listing.startswith(IN_PIXELS)
        if not given:
            width, height = size_of(data)
            units = {n: _scaled(unit, width / _GRID, height / _GRID) for n, unit in units.items()}
        regions = list(self._find(data, state, tuple(units.values()) if given else None))
        return "\n".join(
            f"{number} | {_labels(task, _best(unit, regions))}" for number, unit in units.items()
        )

    def _find(self, data: bytes, state: TaskState, units: tuple[TextUnit, ...] | None) -> tuple[Region, ...]:
        image = Image.fromarray(pixels_of(data))
        known = read_units(data) if units is None else units
        screen = Screen("screen", image.width, image.height, image, "", known, state)
        return self._recognizer.recognize(screen)


def _free_line(task: _Task, region: Region, size: tuple[int, int]) -> str:
    words = " ".join(region.text.split()) or region.type
    x1, y1, x2, y2 = region.box.tuple()
    sx, sy = _GRID / size[0], _GRID / size[1]
    box = json.dumps(
        {"x1": round(x1 * sx, 1), "y1": round(y1 * sy, 1), "x2": round(x2 * sx, 1), "y2": round(y2 * sy, 1)}
    )
    if task.section == "extract":
        return f"{words} | {box}"
    if task.binary:
        return f"{words} | private | {box}"
    return f"{words} | {region.risk.value} | {_category(region.category)} | {box} | {_need(region)}"


def _labels(task: _Task, region: Region | None) -> str:
    """What is said of a numbered line; nothing was found on it where ``region`` is None."""
    risk = Risk.NONE if region is None else region.risk
    if task.section == "grounded" and task.binary:
        return "public" if risk is Risk.NONE else "private"
    if task.section == "risk":
        return risk.value
    category = _category(None if region is None else region.category)
    need = "no" if region is None else _need(region)
    return f"{category} | {need}" if task.section == "category" else f"{risk.value} | {category} | {need}"


def _best(unit: TextUnit, regions: Sequence[Region]) -> Region | None:
    """The region in a line's place; of several the one with its words, then the more severe."""
    there = [region for region in regions if region.box.iou(unit.box) >= _SAME]
    return max(
        there,
        key=lambda region: (
            " ".join(region.text.split()) == unit.text,
            region.risk.rank,
            region.box.iou(unit.box),
        ),
        default=None,
    )


def _listed(listing: str) -> dict[int, TextUnit]:
    """The numbered lines of a prompt."""
    found: dict[int, TextUnit] = {}
    for match in filter(None, map(_LINE.match, listing.splitlines())):
        number, words, *corners = match.groups()
        readable = words.startswith('"')
        text = json.loads(words) if readable else ""
        found[int(number)] = TextUnit(text, Box(*map(int, corners)), readable=readable)
    return found


def _scaled(unit: TextUnit, sx: float, sy: float) -> TextUnit:
    x1, y1, x2, y2 = unit.box.tuple()
    return TextUnit(unit.text, Box.around(x1 * sx, y1 * sy, x2 * sx, y2 * sy), readable=unit.readable)


def _category(category: Category | None) -> str:
    return "0(None)" if category is None else f"{category.digit}({category.title})"


def _need(region: Region) -> str:
    return "yes" if region.necessary else "no"
