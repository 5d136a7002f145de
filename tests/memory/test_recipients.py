from __future__ import annotations

import pytest

from tactful.memory import load_norms
from tactful.memory.norms import joined
from tactful.terms import context_seeds

NORMS = load_norms()
STRANGERS = [
    "Scammer pretending to be a doctor",
    "My doctor's receptionist's husband",
    "Doctor's ex-wife",
    "Boss of my doctor",
    "Doctor Who fan club",
    "Dr. Phil show audience",
    "Facebook group of doctors",
    "Journalist asking on behalf of doctor",
    "Veterinary Doctor",
    "Doctor of Philosophy",
    "Anti-doctor",
    "Spouse of Landlord",
    "Prospective Spouse",
    "Bank manager",
    "Dr Evil Landlord",
    "My landlord's friend",
    "my doctor's",
    "Everyone",
    "Tom",
    "my daughter's boss",
    "Mr. Hall",
    "",
]
KNOWN = [
    ("my new doctor", "doctor"),
    ("Dr. Stone", "doctor"),
    ("Dr. Ada Stone, cardiologist", "doctor"),
    ("Stone, my doctor", "doctor"),
    ("Primary care physician's office", "doctor"),
    ("our dentist", "dentist"),
    ("the HR department", "supervisor"),
    ("Close Friend", "friend"),
    ("my friend Tom", "friend"),
    ("my landlord, Mr. Hall", "landlord"),
    ("Landlord (Mr. Hall)", "landlord"),
    ("Mrs. Park, teacher", "school"),
    ("Mrs. Park (teacher)", "school"),
    ("the HR department at Wick Ltd", "supervisor"),
    ("my daughter's daycare", "childcare"),
    ("my divorce lawyer", "lawyer"),
    ("my dentist's receptionist", "medical_scheduler"),
    ("School nurse", "school"),
]
SEVERAL = [
    ("Landlord / Primary Care Doctor", ("landlord", "doctor")),
    ("Landlord or Doctor", ("landlord", "doctor")),
    ("Landlord, cc Primary Care Doctor", ("landlord", "doctor")),
    ("Primary Care Doctor, my landlord", ("doctor", "landlord")),
    ("Pharmacist+Landlord", ("pharmacist", "landlord")),
    ("Nurse (also my boss)", ("doctor", "unknown")),
    ("Doctor with landlord in the thread", ("doctor", "unknown")),
    ("Doctor & everyone", ("doctor", "unknown")),
]


@pytest.mark.parametrize("recipient", STRANGERS)
def test_who_only_mentions_a_role_is_a_stranger(recipient: str) -> None:
    assert NORMS.roles_of(recipient) == ("unknown",)


@pytest.mark.parametrize(("recipient", "role"), KNOWN)
def test_plain_recipients(recipient: str, role: str) -> None:
    assert NORMS.roles_of(recipient) == (role,)


@pytest.mark.parametrize(("recipient", "roles"), SEVERAL)
def test_several(recipient: str, roles: tuple[str, ...]) -> None:
    assert NORMS.roles_of(recipient) == roles


def test_all_seed_recipients_are_known() -> None:
    recipients = {context.recipient for context in context_seeds()}
    assert len(recipients) >= 49
    for recipient in recipients:
        (role,) = NORMS.roles_of(recipient)
        assert role != "unknown"


def test_a_dentist_is_not_the_doctor() -> None:
    (said,) = {NORMS.situation("Book a cleaning", "Dentist").rulings["pregnancy"].action}
    assert said == "withhold"
    assert NORMS.situation("Book a cleaning", "Dentist").rulings["allergy"].action == "pass"


def test_joined() -> None:
    assert joined("A and B; C/D (E)") == ["A", "B", "C", "D", "E"]
    assert joined(" ") == [""]
