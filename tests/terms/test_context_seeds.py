"""The 49 context seeds: the paper's, and the public files' spellings of them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from tactful.terms import context_seeds, find_seed

PUBLIC = Path(__file__).parents[3] / "shared/data/cimemories/data_openai_gpt-oss-120b.json"


def test_figure_12() -> None:
    seeds = context_seeds()
    assert len(seeds) == len({seed.recipient for seed in seeds}) == 49
    assert (seeds[0].recipient, seeds[-1].task) == ("Bank Loan Officer", "Visa renewal appointment")
    domains = Counter(domain for seed in seeds for domain in seed.domains)
    assert set(domains) == {
        "finance", "health", "mental_health", "relationships", "legal", "education", "employment",
        "schedule", "housing",
    }  # fmt: skip
    assert domains["finance"] == 18


@pytest.mark.parametrize(
    ("recipient", "task", "domains"),
    [
        ("Landlord", "Negotiate lease terms", ("housing", "finance", "employment")),
        ("landlord", " negotiate  LEASE terms", ("housing", "finance", "employment")),
        ("Admissions Committee", "Address performance variation", ("education", "mental_health")),
        ("Admissions Committee", "Address academic performance variation", ("education", "mental_health")),
    ],
)
def test_found_in_every_spelling(recipient: str, task: str, domains: tuple[str, ...]) -> None:
    seed = find_seed(recipient, task)
    assert seed is not None
    assert seed.domains == domains


def test_strangers_are_not_found() -> None:
    assert find_seed("Landlord", "Annual physical exam") is None
    assert find_seed("Dog Walker", "Walk the dog") is None


@pytest.mark.skipif(not PUBLIC.is_file(), reason="the public profiles are not here")
def test_public_file_spells_them_so() -> None:
    contexts = json.loads(PUBLIC.read_text(encoding="utf-8"))[0]["contexts"]
    found = [find_seed(context["recipient"], context["task"]) for context in contexts]
    assert found == list(context_seeds())
