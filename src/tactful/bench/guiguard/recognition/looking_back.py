"""Asks about screens in the designs that tell a model what came before: screenshots, or its own decisions."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from tactful.bench.guiguard.recognition.asking import recognise
from tactful.bench.guiguard.recognition.predicted import Predicted
from tactful.bench.guiguard.recognition.prompting import Earlier
from tactful.bench.guiguard.recognition.rows import Place
from tactful.bench.guiguard.recognition.settings import RecognitionSettings
from tactful.bench.guiguard.recognition.shots import load_shot
from tactful.errors import InputError
from tactful.models import Ask
from tactful.terms import ScreenCase


@dataclass(slots=True)
class _Slot:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    known: Predicted | None = None


class Asked:
    """One model's answers on the screens of one data set, for one event loop.

    Screens may be asked about in any order and at the same time. With earlier decisions in the prompt, a
    screen waits for those before it: they are asked about first, and each once. Nothing is kept otherwise.
    """

    def __init__(self, places: tuple[Place, ...], settings: RecognitionSettings, model: str) -> None:
        self.settings = settings
        self.model = model
        self._places = {place.case.id: place for place in places}
        self._slots: dict[str, _Slot] = {}

    async def about(self, place: Place, ask: Ask) -> Predicted:
        """What the model finds on a screen; raises nothing that the model or an image does."""
        if self.settings.context != "decisions":
            return await self._ask(place, ask)
        slot = self._slots.setdefault(place.case.id, _Slot())
        # Locks are taken from a screen to those before it, never the other way, so nothing waits in a ring.
        async with slot.lock:
            if slot.known is None:
                slot.known = await self._ask(place, ask)
            return slot.known

    async def _ask(self, place: Place, ask: Ask) -> Predicted:
        earlier: list[Earlier] = []
        if self.settings.looks_back:
            earlier = [await self._earlier(case, ask) for case in place.before[-self.settings.steps :]]
        return await recognise(place.case, ask, self.settings, earlier=earlier, model=self.model)

    async def _earlier(self, case: ScreenCase, ask: Ask) -> Earlier:
        if self.settings.context == "decisions":
            place = self._places.get(case.id)  # nobody asks about a screen that has no labels
            return Earlier(case, found=None if place is None else (await self.about(place, ask)).regions)
        try:
            return Earlier(case, (await asyncio.to_thread(load_shot, case)).picture)
        except InputError:
            return Earlier(case)
