"""Numbers are valid by checksum, of the ranges that belong to nobody, and follow their generator only."""

import random
import re
from collections.abc import Callable
from datetime import date, timedelta

import phonenumbers
import pytest
from hypothesis import given
from hypothesis import strategies as st
from phonenumbers import carrier
from stdnum import iban, imei, luhn
from stdnum.cn import ric, uscc
from stdnum.fr import nif, nir
from stdnum.iso7064 import mod_11_10
from stdnum.jp import cn, in_
from stdnum.kr import brn, rrn
from stdnum.ru import inn

from tactful.world.content import ids
from tactful.world.people.person import LANGUAGES

SEEDS = st.integers(0, 2**32)
OF_LANGUAGE = [
    ids.iban, ids.account_no, ids.phone, ids.national_id, ids.passport, ids.tax_id, ids.license_no, ids.plate,
]  # fmt: skip
PLAIN = [
    ids.card_number, ids.cvv, ids.imei, ids.serial, ids.ip, ids.mac, ids.secret_key, ids.password,
    ids.pin, ids.otp,
]  # fmt: skip


def _check(module: object, number: str) -> bool:
    number = number.replace(" ", "").replace("-", "")
    return bool(module.calc_check_digit(number[:-1]) == number[-1])  # type: ignore[attr-defined]


@given(SEEDS)
def test_checksums(seed: int) -> None:
    r = random.Random(seed)
    assert luhn.is_valid(ids.card_number(r).replace(" ", ""))
    assert imei.is_valid(ids.imei(r))
    assert all(iban.is_valid(ids.iban(r, lang)) for lang in ("en", "fr", "de"))
    assert _check(ric, ids.national_id(r, "zh"))
    assert _check(rrn, ids.national_id(r, "ko"))
    assert _check(uscc, ids.tax_id(r, "zh"))
    assert in_.is_valid(ids.national_id(r, "ja"))
    assert nir.is_valid(ids.national_id(r, "fr"))
    assert cn.is_valid(ids.tax_id(r, "ja")[1:])
    assert brn.is_valid(ids.tax_id(r, "ko"))
    assert inn.is_valid(ids.tax_id(r, "ru"))
    assert nif.is_valid(ids.tax_id(r, "fr"))
    german = ids.tax_id(r, "de").replace(" ", "")
    assert mod_11_10.is_valid(german)
    assert german.startswith("0")  # a test number of the tax office


@given(SEEDS)
def test_phones_without_an_operator(seed: int) -> None:
    assert ids.phone(random.Random(seed), "zh")[:3] == "154"
    assert ids.phone(random.Random(seed), "ja").removeprefix("+81 ").lstrip("0")[:4] in ("90-0", "70-0")
    assert ids.phone(random.Random(seed), "ko").removeprefix("+82 ").lstrip("0")[:4] in ("10-0", "10-1")
    russian = phonenumbers.parse(ids.phone(random.Random(seed), "ru"), "RU")
    assert carrier.name_for_number(russian, "en") == ""


@given(SEEDS)
def test_phones_for_fiction(seed: int) -> None:
    assert "555-01" in ids.phone(random.Random(seed), "en")
    assert ids.phone(random.Random(seed), "fr").removeprefix("+33 ").lstrip("0")[:7] in (
        "6 39 98", "1 99 00", "2 61 91", "4 65 71",
    )  # fmt: skip


@given(SEEDS)
def test_addresses_of_no_network(seed: int) -> None:
    import ipaddress

    assert not ipaddress.ip_address(ids.ip(random.Random(seed), local=False)).is_global
    assert ipaddress.ip_address(ids.ip(random.Random(seed), local=True)).is_private
    assert int(ids.mac(random.Random(seed))[:2], 16) & 3 == 2  # locally administered, not a group


@pytest.mark.parametrize(
    ("lang", "piece"), [("zh", "19910304"), ("ko", "910304-2"), ("fr", "2 91 03 00")], ids=["zh", "ko", "fr"]
)
def test_birth_in_personal_numbers(lang: str, piece: str) -> None:
    assert piece in ids.national_id(random.Random(5), lang, date(1991, 3, 4), female=True)


@pytest.mark.parametrize("make", OF_LANGUAGE)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_same_seed_same_number(make: Callable[[random.Random, str], str], lang: str) -> None:
    made = [make(random.Random(3), lang) for _ in range(2)]
    assert made[0] == made[1]
    assert len({make(random.Random(n), lang) for n in range(50)}) > 20
    assert not set("#@{%") & set(made[0])


@pytest.mark.parametrize("make", PLAIN)
def test_plain_numbers(make: Callable[[random.Random], str]) -> None:
    assert make(random.Random(3)) == make(random.Random(3))
    assert len({make(random.Random(n)) for n in range(50)}) > 20


BIRTHS = st.integers(0, 30000).map(lambda n: date(1935, 1, 1) + timedelta(days=n))


@given(SEEDS)
def test_cards_are_test_cards(seed: int) -> None:
    card = ids.card_number(random.Random(seed))
    plain = card.replace(" ", "")
    assert plain.startswith(ids.card_bins())
    assert len(plain) == (15 if plain.startswith("37") else 16)
    assert [len(group) for group in card.split(" ")] == ([4] * 4 if len(plain) == 16 else [4, 6, 5])


@given(SEEDS, st.sampled_from(["de", "fr"]))
def test_ibans_are_of_no_bank_and_hold_the_account(seed: int, lang: str) -> None:
    text = ids.iban(random.Random(seed), lang)
    plain = text.replace(" ", "")
    assert iban.is_valid(plain, check_country=True)
    assert plain[4:].startswith("00" if lang == "fr" else "9")
    assert len(ids.account_in(text)) == (11 if lang == "fr" else 10)
    assert ids.account_in(text) in plain
    if lang == "fr":  # the RIB's own check: with its key the number is divisible by 97
        total = 89 * int(plain[4:9]) + 15 * int(plain[9:14]) + 3 * int(plain[14:25]) + int(plain[25:])
        assert total % 97 == 0


@pytest.mark.parametrize(("lang", "region"), [("zh", "CN"), ("ja", "JP"), ("ko", "KR")])
def test_prefixes_without_a_carrier(lang: str, region: str) -> None:
    """Where no range is reserved, the plan of numbers has nobody there (of ko the library checks none)."""
    found = {
        phonenumbers.is_valid_number(phonenumbers.parse(ids.phone(random.Random(n), lang), region))
        for n in range(60)
    }
    assert found == ({True} if lang == "ko" else {False})


@given(SEEDS, BIRTHS, st.booleans())
def test_personal_numbers_of_areas_that_are_not_issued(seed: int, born: date, female: bool) -> None:
    made = {lang: ids.national_id(random.Random(seed), lang, born, female) for lang in LANGUAGES}
    assert re.fullmatch(r"9\d\d-[0-4]\d-\d{4}", made["en"])
    assert made["zh"].startswith("99")
    assert ric.get_birth_date(made["zh"]) == born
    assert int(made["zh"][16]) % 2 == (not female)
    assert made["ja"].startswith("9999")
    assert rrn.get_birth_date(made["ko"]) == born
    assert int(made["ko"][8:10]) > 96
    assert nir.compact(made["fr"])[5:7] == "00"
    assert int(made["fr"][0]) == 1 + female
    assert made["ru"].startswith("9")
    assert made["de"].startswith("X000")
    assert made["de"][-1] == str(ids.icao_digit(made["de"][:-1]))


@given(SEEDS)
def test_snils_sum(seed: int) -> None:
    plain = re.sub(r"\D", "", ids.national_id(random.Random(seed), "ru"))
    total = sum(int(d) * w for d, w in zip(plain[:9], range(9, 0, -1), strict=True))
    assert int(plain[9:]) == total % 101 % 100


def test_icao_digit_of_the_specimen() -> None:
    """ICAO Doc 9303, part 3, section 4.9: the worked example 520727 gives 3."""
    assert ids.icao_digit("520727") == 3


PLATES = {
    "en": r".*00.*", "zh": r".I·[A-Z]\d{4}", "ja": r".+ 3\d\d [おしへん] \d\d-\d\d", "ko": r"0\d\d. \d{4}",
    "fr": r"(I.|..)-\d{3}-(O.|.U|..)", "ru": r".\d{3}.. 00", "de": r"[A-Z]{2}-[A-Z]{2} \d{2,4}",
}  # fmt: skip


@given(SEEDS, st.sampled_from(LANGUAGES))
def test_plates_are_not_issued(seed: int, lang: str) -> None:
    plate = ids.plate(random.Random(seed), lang)
    assert re.fullmatch(PLATES[lang], plate)
    if lang == "fr":
        assert set("IOU") & set(plate)


@given(SEEDS, st.sampled_from(LANGUAGES))
def test_other_papers_have_their_shape(seed: int, lang: str) -> None:
    for make in (ids.passport, ids.license_no, ids.plate, ids.account_no):
        text = make(random.Random(seed), lang)
        assert text == text.strip()
        assert sum(c.isdigit() for c in text) >= 2
        assert len(text) <= 24


@given(SEEDS)
def test_references(seed: int) -> None:
    assert re.fullmatch(r"(?=.*\d)[A-Z0-9]{6}", ids.booking_code(random.Random(seed)))
    assert re.fullmatch(r"NK-[1-9]\d{6}", ids.code(random.Random(seed), "NK", 7))
