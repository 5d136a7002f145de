from __future__ import annotations

from tactful.recognize.seen import SeenValues
from tactful.terms import Box, Category, Region, Risk

BOX = Box(0, 0, 400, 20)


def region(text: str, risk: Risk, type: str = "text", confidence: float = 0.9) -> Region:
    return Region(
        text, BOX, risk, Category.IDENTITY if risk > Risk.NONE else None, type, confidence=confidence
    )


def test_a_name_seen_once_is_private_where_no_rule_would_look() -> None:
    seen = SeenValues()
    seen.remember([region("Orla Quist", Risk.HIGH, "person")])
    (again,) = seen.relabel([region("ORLA  quist", Risk.NONE)])
    assert (again.risk, again.type, again.source) == (Risk.HIGH, "person", "seen")


def test_a_name_inside_a_longer_text_gets_an_inner_region() -> None:
    seen = SeenValues()
    seen.remember([region("Orla Quist", Risk.HIGH, "person")])
    outer, inner = seen.relabel([region("Call Orla Quist now", Risk.NONE)])
    assert (outer.risk, inner.text, inner.inner) == (Risk.NONE, "Orla Quist", True)
    assert BOX.x1 < inner.box.x1 < inner.box.x2 < BOX.x2


def test_parts_of_words_do_not_match() -> None:
    seen = SeenValues()
    seen.remember_value("annex", "person")
    (same,) = seen.relabel([region("annexes", Risk.NONE)])
    assert same.risk is Risk.NONE


def test_scripts_without_spaces_match_inside_a_sentence() -> None:
    seen = SeenValues()
    seen.remember_value("张三丰", "person")
    _, inner = seen.relabel([region("请联系张三丰确认", Risk.NONE)])
    assert inner.text == "张三丰"


def test_unsure_short_and_harmless_values_are_not_kept() -> None:
    seen = SeenValues()
    seen.remember(
        [
            region("Orla Quist", Risk.HIGH, "person", confidence=0.3),
            region("ab", Risk.HIGH, "person"),
            region("hello there", Risk.MEDIUM, "message"),
        ]
    )
    kept = [region(t, Risk.NONE) for t in ("Orla Quist", "ab", "hello there")]
    assert seen.relabel(kept) == tuple(kept)


def test_one_word_is_a_name_only_where_it_stands_twice() -> None:
    once, twice = SeenValues(), SeenValues()
    once.remember([region("Orlaith", Risk.HIGH, "person")])
    twice.remember([region("Orlaith", Risk.HIGH, "person")] * 2)
    later = [region("Orlaith", Risk.NONE, confidence=0.4)]
    assert once.relabel(later) == tuple(later)
    assert twice.relabel(later)[0].risk is Risk.HIGH


def test_interface_text_is_not_kept_as_a_name() -> None:
    seen = SeenValues()
    seen.remember([region("系统设置", Risk.NONE)])
    seen.remember([region("系统设置", Risk.HIGH, "person")])
    (same,) = seen.relabel([region("系统设置", Risk.NONE, confidence=0.4)])
    assert same.risk is Risk.NONE


def test_a_doubtful_name_does_not_turn_sure_interface_text() -> None:
    seen = SeenValues()
    seen.remember([region("生产报表", Risk.HIGH, "person")])
    (menu,) = seen.relabel([region("生产报表", Risk.NONE, confidence=0.9)])
    assert menu.risk is Risk.NONE


def test_a_typed_value_is_kept_whatever_screens_showed_before() -> None:
    seen = SeenValues()
    seen.remember([region("生产报表", Risk.NONE)])
    seen.remember_value("生产报表", "person")
    (shown,) = seen.relabel([region("生产报表", Risk.NONE, confidence=0.9)])
    assert shown.risk is Risk.HIGH


def test_repr_hides_the_values() -> None:
    seen = SeenValues()
    seen.remember_value("Orla Quist", "person")
    assert "Orla" not in repr(seen)
