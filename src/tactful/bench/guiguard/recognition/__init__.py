"""Privacy recognition: what a recognizer or a model finds private on a screen (GUIGuard-Bench, 4.1, E, J)."""

from tactful.bench.guiguard.recognition.asking import recognise
from tactful.bench.guiguard.recognition.direct import run_local, run_model
from tactful.bench.guiguard.recognition.predicted import Predicted
from tactful.bench.guiguard.recognition.rows import Place, evidence_of, make_row, places
from tactful.bench.guiguard.recognition.settings import RecognitionSettings
from tactful.bench.guiguard.recognition.summary import summarise

__all__ = [
    "Place",
    "Predicted",
    "RecognitionSettings",
    "evidence_of",
    "make_row",
    "places",
    "recognise",
    "run_local",
    "run_model",
    "summarise",
]
