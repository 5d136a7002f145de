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


class _RiskRow(NamedTuple):
    rank: int
    band: Band
    definition: str


class _CategoryRow(NamedTuple):
    digit: str
    title: str
    gdpr: str
    band: Band


class Risk(Enum):
    """Four risk levels; they compare by severity (Table 4)."""

    NONE = "none"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"

    @property
    def rank(self) -> int:
        """0 for none up to 3 for high."""
        return _RISKS[self].rank

    @property
    def band(self) -> Band:
        """The paper's confidence band of this level, in percent (Table 4)."""
        return _RISKS[self].band

    @property
    def definition(self) -> str:
        """What the level means (Table 4)."""
        return _RISKS[self].definition

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
        return _CATEGORIES[self].digit

    @property
    def title(self) -> str:
        """The category's name in the paper."""
        return _CATEGORIES[self].title

    @property
    def gdpr(self) -> str:
        """The GDPR article or recital that it rests on (Table 5)."""
        return _CATEGORIES[self].gdpr

    @property
    def band(self) -> Band:
        """The paper's risk confidence scale, in percent (Table 5)."""
        return _CATEGORIES[self].band

    @property
    def precedence(self) -> int:
        """0 wins: the authors order them 5 > 1 > 2 > 3 > 4 > 6 when several fit."""
        return "512346".index(self.digit)

    @classmethod
    def from_digit(cls, digit: str) -> Category:
        """The category of a release digit; ``KeyError`` for anything but "1" to "6"."""
        return _BY_DIGIT[digit]


_RISKS = {
    Risk.NONE: _RiskRow(0, Band(0, 0), "public information that anyone on the internet can see"),
    Risk.LOW: _RiskRow(1, Band(0, 40), "needs technical analysis before it tells anything about a person"),
    Risk.MEDIUM: _RiskRow(2, Band(40, 80), "lets one infer who a person is or what they do"),
    Risk.HIGH: _RiskRow(3, Band(80, 100), "identifies a person directly"),
}
_CATEGORIES = {
    Category.IDENTITY: _CategoryRow("1", "Basic Identity Identifiers", "Art. 4(1)", Band(80, 100)),
    Category.CONTACT_FINANCIAL: _CategoryRow("2", "Contact & Financial", "Art. 4(1)", Band(60, 90)),
    Category.TECHNICAL_DEVICE: _CategoryRow("3", "Technical & Device", "Recital 30", Band(10, 90)),
    Category.BEHAVIOR_CONTEXT: _CategoryRow("4", "Behavioral & Contextual Track", "Recital 30", Band(0, 70)),
    Category.SENSITIVE_SPECIAL: _CategoryRow(
        "5", "Sensitive Special Personal Data", "Art. 9(1)", Band(60, 100)
    ),
    Category.INFERENCE_PROFILING: _CategoryRow("6", "Inferences & Profiling Data", "Art. 4(4)", Band(0, 60)),
}
_BY_DIGIT = {row.digit: category for category, row in _CATEGORIES.items()}
