"""The vault: one entity one pseudonym, no two values one pseudonym, nothing told by accident."""

from __future__ import annotations

import copy
import pickle
import re
import string
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes.painted import vault
from tactful.errors import VaultError
from tactful.protect import Vault, restore
from tactful.protect.entities import Inner
from tactful.protect.shapes import classes


@pytest.mark.parametrize(
    ("type", "one", "other"),
    [
        ("email", "ann@example.com", "ANN@Example.com"),
        ("email", "ann@example.com", "<ann@example.com>"),
        ("email", "ann@example.com", "ann@example.com,"),
        ("email", "ann@example.com", "(ann@example.com]."),
        ("email", "ann@example.com", "mailto:ann@example.com"),
        ("email", "ann@example.com", "<MAILTO:ann@example.com>;"),
        ("email", "ann@example.com", "ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ"),
        ("email", "ann@example.com", "＜ann@example.com＞，"),
        ("phone", "+1 202 555 0147", "+1 (202) 555-0147"),
        ("phone", "(202) 555-0147", "tel:202-555-0147"),
        ("phone", "202 555 0147", "[202 555 0147],"),
        ("phone", "202 555 0147", "２０２ ５５５ ０１４７"),
        ("url", "https://example.com/ann", "<https://example.com/ann>."),
        ("url", "https://example.com/ann", "example.com/ann/"),
        ("url", "http://www.example.com", "example.com"),
        ("username", "@ann_b", "ann_b"),
        ("username", "@ann_b", "(@ann_b)"),
        ("person", "Ann Lee", "ann  lee"),
        ("person", "Ann Lee", "“Ann Lee”"),
        ("person", "王小明", "「王小明」"),
        ("card", "4111 1111 1111 1111", "4111-1111-1111-1111"),
        ("otp", "482913", "482913."),
        ("message", "See you", "SEE YOU"),
    ],
)
def test_one_entity(type: str, one: str, other: str) -> None:
    keep = vault()
    keep.reserve([(one, type), (other, type)])
    assert len(keep) == 1
    assert keep.placeholder(one, type) == keep.placeholder(other, type)
    first, second = (
        "".join(ch for ch in keep.pseudonym(t, type).casefold() if ch.isalnum()) for t in (one, other)
    )
    for lead in ("mailto", "tel", "https", "http", "www"):
        first, second = first.removeprefix(lead), second.removeprefix(lead)
    import unicodedata

    assert unicodedata.normalize("NFKC", first) == unicodedata.normalize("NFKC", second)


@pytest.mark.parametrize(
    ("type", "one", "other"),
    [
        ("secret", "Abc123!x", "abc123!x"),
        ("secret", "abc123", "abc123."),
        ("username", "ann_b", "_ann_b_"),
        ("email", "ann@example.com", "ann1@example.com"),
        ("phone", "202 555 0147", "202 555 0148"),
        ("message", "See you", "See you!"),
    ],
)
def test_two_entities(type: str, one: str, other: str) -> None:
    keep = vault()
    assert keep.pseudonym(one, type) != keep.pseudonym(other, type)
    assert len(keep) == 2


def test_what_stands_around_a_value_is_shown_as_it_is() -> None:
    keep = vault()
    plain = keep.pseudonym("ann@example.com", "email")
    assert keep.pseudonym("<ann@example.com>,", "email") == f"<{plain}>,"
    assert keep.pseudonym("mailto:ann@example.com", "email") == f"mailto:{plain}"


@pytest.mark.parametrize("shown", ["<ann@example.com>", "mailto:ann@example.com", "(ann@example.com),"])
def test_the_bare_value_comes_back_although_only_a_bracketed_one_was_shown(shown: str) -> None:
    keep = vault()
    inside = keep.pseudonym(shown, "email").removeprefix("mailto:").strip("<>(),")
    assert restore(f"write to {inside}", keep) == "write to ann@example.com"
    assert restore(f"write to {keep.placeholder(shown, 'email')}", keep) == "write to ann@example.com"


def test_a_name_and_its_address_agree() -> None:
    keep = vault()
    first, last = keep.pseudonym("Ann Quill", "person").split()
    assert keep.pseudonym("ann.quill@example.com", "email").startswith(f"{first}.{last}@".lower())
    assert keep.pseudonym("Quill", "person") == last


def test_values_of_different_types() -> None:
    keep = vault()
    values = [
        ("ann@example.com", "email"),
        ("202 555 0147", "phone"),
        ("eve@example.com", "email"),
        ("日本", "odd type!"),
    ]
    shown = [keep.placeholder(*value) for value in values]
    assert [keep.placeholder(*value) for value in values] == shown
    assert len({each.rsplit("_", 1)[1] for each in shown}) == 4
    for each, label in zip(shown, ("EMAIL", "PHONE", "EMAIL", "ODD_TYPE"), strict=True):
        assert re.fullmatch(rf"{label}_[ACEFHKMNPRTXY34679]{{6}}", each)


def test_the_code_of_a_placeholder_comes_from_the_key_and_the_order_alone() -> None:
    def shown(key: bytes, *values: str) -> list[str]:
        keep = Vault(key)
        return [keep.placeholder(value, "email") for value in values]

    assert shown(b"k" * 16, "ann@example.com", "x") == shown(b"k" * 16, "eve@another.net", "yy")
    assert not set(shown(b"k" * 16, "a@b.de", "x")) & set(shown(b"l" * 16, "a@b.de", "x"))


def test_no_two_values_share_a_pseudonym_even_where_few_are_left() -> None:
    keep = vault()
    values = [str(number) for number in range(10)] + [f"{number:02}" for number in range(100)]
    shown = [keep.pseudonym(value, "amount") for value in values]
    assert len(set(shown)) == len(values)


def test_a_later_value_that_equals_a_pseudonym() -> None:
    keep = vault()
    issued = keep.pseudonym("Ann Quill", "person")
    second = keep.pseudonym(issued, "person")
    assert second != issued
    assert restore(issued, keep) == "Ann Quill"
    assert restore(second, keep) == issued


def test_a_pseudonym_equal_to_what_stands_readable_is_refused() -> None:
    from tactful.errors import AmbiguousPlaceholderError

    keep = vault()
    issued = keep.pseudonym("Ann Quill", "person")
    keep.expose([issued])
    with pytest.raises(AmbiguousPlaceholderError) as caught:
        restore(issued, keep)
    assert "Ann" not in str(caught.value)


VALUES = st.text(st.sampled_from(string.ascii_letters + string.digits + "王李가나БГあア .@-😀é"), max_size=16)
TYPES = st.sampled_from(["person", "email", "phone", "message", "secret", "url", "username"])


@settings(max_examples=60)
@given(found=st.lists(st.tuples(VALUES, TYPES), max_size=8))
def test_length_and_classes_stay(found: list[tuple[str, str]]) -> None:
    keep = vault()
    for text, type in found:
        shown = keep.pseudonym(text, type)
        assert shown == keep.pseudonym(text, type)
        visible = [kind for kind in classes(text) if kind.script != "dropped"]
        assert len(shown) >= len(visible)  # one more only where every pseudonym of a shape is taken


def test_nothing_shows_in_repr_and_errors() -> None:
    keep = vault()
    keep.pseudonym("Ann Quill", "person")
    texts = [repr(keep), str(keep), repr(keep.entries()), repr(Inner), repr(vars(type(keep)))]
    assert repr(keep) == "<Vault of 1 values>"
    assert "Quill" not in "".join(texts)


@pytest.mark.parametrize("act", [pickle.dumps, copy.copy, copy.deepcopy])
def test_pickling_is_refused(act: object) -> None:
    with pytest.raises(VaultError, match="save"):
        act(vault())  # type: ignore[operator]


def test_a_short_key() -> None:
    with pytest.raises(VaultError, match="16 bytes"):
        Vault(b"short")


def test_keys_are_random_unless_given() -> None:
    assert Vault().pseudonym("ann@example.com", "email") != Vault().pseudonym("ann@example.com", "email")


def test_threads_agree() -> None:
    values = [(f"user{i % 20}@example.com", "email") for i in range(200)]
    keep, alone = vault(), vault()
    keep.reserve(values)
    alone.reserve(values)
    with ThreadPoolExecutor(8) as pool:
        shown = list(pool.map(lambda value: keep.pseudonym(*value), values))
    assert shown == [alone.pseudonym(*value) for value in values]
    assert len(keep) == 20


def test_threads_ask_once_for_a_rewriting() -> None:
    import threading

    keep, asked, start = vault(), [], threading.Barrier(6)

    def make() -> str:
        asked.append(1)
        return "Eve Roe"

    def go(_: int) -> tuple[str, str]:
        start.wait(60)
        return keep.rewritten("Ann Lee", "person", make)

    with ThreadPoolExecutor(6) as pool:
        assert set(pool.map(go, range(6))) == {("Eve Roe", "")}
    assert len(asked) == 1


def test_a_rewriting_that_is_somebody_else_is_not_taken() -> None:
    keep = vault()
    keep.pseudonym("Eve Roe", "person")
    shown, note = keep.rewritten("Ann Lee", "person", lambda: "Eve Roe")
    assert shown != "Eve Roe"
    assert "replaced by shape" in note


def test_an_entity_inside_a_text_keeps_its_pseudonym() -> None:
    keep = vault()
    mail = keep.pseudonym("ann@example.com", "email")
    text = "please write to <ann@example.com> today"
    shown = keep.pseudonym(text, "message", [Inner("<ann@example.com>", "email")])
    assert f"<{mail}>" in shown
    assert "please" not in shown
    starred = keep.pseudonym(
        "call ann@example.com now", "message", [Inner("ann@example.com", "email", "****")]
    )
    assert "****" in starred
    assert mail not in starred


def test_an_entity_is_not_looked_for_inside_other_words() -> None:
    keep = vault()
    name = keep.pseudonym("Ann", "person")
    shown = keep.pseudonym("Annual note of Ann", "message", [Inner("Ann", "person")])
    assert shown.endswith(f" {name}")
    assert not shown.startswith(name)
