"""The scores of parts of a run: by information domain, context, label set and memory composition."""

from __future__ import annotations

from collections.abc import Sequence

from tactful.score.memories.counts import Among
from tactful.score.memories.estimates import Unit
from tactful.score.memories.labels import label_sets
from tactful.score.memories.metrics import domains_of, only_context, only_domain
from tactful.score.memories.scores import RunScores
from tactful.score.memories.summary import summarise
from tactful.score.memories.tabulate import cells_of, tabulate
from tactful.terms import COMBINED, Cell, Profile, ProfileReveals, SampleResult


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


def by_labels(
    profiles: Sequence[Profile],
    samples: Sequence[SampleResult],
    *,
    rule: str = "corrected",
    cell: Cell | None = None,
    epochs: int | None = None,
    n: int | None = None,
    seed: int = 0,
    resamples: int = 2000,
    unit: Unit = "auto",
    among: Among = "labelled",
) -> dict[str, RunScores]:
    """`summarise` for each label set that every profile has: combined and the personas' (Tables 5 to 7)."""
    sets = [label_sets(profile) for profile in profiles]
    common = [name for name in sets[0] if all(name in each for each in sets)] if sets else []
    return {
        name: summarise(
            tabulate(profiles, samples, labels=name, rule=rule, cell=cell, epochs=epochs),
            n,
            seed,
            resamples,
            unit,
            among,
        )
        for name in common
    }


def by_cell(
    profiles: Sequence[Profile],
    samples: Sequence[SampleResult],
    *,
    labels: str = COMBINED,
    rule: str = "corrected",
    epochs: int | None = None,
    n: int | None = None,
    seed: int = 0,
    resamples: int = 2000,
    unit: Unit = "auto",
    among: Among = "labelled",
) -> dict[Cell, RunScores]:
    """`summarise` for each memory composition among the samples, sorted by name (Figure 5).

    A composition is scored over the profiles that have samples of it.
    """
    scores = {}
    for cell in cells_of(samples):
        chosen = [sample for sample in samples if sample.cell == cell]
        ids = {sample.profile for sample in chosen}
        tables = tabulate(
            [profile for profile in profiles if profile.id in ids],
            chosen,
            labels=labels,
            rule=rule,
            epochs=epochs,
        )
        scores[cell] = summarise(tables, n, seed, resamples, unit, among)
    return scores
