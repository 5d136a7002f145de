"""Laws of the name recognizers: spans inside the text, no raise; few false alarms on interface text."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tactful.recognize.names import name_recognizers
from tactful.recognize.view import ScreenView
from tactful.terms import Box, TextUnit

_PIECES = st.one_of(
    st.text(max_size=20),
    st.sampled_from(
        [
            "Emma ",
            "Johnson",
            "Dr. ",
            "王小明",
            "さん",
            "김민수",
            "님",
            "Иван ",
            "Петрович",
            "To: ",
            "O'",
            "Inc.",
            "大学",
        ]
    ),
)
_TEXTS = st.lists(st.lists(_PIECES, max_size=5).map("".join), min_size=1, max_size=4)


@settings(max_examples=150)
@given(_TEXTS)
def test_spans_lie_inside_and_nothing_raises(texts):
    units = tuple(TextUnit(text, Box(10, 50 * i, 400, 50 * i + 40)) for i, text in enumerate(texts))
    for recognizer in name_recognizers():
        for found in recognizer.find(ScreenView(units, 1080, 2400)):
            assert found.unit is not None
            assert found.end is not None
            assert 0 <= found.start < found.end <= len(texts[found.unit])
            assert 0 < found.confidence <= 1


def test_interface_text_is_left_alone(names):
    path = Path(__file__).parents[1] / "patterns" / "interface_strings.txt"
    lines = [
        line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")
    ]
    alarms = [line for line in lines if names(line)]
    assert len(alarms) <= len(lines) // 100, alarms


def test_find_is_deterministic(names):
    lines = ("Emma Johnson", "王小明", "Software Engineer at Blue Lantern")
    assert names(*lines) == names(*lines) != set()
