"""Leakage after protection (GUIGuard-Bench, J.5, Table 8): what an evaluator still gets out of a screen.

The evaluator is a model with eyes (`ask_findings`) or a local probe (`run_probes`); `score_screen` makes a
row of what it found, without private values, and `summarise` makes the figures of rows.
"""

from tactful.bench.guiguard.leakage.asking import ask_findings
from tactful.bench.guiguard.leakage.direct import run_probes
from tactful.bench.guiguard.leakage.rows import blind, score_screen, unscored_row
from tactful.bench.guiguard.leakage.summary import summarise

__all__ = ["ask_findings", "blind", "run_probes", "score_screen", "summarise", "unscored_row"]
