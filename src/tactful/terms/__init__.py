"""The vocabulary: frozen types that flow between the stages."""

from tactful.terms.geometry import Box
from tactful.terms.labels import Band, Category, Risk
from tactful.terms.protection import Decision, ProtectedScreen, Receipt, Treatment
from tactful.terms.screens import (
    PICTURE_TYPES,
    Completion,
    Problem,
    Region,
    Screen,
    Step,
    TaskState,
    TextUnit,
    Trajectory,
)

__all__ = [
    "PICTURE_TYPES",
    "Band",
    "Box",
    "Category",
    "Completion",
    "Decision",
    "Problem",
    "ProtectedScreen",
    "Receipt",
    "Region",
    "Risk",
    "Screen",
    "Step",
    "TaskState",
    "TextUnit",
    "Trajectory",
    "Treatment",
]
