"""Planning fidelity: replays of recorded tasks on protected screens, judged against the unprotected pass."""

from tactful.bench.guiguard.planning.evaluate import Evaluation, Replayed, failed, place_of, samples
from tactful.bench.guiguard.planning.imported import Imported, import_results
from tactful.bench.guiguard.planning.replay import PlannerSettings
from tactful.bench.guiguard.planning.results import Results
from tactful.bench.guiguard.planning.rows import Place, Row, judged_row, scored, unscored_row
from tactful.bench.guiguard.planning.run import EVALUATION, identity, run_planning
from tactful.bench.guiguard.planning.settings import AGAIN, Condition, PlanningSettings, named_methods
from tactful.bench.guiguard.planning.summary import summarise

__all__ = [
    "AGAIN",
    "EVALUATION",
    "Condition",
    "Evaluation",
    "Imported",
    "Place",
    "PlannerSettings",
    "PlanningSettings",
    "Replayed",
    "Results",
    "Row",
    "failed",
    "identity",
    "import_results",
    "judged_row",
    "named_methods",
    "place_of",
    "run_planning",
    "samples",
    "scored",
    "summarise",
    "unscored_row",
]
