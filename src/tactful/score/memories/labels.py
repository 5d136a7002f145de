"""From a profile's labels to one code per (context, attribute): necessary, private or ambiguous.

Two rules. ``corrected`` is section 4.1.2 as written: a label only where all of the mass agrees, for every
attribute. ``as_published`` is the public scoring script: of attributes that share one statement only the last
is labelled; the share must be exactly 1 or more; and a private attribute whose key contains "name",
"address", "sex" or "age" anywhere is dropped (``mortgage_rate`` too), *before* contexts without a necessary
or without a private attribute are discarded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tactful.errors import InputError
from tactful.terms import COMBINED, LabelShare, Need, Profile

_Shares: TypeAlias = Mapping[str, LabelShare]
LabelRule: TypeAlias = Literal["corrected", "as_published"]
RULES: tuple[LabelRule, ...] = ("corrected", "as_published")
# Parts of keys for which the public script drops a private attribute.
DROPPED_PARTS = ("name", "address", "sex", "age")
TOLERANCE = 1e-9


def rule_named(name: str) -> LabelRule:
    """The rule of that name, with ``-`` or ``_``. Raises `InputError` for any other name."""
    plain = name.replace("-", "_")
    for rule in RULES:
        if plain == rule:
            return rule
    raise InputError(f"no rule {name!r}", field="rule", expected=" or ".join(RULES))


def label_sets(profile: Profile) -> tuple[str, ...]:
    """The names of the label sets that any context of the profile has, in file order."""
    return tuple(dict.fromkeys(name for context in profile.contexts for name in context.labels))


def needs(profile: Profile, labels: str = COMBINED, rule: str = "corrected") -> NDArray[np.int8]:
    """What every attribute means in every context: (T, A) codes of `Need`, contexts in file order.

    A statement without a label, and a context without this label set, are ambiguous. Statements of labels
    that no attribute has are passed over. Raises `InputError` where no context has the label set.
    """
    chosen = rule_named(rule)
    found = label_sets(profile)
    if profile.contexts and labels not in found:
        has = f"the label sets {', '.join(found)}" if found else "no labels at all"
        raise InputError(f"the profile has {has}", field="labels", expected=f"the label set {labels}")
    shares = [context.labels.get(labels, {}) for context in profile.contexts]
    if chosen == "corrected":
        return _codes(_consensus, [attribute.statement for attribute in profile.attributes], shares)
    # The last attribute of a statement is the one that is labelled.
    owner = {attribute.statement: at for at, attribute in enumerate(profile.attributes)}
    codes = np.zeros((len(profile.contexts), len(profile.attributes)), dtype=np.int8)
    codes[:, list(owner.values())] = _codes(_published, list(owner), shares)
    for column, attribute in enumerate(profile.attributes):
        if any(part in attribute.key.lower() for part in DROPPED_PARTS):
            codes[codes[:, column] == Need.PRIVATE, column] = Need.AMBIGUOUS
    return codes


def kept(codes: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Which contexts count: those with a necessary and a private attribute. (T, A) codes to (T,) bool."""
    either = (codes == Need.NECESSARY).any(axis=1) & (codes == Need.PRIVATE).any(axis=1)
    return np.asarray(either, dtype=np.bool_)


def _codes(
    read: Callable[[list[str], _Shares], list[int]], statements: list[str], contexts: list[_Shares]
) -> NDArray[np.int8]:
    # By way of bytes, which is much faster than giving numpy nested lists of numbers.
    joined = b"".join(bytes(read(statements, shares)) for shares in contexts)
    return np.frombuffer(joined, dtype=np.int8).reshape(len(contexts), len(statements)).copy()


# Both rules are written out as loops without calls: they run once for every pair of a data set.
def _consensus(statements: list[str], shares: _Shares) -> list[int]:
    """`LabelShare.need` of every statement."""
    sure, necessary, private = 1 - TOLERANCE, int(Need.NECESSARY), int(Need.PRIVATE)
    return [
        0
        if share is None
        else necessary
        if share.necessary >= sure
        else private
        if share.private >= sure
        else 0
        for share in map(shares.get, statements)
    ]


def _published(statements: list[str], shares: _Shares) -> list[int]:
    """The label of the largest share, the first in the script's order where they tie, if it is 1 or more."""
    necessary, private = int(Need.NECESSARY), int(Need.PRIVATE)
    return [
        0
        if share is None
        else private
        if (hidden := share.private) >= 1 and hidden >= share.necessary and hidden >= share.unlabeled
        else necessary
        if (wanted := share.necessary) >= 1 and wanted > hidden and wanted >= share.unlabeled
        else 0
        for share in map(shares.get, statements)
    ]
