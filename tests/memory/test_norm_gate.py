from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tactful.memory import NormGate

GATE = NormGate.default()
LOAN = ("Bank Loan Officer", "Apply for a loan")
DOCTOR = ("Dr. Stone", "Annual physical exam")
LEASE = ("my landlord", "negotiate the lease")
BOSS = ("Direct Supervisor", "Request schedule modification")
DECIDED = [
    (*LOAN, "My name is Ada Wick.", "pass"),
    (*LOAN, "Ada's annual income is $61,000.", "pass"),
    (*LOAN, "Ada Wick is the person's name.", "pass"),
    (*LOAN, "The person's address is 5 Elm Road, Wickham.", "pass"),
    (*DOCTOR, "The person is 42 years old.", "pass"),
    (*DOCTOR, "The person's sex is F.", "pass"),
    (*LOAN, "I have mild asthma, a chronic condition.", "withhold"),
    (*LOAN, "She was arrested in 2019.", "withhold"),
    (*LOAN, "My annual income fell to $61,000 after my arrest.", "generalise"),
    (*DOCTOR, "I have asthma.", "pass"),
    (*DOCTOR, "I take Zolan 5 mg daily.", "pass"),
    (*DOCTOR, "My annual income is $61,000.", "withhold"),
    (*DOCTOR, "My case number is 77-1.", "withhold"),
    (*LEASE, "I work for Wick Ltd.", "pass"),
    (*LEASE, "I am pregnant.", "withhold"),
    ("my landlord", "report a dripping tap", "My annual income is $61,000.", "withhold"),
    (*BOSS, "I have therapy sessions on Thursdays at 5:00 PM.", "generalise"),
    (*BOSS, "My work hours are 8 am to 4 pm.", "pass"),
    ("Spouse", "Plan our anniversary", "The surprise party for my wife is on May 3.", "withhold"),
    ("Pharmacist", "Review medication history", "I have no known drug allergies.", "pass"),
    ("Pharmacist", "Review medication history", "I am in a lawsuit.", "withhold"),
    ("my landlord", "negotiate the lease", "The moon was bright.", "withhold"),
    ("Zorblax", "negotiate the lease", "My name is Ada Wick.", "withhold"),
    ("", "", "My name is Ada Wick.", "withhold"),
]


@pytest.mark.parametrize(("recipient", "task", "memory", "action"), DECIDED)
def test_decided(recipient: str, task: str, memory: str, action: str) -> None:
    (decision,) = GATE.decide([memory], task=task, recipient=recipient)
    assert decision.action == action
    assert (decision.statement == memory) is (action == "pass")


def test_circumstances_are_cut_where_they_do_not_belong() -> None:
    (told,) = GATE.decide(
        ["My annual income fell to $61,000 after my arrest."], task=LOAN[1], recipient=LOAN[0]
    )
    assert told.statement == "My annual income fell to $61,000."
    assert "arrest" not in repr(told)


def test_words_of_names_mean_nothing_else() -> None:
    told = [
        "I live at 5 Divorce Street Apt. 12, Wick.",
        "She works for Grant Hospital.",
        "My name is Ada W. Rehab.",
    ]
    for decision in GATE.decide(told, task=LOAN[1], recipient=LOAN[0]):
        assert decision.action == "pass"
    said = GATE.decide(["My name is Ada and I was arrested."], task=LOAN[1], recipient=LOAN[0])
    assert said[0].action == "withhold"


def test_each_sentence_needs_a_norm() -> None:
    memory = "My doctor is Dr. Stone. I have asthma. I was arrested in 2019. Zeb is a glork."
    (told,) = GATE.decide([memory], task=DOCTOR[1], recipient=DOCTOR[0])
    assert (told.action, told.statement) == ("generalise", "My doctor is Dr. Stone. I have asthma.")


def test_all_recipients_must_be_entitled() -> None:
    memory = ["I have asthma."]
    both = GATE.decide(memory, task=DOCTOR[1], recipient="my doctor and my landlord")
    assert both[0].action == "withhold"
    assert GATE.decide(memory, task=DOCTOR[1], recipient="my doctor and Zorblax")[0].rule == "no role"
    assert GATE.decide(memory, task=DOCTOR[1], recipient="Stone, my doctor")[0].action == "pass"


def test_reasons_are_plain_and_quote_nothing() -> None:
    memories = ["Ada Wick's therapist is Dr. Stone.", "I owe 912 euros.", "The moon was bright."]
    for decision in GATE.decide(memories, task=LEASE[1], recipient=LEASE[0]):
        assert decision.reason
        assert decision.rule
        for secret in ("Ada", "Wick", "Stone", "912", "moon"):
            assert secret not in decision.reason + repr(decision)
    (decision,) = GATE.decide(["I am pregnant."], task=LEASE[1], recipient=LEASE[0])
    assert decision.reason == "no norm lets pregnancy and fertility reach a landlord for a tenancy"


@settings(max_examples=60)
@given(st.lists(st.text()), st.text(), st.text())
def test_any_text_gets_a_decision_each_and_strangers_nothing(memories: list[str], task: str, to: str) -> None:
    decisions = GATE.decide(memories, task=task, recipient=to)
    assert len(decisions) == len(memories)
    if GATE.norms.roles_of(to) == ("unknown",):
        assert {d.action for d in decisions} <= {"withhold"}
    assert decisions == GATE.decide(memories, task=task, recipient=to)


@given(st.sampled_from(DECIDED), st.sampled_from(["I am in a lawsuit.", "I am bankrupt.", "Zeb is a glork."]))
def test_more_in_a_statement_never_opens_the_gate(row: tuple[str, str, str, str], more: str) -> None:
    recipient, task, memory, action = row
    (decision,) = GATE.decide([f"{memory} {more}"], task=task, recipient=recipient)
    assert decision.action != "pass" or action == "pass"
    assert decision.action == "withhold" or more.split()[-1] not in str(decision.statement)
