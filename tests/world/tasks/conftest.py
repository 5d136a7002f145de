"""The small world of `task_world`, loaded."""

from __future__ import annotations

from pathlib import Path

import pytest
from task_world import BOOK, MAIL, TEMPLATES

from tactful.world.apps.loader import Apps, load_apps
from tactful.world.pages import SIZES
from tactful.world.people.make import make_person
from tactful.world.session.session import Session
from tactful.world.tasks.templates import Template, read_files


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files: apps in ``apps``, templates in ``tasks.yaml``."""
    home = tmp_path_factory.mktemp("world")
    (home / "apps").mkdir()
    for name, text in (("mail", MAIL), ("contacts", BOOK)):
        (home / "apps" / f"{name}.yaml").write_text(text, encoding="utf-8")
    (home / "tasks.yaml").write_text(TEMPLATES, encoding="utf-8")
    return home


@pytest.fixture(scope="session")
def apps(folder: Path) -> Apps:
    return load_apps(folder / "apps")


@pytest.fixture(scope="session")
def templates(folder: Path) -> dict[str, Template]:
    return {t.id: t for t in read_files([folder / "tasks.yaml"])}


@pytest.fixture
def session(apps: Apps) -> Session:
    """A fresh phone."""
    return Session(make_person(5), apps, platform="phone", size=SIZES[2], look=1, seed=5)
