from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tactful.memory import NormGate
from tactful.memory.norm_gate import names_of

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
    (*LOAN, "My annual income fell to $61,000 after my arrest.", "withhold"),
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


@pytest.mark.parametrize(
    "memory",
    [
        "Ada is not currently prescribed any medication for depression.",
        "Has no allergies since the desensitisation to penicillin",
        "currently married but in divorce proceedings",
    ],
)
@pytest.mark.parametrize("context", [LOAN, DOCTOR, LEASE, BOSS, ("Pharmacist", "Review medication history")])
def test_nothing_is_cut_out_of_a_memory(context: tuple[str, str], memory: str) -> None:
    (told,) = GATE.decide([memory], task=context[1], recipient=context[0])
    assert told.statement in (None, memory)


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
    recipient, task = DOCTOR
    whole = "My doctor is Dr. Stone. I have asthma."
    told = GATE.decide(
        [whole, f"{whole} I was arrested.", f"{whole} Zeb is a glork."], task=task, recipient=recipient
    )
    assert [d.statement for d in told] == [whole, None, None]


def test_the_users_own_name_is_known() -> None:
    memory = "Shawn has asthma."
    recipient, task = DOCTOR
    for gate, memories in [
        (GATE, [memory, "My name is Shawn Wade."]),
        (GATE, [memory, "Shawn Wade is the person's name."]),
        (NormGate(GATE.norms, user="Shawn Wade"), [memory]),
    ]:
        assert gate.decide(memories, task=task, recipient=recipient)[0].action == "pass"
    assert "Wade" not in repr(NormGate(GATE.norms, user="Shawn Wade"))
    assert names_of(["My name is Ada and I was arrested.", "My name is known."]) == frozenset()


FORBIDDEN = [
    ("My password is hunter2.", "Zorblax", "anything", "no-secrets"),
    ("I am planning to leave my husband.", "my husband", "plan our trip", "no-leaving-plans"),
    ("Saw a divorce lawyer in May.", "Spouse", "plan our trip", "no-leaving-plans"),
    ("Got a formal warning at work for lateness", "Landlord", "renew the lease", "no-trouble-at-work"),
    ("I am pregnant.", "Bank Loan Officer", "a loan", "no-private-life"),
    ("I am planning to leave my husband.", "my lawyer", "divorce", None),
    ("Got a formal warning at work for lateness", "my lawyer", "employment dispute", None),
    ("I am married.", "my husband", "plan our trip", None),
    ("I had an affair with Zeb.", "my wife", "plan our trip", "no-leaving-plans"),
    ("My SSN is 123-45-6789.", "my landlord", "renew the lease", "no-identity-numbers"),
    ("I have a job offer from Zorbco.", "my boss", "ask for a raise", "no-job-search"),
    # what only sounds like it
    ("I have a metal pin in my knee.", "my doctor", "physical exam", None),
    ("The due date of the rent is the fifth.", "my landlord", "renew the lease", None),
    ("Got a formal warning about noise from you.", "my landlord", "renew the lease", None),
    ("We want to split the bill.", "my husband", "plan our trip", None),
    ("I leave my wife a note every morning.", "my wife", "plan our trip", None),
    ("We decided to file our taxes jointly.", "my wife", "do our taxes", None),
    ("The suspension of the car squeaks.", "my mechanic", "repair the car", None),
    ("I have put my affairs in order.", "Bank Loan Officer", "a loan", None),
    ("My passport number is X1234567.", "the airline", "book a flight", None),
    ("I have had a name change.", "the tax office", "taxes", None),
    ("I am a disciplined saver.", "Bank Loan Officer", "a loan", None),
    ("My annual income is $61,000.", "Zorblax", "anything", None),  # silence is no prohibition
    ("The moon was bright.", "Landlord", "anything", None),
]


@pytest.mark.parametrize(("memory", "recipient", "task", "rule"), FORBIDDEN)
def test_forbids(memory: str, recipient: str, task: str, rule: str | None) -> None:
    ruling = GATE.norms.forbids(memory, task, recipient)
    assert (ruling and ruling.rule) == rule
    if rule:
        assert GATE.decide([memory], task=task, recipient=recipient)[0].action == "withhold"


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
    (decision,) = GATE.decide(["I have asthma."], task=LEASE[1], recipient=LEASE[0])
    assert decision.reason == "no norm lets a medical condition reach a landlord for a tenancy"


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
