"""The scores of parts of a run: by information domain and by context."""

from __future__ import annotations

from collections.abc import Sequence

from tactful.score.memories.counts import Among
from tactful.score.memories.estimates import Unit
from tactful.score.memories.metrics import domains_of, only_context, only_domain
from tactful.score.memories.scores import RunScores
from tactful.score.memories.summary import summarise
from tactful.terms import ProfileReveals


def by_domain(
    prs: Sequence[ProfileReveals],
    n: int | None = None,
    seed: int = 0,
    resamples: int = 2000,
    unit: Unit = "auto",
    among: Among = "labelled",
) -> dict[str, RunScores]:
    """`summarise` for each information domain, over the labels of its attributes; "general" comes last."""
    return {
        domain: summarise([only_domain(pr, domain) for pr in prs], n, seed, resamples, unit, among)
        for domain in domains_of(prs)
    }


def by_context(
    prs: Sequence[ProfileReveals],
    n: int | None = None,
    seed: int = 0,
    resamples: int = 2000,
    unit: Unit = "auto",
    among: Among = "labelled",
) -> dict[tuple[str, str], RunScores]:
    """`summarise` for each (recipient, task), over its labels alone, in order of first appearance."""
    contexts = dict.fromkeys(context for pr in prs for context in pr.contexts)
    return {
        context: summarise([only_context(pr, context) for pr in prs], n, seed, resamples, unit, among)
        for context in contexts
    }
