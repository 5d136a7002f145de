"""Names: the order of the country, Latin letters, no two alike."""

from __future__ import annotations

import random
import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.errors import MissingExtraError
from tactful.world.content import names
from tactful.world.content.names import Name
from tactful.world.people.person import LANGUAGES


@pytest.mark.parametrize(
    ("lang", "text", "latin"),
    [
        ("ko", "김", "Kim"), ("ko", "서연", "Seoyeon"), ("ko", "지훈", "Jihun"), ("ko", "은경", "Eungyeong"),
        ("zh", "王", "Wang"), ("zh", "红霞", "Hongxia"), ("zh", "建国", "Jianguo"), ("zh", "覃", "Qin"),
        ("ru", "Щербаков", "Shcherbakov"), ("ru", "Юлия", "Iuliia"), ("ru", "Игорь", "Igor"),
        ("fr", "Zoé", "Zoé"),
    ],
)  # fmt: skip
def test_latin_letters(lang: str, text: str, latin: str) -> None:
    assert names.latin(lang, text) == latin


@pytest.mark.parametrize(
    ("text", "slug"), [("Jürgen", "juergen"), ("Zoé", "zoe"), ("Groß", "gross"), ("O'Neil", "oneil")]
)
def test_slugs(text: str, slug: str) -> None:
    assert names.plain(text) == slug


@pytest.mark.parametrize(
    ("lang", "full", "first", "last"),
    [
        ("en", "Ann Lee Moss", "Ann", "Moss"),
        ("zh", "王红霞", "红霞", "王"),
        ("ja", "遠藤 明美", "明美", "遠藤"),
        ("ko", "김서연", "서연", "김"),
        ("ko", "Zoé Martin", "Zoé", "Martin"),
        ("ru", "Игорь Котов", "Игорь", "Котов"),
    ],
)
def test_names_are_split(lang: str, full: str, first: str, last: str) -> None:
    assert names.split(lang, full) == (first, last)


@given(st.integers(0, 2**40), st.sampled_from(LANGUAGES))
def test_every_written_name_gives_the_same_letters(seed: int, lang: str) -> None:
    name = names.local_name(random.Random(seed), lang)
    assert names.plain(names.latin(lang, name.last)) == name.slug[1]


@given(st.integers(0, 2**40), st.sampled_from(LANGUAGES))
def test_every_name_can_be_written_in_latin_letters(seed: int, lang: str) -> None:
    name = names.local_name(random.Random(seed), lang)
    assert all(part.isascii() and part.isalpha() for part in name.slug)
    assert name.first in name.full
    assert name.last in name.full


@pytest.mark.parametrize(
    ("lang", "first"), [("zh", "last"), ("ja", "last"), ("ko", "last"), ("fr", "first"), ("ru", "first")]
)
def test_which_name_stands_first(lang: str, first: str) -> None:
    name = names.local_name(random.Random(5), lang)
    assert name.full.startswith(getattr(name, first))


@given(st.integers(0, 2**40), st.sampled_from(LANGUAGES))
def test_no_two_alike(seed: int, lang: str) -> None:
    rng = random.Random(seed)
    me = names.local_name(rng, lang)
    found = names.different_names(rng, lang, 24, me, foreign=0.3)
    assert len({n.full for n in [*found, me]}) == 25
    assert len({n.slug for n in [*found, me]}) == 25


@given(st.integers(0, 2**40))
def test_addresses_and_user_names(seed: int) -> None:
    rng = random.Random(seed)
    slug = names.local_name(rng, "de").slug
    local, _, host = names.mail_address(rng, slug).partition("@")
    assert re.fullmatch(r"[a-z]+[._]?[a-z]*\d*", local)
    assert host.rpartition(".")[2] in ("example", "test") or host.startswith("example.")
    assert re.fullmatch(r"[a-z0-9._]{4,}", names.user_name(rng, slug))


def test_some_come_from_elsewhere() -> None:
    me = Name("A", "B", "A B", "A", "B")
    found = names.different_names(random.Random(1), "ja", 200, me, foreign=0.2)
    foreign = sum(n.full.isascii() or not any(c > "\u3040" for c in n.full) for n in found)
    assert 20 < foreign < 65


def test_without_faker_there_is_one_clear_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "faker", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'tactful\[world\]'"):
        names.provider.__wrapped__("person", "en")


def test_importing_people_imports_no_faker() -> None:
    script = "import sys, tactful.world.people; sys.exit('faker' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
