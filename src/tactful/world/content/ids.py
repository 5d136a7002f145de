"""Numbers that look real and belong to nobody: valid by checksum, from test, reserved or unassigned ranges.

Every function draws from the generator that it is given and nothing else. ``lang`` is one of LANGUAGES and
picks the country whose format is used (en: United States). The forms stand in ``data/ids.yaml``.
"""

from __future__ import annotations

import random
import string
from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from typing import Any

from stdnum import iban as _iban
from stdnum import luhn
from stdnum.cn import ric, uscc
from stdnum.fr import nif, nir
from stdnum.iso7064 import mod_11_10
from stdnum.jp import cn as jp_corporate
from stdnum.jp import in_ as jp_individual
from stdnum.kr import rrn
from stdnum.ru import inn

from tactful.world.content.words import load

# RFC 5737: for documentation only.
_DOC_NETS = ("192.0.2", "198.51.100", "203.0.113")
_LETTERS = string.ascii_uppercase.replace("I", "").replace("O", "").replace("Q", "")


def _forms(name: str) -> Any:
    return load("ids")[name]


def digits(rng: random.Random, pattern: str) -> str:
    """``pattern`` with ``#`` as digits, ``@`` as capital letters (without I, O, Q), ``%`` as hex digits."""
    out = []
    for sign in pattern:
        if sign == "#":
            out.append(str(rng.randrange(10)))
        elif sign in "@%":
            out.append(rng.choice(_LETTERS if sign == "@" else "0123456789abcdef"))
        else:
            out.append(sign)
    return "".join(out)


def _cut(text: str, *ends: int, sign: str = " ") -> str:
    """The text in groups that end at these places."""
    return sign.join(text[a:b] for a, b in pairwise((0, *ends, len(text))))


# -- money -------------------------------------------------------------------------------------


def card_bins() -> tuple[str, ...]:
    """The first six digits of the sandbox ranges that `card_number` draws from."""
    return tuple(dict.fromkeys(prefix[:6] for prefix in _forms("cards")))


def card_number(rng: random.Random) -> str:
    """A payment card's number with a valid Luhn digit from a published sandbox range, in groups of four."""
    prefix = rng.choice(_forms("cards"))
    amex = prefix.startswith("37")
    body = digits(rng, prefix + "#" * (6 if amex else 7))
    return _cut(body + luhn.calc_check_digit(body), *((4, 10) if amex else (4, 8, 12)))


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
    return _cut(number, *range(4, len(number), 4)) if spaced else number


def account_in(iban_text: str) -> str:
    """The account's number that a German or French IBAN holds."""
    plain = iban_text.replace(" ", "")
    return plain[14:25] if plain.startswith("FR") else plain[12:]


def account_no(rng: random.Random, lang: str) -> str:
    """A bank account's number in the form of the country."""
    return digits(rng, rng.choice(_forms("accounts")[lang]))


# -- devices and networks ----------------------------------------------------------------------


def imei(rng: random.Random) -> str:
    """An IMEI with a valid check digit; its type code 00499901 is the GSMA's test range."""
    body = digits(rng, "00499901######")
    return body + luhn.calc_check_digit(body)


def serial(rng: random.Random) -> str:
    """A device's serial number."""
    return digits(rng, rng.choice(_forms("serials")))


def phone(rng: random.Random, lang: str) -> str:
    """A phone number from a range kept for fiction, or not assigned, in one of the usual spellings."""
    pattern = rng.choice(_forms("phones")[lang])
    return digits(rng, pattern.replace("{npa}", rng.choice(_forms("areas"))))


def ip(rng: random.Random, local: bool | None = None) -> str:
    """An address: of a home network (``local``), or of the documentation ranges (RFC 5737, RFC 3849)."""
    if local is None:
        local = rng.random() < 0.5
    if local:
        head = rng.choice(("192.168.0.", "192.168.1.", "192.168.178.", "10.0.0.", "10.12.", "172.16."))
        return head + (f"{rng.randrange(256)}." if head.count(".") == 2 else "") + str(rng.randrange(2, 254))
    if rng.random() < 0.2:
        return "2001:db8:" + ":".join(f"{rng.randrange(1, 65536):x}" for _ in range(3)) + "::1"
    return f"{rng.choice(_DOC_NETS)}.{rng.randrange(1, 255)}"


def mac(rng: random.Random) -> str:
    """A MAC address with the "locally administered" bit set, so no maker's device has it."""
    octets = [rng.choice((0x02, 0x06, 0x0A, 0x0E)) | rng.randrange(16) << 4]
    octets += [rng.randrange(256) for _ in range(5)]
    text = rng.choice((":", "-", ":")).join(f"{o:02x}" for o in octets)
    return text.upper() if rng.random() < 0.6 else text


# -- people and firms --------------------------------------------------------------------------


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
        return _cut(body + jp_individual.calc_check_digit(body), 4, 8)
    if lang == "ko":
        sex = (4 if female else 3) if born.year >= 2000 else (2 if female else 1)
        body = f"{born:%y%m%d}{sex}{rng.randrange(97, 100)}" + digits(rng, "###")
        return _cut(body + rrn.calc_check_digit(body), 6, sign="-")
    if lang == "fr":
        body = f"{2 if female else 1}{born:%y%m}00" + digits(rng, "######")
        return _cut(body + nir.calc_check_digits(body), 1, 3, 5, 7, 10, 13)
    if lang == "ru":
        body = digits(rng, "9########")
        check = sum(int(d) * (9 - i) for i, d in enumerate(body)) % 101 % 100
        return f"{_cut(body, 3, 6, sign='-')} {check:02d}"
    return _document("X000" + digits(rng, "#####"))


def passport(rng: random.Random, lang: str) -> str:
    """A passport's number in the form of the country, from a start that is not issued where that is known."""
    if lang == "de":
        return _document("X000" + digits(rng, "@####"))
    return digits(rng, _forms("passports")[lang])


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
        return _cut(f"{body}{(10 - total % 10) % 10}", 3, 5, sign="-")
    if lang == "fr":
        body = digits(rng, "39########")
        return str(nif.format(body + nif.calc_check_digits(body)))
    if lang == "ru":
        body = digits(rng, "00########")
        return body + inn.calc_personal_check_digits(body)
    # Ten digits of which exactly one occurs twice, and the check digit of ISO 7064 mod 11,10.
    rest = rng.sample("123456789", 8)
    rest.insert(rng.randint(1, 8), rest[0])
    body = "0" + "".join(rest)
    return _cut(f"{body}{mod_11_10.calc_check_digit(body)}", 2, 5, 8)


def license_no(rng: random.Random, lang: str) -> str:
    """A driving licence's number in a form that the country uses."""
    return digits(rng, rng.choice(_forms("licenses")[lang]))


def plate(rng: random.Random, lang: str) -> str:
    """A vehicle's plate in the country's form, with a part that is not issued."""
    forms: Sequence[str] = _forms("plates")[lang]
    if lang == "zh":
        return rng.choice(forms) + digits(rng, "I·@####")
    if lang == "ja":
        kana = _forms("plates")["ja_kana"]
        return f"{rng.choice(forms)} {digits(rng, '3##')} {rng.choice(kana)} {digits(rng, '##-##')}"
    if lang == "ko":
        return digits(rng, "0##") + rng.choice(forms) + digits(rng, " ####")
    if lang == "ru":
        first, second, third = (rng.choice(forms) for _ in range(3))
        return f"{first}{digits(rng, '###')}{second}{third} 00"
    if lang == "de":
        return f"{rng.choice(forms)}-{digits(rng, '@@')} {rng.randrange(10, 10000)}"
    return digits(rng, rng.choice(forms))


def icao_digit(text: str) -> int:
    """The check digit of ICAO Doc 9303: weights 7, 3, 1 over digits and letters (A is 10)."""
    return sum(int(sign, 36) * (7, 3, 1)[i % 3] for i, sign in enumerate(text)) % 10


def _document(body: str) -> str:
    """A German document's number: nine signs and their check digit."""
    return body + str(icao_digit(body))


# -- secrets and references --------------------------------------------------------------------


def secret_key(rng: random.Random) -> str:
    """An API key or token; the prefixes are nobody's."""
    head, size = rng.choice(tuple(_forms("keys").items()))
    return str(head) + "".join(rng.choice(string.ascii_letters + string.digits) for _ in range(size))


def password(rng: random.Random) -> str:
    """A password as people choose them (two words, a number, a sign) or as a manager makes them."""
    if rng.random() < 0.7:
        first, second = (word.capitalize() for word in rng.sample(_forms("passwords"), 2))
        joint = rng.choice(("", "-", "_", ".", "+"))
        return f"{first}{joint}{second}{rng.randrange(10, 9999)}{rng.choice('!?#$%&*')}"
    signs = string.ascii_letters + string.digits + "!#$%&*+-?_"
    return "".join(rng.choice(signs) for _ in range(rng.randrange(10, 17)))


def pin(rng: random.Random) -> str:
    """Four to six digits."""
    return digits(rng, rng.choice(("####", "####", "######")))


def otp(rng: random.Random) -> str:
    """A one-time code: mostly six digits."""
    return digits(rng, rng.choice(("######", "######", "######", "####", "###-###", "### ###", "@-######")))


def code(rng: random.Random, prefix: str, count: int) -> str:
    """A reference such as ``NK-40331822``: ``count`` digits, the first not zero."""
    return f"{prefix}-{rng.randint(10 ** (count - 1), 10**count - 1)}"


def booking_code(rng: random.Random) -> str:
    """Six letters and digits, as airlines give; always with a digit."""
    return digits(rng, rng.choice(("@@@#@@", "@#@@##", "@@@##@")))
