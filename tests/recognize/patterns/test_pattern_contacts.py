"""E-mail addresses, handles, phones, cards and accounts: (lines, value) and lines that hold none."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("ann.lee@example.com", "ann.lee@example.com"),
        ("From: Ann <a.lee+news@mail.example.co.uk>", "a.lee+news@mail.example.co.uk"),
        ("ann.lee @example.com", "ann.lee @example.com"),
        ("ann.lee@ example. com", "ann.lee@ example. com"),
        ("ann@gmailcom", "ann@gmailcom"),
        ("ann.lee@exam...", "ann.lee@exam..."),
        ("partne…@example.com", "partne…@example.com"),
        ("a***e@example.com", "a***e@example.com"),
        ("邮箱：wang＠example.cn", "wang＠example.cn"),
        ("почта: иван@пример.рф", "иван@пример.рф"),
        ("이메일: minsu@example.kr로 보내세요", "minsu@example.kr"),
        ("メールはyuki@example.jpまで", "yuki@example.jp"),
    ],
)
def test_email(values, line, value):
    assert {pair for pair in values(line, only="emails") if pair[0] == "email"} == {("email", value)}


@pytest.mark.parametrize(
    ("line", "kind", "value"),
    [
        ("From: Ann <a.lee@example.co.uk>", "person", "Ann"),
        ("Author: quill <quill@example.com>", "username", "quill"),
        ("Ann Lee (@ann_lee) / Posts", "person", "Ann Lee"),
    ],
)
def test_the_name_before_an_address(values, line, kind, value):
    assert (kind, value) in values(line, only="emails")


def test_an_address_called_an_example_is_less_sure(findings):
    (shown,) = findings("e.g. jane@example.com", only="emails")
    assert shown.confidence <= 0.5


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("wren@harbor:~/src$ git log -3", "wren@harbor"),
        ("[wren@harbor src]$ ls", "wren@harbor"),
        ("wren@harbor: ~/src", "wren@harbor"),
        ("ssh deploy@203.0.113.41", "deploy"),
        ("2026-01-29 INFO user=ivo.palm logged in", "ivo.palm"),
    ],
)
def test_users_of_terminals_and_logs(values, line, value):
    assert ("username", value) in values(line, only="terminals")


@pytest.mark.parametrize("line", ["user=None", "user = get_user()", "user: admin", "owner=self.name", "a@b"])
def test_no_user_in_code(values, line):
    assert values(line, only="terminals") == set()


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("joindre au 06 39 98 41 07", "06 39 98 41 07"),
        ("骆师傅 199-0000-4175 配送中", "199-0000-4175"),
        ("휴대전화 010-0000-9184", "010-0000-9184"),
        ("+44 7700 900462", "+44 7700 900462"),
    ],
)
def test_a_number_grouped_like_a_phone_that_no_plan_gave_out(values, line, value):
    assert ("phone", value) in values(line, only="phones")


@pytest.mark.parametrize("line", ["Order 010-0000-9184", "2026-03-04 2026-03-05", "12 34 56 78 90 12"])
def test_grouped_numbers_that_are_no_phone(values, line):
    assert values(line, only="phones") == set()


@pytest.mark.parametrize(
    ("line", "value"),
    [("@ann_lee", "@ann_lee"), ("u/quiet_fox", "u/quiet_fox"), ("by @иван.петров today", "@иван.петров")],
)
def test_handle(values, line, value):
    assert values(line, only="emails") == {("username", value)}


@pytest.mark.parametrize(
    "line",
    [
        "@media screen",
        "@param name",
        "5 @ 20%",
        "@everyone",
        "Use @ to mention",
        "3@2",
        "a @ b",
        "@2x",
        "db://app:secret@db.example.com/x",
    ],
)
def test_no_email(values, line):
    assert values(line, only="emails") == set()


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("(650) 253-0000", "(650) 253-0000"),
        ("+1 650-253-0000", "+1 650-253-0000"),
        ("（925）867-5309", "（925）867-5309"),
        ("Call 650.253.0000 now", "650.253.0000"),
        ("+44 20 7031 3000", "+44 20 7031 3000"),
        ("020 7031 3000", "020 7031 3000"),
        ("手机：13812345678", "13812345678"),
        ("138 1234 5678", "138 1234 5678"),
        ("联系电话 010-62345678", "010-62345678"),
        ("電話 03-3224-9999", "03-3224-9999"),
        ("090-1234-5678", "090-1234-5678"),
        ("010-2345-6789", "010-2345-6789"),
        ("전화 02-312-3456", "02-312-3456"),
        ("06 12 34 56 78", "06 12 34 56 78"),
        ("+33 1 42 68 53 00", "+33 1 42 68 53 00"),
        ("8 (495) 123-45-67", "8 (495) 123-45-67"),
        ("+7 916 123-45-67", "+7 916 123-45-67"),
        ("+49 30 123456", "+49 30 123456"),
        ("０９０－１２３４－５６７８", "０９０－１２３４－５６７８"),
        ("(65O) 253-OOOO", "(65O) 253-OOOO"),
        ("138****5678", "138****5678"),
    ],
)
def test_phone(values, line, value):
    assert values(line, only="phones") == {("phone", value)}


@pytest.mark.parametrize(
    "line",
    [
        "Order 6502530000",
        "订单号 13812345678901",
        "2025-10-31 12:30",
        "31.10.2025",
        "192.168.100.200",
        "Version 10.15.7.2301",
        "$1,250,000.00",
        "2019-2025",
        "1080 x 2400",
        "Tracking 1234 5678 9012",
        "12:30 - 14:00",
        "1,234,567 views",
        "100 200 300",
    ],
)
def test_no_phone(values, line):
    assert values(line, only="phones") == set()


@pytest.mark.parametrize(
    ("line", "kind", "value"),
    [
        ("4111 1111 1111 1111", "card", "4111 1111 1111 1111"),
        ("Card 4111111111111111", "card", "4111111111111111"),
        ("411l 1111 1111 1l11", "card", "411l 1111 1111 1l11"),
        ("3782-822463-10005", "card", "3782-822463-10005"),
        ("卡号 6222021234567890128", "card", "6222021234567890128"),
        ("•••• 4242", "card", "•••• 4242"),
        ("**** **** **** 4242", "card", "**** **** **** 4242"),
        ("6222 **** **** 1234", "card", "6222 **** **** 1234"),
        ("Visa ending in 4242", "card", "4242"),
        ("招商银行 尾号1234", "card", "1234"),
        ("Visa 4242", "card", "4242"),
        ("招商银行储蓄卡(1234)", "card", "1234"),
        ("Карта *1234", "card", "1234"),
        ("신한카드 끝자리 1234", "card", "1234"),
        ("DE89 3704 0044 0532 0130 00", "bank", "DE89 3704 0044 0532 0130 00"),
        ("FR1420041010050500013M02606", "bank", "FR1420041010050500013M02606"),
        ("Account number: 12345678", "bank", "12345678"),
        ("口座番号 1234567", "bank", "1234567"),
        ("номер счета 40817810099910004312", "bank", "40817810099910004312"),
    ],
)
def test_card(values, line, kind, value):
    assert (kind, value) in values(line, only="cards")


@pytest.mark.parametrize(
    "line",
    [
        "Order 4111111111111111",
        "1234 5678 9012 3456",
        "Password ••••••••",
        "Visa",
        "Add card",
        "Card 3 of 5",
        "XXXL 2024",
        "Loading... 100",
        "ZZ00 3704 0044 0532 0130 00",
        "Card 2024 edition",
        "Mirror 2024 edition",
    ],
)
def test_no_card(values, line):
    assert values(line, only="cards") == set()


def test_label_beside_value(values):
    assert ("bank", "12345678") in values("Account number", "12345678", only="cards")
    assert ("phone", "6502530000") in values("Phone\t6502530000", only="phones", least=0.9)


@pytest.mark.parametrize(
    ("lines", "value"),
    [(["BIC", "PSSTFRPPXXX"], "PSSTFRPPXXX"), (["SWIFT code: PSSTFRPP"], "PSSTFRPP")],
)
def test_bank_code_beside_its_label(values, lines, value):
    assert ("bank", value) in values(*lines, only="cards")


@pytest.mark.parametrize("lines", [["PSSTFRPPXXX"], ["BIC"], ["IBAN", "Save"]])
def test_capitals_without_a_label_are_no_bank_code(values, lines):
    assert values(*lines, only="cards") == set()


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("passport_scan_front.png", "passport_scan_front.png"),
        ("Will - final (2).docx", "Will - final (2).docx"),
        ("工资条2025.pdf", "工资条2025.pdf"),
    ],
)
def test_file_of_a_persons_life(values, line, value):
    assert ("file", value) in values(line, only="files")


@pytest.mark.parametrize("line", ["budget.ods", "main.py", "readme.txt", "willow.png", "Passport"])
def test_any_other_file(values, line):
    assert values(line, only="files") == set()


@pytest.mark.parametrize(
    ("line", "kind", "value"),
    [
        ("Konto DE00 3704 0044 0532 0130 00", "bank", "DE00 3704 0044 0532 0130 00"),
        ("CARD 7719 CITY BAKERY", "card", "7719"),
        ("Gift card ending 6203", "card", "6203"),
        ("+44 1632 960158", "phone", "+44 1632 960158"),
        ("Mr Quillan, 07700 900288", "phone", "07700 900288"),
        ("電話は080-0000-4417まで", "phone", "080-0000-4417"),
        ("尾款12000元", "amount", "12000元"),
        ("会費は3,500円です", "amount", "3,500円"),
        ("From 9th to 16th, 740 in total", "amount", "740"),
        ("车牌粤Z·00K71，四个人", "id_number", "粤Z·00K71"),
        ("-rw-r--r-- 1 orla dev 2602 Oct 29 17:40 a.txt", "username", "orla"),
    ],
)
def test_a_value_glued_to_words_or_in_a_statement(values, line, kind, value):
    assert (kind, value) in values(line)


@pytest.mark.parametrize(
    "line",
    [
        "Support: support@example.com",
        "Contact: moderation@example.org",
        "name@example.com",
        "客服 0120-000-000",
    ],
)
def test_the_way_to_a_service_is_nobodys(values, line):
    assert not {kind for kind, _ in values(line) if kind in ("email", "phone")}


def test_a_person_who_gives_support_stays_private(values):
    assert ("email", "ann.lee@example.com") in values("Support: ann.lee@example.com")


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["Saved passwords", "Forum", "ilse_m_kayaks"], True),
        (["Username", "rtembe82"], True),
        (["Saved passwords", "shop.example.com"], False),
        (["def parse(row):", "row_count"], False),
    ],
)
def test_a_bare_name_where_accounts_are_kept(values, lines, found):
    assert (("username", lines[-1]) in values(*lines, only="emails")) is found
