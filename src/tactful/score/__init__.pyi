from .agreement import Kappa, ScreenAnnotations, annotator_agreement
from .evidence import Evidence, Link, ScreenPair, compare
from .grounding import HIDDEN, is_hidden, score_point, target_cover
from .human import LEVELS, Figure, HumanCheck, RatedPair, check_table, human_check
from .leakage import Found, Masked, Said, score_leaks
from .matches import matched, tally
from .matching import TEXT_RULES, MatchRule, TextRule, assign
from .memories.accumulation import accumulate
from .memories.agreement import MISSING, MODEL, Agreement, Ratings, agreement
from .memories.breakdowns import by_context, by_domain
from .memories.counts import Among, attempted
from .memories.estimates import Estimate
from .memories.judge_prompt import answer_judge_prompt
from .memories.judges import JudgeAgreement, judge_agreement, verdicts
from .memories.labels import RULES, kept, label_sets, needs, rule_named
from .memories.lexical import LexicalJudge
from .memories.matrix import leak_matrix
from .memories.metrics import only_domain, take_contexts
from .memories.paired import Comparison, compare_runs
from .memories.reply import UnknownNamesError, read_reveals, repair_prompt, without_thoughts
from .memories.scores import RunScores
from .memories.summary import corners, summarise
from .memories.table2 import Spread, spread_of, stats
from .memories.table2 import Table2 as Table2
from .memories.tabulate import cells_of, tabulate
from .plans import consistency, fidelity
from .regions import Outcome, judge_screen, score_evidence, score_regions
from .report import CurvePoint, Figures, Rate, RegionScores, Row
from .sweep import IOUS, TAUS, SweepPoint, sweep

__all__ = [
    "HIDDEN",
    "IOUS",
    "LEVELS",
    "MISSING",
    "MODEL",
    "RULES",
    "TAUS",
    "TEXT_RULES",
    "Agreement",
    "Among",
    "Comparison",
    "CurvePoint",
    "Estimate",
    "Evidence",
    "Figure",
    "Figures",
    "Found",
    "HumanCheck",
    "JudgeAgreement",
    "Kappa",
    "LexicalJudge",
    "Link",
    "Masked",
    "MatchRule",
    "Outcome",
    "Rate",
    "RatedPair",
    "Ratings",
    "RegionScores",
    "Row",
    "RunScores",
    "Said",
    "ScreenAnnotations",
    "ScreenPair",
    "Spread",
    "SweepPoint",
    "Table2",
    "TextRule",
    "UnknownNamesError",
    "accumulate",
    "agreement",
    "annotator_agreement",
    "answer_judge_prompt",
    "assign",
    "attempted",
    "by_context",
    "by_domain",
    "cells_of",
    "check_table",
    "compare",
    "compare_runs",
    "consistency",
    "corners",
    "fidelity",
    "human_check",
    "is_hidden",
    "judge_agreement",
    "judge_screen",
    "kept",
    "label_sets",
    "leak_matrix",
    "matched",
    "needs",
    "only_domain",
    "read_reveals",
    "repair_prompt",
    "rule_named",
    "score_evidence",
    "score_leaks",
    "score_point",
    "score_regions",
    "spread_of",
    "stats",
    "summarise",
    "sweep",
    "tabulate",
    "take_contexts",
    "tally",
    "target_cover",
    "verdicts",
    "without_thoughts",
]
