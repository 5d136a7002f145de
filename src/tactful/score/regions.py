"""Annotated and predicted regions of one screen, compared; and what became of every annotated one.

Comparing is done once (`compare`); every rule, threshold and sweep is then read off the same numbers. They
hold no private value, so they may stand in logs and result rows.

One real row: the truth ``("4:16", box, low, technical_device, not necessary)`` is found when a prediction
with a risk has that text and an IoU of at least 0.6 (GUIGuard-Bench, sections 4.1 and E.1).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tactful.score.matching import TEXT_RULES, MatchRule, TextRule, assign, region_likeness
from tactful.terms import Box, Region, Risk

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class ScreenPair:
    """One annotated screen and what was predicted for it; ``predicted`` None means it was not scored.

    ``alt_risks[i]`` is the other risk that the annotator would accept for ``truths[i]``, or None; empty
    where nobody said. ``failure`` says why there is no prediction. ``task`` groups screens that were seen in
    one run: intervals draw whole tasks where there are several.
    """

    name: str
    truths: tuple[Region, ...] = field(repr=False)
    predicted: tuple[Region, ...] | None = field(repr=False)
    platform: str = ""
    alt_risks: tuple[Risk | None, ...] = ()
    failure: str = ""
    lang: str = ""
    task: str = ""


class Link(NamedTuple):
    """A truth and a prediction with a risk that stand in one place, by their indices.

    Their IoU, and how alike their texts are by each text rule; ``exact`` is -1 in rows that do not say it.
    """

    truth: int
    guess: int
    iou: float
    corrected: float
    as_published: float
    exact: float = -1.0


@dataclass(frozen=True, slots=True)
class Evidence:
    """One screen, compared. ``links`` has every pair of IoU ``least`` or more, by truth and then by guess.

    ``pair`` may have regions without text and place: only its labels are still needed. ``covered[i]`` is the
    share of ``pair.truths[i]`` that all predicted boxes with a risk would hide.
    """

    pair: ScreenPair
    links: tuple[Link, ...]
    covered: tuple[float, ...]
    least: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one annotated region. ``match`` is the prediction with a risk that matched it."""

    truth: Region
    match: Region | None
    alt_risk: Risk | None = None
    scored: bool = True
    covered: float = 0.0

    @property
    def sure(self) -> bool:
        """Whether the annotator was sure that the region is private, or that it is not."""
        return self.alt_risk is None or (self.alt_risk is Risk.NONE) == (self.truth.risk is Risk.NONE)


def compare(pair: ScreenPair, least: float = 0.6) -> Evidence:
    """Compare the places and texts of a screen; nothing that overlaps less than ``least`` is looked at."""
    guesses = [(at, guess) for at, guess in enumerate(pair.predicted or ()) if guess.private]
    truth_boxes, guess_boxes = [t.box for t in pair.truths], [guess.box for _, guess in guesses]
    shared = _shared_areas(truth_boxes, guess_boxes)
    union = _areas(truth_boxes)[:, None] + _areas(guess_boxes)[None] - shared
    ious = np.divide(shared, union, out=np.zeros(shared.shape), where=union > 0)
    links = []
    for i, j in np.argwhere(ious >= least).tolist():
        at, guess = guesses[j]
        rules: tuple[TextRule, ...] = (*TEXT_RULES, "exact")
        texts = (region_likeness(pair.truths[i], guess, rule) for rule in rules)
        links.append(Link(i, at, float(ious[i, j]), *texts))
    covered = [
        covered_share(box, [guess_boxes[j] for j in np.flatnonzero(row).tolist()])
        for box, row in zip(truth_boxes, shared, strict=True)
    ]
    return Evidence(pair, tuple(links), tuple(covered), least)


def judge_screen(
    pair: ScreenPair, rule: MatchRule | None = None, threshold: float = 0.0
) -> tuple[Outcome, ...]:
    """The outcome of every annotated region of a screen, in order.

    Only predictions with a risk and at least ``threshold`` confidence count. ``ValueError`` where
    ``alt_risks`` is neither empty nor as long as ``truths``.
    """
    rule = rule or MatchRule()
    if threshold and pair.predicted is not None:
        pair = replace(pair, predicted=tuple(p for p in pair.predicted if p.confidence >= threshold))
    return judge_evidence(compare(pair, rule.iou), rule)


def judge_evidence(evidence: Evidence, rule: MatchRule, threshold: float = 0.0) -> tuple[Outcome, ...]:
    """`judge_screen` on what was compared before; ``covered`` is that of all predictions.

    ``ValueError`` where the evidence begins at a larger IoU than the rule does.
    """
    pair, matches = evidence.pair, matched(evidence, rule, threshold)
    guesses = pair.predicted or ()
    alts = pair.alt_risks or (None,) * len(pair.truths)
    return tuple(
        Outcome(
            truth,
            guesses[matches[at]] if at in matches else None,
            alt,
            pair.predicted is not None,
            evidence.covered[at],
        )
        for at, (truth, alt) in enumerate(zip(pair.truths, alts, strict=True))
    )


def matched(evidence: Evidence, rule: MatchRule, threshold: float = 0.0) -> dict[int, int]:
    """Truth index -> index of the prediction that matched it: one to one among private truths.

    Only predictions of at least ``threshold`` confidence count. ``ValueError`` where the evidence begins at a
    larger IoU than the rule does.
    """
    return matched_links(evidence, rule_links(evidence, rule), threshold)


def rule_links(evidence: Evidence, rule: MatchRule) -> list[Link]:
    """The links that a rule accepts; ``ValueError`` as in `matched`."""
    if rule.iou < evidence.least:
        raise ValueError(f"compared from IoU {evidence.least} on, and the rule asks for {rule.iou}")
    text = Link._fields.index(rule.text)
    return [link for link in evidence.links if link.iou >= rule.iou and link[text] >= rule.tau]


def matched_links(evidence: Evidence, links: Sequence[Link], threshold: float = 0.0) -> dict[int, int]:
    """`matched`, from the links that the rule accepts."""
    pair = evidence.pair
    if threshold:
        guesses = pair.predicted or ()
        links = [link for link in links if guesses[link.guess].confidence >= threshold]
    private: dict[tuple[int, int], float] = {}
    public: dict[int, Link] = {}
    for link in links:
        if pair.truths[link.truth].private:
            private[link.truth, link.guess] = link.iou
        # Not one to one: a mask over public text is wrong whatever else it is right about.
        elif link.truth not in public or link.iou > public[link.truth].iou:
            public[link.truth] = link
    return assign(private) | {at: link.guess for at, link in public.items()}


def tally(evidence: Evidence, matches: Mapping[int, int]) -> tuple[int, int, int]:
    """Private regions matched, those of them with all three labels right, and public regions matched."""
    recalled = right = over = 0
    truths, guesses = evidence.pair.truths, evidence.pair.predicted or ()
    for at, guess in matches.items():
        truth, match = truths[at], guesses[guess]
        if not truth.private:
            over += 1
            continue
        recalled += 1
        labels = match.risk is truth.risk and match.category is truth.category
        right += labels and match.necessary == truth.necessary
    return recalled, right, over


def covered_share(box: Box, masks: Sequence[Box]) -> float:
    """How much of ``box`` the union of ``masks`` hides, 0 to 1; 0 for an empty box."""
    if not box.area or not masks:
        return 0.0
    if len(masks) == 1:
        return box.overlap(masks[0]) / box.area
    if any(box.overlap(mask) == box.area for mask in masks):
        return 1.0
    pixels = np.zeros((box.height, box.width), dtype=bool)
    for mask in masks:
        if box.overlap(mask):
            inside = mask.shift(-box.x1, -box.y1).clip(box.width, box.height)
            pixels[inside.y1 : inside.y2, inside.x1 : inside.x2] = True
    return float(pixels.mean())


def _shared_areas(ones: Sequence[Box], others: Sequence[Box]) -> NDArray[np.int64]:
    """Shared areas in pixels, of shape (len(ones), len(others))."""
    a, b = (
        np.array([box.tuple() for box in boxes], dtype=np.int64).reshape(-1, 4) for boxes in (ones, others)
    )
    a, b = a[:, None], b[None]
    sides = np.clip(np.minimum(a[..., 2:], b[..., 2:]) - np.maximum(a[..., :2], b[..., :2]), 0, None)
    return np.asarray(sides[..., 0] * sides[..., 1])


def _areas(boxes: Sequence[Box]) -> NDArray[np.int64]:
    return np.array([box.area for box in boxes], dtype=np.int64)
