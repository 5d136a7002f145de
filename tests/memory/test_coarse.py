from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.memory import load_norms
from tactful.memory.coarse import compile_form

NORMS = load_norms()
USER = frozenset({"Ada Wick", "Ada"})
FOLLOWS = [
    ("income", "My annual income is $72,000.", "The user's income is between $50,000 and $100,000 a year."),
    ("income", "Ada's salary is €61.000.", None),  # a year, a month?
    ("income", "Ada earns €61.000 a year.", "The user's income is between €50,000 and €100,000 a year."),
    ("income", "My sister earns $61,000 a year.", None),
    ("income", "My annual income was $72,000.", None),
    ("income", "My annual income is $72,000 in a good year.", None),
    ("address", "I live at 5 Elm Road, Apt B, Wickham, ME 01234.", "The user lives in Wickham."),
    ("address", "Lives in Leeds", "The user lives in Leeds."),
    ("address", "I live in Leeds on weekdays.", None),
    ("address", "I live in Leeds, but not for long.", None),
    ("address", "I used to live in Leeds.", None),
    ("address", "My ex lives at 5 Elm Road, Reno, NV.", None),
    ("address", "I live at 5 Elm Road, next to the women's shelter, Reno, NV.", None),
    ("diagnosis", "I'm asthmatic.", "The user has a health condition."),
    ("diagnosis", "Has type 2 diabetes", "The user has a health condition."),
    ("diagnosis", "I have no chronic disease.", None),
    ("diagnosis", "I have asthma medication.", None),
    ("diagnosis", "Do I have asthma?", None),
    ("medication", "I take Zolan 5 mg daily.", "The user takes medication."),
    ("medication", "I no longer take Zolan 5 mg.", None),
    ("savings", "I have $0 in savings.", None),
    ("therapy", "I see a therapist every Tuesday with Dr. Stone.", "The user has a personal appointment."),
    ("therapy", "Ada sees a therapist weekly.", "The user has a personal appointment."),
    ("therapy", "Bob sees a therapist weekly.", None),
    (
        "hearing",
        "The adoption court hearing is set for May 3, 2031.",
        "The user has an official appointment.",
    ),
    ("hearing", "The court hearing was set for May 3, 2031.", None),
]


@pytest.mark.parametrize(("name", "memory", "said"), FOLLOWS)
def test_what_follows(name: str, memory: str, said: str | None) -> None:
    assert NORMS.entailed(name, memory, USER) == said


def test_a_coarse_sentence_is_not_said_of_itself() -> None:
    assert NORMS.entailed("address", "The user lives in Leeds.") is None


@given(st.integers(1, 10**9))
def test_no_edge_is_the_amount(amount: int) -> None:
    said = NORMS.entailed("income", f"I earn ${amount:,} a year.")
    assert said is not None
    low, high = (int(n.replace(",", "")) for n in re.findall(r"\$([\d,]+)", said))
    assert low < amount < high


@given(st.text(), st.sampled_from(["I have asthma", "I take Zolan 5 mg", "I live in Leeds", "I owe $500"]))
def test_more_words_say_nothing_else(more: str, start: str) -> None:
    fixed = {c.sentence for rows in NORMS.coarse.values() for c in rows}
    for name in ("diagnosis", "medication", "address", "debts"):
        said = NORMS.entailed(name, f"{start} {more}")
        assert said is None or said in fixed or re.fullmatch(r"The user lives in [^\d,.;]+\.", said)


@pytest.mark.parametrize("form", ["income is {amount}", "I", "My income is $", "I have [a]", "I (have", ""])
def test_is_no_form(form: str) -> None:
    with pytest.raises(ValueError, match="a form"):
        compile_form(form)


def test_coarse_of_is_a_fixed_sentence() -> None:
    assert NORMS.coarse_of("diagnosis") == "The user has a health condition."
    assert NORMS.coarse_of("address") is None  # it needs its city
    assert NORMS.coarse_of("surprise") is None
