"""Metrics of CIMemories: pure functions on arrays of what messages revealed.

The way through: `tabulate` turns records into one table a profile, `summarise` scores the tables of a run,
`accumulate`, `leak_matrix`, `by_domain`, `by_context` and `compare_runs` look closer; `stats` describes a
data set. The lexical judge and the reading of a judge's reply load when first named: scoring needs neither.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from tactful.score.memories.accumulation import (
    Accumulation,
    accumulate,
    accumulation,
    accumulation_by_attribute,
)
from tactful.score.memories.breakdowns import by_context, by_domain
from tactful.score.memories.counts import AMONG, Among
from tactful.score.memories.estimates import UNITS, Estimate, Unit
from tactful.score.memories.labels import RULES, Rule, kept, label_sets, needs, rule_named
from tactful.score.memories.matrix import LeakMatrix, leak_matrix
from tactful.score.memories.metrics import (
    completeness,
    completeness_by_context,
    only_context,
    only_domain,
    take_contexts,
    violation,
    violation_by_attribute,
)
from tactful.score.memories.paired import Comparison, Difference, compare_runs
from tactful.score.memories.scores import Corner, ProfileScore, RunScores
from tactful.score.memories.summary import corners, summarise
from tactful.score.memories.table2 import Spread, Table2, json_type, stats
from tactful.score.memories.tabulate import TabulatedReveals, cells_of, tabulate

if TYPE_CHECKING:
    from tactful.score.memories.lexical import LexicalJudge
    from tactful.score.memories.reply import parse_reveals, repair_prompt

__all__ = [
    "AMONG",
    "RULES",
    "UNITS",
    "Accumulation",
    "Among",
    "Comparison",
    "Corner",
    "Difference",
    "Estimate",
    "LeakMatrix",
    "LexicalJudge",
    "ProfileScore",
    "Rule",
    "RunScores",
    "Spread",
    "Table2",
    "TabulatedReveals",
    "Unit",
    "accumulate",
    "accumulation",
    "accumulation_by_attribute",
    "by_context",
    "by_domain",
    "cells_of",
    "compare_runs",
    "completeness",
    "completeness_by_context",
    "corners",
    "json_type",
    "kept",
    "label_sets",
    "leak_matrix",
    "needs",
    "only_context",
    "only_domain",
    "parse_reveals",
    "repair_prompt",
    "rule_named",
    "stats",
    "summarise",
    "tabulate",
    "take_contexts",
    "violation",
    "violation_by_attribute",
]

_LATER = {"LexicalJudge": "lexical", "parse_reveals": "reply", "repair_prompt": "reply"}


def __getattr__(name: str) -> object:
    if name in _LATER:
        return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
