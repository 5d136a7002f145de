from __future__ import annotations

import pytest

from tactful.terms import Category, Risk

# Table 4: level, band in percent.
RISKS = [(Risk.HIGH, (80, 100)), (Risk.MEDIUM, (40, 80)), (Risk.LOW, (0, 40)), (Risk.NONE, (0, 0))]

# Table 5: digit, category, GDPR basis, band in percent.
CATEGORIES = [
    ("1", Category.IDENTITY, "Art. 4(1)", (80, 100)),
    ("2", Category.CONTACT_FINANCIAL, "Art. 4(1)", (60, 90)),
    ("3", Category.TECHNICAL_DEVICE, "Recital 30", (10, 90)),
    ("4", Category.BEHAVIOR_CONTEXT, "Recital 30", (0, 70)),
    ("5", Category.SENSITIVE_SPECIAL, "Art. 9(1)", (60, 100)),
    ("6", Category.INFERENCE_PROFILING, "Art. 4(4)", (0, 60)),
]


@pytest.mark.parametrize(("risk", "band"), RISKS)
def test_risk_bands(risk: Risk, band: tuple[int, int]) -> None:
    assert tuple(risk.band) == band
    assert risk.definition


def test_risks_compare_by_severity() -> None:
    assert sorted([Risk.HIGH, Risk.NONE, Risk.MEDIUM, Risk.LOW]) == [
        Risk.NONE,
        Risk.LOW,
        Risk.MEDIUM,
        Risk.HIGH,
    ]
    assert max(Risk.LOW, Risk.MEDIUM) is Risk.MEDIUM
    assert Risk.HIGH >= Risk.HIGH
    assert not Risk.HIGH > Risk.HIGH


@pytest.mark.parametrize(("digit", "category", "basis", "band"), CATEGORIES)
def test_categories(digit: str, category: Category, basis: str, band: tuple[int, int]) -> None:
    assert Category.from_digit(digit) is category
    assert category.digit == digit
    assert category.gdpr == basis
    assert tuple(category.band) == band
    assert category.title


def test_category_order_is_the_authors() -> None:
    assert "".join(c.digit for c in sorted(Category, key=lambda c: c.precedence)) == "512346"


def test_an_unknown_digit_is_an_error() -> None:
    with pytest.raises(KeyError):
        Category.from_digit("7")
