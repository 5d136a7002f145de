"""Derives the shipped name lists from Faker's locale data: ``python -m tactful.recognize.names.derive``.

Needs Faker (MIT licence, see ``data/SOURCES.md``) at build time only; the lists are read without it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from zoneinfo import available_timezones

_DATA = Path(__file__).parent / "data"
_PERSON = "faker.providers.person"
# Locales whose scripts or transliterations this package does not read.
_SKIPPED = frozenset(
    [
        "ar_AA",
        "ar_DZ",
        "ar_PS",
        "ar_SA",
        "bn_BD",
        "fa_IR",
        "gu_IN",
        "he_IL",
        "hi_IN",
        "hy_AM",
        "ka_GE",
        "mr_IN",
        "ne_NP",
        "or_IN",
        "si_LK",
        "ta_IN",
        "th_TH",
        "el_GR",
    ]
)
_CITIES = {
    "de_DE": "cities",
    "ja_JP": "cities prefectures",
    "ko_KR": "cities metropolitan_cities",
    "ru_RU": "city_names",
    "zh_CN": "cities",
    "zh_TW": "cities",
    "pl_PL": "cities",
    "sv_SE": "cities",
    "en_US": "states",
}


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Iterable):
        for item in value:
            yield from _strings(item)


def _names(locale: str, kind: str) -> Iterator[str]:
    provider = importlib.import_module(f"{_PERSON}.{locale}").Provider
    for attribute in dir(provider):
        if attribute.startswith(kind) and not callable(getattr(provider, attribute)):
            yield from _strings(getattr(provider, attribute))


def _kept(names: Iterable[str]) -> set[str]:
    """Single words of at least two letters (one for Chinese, Japanese and Korean), lower case."""
    kept = set()
    for name in names:
        low = name.strip().lower().replace("’", "'")
        if low.replace("-", "").replace("'", "").isalpha() and (len(low) > 1 or low >= "\u1100"):
            kept.add(low)
    return kept


def _cities() -> set[str]:
    found: set[str] = set()
    for locale, attributes in _CITIES.items():
        provider = importlib.import_module(f"faker.providers.address.{locale}").Provider
        for attribute in attributes.split():
            found.update(name.strip().lower() for name in _strings(getattr(provider, attribute)))
    for zone in available_timezones():
        area, _, city = zone.partition("/")
        if city and area in ("America", "Europe", "Asia", "Africa", "Australia", "Pacific"):
            found.add(city.rsplit("/", 1)[-1].replace("_", " ").lower())
    return {name for name in found if len(name) > 1}


def _write(name: str, entries: set[str]) -> None:
    (_DATA / name).write_text("\n".join(sorted(entries)) + "\n", encoding="utf-8")


def main() -> None:
    """Write ``first.txt``, ``last.txt`` and ``cities.txt`` beside this module."""
    package = importlib.import_module(_PERSON)
    locales = [m.name for m in pkgutil.iter_modules(package.__path__) if m.name not in _SKIPPED]
    _write("first.txt", _kept(name for locale in locales for name in _names(locale, "first_name")))
    _write("last.txt", _kept(name for locale in locales for name in _names(locale, "last_name")))
    _write("cities.txt", _cities())


if __name__ == "__main__":
    main()
