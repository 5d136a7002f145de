"""The vocabulary: frozen types that flow between the stages."""

from tactful.terms.geometry import Box
from tactful.terms.labels import Band, Category, Risk
from tactful.terms.memories import (
    COMBINED,
    LABEL_SETS,
    WESTIN_PRIORS,
    Attribute,
    Context,
    JsonValue,
    LabelShare,
    Need,
    Persona,
    Profile,
)
from tactful.terms.protection import Decision, ProtectedScreen, Receipt, Treatment
from tactful.terms.reveals import Cell, Leak, MemoryRun, ProfileReveals, SampleResult, Usage
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
    "COMBINED",
    "LABEL_SETS",
    "PICTURE_TYPES",
    "WESTIN_PRIORS",
    "Attribute",
    "Band",
    "Box",
    "Category",
    "Cell",
    "Completion",
    "Context",
    "Decision",
    "JsonValue",
    "LabelShare",
    "Leak",
    "MemoryRun",
    "Need",
    "Persona",
    "Problem",
    "Profile",
    "ProfileReveals",
    "ProtectedScreen",
    "Receipt",
    "Region",
    "Risk",
    "SampleResult",
    "Screen",
    "Step",
    "TaskState",
    "TextUnit",
    "Trajectory",
    "Treatment",
    "Usage",
]
