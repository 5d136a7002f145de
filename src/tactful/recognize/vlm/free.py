"""The free mode: a vision model names private text and boxes it (GUIGuard-Bench, section 4.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tactful.errors import RecognitionError, UnscoredError
from tactful.models import ChatModel, Message, Picture
from tactful.recognize.view import Finding, ScreenView
from tactful.recognize.vlm.grounded import load_prompt
from tactful.recognize.vlm.place import Grid, GridDetector, Span, anchor, mentioned, place
from tactful.recognize.vlm.reply import CONFIDENCE, Item, Listing, describe, read_listing, unknown
from tactful.terms import Region, Risk

_AGAIN = "Your last answer could not be read. Answer again, with nothing but lines of the form asked for."


@dataclass(frozen=True, slots=True)
class FreeReading:
    """What a model said of one screen.

    ``regions`` have the model's own texts and boxes, in pixels. ``unscored`` counts the lines of its reply
    that could not be used; ``cut`` says that the reply stopped at its length limit. ``grid`` is the
    coordinate convention it was read with (None where it gave no box). ``lost`` are the unusable lines.
    """

    regions: tuple[Region, ...] = field(repr=False)
    unscored: int
    cut: bool
    grid: Grid | None
    prompt: str
    lost: tuple[str, ...] = field(default=(), repr=False)

    @property
    def complete(self) -> bool:
        """Whether every line of the reply was used."""
        return not self.unscored and not self.cut


class FreeVlm:
    """Recognizer whose model gives both text and boxes.

    The model sees the whole screen unprotected, so it must be a local one (see ``OpenAICompatible``).
    ``prompts`` is a folder with a ``free.v<number>.txt`` of your own; ``grid`` names the model's
    coordinates where they should not be detected; ``retries`` is how often a reply that cannot be read,
    or can only in part, is asked for again.
    """

    name = "vlm-free"

    def __init__(
        self,
        model: ChatModel,
        *,
        prompts: Path | str | None = None,
        grid: Grid | None = None,
        retries: int = 2,
        confidence: float = CONFIDENCE,
    ) -> None:
        self._model = model
        self._prompt = load_prompt("free", prompts)
        self._grids = GridDetector(model.name, grid)
        self._retries = retries
        self._confidence = confidence

    def read(self, view: ScreenView) -> FreeReading:
        """Asks the model and reads its reply; the best of its tries is kept.

        Raises ``RecognitionError`` for a view without pixels, ``UnscoredError`` when no try can be used
        (nothing parses, or the boxes lie outside their grid), ``ModelError`` when there is no reply.
        """
        if view.pixels is None:
            raise RecognitionError("the free mode of the vision model needs the screen's pixels")
        prompt = self._prompt.fill(view.state)
        picture = Picture.encode(view.pixels)
        best: FreeReading | None = None
        problem: UnscoredError | None = None
        for attempt in range(self._retries + 1):
            text = prompt if attempt == 0 else f"{prompt}\n\n{_AGAIN}"
            reply = self._model.ask([Message(text, pictures=(picture,))])
            try:
                reading = self._understand(read_listing(reply.text, truncated=reply.truncated), view)
            except UnscoredError as err:
                problem = err
                continue
            if best is None or (reading.cut, reading.unscored) < (best.cut, best.unscored):
                best = reading
            if best.complete:
                break
        if best is None:
            raise problem or UnscoredError(f"the model '{self._model.name}' was not asked")
        return best

    def regions(self, view: ScreenView) -> tuple[Region, ...]:
        """The model's own regions, as the paper scores them; what was lost is counted by ``read``."""
        return self.read(view).regions

    def find(self, view: ScreenView) -> Iterable[Finding]:
        """Findings on the units that the model's items speak of; items without a unit keep their own box.

        Where a line was lost, the units it names are unknown; where it names none, or the reply was cut,
        every unit that no item speaks of is unknown: what was lost could be any of them. Without units
        there is nothing to mark, so an incomplete reading raises ``UnscoredError``.
        """
        reading = self.read(view)
        if not reading.complete and not view.units:
            raise UnscoredError(
                f"part of the reply of the model '{self._model.name}' was lost, and there are no text units "
                "to mark as unknown",
                lines=reading.unscored,
            )
        findings: list[Finding] = []
        spoken: set[int] = set()
        for region in reading.regions:
            spans = place(region.text, region.box, view.units)
            spoken.update(span.unit for span in spans)
            if spans:
                findings += [self._finding(region, span) for span in spans]
            elif region.private:
                findings.append(self._finding(region, None))
        named = [mentioned(line, view.units) for line in reading.lost]
        if reading.cut or not all(named):
            unsure = set(range(len(view.units)))
        else:
            unsure = {unit for units in named for unit in units}
        findings += [unknown(unit, self.name) for unit in sorted(unsure - spoken)]
        return tuple(findings)

    def _understand(self, listing: Listing, view: ScreenView) -> FreeReading:
        """A listing with its boxes in pixels; ``UnscoredError`` where it cannot be used."""
        if not listing.usable:
            count = len(listing.broken) + len(listing.prose)
            raise UnscoredError(
                f"the reply of the model '{self._model.name}' has no line of the form asked for", lines=count
            )
        lost = [*listing.broken, *(line for line in listing.prose if mentioned(line, view.units))]
        if not listing.items:
            return FreeReading((), len(lost), listing.cut, None, self._prompt.version, tuple(lost))
        known = [(item.corners, box) for item in listing.items if (box := anchor(item.text, view.units))]
        grid = self._grids.choose([item.corners for item in listing.items], known, view.width, view.height)
        regions = []
        for item in listing.items:
            if grid.holds(item.corners, view.width, view.height):
                regions.append(self._region(item, grid, view))
            else:
                lost.append(item.text)
        return FreeReading(tuple(regions), len(lost), listing.cut, grid, self._prompt.version, tuple(lost))

    def _region(self, item: Item, grid: Grid, view: ScreenView) -> Region:
        return Region(
            text=item.text,
            box=grid.box(item.corners, view.width, view.height),
            risk=item.risk,
            category=item.category,
            necessary=item.necessary,
            confidence=self._confidence,
            source=self.name,
            reason=describe(item.risk, item.category),
        )

    def _finding(self, region: Region, span: Span | None) -> Finding:
        return Finding(
            unit=span.unit if span else None,
            type=region.type,
            risk=region.risk,
            category=region.category if region.risk is not Risk.NONE else None,
            confidence=region.confidence,
            reason=region.reason,
            source=region.source,
            start=span.start if span else 0,
            end=span.end if span else None,
            box=None if span else region.box,
        )
