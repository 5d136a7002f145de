"""Loads app files: ``apps/data/*.yaml``, or a folder of one's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from tactful.errors import InputError
from tactful.world.apps.checks import check
from tactful.world.apps.nodes import Node, Problem, read_yaml
from tactful.world.apps.reader import read, words_of
from tactful.world.apps.schema import App
from tactful.world.apps.wording import translate

APPS = Path(__file__).parent / "data"
"""The folder of the apps that come with the package."""
COMMON = "common.yaml"

Common = Mapping[str, tuple[str, ...]]


class Apps(Mapping[str, App]):
    """Apps by id, with the words that they share."""

    def __init__(self, apps: Mapping[str, App], common: Common) -> None:
        self._apps, self.common = dict(apps), common

    def __getitem__(self, app: str) -> App:
        return self._apps[app]

    def __iter__(self) -> Iterator[str]:
        return iter(self._apps)

    def __len__(self) -> int:
        return len(self._apps)

    def word(self, app: str, word: str, lang: str) -> str:
        """A word of an app (or, with "", a shared one) in a language; the word itself where none is known."""
        if app in self._apps:
            return translate(self._apps[app], self.common, word, lang)
        return translate(_NOBODY, self.common, word, lang)


_NOBODY = App("", (), "", "system", (), "", {})


def common_words(folder: Path | None = None) -> Common:
    """The shared words of a folder; of the package where the folder has none. Raises ``InputError``."""
    path = (folder or APPS) / COMMON
    if not path.exists():
        path = APPS / COMMON
    problems: list[Problem] = []
    node = Node(read_yaml(path), path, "", problems, 1)
    words = words_of(node)
    node.done()
    if problems:
        raise problems[0].error()
    return words


def read_app(path: Path) -> App:
    """One app by itself; what it refers to in other apps is not checked. Raises ``InputError`` at its first
    fault of form."""
    problems: list[Problem] = []
    app = read(path, problems)
    if problems:
        raise problems[0].error()
    return app


def load_apps(folder: Path | None = None) -> Apps:
    """All apps of a folder (the package's own), by id, in the order of their names.

    Raises ``InputError`` at the first fault, naming the file, the dotted field and what was expected.
    """
    folder = folder or APPS
    files = sorted(path for path in folder.glob("*.yaml"))
    return _loaded(folder, tuple((path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in files))


@lru_cache(maxsize=8)
def _loaded(folder: Path, stamps: tuple[tuple[str, int, int], ...]) -> Apps:
    files = [folder / name for name, _, _ in stamps if name != COMMON]
    if not files:
        raise InputError("holds no apps", file=folder, expected="APP.yaml files")
    common = common_words(folder)
    apps = {path.stem: read_app(path) for path in files}
    for app in apps.values():
        problems = check(app, apps, common)
        if problems:
            raise problems[0].error()
    return Apps(apps, common)


def problems_of(files: list[Path]) -> tuple[list[Problem], dict[str, App]]:
    """Every fault of some files, seen together with the apps in their folders; and the apps of the files."""
    problems: list[Problem] = []
    apps: dict[str, App] = {}
    for folder in dict.fromkeys(path.parent for path in files):
        for path in sorted(folder.glob("*.yaml")):
            if path.name == COMMON:
                continue
            own = problems if path in files else []
            try:
                apps[path.stem] = read(path, own)
            except InputError as err:
                own.append(Problem(path, err.line or 0, err.field or "", err.problem, err.expected or ""))
    for path in files:
        if path.stem in apps:
            problems += check(apps[path.stem], apps, common_words(path.parent))
    return _once(problems), {path.stem: apps[path.stem] for path in files if path.stem in apps}


def _once(problems: list[Problem]) -> list[Problem]:
    return list(dict.fromkeys(problems))


def schema_split(app: App, view: str) -> str:
    """ "train" or "validation": a schema is one view of one app, and goes to one side whole."""
    return app.views[view].split
