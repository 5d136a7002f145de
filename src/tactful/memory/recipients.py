"""Who a recipient is: a role is theirs only if nothing else is said of them.

"My new doctor" is a doctor, "my doctor's receptionist's husband" and "a scammer pretending to be a doctor"
are not, "landlord / doctor" are two.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tactful.memory.phrases import visible

_JOINS = re.compile(
    r"\s*[;/+|&()\[\]\n]+\s*|\s*,?\s+(?:and|or|with|cc:?|bcc:?|plus|as well as|via|through)\s+"
    r"|\s*,\s*(?:cc|bcc)\b:?\s*",
    re.IGNORECASE,
)
_SPACES = re.compile(r"[^\S\n]+")
# A person's name in front of what they are: "Stone, my doctor".
NAME = re.compile(r"(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?[A-Z][a-z'’-]+(?: [A-Z][a-z'’-]+)?")
_TITLE_NAME = re.compile(r"(?:[a-z'-]+\.? ){0,2}[a-z'-]+")
# No words of a trade or place: a "bank manager" is not the user's manager, a "prison doctor" not theirs.
_BEFORE = (
    "a an the my our your their dear new current local own regular usual personal general direct close good "
    "best primary care family senior junior head chief licensed certified private specialist civil medical "
    "treating attending assigned appointed"
)
_AFTER = (
    "office officer officers department team desk agent agents representative representatives rep staff "
    "intake coordinator committee company clinic practice service services unit member board"
)
_BEFORE_WORDS = frozenset(_BEFORE.split())
_AFTER_WORDS = frozenset(_AFTER.split())
_TOKEN = re.compile(r"[^\W_]+(?:['.-][^\W_]+)*")


def joined(recipient: str) -> list[str]:
    """The recipients that one text names, in its own spelling."""
    parts = [part.strip() for part in _JOINS.split(_SPACES.sub(" ", visible(recipient))) if part.strip()]
    return parts or [""]


def accounted(text: str, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether the phrases of one role (offsets in the normalised text) and plain qualifiers cover it all.

    After the title "Dr" one or two names may follow.
    """
    if not spans:
        return False
    first, last = min(a for a, _ in spans), max(b for _, b in spans)
    for token in _TOKEN.finditer(text):
        start, word = token.start(), token.group()
        if any(a <= start < b and token.end() <= b + len("'s") for a, b in spans):
            # "doctor's" is another's unless what follows is plain ("doctor's office").
            continue
        if start < first and word in _BEFORE_WORDS:
            continue
        if start > last and (word in _AFTER_WORDS or _titled(text, first, last)):
            continue
        if first < start < last and word in _BEFORE_WORDS | _AFTER_WORDS:
            continue
        return False
    return not text[last:].lstrip("'’").startswith("s") or text.split()[-1] in _AFTER_WORDS


def _titled(text: str, first: int, last: int) -> bool:
    """Whether the role is the title "Dr" and nothing but a name follows."""
    after = text[last:].lstrip(". ")
    return (
        text[first:last] in ("dr", "dr.") and bool(_TITLE_NAME.fullmatch(after)) and len(after.split()) <= 2
    )
