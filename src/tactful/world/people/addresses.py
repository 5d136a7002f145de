"""Homes: streets, cities and postcodes from Faker's lists, put together as each country writes them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import lru_cache

from tactful.world.content.names import provider

COUNTRIES = {
    "en": "United States", "zh": "中国", "ja": "日本", "ko": "대한민국", "fr": "France", "ru": "Россия",
    "de": "Deutschland",
}  # fmt: skip
# About the middle of each country's inhabited part, and how far points are scattered (degrees).
_AREAS = {
    "en": (39.5, -88.0, 6.0), "zh": (31.5, 114.0, 5.0), "ja": (35.7, 138.5, 1.2), "ko": (36.4, 127.8, 0.9),
    "fr": (46.8, 2.4, 2.2), "ru": (55.8, 41.0, 4.0), "de": (51.0, 10.2, 2.2),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Home:
    """A street with its number, a city, a postcode, and the whole in one line."""

    street: str = field(repr=False)
    city: str = field(repr=False)
    postcode: str = field(repr=False)
    whole: str = field(repr=False)


@lru_cache(maxsize=64)
def _list(lang: str, name: str, kind: str = "address") -> tuple[str, ...]:
    return tuple(dict.fromkeys(getattr(provider(kind, lang), name)))


def _surname(rng: random.Random, lang: str) -> str:
    return rng.choice(_list(lang, "last_names", "person"))


def city(rng: random.Random, lang: str) -> str:
    """A city: real names where Faker lists them, put together from its syllables in English and French."""
    if lang == "en":
        return _surname(rng, lang) + rng.choice(_list("en", "city_suffixes"))
    if lang == "fr":
        ends = ("-sur-Mer", "-les-Bains", "-la-Forêt", "ville", "-le-Vieux", "-sur-Orge")
        return _surname(rng, lang) + rng.choice(ends)
    if lang == "ru":
        return rng.choice([c for c in _list("ru", "city_names")[:400] if "(" not in c])
    return rng.choice(_list(lang, "cities")) + ("市" if lang == "zh" else "")


def street(rng: random.Random, lang: str) -> str:
    """A street with its house number."""
    number = rng.randint(1, 148)
    if lang == "en":
        name = f"{_surname(rng, lang)} {rng.choice(_list('en', 'street_suffixes'))}"
        unit = f", Apt {rng.randint(1, 40)}" if rng.random() < 0.25 else ""
        return f"{number * 7} {name}{unit}"
    if lang == "zh":
        way = rng.choice(_list("zh", "cities")) + rng.choice(("路", "街", "大道"))
        flat = f"{rng.randint(1, 20)}栋{rng.randint(1, 30)}0{rng.randint(1, 4)}室"
        return f"{rng.choice(_list('zh', 'districts'))}区{way}{number}号{flat}"
    if lang == "ja":
        town = rng.choice(_list("ja", "towns"))
        return f"{town}{rng.randint(1, 9)}-{rng.randint(1, 28)}-{rng.randint(1, 20)}"
    if lang == "ko":
        borough, road = rng.choice(_list("ko", "boroughs")), rng.choice(_list("ko", "road_names"))
        return f"{borough} {road}{rng.choice(('로', '길'))} {number}"
    if lang == "fr":
        kind = rng.choice(("rue", "avenue", "boulevard", "chemin", "place"))
        return f"{number} {kind} {_surname(rng, lang)}"
    if lang == "ru":
        flat = f", кв. {rng.randint(1, 240)}" if rng.random() < 0.7 else ""
        return f"ул. {rng.choice(_list('ru', 'street_titles'))}, д. {number}{flat}"
    return f"{_surname(rng, lang)}{rng.choice(('straße', 'weg', 'gasse', 'platz', 'allee'))} {number}"


def postcode(rng: random.Random, lang: str) -> str:
    """A postcode in the country's form."""
    if lang == "ja":
        return f"{rng.randint(100, 999)}-{rng.randint(0, 9999):04d}"
    low, high = {"zh": (100000, 859999), "ru": (101000, 694999)}.get(lang, (10100, 98999))
    return f"{rng.randint(low, high)}"


def home(rng: random.Random, lang: str) -> Home:
    """An address; the parts of ``whole`` are the other three fields."""
    way, town, code = street(rng, lang), city(rng, lang), postcode(rng, lang)
    if lang == "en":
        state = rng.choice(_list("en", "states_abbr"))
        return Home(way, town, code, f"{way}, {town}, {state} {code}")
    if lang == "zh":
        return Home(way, town, code, f"{town}{way} {code}")
    if lang == "ja":
        return Home(way, town, code, f"〒{code} {rng.choice(_list('ja', 'prefectures'))}{town}{way}")
    if lang == "ko":
        metro = rng.choice(_list("ko", "metropolitan_cities"))
        return Home(way, metro, code, f"{metro} {way} ({code})")
    if lang == "ru":
        return Home(way, town, code, f"{code}, г. {town}, {way}")
    return Home(way, town, code, f"{way}, {code} {town}")


def coordinates(rng: random.Random, lang: str) -> str:
    """Latitude and longitude in degrees, five decimals, somewhere in the country."""
    lat, lon, spread = _AREAS[lang]
    return f"{lat + rng.uniform(-spread, spread):.5f}, {lon + rng.uniform(-spread, spread):.5f}"
