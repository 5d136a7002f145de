"""Texts that tell a value, and texts that only hold its letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.world.tasks.answers import LONGER, number, same_number, tells


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("B−", "B-"), ("B−", "My blood type is b−."), ("AB Rh+", "AB RH+"), ("A型", "血液型はA型です"),
        ("8 GB", "8GB"), ("8 GB", "It has 8\u202fGB of memory."), ("8 GB", "８ ＧＢ"),
        ("8 GB", "8 GB, yes: 8 GB"),
        ("4 GB", "内存是4 GB。"), ("50 µg", "50 μg a day"), ("2723", "The code is 2723."),
        ("847 444", "847444"), ("136-411", "136 411"), ("(503) 555-0170", "503-555-0170"),
        ("GB32 TEST 8149 4520", "iban: GB32TEST81494520"), ("203.0.113.67", "The address is 203.0.113.67."),
        ("$1,097.40", "You have $1,097.40 there"), ("1 721,19 €", "1\u202f721,19 €"),
        ("Aug 10, 1995", "It is on Aug 10, 1995."), ("1971年5月10日", "生日是1971年5月10日"),
        ("Vernon Pruitt", "Vernon Pruitt's file"), ("小林 涼平", "小林 涼平さんです"), ("多云", "多云"),
        ("a.b@mail.example", "a.b@mail.example"), ("app.x.example/help", "https://app.x.example/help"),
        ("6.11.2", "Version 6.11.2 of app 2"), ("11/28", "until 11/28"), ("O+", "O+"), ("青岛", "在青岛拍的"),
        ("Moss & Ember", "The singer, as the list says, is Moss & Ember."),
    ],
)  # fmt: skip
def test_it_tells(value: str, text: str):
    assert tells(value, text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("B−", "AB−"), ("B−", "B− or A−"), ("B−", "A-, B-, O-"), ("A型", "A型、B型"), ("O+", "O+ O-"),
        ("8 GB", "4 GB, 6 GB, 8 GB"), ("8 GB", "18 GB"), ("8 GB", "8 GBit"), ("8 GB", "8 GB of 16 GB"),
        ("8 GB", "-8 GB"), ("25", "25.5"), ("25", "1,025"), ("2723", "27231"), ("2723", "2723 2724"),
        ("2723", "2722/2723"), ("847 444", "847444 847445"), ("203.0.113.67", "203.0.113.670"),
        ("203.0.113.67", "203.0.113.67 or 192.0.2.1"), ("LLF3VK", "LLF3VK, PPC7RZ"),
        ("NK-8556594", "XNK-8556594"), ("ivo.noodle", "ivo.noodle@mail.example"),
        ("a.b@mail.example", "c@mail.example a.b@mail.example"), ("11/28", "11/28 12/28"),
        ("Vernon Pruitt", "Vernon Pruitt, Anna Moor, Jo Hart"),
        ("Vernon Pruitt", "Anna Moor or Vernon Pruitt"),
        ("江敏", "江敏、韦平、王伟"), ("Lane", "Laneway"), ("B−", ""), ("", ""), ("", "anything"),
        ("$1,097.40", "$1,097.40 $2,000.00"), ("4 GB", "4 GB" + " and so on" * 7),
    ],
)  # fmt: skip
def test_it_does_not_tell(value: str, text: str):
    assert not tells(value, text)


def test_what_the_goal_tells_may_be_repeated():
    goal = "Which of 4 GB and 8 GB is it?"
    assert not tells("8 GB", "8 GB, not 4 GB")
    assert tells("8 GB", "8 GB, not 4 GB", goal=goal)


def test_another_known_value_is_a_second_guess():
    assert tells("Jo Hart", "It belongs to Jo Hart and Anna")
    assert not tells("Jo Hart", "It belongs to Jo Hart and Anna", others=["Anna"])
    assert tells("Jo Hart", "It belongs to Jo Hart", others=["Jo", "Anna"])


def test_a_passwords_case_counts():
    assert tells("c+cj!N2RDX", "It is c+cj!N2RDX", case=True)
    assert not tells("c+cj!N2RDX", "It is c+cj!n2rdx", case=True)


@given(st.from_regex(r"[A-Z][a-z]{2,8}|\d{1,9}|\d{1,3} (GB|mg)|[A-Z]{2}-\d{4}", fullmatch=True))
def test_every_value_tells_itself_and_has_borders(value: str):
    assert tells(value, value)
    assert tells(value, f"Well: {value}.")
    assert not tells(value, f"x{value}")
    assert not tells(value, f"{value}x")
    assert not tells(value, value + " " * 3 + "z" * LONGER)


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("25", "25.00", True), ("25", "25,00", True), ("25", "25 €", True), ("25", "$25.00", True),
        ("25", "EUR 25", True), ("1234", "1,234.00", True), ("1234", "1 234", True), ("25", "25.000", False),
        ("25", "250", False), ("25", "25 or 26", False), ("25", "-25", False),
        ("25", "", False), ("x", "x", False),
    ],
)  # fmt: skip
def test_amounts(a: str, b: str, same: bool):
    assert same_number(a, b) is same


def test_two_marks_of_one_kind_are_no_number():
    assert number("1,234,50") is None
