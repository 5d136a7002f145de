"""Numbers that look real and belong to nobody: valid by checksum, from test, reserved or unassigned ranges.

Every function draws from the generator that it is given and nothing else. ``lang`` is one of LANGUAGES and
picks the country whose format is used (en: United States). Sources of the ranges stand beside them.
"""

from __future__ import annotations

import random
import string
from datetime import date
from itertools import pairwise

from stdnum import iban as _iban
from stdnum import luhn
from stdnum.cn import ric, uscc
from stdnum.fr import nif, nir
from stdnum.iso7064 import mod_11_10
from stdnum.jp import cn as jp_corporate
from stdnum.jp import in_ as jp_individual
from stdnum.kr import rrn
from stdnum.ru import inn

# Test ranges that payment processors publish for sandboxes; (prefix, length).
CARD_RANGES: tuple[tuple[str, int], ...] = (
    ("42424242", 16), ("40000000", 16), ("40000566", 16), ("40128888", 16), ("41111111", 16),
    ("55555555", 16), ("52008282", 16), ("51051051", 16), ("22230000", 16), ("60111111", 16),
    ("35660020", 16), ("62000000", 16), ("37828224", 15),
)  # fmt: skip

CARD_BINS = tuple(dict.fromkeys(prefix[:6] for prefix, _ in CARD_RANGES))
"""The first six digits of those ranges."""

# Phones: reserved for fiction where a country does that (NANP 555-01xx; ARCEP decision 2018-0881; the
# Bundesnetzagentur's "Drama" numbers), else prefixes that no operator has been given.
_PHONES: dict[str, tuple[str, ...]] = {
    "en": ("+1 {npa}-555-01##", "({npa}) 555-01##", "{npa}-555-01##"),
    "zh": ("154 #### ####", "154########", "154-####-####"),
    "ja": ("090-0###-####", "070-0###-####", "+81 90-0###-####"),
    "ko": ("010-0###-####", "010-1###-####", "+82 10-0###-####"),
    "fr": ("06 39 98 ## ##", "01 99 00 ## ##", "02 61 91 ## ##", "04 65 71 ## ##", "+33 6 39 98 ## ##"),
    "ru": ("+7 935 ###-##-##", "8 (972) ###-##-##", "+7 (975) ###-##-##", "8 973 ### ## ##"),
    "de": (
        "0171 39200##", "030 23125###", "069 90009###", "040 66969###", "0176 040690##", "+49 171 39200##",
    ),
}  # fmt: skip
_AREAS = ("202", "212", "303", "312", "404", "415", "503", "512", "602", "617", "702", "713", "816", "919")
# RFC 5737: for documentation only.
_DOC_NETS = ("192.0.2", "198.51.100", "203.0.113")
_HEX = "0123456789abcdef"
_PLAIN = string.ascii_uppercase.replace("I", "").replace("O", "").replace("Q", "")
_CYRILLIC = "АВЕКМНОРСТУХ"  # the letters that Russian plates use


def digits(rng: random.Random, pattern: str) -> str:
    """``pattern`` with ``#`` as digits, ``@`` as capital letters (without I, O, Q), ``%`` as hex digits."""
    out = []
    for sign in pattern:
        if sign == "#":
            out.append(str(rng.randrange(10)))
        elif sign == "@":
            out.append(rng.choice(_PLAIN))
        elif sign == "%":
            out.append(rng.choice(_HEX))
        else:
            out.append(sign)
    return "".join(out)


def card_number(rng: random.Random, spaced: bool = True) -> str:
    """A payment card's number with a valid Luhn digit from a published sandbox range, in groups of four."""
    prefix, length = rng.choice(CARD_RANGES)
    body = digits(rng, prefix + "#" * (length - 1 - len(prefix)))
    number = body + luhn.calc_check_digit(body)
    if not spaced:
        return number
    if length == 15:
        return f"{number[:4]} {number[4:10]} {number[10:]}"
    return " ".join(number[i : i + 4] for i in range(0, length, 4))


def cvv(rng: random.Random) -> str:
    """A card's verification number, three digits."""
    return digits(rng, "###")


def iban(rng: random.Random, lang: str, spaced: bool = True) -> str:
    """An IBAN with valid check digits (en: GB, fr: FR, de: DE); elsewhere the country's `account_no`.

    The bank codes are not assigned: German ones never start with 9, French 00xxx is unused, TEST is no bank.
    """
    if lang == "de":
        country, body = "DE", digits(rng, "9#################")
    elif lang == "fr":
        bank, branch, account = digits(rng, "00###"), digits(rng, "#####"), digits(rng, "###########")
        # The national key (clé RIB) over bank, branch and account.
        key = 97 - (89 * int(bank) + 15 * int(branch) + 3 * int(account)) % 97
        country, body = "FR", f"{bank}{branch}{account}{key:02d}"
    elif lang == "en":
        country, body = "GB", digits(rng, "TEST" + "#" * 14)
    else:
        return account_no(rng, lang)
    number = country + _iban.calc_check_digits(country + "00" + body) + body
    return " ".join(number[i : i + 4] for i in range(0, len(number), 4)) if spaced else number


def account_in(iban_text: str) -> str:
    """The account's number that a German or French IBAN holds."""
    plain = iban_text.replace(" ", "")
    return plain[14:25] if plain.startswith("FR") else plain[12:]


def account_no(rng: random.Random, lang: str) -> str:
    """A bank account's number in the form of the country."""
    patterns = {
        "en": ("000#######", "0000 #### ####"),
        "zh": ("6200 0000 #### #### ###", "6200000##########"),
        "ja": ("普通 #######", "000-#######"),
        "ko": ("000-##-######", "000-######-##-###"),
        "fr": ("000########", "000#### ####"),
        "ru": ("40817810#0000#######",),
        "de": ("000#######", "00# ### ####"),
    }
    return digits(rng, rng.choice(patterns[lang]))


def imei(rng: random.Random) -> str:
    """An IMEI with a valid check digit; its type code 00499901 is the GSMA's test range."""
    body = digits(rng, "00499901######")
    return body + luhn.calc_check_digit(body)


def serial(rng: random.Random) -> str:
    """A device's serial number."""
    return digits(
        rng, rng.choice(("@#@@####@@#@", "SN-########", "@@@#######@", "R##@###@@@@", "####-@@##-####"))
    )


def phone(rng: random.Random, lang: str) -> str:
    """A phone number from a range kept for fiction, or not assigned, in one of the usual spellings."""
    pattern = rng.choice(_PHONES[lang])
    return digits(rng, pattern.replace("{npa}", rng.choice(_AREAS)))


def ip(rng: random.Random, local: bool | None = None) -> str:
    """An address: of a home network (``local``), or of the documentation ranges (RFC 5737, RFC 3849)."""
    if local is None:
        local = rng.random() < 0.5
    if local:
        head = rng.choice(("192.168.0.", "192.168.1.", "192.168.178.", "10.0.0.", "10.12.", "172.16."))
        return head + (f"{rng.randrange(256)}." if head.count(".") == 2 else "") + str(rng.randrange(2, 254))
    if rng.random() < 0.2:
        return digits(rng, "2001:db8:") + ":".join(f"{rng.randrange(1, 65536):x}" for _ in range(3)) + "::1"
    return f"{rng.choice(_DOC_NETS)}.{rng.randrange(1, 255)}"


def mac(rng: random.Random) -> str:
    """A MAC address with the "locally administered" bit set, so no maker's device has it."""
    octets = [rng.choice((0x02, 0x06, 0x0A, 0x0E)) | rng.randrange(16) << 4]
    octets += [rng.randrange(256) for _ in range(5)]
    text = rng.choice((":", "-", ":")).join(f"{o:02x}" for o in octets)
    return text.upper() if rng.random() < 0.6 else text


def national_id(rng: random.Random, lang: str, born: date | None = None, female: bool | None = None) -> str:
    """The country's personal number, valid by checksum, from ranges that are not issued where there are such.

    en: SSN of the never issued areas 9xx with a group below 50; zh: resident identity with area 99xxxx; ja: a
    12-digit individual number starting with 9999; ko: resident number of the unused region 97-99; fr: NIR of
    department 00; ru: SNILS starting with 9; de: identity card number of the unused authority X000.
    """
    born = born or date(rng.randrange(1950, 2006), rng.randrange(1, 13), rng.randrange(1, 29))
    female = rng.random() < 0.5 if female is None else female
    if lang == "en":
        return f"9{rng.randrange(100):02d}-{rng.randrange(1, 50):02d}-{rng.randrange(1, 10000):04d}"
    if lang == "zh":
        order = rng.randrange(1, 500) * 2 - (0 if female else 1)
        body = f"99{rng.randrange(1, 30):02d}{rng.randrange(1, 30):02d}{born:%Y%m%d}{order:03d}"
        return body + ric.calc_check_digit(body)
    if lang == "ja":
        body = digits(rng, "9999#######")
        number = body + jp_individual.calc_check_digit(body)
        return f"{number[:4]} {number[4:8]} {number[8:]}"
    if lang == "ko":
        sex = (4 if female else 3) if born.year >= 2000 else (2 if female else 1)
        body = f"{born:%y%m%d}{sex}{rng.randrange(97, 100)}" + digits(rng, "###")
        number = body + rrn.calc_check_digit(body)
        return f"{number[:6]}-{number[6:]}"
    if lang == "fr":
        body = f"{2 if female else 1}{born:%y%m}00" + digits(rng, "######")
        number = body + nir.calc_check_digits(body)
        return " ".join(number[a:b] for a, b in pairwise((0, 1, 3, 5, 7, 10, 13, 15)))
    if lang == "ru":
        return _snils(digits(rng, "9########"))
    return _document("X000" + digits(rng, "#####"))


def passport(rng: random.Random, lang: str) -> str:
    """A passport's number in the form of the country, from a start that is not issued where that is known."""
    if lang == "de":
        return _document("X000" + digits(rng, "@####"))
    patterns = {
        "en": "X########", "zh": "EX#######", "ja": "ZX#######", "ko": "M00######", "fr": "00XX#####",
        "ru": "00 ## ######",
    }  # fmt: skip
    return digits(rng, patterns[lang])


def tax_id(rng: random.Random, lang: str) -> str:
    """A tax number, valid by checksum where it has one.

    en: EIN of the unused prefix 00; zh: unified social credit code of area 990000; ja: registration T + 13;
    ko: business number 99...; fr: 13 digits starting with 39; ru: INN of region 00; de: the tax office's test
    numbers, which start with 0.
    """
    if lang == "en":
        return digits(rng, "00-#######")
    if lang == "zh":
        body = digits(rng, "92990000MA#######")
        return body + str(uscc.calc_check_digit(body))
    if lang == "ja":
        body = digits(rng, "99##########")
        return "T" + jp_corporate.calc_check_digit(body) + body
    if lang == "ko":
        body = digits(rng, "99#1#10##")
        weights = (1, 3, 7, 1, 3, 7, 1, 3, 5)
        total = sum(w * int(d) for w, d in zip(weights, body, strict=True)) + int(body[-1]) * 5 // 10
        number = body + str((10 - total % 10) % 10)
        return f"{number[:3]}-{number[3:5]}-{number[5:]}"
    if lang == "fr":
        body = digits(rng, "39########")
        return str(nif.format(body + nif.calc_check_digits(body)))
    if lang == "ru":
        body = digits(rng, "00########")
        return body + inn.calc_personal_check_digits(body)
    return _german_tax(rng)


def license_no(rng: random.Random, lang: str) -> str:
    """A driving licence's number in a form that the country uses."""
    patterns = {
        "en": ("X#######", "X###-####-####"), "zh": ("99############",), "ja": ("00##########",),
        "ko": ("99-##-######-##",), "fr": ("00XX#####",), "ru": ("00 ## ######",), "de": ("X00########",),
    }  # fmt: skip
    return digits(rng, rng.choice(patterns[lang]))


def plate(rng: random.Random, lang: str) -> str:
    """A vehicle's plate in the country's form, with a letter, a region or a number that is not issued.

    en: three zeros; zh: office I; ja: the kana that are left out; ko: numbers below 100; fr: the letters I, O
    and U; ru: region 00; de: towns that are none.
    """
    if lang == "zh":
        return rng.choice("京沪粤浙苏川鄂湘鲁豫闽津渝") + digits(rng, "I·@####")
    if lang == "ja":
        place = rng.choice(
            ("品川", "練馬", "横浜", "名古屋", "なにわ", "京都", "神戸", "札幌", "福岡", "仙台")
        )
        return f"{place} {digits(rng, '3##')} {rng.choice('おしへん')} {digits(rng, '##-##')}"
    if lang == "ko":
        return digits(rng, "0##") + rng.choice("가나다라마거너더러") + digits(rng, " ####")
    if lang == "fr":
        return digits(rng, rng.choice(("@@-###-O@", "I@-###-@@", "@@-###-@U")))
    if lang == "ru":
        first, second, third = (rng.choice(_CYRILLIC) for _ in range(3))
        return f"{first}{digits(rng, '###')}{second}{third} 00"
    if lang == "de":
        town = rng.choice(("XX", "XY", "QX", "JJ", "YQ", "XA", "QQ", "JX", "YX", "XJ"))
        return f"{town}-{digits(rng, '@@')} {rng.randrange(10, 10000)}"
    return digits(rng, rng.choice(("000-@@@#", "@@@-000#", "000 @@@", "@@0 00##")))


def secret_key(rng: random.Random) -> str:
    """An API key or token; the prefixes are nobody's."""
    letters = string.ascii_letters + string.digits
    head, size = rng.choice((("key_live_", 24), ("tok_", 28), ("sec-", 32), ("pk_test_", 24), ("xapi-", 30)))
    return head + "".join(rng.choice(letters) for _ in range(size))


_WORDS = tuple(
    w
    for line in (
        "river coffee tiger summer window guitar pepper rocket maple ocean harbor lantern copper willow",
        "pebble falcon saffron juniper cobalt meadow quartz thistle ember cedar marble poppy raven velvet",
        "orchid tundra violet walnut zephyr",
    )
    for w in line.split()
)

_JOINTS, _SIGNS = ("", "-", "_", ".", "+"), "!?#$%&*"


def password(rng: random.Random) -> str:
    """A password as people choose them (two words, a number, a sign) or as a manager makes them."""
    if rng.random() < 0.7:
        first, second = (word.capitalize() for word in rng.sample(_WORDS, 2))
        return f"{first}{rng.choice(_JOINTS)}{second}{rng.randrange(10, 9999)}{rng.choice(_SIGNS)}"
    signs = string.ascii_letters + string.digits + "!#$%&*+-?_"
    return "".join(rng.choice(signs) for _ in range(rng.randrange(10, 17)))


def pin(rng: random.Random) -> str:
    """Four to six digits."""
    return digits(rng, rng.choice(("####", "####", "######")))


def otp(rng: random.Random) -> str:
    """A one-time code: mostly six digits."""
    return digits(rng, rng.choice(("######", "######", "######", "####", "###-###", "### ###", "@-######")))


def icao_digit(text: str) -> int:
    """The check digit of ICAO Doc 9303: weights 7, 3, 1 over digits and letters (A is 10)."""
    return sum(int(sign, 36) * (7, 3, 1)[i % 3] for i, sign in enumerate(text)) % 10


def _document(body: str) -> str:
    """A German document's number: nine signs and their check digit."""
    return body + str(icao_digit(body))


def _snils(body: str) -> str:
    check = sum(int(d) * (9 - i) for i, d in enumerate(body)) % 101 % 100
    return f"{body[:3]}-{body[3:6]}-{body[6:]} {check:02d}"


def _german_tax(rng: random.Random) -> str:
    """A tax id: ten digits of which exactly one occurs twice, and the check digit of ISO 7064 mod 11,10."""
    rest = rng.sample("123456789", 8)
    rest.insert(rng.randint(1, 8), rest[0])
    body = "0" + "".join(rest)
    number = body + str(mod_11_10.calc_check_digit(body))
    return f"{number[:2]} {number[2:5]} {number[5:8]} {number[8:]}"


def code(rng: random.Random, prefix: str, count: int) -> str:
    """A reference such as ``NK-40331822``: ``count`` digits, the first not zero."""
    return f"{prefix}-{rng.randint(10 ** (count - 1), 10**count - 1)}"


def booking_code(rng: random.Random) -> str:
    """Six letters and digits, as airlines give; always with a digit."""
    return digits(rng, rng.choice(("@@@#@@", "@#@@##", "@@@##@")))
