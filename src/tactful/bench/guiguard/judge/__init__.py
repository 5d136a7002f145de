"""Judging how alike two replays of one task are (GUIGuard-Bench, G.4, Algorithm 2)."""

from tactful.bench.guiguard.judge.judging import judge, judge_prompts, judge_step, judge_variant
from tactful.bench.guiguard.judge.reply import HIGHEST, Verdict, VerdictError, read_verdict

__all__ = [
    "HIGHEST",
    "Verdict",
    "VerdictError",
    "judge",
    "judge_prompts",
    "judge_step",
    "judge_variant",
    "read_verdict",
]
