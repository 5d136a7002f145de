"""Everyday notes and recipients: what is needed passes, what is nobody's business there does not."""

from __future__ import annotations

import pytest

from tactful.memory import load_norms
from tactful.memory.norm_gate import NormGate

GATE = NormGate.default()
NEEDED = [
    ("my daughter's daycare", "Fill in the enrolment form", "Daughter Zoe (4) is allergic to nuts."),
    ("the daycare", "Tell them about pickup", "My son is picked up at 3 pm from Tuesdays to Thursdays."),
    ("our neighbor", "Ask to feed the cat", "We have a cat named Pixel."),
    ("the mechanic", "Book a repair", "I drive a 2015 Zorbmobile."),
    ("the airline", "Book a flight", "I prefer an aisle seat."),
    ("the airline", "Book a flight", "Uses a wheelchair."),
    ("the plumber", "Fix the dishwasher", "Our dishwasher is leaking."),
    ("my divorce lawyer", "Prepare the hearing", "I am planning to divorce my husband."),
    ("my lawyer", "Prepare the divorce case", "We have been separated since May 2030."),
    ("the mediator", "Settle the custody dispute", "I have joint custody of my daughter."),
    ("the court clerk", "Ask about the divorce hearing", "My divorce hearing is on May 3, 2031."),
    ("the vet", "Book a visit", "My dog is allergic to chicken."),
    ("Dinner host", "Accept the dinner invitation", "I am vegetarian."),
    ("my personal trainer", "Plan the training", "I cannot lift heavy weights."),
    ("my union rep", "Prepare for a talk with HR", "Got a formal warning at work for lateness"),
    ("Realtor", "Find a home", "I have two dogs."),
]
NOT_THEIRS = [
    ("my landlord", "Renew the lease", "Got a formal warning at work for lateness"),
    ("my husband", "Plan our trip", "I am planning to leave my husband."),
    ("my boss", "Ask for time off", "I have a job interview at Zorbco on Friday."),
    ("our neighbor", "Ask to feed the cat", "I am on sertraline 50 mg for panic attacks."),
    ("the mechanic", "Book a repair", "My annual income is $61,000."),
    ("my son's teacher", "Excuse him from class", "I had an affair last year."),
    ("the airline", "Book a flight", "I was arrested in 2019."),
    ("the plumber", "Fix the leak", "The spare key is under the mat."),
    ("Dinner host", "Accept the dinner invitation", "I have HIV."),
    ("my friend", "Catch up", "My blood test shows HIV."),
]


@pytest.mark.parametrize(("recipient", "task", "memory"), NEEDED)
def test_passes(recipient: str, task: str, memory: str) -> None:
    (told,) = GATE.decide([memory], task=task, recipient=recipient)
    assert (told.action, told.statement) == ("pass", memory), told.reason
    assert GATE.norms.forbids(memory, task, recipient) is None


@pytest.mark.parametrize(("recipient", "task", "memory"), NOT_THEIRS)
def test_stays(recipient: str, task: str, memory: str) -> None:
    (told,) = GATE.decide([memory], task=task, recipient=recipient)
    assert told.action == "withhold"


def test_a_coarse_sentence_in_its_place() -> None:
    memory = "Daughter Zoe (4) is allergic to nuts."
    said = GATE.norms.entailed("child_health", memory)
    assert said == "The user has a child with a food allergy."


def test_every_recipient_is_described() -> None:
    norms = load_norms()
    told_something = {role for norm in norms.norms for role in norm.roles}
    assert set(norms.whos) - told_something == {"business_partner"} - told_something
