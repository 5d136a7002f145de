"""The grounded mode: our own lines are numbered, and the model only labels the numbers.

Language models name private things well and box them badly; the boxes of read lines are good. One line
of a reply: ``12 | high | 2 | no | email``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tactful.errors import InputError, UnscoredError
from tactful.models import ChatModel, Message, Picture, Reply
from tactful.recognize.view import Finding, ScreenView
from tactful.recognize.vlm.reply import (
    CONFIDENCE,
    TYPES,
    describe,
    read_category,
    read_necessary,
    read_risk,
    unknown,
)
from tactful.terms import Box, Category, Region, Risk, TaskState

if TYPE_CHECKING:
    from numpy.typing import NDArray

LINES_A_CALL = 80
_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Label:
    """What the model says of one line."""

    risk: Risk
    category: Category | None
    necessary: bool
    type: str


@dataclass(frozen=True, slots=True)
class GroundedReading:
    """The labels by unit index, and the indices of the units that got none (``unscored``).

    ``stray`` counts lines of the replies that are no label of a line that was asked for.
    """

    labels: dict[int, Label] = field(repr=False)
    unscored: tuple[int, ...]
    stray: int
    prompt: str

    @property
    def complete(self) -> bool:
        return not self.unscored


class GroundedVlm:
    """Recognizer whose model labels the reader's numbered lines.

    The model sees the whole screen unprotected, so it must be a local one (see ``OpenAICompatible``).
    ``prompts`` is a folder with a ``grounded.v<number>.txt`` of your own; ``picture=False`` sends the text
    of the lines alone, for a model without eyes. Lines that the reply leaves out are asked for again
    ``retries`` times; ``lines_a_call`` bounds the length of one prompt.
    """

    name = "vlm-grounded"

    def __init__(
        self,
        model: ChatModel,
        *,
        prompts: Path | str | None = None,
        picture: bool = True,
        retries: int = 2,
        lines_a_call: int = LINES_A_CALL,
        confidence: float = CONFIDENCE,
    ) -> None:
        self._model = model
        self._prompt = load_prompt("grounded", prompts)
        self._picture = picture
        self._retries = retries
        self._lines_a_call = lines_a_call
        self._confidence = confidence

    def read(self, view: ScreenView) -> GroundedReading:
        """Asks the model for a label of every unit; a view without units is not asked about.

        Raises ``UnscoredError`` when not one line got a label, ``ModelError`` when there is no reply.
        """
        labels: dict[int, Label] = {}
        stray = 0
        everything = range(len(view.units))
        for start in range(0, len(view.units), self._lines_a_call):
            wanted = list(everything[start : start + self._lines_a_call])
            for _ in range(self._retries + 1):
                given, other = read_labels(self._ask(view, wanted), wanted)
                labels |= given
                stray += other
                wanted = [unit for unit in wanted if unit not in labels]
                if not wanted:
                    break
        if view.units and not labels:
            raise UnscoredError(
                f"no reply of the model '{self._model.name}' labels any line of the screen",
                lines=len(view.units),
            )
        missing = tuple(unit for unit in everything if unit not in labels)
        return GroundedReading(labels, missing, stray, self._prompt.version)

    def find(self, view: ScreenView) -> Iterable[Finding]:
        """One finding a unit: the model's label, or unknown where it gave none."""
        reading = self.read(view)
        return tuple(
            self._finding(unit, reading.labels[unit]) if unit in reading.labels else unknown(unit, self.name)
            for unit in range(len(view.units))
        )

    def regions(self, view: ScreenView) -> tuple[Region, ...]:
        """The same as regions, with the model's word on task necessity."""
        reading = self.read(view)
        regions = []
        for unit, text_unit in enumerate(view.units):
            label = reading.labels.get(unit)
            found = self._finding(unit, label) if label else unknown(unit, self.name)
            regions.append(
                Region(
                    text=text_unit.text,
                    box=text_unit.box,
                    risk=found.risk,
                    category=found.category,
                    type=found.type,
                    necessary=label.necessary if label else False,
                    confidence=found.confidence,
                    source=found.source,
                    reason=found.reason,
                )
            )
        return tuple(regions)

    def _ask(self, view: ScreenView, wanted: Sequence[int]) -> Reply:
        lines = "\n".join(_listed(view, unit) for unit in wanted)
        prompt = self._prompt.fill(view.state, lines=lines, types=", ".join(TYPES))
        pictures: tuple[Picture, ...] = ()
        if self._picture and view.pixels is not None:
            tags = {unit + 1: view.units[unit].box for unit in wanted}
            tagged = draw_tags(view.pixels, tags, [unit.box for unit in view.units])
            pictures = (Picture.encode(tagged),)
        return self._model.ask([Message(prompt, pictures=pictures)])

    def _finding(self, unit: int, label: Label) -> Finding:
        return Finding(
            unit=unit,
            type=label.type,
            risk=label.risk,
            category=label.category,
            confidence=self._confidence,
            reason=describe(label.risk, label.category),
            source=self.name,
        )


def read_labels(reply: Reply, wanted: Sequence[int]) -> tuple[dict[int, Label], int]:
    """The labels of a reply by unit index, and the count of lines that are none.

    Numbers are 1-based, as in the prompt. A number labelled twice keeps the higher risk. The last line of a
    truncated reply is not trusted: its type may be cut short.
    """
    lines = [line.strip() for line in _THOUGHT.sub("", reply.text).splitlines()]
    lines = [line for line in lines if line and not line.startswith("```")]
    stray = 0
    if reply.truncated and lines:
        lines.pop()
        stray += 1
    asked = set(wanted)
    labels: dict[int, Label] = {}
    for line in lines:
        parsed = _read_label(line)
        if parsed is None or parsed[0] not in asked:
            stray += 1
            continue
        unit, label = parsed
        if unit not in labels or label.risk > labels[unit].risk:
            labels[unit] = label
    return labels, stray


def _read_label(line: str) -> tuple[int, Label] | None:
    fields = [part.strip() for part in line.strip("|").split("|")]
    number = re.fullmatch(r"\W*(\d{1,6})\W*", fields[0])
    if len(fields) != 5 or number is None:
        return None
    risk, necessary = read_risk(fields[1]), read_necessary(fields[3])
    if risk is None or necessary is None:
        return None
    try:
        category = read_category(fields[2])
    except ValueError:
        return None
    kind = fields[4].strip(" *`.").lower().replace(" ", "_")
    if risk is Risk.NONE:
        return int(number.group(1)) - 1, Label(risk, None, necessary, "text")
    return int(number.group(1)) - 1, Label(risk, category, necessary, kind if kind in TYPES else "text")


def _listed(view: ScreenView, unit: int) -> str:
    text_unit = view.units[unit]
    # JSON quoting keeps one line one line, whatever the screen says.
    said = (
        json.dumps(text_unit.text, ensure_ascii=False) if text_unit.readable else "(text nobody could read)"
    )
    x1, y1, x2, y2 = text_unit.box.tuple()
    return f"{unit + 1}: {said} at ({x1}, {y1}, {x2}, {y2})"


# Draws the numbers of the grounded mode: a small tag beside each line, over as little as possible.

_PAPER = (255, 236, 64)
_INK = (0, 0, 0)


def draw_tags(
    pixels: NDArray[np.uint8], tags: Mapping[int, Box], avoid: Sequence[Box] = ()
) -> NDArray[np.uint8]:
    """A copy of uint8 pixels (height, width, 3) with each number of ``tags`` beside its box.

    A tag goes left of its box, else right, above or below: where it covers the least of ``avoid`` and of
    the tags before it.
    """
    image = Image.fromarray(pixels)  # copied by Pillow as soon as it is drawn on
    image = image.copy()
    draw = ImageDraw.Draw(image)
    taken = list(avoid)
    for number, box in tags.items():
        size = min(40, max(12, round(box.height * 0.6)))
        font = ImageFont.load_default(size)
        left, top, right, bottom = draw.textbbox((0, 0), str(number), font=font)
        spot = _spot(box, round(right - left) + 6, round(bottom - top) + 6, image.size, taken)
        draw.rectangle((spot.x1, spot.y1, spot.x2 - 1, spot.y2 - 1), fill=_PAPER, outline=_INK)
        draw.text((spot.x1 + 3 - left, spot.y1 + 3 - top), str(number), fill=_INK, font=font)
        taken.append(spot)
    return np.asarray(image, dtype=np.uint8)


def _spot(box: Box, width: int, height: int, size: tuple[int, int], taken: Sequence[Box]) -> Box:
    middle = (box.y1 + box.y2 - height) // 2
    corners = [
        (box.x1 - width - 4, middle),
        (box.x2 + 4, middle),
        (box.x1, box.y1 - height - 2),
        (box.x1, box.y2 + 2),
    ]
    spots = []
    for x, y in corners:
        x = max(0, min(x, size[0] - width))
        y = max(0, min(y, size[1] - height))
        spots.append(Box(x, y, x + width, y + height))
    return min(spots, key=lambda spot: sum(spot.overlap(other) for other in taken))


# The prompts of the VLM recognizers: versioned text files, replaceable by a folder of the user's own.

_BUNDLED = Path(__file__).with_name("prompts")
_FIELD = re.compile(
    r"\{(\w+)\}"
)  # a JSON example in a prompt has quotes after its brace, so it is left alone
_FIELDS = {"free": frozenset({"goal", "step"}), "grounded": frozenset({"goal", "step", "lines", "types"})}
_NEEDED = {"free": frozenset[str](), "grounded": frozenset({"lines"})}


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt file: its ``version`` is the file's name without the ending, such as "free.v1"."""

    version: str
    template: str = field(repr=False)

    def fill(self, state: TaskState, **values: str) -> str:
        """The prompt for one screen, filled in one pass: braces inside a value are left alone."""
        known = {"goal": state.goal or "(not known)", "step": _step(state) or "(not known)", **values}
        return _FIELD.sub(lambda match: known[match.group(1)], self.template)


def load_prompt(mode: str, folder: Path | str | None = None) -> Prompt:
    """The newest ``<mode>.v<number>.txt`` of ``folder``, or of the bundled prompts where it has none.

    ``mode`` is "free" ({goal} and {step} may stand in it) or "grounded" ({lines} must, {types} may too).
    ``InputError`` for a folder that is not there or a prompt with an unknown or missing field.
    """
    if folder is not None and not Path(folder).is_dir():
        raise InputError("no such folder of prompts", file=folder)
    path = (_newest(Path(folder), mode) if folder is not None else None) or _newest(_BUNDLED, mode)
    if path is None:
        raise InputError(f"no prompt for the mode '{mode}'", expected="free or grounded")
    try:
        template = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as err:
        raise InputError(f"a prompt that cannot be read ({type(err).__name__})", file=path) from None
    fields = set(_FIELD.findall(template))
    if fields - _FIELDS[mode] or _NEEDED[mode] - fields:
        wanted = ", ".join(f"{{{name}}}" for name in sorted(_FIELDS[mode]))
        raise InputError("a prompt with an unknown or missing field", file=path, expected=wanted)
    return Prompt(path.stem, template)


def prompt_version(mode: str) -> str:
    """What manifests call the bundled prompt of a mode: its file's name, such as "free.v1"."""
    return load_prompt(mode).version


def _newest(folder: Path, mode: str) -> Path | None:
    numbered = [
        (int(match.group(1)), path)
        for path in folder.glob(f"{mode}.v*.txt")
        if (match := re.fullmatch(rf"{mode}\.v(\d+)\.txt", path.name))
    ]
    return max(numbered)[1] if numbered else None


def _step(state: TaskState) -> str:
    return (
        " ".join(part.strip() for part in (state.action, *state.typed) if part.strip()) or state.plan.strip()
    )
