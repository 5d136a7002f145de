"""Companies, schools, jobs, places and bare recipients."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["Blue Lantern Ltd"], ("company", "Blue Lantern Ltd")),
        (["Acme Tools, Inc."], ("company", "Acme Tools, Inc.")),
        (["ООО «Ромашка»"], ("company", "ООО «Ромашка»")),
        (["杭州青灯科技有限公司"], ("company", "杭州青灯科技有限公司")),
        (["株式会社青空"], ("company", "株式会社青空")),
        (["주식회사 푸른별"], ("company", "주식회사 푸른별")),
        (["Muster GmbH"], ("company", "Muster GmbH")),
        (["Company", "Blue Lantern"], ("company", "Blue Lantern")),
        (["公司：青灯科技"], ("company", "青灯科技")),
        (["Lakeside High School"], ("education", "Lakeside High School")),
        (["University of Lakeside"], ("education", "University of Lakeside")),
        (["清湖大学"], ("education", "清湖大学")),
        (["한빛대학교"], ("education", "한빛대학교")),
        (["Lycée Victor Hugo"], ("education", "Lycée Victor Hugo")),
        (["Software Engineer at Blue Lantern"], ("job", "Software Engineer at Blue Lantern")),
        (["Senior Product Manager"], ("job", "Senior Product Manager")),
        (["职位", "产品经理"], ("job", "产品经理")),
        (["Должность\tИнженер"], ("job", "Инженер")),
        (["Procurement Lead · Norvane Textiles"], ("company", "Norvane Textiles")),
        (["I'm Tony, CEO at Medium. First of all"], ("job", "CEO at Medium")),
        (["To: info"], ("contact", "info")),
        (["Berlin, Germany"], ("location", "Berlin, Germany")),
        (["City", "Berlin"], ("location", "Berlin")),
        (["Lakeside Hospital"], ("company", "Lakeside Hospital")),
    ],
)
def test_attribute(names, lines, found):
    assert found in names(*lines)


@pytest.mark.parametrize(
    "lines",
    [
        ["Company"],
        ["Job alerts"],
        ["Title", "Search"],
        ["to me"],
        ["To: me"],
        ["University"],
        ["School"],
        ["大学"],
        ["Add company"],
        ["Co Pilot"],
        ["Terms, Privacy"],
        ["Settings, Help"],
        ["病院"],
        ["Ответ разработчика · 4 февраля"],
    ],
)
def test_nothing(names, lines):
    assert names(*lines) == set()
