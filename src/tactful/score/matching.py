"""When a predicted region is the annotated one: text coverage, IoU, and one-to-one assignment.

GUIGuard-Bench, section 4.1 and E.1, equations 1 to 3. The text rule comes in two forms:

- ``as_published`` (equations 1 and 2): the share of the truth's characters that occur anywhere in the
  prediction, or the other way round, is at least tau. Read literally, so one "a" covers every "a", and a
  truth of one letter matches nearly any text.
- ``corrected``: characters are counted with their multiplicity, after compatibility normalisation (NFKC) and
  without white space; texts of one or two characters must be covered in both directions. Two empty texts
  (icons, faces) match, as their place must decide.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tactful.terms import Region

TextRule = Literal["corrected", "as_published"]
SHORT = 3


@dataclass(frozen=True, slots=True)
class MatchRule:
    """What counts as a match: the text rule, its tau, and the least IoU."""

    text: TextRule = "corrected"
    tau: float = 0.9
    iou: float = 0.6

    def texts(self, truth: str, predicted: str) -> bool:
        """Whether the texts match (equation 2)."""
        if self.text == "as_published":
            return _published(truth, predicted, self.tau)
        return _corrected(truth, predicted, self.tau)

    def regions(self, truth: Region, predicted: Region) -> float | None:
        """The IoU of two regions that match in place and text, None where they do not match."""
        iou = truth.box.iou(predicted.box)
        return iou if iou >= self.iou and self.texts(truth.text, predicted.text) else None


def _published(truth: str, predicted: str, tau: float) -> bool:
    if not truth or not predicted:
        return truth == predicted
    forward = sum(ch in predicted for ch in truth) / len(truth)
    backward = sum(ch in truth for ch in predicted) / len(predicted)
    return forward >= tau or backward >= tau


def _corrected(truth: str, predicted: str, tau: float) -> bool:
    one, two = _characters(truth), _characters(predicted)
    if not one or not two:
        return one == two
    shared = (one & two).total()
    forward, backward = shared / one.total() >= tau, shared / two.total() >= tau
    short = min(one.total(), two.total()) < SHORT
    return (forward and backward) if short else (forward or backward)


def _characters(text: str) -> Counter[str]:
    return Counter(ch for ch in unicodedata.normalize("NFKC", text) if not ch.isspace())


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
    chosen: dict[int, int] = {}
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
