"""The grounded mode: our own lines are numbered, and the model only labels the numbers.

Language models name private things well and box them badly; the boxes of read lines are good. One line
of a reply: ``12 | high | 2 | no | email``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tactful.errors import UnscoredError
from tactful.models import ChatModel, Message, Picture, Reply
from tactful.recognize.view import Finding, ScreenView
from tactful.recognize.vlm.labels import TYPES, read_category, read_necessary, read_risk
from tactful.recognize.vlm.prompt_pack import load_prompt
from tactful.recognize.vlm.tags import draw_tags
from tactful.recognize.vlm.unscored import CONFIDENCE, describe, unknown
from tactful.terms import Category, Region, Risk

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
