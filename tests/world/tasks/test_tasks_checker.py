"""The checker walks a script on paper: what is not in reach is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from task_world import TEMPLATES

from tactful.world.apps.loader import Apps
from tactful.world.tasks.checker import problems, read_apps, visited
from tactful.world.tasks.templates import load_templates, read_files


def test_what_fits_has_no_problems(templates, apps: Apps):
    assert {t.id: problems(t, apps) for t in templates.values()} == {key: [] for key in templates}


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("apps: [contacts, mail]", "apps: [contacts, post]", "no app 'post'"),
        (
            "{app: contacts, table: contacts}}\n  goal:\n    en: Send",
            "{app: contacts, table: people}}\n  goal:\n    en: Send",
            "no table 'people'",
        ),
        ("read: {mail: c.email}", "read: {mail: c.mail}", "no field 'mail'"),
        ("read: {mail: c.email}", "read: {mail: me.mail}", "no fact 'mail'"),
        ("- do: compose", "- do: reply", "'reply' cannot be pressed in mail/inbox"),
        ("- do: compose", "- do: write", "no action 'write'"),
        ("{tab: options}", "{tab: setup}", "no tab 'setup'"),
        ("{tab: options}", "{view: card}", "no switch 'dark'"),
        ("{switch: dark}", "{switch: night}", "no switch 'night'"),
        ("{switch: dark}", "{view: nowhere}", "leads to 'nowhere'"),
        ("to: $mail", "subject: $mail", "no input 'subject'"),
        ("to: $mail", "to: c.phone", "neither told by the goal nor read"),
        ("- open: mail\n", "- open: mail\n    - tap: c\n", "no list of contacts"),
        ("has: {folder: sent, to", "has: {place: sent, to", "no field 'place'"),
        ("contacts/dark", "contacts/light", "no setting 'contacts/light'"),
        ("platforms: [phone]\n", "platforms: [phone]\n", ""),
    ],
)
def test_what_is_not_in_reach(tmp_path: Path, apps: Apps, before: str, after: str, words: str):
    assert before in TEMPLATES
    file = tmp_path / "t.yaml"
    file.write_text(TEMPLATES.replace(before, after), encoding="utf-8")
    found = "\n".join(p for t in read_files([file]) for p in problems(t, apps))
    assert words in found
    assert bool(words) == bool(found)


def test_the_views_on_the_way(templates, apps: Apps):
    assert [v.id for v in visited(templates["write"], apps)] == ["list", "card", "inbox", "compose"]


def test_the_bundled_templates_fit_the_bundled_apps():
    apps = read_apps()
    found = {t.id: p for t in load_templates() if (p := problems(t, apps))}
    assert found == {}
