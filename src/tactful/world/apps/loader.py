"""Loads app files: ``apps/data/*.yaml``, or a folder of one's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from tactful.errors import InputError
from tactful.world.apps.checks import check
from tactful.world.apps.fields import Translations
from tactful.world.apps.schema import App
from tactful.world.people.person import LANGUAGES
from tactful.world.strict_yaml import Located, Problem, Strict, line_of, read_yaml, split_field, validate

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

    def word(self, app: str, word: str, lang: str) -> str:
        """A word of an app (or, with "", a shared one) in a language; the word itself where none is known."""
        own = self._apps[app].words if app in self._apps else {}
        known = own.get(word) or self.common.get(word)
        return word if known is None or lang == LANGUAGES[0] else known[LANGUAGES.index(lang) - 1]


class _Common(Strict):
    words: Translations


def common_words(folder: Path | None = None) -> Mapping[str, tuple[str, ...]]:
    """The shared words of a folder; of the package where the folder has none. Raises ``InputError``."""
    path = (folder or APPS) / COMMON
    if not path.exists():
        path = APPS / COMMON
    problems: list[Problem] = []
    read = validate(_Common, read_yaml(path), path, problems)
    if read is None:
        raise problems[0].error()
    return read.words


def _read(path: Path, problems: list[Problem]) -> App | None:
    """The app of a file; None where its form has faults: they go to ``problems``. Raises ``InputError``."""
    raw = read_yaml(path)
    if not isinstance(raw, Located):
        raise InputError("is not a mapping", file=path, expected="app: ..., views: ...")
    app = validate(App, raw, path, problems)
    if app is not None and app.id != path.stem:
        at = line_of(raw, ["app"])
        problems.append(Problem(path, at, "app", f"is '{app.id}'", f"the file's name, '{path.stem}'"))
        return None
    return None if app is None else app.completed(path)


def read_app(path: Path) -> App:
    """One app by itself; what it refers to in other apps is not checked. Raises ``InputError`` at its first
    fault of form."""
    problems: list[Problem] = []
    app = _read(path, problems)
    if app is None:
        raise problems[0].error()
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
    for problem in _checked(apps.values(), apps, apps.common):
        raise problem.error()
    return apps


def _checked(
    chosen: Iterable[App], apps: Mapping[str, App], common: Mapping[str, tuple[str, ...]]
) -> Iterator[Problem]:
    """The faults of what refers to what, with their lines."""
    for app in chosen:
        path = Path(app.file)
        for at, problem, expected in check(app, apps, common):
            yield Problem(path, line_of(read_yaml(path), split_field(at)), at, problem, expected)


def problems_of(files: list[Path]) -> tuple[list[Problem], dict[str, App]]:
    """Every fault of some files, seen together with the apps in their folders; and the apps of the files.

    What refers to what is checked in files whose form is right.
    """
    problems: list[Problem] = []
    apps: dict[str, App] = {}
    for folder in dict.fromkeys(path.parent for path in files):
        for path in sorted(folder.glob("*.yaml")):
            if path.name == COMMON:
                continue
            own = problems if path in files else []
            try:
                app = _read(path, own)
            except InputError as err:
                own.append(Problem(path, err.line or 0, err.field or "", err.problem, err.expected or ""))
            else:
                apps |= {} if app is None else {path.stem: app}
    for path in files:
        if path.stem in apps:
            problems += _checked([apps[path.stem]], apps, common_words(path.parent))
    return list(dict.fromkeys(problems)), {p.stem: apps[p.stem] for p in files if p.stem in apps}


def app_files(folder: Path | None = None) -> list[Path]:
    """The files of a folder's apps (the package's own), without the shared words."""
    return sorted(path for path in (folder or APPS).glob("*.yaml") if path.name != COMMON)
