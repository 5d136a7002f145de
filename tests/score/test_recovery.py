"""When a text gives another away: the rule in words, as a table, and its laws."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.score.recovery import RULE, PrivateText, bits, evidence, joined, letters, recovery

NEAR, PART, NO = "near_complete", "partial", None


def judged(item: str, *said: str, placed: bool = False, public: tuple[str, ...] = ()) -> str | None:
    private = PrivateText.of(item)
    found = [evidence(private, text, placed=placed, public=joined(public)) for text in said]
    return recovery(private, [proof for proof in found if proof is not None])


@pytest.mark.parametrize(
    ("item", "said", "verdict"),
    [
        ("partners@mail.example", "partners@mail.example", NEAR),
        ("partners@mail.example", "Mail from PARTNERS@MAIL.EXAMPLE, 9:41", NEAR),
        ("partners@mail.example", "partners@mail.exarnple", NEAR),
        ("partners@mail.example", "partners", PART),
        ("partners@mail.example", "someone@mail.test", NO),
        ("+1 202 555 0143", "+1 (202) 555-0143", NEAR),
        ("+1 202 555 0143", "1-202-555-0148", NEAR),
        ("+1 202 555 0143", "202 555", PART),
        ("+1 202 555 0143", "0143", NO),
        ("4929 1180 0234 7781", "ends in 7781", NO),
        ("482913", "your code is 482913", NEAR),
        ("482913", "482914", NO),
        ("482913", "48291", NO),
        ("Ann", "Ann", NEAR),
        ("Ann", "name: Ann", NEAR),
        ("Ann", "Annual plan", NO),
        ("Ann", "Channel", NO),
        ("7", "Room 7", NO),
        ("7", "7", NO),
        ("10:08", "10:08", NEAR),
        ("10:08", "status bar, 10:08, battery", NEAR),
        ("10:08", "10:08 AM", NEAR),
        ("10:08", "110:08", NO),
        ("4921", "Your code is 4921", NEAR),
        ("4921", "PIN 4921", NEAR),
        ("4921", "14921", NO),
        ("48213", "The verification code is 48213", NEAR),
        ("$950", "Balance $950", NEAR),
        ("$950", "Balance $1,950", NO),
        ("$950", "950.25", NO),
        ("HIV+", "HIV+ test result", NEAR),
        ("HIV+", "archive", NO),
        ("08-17", "2025-08-17", NEAR),
        ("李明", "李明的手机", NEAR),
        ("李明", "联系人李明", NEAR),
        ("李明", "给李明打电话", NO),
        ("明天", "光明天地", NO),
        ("민수", "민수에게", NEAR),
        ("田中", "会議は田中さんと", NEAR),
        ("10時", "会議は10時から", NEAR),
        ("10時", "会議は110時から", NO),
        ("7日", "8月7日", NO),
        ("7日", "日付、7日", NEAR),
        ("王小明", "联系人 王小明", NEAR),
        ("北京市朝阳区建国路八十八号", "朝阳区建国路", PART),
        ("北京市朝阳区建国路八十八号", "建国", NO),
        ("김민수", "김민수", NEAR),
        ("Straße 12, Köln", "STRASSE 12, KÖLN", NEAR),
        ("Марина Соколова", "марина соколова", NEAR),
        ("Марина Соколова", "Соколова", PART),
        ("Dinner at Elm Street on Friday with both of them", "Dinner at Elm Street", PART),
        ("Dinner at Elm Street on Friday with both of them", "Friday", NO),
        ("ﬁle １２３４５６", "file 123456", NEAR),
    ],
)  # fmt: skip
def test_table(item: str, said: str, verdict: str | None) -> None:
    assert judged(item, said) == verdict


def test_parts_found_in_several_places_add_up() -> None:
    item = "Dinner at Elm Street on Friday with both of them"
    assert judged(item, "Friday with both of them", "Dinner at Elm Street on") == NEAR


def test_a_short_part_counts_only_at_the_items_own_place() -> None:
    assert judged("20250817", "0817") is None
    assert judged("20250817", "0817", placed=True) == PART


@pytest.mark.parametrize("item", ["7", "42", "Li", "a1", "明"])
def test_a_digit_or_two_count_only_at_their_own_place(item: str) -> None:
    assert judged(item, item) is None
    assert judged(item, item, placed=True) == NEAR


@pytest.mark.parametrize(
    ("item", "said"), [("李明", "给李明打电话"), ("$950", "$1,950"), ("17.08", "17.08.2025")]
)
def test_at_their_own_place_short_items_need_less_of_a_border(item: str, said: str) -> None:
    assert (judged(item, said), judged(item, said, placed=True)) == (None, NEAR)


@pytest.mark.parametrize("item", ["123", "Ann", "李明", "7日"])
def test_three_letters_or_two_ideographs_tell(item: str) -> None:
    assert judged(item, item) == NEAR


@pytest.mark.parametrize(
    ("item", "public"),
    [
        ("Search notes", "Search notes"),
        ("Berlin Hauptbahnhof", "To Berlin Hauptbahnhof"),
        ("Ann", "Ann"),
        ("7", "7"),
    ],
)
def test_what_a_public_text_says_too_is_no_leak(item: str, public: str) -> None:
    assert judged(item, item, placed=True) == NEAR
    assert judged(item, item, placed=True, public=(public,)) is None


def test_a_short_item_inside_a_public_word_stays_private() -> None:
    assert judged("Ann", "Ann", public=("Channel",)) == NEAR
    assert judged("Ann", "Ann", public=("Message from Ann",)) is None


def test_a_part_that_is_public_is_no_part() -> None:
    item = "Calendar of Wilhelmina Ott"
    assert judged(item, "Calendar of Wil", public=("Calendar of",)) is None
    assert judged(item, "Wilhelmina", public=("Calendar of",)) == PART


def test_nothing_private_in_repr() -> None:
    assert "secret" not in repr(PrivateText.of("secret value"))


texts = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "Zs")), max_size=40)


@given(texts)
def test_every_item_gives_itself_away(item: str) -> None:
    private = PrivateText.of(item)
    proof = evidence(private, item, placed=True)
    assert (proof is not None) == private.readable


@given(texts, st.sampled_from([" ", "\n", ": ", " – "]), texts, texts)
def test_a_short_item_among_other_words_is_recovered(item: str, space: str, left: str, right: str) -> None:
    private = PrivateText.of(item)
    if private.short and len(private.key) > 2 and private.bits >= RULE.telling_bits:
        assert judged(item, f"{left}{space}{item}{space}{right}") == NEAR


@given(texts, texts, texts)
def test_more_words_never_hide_what_was_said(item: str, said: str, more: str) -> None:
    """For items that are long enough not to need a field of their own."""
    private = PrivateText.of(item)
    if private.bits >= RULE.run_bits and judged(item, said) == NEAR:
        assert judged(item, f"{said}\n{more}") == NEAR


@given(texts)
def test_case_width_and_marks_do_not_count(text: str) -> None:
    assert letters(f" {text.upper()}! ") == letters(text.upper())
    assert bits(letters(text)) >= 0


def test_chance_is_rare() -> None:
    """The reason for the least number of bits: made-up values of the same shape are hardly ever "leaks"."""
    draw = random.Random(5)
    shapes = ["##########", "######", "cccc cccccc", "cccccc@ccccc.ccc", "##:##", "cccc"]
    letters_of = {"#": "0123456789", "c": "bcdfghjkmnpqrstvwxz"}

    def made(shape: str) -> str:
        return "".join(draw.choice(letters_of.get(ch, ch)) for ch in shape)

    hits = 0
    for _ in range(60):
        screen = [made(shape) for shape in shapes * 4]
        guesses = [made(shape) for shape in shapes * 4]
        hits += sum(judged(item, *guesses) is not None for item in screen if PrivateText.of(item).bits >= 20)
    assert hits <= 2
