"""The labels of a private item: risk level and category (GUIGuard-Bench, Appendix C.3).

One real row: ``"partners@example.com"`` is risk ``high``, category ``contact_financial``.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Band(NamedTuple):
    """A confidence range in percent, both ends included."""

    low: int
    high: int


class Risk(Enum):
    """Four risk levels; they compare by severity (Table 4)."""

    NONE = "none"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"

    @property
    def rank(self) -> int:
        """0 for none up to 3 for high."""
        return _RISK_RANK[self]

    @property
    def band(self) -> Band:
        """The paper's confidence band of this level, in percent (Table 4)."""
        return _RISK_BAND[self]

    @property
    def definition(self) -> str:
        """What the level means (Table 4)."""
        return _RISK_MEANING[self]

    def __lt__(self, other: Risk) -> bool:
        return self.rank < other.rank

    def __le__(self, other: Risk) -> bool:
        return self.rank <= other.rank

    def __gt__(self, other: Risk) -> bool:
        return self.rank > other.rank

    def __ge__(self, other: Risk) -> bool:
        return self.rank >= other.rank


class Category(Enum):
    """Six categories of private data with their GDPR basis (Table 5)."""

    IDENTITY = "identity"
    CONTACT_FINANCIAL = "contact_financial"
    TECHNICAL_DEVICE = "technical_device"
    BEHAVIOR_CONTEXT = "behavior_context"
    SENSITIVE_SPECIAL = "sensitive_special"
    INFERENCE_PROFILING = "inference_profiling"

    @property
    def digit(self) -> str:
        """The digit of the public release, "1" to "6"."""
        return _CATEGORY_DIGIT[self]

    @property
    def title(self) -> str:
        """The category's name in the paper."""
        return _CATEGORY_TITLE[self]

    @property
    def gdpr(self) -> str:
        """The GDPR article or recital that it rests on (Table 5)."""
        return _CATEGORY_GDPR[self]

    @property
    def band(self) -> Band:
        """The paper's risk confidence scale, in percent (Table 5)."""
        return _CATEGORY_BAND[self]

    @property
    def precedence(self) -> int:
        """0 wins: the authors order them 5 > 1 > 2 > 3 > 4 > 6 when several fit."""
        return "512346".index(self.digit)

    @classmethod
    def from_digit(cls, digit: str) -> Category:
        """The category of a release digit; ``KeyError`` for anything but "1" to "6"."""
        return _BY_DIGIT[digit]


_RISK_RANK = {Risk.NONE: 0, Risk.LOW: 1, Risk.MEDIUM: 2, Risk.HIGH: 3}
_RISK_BAND = {
    Risk.NONE: Band(0, 0),
    Risk.LOW: Band(0, 40),
    Risk.MEDIUM: Band(40, 80),
    Risk.HIGH: Band(80, 100),
}
_RISK_MEANING = {
    Risk.NONE: "public information that anyone on the internet can see",
    Risk.LOW: "needs technical analysis before it tells anything about a person",
    Risk.MEDIUM: "lets one infer who a person is or what they do",
    Risk.HIGH: "identifies a person directly",
}
_CATEGORY_DIGIT = {
    Category.IDENTITY: "1",
    Category.CONTACT_FINANCIAL: "2",
    Category.TECHNICAL_DEVICE: "3",
    Category.BEHAVIOR_CONTEXT: "4",
    Category.SENSITIVE_SPECIAL: "5",
    Category.INFERENCE_PROFILING: "6",
}
_BY_DIGIT = {digit: category for category, digit in _CATEGORY_DIGIT.items()}
_CATEGORY_TITLE = {
    Category.IDENTITY: "Basic Identity Identifiers",
    Category.CONTACT_FINANCIAL: "Contact & Financial",
    Category.TECHNICAL_DEVICE: "Technical & Device",
    Category.BEHAVIOR_CONTEXT: "Behavioral & Contextual Track",
    Category.SENSITIVE_SPECIAL: "Sensitive Special Personal Data",
    Category.INFERENCE_PROFILING: "Inferences & Profiling Data",
}
_CATEGORY_GDPR = {
    Category.IDENTITY: "Art. 4(1)",
    Category.CONTACT_FINANCIAL: "Art. 4(1)",
    Category.TECHNICAL_DEVICE: "Recital 30",
    Category.BEHAVIOR_CONTEXT: "Recital 30",
    Category.SENSITIVE_SPECIAL: "Art. 9(1)",
    Category.INFERENCE_PROFILING: "Art. 4(4)",
}
_CATEGORY_BAND = {
    Category.IDENTITY: Band(80, 100),
    Category.CONTACT_FINANCIAL: Band(60, 90),
    Category.TECHNICAL_DEVICE: Band(10, 90),
    Category.BEHAVIOR_CONTEXT: Band(0, 70),
    Category.SENSITIVE_SPECIAL: Band(60, 100),
    Category.INFERENCE_PROFILING: Band(0, 60),
}
