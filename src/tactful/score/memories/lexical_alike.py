"""Words that serve for each other beside a value: "I earn $61,000 a year" is said of an annual income."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tactful.score.memories.lexical_words import stem, words

# One line a set. After the bar: words of many uses, which serve only with the statement's rate.
_SETS = (
    "income salary wage earn earning compensation | make pay",
    "live reside residence address home house",
    "work employ employer employee employment job position occupation role title",
    "physician doctor gp",
    "attorney lawyer counsel representative",
    "spouse husband wife partner",
    "sobriety sober drink alcohol",
    "adopt adoption adoptive",
    "pressure bp",
    "volunteer offer",
    "prescribe medication prescription",
    "retain hire",
    "parent parenting parental",
)


def _peers() -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    strong: dict[str, frozenset[str]] = {}
    weak: dict[str, frozenset[str]] = {}
    for line in _SETS:
        sure, _, vague = line.partition("|")
        forms = frozenset(stem(word) for word in words(sure))
        for form in forms:
            strong[form] = forms - {form}
            weak[form] = frozenset(stem(word) for word in words(vague))
    return strong, weak


_STRONG, _WEAK = _peers()


def with_alike(forms: frozenset[str], wanted: Iterable[str], rated: bool) -> frozenset[str]:
    """``forms`` and those of ``wanted`` that a word of their set stands for; ``rated``: the rate is there."""
    stood_for = [
        form
        for form in wanted
        if form in _STRONG
        and not (forms.isdisjoint(_STRONG[form]) and (not rated or forms.isdisjoint(_WEAK[form])))
    ]
    return forms.union(stood_for) if stood_for else forms


def has_peers(wanted: Mapping[str, float]) -> bool:
    """Whether another word may serve for one of ``wanted``."""
    return any(form in _STRONG for form in wanted)
