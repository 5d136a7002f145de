"""Laws: any view gets valid findings, the same ones every time, and nothing of it is kept."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from layout_screens import cases

from tactful.recognize.layout import LayoutRecognizer, layout_recognizers, lexicon, shapes
from tactful.recognize.view import ScreenView
from tactful.terms import Box, TextUnit

_TEXTS = st.one_of(
    st.text(max_size=24),
    st.sampled_from(
        [
            "Inbox",
            "9:41",
            "Name:",
            "Name: Vera Holt",
            "$3",
            "A",
            "设置",
            "Tue",
            "to me",
            "@x_y",
            "12",
            "Hi Bo",
        ]
    ),
)
_UNITS = st.builds(
    lambda t, x, y, w, h: TextUnit(text=t, box=Box(x, y, x + w, y + h)),
    _TEXTS,
    st.integers(0, 1000),
    st.integers(0, 2300),
    st.integers(0, 300),
    st.integers(0, 80),
)


@settings(max_examples=60)
@given(st.lists(_UNITS, max_size=25), st.sampled_from(["android", "pc", ""]))
def test_findings_are_valid_and_repeat(units: list[TextUnit], platform: str) -> None:
    view = ScreenView(tuple(units), 1080, 2400, platform)
    recognizer = LayoutRecognizer()
    found = recognizer.find(view)
    assert found == recognizer.find(view)
    whole = [f.unit for f in found if f.start == 0 and f.end is None]
    assert len(whole) == len(set(whole))
    for finding in found:
        assert finding.unit is not None
        text = units[finding.unit].text
        assert finding.source.startswith("layout:")
        assert 0.0 <= finding.confidence <= 0.99
        assert (finding.category is None) == (finding.risk.value == "none")
        assert 0 <= finding.start < (len(text) if finding.end is None else finding.end) <= len(text)


def test_an_empty_view_has_no_findings() -> None:
    assert LayoutRecognizer().find(ScreenView((), 1080, 2400)) == ()


def test_no_text_stays_in_a_cache() -> None:
    LayoutRecognizer().find(cases()[0].view)
    for cached in (shapes.is_name, shapes.is_time, shapes.word_count, shapes.special):
        assert cached.cache_info().currsize == 0  # type: ignore[union-attr]
    lexicon.forget()


def test_reasons_hold_no_value() -> None:
    for case in cases():
        for finding in LayoutRecognizer().find(case.view):
            assert finding.unit is not None
            text = case.view.units[finding.unit].text
            assert (
                len(text) < 5
                or text.casefold() not in finding.reason.casefold()
                or finding.risk.value == "none"
            )


def test_one_recognizer_ships() -> None:
    assert [r.name for r in layout_recognizers()] == ["layout"]
