"""Label sets of a context: every spelling of their keys, their shares checked, and the personas' mixture.

One real entry of a set: ``{"private": 0.64, "necessary": 0.0, "unlabeled": 0.36}`` under the memory statement
it is about. Keys: ``labels_combined``; the personas' as ``labels_pragmatic``, or as the public labelling
script makes them of a model's and a persona's name, ``labels_gpt-5___the_pragmatic__``. Statements are
private: errors count them, and never quote.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

from tactful.formats.memories._json import a_kind
from tactful.terms import COMBINED, WESTIN_PRIORS, LabelShare, Persona

PREFIX = "labels_"
SHARES = ("private", "necessary", "unlabeled")
# Shares rounded to two decimals may miss 1 by a little; anything more is a mistake.
SUM_TOLERANCE = 0.02
_SLACK = 1e-9  # of a share computed as a weighted sum
_PERSONA = re.compile(
    r"(?:(?P<model>.+?)_+the_+(?:privacy_+)?)?(?P<persona>fundamentalist|pragmatic|unconcerned)_*",
    re.IGNORECASE,
)
_PUBLIC = {
    Persona.FUNDAMENTALIST: "___the_privacy_fundamentalist__",
    Persona.PRAGMATIC: "___the_pragmatic__",
    Persona.UNCONCERNED: "__the_unconcerned__",
}


def set_of(key: str, value: Any) -> str | None:
    """The label set that a context's key holds, None where it holds none.

    A key with an unknown name is taken for a set of that name (annotators other than the three personas)
    where its value looks like one.
    """
    if not key.startswith(PREFIX):
        return None
    name = key.removeprefix(PREFIX)
    if name == COMBINED:
        return COMBINED
    persona = _PERSONA.fullmatch(name)
    if persona is not None:
        return persona["persona"].lower()
    alike = isinstance(value, Mapping) and value and all(_looks_like_shares(v) for v in value.values())
    return name if name and alike else None


def key_of(name: str, model: str | None = None) -> str:
    """The key of a label set: ours, or the public script's for a persona where a ``model`` is given."""
    if model is None or name not in set(Persona):
        return f"{PREFIX}{name}"
    return f"{PREFIX}{model}{_PUBLIC[Persona(name)]}"


def labels_of(value: Any) -> dict[str, LabelShare]:
    """Statement -> shares of one label set.

    Raises ``ValueError`` for what is not three numbers in [0, 1] that sum to about 1, saying which
    statement by its position from 0.
    """
    if not isinstance(value, Mapping):
        raise ValueError(f"{a_kind(value)} (expected an object of memory statements)")
    known: dict[tuple[float, ...], LabelShare] = {}  # few distinct shares serve very many statements
    found: dict[str, LabelShare] = {}
    for at, (statement, shares) in enumerate(value.items()):
        try:
            numbers = _numbers(shares)
        except ValueError as err:
            raise ValueError(f"statement {at}: {err}") from None
        found[statement] = known.setdefault(numbers, LabelShare(*numbers))
    return found


def mixed(sets: Mapping[str, Mapping[str, LabelShare]]) -> dict[str, LabelShare] | None:
    """The personas' sets weighted by Westin's priors (section 4.1.2); None where a persona is missing.

    A statement that one persona's set lacks counts as unlabeled there.
    """
    if not all(persona in sets for persona in Persona):
        return None
    unlabeled = LabelShare(0.0, 0.0, 1.0)
    statements = dict.fromkeys(statement for persona in Persona for statement in sets[persona])
    result = {}
    for statement in statements:
        shares = [(weight, sets[p].get(statement, unlabeled)) for p, weight in WESTIN_PRIORS.items()]
        result[statement] = LabelShare(
            *(sum(weight * getattr(share, name) for weight, share in shares) for name in SHARES)
        )
    return result


def shares_record(share: LabelShare) -> dict[str, float]:
    """The JSON object that `labels_of` reads back equal."""
    return {name: getattr(share, name) for name in SHARES}


def _numbers(shares: Any) -> tuple[float, ...]:
    if not isinstance(shares, Mapping):
        raise ValueError(f"{a_kind(shares)} (expected an object of shares)")
    numbers = []
    for name in SHARES:
        if name not in shares:
            raise ValueError(f"share '{name}': missing (expected a number from 0 to 1)")
        number = shares[name]
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise ValueError(f"share '{name}': {a_kind(number)} (expected a number from 0 to 1)")
        if not -_SLACK <= number <= 1 + _SLACK:  # false for NaN too
            raise ValueError(f"share '{name}': out of range (expected 0 to 1)")
        numbers.append(float(number))
    if abs(math.fsum(numbers) - 1) > SUM_TOLERANCE:
        raise ValueError(f"shares sum to {math.fsum(numbers):.3g} (expected 1)")
    return tuple(numbers)


def _looks_like_shares(value: Any) -> bool:
    return isinstance(value, Mapping) and set(SHARES) <= value.keys()
