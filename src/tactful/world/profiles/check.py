"""What may stand in a profile: no contradictions, no duplicates, nothing against the biography.

Section 4.1.1 asks for attributes that "should not contradict each other" and leaves it to the model; the
public data show what slips through (a man whose statements say "she", two marital states). These rules find
what can be found without a model: the same key with another value, a biography's fact told otherwise, two
values of a fact that has one, a statement twice, a value twice in one domain of one event, a number that
its own statement does not say.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping

from tactful.terms import Attribute, JsonValue

# Facts that a person has one value of, and the keys under which they come.
ONE_VALUED: Mapping[str, tuple[str, ...]] = {
    "marital_status": ("marital_status", "relationship_status", "civil_status"),
    "date_of_birth": ("date_of_birth", "birth_date", "birthdate", "dob"),
    "blood_type": ("blood_type", "blood_group"),
    "number_of_children": ("number_of_children", "children_count", "num_children"),
    "citizenship": ("citizenship", "nationality"),
    "height": ("height", "height_cm"),
}
_FACT_OF = {key: fact for fact, keys in ONE_VALUED.items() for key in keys}
_BIO_KEYS = {"name": "name", "full_name": "name", "sex": "sex", "age": "age", "address": "address"}
_BIO_KEYS |= {"home_address": "address", "current_address": "address", "current_age": "age"}
_PREFIXES = ("general_", "user_", "users_", "personal_", "bio_", "current_")
_SUFFIXES = ("_general", "_current")
_SCALE = re.compile(r"\b(hundred|thousand|million|billion)\b|\d\s?[kKmM]\b")
_WRONG_PRONOUN = {"M": re.compile(r"^(she|her|hers)\b", re.I), "F": re.compile(r"^(he|his)\b", re.I)}


def fold(text: str) -> str:
    """Text for comparison: letters and digits alone, without case, accents and typographic forms."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return " ".join(re.findall(r"[^\W_]+", "".join(c for c in plain if not unicodedata.combining(c))))


def same_value(a: JsonValue, b: JsonValue) -> bool:
    """Whether two JSON values are equal; texts by `fold`, and 1 is never True."""
    if isinstance(a, str) and isinstance(b, str):
        return fold(a) == fold(b)
    return isinstance(a, bool) == isinstance(b, bool) and bool(a == b)


def against_bio(attribute: Attribute, bio: Mapping[str, JsonValue]) -> str:
    """How an attribute contradicts the biography, or ""."""
    fact = _BIO_KEYS.get(_bare(attribute.key), "")
    if fact in bio and not _bio_agrees(fact, attribute.value, bio[fact]):
        return f"key '{attribute.key}': its value is not the biography's {fact}"
    wrong = _WRONG_PRONOUN.get(str(bio.get("sex", "")))
    changing = "transition" in attribute.event
    if wrong and not changing and wrong.match(attribute.statement.strip()):
        return f"key '{attribute.key}': its statement has a pronoun against the biography's sex"
    return ""


def clash(new: Attribute, old: Attribute) -> str:
    """How ``new`` contradicts or repeats ``old``, or ""."""
    if new.key == old.key:
        if same_value(new.value, old.value):
            return f"key '{new.key}': stands twice"
        return f"key '{new.key}': stands twice with different values"
    if fold(new.statement) == fold(old.statement):
        return f"key '{new.key}': the same statement as '{old.key}'"
    fact = _FACT_OF.get(_bare(new.key))
    if fact and fact == _FACT_OF.get(_bare(old.key)):
        told = "the same" if same_value(new.value, old.value) else "another"
        return f"key '{new.key}': tells {told} {fact} beside '{old.key}'"
    cell = (new.event, new.domain) == (old.event, old.domain)
    if cell and telling(new.value) and same_value(new.value, old.value):
        return f"key '{new.key}': the same value as '{old.key}' in one domain of one event"
    return ""


def unsaid(attribute: Attribute) -> str:
    """Where the statement does not say the attribute's own number, or "".

    Only numbers from 100 on are looked for: smaller ones may be words ("twelve"), and a statement with a
    word of scale ("1.2 million") is believed.
    """
    value = attribute.value
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) < 100:
        return ""
    if _SCALE.search(attribute.statement):
        return ""
    said = re.sub(r"(?<=\d)[,\u00a0\u202f' ](?=\d{3})", "", attribute.statement)
    whole = re.escape(str(abs(int(value))))
    if re.search(rf"(?<!\d){whole}(?!\d)", said):
        return ""
    return f"key '{attribute.key}': its statement does not say its value"


def telling(value: JsonValue) -> bool:
    """Whether a value is long enough that two attributes would not share it by chance.

    Two ratings of 4, two yeses, two "High" in one cell are honest; two equal dates or names are not.
    """
    if value is None or isinstance(value, bool):
        return False
    if isinstance(value, int | float):
        return abs(value) >= 1000
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return len(fold(text)) >= 8


def _bare(key: str) -> str:
    bare = re.sub(r"[^a-z0-9]+", "_", key.casefold()).strip("_")
    changed = True
    while changed:
        changed = False
        for prefix in _PREFIXES:
            if bare.startswith(prefix) and bare not in _BIO_KEYS:
                bare, changed = bare.removeprefix(prefix), True
        for suffix in _SUFFIXES:
            if bare.endswith(suffix):
                bare, changed = bare.removesuffix(suffix), True
    return bare


def _bio_agrees(fact: str, value: JsonValue, truth: JsonValue) -> bool:
    if fact == "sex":
        return str(value).strip().casefold()[:1] == str(truth).casefold()[:1]
    if fact == "age":
        digits = re.findall(r"\d+", str(value))
        return bool(digits) and digits[0] == str(truth)
    if fact == "name":
        return fold(str(value)) == fold(str(truth))
    # An address may be written "ME" or "Maine", on one line or two: its numbers must be the same.
    return set(re.findall(r"\d+", str(truth))) <= set(re.findall(r"\d+", str(value)))
