"""Loads app files: ``apps/data/*.yaml``, or a folder of one's own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from tactful.errors import InputError
from tactful.runs import YamlDocument
from tactful.world.apps.checks import check
from tactful.world.apps.faults import Fault
from tactful.world.apps.fields import FileModel, Translations, read_document
from tactful.world.apps.schema import App
from tactful.world.people.person import LANGUAGES

APPS = Path(__file__).parent / "data"
"""The folder of the apps that come with the package."""
COMMON = "common.yaml"


class Apps(Mapping[str, App]):
    """Apps by id, with the words that they share."""

    def __init__(self, apps: Mapping[str, App], common: Mapping[str, tuple[str, ...]]) -> None:
        self._apps, self.common = dict(apps), common

    def __getitem__(self, app: str) -> App:
        return self._apps[app]

    def __iter__(self) -> Iterator[str]:
        return iter(self._apps)

    def __len__(self) -> int:
        return len(self._apps)

    def name(self, app: str, lang: str) -> str:
        """An app's name in a language."""
        return self._apps[app].name[LANGUAGES.index(lang)]

    def word(self, app: str, word: str, lang: str) -> str:
        """A word of an app (or, with "", a shared one) in a language; the word itself where none is known."""
        own = self._apps[app].words if app in self._apps else {}
        known = own.get(word) or self.common.get(word)
        return word if known is None or lang == LANGUAGES[0] else known[LANGUAGES.index(lang) - 1]


class _Common(FileModel):
    words: Translations


def common_words(folder: Path | None = None) -> Mapping[str, tuple[str, ...]]:
    """The shared words of a folder; of the package where the folder has none. Raises ``InputError``."""
    path = (folder or APPS) / COMMON
    return read_document(path if path.exists() else APPS / COMMON).check(_Common).words


def _read(path: Path) -> tuple[App | None, YamlDocument, list[InputError]]:
    """The app of a file with its document; or None and the faults of its form. Raises ``InputError``."""
    document = read_document(path)
    app, faults = document.faults(App)
    if app is not None and app.id != path.stem:
        expected = f"the file's name, '{path.stem}'"
        return None, document, [document.error_at(f"is '{app.id}'", ("app",), expected)]
    return None if app is None else app.completed(path), document, faults


def read_app(path: Path) -> App:
    """One app by itself; what it refers to in other apps is not checked. Raises ``InputError`` at its first
    fault of form."""
    app, _, faults = _read(path)
    if app is None:
        raise faults[0]
    return app


def load_apps(folder: Path | None = None) -> Apps:
    """All apps of a folder (the package's own), by id, in the order of their names.

    Raises ``InputError`` at the first fault, naming file, line, field and what was expected.
    """
    folder = folder or APPS
    files = sorted(path for path in folder.glob("*.yaml"))
    return _loaded(folder, tuple((path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in files))


@lru_cache(maxsize=8)
def _loaded(folder: Path, stamps: tuple[tuple[str, int, int], ...]) -> Apps:
    files = [folder / name for name, _, _ in stamps if name != COMMON]
    if not files:
        raise InputError("holds no apps", file=folder, expected="APP.yaml files")
    apps = Apps({path.stem: read_app(path) for path in files}, common_words(folder))
    for app in apps.values():
        for fault in check(app, apps, apps.common)[:1]:
            raise _located(fault, read_document(Path(app.file)))
    return apps


def _located(fault: Fault, document: YamlDocument) -> InputError:
    field, problem, expected = fault
    parts = re.findall(r"\[\d+\]|[^.\[]+", field)
    at = tuple(int(part[1:-1]) if part.startswith("[") else part for part in parts)
    return InputError(
        problem, file=document.file, line=document.line(at), field=field, expected=expected or None
    )


def problems_of(files: list[Path]) -> tuple[list[InputError], dict[str, App]]:
    """Every fault of some files, seen together with the apps in their folders; and the apps of the files.

    What refers to what is checked in files whose form is right.
    """
    problems: list[InputError] = []
    apps: dict[str, App] = {}
    documents: dict[Path, YamlDocument] = {}
    for path in (
        path for folder in dict.fromkeys(path.parent for path in files) for path in app_files(folder)
    ):
        try:
            app, documents[path], faults = _read(path)
        except InputError as err:
            app, faults = None, [err]
        problems += faults if path in files else []
        apps |= {} if app is None else {path.stem: app}
    for path in files:
        if path.stem in apps:
            references = check(apps[path.stem], apps, common_words(path.parent))
            problems += [_located(fault, documents[path]) for fault in references]
    unique = {str(problem): problem for problem in problems}
    return list(unique.values()), {p.stem: apps[p.stem] for p in files if p.stem in apps}


def app_files(folder: Path | None = None) -> list[Path]:
    """The files of a folder's apps (the package's own), without the shared words."""
    return sorted(path for path in (folder or APPS).glob("*.yaml") if path.name != COMMON)
