"""Every kind gives a value of its type in every language; roles, parts, records and repeats hold."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.errors import InputError
from tactful.world.content import words
from tactful.world.content.kinds import KINDS, MAIL_GROUPS, Ctx, Kind, extended, has_kind
from tactful.world.content.make import make
from tactful.world.content.makers import MAKERS
from tactful.world.people.person import LANGUAGES, Person, Record
from tactful.world.values import Value

NOW = datetime(2026, 4, 18, 10, 32)
NAMES = sorted(KINDS)
ALL = st.tuples(st.sampled_from(NAMES), st.sampled_from(LANGUAGES), st.integers(0, 2**32))


def languages_of(kind: Kind) -> tuple[str, ...]:
    """The languages that have words of their own; kinds made by code have all."""
    if kind.words is not None:
        return tuple(lang for lang in LANGUAGES if kind.words.get(lang))
    if kind.name in MAKERS or words.blocks("all").get(kind.block):
        return LANGUAGES
    names = [kind.block] if kind.block != "mail" else [f"mail_{group}" for group in MAIL_GROUPS]
    return tuple(lang for lang in LANGUAGES if all(words.blocks(lang).get(name) for name in names))


SENSITIVE = ("health", "religion", "politics", "sexuality")


def _ctx(seed: int = 1, lang: str = "en", **more: object) -> Ctx:
    return Ctx(random.Random(seed), lang, NOW, "k/1", **more)  # type: ignore[arg-type]


def _inner(value: Value) -> Iterator[Value]:
    for part in value.parts:
        if isinstance(part, Value):
            yield part
            yield from _inner(part)


def _person() -> Person:
    records = tuple(
        Record(str(n), {"name": Value(f"Ann B{n}", "person", f"contact/{n}/name"),
                        "first": Value(f"Ann{n}", "person", f"contact/{n}/first")})
        for n in range(5)
    )  # fmt: skip
    facts = {"name": Value("Me Myself", "person", "me/name"), "first": Value("Me", "person", "me/first")}
    return Person("p", 1, 0, "en", NOW, facts, {"contacts": records})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_in_every_language(lang: str) -> None:
    for kind, entry in KINDS.items():
        value = make(kind, _ctx(lang=lang))
        assert value.text.strip(), kind
        assert value.type in (entry.type, *SENSITIVE), kind  # a line may be marked
        assert value.entity.startswith("k/1"), kind
        assert value.public == entry.public, kind
        assert "{" not in value.text or kind == "code_line", kind


@pytest.mark.parametrize(
    ("kind", "least", "most"), [("fare", 45, 900), ("room_price", 55, 420), ("small_price", 1, 30)]
)
def test_prices_are_those_of_what_is_sold(kind: str, least: int, most: int) -> None:
    for seed in range(60):
        sum_ = float(make(kind, _ctx(seed)).text.strip("$").replace(",", ""))
        assert 0.9 * least <= sum_ <= 1.1 * most


@given(ALL)
def test_repeats_and_joins(case: tuple[str, str, int]) -> None:
    kind, lang, seed = case
    value = make(kind, _ctx(seed, lang))
    assert value == make(kind, _ctx(seed, lang))
    assert not value.parts or "".join(str(part) for part in value.parts) == value.text


@given(ALL)
def test_public_is_public_throughout(case: tuple[str, str, int]) -> None:
    kind, lang, seed = case
    value = make(kind, _ctx(seed, lang, public=True, person=_person()))
    assert value.public
    assert all(part.public for part in _inner(value))
    # A public text never shows a contact's or the person's own value.
    assert not any(part.entity.startswith(("contact/", "me/")) for part in _inner(value))


@given(ALL)
def test_private_sentences_hold_no_public_parts(case: tuple[str, str, int]) -> None:
    kind, lang, seed = case
    if not KINDS[kind].public:
        assert not any(part.public for part in _inner(make(kind, _ctx(seed, lang))))


@given(ALL)
def test_only_example_domains(case: tuple[str, str, int]) -> None:
    kind, lang, seed = case
    text = make(kind, _ctx(seed, lang)).text
    for host in re.findall(r"(?:https?://|(?<=[a-z0-9])@)((?:[a-z0-9-]+\.)+[a-z]+)", text):
        assert re.search(r"(^|\.)example\.(com|org|net)$|\.(example|test|invalid)$", host), host


@pytest.mark.parametrize("lang", [*LANGUAGES, "all"])
def test_lines_are_marked_with_sensitive_types(lang: str) -> None:
    marked = [words.marked(line) for rows in words.blocks(lang).values() for line in rows]
    assert {type for type, _ in marked} <= {"", *SENSITIVE}


# Each row: a list, words of it, and what they tell.
@pytest.mark.parametrize(
    ("kind", "lang", "says", "type"),
    [
        ("search_query", "en", "pregnancy week 12", "health"),
        ("search_query", "en", "gay bars", "sexuality"),
        ("search_query", "de", "12. Schwangerschaftswoche", "health"),
        ("search_query", "zh", "怀孕12周", "health"),
        ("search_query", "en", "mortgage calculator", "search"),
        ("page_visit", "en", "My appointments", "health"),
        ("event_title", "en", "Friday prayer", "religion"),
        ("transaction_party", "en", "Eastfield Pharmacy", "health"),
    ],
)
def test_a_line_about_something_sensitive_is_of_that_type(kind: str, lang: str, says: str, type: str) -> None:
    made = [make(kind, _ctx(seed, lang)) for seed in range(400)]
    found = [value for value in made if value.text.startswith(says)]
    assert found
    assert {(value.type, value.entity, value.public) for value in found} == {(type, "k/1", False)}
    assert not any(value.text.startswith("[") for value in made)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_day_until_comes_after_the_day_before(lang: str) -> None:
    for first in ("date_future", "date_past"):
        for seed in range(40):
            ctx = _ctx(seed, lang)
            make(first, ctx)
            since = ctx.row["line:day"].text
            assert make("date_until", ctx).type == "date"
            assert since < ctx.row["line:day"].text
            assert first == "date_future" or ctx.row["line:day"].text <= NOW.isoformat()


@pytest.mark.parametrize("lang", [*LANGUAGES, "all"])
def test_lines_name_known_slots_and_columns(lang: str) -> None:
    blocks_with_columns = {"news": 2, "article": 2, "wiki": 2, "qa": 2, "faqs": 2, "apps": 2, "repos": 2,
                           "forum": 2, "note": 2} | {f"mail_{g}": 2 for g in MAIL_GROUPS}  # fmt: skip
    for block, entries in words.blocks(lang).items():
        assert len(set(entries)) == len(entries), (block, [e for e in entries if entries.count(e) > 1])
        for line in entries:
            assert line.count(words.SEPARATOR) == blocks_with_columns.get(block, 1) - 1, (block, line)
            for piece in words.template(line):
                assert isinstance(piece, str) or piece.kind in KINDS, (block, line)
            assert not re.search(r"\{[^}]*$|^[^{]*\}", line) or block == "code_line", (block, line)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_of_one_s_own_for_most_kinds(lang: str) -> None:
    own = [kind for kind in KINDS.values() if lang in languages_of(kind)]
    assert len(own) > 0.97 * len(KINDS), sorted(set(KINDS) - {kind.name for kind in own})


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("block", "least"),
    [("message_line", 40), ("message_question", 19), ("todo", 38), ("event_title", 30), ("file_name", 38),
     ("ad_line", 25), ("product", 60), ("note", 26), ("news", 30), ("comment", 36), ("forum", 25),
     ("qa", 17), ("article", 18), ("song", 24), ("video_title", 30), ("shop", 15)],
)  # fmt: skip
def test_plenty_of_lines(lang: str, block: str, least: int) -> None:
    assert len(words.blocks(lang)[block]) >= least


def test_a_record_is_coherent() -> None:
    for seed in range(30):
        ctx = _ctx(seed)
        person, first, mail = (make(kind, ctx).text for kind in ("person", "first_name", "email"))
        assert person.startswith(first)
        local = mail.split("@")[0]
        assert first[0].lower() in local or person.split()[-1][0].lower() in local
    ctx = _ctx(3)
    question, answer = make("question", ctx), make("answer", ctx)
    rows = {row[0]: row[1] for row in words.columns("en", "qa")}
    assert rows.get(question.text, answer.text) == answer.text


@pytest.mark.parametrize("kind", ["headline", "question", "mail_subject", "note_body", "contact", "username"])
def test_the_same_kind_once_more_is_another(kind: str) -> None:
    ctx = _ctx(5, person=_person())
    assert len({make(kind, ctx).text for _ in range(12)}) > 2


@pytest.mark.parametrize("group", MAIL_GROUPS)
def test_a_mail_s_preview_is_how_it_begins(group: str) -> None:
    for seed in range(20):
        ctx = _ctx(seed)
        body, preview = make(f"mail_body_{group}", ctx), make(f"mail_preview_{group}", ctx)
        assert body.text.startswith(preview.text)
        assert (body.type, preview.type) == ("message", "preview")


def test_contacts_keep_their_own_values() -> None:
    seen = set()
    for seed in range(60):
        value = make("contact", _ctx(seed, person=_person()))
        seen.add(value.entity)
        line = make("message_line", _ctx(seed, person=_person()))
        for part in _inner(line):
            assert part.entity.startswith(("contact/", "me/", "k/1/"))
    assert seen == {f"contact/{n}/name" for n in range(5)}
    ctx = _ctx(4, person=_person())
    assert make("contact", ctx).entity.split("/")[1] == make("contact_first", ctx).entity.split("/")[1]


def test_a_slot_s_entity_and_role() -> None:
    kinds = extended(
        KINDS, {"line": {"type": "message", "words": {"en": ["{restaurant}, {city} or {city:2}"]}}}
    )
    value = make("line", _ctx(), kinds)
    place, city, other = _inner(value)
    assert (place.type, place.public, place.entity) == ("location", False, "k/1/restaurant")
    assert (city.entity, other.entity) == ("k/1/city", "k/1/city2")
    assert all(part.public for part in _inner(make("line", _ctx(public=True), kinds)))


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({"type": "nonsense", "words": {"en": ["a"]}}, "kinds.ward.type"),
        ({"type": "health", "words": {"de": ["a"]}}, "kinds.ward.words"),
        ({"type": "health", "words": {"xx": ["a"]}}, "kinds.ward.words"),
        ({"type": "health", "words": {"en": ["a"]}, "more": 1}, "kinds.ward"),
        ("Ward", "kinds.ward"),
    ],
)
def test_wrong_kinds_of_an_app(entry: object, field: str) -> None:
    with pytest.raises(InputError) as told:
        extended(KINDS, {"ward": entry}, file="hospital.yaml")
    assert told.value.field == field


def test_kinds_of_an_app() -> None:
    kinds = extended(KINDS, {"ward": {"type": "health", "words": {"en": ["Ward A"], "de": ["Station A"]}}})
    assert has_kind("ward", kinds)
    assert not has_kind("ward")
    assert make("ward", _ctx(lang="de"), kinds).text == "Station A"
    assert make("ward", _ctx(lang="fr"), kinds).text == "Ward A"
    assert languages_of(kinds["ward"]) == ("en", "de")
    with pytest.raises(InputError):
        extended(KINDS, {"city": {"type": "location", "words": {"en": ["x"]}}})
    with pytest.raises(InputError):
        make("ward", _ctx())


def test_no_real_brands() -> None:
    real = (
        "google apple amazon microsoft excel samsung huawei facebook visa mastercard paypal whatsapp wechat"
    )
    shown = "\n".join(
        line for lang in (*LANGUAGES, "all") for rows in words.blocks(lang).values() for line in rows
    )
    found = set(re.findall(r"[a-z]+", shown.lower())) & set(real.split())
    assert found <= {"apple", "visa"}, found  # the fruit, and what one applies for at an embassy


def _owner(lang: str = "en") -> Person:
    facts = {
        name: Value(f"own {name}", type, f"me/{name}")
        for name, type in {
            "name": "person", "first": "person", "iban": "bank", "account_no": "bank", "plate": "plate",
            "passport": "id_number", "patient_id": "id_number", "tax_id": "id_number", "diagnosis": "health",
            "medication": "health", "doctor": "health", "allergy": "health", "salary": "amount",
            "email": "email", "phone": "phone", "driver_license": "id_number",
        }.items()
    }  # fmt: skip
    return Person("p", 1, 0, lang, NOW, facts, {})


_LINES = {
    "mine": ["{iban} {plate} {passport} {medication} {doctor} {salary} {license_no}"],
    "other": ["{iban:2} {plate:2} {passport:2} {medication:2}"],
}


def _say(line: str, kind: str = "note_body", **more: object) -> Value:
    """``line`` as a sentence of ``kind``."""
    entry = replace(KINDS[kind], words={"en": tuple(_LINES[line]), "de": tuple(_LINES[line])})
    return make(kind, _ctx(**more), {**KINDS, kind: entry})  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["note_body", "todo", "mail_body", "mail_body_work", "document_line"])
def test_sentences_about_oneself_name_one_s_own(kind: str) -> None:
    value = _say("mine", kind, person=_owner("de"), lang="de")
    assert [part.entity for part in _inner(value)] == [
        f"me/{fact}"
        for fact in ("iban", "plate", "passport", "medication", "doctor", "salary", "driver_license")
    ]


def test_without_ibans_in_the_country_it_is_the_account() -> None:
    assert next(_inner(_say("mine", person=_owner()))).entity == "me/account_no"


@pytest.mark.parametrize(
    ("line", "kind", "more"),
    [
        ("other", "note_body", {}),
        ("mine", "message_line", {}),
        ("mine", "note_body", {"public": True}),
        ("mine", "note_body", {"row": {"person": Value("Bo Lee", "person", "crm/1/person")}}),
    ],
    ids=["another's", "whoever writes it", "public", "a row about somebody"],
)
def test_what_is_not_the_owner_s(line: str, kind: str, more: dict[str, object]) -> None:
    value = _say(line, kind, person=_owner(), **more)
    assert not [part.entity for part in _inner(value) if part.entity.startswith("me/")]


def test_a_name_in_the_subject_does_not_make_the_body_about_somebody() -> None:
    ctx = _ctx(person=_owner("de"), lang="de")
    kinds = {
        **KINDS,
        "mail_subject": replace(KINDS["mail_subject"], words={"de": ("Von {person}",), "en": ("x",)}),
        "mail_body": replace(KINDS["mail_body"], words={"de": ("Pass {passport}",), "en": ("x",)}),
    }
    assert not next(_inner(make("mail_subject", ctx, kinds))).entity.startswith("me/")
    assert next(_inner(make("mail_body", ctx, kinds))).entity == "me/passport"


@pytest.mark.parametrize("fact", ["email", "phone"])
def test_my_own_address_and_number(fact: str) -> None:
    assert make(f"me_{fact}", _ctx(person=_owner())).entity == f"me/{fact}"
    assert make(f"me_{fact}", _ctx(person=_owner(), public=True)).entity == "k/1"


MONTHLY = {"en": 12000, "zh": 40000, "ja": 800000, "ko": 8000000, "fr": 6000, "ru": 300000, "de": 6500}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sums_fit_what_they_are_for(lang: str) -> None:
    """Fees are small, refunds too, and whoever earns the least could pay the least rent."""
    sums = {
        kind: [int(re.sub(r"[.,]\d\d(?!\d)|\D", "", make(kind, _ctx(n, lang)).text)) for n in range(60)]
        for kind in ("fee", "refund", "bill", "rent", "salary", "savings", "budget")
    }
    assert max(sums["salary"]) < MONTHLY[lang]
    assert max(sums["fee"]) * 2 < min(sums["salary"])
    assert max(sums["refund"]) < min(sums["salary"])
    assert min(sums["rent"]) * 3 < max(sums["rent"]) * 2 < max(sums["salary"])
    assert min(sums["rent"]) < min(sums["salary"])


@given(ALL)
def test_spaces_are_plain(case: tuple[str, str, int]) -> None:
    kind, lang, seed = case
    assert not re.search("[\u00a0\u202f\u2009]", make(kind, _ctx(seed, lang)).text)
