"""People: (lines, name) and lines that name nobody."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        (["David Martinez"], "David Martinez"),
        (["Emma Johnson"], "Emma Johnson"),
        (["Amy Stone"], "Amy Stone"),
        (["Mark Johnson"], "Mark Johnson"),
        (["Jean-Pierre Dupont"], "Jean-Pierre Dupont"),
        (["Maria de la Cruz"], "Maria de la Cruz"),
        (["Dr. Okafor"], "Dr. Okafor"),
        (["Mrs. Alvarez-Smith"], "Mrs. Alvarez-Smith"),
        (["J. Smith"], "J. Smith"),
        (["EMMA JOHNSON"], "EMMA JOHNSON"),
        (["EmmaJohnson"], "EmmaJohnson"),
        (["Lucy\t3:36 PM"], "Lucy"),
        (["Lucy", "From", "Lucy"], "Lucy"),
        (["L\tLucy"], "Lucy"),
        (["Rose\tYesterday"], "Rose"),
        (["To\tEmma"], "Emma"),
        (["Name", "Qwerta Zylbrand"], "Qwerta Zylbrand"),
        (["Texting with Emma (SMS/MMS)"], "Emma"),
        (["Lunch with David Martinez on Friday"], "David Martinez"),
        (["Hi Emma, see you soon"], "Emma"),
        (["Emma: see you soon"], "Emma"),
        (["Emma's iPhone"], "Emma"),
        (["Wang Xiaoming"], "Wang Xiaoming"),
        (["Kim Min-su"], "Kim Min-su"),
        (["王小明"], "王小明"),
        (["欧阳静"], "欧阳静"),
        (["张伟\t昨天"], "张伟"),
        (["李先生"], "李先生"),
        (["收货人：陈美玲"], "陈美玲"),
        (["姓名", "古力娜扎"], "古力娜扎"),
        (["山田太郎"], "山田太郎"),
        (["佐藤 花子"], "佐藤 花子"),
        (["田中様"], "田中"),
        (["マイケル・スミス"], "マイケル・スミス"),
        (["김민수"], "김민수"),
        (["박지훈님"], "박지훈"),
        (["이름", "황보관우"], "황보관우"),
        (["Иванов Иван Петрович"], "Иванов Иван Петрович"),
        (["Анна Смирнова"], "Анна Смирнова"),
        (["Петров А. С."], "Петров А. С."),
        (["Привет, Анна!"], "Анна"),
        (["Sophie Lefèvre"], "Sophie Lefèvre"),
        (["Jürgen Müller"], "Jürgen Müller"),
    ],
)
def test_person(names, lines, name):
    assert ("person", name) in names(*lines)


@pytest.mark.parametrize(
    "lines",
    [
        ["Will"],
        ["Mark"],
        ["May"],
        ["Rose Gold"],
        ["Play Store"],
        ["Google Drive"],
        ["Mark all as read"],
        ["Chat\t3:36 PM"],
        ["Deep Work Session Complete"],
        ["Machine Learning"],
        ["San Francisco"],
        ["Apple Music"],
        ["Dark Mode"],
        ["To", "Subject"],
        ["Name", "Date modified"],
        ["Will Power"],
        ["Chase Bank"],
        ["Grant Access"],
        ["高级设置"],
        ["全部"],
        ["安全中心"],
        ["王者荣耀"],
        ["时间"],
        ["お客様"],
        ["皆さん"],
        ["設定"],
        ["이용 안내"],
        ["이미지"],
        ["고객님"],
        ["Новое сообщение"],
        ["Настройки"],
        ["Nouveau message"],
        ["Neue Nachricht"],
        ["Mot de passe"],
        ["John3:16x"],
        ["イラスト・マンガ"],
        ["氏名", "フリガナ"],
        ["姓名", "手机号码"],
        ["姓名", "出生日期"],
        ["Bonjour Madame,"],
        ["Hi team,"],
        ["me, Mail 2"],
        ["Will - final (2).docx"],
        ["Saint Louis"],
    ],
)
def test_nobody(names, lines):
    assert {text for kind, text in names(*lines) if kind == "person"} == set()


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Bonjour Barnabé, le notaire confirme", "Barnabé"),
        ("Hello, Yevgenia", "Yevgenia"),
        ("moi, Sidonie 3", "Sidonie"),
        ("Deliver to Yevgenia - Marrowdale", "Yevgenia"),
        ("Pick up Zephyrine from school", "Zephyrine"),
        ("Honorine Valdenaire - Déconnexion", "Honorine Valdenaire"),
        ("Medical_Report_Zora.pdf", "Zora"),
        ("birth certificate Anselm.jpg", "Anselm"),
        ("ジョン・スミス", "ジョン・スミス"),
    ],
)
def test_a_name_by_the_words_around_it(names, line, name):
    assert ("person", name) in names(line)


def test_first_name_alone_is_unsure(names):
    assert names("Lucy", least=0.5) == set()
    assert names("Lucy", least=0.4) == {("person", "Lucy")}


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Dear Mr Quillan,", "Mr Quillan"),
        ("Tell Uncle Bexley", "Bexley"),
        ("Anna ist zu Hause", "Anna"),
        ("Last entry: Anna, 18:06", "Anna"),
        ("Solveig (you)", "Solveig"),
        ("FP TO QUENBY MARLOTT REF RENT", "QUENBY MARLOTT"),
        ("藤堂 あかり さんに送りました", "藤堂 あかり"),
        ("お届け先: 久世 環 〒100-0000", "久世 環"),
        ("吉岡：明日の件です", "吉岡"),
    ],
)
def test_a_name_where_a_line_has_its_names(names, line, name):
    assert ("person", name) in names(line)


@pytest.mark.parametrize(
    "line", ["Settings (you)", "地址：北京市", "TRANSFER TO SAVINGS ACCOUNT REF 1", "合計：お支払い"]
)
def test_no_name_at_such_a_place(names, line):
    assert not {found for found in names(line) if found[0] == "person"}
