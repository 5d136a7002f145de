"""Plain text there and back."""

from __future__ import annotations

import re
import string

import pytest
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st

from fakes.painted import vault
from tactful.errors import AmbiguousPlaceholderError, ProtectionError, RestoreError
from tactful.protect import Destination, Span, protect_text, restore

WORDS = st.text(
    st.sampled_from(string.ascii_letters + string.digits + "王李张小明가나БГдж.@-'\"<>() é"), max_size=14
)
TYPED = Destination(tool="type")
TYPES = st.sampled_from(["person", "email", "phone", "message", "secret", "url", "otp", "note"])


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, list[Span]]:
    """A text of plain pieces and values, with a break between any two, and where the values stand."""
    text, spans = "", []
    for plain, value, type in draw(st.lists(st.tuples(WORDS, WORDS, TYPES), max_size=5)):
        text += plain + " | "
        spans.append(Span(len(text), len(text) + len(value), type))
        text += value + " | "
    return text, spans


@settings(max_examples=150)
@given(found=texts(), operator=st.sampled_from(["replace", "fixed"]))
def test_restoring_gives_the_text_again(found: tuple[str, list[Span]], operator: str) -> None:
    text, spans = found
    values = [text[s.start : s.end] for s in spans]
    # A typed placeholder has one form to give back: that in which the value came first.
    forms = ["".join(ch for ch in v.casefold() if ch.isalnum()) for v in values]
    placed = [form for form in forms if operator == "fixed" or len(form) < 4]
    assume(len(set(placed)) == len(placed))
    keep = vault()
    safe = protect_text(text, spans, keep, operator=operator)
    try:
        got = restore(safe, keep, TYPED)
    except (AmbiguousPlaceholderError, RestoreError):
        reject()  # refused, not wrong: a pseudonym stands in the text as itself, or a value in a tag or URL
    assert got == text


@pytest.mark.parametrize("operator", ["replace", "fixed"])
def test_a_real_text(operator: str) -> None:
    text = "From: Ann Quill <ann.quill@example.com>, call (202) 555-0147. Ann Quill 王小明"
    spans = [
        Span(text.index(v, at), text.index(v, at) + len(v), t)
        for v, t, at in [
            ("Ann Quill", "person", 0),
            ("<ann.quill@example.com>,", "email", 0),
            ("(202) 555-0147.", "phone", 0),
            ("Ann Quill", "person", 40),
            ("王小明", "person", 0),
        ]
    ]
    keep = vault()
    safe = protect_text(text, spans, keep, operator=operator)
    assert not any(word in safe for word in ("Ann", "quill", "555", "王"))
    assert restore(safe, keep, TYPED) == text
    if operator == "fixed":
        numbers = re.sub(r"_\w+", "", safe)
        assert numbers == "From: PERSON <EMAIL>, call PHONE. PERSON PERSON"


@pytest.mark.parametrize("spans", [[(0, 5, "a"), (3, 8, "a")], [(-1, 2, "a")], [(0, 99, "a")], [(4, 2, "a")]])
def test_spans_that_do_not_fit(spans: list[tuple[int, int, str]]) -> None:
    with pytest.raises(ProtectionError, match="spans") as caught:
        protect_text("Ann Quill was here", spans, vault())
    assert "Quill" not in str(caught.value)


def test_an_operator_that_paints() -> None:
    with pytest.raises(ProtectionError, match="writes no text"):
        protect_text("Ann", [], vault(), operator="black")
