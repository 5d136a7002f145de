"""From label samples to label distributions (section 4.1.2): shares a persona, and Westin's mixture.

A persona's share of a label is its count over the *scored* samples; the combined share is
0.26 fundamentalist + 0.64 pragmatic + 0.10 unconcerned. Only where all the mass agrees does
`LabelShare.need` give a label: the zero-entropy rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from tactful.terms import COMBINED, WESTIN_PRIORS, LabelShare, Persona
from tactful.world.profiles.labelling import LabelReply

BothRule: TypeAlias = Literal["corrected", "as_published"]
"""A statement in both lists: as published it is shared; corrected, it is no label."""
_DIGITS = 6  # enough for shares of thousands of samples, short in a file
Counts: TypeAlias = tuple[int, int, int]


def count_labels(
    replies: Sequence[LabelReply], statements: int, rule: BothRule = "corrected"
) -> list[Counts]:
    """For every statement, how many replies said private, necessary, neither."""
    counts = [[0, 0, 0] for _ in range(statements)]
    for reply in replies:
        both = reply.share & reply.private
        share = reply.share if rule == "as_published" else reply.share - both
        for at in range(statements):
            column = 1 if at in share else 0 if at in reply.private - both else 2
            counts[at][column] += 1
    return [(private, necessary, neither) for private, necessary, neither in counts]


def persona_shares(counts: Sequence[Counts]) -> tuple[LabelShare, ...]:
    """The shares of one persona; ``ValueError`` where no reply was scored."""
    if any(not sum(row) for row in counts):
        raise ValueError("no scored sample")
    return tuple(
        LabelShare(*(round(count / sum(row), _DIGITS) for count in row))  # the parts of one whole
        for row in counts
    )


def mix(shares: Mapping[Persona, LabelShare]) -> LabelShare:
    """Westin's mixture of the three personas' shares of one statement; all three are needed."""

    def part(name: str) -> float:
        parts = (weight * float(getattr(shares[p], name)) for p, weight in WESTIN_PRIORS.items())
        return round(sum(parts), _DIGITS)

    return LabelShare(part("private"), part("necessary"), part("unlabeled"))


def label_sets(
    statements: Sequence[str], counts: Mapping[Persona, Sequence[Counts]]
) -> dict[str, dict[str, LabelShare]]:
    """All label sets of one context: a persona's own where it was scored, the mixture where all three were.

    The keys are those of `tactful.terms.LABEL_SETS`; a persona without a scored sample has no set.
    """
    personas = {persona: persona_shares(rows) for persona, rows in counts.items() if rows and sum(rows[0])}
    sets = {str(persona): dict(zip(statements, shares, strict=True)) for persona, shares in personas.items()}
    if set(personas) == set(WESTIN_PRIORS):
        mixed = (mix({p: personas[p][at] for p in personas}) for at in range(len(statements)))
        sets = {COMBINED: dict(zip(statements, mixed, strict=True)), **sets}
    return sets
