"""The shipped name lists, read once at first use."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib import resources

from tactful.recognize.patterns.phrases import Phrases, sections

_PACKAGE = "tactful.recognize.names"


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """Names in lower case by kind, and the words that decide against them."""

    first: frozenset[str] = field(repr=False)
    last: frozenset[str] = field(repr=False)
    romanised: frozenset[str] = field(repr=False)
    cities: frozenset[str] = field(repr=False)
    interface: frozenset[str] = field(repr=False)
    ambiguous: frozenset[str] = field(repr=False)
    honorific: frozenset[str] = field(repr=False)
    lead: frozenset[str] = field(repr=False)


def _lines(name: str) -> frozenset[str]:
    text = (resources.files(_PACKAGE) / "data" / name).read_text(encoding="utf-8")
    return frozenset(text.split("\n")) - {""}


@cache
def word_lists() -> dict[str, tuple[str, ...]]:
    """The sections of ``words.txt``."""
    return sections(_PACKAGE, "words.txt")


@cache
def gazetteer() -> Gazetteer:
    """The lists, about 45,000 names; some 10 ms at the first call."""
    lists = word_lists()
    return Gazetteer(
        first=_lines("first.txt") | frozenset(lists["first_more"]),
        last=_lines("last.txt") | frozenset(_ROMANISED.split()),
        romanised=frozenset(_ROMANISED.split()),
        cities=_lines("cities.txt"),
        interface=frozenset(w.lower() for w in lists["interface"]),
        ambiguous=frozenset(w.lower() for w in lists["ambiguous"]),
        honorific=frozenset(w.lower() for w in lists["honorific"]),
        lead=frozenset(w.lower() for w in lists["lead"]),
    )


@cache
def labels(section: str) -> Phrases[str]:
    """The phrases of one section of ``words.txt``; ``KeyError`` for one that the file does not have."""
    return Phrases((phrase, section) for phrase in word_lists()[section])


# Surnames in Latin letters that locale data gives in their own script only.
_ROMANISED = """
zhang chen liu huang zhao zhou xu zhu lin guo gao luo zheng liang xie tang deng feng han cao zeng
peng xiao cai pan tian dong yuan yu ye jiang du su wei cheng lu ding ren shen yao cui zhong tan fan
wang li wu he hu ma sun yang jin shi hou kim lee park choi jung kang cho yoon jang lim han shin seo
kwon hwang ahn song ryu jeon hong ko moon son bae baek heo yoo nam sato suzuki takahashi tanaka
watanabe ito nakamura kobayashi yamamoto kato yoshida yamada sasaki yamaguchi matsumoto inoue kimura
hayashi saito shimizu nguyen tran pham hoang phan vu dang bui ngo duong
"""
