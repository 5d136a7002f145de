"""The one entry to protection: a screen and its regions become a protected screen with its receipt.

Non-interference. ``black``: screens that differ only inside protected regions give byte-identical images.
``replace`` and ``fixed``: the image depends, besides the pixels outside, only on the shape of each value
(``fixed``: on its type), and on which values and name-like words are equal. Colours come from pixels outside
every protected region of the screen. ``mosaic`` and ``blocks`` leak by design.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tactful.errors import MissingExtraError, ProtectionError, TactfulError
from tactful.protect.drawing import Color, background, contrasting, draw
from tactful.protect.nesting import Job, plan, text_box
from tactful.protect.operators import OPERATORS
from tactful.protect.operators.base import PixelOperator, Shown, TextOperator, Tools
from tactful.protect.operators.replace_llm import RewriterLike, as_function
from tactful.protect.policy.rules import Policy
from tactful.protect.shapes import occurrences, visible
from tactful.protect.vault import Vault
from tactful.runs import generator
from tactful.terms import Box, ProtectedScreen, Receipt, Region, Screen, Treatment

Operators = Mapping[str, PixelOperator | TextOperator]


@dataclass(slots=True)
class _Work:
    """One screen on its way: the original pixels, the copy that is painted, and what was written."""

    pixels: NDArray[np.uint8]
    canvas: NDArray[np.uint8]
    hidden: NDArray[np.bool_]
    seed: int | str
    name: str
    colors: dict[int, Color] = field(default_factory=dict)
    shown: dict[int, Shown] = field(default_factory=dict, repr=False)
    cut: set[int] = field(default_factory=set)


def protect_screen(
    screen: Screen,
    regions: Sequence[Region],
    policy: Policy,
    *,
    vault: Vault,
    rewriter: RewriterLike | None = None,
    operators: Operators = OPERATORS,
    seed: int | str = 0,
) -> ProtectedScreen:
    """Hide what ``policy`` wants hidden, on a copy of the screen's image.

    Returns an RGB image of the same size without metadata, and a receipt with one treatment a region, in
    their order. Masks reach a little beyond the boxes (``nesting.margin``). Whatever goes wrong raises
    ``ProtectionError`` (``FontError`` where no font can draw a replacement) and nothing leaves; the message
    names the screen and carries no private value. ``seed`` places the squares of ``blocks``.
    """
    try:
        return _protect(screen, regions, policy, vault, rewriter, operators, seed)
    except (ProtectionError, MissingExtraError):
        raise
    except TactfulError as err:
        raise ProtectionError(f"{screen.name}: protection failed ({err})") from None
    except Exception as err:
        # The message of a foreign error may quote a value, so only its type is told.
        raise ProtectionError(f"{screen.name}: protection failed ({type(err).__name__})") from None


def _register(jobs: Sequence[Job], vault: Vault) -> None:
    vault.expose(job.region.text for job in jobs if not job.masked and job.parent is None)
    # Single entities first, so that longer texts on the same screen take over their pseudonyms.
    plain = [job for job in jobs if job.passage is None or not job.passage.inner]
    vault.reserve((job.region.text, job.region.type) for job in plain if _named(job, jobs))
    for job in jobs:
        if job.passage is not None and job.passage.inner:
            vault.register(job.passage.text, job.passage.type, job.passage.inner)


def _named(job: Job, jobs: Sequence[Job]) -> bool:
    """Whether the vault must know the region's text: it, or a text around it, is written anew."""
    if not visible(job.region.text):
        return False
    return _root(job, jobs).passage is not None and (job.parent is None or job.region.private)


def _protect(
    screen: Screen,
    regions: Sequence[Region],
    policy: Policy,
    vault: Vault,
    rewriter: RewriterLike | None,
    operators: Operators,
    seed: int | str,
) -> ProtectedScreen:
    if screen.image is None:
        raise ProtectionError(f"{screen.name}: there are no pixels to protect")
    if screen.image.size != (screen.width, screen.height):
        raise ProtectionError(f"{screen.name}: the image is not of the size that the screen states")
    decisions = [policy.decide(region) for region in regions]
    jobs = plan(regions, decisions, operators, screen.image.size)
    tools = Tools(vault, as_function(rewriter))
    needy = [job for job in jobs if isinstance(job.operator, TextOperator) and job.operator.needs_rewriter]
    if needy and tools.rewrite is None:
        raise ProtectionError(f"{screen.name}: the operator '{needy[0].operator.name}' needs a rewriter")
    _register(jobs, vault)
    # Converting copies even where the image is RGB already, so that is left out there.
    image = screen.image if screen.image.mode == "RGB" else screen.image.convert("RGB")
    pixels = np.asarray(image, dtype=np.uint8)
    hidden = np.zeros(pixels.shape[:2], dtype=np.bool_)
    for job in jobs:
        if job.masked:
            hidden[job.box.y1 : job.box.y2, job.box.x1 : job.box.x2] = True
    work = _Work(pixels, pixels.copy(), hidden, seed, screen.name)
    _paint(work, jobs, tools)
    treatments = tuple(_treatment(job, jobs, work, vault) for job in jobs)
    risky = [t for t in treatments if t.risk.rank > 0]
    # What was painted nowhere, outside the image, is not covered.
    covered = sum(t.operator != "keep" and t.box.area > 0 for t in risky)
    receipt = Receipt(screen.name, policy.name, treatments, covered, len(risky))
    # A new image from bare pixels: no EXIF, no ICC profile, no text chunks.
    return ProtectedScreen(screen.name, Image.fromarray(work.canvas), receipt, tuple(regions))


def _paint(work: _Work, jobs: Sequence[Job], tools: Tools) -> None:
    """Erase, then blur, then erase again, then write.

    Erasing first keeps erased pixels out of the cells of a mosaic beside or around them; erasing again
    takes off the parts of those cells that reach into erased regions.
    """
    order = sorted((job for job in jobs if job.masked and job.box.area), key=lambda j: (-j.box.area, j.index))
    erasing = [job for job in order if job.parent is not None or job.erases]
    leaky = [job for job in order if job.parent is None and not job.erases]
    for job in erasing:
        _erase(work, job, jobs)
    for job in leaky:
        _pixels(work, job)
    for job in erasing if leaky else ():
        _erase(work, job, jobs)
    for job in order:
        if job.passage is not None and isinstance(job.operator, TextOperator):
            _write(work, job, job.operator, tools, text_box(job, order))


def _root(job: Job, jobs: Sequence[Job]) -> Job:
    return job if job.parent is None else jobs[job.parent]


def _erase(work: _Work, job: Job, jobs: Sequence[Job]) -> None:
    root = _root(job, jobs)
    if isinstance(root.operator, PixelOperator):
        root.operator.paint(
            work.canvas, job.box, generator(work.seed, f"{work.name}/{root.operator.name}", job.index)
        )
        return
    if root.index not in work.colors:
        work.colors[root.index] = background(work.pixels, work.hidden, root.box)
    work.canvas[job.box.y1 : job.box.y2, job.box.x1 : job.box.x2] = work.colors[root.index]


def _pixels(work: _Work, job: Job) -> None:
    if not isinstance(job.operator, PixelOperator):
        raise ProtectionError(f"{work.name}: the operator '{job.operator.name}' paints no pixels")
    job.operator.paint(
        work.canvas, job.box, generator(work.seed, f"{work.name}/{job.operator.name}", job.index)
    )


def _write(work: _Work, job: Job, operator: TextOperator, tools: Tools, place: Box) -> None:
    if job.passage is None:
        return
    shown = operator.say(job.passage, tools)
    work.shown[job.index] = shown
    height, width = work.hidden.shape
    box = place.clip(width, height)
    if not draw(work.canvas, box, shown.text, contrasting(work.colors[job.index])):
        work.cut.add(job.index)


def _treatment(job: Job, jobs: Sequence[Job], work: _Work, vault: Vault) -> Treatment:
    region, root = job.region, _root(job, jobs)
    shown = work.shown.get(job.index) or _inside(job, root, work, vault)
    notes = [job.note, shown.note]
    if job.parent is not None:
        notes.append("covered by the region around it")
    if job.index in work.cut:
        notes.append("the replacement was cut to the box")
    return Treatment(
        box=job.box,
        risk=region.risk,
        category=region.category,
        type=region.type,
        necessary=region.necessary,
        confidence=region.confidence,
        source=region.source,
        reason=_safe(region),
        operator=root.operator.name,
        rule=job.decision.rule,
        shown=shown.text,
        note="; ".join(note for note in notes if note),
    )


def _inside(job: Job, root: Job, work: _Work, vault: Vault) -> Shown:
    """What stands for a covered entity in the text written around it, where it stands there by name."""
    around = work.shown.get(root.index)
    if around is None or not job.region.private or not occurrences(root.region.text, job.region.text):
        return Shown("")
    name = vault.pseudonym(job.region.text, job.region.type)
    return Shown(name if name in around.text else "")


def _safe(region: Region) -> str:
    """The reason, unless it quotes the value that it speaks of."""
    value = region.text.strip().casefold()
    if len(value) > 2 and value in region.reason.casefold():
        return "withheld: the reason repeated the value"
    return region.reason
