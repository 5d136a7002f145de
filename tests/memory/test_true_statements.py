"""Whatever the gate says is true: constructed memories, of which the grammar knows what follows from them.

A memory is a fact in a frame. The fact says which coarse sentences follow from it; the frame whether the fact
still holds of the user today. Behind tables that pass, or make coarser, every type for everybody, what is
said has to be the whole memory or a coarse sentence that follows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tactful.memory import GateDecision, Norm, NormGate, load_norms

BUNDLED = load_norms()


def _everything(action: str) -> NormGate:
    row = Norm("all", frozenset(), frozenset(), frozenset(BUNDLED.whats), action, "a test")  # type: ignore[arg-type]
    return NormGate(replace(BUNDLED, norms=(row,), prohibitions=()))


GATES = {"pass": _everything("pass"), "generalise": _everything("generalise")}


@dataclass(frozen=True)
class Fact:
    """First person and third person of a verb phrase, its past, its bare form, and what follows from it."""

    i: str
    she: str
    past: str
    bare: str
    follows: str


ILL, MEDICINE = "The user has a health condition.", "The user takes medication."
FACTS = [
    Fact("have asthma", "has asthma", "had asthma", "have asthma", ILL),
    Fact("have type 2 diabetes", "has type 2 diabetes", "had type 2 diabetes", "have type 2 diabetes", ILL),
    Fact("am diabetic", "is diabetic", "was diabetic", "be diabetic", ILL),
    Fact("take Zolan 5 mg daily", "takes Zolan 5 mg daily", "took Zolan 5 mg", "take Zolan 5 mg", MEDICINE),
    Fact("take insulin", "takes insulin", "took insulin", "take insulin", MEDICINE),
    Fact(
        "am allergic to peanuts",
        "is allergic to peanuts",
        "was allergic to peanuts",
        "be allergic to peanuts",
        "The user has an allergy.",
    ),
    Fact("live in Leeds", "lives in Leeds", "lived in Leeds", "live in Leeds", "The user lives in Leeds."),
    Fact(
        "live at 5 Elm Road, Reno, NV",
        "lives at 5 Elm Road, Reno, NV",
        "lived at 5 Elm Road, Reno, NV",
        "live at 5 Elm Road, Reno, NV",
        "The user lives in Reno.",
    ),
    Fact(
        "earn $61,000 a year",
        "earns $61,000 a year",
        "earned $61,000 a year",
        "earn $61,000 a year",
        "The user's income is between $50,000 and $100,000 a year.",
    ),
    Fact("owe $5,000", "owes $5,000", "owed $5,000", "owe $5,000", "The user has some debts."),
    Fact(
        "have $900 in savings",
        "has $900 in savings",
        "had $900 in savings",
        "have $900 in savings",
        "The user has some savings.",
    ),
    Fact(
        "work for Wick Ltd",
        "works for Wick Ltd",
        "worked for Wick Ltd",
        "work for Wick Ltd",
        "The user has a job.",
    ),
    Fact(
        "see a therapist weekly",
        "sees a therapist weekly",
        "saw a therapist weekly",
        "see a therapist weekly",
        "The user has a personal appointment.",
    ),
    Fact(
        "am adopting a child",
        "is adopting a child",
        "was adopting a child",
        "adopt a child",
        "The user is adopting a child.",
    ),
    Fact(
        "use a wheelchair",
        "uses a wheelchair",
        "used a wheelchair",
        "use a wheelchair",
        "The user has a disability or limitation.",
    ),
]
# In these the fact holds of the user today.
HOLDS = [
    "I {i}.",
    "I currently {i}.",
    "The user {she}.",
    "Ada {she}.",
    "Ada Wick {she}",
    "I {i}, and I like tea.",
    "I {i} and my sister does not.",
]
# In these it does not, or nobody knows.
DOES_NOT = [
    # negation
    "I do not {bare}.",
    "I don't {bare}.",
    "I never {past}.",
    "I no longer {bare}.",
    "I deny that I {i}.",
    "It is not true that I {i}.",
    "Contrary to my file I do not {bare}.",
    "Neither I nor my wife {she}.",
    # exception
    "Everybody at home but me {she}.",
    "Everybody except Ada {she}.",
    "My whole family, without me, {she}.",
    "I {i} in no way.",
    # contrast
    "I {past} but not any more.",
    "I {past}, although that is over.",
    "I {past}; now I do not.",
    "My twin {she}, I do not.",
    # time
    "I {past}.",
    "I used to {bare}.",
    "Until 2019 I {past}.",
    "I once {past}.",
    "I will {bare} next year.",
    "I {past} as a child.",
    "Ada formerly {past}.",
    # quantity
    "I {i} zero times.",
    "I hardly {bare}.",
    "I {i} only on paper.",
    # lists and other people
    "My sister {she}.",
    "My sister, my brother and my aunt {bare}.",
    "Bob {she}.",
    "Ada's sister {she}.",
    "My friend Ada Stone {she}.",
    "She {she}.",
    "The user's father {she}.",
    "The person I met {she}.",
    "My doctor and my landlord {bare}.",
    # hypothesis, hearsay, fiction
    "If I {i}, I will say so.",
    "I might {bare}.",
    "I would {bare} if I could.",
    "I dreamt that I {i}.",
    "I {i} in a novel that I write.",
    "My ex says I {i}.",
    "My boss thinks I {i}.",
    "I pretend to {bare}.",
    "I am afraid to {bare}.",
    "Do I {bare}?",
    "I {i}?",
    "I {i}. That was a joke.",
    "I {i}. No, I do not.",
    "What if I {i}",
]
ZEROS = [
    "I have $0 in savings.",
    "I have $0.00 saved.",
    "I owe $0.",
    "I have 0 therapy sessions.",
    "I have no therapy sessions.",
    "I took zero days of leave.",
    "I took 0 days of leave.",
    "I take medication for granted.",
    "I have asthma research to do.",
    "I have a diabetes charity.",
    "I have a peanut allergy leaflet.",
    "I live in Leeds on Mondays.",
    "I earn $61,000 a year in a good year.",
    "I work for Wick Ltd no more.",
    "My salary is $61,000.",
    "Has no allergies since the desensitisation to penicillin.",
    "Ada is not currently prescribed any medication for depression.",
    "Currently married but in divorce proceedings.",
    "My court hearing is cancelled.",
    "The court hearing was set for May 3, 2031.",
]
USER = "My name is Ada Wick."


def _memories() -> list[tuple[str, str | None]]:
    """Every constructed memory with the coarse sentence that follows, None where none does."""
    built: list[tuple[str, str | None]] = [(text, None) for text in ZEROS]
    for fact in FACTS:
        words = {"i": fact.i, "she": fact.she, "past": fact.past, "bare": fact.bare}
        built += [(frame.format(**words), fact.follows) for frame in HOLDS]
        built += [(frame.format(**words), None) for frame in DOES_NOT]
    return built


MEMORIES = _memories()


def _decide(gate: NormGate, memory: str) -> GateDecision:
    return gate.decide([memory, USER], task="Apply for a loan", recipient="Bank Loan Officer")[0]


def test_there_are_enough() -> None:
    assert len({memory for memory, _ in MEMORIES}) >= 500


@pytest.mark.parametrize("name", GATES)
def test_no_false_statement(name: str) -> None:
    false = []
    for memory, follows in MEMORIES:
        said = _decide(GATES[name], memory).statement
        if said not in (None, memory, follows):
            false.append((memory, said))
    assert false == []


def test_what_follows_is_said() -> None:
    """Silence is true as well, and useless: the plain frames get their coarse sentence."""
    for fact in FACTS:
        for memory in (f"I {fact.i}.", f"Ada {fact.she}.", f"The user {fact.she}."):
            said = _decide(GATES["generalise"], memory).statement
            assert said == (None if memory == fact.follows else fact.follows), memory


PIECES = [
    "I have asthma", "asthma", "I", "not", "no", "never", "My sister", "Ada", "Ada's", "has", "takes",
    "insulin", "except", "but", "and", "or", "without", "if", "was", "until 2019", "since 2019", "live",
    "lives", "in", "Leeds", "owe", "$500", "$0", "on Mondays", "at 5 pm", "weekly", "a", "the",
    "therapist", "see", "zero", "four", ",", ".", "?", "only", "earn", "a year", "may", "for", "peanuts",
    "allergic to", "am", "is", "days of leave", "took", "said", "joke", "who",
]  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=9), st.sampled_from(sorted(GATES)))
def test_whatever_leaves_is_whole_or_of_the_table(pieces: list[str], name: str) -> None:
    memory = " ".join(pieces)
    told = _decide(GATES[name], memory)
    fixed = {row.sentence for rows in BUNDLED.coarse.values() for row in rows}
    if told.action == "pass":
        assert told.statement == memory
    elif told.action == "generalise":
        filled = {"The user lives in Leeds.", "The user lives in Ada."}
        brackets = "The user's income is between $200 and $1,000 a year."
        assert told.statement in fixed | filled | {brackets}
        assert not {
            "not",
            "no",
            "never",
            "except",
            "but",
            "if",
            "was",
            "zero",
            "My",
            "?",
            "$0",
            "joke",
        } & set(memory.split())
