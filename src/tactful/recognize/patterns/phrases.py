"""Word lists and a fast search for their phrases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from typing import Generic, NamedTuple, TypeVar

V = TypeVar("V")


class Hit(NamedTuple, Generic[V]):
    """A phrase met at ``start`` to ``end``, with what the list says of it."""

    start: int
    end: int
    value: V


class Phrases(Generic[V]):
    """Finds many phrases in lower-case text in one pass.

    A phrase of letters that are written with spaces between words matches whole words only; a trailing
    ``*`` lets the last word go on (plurals, Russian cases). Chinese, Japanese and Korean match anywhere.
    """

    def __init__(self, entries: Iterable[tuple[str, V]]) -> None:
        table: dict[str, list[tuple[str, bool, V]]] = {}
        for phrase, value in entries:
            stem = phrase.lower()
            open_end = stem.endswith("*")
            stem = stem.rstrip("*")
            if stem:
                table.setdefault(stem[:2], []).append((stem, open_end, value))
        self._table = {k: sorted(v, key=lambda entry: -len(entry[0])) for k, v in table.items()}

    def find(self, lower: str) -> Iterator[Hit[V]]:
        """All hits from left to right, the longest at each place, without overlaps."""
        table, i, size = self._table, 0, len(lower)
        while i < size:
            bucket = table.get(lower[i : i + 2]) or table.get(lower[i])
            hit = None if bucket is None else self._at(lower, i, bucket)
            if hit is None:
                i += 1
            else:
                yield hit
                i = hit.end

    def first(self, lower: str) -> Hit[V] | None:
        """The first hit, or None."""
        return next(self.find(lower), None)

    def __contains__(self, lower: object) -> bool:
        return isinstance(lower, str) and self.first(lower) is not None

    @staticmethod
    def _at(lower: str, i: int, bucket: list[tuple[str, bool, V]]) -> Hit[V] | None:
        for stem, open_end, value in bucket:
            if not lower.startswith(stem, i):
                continue
            end = i + len(stem)
            if i and _spaced(stem[0]) and _spaced(lower[i - 1]):
                continue
            if open_end:
                while end < len(lower) and _spaced(lower[end]):
                    end += 1
            elif end < len(lower) and _spaced(stem[-1]) and _spaced(lower[end]):
                continue
            return Hit(i, end, value)
        return None


def _spaced(ch: str) -> bool:
    """Whether ``ch`` is a letter or digit of a script that puts spaces between words."""
    return ch.isalnum() and ord(ch) < 0x1100


def sections(package: str, name: str) -> dict[str, tuple[str, ...]]:
    """A word list shipped in ``package``: ``[section]`` headers, one or more phrases a line, ``|`` between.

    Lines that start with ``#`` are comments. Raises ``ValueError`` for a phrase before any header.
    """
    found: dict[str, list[str]] = {}
    current: list[str] | None = None
    text = (resources.files(package) / "data" / name).read_text(encoding="utf-8")
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("[") and line.endswith("]"):
            current = found.setdefault(line[1:-1].strip(), [])
        elif current is None:
            raise ValueError(f"{name}:{number}: a phrase before any [section]")
        else:
            current.extend(part for part in (p.strip() for p in line.split("|")) if part)
    return {key: tuple(values) for key, values in found.items()}


@cache
def _labels() -> dict[str, tuple[str, ...]]:
    return sections("tactful.recognize.patterns", "labels.txt")


@cache
def words(section: str) -> Phrases[str]:
    """The phrases of one section of ``labels.txt``, each with the section's name as its value.

    Raises ``KeyError`` for a section that the file does not have.
    """
    return Phrases((phrase, section) for phrase in _labels()[section])


def label_phrases() -> tuple[str, ...]:
    """Every phrase of ``labels.txt``, all sections."""
    return tuple(phrase for section in _labels().values() for phrase in section)
