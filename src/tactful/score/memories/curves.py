"""Two closer looks at a run: how violations add up (Figure 2), and where they are (Figure 3).

For m of a profile's T tasks and k samples of each, the expected violation over *all* choices of m tasks and
of k samples, without drawing any: exact, so without noise, and unbiased in k. An attribute that is private
in some tasks stays hidden through a task t with q_t = C(s - c, k) / C(s, k), for c reveals among s scored
samples, and with 1 where it is not private. Over all sets of m tasks the mean of the product of the q is the
elementary symmetric polynomial e_m(q) / C(T, m).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tactful.score.memories.metrics import Among, checked_draws, count, domains_of, unrevealed
from tactful.score.stats import Floats, Ints, ratio
from tactful.terms import ProfileReveals


def accumulate(
    prs: Sequence[ProfileReveals], tasks: Sequence[int], samples: Sequence[int], among: Among = "labelled"
) -> Floats:
    """The expected violation after m tasks of k samples each, the mean over profiles (Figure 2).

    (len(tasks), len(samples)), 0 to 1. The denominator is every attribute that is private in any task, as in
    Definition 3.1, so the curve of a profile ends, at m = T, in ``violation(pr, k)``. T are the contexts with
    a scored sample. A context with fewer than k scored samples gives all it has, as in `violation`. nan for m
    or k that some profile does not reach, or below 0 and 1; 0 at m = 0. Every point is over all profiles in
    which any attribute is private, so that no step of a curve comes from a profile dropping out.
    """
    by_profile = [accumulation_by_attribute(pr, tasks, samples, among) for pr in prs]
    curves = [values.mean(axis=2) for values in by_profile if values.shape[2]]
    return np.mean(curves, axis=0) if curves else np.full((len(tasks), len(samples)), np.nan)


def accumulation_by_attribute(
    pr: ProfileReveals, tasks: Sequence[int], samples: Sequence[int], among: Among = "labelled"
) -> Floats:
    """`accumulate` of one profile before the mean: (tasks, samples, attributes private in any task)."""
    counts = count(pr, among)
    alive = counts.scored > 0
    heard = counts.private & alive[:, None]
    somewhere = heard.any(axis=0)
    result = np.full((len(tasks), len(samples), int(somewhere.sum())), np.nan)
    total = int(alive.sum())
    reached = [(row, m) for row, m in enumerate(tasks) if 0 <= m <= total]
    most = max((m for _, m in reached), default=0)
    for column, k in enumerate(samples):
        if not 1 <= k <= counts.most:
            continue
        hidden = np.where(heard, unrevealed(counts, k), 1.0)[alive][:, somewhere]
        curve = 1.0 - symmetric_means(hidden, most)
        for row, m in reached:
            result[row, column] = curve[m]
    return result


def symmetric_means(values: Floats, most: int) -> Floats:
    """e_m(values) / C(T, m) for m = 0 ... most, along the first axis: (T, A) to (most + 1, A).

    One value after the other, each mean is a weighted average of two earlier ones, so numbers from 0 to 1
    stay there and no rounding error grows, however large T is.
    """
    means = np.zeros((most + 1, values.shape[1]))
    means[0] = 1.0
    for taken, value in enumerate(values, start=1):
        top = min(taken, most)
        share = (np.arange(1, top + 1) / taken)[:, None]
        means[1 : top + 1] = (1.0 - share) * means[1 : top + 1] + share * value * means[:top]
    return means


@dataclass(frozen=True, slots=True, eq=False)
class LeakMatrix:
    """D domains ("general" last) by T contexts (recipient, task), in order of first appearance.

    ``violation`` (D, T): the share of the domain's (profile, attribute) pairs, private in the context, that
    a message of the context revealed. ``completeness`` (D, T): the mean rate at which the domain's necessary
    pairs were revealed. nan where there are none; ``private`` and ``necessary`` (D, T) count the pairs.
    """

    domains: tuple[str, ...]
    contexts: tuple[tuple[str, str], ...]
    violation: Floats
    completeness: Floats
    private: Ints
    necessary: Ints


def leak_matrix(prs: Sequence[ProfileReveals], n: int | None = None, among: Among = "labelled") -> LeakMatrix:
    """The matrix over all profiles, every (profile, attribute) pair of equal weight.

    Pairs of contexts without a scored sample count nowhere. ``n`` and ``among`` as in
    `violation_by_attribute`: here the worst case is over the samples of one context.
    """
    domains = domains_of(prs)
    contexts = list(dict.fromkeys(context for pr in prs for context in pr.contexts))
    row_of = {name: at for at, name in enumerate(domains)}
    column_of = {context: at for at, context in enumerate(contexts)}
    sums = np.zeros((4, len(contexts), len(domains)))
    checked_draws(n, max((pr.scored.shape[1] for pr in prs), default=0))
    for pr in prs:
        counts = count(pr, among)
        member = np.zeros((len(pr.attributes), len(domains)))
        member[np.arange(len(pr.attributes)), [row_of[name] for name in pr.domains]] = 1.0
        heard = (counts.scored > 0)[:, None]
        private, necessary = counts.private & heard, counts.necessary & heard
        rates = counts.hits / np.maximum(counts.scored, 1)[:, None]
        places = [column_of[context] for context in pr.contexts]
        leaks = private * (1.0 - unrevealed(counts, n))
        for at, part in enumerate((leaks, private, necessary * rates, necessary)):
            np.add.at(sums[at], places, part.astype(np.float64) @ member)
    leaked, private_pairs, told, necessary_pairs = sums.transpose(0, 2, 1)
    return LeakMatrix(
        domains,
        tuple(contexts),
        ratio(leaked, private_pairs),
        ratio(told, necessary_pairs),
        private_pairs.astype(np.int64),
        necessary_pairs.astype(np.int64),
    )
