"""What is said of a line when the model said something usable, and when it did not."""

from __future__ import annotations

from tactful.recognize.view import Finding
from tactful.terms import Category, Risk

CONFIDENCE = 0.7  # models give none; below this package's sure rules, above its guesses
# It is sure that nothing is known: no weaker word that the line is public may stand against it.
_UNKNOWN_CONFIDENCE = 1.0


def describe(risk: Risk, category: Category | None) -> str:
    """A model's label in words."""
    if risk is Risk.NONE:
        return "the vision model calls this public or interface text"
    what = "" if category is None else f", {category.title}"
    return f"the vision model labels this {risk.value} risk{what}"


def unknown(unit: int, source: str) -> Finding:
    """A unit that the model gave no usable label: unknown, hence medium risk, never clean."""
    return Finding(
        unit=unit,
        type="unknown",
        risk=Risk.MEDIUM,
        category=None,
        confidence=_UNKNOWN_CONFIDENCE,
        reason="unscored: the vision model gave no usable label for this line",
        source=source,
    )
