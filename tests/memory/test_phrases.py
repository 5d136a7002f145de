from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.memory.phrases import Lexicon, compile_phrase, normalize

FITS = [
    ("annual income", "Her Annual  INCOME is low"),
    ("court/tribunal date", "the tribunal date"),
    ("divorc*", "she is divorcing"),
    ("0 years old", "He is 42 years old."),
    ("0 years old", "he is forty years old"),
    ("*itis", "her arthritis"),
    ("mild *algia", "mild neuralgia"),
    ("earn* $", "I earned €2,100 in May"),
    ("spent $", "we spent 300 dollars"),
    ("check-up", "a checkup and a check up"),
    ("check-up", "a check‑up"),  # a non-breaking hyphen
    ("doctor ... appointment", "the doctor gave me an early appointment"),
    ("person's name", "the person’s name"),
    ("mortgage", "ＭＯＲＴＧＡＧＥ"),  # full-width letters
]
MISSES = [
    ("annual income", "annual net income"),
    ("rent", "her current parents"),
    ("divorc*", "a div"),
    ("*itis", "itis"),
    ("0 years old", "years old"),
    ("doctor ... appointment", "the doctor has a b c d e f g appointment"),
    ("spent $", "we spent 300 hours"),
]


@pytest.mark.parametrize(("phrase", "text"), FITS)
def test_fits(phrase: str, text: str) -> None:
    assert Lexicon({"x": [phrase]}).find(normalize(text)) == ("x",)


@pytest.mark.parametrize(("phrase", "text"), MISSES)
def test_does_not_fit(phrase: str, text: str) -> None:
    assert Lexicon({"x": [phrase]}).find(normalize(text)) == ()


@pytest.mark.parametrize(
    "phrase", ["0", "... income", "income ...", "di*", "*is", "*it*", "in(come", "a|b", "*", ".*"]
)
def test_is_no_phrase(phrase: str) -> None:
    with pytest.raises(ValueError, match=r"phrase|'"):
        compile_phrase(phrase)


def test_names_come_in_the_tables_order() -> None:
    lexicon = Lexicon({"b": ["loan"], "a": ["bank"]})
    assert lexicon.find("the bank gave a loan") == ("b", "a")


@given(
    st.text(), st.lists(st.sampled_from(["tax", "0", "$", "...", "a/b", "divorc*"]), min_size=1, max_size=6)
)
def test_the_index_never_loses_a_match(text: str, words: list[str]) -> None:
    phrase = " ".join(["tax", *words, "tax"])
    folded = normalize(text + " tax 5 divorce $3 a tax")
    assert bool(Lexicon({"x": [phrase]}).find(folded)) == bool(compile_phrase(phrase).search(folded))


@pytest.mark.parametrize("text", ["a " * 3000, "a " + ",.'" * 3000, "a " + "b," * 3000, "a" + "$ " * 3000])
def test_matching_is_fast_on_hostile_text(text: str) -> None:
    # Gaps are bounded and have one reading, so this ends at once.
    start = time.process_time()
    assert Lexicon({"x": ["a ... b ... c ... d ... e"]}).find(text) == ()
    assert time.process_time() - start < 2
