"""The leak matrix: violation and completeness by information domain and context (Figure 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tactful.score.memories.counts import Among, Floats, checked_draws, count, unrevealed
from tactful.score.memories.metrics import domains_of
from tactful.terms import ProfileReveals


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
    private: NDArray[np.int64]
    necessary: NDArray[np.int64]

    def to_json(self) -> dict[str, Any]:
        """Lists of rows, one a domain, with null where there is nothing to measure."""

        def rows(values: Floats) -> list[list[float | None]]:
            return [[None if np.isnan(value) else float(value) for value in row] for row in values]

        return {
            "domains": list(self.domains),
            "contexts": [{"recipient": recipient, "task": task} for recipient, task in self.contexts],
            "violation": rows(self.violation),
            "completeness": rows(self.completeness),
            "private": self.private.tolist(),
            "necessary": self.necessary.tolist(),
        }


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
        _ratio(leaked, private_pairs),
        _ratio(told, necessary_pairs),
        private_pairs.astype(np.int64),
        necessary_pairs.astype(np.int64),
    )


def _ratio(top: Floats, bottom: Floats) -> Floats:
    ratio: Floats = np.divide(top, bottom, out=np.full(top.shape, np.nan), where=bottom > 0)
    return ratio
