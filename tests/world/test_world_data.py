"""The bundled apps and tasks: as many and as varied as the world promises, and shares as in the paper."""

from __future__ import annotations

from collections import Counter

import pytest

from tactful.world.apps.loader import load_apps, problems_of
from tactful.world.looks.look import look_of
from tactful.world.pages import SIZES
from tactful.world.people.person import LANGUAGES
from tactful.world.tasks.sampling import sample_tasks, start
from tactful.world.tasks.templates import load_templates

APPS = load_apps()
TEMPLATES = load_templates()
GROUPS = {"system", "social", "office", "ai", "media", "life"}


def test_apps_and_schemas() -> None:
    views = [(app.id, view) for app in APPS.values() for view in app.views]
    assert len(APPS) >= 26
    assert len(views) >= 150
    held_out = sum(APPS[app].views[view].split == "validation" for app, view in views)
    assert 0.1 < held_out / len(views) < 0.3
    assert {app.group for app in APPS.values()} == GROUPS


def test_every_app_has_three_looks_or_more() -> None:
    for app in APPS.values():
        for platform in app.platforms:
            assert len({look_of(seed, app.id, platform) for seed in range(12)}) >= 3


def test_the_screens() -> None:
    assert next((s.width, s.height) for s in SIZES if s.platform == "phone") == (1080, 2400)
    assert {(s.width, s.height) for s in SIZES if s.platform == "desktop"} == {
        (1920, 1080), (1366, 768), (2560, 1440),
    }  # fmt: skip


def test_templates_cover_groups_apps_and_languages() -> None:
    assert len(TEMPLATES) >= 80
    assert {template.group for template in TEMPLATES} == GROUPS
    assert {name for template in TEMPLATES for name in template.apps} <= set(APPS)
    goals = Counter(lang for template in TEMPLATES for lang in template.goals)
    assert min(goals[lang] for lang in LANGUAGES) >= 20
    assert sum(template.cross for template in TEMPLATES) / len(TEMPLATES) >= 0.2


@pytest.mark.parametrize("count", [60, 300])
def test_samples_have_the_papers_shares(count: int) -> None:
    by_id = {template.id: template for template in TEMPLATES}
    specs = sample_tasks(count, 7)
    assert sum(by_id[spec.template].cross for spec in specs) / count >= 0.23
    assert sum(spec.lang != "en" for spec in specs) / count >= 0.21
    assert abs(sum(spec.platform == "phone" for spec in specs) / count - 135 / 241) < 0.06
    assert {by_id[spec.template].group for spec in specs} == GROUPS
    assert {spec.lang for spec in specs} == set(LANGUAGES) or count < 100
    assert len({spec.size for spec in specs}) == len(SIZES)


def test_a_quarter_needs_something_private() -> None:
    started = [start(spec, apps=APPS) for spec in sample_tasks(40, 3)]
    assert sum(one.task.private_bound for one in started) >= 10


def test_no_fault_in_any_file() -> None:
    from importlib.resources import files
    from pathlib import Path

    folder = Path(str(files("tactful.world.apps") / "data"))
    assert problems_of(sorted(folder.glob("*.yaml")))[0] == []
