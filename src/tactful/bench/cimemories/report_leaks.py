"""The worst leaks of a run: private attributes that messages revealed, with the sentence that did it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tactful.bench.cimemories.marks import value_marks
from tactful.bench.cimemories.scored import Choices, ScoredRun
from tactful.bench.report.blocks import Block, Column, section, table
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


def _marked(ranked: RankedLeak) -> Block | None:
    """The sentence with its value marked; None where it was forgotten or never known."""
    leak = ranked.leak
    if not leak.sentence:
        return None
    marks = value_marks(ranked.attribute.value, leak.statement, leak.sentence)
    return {"text": leak.sentence, "marks": marks}


_Item = tuple[str, RankedLeak]
_COLUMNS = (
    Column[_Item]("run", "Run", cell=lambda item: item[0]),
    *(
        Column[_Item](key, label, kind, lambda item, key=key: getattr(item[1].leak, key))  # type: ignore[misc]
        for key, label, kind in (
            ("profile", "Profile", "text"),
            ("attribute", "Attribute", "code"),
            ("domain", "Domain", "text"),
            ("recipient", "Recipient", "text"),
            ("task", "Task", "text"),
            ("epochs_revealed", "Messages that revealed it", "count"),
            ("epochs_scored", "Messages scored", "count"),
        )
    ),
    Column[_Item]("contexts_leaked", "Contexts it leaked in", "count", lambda item: item[1].contexts_leaked),
    Column[_Item](
        "contexts_private", "Contexts where it is private", "count", lambda item: item[1].contexts_private
    ),
    Column[_Item]("sentence", "Sentence", "marked", lambda item: _marked(item[1])),
)


def leaks_section(runs: Sequence[ScoredRun], choices: Choices) -> Block | None:
    """The cards and the long table behind them; None where no run has the full memory."""
    leaks = {run.name: find_leaks(run, choices) for run in runs if run.full}
    if not leaks:
        return None
    groups = [
        {
            "name": name,
            "empty": "No private attribute was revealed.",
            "leaks": [_card(ranked) for ranked in worst(found)],
        }
        for name, found in leaks.items()
    ]
    caption = (
        f"At most {SHOWN} a run, one an attribute: first those that every message revealed, then those that "
        "are private in the most contexts. Marked is where the value seems to stand."
    )
    if any(len(found) > LISTED for found in leaks.values()):
        caption += f" The CSV lists the first {LISTED} (attribute, context) pairs of each run."
    items = [(name, ranked) for name, found in leaks.items() for ranked in found[:LISTED]]
    block = {
        "type": "leaks", "id": "worst-leaks",
        "title": "Private attributes, and the sentences that gave them away",
        "caption": caption, "groups": groups, "table": table("worst-leaks", "Leaks", _COLUMNS, items),
    }  # fmt: skip
    return section("leaks", "Worst leaks", [block])


def _card(ranked: RankedLeak) -> Block:
    """The cells of the leak, and the memory, unless its sentence was forgotten or never known."""
    cells = {name: cell for column in _COLUMNS[1:] for name, cell in column.cells(("", ranked)).items()}
    return {**cells, "statement": ranked.leak.statement if ranked.leak.sentence else ""}
