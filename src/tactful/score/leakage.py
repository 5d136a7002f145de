"""What an evaluator got out of a protected screen, item by item (GUIGuard-Bench, J.5, Table 8).

One real row: under ``mosaic`` the item "4729 1180" is read off its own cells: near-complete, an operator
leak. Under ``black`` an evaluator names "Ann Lee", which nobody had labelled in the title: a coverage leak.

An item is an annotated private region with text. `tactful.score.recovery` says when it counts as recovered.

What the public texts of the screen say too is no leak of the item, unless it was found on the item's own
box: then only those count that the finding lies on as well. So do the placeholders of ``fixed``, which tell a
type. An evaluator that tells no places cannot be asked about an item that is *also public*: it is counted
apart, and is in no figure of protection.

Some items are *too short to tell*: nothing that is said could show whether they leaked, since it would agree
by chance. They are counted apart, whatever was found, and are in no figure of protection. These are

- items under 8.5 bits ("7" on a badge, "Li") whose box is hidden by operators that leave nothing of it there:
  a digit that was drawn in its place, or misread, is the real one in one case of ten;
- the same under any operator, or none, where the evaluator tells no places (a model): some "7" is anywhere;
- items under 20 bits that their own drawn replacement equals by chance ("10:08" for "10:08").

Where a leak comes from:

- ``coverage``: what the masks hid did not give it away. The item's box is not hidden (for at least 90 %), or
  the finding stands outside of everything hidden, or its text can be read there;
- ``operator``: it was found on hidden pixels; or its place is unknown or half hidden, it can be read nowhere
  outside, and the operator lets something by;
- ``inferred``: the same, but the operator keeps nothing of a value but its shape: guessed from the rest of
  the screen, or chance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from tactful.score.recovery import (
    RULE,
    PrivateText,
    Proof,
    PublicTexts,
    Recovery,
    RecoveryRule,
    evidence,
    in_public,
    joined,
    recovery,
    stands,
)
from tactful.terms import Box, Region

Cause = Literal["operator", "coverage", "inferred"]
COVERED = 0.9
"""The share of an item's box that must be hidden for the item to count as covered."""

ERASING = frozenset({"black", "replace", "fixed"})
"""Operators after which nothing of a value is left but its shape; what the others leave may be read."""


class Finding(Protocol):
    """What an evaluator says that it found: a text, and its place where it knows one."""

    @property
    def text(self) -> str: ...

    @property
    def box(self) -> Box | None: ...


@dataclass(frozen=True, slots=True)
class TextFinding:
    """A text that an evaluator names, and its place where it knows one; nothing else."""

    text: str = field(repr=False)
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class Masked:
    """A box that was painted, by which operator of ours (``mosaic``, ...), and the text now drawn there."""

    box: Box
    operator: str
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """One private item and what became of it; ``index`` is its place among the screen's regions.

    ``covered``: its box is hidden. ``recovery`` is None where nothing that counts was found; then ``cause``
    is None too. ``too_short`` and ``also_public``: nothing could tell whether it leaked, and ``recovery`` is
    None; ``said`` tells whether some finding says it, which counts where all items are counted.
    ``short``: it has to be found in whole words.
    """

    index: int
    region: Region = field(repr=False)
    covered: bool
    recovery: Recovery | None
    cause: Cause | None
    too_short: bool = False
    also_public: bool = False
    short: bool = False
    said: bool = False

    @property
    def counts(self) -> bool:
        """Whether it is in the figures."""
        return not (self.too_short or self.also_public)


def score_leaks(
    regions: Sequence[Region],
    masks: Sequence[Masked],
    findings: Sequence[Finding],
    *,
    size: tuple[int, int],
    outside: Callable[[], Sequence[str]] = tuple,
    places: bool = True,
    rule: RecoveryRule = RULE,
) -> tuple[Item, ...]:
    """What became of every private item with text among ``regions``, the annotated ones of the raw screen.

    ``masks`` are what was painted, ``size`` the screen's (width, height). ``outside`` gives what can be read
    on the screen outside the masks; it is only asked where a finding without a place would be an operator
    leak otherwise. ``places``: whether the evaluator tells where it found something, as probes do and models
    do not. Items without a letter or digit (faces, pictures, emoji) are left out: no text tells them.
    """
    hidden = _Hidden([mask.box for mask in masks], size)
    open_texts = [(region.text, region.box) for region in regions if not region.private]
    # A placeholder tells the type, which is no secret: HISTORY_K7RM4X gives nothing of "The history of" away.
    public = _PlacedTexts(
        [*open_texts, *((m.shown, m.box) for m in masks if m.operator == "fixed" and m.shown)]
    )
    placed = [(each, None if each.box is None else hidden.share(each.box)) for each in findings]
    reader = _Outside(regions, hidden, outside)
    items = []
    for index, region in enumerate(regions):
        item = PrivateText.of(region.text)
        if not region.private or region.is_picture or not item.readable:
            continue
        covered = region.box.area > 0 and hidden.share(region.box) >= COVERED
        over = [mask for mask in masks if mask.box.overlap(region.box)]
        if _too_short(item, covered, over, places, rule):
            said = _said(item, findings, rule)
            items.append(Item(index, region, covered, None, None, True, short=item.short, said=said))
            continue
        if not places and in_public(item, public.all):
            said = _said(item, findings, rule)
            items.append(Item(index, region, covered, None, None, False, True, item.short, said))
            continue
        leaky = any(mask.operator not in ERASING for mask in over)
        verdict, cause = _judge(item, region.box, covered, leaky, placed, public, reader, rule)
        items.append(Item(index, region, covered, verdict, cause, short=item.short))
    return tuple(items)


def _said(item: PrivateText, findings: Sequence[Finding], rule: RecoveryRule) -> bool:
    """Whether some finding says the item, wherever, by chance or since it is public too (J.5 counts so)."""
    proofs = (evidence(item, finding.text, public=joined(()), rule=rule) for finding in findings)
    return recovery(item, [proof for proof in proofs if proof is not None], rule) is not None


def _judge(
    item: PrivateText,
    box: Box,
    covered: bool,
    leaky: bool,
    placed: Sequence[tuple[Finding, float | None]],
    public: _PlacedTexts,
    reader: _Outside,
    rule: RecoveryRule,
) -> tuple[Recovery | None, Cause | None]:
    inside: list[Proof] = []
    outside: list[Proof] = []
    anywhere: list[Proof] = []
    short = item.bits < rule.run_bits
    for finding, share in placed:
        here = finding.box is not None and _same_place(finding.box, box)
        if short and finding.box is not None and not here:
            continue  # some other number or word: so short a text says nothing away from its place
        instead = public.on(finding.box) if here and finding.box is not None else public.all
        proof = evidence(item, finding.text, placed=here, public=instead, rule=rule)
        if proof is None:
            continue
        if share is not None and share >= 0.5:
            inside.append(proof)
        elif share is None or (here and share > 0):
            anywhere.append(proof)  # partly on hidden pixels: it may have been read on either side
        else:
            outside.append(proof)
    verdict = recovery(item, [*inside, *outside, *anywhere], rule)
    if verdict is None:
        return None, None
    if not covered:
        return verdict, "coverage"
    if recovery(item, inside, rule) is not None:
        return verdict, "operator"
    if recovery(item, outside, rule) is not None or reader.says(item, public.all, rule):
        return verdict, "coverage"
    return verdict, "operator" if leaky or inside else "inferred"


class _Hidden:
    """The pixels under masks, to say how much of a box lies there."""

    def __init__(self, boxes: Sequence[Box], size: tuple[int, int]) -> None:
        width, height = size
        self.pixels: NDArray[np.bool_] = np.zeros((height, width), dtype=np.bool_)
        for box in boxes:
            inner = box.clip(width, height)
            self.pixels[inner.y1 : inner.y2, inner.x1 : inner.x2] = True

    def share(self, box: Box) -> float:
        """The part of the box's area, as far as it lies on the screen, that is hidden; 0 for none."""
        height, width = self.pixels.shape
        inner = box.clip(width, height)
        return float(self.pixels[inner.y1 : inner.y2, inner.x1 : inner.x2].mean()) if inner.area > 0 else 0.0


class _PlacedTexts:
    """The public texts of a screen: all of them, and those that a finding lies on."""

    def __init__(self, texts: Sequence[tuple[str, Box]]) -> None:
        self._texts = texts
        self.all = joined([text for text, _ in texts])

    def on(self, box: Box) -> PublicTexts:
        return joined([text for text, place in self._texts if _same_place(box, place)])


class _Outside:
    """What can be read outside the masks: asked for once, and only where it decides something."""

    def __init__(self, regions: Sequence[Region], hidden: _Hidden, read: Callable[[], Sequence[str]]) -> None:
        self._regions, self._hidden, self._read = regions, hidden, read
        self._texts: tuple[str, ...] | None = None

    def says(self, item: PrivateText, public: PublicTexts, rule: RecoveryRule) -> bool:
        if self._texts is None:
            open_regions = [r.text for r in self._regions if self._hidden.share(r.box) < COVERED]
            self._texts = (*open_regions, *self._read())
        proofs = (evidence(item, text, public=public, rule=rule) for text in self._texts)
        return recovery(item, [proof for proof in proofs if proof is not None], rule) is not None


def _too_short(
    item: PrivateText, covered: bool, over: Sequence[Masked], places: bool, rule: RecoveryRule
) -> bool:
    """Whether no finding could tell that the item leaked; never asks what was found."""
    if item.bits < rule.telling_bits and not places:
        return True
    if not covered or item.bits >= rule.run_bits:
        return False
    if any(mask.operator in ERASING and stands(item, mask.shown, placed=True) for mask in over):
        return True  # drawn from the shape alone, and came out as the item itself
    return item.bits < rule.telling_bits and not any(_leaves(item, mask) for mask in over)


def _leaves(item: PrivateText, mask: Masked) -> bool:
    """Whether so short an item could still be read there: off what is left of its pixels, or as drawn."""
    return mask.operator not in ERASING and (not mask.shown or stands(item, mask.shown, placed=True))


def _same_place(finding: Box, item: Box) -> bool:
    """Whether a finding stands on the item: they share a third of the smaller one."""
    return 3 * finding.overlap(item) >= min(finding.area, item.area) > 0
