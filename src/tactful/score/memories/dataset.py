"""What a data set holds: the figures of the paper's Table 2, and the counts behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tactful.errors import InputError
from tactful.score.memories.labels import kept, label_sets, needs, rule_named
from tactful.terms import COMBINED, JsonValue, Need, Profile


@dataclass(frozen=True, slots=True)
class Spread:
    """A mean and its standard deviation (ddof=1); None where there are none, or fewer than two, values."""

    mean: float | None
    std: float | None
    count: int

    def to_json(self) -> dict[str, Any]:
        """{"mean", "std", "count"}."""
        return {"mean": self.mean, "std": self.std, "count": self.count}


@dataclass(frozen=True, slots=True)
class Table2:
    """Table 2 of the paper, and what a reader of a data file asks next.

    ``contexts`` counts kept contexts a profile; ``to_share`` and ``not_to_share`` attributes a kept context.
    The three are None where no profile has labels; ``unlabelled`` counts the profiles without the label set
    asked for, which they leave out. Discarded contexts are counted by what they lack. ``pairs`` are labels by
    need over *all* contexts. ``duplicates`` counts attributes whose statement an earlier one of the profile
    has.
    """

    labels: str
    rule: str
    profiles: int
    unlabelled: int
    label_sets: tuple[str, ...]
    attributes: Spread
    contexts: Spread | None
    to_share: Spread | None
    not_to_share: Spread | None
    contexts_total: int
    contexts_kept: int
    discarded_without_necessary: int
    discarded_without_private: int
    discarded_without_both: int
    pairs: Mapping[str, int]
    duplicates: int
    value_types: Mapping[str, int]
    domains: Mapping[str, int]
    events: Mapping[str, int]

    @property
    def contexts_discarded(self) -> int:
        """All discarded contexts of labelled profiles."""
        return self.discarded_without_necessary + self.discarded_without_private + self.discarded_without_both

    def to_json(self) -> dict[str, Any]:
        """Every figure under its name; "contexts_discarded" has the reasons beside the total."""

        def spread(value: Spread | None) -> dict[str, Any] | None:
            return None if value is None else value.to_json()

        return {
            "labels": self.labels,
            "rule": self.rule,
            "profiles": self.profiles,
            "unlabelled_profiles": self.unlabelled,
            "label_sets": list(self.label_sets),
            "attributes_per_profile": self.attributes.to_json(),
            "contexts_per_profile": spread(self.contexts),
            "to_share_per_context": spread(self.to_share),
            "not_to_share_per_context": spread(self.not_to_share),
            "contexts": self.contexts_total,
            "contexts_kept": self.contexts_kept,
            "contexts_discarded": {
                "total": self.contexts_discarded,
                "no_necessary": self.discarded_without_necessary,
                "no_private": self.discarded_without_private,
                "neither": self.discarded_without_both,
            },
            "pairs": dict(self.pairs),
            "duplicate_statements": self.duplicates,
            "value_types": dict(self.value_types),
            "domains": dict(self.domains),
            "events": dict(self.events),
        }


def dataset_stats(profiles: Sequence[Profile], labels: str = COMBINED, rule: str = "corrected") -> Table2:
    """Table 2 of any data set, labelled or not.

    Raises `InputError` where some profile has labels, but none the label set asked for.
    """
    chosen = rule_named(rule)
    sets = [label_sets(profile) for profile in profiles]
    known = tuple(dict.fromkeys(name for each in sets for name in each))
    if known and labels not in known:
        raise InputError(f"no label set {labels!r}", field="labels", expected=" or ".join(known))
    coded = [needs(p, labels, chosen) for p, each in zip(profiles, sets, strict=True) if labels in each]
    keeps = [kept(codes) for codes in coded]
    necessary = [(codes == Need.NECESSARY).sum(axis=1) for codes in coded]
    private = [(codes == Need.PRIVATE).sum(axis=1) for codes in coded]
    lacking: Counter[tuple[bool, bool]] = Counter()
    for wanted, hidden in zip(necessary, private, strict=True):
        lacking.update(zip((wanted == 0).tolist(), (hidden == 0).tolist(), strict=True))
    attributes = [attribute for profile in profiles for attribute in profile.attributes]
    return Table2(
        labels=labels,
        rule=chosen,
        profiles=len(profiles),
        unlabelled=len(profiles) - len(coded),
        label_sets=known,
        attributes=spread_of(len(profile.attributes) for profile in profiles),
        contexts=spread_of(int(keep.sum()) for keep in keeps) if coded else None,
        to_share=spread_of(_of_kept(necessary, keeps)) if coded else None,
        not_to_share=spread_of(_of_kept(private, keeps)) if coded else None,
        contexts_total=sum(len(profile.contexts) for profile in profiles),
        contexts_kept=sum(int(keep.sum()) for keep in keeps),
        discarded_without_necessary=lacking[True, False],
        discarded_without_private=lacking[False, True],
        discarded_without_both=lacking[True, True],
        pairs={need.name.lower(): sum(int((codes == need).sum()) for codes in coded) for need in Need},
        duplicates=sum(
            len(profile.attributes) - len({attribute.statement for attribute in profile.attributes})
            for profile in profiles
        ),
        value_types=_tally(json_type(attribute.value) for attribute in attributes),
        domains=_tally(attribute.domain for attribute in attributes),
        events=_tally(attribute.event for attribute in attributes),
    )


def spread_of(values: Iterable[int]) -> Spread:
    """The mean and the standard deviation (ddof=1, as Table 2's own figures are) of the values."""
    numbers = np.array(list(values), dtype=np.float64)
    return Spread(
        mean=float(numbers.mean()) if numbers.size else None,
        std=float(numbers.std(ddof=1)) if numbers.size > 1 else None,
        count=int(numbers.size),
    )


def json_type(value: JsonValue) -> str:
    """What JSON calls the value's type: null, boolean, integer, number, string, array or object."""
    if value is None:
        return "null"
    # bool is an int, so it comes first.
    for kind, name in ((bool, "boolean"), (int, "integer"), (float, "number"), (str, "string")):
        if isinstance(value, kind):
            return name
    return "object" if isinstance(value, Mapping) else "array"


def _of_kept(numbers: Sequence[Any], keeps: Sequence[Any]) -> list[int]:
    return [int(n) for each, keep in zip(numbers, keeps, strict=True) for n in each[keep]]


def _tally(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items(), key=lambda pair: (-pair[1], pair[0])))
