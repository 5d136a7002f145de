"""The dictionary attack: which of the attacker's candidates looks, once hidden, like what is seen?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tactful.bench.attacks.areas import Pixels, find_mosaics, find_squares, ink_between, ink_of
from tactful.bench.attacks.codes import Guess, best_pose, grid, mean_pose, read_pattern, settle
from tactful.bench.attacks.glyphs import Face, Ink, Poses, covers, installed, tables
from tactful.bench.attacks.probe import DIGIT, Candidates, Finding, pixels_of
from tactful.terms import Box, ProtectedScreen

_SKETCH = 4  # faces with which a whole list is tried, or the length of a pattern
_LIKELY = 7  # faces with which a pattern is read
_FINE = 1.9  # cells an em: with fewer, no digit could be told from another (the curve in docs/leakage.md)
_SHORT = 12  # texts of a list that are tried with every face
_ENOUGH = {"mosaic": 0.12, "squares": 0.25}  # share of the ink that a guess may leave unexplained
_VAGUE = {"mosaic": 0.4, "squares": 0.75}  # share that the mean text of a pattern may leave unexplained
_FLOOR = 0.002  # what drawing differences alone leave unexplained


class _Place(NamedTuple):
    """A hidden place, and what the attacker may look for there."""

    box: Box
    ink: Ink
    how: str
    known: tuple[Candidates, ...]


class DictionaryProbe:
    """Tests the attacker's candidates against mosaics and against what shows between scattered squares.

    It finds the hidden places and the grid in the picture. ``faces`` are the font files that the attacker
    has, by default those of this machine out of a fixed list of common ones. For each place it gives its one
    best guess, and none where no candidate explains what is seen. Patterns are tried at the ``places`` that
    suit them best, and not where a cell is half as wide as the type is large: nothing can be told there.
    """

    name = "dictionary"

    def __init__(self, faces: Sequence[Face] | None = None, places: int = 12) -> None:
        self._faces = faces
        self._places = places

    def findings(self, screen: ProtectedScreen, known: Sequence[Candidates] = ()) -> tuple[Finding, ...]:
        """One finding a hidden place at most; ``confidence`` is the best guess's share of the belief."""
        faces = installed() if self._faces is None else tuple(self._faces)
        hidden = [
            _Place(box, ink, how, tuple(some for some in known if some.box is None or some.box.overlap(box)))
            for box, ink, how in hidden_places(pixels_of(screen))
        ]
        fitting = [
            _plausible(
                place.ink, [p for some in place.known for p in some.patterns], faces, _VAGUE[place.how]
            )
            for place in hidden
        ]
        ranked = sorted((found[0][0], i) for i, found in enumerate(fitting) if found)
        tried = {i for _, i in ranked[: self._places]}
        findings = []
        for i, place in enumerate(hidden):
            patterns = [pattern for _, pattern in fitting[i]] if i in tried else []
            finding = _best(place, patterns, faces)
            if finding is not None:
                findings.append(finding)
        return tuple(findings)


def hidden_places(pixels: Pixels) -> list[tuple[Box, Ink, str]]:
    """The places whose ink can be compared: box, ink, and what hides it."""
    mosaics = [(m.box, ink_of(m), "mosaic") for m in find_mosaics(pixels)]
    squares = [(s.box, ink_between(pixels, s), "squares") for s in find_squares(pixels)]
    return [(box, ink, how) for box, ink, how in (*mosaics, *squares) if ink is not None]


def read_values(ink: Ink, values: Sequence[str], faces: Sequence[Face]) -> list[Guess]:
    """The texts of a list that explain the cells, best first. Time grows with the length of the list."""
    coarse: dict[str, float] = {}
    for text in dict.fromkeys(values):
        for face in [face for face in faces if covers(face, text)][:: max(1, len(faces) // _SKETCH)]:
            pose = _pose(ink, face, text, 8)
            if pose is not None:
                coarse[text] = min(coarse.get(text, math.inf), float(pose.misfit[0]))
    best: dict[str, Guess] = {}
    for text in sorted(coarse, key=lambda t: (coarse[t], t))[:_SHORT]:
        posed = [
            (face, pose)
            for face in faces
            if covers(face, text) and (pose := _pose(ink, face, text, 14)) is not None
        ]
        for face, pose in sorted(posed, key=lambda pair: float(pair[1].misfit[0]))[:3]:
            near = settle(ink, face, {text: pose}, 1.0)[text]
            misfit = float(near.misfit[0]) / max(ink.energy, 1e-12)
            if text not in best or misfit < best[text].misfit:
                best[text] = Guess(text, misfit, face.name, float(near.size[0]))
    return sorted(best.values(), key=lambda g: (g.misfit, g.text))


def _pose(ink: Ink, face: Face, text: str, steps: int) -> Poses | None:
    table = tables(face, [text])
    place = grid(ink, float(table.advances[0]), steps)
    return None if place is None else best_pose(ink, table, *place)


def _best(place: _Place, patterns: Sequence[str], faces: Sequence[Face]) -> Finding | None:
    """The likeliest guess over all candidates, counted with how many texts each could have chosen from."""
    ink = place.ink
    scored: list[tuple[float, Guess]] = []
    for pattern in patterns:
        free = pattern.count(DIGIT) * math.log(10)
        scored += [
            (_score(ink, guess, free), guess)
            for guess in read_pattern(ink, pattern, _likely(ink, pattern, faces))
        ]
    for some in place.known:
        if some.values:
            free = math.log(len(some.values))
            scored += [(_score(ink, guess, free), guess) for guess in read_values(ink, some.values, faces)]
    scored = [(score, guess) for score, guess in scored if guess.misfit <= _ENOUGH[place.how]]
    if not scored:
        return None
    scored.sort(key=lambda pair: (pair[0], pair[1].text))
    top, guess = scored[0]
    belief = 1 / sum(math.exp(min(0.0, (top - score) / 2)) for score, _ in scored)
    return Finding(guess.text, place.box, float(np.clip(belief, 0, 1)), f"dictionary on {place.how}")


def _score(ink: Ink, guess: Guess, free: float) -> float:
    """As the Bayesian information criterion: a fit that could choose among more texts must be better."""
    return ink.count * math.log(guess.misfit + _FLOOR) + 2 * free


def _plausible(
    ink: Ink, patterns: Sequence[str], faces: Sequence[Face], limit: float
) -> list[tuple[float, str]]:
    """The patterns whose length suits, with the share of the ink that their mean text leaves unexplained."""
    found: list[tuple[float, str]] = []
    for pattern in dict.fromkeys(patterns):
        posed = [mean_pose(ink, pattern, face, 1, 8) for face in faces[:: max(1, len(faces) // _SKETCH)]]
        misfits = [
            float(pose.misfit[0]) / ink.energy
            for pose in posed
            if pose is not None and pose.size[0] >= _FINE * ink.side
        ]
        if misfits and min(misfits) <= limit:
            found.append((min(misfits), pattern))
    found.sort()
    return [(misfit, pattern) for misfit, pattern in found if misfit <= 2 * found[0][0]][:2]


def _likely(ink: Ink, pattern: str, faces: Sequence[Face]) -> list[Face]:
    """The faces whose mean text fits best."""
    posed = [(face, mean_pose(ink, pattern, face)) for face in faces]
    ranked = sorted((float(pose.misfit[0]), i) for i, (_, pose) in enumerate(posed) if pose is not None)
    return [faces[i] for _, i in ranked[:_LIKELY]]
