from .attacks.areas import find_mosaics, ink_of
from .attacks.codes import read_pattern
from .attacks.glyphs import Face, installed
from .attacks.probe import Candidates
from .cimemories.costs import estimates, making_estimate
from .cimemories.making import Made, generate_profiles, label_profiles
from .cimemories.messages import memory_lines, message_prompt
from .cimemories.people import export_items, read_answers, trace_table, verdict_check
from .cimemories.plan import read_memory_data
from .cimemories.ratings import draw_sheet, read_label_ratings, write_sheet
from .cimemories.report import report_document
from .cimemories.results import (
    RunData,
    load_profiles_of,
    read_run_data,
    read_runs,
    source_hashes,
    with_profiles,
)
from .cimemories.run import BenchOutcome, run_bench
from .cimemories.scored import Choices, score_runs
from .cimemories.settings import LEXICAL, BenchSettings, GenerateCommand, LabelCommand
from .driver import Evaluation, Progress
from .guiguard.annotators import read_annotators
from .guiguard.card import card_text, coverage_levels, data_card
from .guiguard.choice import METHODS, LeakageSettings, NamedMethods
from .guiguard.data import read_screen_data
from .guiguard.evaluations import JUDGE, KINDS, NO_MODEL, PLANS, PROTECTED
from .guiguard.from_logs import report_logs
from .guiguard.grounding.settings import GroundingSettings
from .guiguard.human import export_pairs, plan_pairs, rated_by_method, rated_pairs, read_human_ratings
from .guiguard.leakage.probes import KNOWN, probe_names, read_known
from .guiguard.logs import LoggedRun, summaries_of
from .guiguard.offline.registry import open_model
from .guiguard.overview import protection_table, recognition_table
from .guiguard.planning.imported import PlannerResults
from .guiguard.planning.judge import Judging
from .guiguard.planning.results import read_results
from .guiguard.planning.rows import summarize
from .guiguard.planning.settings import PlanningDesign
from .guiguard.protected_data import ANNOTATIONS, GUARD, ProtectedData, open_protected, rules_digest
from .guiguard.protected_writer import ProtectOutcome, write_protected
from .guiguard.protecting import BY_POLICY, Method, annotated, guarded, parse_method, require_rewriter
from .guiguard.recognition.rows import places
from .guiguard.recognition.settings import MODEL, RecognitionOptions, Recognizer
from .guiguard.run import GuiguardOutcome, default_out, run_evaluation, run_guiguard, write_summaries
from .guiguard.settings import OFFLINE_SCREENS, GuiguardSettings
from .models import BUILT_IN, JudgeSampling, ModelSpec, Pace, Sampling
from .report.blocks import Column, table
from .report.cells import plain
from .report.documents import write_document
from .report.index import IndexCard, IndexPicture, write_index
from .report.screens import ReportPage, write_report
from .report.tally import Failure
from .sheets import KEY

__all__ = [
    "ANNOTATIONS",
    "BUILT_IN",
    "BY_POLICY",
    "GUARD",
    "JUDGE",
    "KEY",
    "KINDS",
    "KNOWN",
    "LEXICAL",
    "METHODS",
    "MODEL",
    "NO_MODEL",
    "OFFLINE_SCREENS",
    "PLANS",
    "PROTECTED",
    "BenchOutcome",
    "BenchSettings",
    "Candidates",
    "Choices",
    "Column",
    "Evaluation",
    "Face",
    "Failure",
    "GenerateCommand",
    "GroundingSettings",
    "GuiguardOutcome",
    "GuiguardSettings",
    "IndexCard",
    "IndexPicture",
    "JudgeSampling",
    "Judging",
    "LabelCommand",
    "LeakageSettings",
    "LoggedRun",
    "Made",
    "Method",
    "ModelSpec",
    "NamedMethods",
    "Pace",
    "PlannerResults",
    "PlanningDesign",
    "Progress",
    "ProtectOutcome",
    "ProtectedData",
    "RecognitionOptions",
    "Recognizer",
    "ReportPage",
    "RunData",
    "Sampling",
    "annotated",
    "card_text",
    "coverage_levels",
    "data_card",
    "default_out",
    "draw_sheet",
    "estimates",
    "export_items",
    "export_pairs",
    "find_mosaics",
    "generate_profiles",
    "guarded",
    "ink_of",
    "installed",
    "label_profiles",
    "load_profiles_of",
    "making_estimate",
    "memory_lines",
    "message_prompt",
    "open_model",
    "open_protected",
    "parse_method",
    "places",
    "plain",
    "plan_pairs",
    "probe_names",
    "protection_table",
    "rated_by_method",
    "rated_pairs",
    "read_annotators",
    "read_answers",
    "read_human_ratings",
    "read_known",
    "read_label_ratings",
    "read_memory_data",
    "read_pattern",
    "read_results",
    "read_run_data",
    "read_runs",
    "read_screen_data",
    "recognition_table",
    "report_document",
    "report_logs",
    "require_rewriter",
    "rules_digest",
    "run_bench",
    "run_evaluation",
    "run_guiguard",
    "score_runs",
    "source_hashes",
    "summaries_of",
    "summarize",
    "table",
    "trace_table",
    "verdict_check",
    "with_profiles",
    "write_document",
    "write_index",
    "write_protected",
    "write_report",
    "write_sheet",
    "write_summaries",
]
