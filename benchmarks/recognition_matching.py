"""How long the scoring of 2,000 screens of 40 regions takes, and the assignment beside SciPy's.

    python benchmarks/recognition_matching.py [--screens 2000] [--regions 40] [--json FILE]

The screens are invented: rows of texts, and predictions that are shifted, doubled, cut short or left out.
Times are of the CPU, in one process.

SciPy's `linear_sum_assignment` gets the full matrix of each screen, where a pair that matches weighs
``1000 + IoU`` and any other nothing; it must find as many pairs and the same sum of IoU.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from tactful.runs import generator
from tactful.score import TAUS, MatchRule, ScreenPair, assign, compare, score_evidence, score_regions, sweep
from tactful.terms import Box, Category, Region, Risk

WORDS = ("amber", "birch", "cedar", "dune", "ember", "fjord", "grove", "harbor", "inlet", "lagoon", "meadow")
RISKS, CATEGORIES = tuple(Risk), tuple(Category)


def screen(number: int, regions: int) -> ScreenPair:
    """One invented screen: ``regions`` annotated ones in rows of two, and some predictions on them."""
    rng = generator(7, "benchmark", number)
    truths: list[Region] = []
    guesses: list[Region] = []
    for at in range(regions):
        left, top = 40 + 500 * (at % 2), 60 + 50 * (at // 2)
        text = " ".join(rng.choices(WORDS, k=rng.randint(1, 5)))
        box = Box(left, top, left + 12 * len(text), top + 36)
        truth = Region(text, box, rng.choice(RISKS), rng.choice(CATEGORIES), necessary=rng.random() < 0.1)
        truths.append(truth)
        guesses += [_guess(truth, rng) for _ in range(rng.choice((0, 1, 1, 1, 1, 2)))]
    platform = ("android", "pc")[number % 2]
    return ScreenPair(
        f"s{number}", tuple(truths), tuple(guesses), platform, lang="en", task=f"t{number // 10}"
    )


def _guess(truth: Region, rng: random.Random) -> Region:
    box = truth.box.shift(rng.randint(-6, 6), rng.randint(-8, 8))
    text = truth.text if rng.random() < 0.8 else truth.text[: max(1, len(truth.text) - rng.randint(1, 4))]
    if rng.random() < 0.15:  # as tall as the row below: it competes for that one's text
        box = Box(box.x1, box.y1, box.x2, box.y2 + 20)
    return Region(text, box, rng.choice(RISKS), truth.category, confidence=round(rng.random(), 2))


def timed(name: str, call: Callable[[], Any], times: dict[str, float]) -> Any:
    start = time.process_time()
    value = call()
    times[name] = round(time.process_time() - start, 3)
    return value


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--screens", type=int, default=2000)
    parser.add_argument("--regions", type=int, default=40)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    pairs = [screen(number, arguments.regions) for number in range(arguments.screens)]
    times: dict[str, float] = {}
    scores = timed("score_regions, curve and intervals", lambda: score_regions(pairs), times)
    evidence = timed("compare alone, from IoU 0.3", lambda: [compare(pair, 0.3) for pair in pairs], times)
    timed("score_evidence, no curve", lambda: score_evidence(evidence, thresholds=()), times)
    points = timed("sweep, 2 rules x 4 tau x 7 IoU", lambda: list(sweep(evidence)), times)
    weights = [
        {
            (link.truth, link.guess): link.iou
            for link in each.links
            if each.pair.truths[link.truth].private and link.corrected >= 0.9
        }
        for each in evidence
    ]
    ours = timed("assignment, ours", lambda: [assign(each) for each in weights], times)

    def peer() -> list[tuple[int, float]]:
        found = []
        for pair, each in zip(pairs, weights, strict=True):
            matrix = np.zeros((len(pair.truths), len(pair.predicted or ())))
            for where, weight in each.items():
                matrix[where] = 1000 + weight
            rows, columns = linear_sum_assignment(matrix, maximize=True)
            chosen = matrix[rows, columns]
            chosen = chosen[chosen > 0]
            found.append((len(chosen), float(chosen.sum() - 1000 * len(chosen))))
        return found

    for each, chosen, (count, weight) in zip(
        weights, ours, timed("assignment, SciPy on full matrices", peer, times), strict=True
    ):
        if len(chosen) != count or abs(sum(each[pair] for pair in chosen.items()) - weight) > 1e-6:
            raise SystemExit("the assignments differ")
    recall = scores.overall.recall
    for name, seconds in times.items():
        print(f"{name:40} {seconds:8.3f} s")
    print(f"{len(pairs)} screens, {recall.count} private regions, recall {recall.value:.3f}")
    assert {point.rule.tau for point in points} == set(TAUS)
    assert points[TAUS.index(0.9) * 7 + 3].recall == scores_recall(scores.rule, recall)
    if arguments.json:
        arguments.json.write_text(json.dumps(times, indent=2) + "\n")
    return 0


def scores_recall(rule: MatchRule, recall: Any) -> Any:
    """The sweep's point at the rule itself must be the headline, without its interval."""
    assert (rule.text, rule.tau, rule.iou) == ("corrected", 0.9, 0.6)
    return type(recall)(recall.hits, recall.count)


if __name__ == "__main__":
    raise SystemExit(main())
