"""Which prediction matched which annotated region of one compared screen, under one rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tactful.score.evidence import Evidence, Link
from tactful.score.matching import MatchRule, assign


def matched(evidence: Evidence, rule: MatchRule, threshold: float = 0.0) -> dict[int, int]:
    """Truth index -> index of the prediction that matched it: one to one among private truths.

    Only predictions of at least ``threshold`` confidence count. ``ValueError`` where the evidence begins at a
    larger IoU than the rule does.
    """
    return matched_of(evidence, rule_links(evidence, rule), threshold)


def rule_links(evidence: Evidence, rule: MatchRule) -> list[Link]:
    """The links that a rule accepts; ``ValueError`` as in `matched`."""
    if rule.iou < evidence.least:
        raise ValueError(f"compared from IoU {evidence.least} on, and the rule asks for {rule.iou}")
    at = Link._fields.index(rule.text)
    return [link for link in evidence.links if link.iou >= rule.iou and link[at] >= rule.tau]


def matched_of(evidence: Evidence, links: Sequence[Link], threshold: float = 0.0) -> dict[int, int]:
    """`matched`, from links that the rule accepts."""
    pair = evidence.pair
    if threshold:
        guesses = pair.predicted or ()
        links = [link for link in links if guesses[link.guess].confidence >= threshold]
    private: dict[tuple[int, int], float] = {}
    public: dict[int, Link] = {}
    for link in links:
        if pair.truths[link.truth].private:
            private[link.truth, link.guess] = link.iou
        # Not one to one: a mask over public text is wrong whatever else it is right about.
        elif link.truth not in public or link.iou > public[link.truth].iou:
            public[link.truth] = link
    return assign(private) | {at: link.guess for at, link in public.items()}


def tally(evidence: Evidence, matches: Mapping[int, int]) -> tuple[int, int, int]:
    """Private regions matched, those of them with all three labels right, and public regions matched."""
    found = right = over = 0
    truths, guesses = evidence.pair.truths, evidence.pair.predicted or ()
    for at, guess in matches.items():
        true, told = truths[at], guesses[guess]
        if true.private:
            found += 1
            right += (
                told.risk is true.risk and told.category is true.category and told.necessary == true.necessary
            )
        else:
            over += 1
    return found, right, over
