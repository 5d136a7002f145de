from .calendar import MONTHS
from .cases import CaseAction, CaseData, ScreenCase, Target, TaskCase
from .geometry import Box
from .labels import Band, Category, Risk
from .memories import (
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
from .plans import Judgement, PlanRun, PlanStep
from .protection import Decision, ProtectedScreen, Receipt, Treatment
from .reveals import Cell, Leak, MemoryRun, ProfileReveals, SampleResult, Usage
from .screens import PICTURE_TYPES, Completion, Problem, Region, Screen, Step, TaskState, TextUnit, Trajectory
from .seeds import context_seeds, find_seed

__all__ = [
    "COMBINED",
    "LABEL_SETS",
    "MONTHS",
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
    "context_seeds",
    "find_seed",
]
