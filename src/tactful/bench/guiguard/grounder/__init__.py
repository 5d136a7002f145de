"""Finding the point of an action on a screenshot (GUIGuard-Bench, G.6): prompt, coordinates, calibration."""

from tactful.bench.guiguard.grounder.asking import Grounded, Grounder, Grounding
from tactful.bench.guiguard.grounder.calibration import Calibration, calibrate, calibration_picture
from tactful.bench.guiguard.grounder.conventions import Convention, Conventions, load_conventions
from tactful.bench.guiguard.grounder.reply import PointError, read_point

__all__ = [
    "Calibration",
    "Convention",
    "Conventions",
    "Grounded",
    "Grounder",
    "Grounding",
    "PointError",
    "calibrate",
    "calibration_picture",
    "load_conventions",
    "read_point",
]
