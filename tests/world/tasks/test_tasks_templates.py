"""The template loader: what it takes, and which place it names where it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tactful.errors import InputError
from tactful.world.tasks.templates import load_templates, read_files

GOOD = """
- id: one
  group: social
  apps: [mail]
  platforms: [phone]
  pick: {m: {app: mail, table: mails, nth: 2}}
  goal: {en: "Forward {m.subject}.", de: "Leite {m.subject} weiter."}
  say: {hi: {en: Hello}}
  script: [{open: mail}, {tap: m}, {do: {action: star, on: m}}, {read: {code: m.code}},
           {type: {to: $code, body: hi}}]
  check: [{record: m, has: {starred: true}}]
"""


def read(tmp_path: Path, text: str):
    file = tmp_path / "t.yaml"
    file.write_text(text, encoding="utf-8")
    return read_files([file])


def test_a_template_as_written(tmp_path: Path):
    (template,) = read(tmp_path, GOOD)
    assert template.langs == ("en", "de")
    assert [step.kind for step in template.script] == ["open", "tap", "do", "read", "type"]
    assert template.script[2].slot == "m"
    assert template.script[4].pairs == (("to", "$code"), ("body", "hi"))
    assert template.named == {"m.subject"}
    assert template.checks[0].has == {"starred": True}


@pytest.mark.parametrize(
    ("before", "after", "field"),
    [
        ("group: social", "group: sports", "one.group"),
        ("group: social", "groop: social", "one.groop"),
        ("apps: [mail]", "apps: []", "one.apps"),
        ("platforms: [phone]", "platforms: [watch]", "one.platforms[0]"),
        ("nth: 2", "nth: 0", "one.pick.m.nth"),
        ("nth: 2", "rank: 2", "one.pick.m.rank"),
        ("{open: mail}", "{launch: mail}", "one.script[0]"),
        ("{tap: m}", "{tap: x}", "one.script[1].tap"),
        ("{tap: m}", "{tap: m, do: star}", "one.script[1]"),
        ("body: hi", "body: ho", "one.script[4].type"),
        ("$code", "$cod", "one.script[4].type"),
        ("m.code", "$code", "one.script[3].read"),
        ('en: "Forward {m.subject}."', 'en: "Forward it."', "one.goal.de"),
        ('"Forward {m.subject}."', '"Forward {x.subject}."', "one.goal.en"),
        ("en: Hello", "de: Hallo", "one.say.hi.en"),
        ("{record: m, has: {starred: true}}", "{record: m}", "one.check[0]"),
        ("{record: m, has: {starred: true}}", "{record: n, gone: true}", "one.check[0]"),
        ("{record: m, has: {starred: true}}", "{at: mail}", "one.check[0].at"),
        ("{record: m, has: {starred: true}}", "{answer: m.code}", "one.check"),
        ("  group: social\n", "", "one.group"),
    ],
)
def test_a_fault_names_its_place(tmp_path: Path, before: str, after: str, field: str):
    assert before in GOOD
    with pytest.raises(InputError) as raised:
        read(tmp_path, GOOD.replace(before, after))
    assert raised.value.field == field
    assert raised.value.file is not None
    assert raised.value.expected


@pytest.mark.parametrize(
    "text", ["- id: [", "id: one", "[]", GOOD + GOOD, GOOD.replace("id: one", "id: one\n  id: two")]
)
def test_what_is_no_list_of_templates(tmp_path: Path, text: str):
    with pytest.raises(InputError):
        read(tmp_path, text)


def test_the_bundled_templates():
    templates = load_templates()
    assert len({t.id for t in templates}) == len(templates) >= 80
    assert {t.group for t in templates} == {"system", "social", "office", "ai", "media", "life"}
    assert {lang for t in templates for lang in t.langs} == {"en", "zh", "ja", "ko", "fr", "ru", "de"}
