"""How the user wants to be answered: "likes concise answers", "Please use metric units.".

Such a preference is for the assistant's own instructions. It is told by the closed forms of
``data/style.yaml`` alone: one word beyond them and it is a memory like any other.
"""

from __future__ import annotations

import functools
import re
from importlib.resources import files

import yaml

from tactful.memory.sentences import clean

_LONGEST = 200  # characters


def is_style(text: str) -> bool:
    """Whether a memory says how to answer, and nothing else."""
    return len(text) <= _LONGEST and bool(_forms().fullmatch(clean(text).rstrip(" .!")))


@functools.cache
def _forms() -> re.Pattern[str]:
    words = yaml.safe_load((files(__package__) / "data" / "style.yaml").read_text(encoding="utf-8"))
    any_of = {name: f"(?:{'|'.join(each)})" for name, each in words.items()}
    how, what, joined = any_of["how"], any_of["what"], any_of["joined"]
    ways = rf"{how}(?:(?:,| and|,? but| y| und| et) {how})*"
    thing = rf"(?:no )?(?:{ways} )?{what}(?: {ways})?"
    any_of["things"] = rf"{thing}(?:{joined} {thing})*"
    return re.compile("|".join(form.format_map(any_of) for form in words["forms"]), re.IGNORECASE)
