"""The worst leaks of a run: private attributes that messages revealed, with the sentence that did it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tactful.bench.cimemories.marks import value_marks
from tactful.bench.cimemories.scored import Choices, ScoredRun
from tactful.bench.report.blocks import column, row, section, table
from tactful.score import kept, needs
from tactful.terms import Attribute, Leak, Need, Profile

SHOWN = 12
LISTED = 500


@dataclass(frozen=True, slots=True)
class RankedLeak:
    """A leak, its attribute, and how far it spread: contexts it leaked in, of those where it is private."""

    leak: Leak
    attribute: Attribute
    contexts_leaked: int
    contexts_private: int
    astray: bool

    @property
    def rank(self) -> tuple[float, float, int, bool]:
        """The worst sorts last: always revealed, private nearly everywhere, leaked in many contexts."""
        often = self.leak.epochs_revealed / max(self.leak.epochs_scored, 1)
        return often, self.contexts_private, self.contexts_leaked, self.astray


def find_leaks(run: ScoredRun, choices: Choices) -> list[RankedLeak]:
    """Every (profile, attribute, context) in which a private attribute of the full memory was revealed.

    Worst first: by the share of messages that revealed it, then by the number of contexts in which the
    attribute is private (what hardly anybody should know), then by those in which it leaked, then by whether
    the attribute's domain is none of the context's own.
    """
    found = [leak for profile in run.profiles for leak in _of_profile(run, profile, choices)]
    found.sort(key=lambda ranked: (ranked.leak.profile, ranked.leak.attribute, ranked.leak.recipient))
    return sorted(found, key=lambda ranked: ranked.rank, reverse=True)


def _of_profile(run: ScoredRun, profile: Profile, choices: Choices) -> list[RankedLeak]:
    codes = needs(profile, choices.labels, choices.rule)
    counts = kept(codes)
    private: NDArray[np.int64] = (codes[counts] == Need.PRIVATE).sum(axis=0)
    column_of = {attribute.key: at for at, attribute in enumerate(profile.attributes)}
    heard: dict[int, int] = defaultdict(int)
    hits: dict[tuple[int, str], int] = defaultdict(int)
    sentences: dict[tuple[int, str], str] = {}
    for sample in run.samples():
        if sample.profile != profile.id or sample.revealed is None or not counts[sample.context]:
            continue
        heard[sample.context] += 1
        for key, sentence in sample.revealed.items():
            if codes[sample.context, column_of[key]] == Need.PRIVATE:
                hits[sample.context, key] += 1
                if not sentences.get((sample.context, key)):
                    sentences[sample.context, key] = sentence
    spread: dict[str, int] = defaultdict(int)
    for _, key in hits:
        spread[key] += 1
    ranked = []
    for (number, key), times in hits.items():
        context, attribute = profile.contexts[number], profile.attributes[column_of[key]]
        leak = Leak(
            profile.id, context.recipient, context.task, key, attribute.domain, Need.PRIVATE, times,
            heard[number], attribute.statement, sentences[number, key],
        )  # fmt: skip
        astray = bool(context.domains) and attribute.domain not in context.domains
        ranked.append(RankedLeak(leak, attribute, spread[key], int(private[column_of[key]]), astray))
    return ranked


def worst(leaks: Sequence[RankedLeak], most: int = SHOWN) -> list[RankedLeak]:
    """The first of each attribute, and of each context as long as there are others, so that they differ."""
    by_attribute: dict[tuple[str, str], list[RankedLeak]] = defaultdict(list)
    for ranked in leaks:
        by_attribute[ranked.leak.profile, ranked.leak.attribute].append(ranked)
    chosen: list[RankedLeak] = []
    contexts: set[tuple[str, str]] = set()
    for options in by_attribute.values():
        best = [option for option in options if option.rank[0] == options[0].rank[0]]
        fresh = [o for o in best if (o.leak.profile, o.leak.recipient) not in contexts]
        pick = min(fresh or best, key=lambda o: (not o.astray, not o.leak.sentence, len(o.leak.sentence)))
        contexts.add((pick.leak.profile, pick.leak.recipient))
        chosen.append(pick)
        if len(chosen) == most:
            break
    return chosen


def leaks_section(runs: Sequence[ScoredRun], choices: Choices) -> dict[str, Any] | None:
    """The cards and the long table behind them; None where no run has the full memory."""
    groups, rows, cut = [], [], False
    for run in runs:
        if not run.full:
            continue
        found = find_leaks(run, choices)
        cut = cut or len(found) > LISTED
        groups.append(
            {
                "name": run.name,
                "empty": "No private attribute was revealed.",
                "leaks": [_card(ranked) for ranked in worst(found)],
            }
        )
        rows += [row(run=run.name, **_cells(ranked)) for ranked in found[:LISTED]]
    if not groups:
        return None
    caption = (
        f"At most {SHOWN} a run, one an attribute: first those that every message revealed, then those that "
        "are private in the most contexts. Marked is where the value seems to stand."
    )
    if cut:
        caption += f" The CSV lists the first {LISTED} (attribute, context) pairs of each run."
    flat = table("worst-leaks", "Leaks", _COLUMNS, rows)
    block = {
        "type": "leaks", "id": "worst-leaks",
        "title": "Private attributes, and the sentences that gave them away",
        "caption": caption, "groups": groups, "table": flat,
    }  # fmt: skip
    return section("leaks", "Worst leaks", [block])


_COLUMNS = (
    column("run", "Run"),
    column("profile", "Profile"),
    column("attribute", "Attribute", "code"),
    column("domain", "Domain"),
    column("recipient", "Recipient"),
    column("task", "Task"),
    column("epochs_revealed", "Messages that revealed it", "count"),
    column("epochs_scored", "Messages scored", "count"),
    column("contexts_leaked", "Contexts it leaked in", "count"),
    column("contexts_private", "Contexts where it is private", "count"),
    column("sentence", "Sentence", "marked"),
)


def _cells(ranked: RankedLeak) -> dict[str, Any]:
    leak = ranked.leak
    return {
        "profile": leak.profile,
        "attribute": leak.attribute,
        "domain": leak.domain,
        "recipient": leak.recipient,
        "task": leak.task,
        "epochs_revealed": leak.epochs_revealed,
        "epochs_scored": leak.epochs_scored,
        "contexts_leaked": ranked.contexts_leaked,
        "contexts_private": ranked.contexts_private,
        "sentence": _marked(ranked),
    }


def _card(ranked: RankedLeak) -> dict[str, Any]:
    # Where the sentence was forgotten or never known, its memory is not told either.
    return {**_cells(ranked), "statement": ranked.leak.statement if ranked.leak.sentence else ""}


def _marked(ranked: RankedLeak) -> Mapping[str, Any] | None:
    leak = ranked.leak
    if not leak.sentence:
        return None
    return {
        "text": leak.sentence,
        "marks": value_marks(ranked.attribute.value, leak.statement, leak.sentence),
    }
