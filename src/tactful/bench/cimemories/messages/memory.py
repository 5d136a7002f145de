"""What the assistant remembers, as text: one line an attribute, in the profile's order.

One row: ``{"rent": {"value": 1180, "memory_statement": "Her rent is 1,180 euros a month."}}`` gives the line
``Her rent is 1,180 euros a month.`` (MEM in section 3; the block stands where Figure 6 has ``{memories}``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from tactful.errors import InputError
from tactful.terms import Attribute, Profile

RULES = ("corrected", "as_published")
# The reference states these four attributes in sentences of its own, made from the biography.
_PUBLISHED: Mapping[str, Callable[[object], str]] = {
    "name": lambda value: f"{value} is the person's name.",
    "age": lambda value: f"The person is {value} years old.",
    "sex": lambda value: f"The person's sex is {value}.",
    "address": lambda value: f"The person's address is {value}.",
}


def memory_lines(profile: Profile, rule: str = "corrected") -> dict[str, str]:
    """The line of every attribute, by key, in the profile's order.

    ``corrected``: the attribute's own memory statement, line breaks as spaces, so that a line is an
    attribute. ``as_published``: the statement as it is; an attribute whose key is name, age, sex or address
    gets the reference's sentence about the biography instead. ``InputError`` for another rule, for a key
    that occurs twice, and for a statement that is empty or a biography that lacks the field.
    """
    if rule not in RULES:
        raise InputError("unknown rule of memory lines", expected=" or ".join(RULES))
    lines: dict[str, str] = {}
    for attribute in profile.attributes:
        if attribute.key in lines:
            raise InputError("a key that occurs twice in one profile", field=attribute.key)
        lines[attribute.key] = (
            " ".join(attribute.statement.split()) if rule == "corrected" else _published(attribute, profile)
        )
        if not lines[attribute.key].strip():
            raise InputError("an empty memory statement", field=attribute.key, expected="a sentence")
    return lines


def memory_block(lines: Iterable[str]) -> str:
    """The lines as one text: what stands for ``{memories}`` in a prompt."""
    return "\n".join(lines)


def _published(attribute: Attribute, profile: Profile) -> str:
    sentence = _PUBLISHED.get(attribute.key)
    if sentence is None:
        return attribute.statement
    if attribute.key not in profile.bio:
        raise InputError("the biography lacks the field", field=f"bio.{attribute.key}")
    return sentence(profile.bio[attribute.key])
