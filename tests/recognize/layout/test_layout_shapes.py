"""Tables of what single texts look like."""

from __future__ import annotations

import pytest

from tactful.recognize.layout import shapes
from tactful.recognize.layout.lexicon import lexicon, squash

TIMES = [
    "9:41", "10:45 PM", "Oct 30", "30 Oct 2025", "2 days ago", "3d", "Yesterday", "Tue",
    "昨天 20:15", "3天前", "10月30日",    "2025-10-30", "3時間前",
    "어제", "2일 전", "오후 3:20", "hier", "il y a 2 heures", "12 нояб.",
    "вчера", "5 мин. назад",    "Fri, Oct 31", "10/12/2025 3:14 PM",
]  # fmt: skip
NO_TIMES = ["May I come", "12 apples", "Room 9", "Alex", "1.5 kg", "明天见", "March of the owls"]


@pytest.mark.parametrize("text", TIMES)
def test_times(text: str) -> None:
    assert shapes.is_time(text)


@pytest.mark.parametrize("text", NO_TIMES)
def test_no_times(text: str) -> None:
    assert not shapes.is_time(text)


@pytest.mark.parametrize(
    "text", ["Vera Holt", "林晓燕", "佐藤 美咲", "김도윤", "Олег Рябов", "Élise Renard", "Dr. Holt", "Mom"]
)
def test_names(text: str) -> None:
    assert shapes.is_name(text)


@pytest.mark.parametrize(
    "text",
    ["Add Contact", "Settings", "订单", "設定", "설정", "Vera's first day at work", "QX 700", "Harbor Bank"],
)
def test_no_names(text: str) -> None:
    assert not shapes.is_name(text)


@pytest.mark.parametrize(
    ("text", "check", "expected"),
    [
        ("$68.30", shapes.is_money, True),
        ("2 418,36 €", shapes.is_money, True),
        ("1,284,500원", shapes.is_money, True),
        ("¥89.00", shapes.is_money, True),
        ("68 apples", shapes.is_money, False),
        ("+7 900 555-01-42", shapes.is_phone, True),
        ("192.168.31.77", shapes.is_phone, False),
        ("490154203237518", shapes.is_phone, False),
        ("99+", shapes.is_count, True),
        ("1 new", shapes.is_count, True),
        ("2025", shapes.is_count, False),
        ("notes.txt", shapes.is_file, True),
        ("Hello.", shapes.is_file, False),
        ("Harbor Dental Clinic", shapes.is_organisation, True),
        ("Vera Holt", shapes.is_organisation, False),
    ],
)
def test_shapes(text: str, check: object, expected: bool) -> None:
    assert callable(check)
    assert check(text) is expected


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("my insulin dose", "health"),
        ("周日礼拜", "religion"),
        ("митинг в парке", "politics"),
        ("buy bread", None),
    ],
)
def test_special_categories(text: str, topic: str | None) -> None:
    assert shapes.special(text) == topic


@pytest.mark.parametrize(
    "text",
    [
        "Settings",
        "searchinmail",
        "设置",
        "受信トレイ",
        "받은편지함",
        "Boîte de réception",
        "Входящие",
        "EDIT",
        "Reply…",
    ],
)
def test_known_interface_words(text: str) -> None:
    assert lexicon().known(text)


@pytest.mark.parametrize(
    "text", ["Add new card", "删除全部记录", "アカウントを変更", "Добавить новый адрес", "새 폴더 만들기"]
)
def test_composed_interface_phrases(text: str) -> None:
    assert lexicon().composed(text)


@pytest.mark.parametrize(
    "text", ["Buy plums tonight", "周六去爬山", "きのう転んだ", "Купи хлеба", "내일 만나자"]
)
def test_people_do_not_talk_in_interface_words(text: str) -> None:
    assert not lexicon().composed(text)
    assert not lexicon().known(text)


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("Recovery phone (optional)", "phone"),
        ("患者联系电话：", "phone"),
        ("Home address", "address"),
        ("IMEI (sim slot 1)", "device"),
        ("1 passenger", None),
        ("Phone settings", None),
    ],
)
def test_labels_with_qualifiers(label: str, kind: str | None) -> None:
    meaning = lexicon().label(label)
    assert (meaning.type if meaning else None) == kind


def test_every_label_is_compared_in_its_squashed_form() -> None:
    words = lexicon()
    assert all(squash(label) == label for label in words.labels)
    assert len(words.labels) > 1000
