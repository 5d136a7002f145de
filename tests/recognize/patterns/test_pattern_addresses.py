"""Street addresses in seven languages, and sensitive topics."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("405 East 42nd Street", "405 East 42nd Street"),
        ("12 Example Ave, Apt 4B, Springfield, IL 62704", "12 Example Ave, Apt 4B, Springfield, IL 62704"),
        ("Ship to 221B Baker Street, London", "221B Baker Street, London"),
        ("Springfield, IL 62704", "Springfield, IL 62704"),
        ("浙江省杭州市西湖区文三路90号", "浙江省杭州市西湖区文三路90号"),
        ("请送到朝阳区建国路88号3号楼502室", "朝阳区建国路88号3号楼502室"),
        ("地址：幸福小区5栋201室", "幸福小区5栋201室"),
        ("東京都千代田区丸の内1-2-3", "東京都千代田区丸の内1-2-3"),
        ("〒100-0001", "〒100-0001"),
        ("大阪府大阪市北区梅田2丁目5番10号", "大阪府大阪市北区梅田2丁目5番10号"),
        ("서울특별시 강남구 테헤란로 123", "서울특별시 강남구 테헤란로 123"),
        ("부산광역시 해운대구 우동 1408번지", "부산광역시 해운대구 우동 1408번지"),
        ("12 rue de la Paix, 75002 Paris", "12 rue de la Paix, 75002 Paris"),
        ("5 bis avenue Victor Hugo", "5 bis avenue Victor Hugo"),
        ("ул. Ленина, д. 5, кв. 12", "ул. Ленина, д. 5, кв. 12"),
        ("Москва, Тверская улица, 7", "Тверская улица, 7"),
        ("Musterstraße 12a, 10115 Berlin", "Musterstraße 12a, 10115 Berlin"),
        ("Am Markt 3", "Am Markt 3"),
        ("P.O. Box 1234", "P.O. Box 1234"),
    ],
)
def test_address(values, line, value):
    assert ("address", value) in values(line, only="addresses")


@pytest.mark.parametrize(
    "line",
    [
        "10 Best Ways",
        "3 Way Call",
        "5 star drive",
        "24 hours",
        "12 cours de français",
        "第3号文件",
        "2号线",
        "1-2-3",
        "새로 만들기 3",
        "10번",
        "Level 5 Street",
        "Street",
        "100 places",
        "2 Photos",
        "Seite 12",
        "для 5 человек",
        "路由器 5 号",
        "2025-10-31",
        "市区町村",
        "Top 10 Places",
        "4K Drive 2",
    ],
)
def test_no_address(values, line):
    assert values(line, only="addresses") == set()


@pytest.mark.parametrize(
    ("lines", "topic", "risk"),
    [
        (["Diagnosed with diabetes in 2019"], "health", "high"),
        (["My therapist moved to Tuesday"], "health", "high"),
        (["Metformin 500 mg"], "health", "high"),
        (["HbA1c 7.2%"], "health", "high"),
        (["128/82 mmHg"], "health", "high"),
        (["Allergies", "Penicillin antibiotic"], "health", "high"),
        (["What diabetes does to sleep"], "health", "medium"),
        (["8,412 steps"], "health", "medium"),
        (["72 bpm"], "health", "medium"),
        (["Blood pressure", "128/82"], "health", "high"),
        (["体重\t71.5 kg"], "health", "high"),
        (["Twice daily"], "health", "high"),
        (["我确诊了糖尿病"], "health", "high"),
        (["糖尿病饮食指南"], "health", "medium"),
        (["うつ病の治療法"], "health", "medium"),
        (["우울증 자가진단"], "health", "medium"),
        (["Je suis enceinte de 3 mois"], "health", "high"),
        (["У меня депрессия"], "health", "high"),
        (["Sunday Mass at 10"], "religion", "medium"),
        (["Religion", "Buddhist"], "religion", "high"),
        (["政治面貌：中共党员"], "politics", "high"),
        (["I'm gay and proud"], "sexuality", "high"),
        (["Insulin"], "health", "high"),
        (["Medications", "Allergies", "Seasonal asthma, mild"], "health", "high"),
        (["Notes", "Seasonal asthma, mild"], "health", "medium"),
        (["Bisexual"], "sexuality", "high"),
        (["Quaker"], "religion", "high"),
        (["Liberal"], "politics", "high"),
        (["Medical_Examination_Report.pdf"], "health", "medium"),
        (["Senate delays the vote"], "politics", "medium"),
        (["Президент подписал указ"], "politics", "medium"),
    ],
)
def test_sensitive(findings, lines, topic, risk):
    assert (topic, risk) in {(f.type, f.risk.value) for f in findings(*lines, only="sensitive")}


@pytest.mark.parametrize(
    "line",
    [
        "Health",
        "Heart rate",
        "Blood pressure",
        "Heart",
        "Steps",
        "Mass storage",
        "Stroke width",
        "Party mode",
        "Straight",
        "Position",
        "Blood type",
        "Medium",
        "Left",
        "Right",
    ],
)
def test_not_sensitive(values, line):
    assert values(line, only="sensitive", least=0.55) == set()
