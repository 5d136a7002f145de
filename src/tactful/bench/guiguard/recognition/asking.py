"""Asks a model what is private on a screen, in any of the designs (GUIGuard-Bench, 4.1, J.1 to J.3)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from tactful.bench.guiguard.grounding.frames import AUTO as BY_TABLE
from tactful.bench.guiguard.grounding.frames import load_frames
from tactful.bench.guiguard.recognition import replies
from tactful.bench.guiguard.recognition.prompts import Earlier, Shot, numbered_lines, prompt
from tactful.bench.guiguard.recognition.replies import Entry, FreeAnswer, NumberedAnswer
from tactful.bench.guiguard.recognition.rows import Place, Prediction
from tactful.bench.guiguard.recognition.settings import AUTO, RecognitionSettings
from tactful.errors import InputError, ModelError, TactfulError, UnscoredError, told
from tactful.models import Ask, Message, Picture, PromptPack, Reply
from tactful.recognize import (
    CONFIDENCE,
    PIXELS,
    RESIZED,
    THOUSAND,
    Grid,
    GridDetector,
    anchor,
    draw_tags,
)
from tactful.terms import Box, Category, Region, Risk, ScreenCase, TextUnit

GRIDS: dict[str, Grid] = {"0-1000": THOUSAND, "resized": RESIZED, "pixels": PIXELS}
LINES_A_CALL = 80
NO_FORM = "no line has the form that was asked for"
SOME_FORM = "some lines do not have the form that was asked for"
NO_LABEL = "not one line got a label"
ON_GRID = "(boxes on the grid from 0 to 1000)"
IN_PIXELS = "(boxes in pixels of the screenshot)"

Value = TypeVar("Value")


@dataclass(slots=True)
class _Slot:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    known: Prediction | None = None


class Predictions:
    """One model's answers on the screens of one data set, for one event loop.

    Screens may be asked about in any order and at the same time. With earlier decisions in the prompt, a
    screen waits for those before it: they are asked about first, and each once. Nothing is kept otherwise.
    """

    def __init__(self, places: tuple[Place, ...], settings: RecognitionSettings, model: str) -> None:
        self.settings = settings
        self.model = model
        self._places = {place.case.id: place for place in places}
        self._slots: dict[str, _Slot] = {}

    async def of(self, place: Place, ask: Ask) -> Prediction:
        """What the model finds on a screen; raises nothing that the model or an image does."""
        if self.settings.context != "decisions":
            return await self._ask(place, ask)
        slot = self._slots.setdefault(place.case.id, _Slot())
        # Locks are taken from a screen to those before it, never the other way, so nothing waits in a ring.
        async with slot.lock:
            if slot.known is None:
                slot.known = await self._ask(place, ask)
            return slot.known

    async def _ask(self, place: Place, ask: Ask) -> Prediction:
        earlier: list[Earlier] = []
        if self.settings.looks_back:
            earlier = [await self._earlier(case, ask) for case in place.before[-self.settings.steps :]]
        return await predict(place.case, ask, self.settings, earlier=earlier, model=self.model)

    async def _earlier(self, case: ScreenCase, ask: Ask) -> Earlier:
        if self.settings.context == "decisions":
            place = self._places.get(case.id)  # nobody asks about a screen that has no labels
            return Earlier(case, regions=None if place is None else (await self.of(place, ask)).regions)
        try:
            return Earlier(case, (await asyncio.to_thread(Shot.of, case)).picture)
        except InputError:
            return Earlier(case)


async def predict(
    case: ScreenCase,
    ask: Ask,
    settings: RecognitionSettings,
    *,
    earlier: Sequence[Earlier] = (),
    model: str = "model",
) -> Prediction:
    """What a model finds on a screen; never raises for what the model or the image does.

    ``earlier`` are the screens before it, oldest first, where the design looks back. ``model`` names the
    model in problems.
    """
    talk = _Talk(case, ask, settings, settings.pack(), tuple(earlier), model)
    try:
        shot = await asyncio.to_thread(Shot.of, case)
        if settings.answers == "grounded":
            talk.counts.regions = await _grounded(talk, shot)
        elif settings.stages == "decomposed":
            talk.counts.regions = await _decomposed(talk, shot)
        else:
            talk.counts.regions = await _free(talk, shot)
    except TactfulError as err:
        talk.counts.problem = told(err)
    return talk.counts


@dataclass(slots=True)
class _Talk:
    """One screen's questions and what they came to."""

    case: ScreenCase
    ask: Ask
    settings: RecognitionSettings
    pack: PromptPack
    earlier: tuple[Earlier, ...]
    model: str
    counts: Prediction = field(default_factory=Prediction)

    def prompt(self, section: str, **lines: str) -> str:
        return prompt(self.pack, self.settings, section, self.case, self.earlier, **lines)

    def pictures(self, now: Picture) -> tuple[Picture, ...]:
        """Earlier screenshots where the design shows them, then the one that is asked about."""
        before = self.earlier if self.settings.context == "history" else ()
        return (*(each.picture for each in before if each.picture is not None), now)

    async def put(self, messages: Sequence[Message]) -> Reply:
        self.counts.calls += 1
        reply = await self.ask(messages)
        self.counts.cut = self.counts.cut or reply.truncated
        return reply

    def count(self, answer: FreeAnswer | NumberedAnswer[Value]) -> None:
        self.counts.lines += answer.lines
        self.counts.broken += answer.broken

    async def free(self, section: str, shot: Shot, read: Callable[[Reply], FreeAnswer]) -> FreeAnswer:
        """The best of the tries; ``UnscoredError`` where none can be used."""
        first = Message(self.prompt(section), pictures=self.pictures(shot.picture))
        messages = [first]
        best: FreeAnswer | None = None
        for _ in range(self.settings.retries + 1):
            try:
                reply = await self.put(messages)
            except ModelError:
                if best is None:
                    raise
                break
            answer = read(reply)
            self.count(answer)
            if answer.usable and (best is None or answer.broken < best.broken):
                best = answer
            if answer.usable and not answer.broken:
                break
            again = self.pack.render("again", "1", problem=SOME_FORM if answer.usable else NO_FORM)
            if reply.text.strip():
                messages = [first, Message(reply.text, "assistant"), Message(again)]
        if best is None:
            raise UnscoredError(NO_FORM)
        return best

    async def numbered(
        self,
        section: str,
        field: str,
        picture: Picture,
        units: Mapping[int, TextUnit],
        read: Callable[[Reply, Sequence[int]], NumberedAnswer[Value]],
        show: Callable[[Mapping[int, TextUnit]], str] = numbered_lines,
    ) -> dict[int, Value]:
        """A value for every number that got one; what an answer leaves out is asked for again."""
        values: dict[int, Value] = {}
        numbers = list(units)
        for start in range(0, len(numbers), LINES_A_CALL):
            wanted = numbers[start : start + LINES_A_CALL]
            for attempt in range(self.settings.retries + 1):
                prompt = self.prompt(section, **{field: show({n: units[n] for n in wanted})})
                try:
                    reply = await self.put([Message(prompt, pictures=self.pictures(picture))])
                except ModelError:
                    if attempt == 0:
                        raise
                    break
                answer = read(reply, wanted)
                self.count(answer)
                values |= answer.values
                wanted = [n for n in wanted if n not in values]
                if not wanted:
                    break
        if units and not values:
            raise UnscoredError(NO_LABEL)
        return values

    def placed(self, entries: Sequence[Entry], shot: Shot) -> tuple[tuple[Entry, Box], ...]:
        """The entries with their boxes in pixels; those outside of the grid are broken lines."""
        if not entries:
            return ()
        try:
            grid = self._grid(entries, shot)
        except UnscoredError:
            self.counts.broken += len(entries)
            raise
        self.counts.grid = grid.name
        inside = [entry for entry in entries if grid.holds(entry.corners, shot.width, shot.height)]
        self.counts.broken += len(entries) - len(inside)
        return tuple((entry, _box(grid, entry, shot)) for entry in inside)

    def _grid(self, entries: Sequence[Entry], shot: Shot) -> Grid:
        fixed, known = GRIDS.get(self.settings.grid), []
        self.counts.grid_by = "table" if fixed is None else "setting"
        if self.settings.grid == AUTO:
            self.counts.grid_by = "truth"
            units = [TextUnit(r.text, r.box) for r in self.case.regions or () if not r.is_picture]
            known = [(e.corners, box) for e in entries if (box := anchor(e.text, units)) is not None]
        elif fixed is None:
            fixed = declared_grid(self.model, self.case.platform)
        # A detector for each answer: what one screen's answer says must not hang on which came before it.
        detector = GridDetector(self.model, fixed)
        return detector.choose([entry.corners for entry in entries], known, shot.width, shot.height)


async def _free(talk: _Talk, shot: Shot) -> tuple[Region, ...]:
    answer = await talk.free("free", shot, replies.read_free if talk.settings.labels else replies.read_binary)
    return tuple(
        _region(entry.text, box, entry.risk, entry.category, entry.necessary)
        for entry, box in talk.placed(answer.entries, shot)
    )


async def _decomposed(talk: _Talk, shot: Shot) -> tuple[Region, ...]:
    answer = await talk.free("extract", shot, replies.read_extracted)
    placed = dict(enumerate(talk.placed(answer.entries, shot), 1))
    # The model's own coordinates: it cannot know what we made of them.
    units = {n: TextUnit(entry.text, Box.around(*entry.corners)) for n, (entry, _) in placed.items()}
    boxes = {n: box for n, (_, box) in placed.items()}
    return await _staged(talk, shot.picture, units, boxes, ON_GRID)


async def _grounded(talk: _Talk, shot: Shot) -> tuple[Region, ...]:
    from tactful.bench.guiguard.offline.screens import read_units

    units = dict(enumerate(await asyncio.to_thread(read_units, shot.picture.data), 1))
    boxes = {number: unit.box for number, unit in units.items()}
    picture = await asyncio.to_thread(_tagged, shot, boxes)
    if talk.settings.stages == "decomposed":
        return await _staged(talk, picture, units, boxes, IN_PIXELS)
    labels: dict[int, replies.Labels] = {}
    if talk.settings.labels:
        labels = await talk.numbered("grounded", "lines", picture, units, replies.read_labels)
    else:
        private = await talk.numbered("grounded", "lines", picture, units, replies.read_private)
        labels = {n: (Risk.MEDIUM if risky else Risk.NONE, None, False) for n, risky in private.items()}
    talk.counts.missing = len(units) - len(labels)
    return tuple(_region(units[n].text, boxes[n], *label) for n, label in sorted(labels.items()))


async def _staged(
    talk: _Talk, picture: Picture, units: Mapping[int, TextUnit], boxes: Mapping[int, Box], places: str
) -> tuple[Region, ...]:
    """Risks, then categories and necessity of what has a risk (J.3)."""

    def show(some: Mapping[int, TextUnit]) -> str:
        return f"{places}\n{numbered_lines(some)}"

    risks = await talk.numbered("risk", "items", picture, units, replies.read_risks, show)
    talk.counts.missing = len(units) - len(risks)
    private = {n: units[n] for n, risk in sorted(risks.items()) if risk is not Risk.NONE}
    talk.counts.items = len(private)

    def show_risks(some: Mapping[int, TextUnit]) -> str:
        lines = [f"{numbered_lines({n: unit})}, {risks[n].value} risk" for n, unit in some.items()]
        return "\n".join((places, *lines))

    labels = await talk.numbered("category", "items", picture, private, replies.read_categories, show_risks)
    # Private in one stage and without a category in the next: the instability that the paper tells of.
    talk.counts.inconsistent = sum(labels.get(n, (None, False))[0] is None for n in private)
    regions = []
    for number, risk in sorted(risks.items()):
        category, necessary = labels.get(number, (None, False))
        regions.append(_region(units[number].text, boxes[number], risk, category, necessary))
    return tuple(regions)


def _box(grid: Grid, entry: Entry, shot: Shot) -> Box:
    """To the nearest pixel: the guard rounds outwards, since it hides, but here that would cost IoU."""
    across, down = grid.extent(shot.width, shot.height)
    sx, sy = shot.width / across, shot.height / down
    x1, y1, x2, y2 = entry.corners
    return Box(round(x1 * sx), round(y1 * sy), round(x2 * sx), round(y2 * sy)).clip(shot.width, shot.height)


def _tagged(shot: Shot, boxes: Mapping[int, Box]) -> Picture:
    return Picture.encode(draw_tags(shot.pixels, boxes, list(boxes.values())))


def _region(text: str, box: Box, risk: Risk, category: Category | None, necessary: bool) -> Region:
    kind = None if risk is Risk.NONE else category
    return Region(text, box, risk, kind, necessary=necessary, confidence=CONFIDENCE, source="model")


def declared_grid(model: str, platform: str) -> Grid:
    """The frame that the table of conventions declares for a model on a platform, whatever it answers."""
    found = load_frames().choose(BY_TABLE, model, platform)
    grid = Grid(found.name, found.width or 0, found.height or 0, found.longest or 0)
    # The same frames have names of their own here.
    same = [known for known in GRIDS.values() if known.extent(3000, 4000) == grid.extent(3000, 4000)]
    return same[0] if same else grid
