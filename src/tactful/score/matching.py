"""When a predicted region is the annotated one: text coverage, IoU, and one-to-one assignment.

GUIGuard-Bench, section 4.1 and E.1, equations 1 to 3. The text rule comes in three forms:

- ``as_published`` (equations 1 and 2): the share of the truth's characters that occur anywhere in the
  prediction, or the other way round, is at least tau. Read literally, so one "a" covers every "a", the order
  of characters does not matter, and a truth of one letter matches nearly any text.
- ``exact`` (J.1): the texts are the same, white space around them aside.
- ``corrected``: by edit distance. The share of one text that stands in the other, less one character for each
  edit that it takes, is at least tau in either direction; with texts of one or two characters, in both. See
  `fold` for what counts as the same character. Of a picture (an avatar, a face, a photo) the text only says
  what is to be seen, so its place alone decides; so it does for two empty texts.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tactful.terms import Region

TextRule = Literal["corrected", "as_published", "exact"]
TEXT_RULES: tuple[TextRule, ...] = ("corrected", "as_published")
"""The rules that tolerate what OCR misreads; ``exact`` stands beside them."""
SHORT = 3
"""Texts of fewer characters must hold each other."""
# The characters that the paper names as alike on a screen (section 4.1), and the other pair of that kind.
_ALIKE = {"I": "l", "1": "l", "|": "l", "O": "0"}
_MARKS = {chr(code): "." for code in range(128) if unicodedata.category(chr(code)).startswith("P")}
_SPACES = dict.fromkeys((chr(code) for code in range(128) if chr(code).isspace()), "")
_ASCII = str.maketrans(_MARKS | _SPACES | _ALIKE)


@dataclass(frozen=True, slots=True)
class MatchRule:
    """What counts as a match: the text rule, its tau, and the least IoU."""

    text: TextRule = "corrected"
    tau: float = 0.9
    iou: float = 0.6

    def texts(self, truth: str, predicted: str) -> bool:
        """Whether the texts match (equation 2)."""
        return likeness(truth, predicted, self.text) >= self.tau

    def to_json(self) -> dict[str, Any]:
        """{"text", "tau", "iou"}."""
        return {"text": self.text, "tau": self.tau, "iou": self.iou}


def region_likeness(truth: Region, predicted: Region, rule: TextRule) -> float:
    """`likeness` of the texts of two regions; of a picture the corrected rule asks for none."""
    if rule == "corrected" and truth.is_picture:
        return 1.0
    return likeness(truth.text, predicted.text, rule)


def likeness(truth: str, predicted: str, rule: TextRule) -> float:
    """How far two texts cover each other by a rule, 0 to 1: they match where it is at least tau."""
    if truth == predicted:
        return 1.0
    if rule == "exact":
        return float(truth.strip() == predicted.strip())
    if rule == "corrected":
        return held(fold(truth), fold(predicted))
    if not truth or not predicted:
        return 0.0
    forward = sum(ch in predicted for ch in truth) / len(truth)
    backward = sum(ch in truth for ch in predicted) / len(predicted)
    return max(forward, backward)


def fold(text: str) -> str:
    """``text`` as the corrected rule compares it: case matters, the rest of this does not.

    Compatibility forms (NFKC) and white space are dropped, look-alikes ("I", "l", "1", "|"; "O", "0") are one
    character each, and any mark of punctuation stands for any other.
    """
    if text.isascii():
        return text.translate(_ASCII)
    plain = unicodedata.normalize("NFKC", text).translate(_ASCII)
    return "".join(
        "." if unicodedata.category(ch).startswith("P") else ch for ch in plain if not ch.isspace()
    )


def held(one: str, two: str) -> float:
    """The share of the shorter text that stands in the other, 0 to 1, of two folded texts.

    A text that takes ``d`` edits to become some piece of the other is held for ``(length - d) / length``: the
    better of the two directions counts, and the worse one where a text has fewer than `SHORT` characters, so
    that a letter is not found in every word. Two empty texts hold each other.
    """
    if one == two:
        return 1.0
    if not one or not two:
        return 0.0
    short = min(len(one), len(two)) < SHORT
    if not short and (one in two or two in one):
        return 1.0
    forward = (len(one) - least_edits(one, two)) / len(one)
    backward = (len(two) - least_edits(two, one)) / len(two)
    return min(forward, backward) if short else max(forward, backward)


def least_edits(pattern: str, text: str) -> int:
    """The least number of edits that turn ``pattern`` into some piece of ``text`` (the empty one included).

    Bit-parallel search of Myers (1999): one step over whole-number bit rows for each character of ``text``.
    """
    rows = len(pattern)
    if not rows:
        return 0
    places: dict[str, int] = {}
    for at, ch in enumerate(pattern):
        places[ch] = places.get(ch, 0) | 1 << at
    full, last = (1 << rows) - 1, 1 << (rows - 1)
    up, down, edits, best = full, 0, rows, rows
    for ch in text:
        same = places.get(ch, 0)
        vertical = same | down
        horizontal = (((same & up) + up) ^ up) | same
        more = down | (~(horizontal | up) & full)
        fewer = up & horizontal
        if more & last:
            edits += 1
        elif fewer & last:
            edits -= 1
        more, fewer = more << 1, fewer << 1
        up = (fewer | ~(vertical | more)) & full
        down = more & vertical & full
        best = min(best, edits)
    return best


def assign(weights: Mapping[tuple[int, int], float]) -> dict[int, int]:
    """A one-to-one assignment over the given pairs: the most pairs, then the largest total weight.

    Deterministic for equal totals: earlier pairs win. (SciPy's assignment breaks ties otherwise, and is no
    part of the core install that ``tactful score regions`` runs on.)
    """
    chosen = dict(sorted(weights))
    if len(weights) == len(chosen) == len(set(chosen.values())):
        return chosen  # nothing competes, as on most screens
    chosen = {}
    for part in _components(weights):
        matched: dict[int, int] = {}
        while (path := _best_path(part, matched)) is not None:
            matched |= dict(path)
        chosen |= matched
    return chosen


def _components(weights: Mapping[tuple[int, int], float]) -> list[dict[tuple[int, int], float]]:
    """The pairs split where they share neither side: on screens nearly every part is one pair."""
    parts: list[dict[tuple[int, int], float]] = []
    for pair in sorted(weights):
        touching = [part for part in parts if any(pair[0] == i or pair[1] == j for i, j in part)]
        merged = {known: weight for part in touching for known, weight in part.items()}
        parts = [part for part in parts if part not in touching] + [merged | {pair: weights[pair]}]
    return parts


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
