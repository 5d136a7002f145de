"""The vocabulary: frozen types that flow between the stages."""

from tactful.terms.cases import CaseAction, CaseData, ScreenCase, Target, TaskCase
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
from tactful.terms.plans import Judgement, PlanRun, PlanStep
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
    "CaseAction",
    "CaseData",
    "Category",
    "Cell",
    "Completion",
    "Context",
    "Decision",
    "JsonValue",
    "Judgement",
    "LabelShare",
    "Leak",
    "MemoryRun",
    "Need",
    "Persona",
    "PlanRun",
    "PlanStep",
    "Problem",
    "Profile",
    "ProfileReveals",
    "ProtectedScreen",
    "Receipt",
    "Region",
    "Risk",
    "SampleResult",
    "Screen",
    "ScreenCase",
    "Step",
    "Target",
    "TaskCase",
    "TaskState",
    "TextUnit",
    "Trajectory",
    "Treatment",
    "Usage",
]
