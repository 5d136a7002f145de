"""Looks: the same app keeps its look in a session and has many over seeds."""

from __future__ import annotations

from collections import Counter

import pytest

from tactful.world.looks.look import families, look_of, variables

APPS = ("mail", "chat", "bank", "settings", "shop", "notes")


@pytest.mark.parametrize("platform", ["phone", "desktop"])
@pytest.mark.parametrize("app", APPS)
def test_three_looks_differ_for_every_app(app: str, platform: str) -> None:
    looks = [look_of(seed, app, platform) for seed in range(40)]
    assert looks == [look_of(seed, app, platform) for seed in range(40)]
    assert {look.family for look in looks} == set(families(platform))
    assert len({(k.family, k.dark, k.hue, k.font, k.rows, k.header, k.tabs) for k in looks}) > 30


@pytest.mark.parametrize("platform", ["phone", "desktop"])
def test_about_three_in_ten_are_dark(platform: str) -> None:
    dark = Counter(look_of(seed, app, platform).dark for seed in range(200) for app in APPS)
    assert 0.24 < dark[True] / dark.total() < 0.36


def test_apps_on_a_phone_mostly_follow_the_system() -> None:
    same = [look_of(s, a, "phone").family == look_of(s, "", "phone").family for s in range(200) for a in APPS]
    assert 0.5 < sum(same) / len(same) < 0.75


@pytest.mark.parametrize(("lang", "font"), [("zh", "CJK SC"), ("ja", "CJK JP"), ("ko", "CJK KR")])
def test_cjk_fonts_by_language(lang: str, font: str) -> None:
    assert font in variables(look_of(1, "mail", "phone"), lang)
