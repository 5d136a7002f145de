"""When a predicted region is the annotated one: text coverage, IoU, and one-to-one assignment.

GUIGuard-Bench, section 4.1 and E.1, equations 1 to 3. The text rule comes in two forms:

- ``as_published`` (equations 1 and 2): the share of the truth's characters that occur anywhere in the
  prediction, or the other way round, is at least tau. Read literally, so one "a" covers every "a", the order
  of characters does not matter, and a truth of one letter matches nearly any text.
- ``corrected``: by edit distance. The share of one text that stands in the other, less one character for each
  edit that it takes, is at least tau in either direction; with texts of one or two characters, in both. See
  `tactful.score.edits` for what counts as the same character. Of a picture (an avatar,
  a face, a photo) the text only says what is to be seen, so its place alone decides; so it does for two empty
  texts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tactful.score.edits import fold, held
from tactful.terms import Region

TextRule = Literal["corrected", "as_published"]
TEXT_RULES: tuple[TextRule, ...] = ("corrected", "as_published")


@dataclass(frozen=True, slots=True)
class MatchRule:
    """What counts as a match: the text rule, its tau, and the least IoU."""

    text: TextRule = "corrected"
    tau: float = 0.9
    iou: float = 0.6

    def texts(self, truth: str, predicted: str) -> bool:
        """Whether the texts match (equation 2)."""
        return likeness(truth, predicted, self.text) >= self.tau

    def regions(self, truth: Region, predicted: Region) -> float | None:
        """The IoU of two regions that match in place and text, None where they do not match."""
        iou = truth.box.iou(predicted.box)
        return iou if iou >= self.iou and region_likeness(truth, predicted, self.text) >= self.tau else None


def likeness(truth: str, predicted: str, rule: TextRule) -> float:
    """How far two texts cover each other by a rule, 0 to 1: they match where it is at least tau."""
    if truth == predicted:
        return 1.0
    if rule == "corrected":
        return held(fold(truth), fold(predicted))
    if not truth or not predicted:
        return 0.0
    forward = sum(ch in predicted for ch in truth) / len(truth)
    backward = sum(ch in truth for ch in predicted) / len(predicted)
    return max(forward, backward)


def region_likeness(truth: Region, predicted: Region, rule: TextRule) -> float:
    """`likeness` of the texts of two regions; of a picture the corrected rule asks for none."""
    if rule == "corrected" and truth.is_picture:
        return 1.0
    return likeness(truth.text, predicted.text, rule)


def match_regions(truths: Sequence[Region], predicted: Sequence[Region], rule: MatchRule) -> dict[int, int]:
    """Truth index -> prediction index, one to one: as many pairs as possible, then the largest sum of IoU."""
    weights: dict[tuple[int, int], float] = {}
    for i, truth in enumerate(truths):
        for j, guess in enumerate(predicted):
            iou = rule.regions(truth, guess)
            if iou is not None:
                weights[i, j] = iou
    return assign(weights)


def assign(weights: Mapping[tuple[int, int], float]) -> dict[int, int]:
    """A one-to-one assignment over the given pairs: the most pairs, then the largest total weight.

    Deterministic for equal totals: earlier pairs win.
    """
    chosen = dict(sorted(weights))
    if len(weights) == len(chosen) == len(set(chosen.values())):
        return chosen  # nothing competes, as on most screens
    chosen = {}
    for part in _components(weights):
        chosen |= _assign_connected(part)
    return chosen


def _components(weights: Mapping[tuple[int, int], float]) -> list[dict[tuple[int, int], float]]:
    """The pairs split where they share neither side: on screens nearly every part is one pair."""
    parts: list[tuple[set[int], set[int], dict[tuple[int, int], float]]] = []
    for (i, j), weight in sorted(weights.items()):
        touching = [part for part in parts if i in part[0] or j in part[1]]
        merged: tuple[set[int], set[int], dict[tuple[int, int], float]] = ({i}, {j}, {})
        for lefts, rights, pairs in touching:
            merged[0].update(lefts)
            merged[1].update(rights)
            merged[2].update(pairs)
        merged[2][i, j] = weight
        parts = [part for part in parts if part not in touching] + [merged]
    return [pairs for _, _, pairs in parts]


def _assign_connected(weights: Mapping[tuple[int, int], float]) -> dict[int, int]:
    """Best augmenting paths until there is none: each keeps the weight largest for its number of pairs."""
    chosen: dict[int, int] = {}
    while (path := _best_path(weights, chosen)) is not None:
        chosen |= dict(path)
    return chosen


def _best_path(
    weights: Mapping[tuple[int, int], float], chosen: Mapping[int, int]
) -> list[tuple[int, int]] | None:
    """The pairs to set so that one more truth is matched at the largest gain (Bellman-Ford)."""
    owner = {j: i for i, j in chosen.items()}
    gain: dict[int, float] = {i: 0.0 for i, _ in weights if i not in chosen}  # to each truth, still unset
    came: dict[int, list[tuple[int, int]]] = {i: [] for i in gain}
    best: tuple[float, list[tuple[int, int]]] | None = None
    for _ in range(len(chosen) + 1):
        for (i, j), weight in weights.items():
            if i not in gain or chosen.get(i) == j:
                continue
            total, path = gain[i] + weight, [*came[i], (i, j)]
            after = owner.get(j)
            if after is None:
                if best is None or total > best[0] + 1e-12:
                    best = (total, path)
            elif all(after != k for k, _ in path):
                total -= weights[after, j]
                if after not in gain or total > gain[after] + 1e-12:
                    gain[after], came[after] = total, path
    return None if best is None else best[1]
