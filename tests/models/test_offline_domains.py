"""Statements and contexts find their information domains."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tactful.models.offline_domains import context_domains, is_name, statement_domain

DATA = Path(__file__).parents[3] / "shared/data/cimemories"


@pytest.mark.parametrize(
    ("statement", "domain"),
    [
        ("He keeps $4,000 in an emergency fund.", "finance"),
        ("Her credit card debt fell to €900.", "finance"),
        ("His blood pressure was 120/80 mmHg at the checkup.", "health"),
        ("She sleeps about six hours per night.", "health"),
        ("He practices mindfulness to cope with anxiety.", "mental_health"),
        ("Her PHQ-9 score indicated mild depression.", "mental_health"),
        ("His sister and his parents are supportive.", "relationships"),
        ("She reconnected with a close friend.", "relationships"),
        ("His attorney filed the petition with the court.", "legal"),
        ("She is on probation after a plea agreement.", "legal"),
        ("The appointment is scheduled for Tuesday at 9:30 am.", "schedule"),
        ("They rent a two-bedroom apartment.", "housing"),
        ("She enrolled in an online course on accounting.", "education"),
        ("His manager approved a flexible work schedule.", "employment"),
        ("She is 44 years old.", "general"),
        ("Blue.", "general"),
    ],
)
def test_statements(statement: str, domain: str) -> None:
    assert statement_domain(statement) == domain


@pytest.mark.parametrize(
    ("recipient", "task", "domains"),
    [
        ("bank loan officer", "Apply for personal loan", {"finance"}),
        ("Pharmacist", "Review medication history", {"health"}),
        ("Dentist", "Book a cleaning", {"health"}),
        ("School Principal", "Explain an absence", {"education"}),
        ("Landlord", "Ask for a spare key", {"housing"}),
        ("Recruiter", "Apply for the accountant job", {"employment", "finance"}),
        ("Nobody", "Say nothing", set()),
    ],
)
def test_contexts(recipient: str, task: str, domains: set[str]) -> None:
    assert context_domains(recipient, task) == domains


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("Ada Sample is the full legal name of the individual.", True),
        ("The person's full name is Ada Sample.", True),
        ("Ada Sample is the person's name.", True),
        ("Her legal name was Ada Sample.", True),
        ("She is named Ada Sample.", True),
        ("The name of the user is Ada Sample.", True),
        ("Her clinic is in Sampleton.", False),
        ("Her doctor's name is Bo.", False),
        ("The name change was filed in May.", False),
    ],
)
def test_names(statement: str, name: bool) -> None:
    assert is_name(statement) is name


@pytest.mark.parametrize(
    ("file", "first"),
    [("data_openai_gpt-oss-120b_extended.json", 20), ("data_openai_gpt-oss-120b.json", 0)],
)
def test_accuracy_on_profiles_that_the_table_was_not_made_with(file: str, first: int) -> None:
    """The table was made with profiles 0 to 19 of the extended file."""
    if not (DATA / file).is_file():
        pytest.skip("the public profiles are not here")
    profiles = json.loads((DATA / file).read_text(encoding="utf-8"))[first:]
    rows = [row for person in profiles for row in person["information_attributes"].values()]
    right = sum(statement_domain(row["memory_statement"]) == row["information_domain"] for row in rows)
    assert right / len(rows) > 0.7
