"""A value is cut out of its surroundings, whatever the screen puts around it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.protect.entities import TRIMMED_TYPES, keys, trim


@pytest.mark.parametrize(
    ("type", "text", "lead", "core", "tail"),
    [
        ("email", "ann@example.com", "", "ann@example.com", ""),
        ("email", "<ann@example.com>,", "<", "ann@example.com", ">,"),
        ("email", " mailto:ann@example.com ", " mailto:", "ann@example.com", " "),
        ("email", "(ann@example.com", "(", "ann@example.com", ""),
        ("email", "ann@example.com]", "", "ann@example.com", "]"),
        ("email", "“ann@example.com”。", "“", "ann@example.com", "”。"),
        ("phone", "(202) 555-0147", "", "(202) 555-0147", ""),
        ("phone", "((202) 555-0147)", "(", "(202) 555-0147", ")"),
        ("phone", "+1 202 555 0147.", "", "+1 202 555 0147", "."),
        ("phone", "tel:+12025550147", "tel:", "+12025550147", ""),
        ("url", "https://example.com/a_(b)", "", "https://example.com/a_(b)", ""),
        ("url", "(https://example.com/a)", "(", "https://example.com/a", ")"),
        ("person", "「王小明」", "「", "王小明", "」"),
        ("username", "@ann_b:", "", "@ann_b", ":"),
        ("username", "_ann_", "", "_ann_", ""),
        ("secret", "<pass.>", "", "<pass.>", ""),
        ("message", "(see you)", "", "(see you)", ""),
        ("email", "<>", "", "<>", ""),
        ("email", "", "", "", ""),
    ],
)
def test_cut(type: str, text: str, lead: str, core: str, tail: str) -> None:
    assert trim(text, type) == (lead, core, tail)


@given(text=st.text(max_size=20), type=st.sampled_from(sorted(TRIMMED_TYPES | {"message", "secret"})))
def test_nothing_is_lost_and_cutting_again_changes_nothing(text: str, type: str) -> None:
    parts = trim(text, type)
    assert "".join(parts) == text
    assert trim(parts.core, type).core == parts.core
    assert keys(parts.core, type)
