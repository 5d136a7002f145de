"""What profiles are grown from: life events and information domains, kept as data files.

Source: CIMemories (arXiv 2511.14937), section 4.1.1 and Figure 11.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from tactful.errors import InputError

GENERAL = "general"
"""The domain and the event of attributes that belong to no event."""


@dataclass(frozen=True, slots=True)
class EventSeed:
    """A life event: ages (inclusive) at which it is plausible, and the events that it excludes."""

    name: str
    ages: tuple[int, int] = (0, 200)
    clashes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DomainSeed:
    """An information domain, and in a few words what belongs to it."""

    name: str
    about: str = ""


_Seed = TypeVar("_Seed", EventSeed, DomainSeed)


def data(name: str) -> Any:
    """One of this package's YAML data files, parsed."""
    import yaml

    return yaml.safe_load((files("tactful.world.profiles") / "data" / name).read_text(encoding="utf-8"))


def load_events(path: Path | str | None = None) -> tuple[EventSeed, ...]:
    """The events of a YAML list of ``{name, ages?, clashes?}``; ours where no path is given.

    Raises ``InputError`` that names the file and the field.
    """
    rows = _rows(path, "events.yaml")
    seeds = tuple(
        EventSeed(row["name"], _ages(row, path), tuple(map(str, row.get("clashes", ())))) for row in rows
    )
    return _unique(seeds, path)


def load_domains(path: Path | str | None = None) -> tuple[DomainSeed, ...]:
    """The domains of a YAML list of ``{name, about?}``; the paper's nine where no path is given."""
    rows = _rows(path, "domains.yaml")
    return _unique(tuple(DomainSeed(row["name"], str(row.get("about", ""))) for row in rows), path)


def _rows(path: Path | str | None, bundled: str) -> list[dict[str, Any]]:
    if path is None:
        return list(_bundled(bundled))
    import yaml

    expected = "a YAML list of objects with a 'name'"
    try:
        rows = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    except OSError as err:
        raise InputError(
            f"cannot be read ({err.strerror or 'error'})", file=path, expected=expected
        ) from None
    except (UnicodeDecodeError, yaml.YAMLError):
        raise InputError("is not YAML", file=path, expected=expected) from None
    named = isinstance(rows, list) and all(
        isinstance(row, dict) and isinstance(row.get("name"), str) and row["name"].strip() for row in rows
    )
    if not named or not rows:
        raise InputError("no list of named objects", file=path, field="name", expected=expected)
    return list(rows)


@cache
def _bundled(name: str) -> tuple[dict[str, Any], ...]:
    return tuple(data(name))


def _ages(row: dict[str, Any], path: Path | str | None) -> tuple[int, int]:
    ages = row.get("ages", [0, 200])
    if not (isinstance(ages, list) and len(ages) == 2 and all(type(age) is int for age in ages)):
        raise InputError("not two whole numbers", file=path, field="ages", expected="[youngest, oldest]")
    return (ages[0], ages[1])


def _unique(seeds: tuple[_Seed, ...], path: Path | str | None) -> tuple[_Seed, ...]:
    names = [seed.name for seed in seeds]
    if len(set(names)) < len(names) or GENERAL in names:
        raise InputError(
            "a name stands twice, or is 'general'", file=path, field="name", expected="different names"
        )
    return seeds
