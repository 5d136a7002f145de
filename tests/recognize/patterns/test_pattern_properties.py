"""Laws of all pattern recognizers: spans inside the text, no raise, no value in a reason, few alarms."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tactful.errors import RecognitionError
from tactful.recognize.patterns import pattern_recognizers, presidio
from tactful.recognize.view import ScreenView
from tactful.terms import Box, Risk, TextUnit

_PIECES = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        [
            "ann@example.com",
            "＋１ 650",
            "密码：",
            "otp ",
            "4111 1111 ",
            "https://",
            "〒",
            "12:30",
            "••••",
            "路5号",
            "IMEI",
            "$",
            "@",
        ]
    ),
)
_TEXTS = st.lists(st.lists(_PIECES, max_size=5).map("".join), min_size=1, max_size=4)


def _view(texts: list[str]) -> ScreenView:
    units = (TextUnit(text, Box(10, 50 * i, 400, 50 * i + 40)) for i, text in enumerate(texts))
    return ScreenView(tuple(units), 1080, 2400)


@settings(max_examples=150)
@given(_TEXTS)
def test_spans_lie_inside_and_nothing_raises(texts):
    view = _view(texts)
    for recognizer in pattern_recognizers():
        for found in recognizer.find(view):
            assert found.unit is not None
            assert found.end is not None
            assert 0 <= found.start < found.end <= len(texts[found.unit])
            assert 0 < found.confidence <= 1
            assert found.risk is not Risk.NONE
            assert found.category is not None


def test_find_is_deterministic():
    view = _view(["ann@example.com", "Call (650) 253-0000", "Your code is 482913", "密码：Abc12345"])
    runs = [[f for r in pattern_recognizers() for f in r.find(view)] for _ in range(2)]
    assert runs[0] == runs[1]
    assert runs[0]


def test_reason_never_holds_the_value(findings):
    lines = [
        "ann@example.com",
        "Your code is 482913",
        "Metformin 500 mg",
        "Password: Abc12345",
        "4111 1111 1111 1111",
    ]
    found = findings(*lines)
    assert len(found) >= len(lines)
    for f in found:
        assert lines[f.unit][f.start : f.end].lower() not in f.reason.lower()


def test_unreadable_units_are_not_judged():
    unit = TextUnit("ann@example.com", Box(0, 0, 10, 10), readable=False)
    view = ScreenView((unit,), 100, 100)
    assert [f for r in pattern_recognizers() for f in r.find(view)] == []


def test_interface_text_is_left_alone(values):
    path = Path(__file__).parent / "interface_strings.txt"
    lines = [
        line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")
    ]
    assert len(lines) > 300
    alarms = [line for line in lines if values(line, least=0.5)]
    assert len(alarms) <= len(lines) // 100, alarms


def test_patterns_load_lazily():
    code = (
        "import sys; from tactful.recognize.patterns import pattern_recognizers; pattern_recognizers();"
        "assert not {'spacy', 'presidio_analyzer', 'tldextract'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_pattern_that_times_out_is_an_error_not_a_clean_line(monkeypatch):
    class Slow:
        def finditer(self, text, timeout):
            raise TimeoutError

    monkeypatch.setattr(presidio, "_compiled", lambda pattern, flags: Slow())
    with pytest.raises(RecognitionError) as caught:
        list(presidio.PRESIDIO.find(_view(["AB 12 34 56 C"])))
    assert "12 34" not in str(caught.value)


@pytest.mark.parametrize(
    ("hint", "text", "kind"),
    [("com.app:id/phoneNumber", "6502530000", "phone"), ("account_number", "55779911", "bank")],
)
def test_a_hint_is_a_label(hint, text, kind):
    unit = TextUnit(text, Box(0, 0, 200, 40), hint=hint)
    found = [f for r in pattern_recognizers() for f in r.find(ScreenView((unit,), 1080, 2400))]
    assert max(f.confidence for f in found if f.type == kind) >= 0.85
