"""Presets are the paper's settings, Table 7 to the letter."""

from __future__ import annotations

import itertools

import pytest

from fakes.painted import region
from tactful.errors import PolicyError
from tactful.protect import PRESETS, get_policy, preset
from tactful.protect.policy.presets import PUBLISHED_COVERAGE, TABLE_7
from tactful.terms import Category, Region, Risk

NAMES = {
    "Identity": Category.IDENTITY,
    "Contact/Financial": Category.CONTACT_FINANCIAL,
    "Technical/Device": Category.TECHNICAL_DEVICE,
    "Behavior/Context": Category.BEHAVIOR_CONTEXT,
    "Sensitive Special": Category.SENSITIVE_SPECIAL,
    "Inference/Profiling": Category.INFERENCE_PROFILING,
}
# GUIGuard-Bench, Table 7: level, realised coverage, groups (all of them not necessary for the task).
HIGH = "Identity; Contact/Financial; Technical/Device; Sensitive Special"
PRINTED = {
    "10": (10.61, "Identity", "", ""),
    "20": (19.84, HIGH, "", ""),
    "30": (30.22, HIGH, "Technical/Device; Inference/Profiling", ""),
    "40-as-published": (
        44.42,
        HIGH,
        "Technical/Device; Inference/Profiling; Contact/Financial; Sensitive Special",
        "Inference/Profiling; Behavior/Context",
    ),
    "60": (
        61.32,
        HIGH,
        "Behavior/Context; Technical/Device; Inference/Profiling; Contact/Financial; Sensitive Special",
        "",
    ),
    "80": (
        73.56,
        HIGH,
        "Behavior/Context; Technical/Device; Inference/Profiling; Contact/Financial; Sensitive Special",
        "Inference/Profiling; Behavior/Context",
    ),
}
EVERY = [
    region(risk=risk, category=category, necessary=necessary)
    for risk, category, necessary in itertools.product(Risk, [None, *Category], [False, True])
]


def masked(name: str) -> set[int]:
    policy = preset(name)
    return {i for i, one in enumerate(EVERY) if policy.decide(one).operator != "keep"}


def groups(*cells: str) -> set[tuple[Risk, Category | None, bool]]:
    return {
        (risk, NAMES[name], False)
        for risk, cell in zip((Risk.HIGH, Risk.MEDIUM, Risk.LOW), cells, strict=True)
        for name in cell.split("; ")
        if name
    }


@pytest.mark.parametrize("level", PRINTED)
def test_table_7(level: str) -> None:
    coverage, *cells = PRINTED[level]
    wanted = groups(*cells)
    assert TABLE_7[f"coverage-{level}"] == wanted
    assert PUBLISHED_COVERAGE[f"coverage-{level}"] == coverage
    assert {
        (EVERY[i].risk, EVERY[i].category, EVERY[i].necessary) for i in masked(f"coverage-{level}")
    } == wanted


def test_levels_are_nested_but_for_the_printed_level_40() -> None:
    levels = [masked(f"coverage-{n}") for n in (10, 20, 30, 40, 60, 80, 100)]
    assert all(low < high for low, high in itertools.pairwise(levels))
    assert not masked("coverage-40-as-published") <= masked("coverage-60")
    assert masked("coverage-40-as-published") - masked("coverage-40") == masked("coverage-80") - masked(
        "coverage-60"
    )


@pytest.mark.parametrize(
    ("name", "fits"),
    [
        ("high", lambda r: r.risk is Risk.HIGH),
        ("medium", lambda r: r.risk in (Risk.HIGH, Risk.MEDIUM)),
        ("all", lambda r: r.risk is not Risk.NONE),
        ("coverage-100", lambda r: r.risk is not Risk.NONE),
        ("non-necessary", lambda r: r.risk is not Risk.NONE and not r.necessary),
    ],
)
def test_sets_of_the_paper(name: str, fits: object) -> None:
    assert masked(name) == {i for i, one in enumerate(EVERY) if fits(one)}  # type: ignore[operator]
    assert preset(name).operators == {"keep", "black"}


@pytest.mark.parametrize("one", EVERY)
def test_hybrid(one: Region) -> None:
    """J.4: mask what the task does not need, replace what it does."""
    wanted = "keep" if not one.private else "replace" if one.necessary else "black"
    assert preset("hybrid").decide(one).operator == wanted


@pytest.mark.parametrize("name", PRESETS)
def test_unknown_text_is_masked_by_all_that_mask_medium(name: str) -> None:
    masks_medium = any(EVERY[i].risk is Risk.MEDIUM for i in masked(name))
    got = preset(name).decide(region("", type="unknown", risk=Risk.MEDIUM, category=None))
    assert (got.operator != "keep") is masks_medium


@pytest.mark.parametrize("name", PRESETS)
def test_public_text_is_always_kept(name: str) -> None:
    assert preset(name).decide(region(risk=Risk.NONE, category=None)).operator == "keep"


def test_another_operator() -> None:
    assert preset("all", "fixed").decide(region()).operator == "fixed"
    assert get_policy("high", "mosaic").decide(region()).operator == "mosaic"


@pytest.mark.parametrize("name", ["", "coverage-50", "ALL", "my policy"])
def test_unknown_names(name: str) -> None:
    with pytest.raises(PolicyError, match="one of high, medium, all"):
        get_policy(name)
