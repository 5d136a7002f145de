"""Asking personas which memories a message needs and which it must not hold, and what their answers give.

CIMemories (arXiv 2511.14937), section 4.1.2.

One real reply about three memories: ``{"share": ["I bake."], "private": ["I snore."]}``. What it lists is
necessary or private; what it leaves out is unlabelled, since the model may abstain. A reply that cannot be
read is no label at all. A persona's share of a label is its count over the *scored* samples; the combined
share is 0.26 fundamentalist + 0.64 pragmatic + 0.10 unconcerned (Westin). Only where all the mass agrees
does `LabelShare.need` give a label: the zero-entropy rule.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from tactful.errors import UnscoredError
from tactful.models import PromptPack
from tactful.terms import COMBINED, WESTIN_PRIORS, Context, LabelShare, Persona, Profile
from tactful.world.profiles.replies import Pairs, json_object

Answer: TypeAlias = Literal["statements", "numbers"]
ANSWERS: tuple[Answer, ...] = ("statements", "numbers")
"""How the labeller names memories: by their text, as the paper's does, or by their line numbers."""
_QUOTES = str.maketrans(
    {"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "‐": "-", "‑": "-", "–": "-", "—": "-", "−": "-"}
)


@dataclass(frozen=True, slots=True)
class LabelReply:
    """What one reply says, as indices of statements. A statement may be in both; a rule decides later.

    ``malformed`` counts entries that name no memory; ``restored`` those that matched only after
    normalisation (white space, quotes, dashes, casing, a line number or bullet put before them).
    """

    share: frozenset[int]
    private: frozenset[int]
    malformed: int = 0
    restored: int = 0


def statements_of(profile: Profile) -> tuple[str, ...]:
    """The profile's memory statements in attribute order, each once: labels belong to statements."""
    return tuple(dict.fromkeys(attribute.statement for attribute in profile.attributes))


def labelling_prompt(
    pack: PromptPack,
    persona: Persona,
    context: Context,
    statements: Sequence[str],
    answer: Answer = "statements",
    question: str = "inappropriate",
) -> str:
    """The request: memories first (the same bytes for all contexts and personas of a profile)."""
    return pack.render(
        "label",
        answer,
        memories=memory_lines(statements, answer),
        persona=pack.render("persona", str(persona)),
        question=pack.render("question", question),
        recipient=context.recipient,
        task=context.task,
    )


def memory_lines(statements: Sequence[str], answer: Answer = "statements") -> str:
    """One statement a line; numbered from 1 where the answer is to be numbers."""
    lines = (" ".join(statement.split()) for statement in statements)
    if answer == "numbers":
        lines = (f"{number}. {line}" for number, line in enumerate(lines, start=1))
    return "\n".join(lines)


@dataclass(slots=True)
class LabelReader:
    """Reads the replies about one profile's statements; made once, since every reply needs its look-ups."""

    statements: tuple[str, ...] = field(repr=False)
    answer: Answer = "statements"
    _exact: dict[str, int] = field(init=False, repr=False)
    _folded: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._exact = {statement: at for at, statement in enumerate(self.statements)}
        folded: dict[str, int] = {}
        ambiguous: set[str] = set()
        for at, statement in enumerate(self.statements):
            key = normalised(statement)
            # Statements that differ only in what is normalised away: only an exact match tells them apart.
            if key in folded:
                ambiguous.add(key)
            folded[key] = at
        self._folded = {key: at for key, at in folded.items() if key not in ambiguous}

    def read(self, reply: str) -> LabelReply:
        """The labels of one reply.

        Both lists empty is an abstention and valid. Raises ``UnscoredError`` where there is no JSON object, a
        list is missing, or entries were given and none names a memory.
        """
        members = json_object(reply)
        lists: dict[str, list[Any]] = {}
        for name, value in members:
            if name in ("share", "private"):
                if not isinstance(value, list) or isinstance(value, Pairs) or name in lists:
                    raise UnscoredError(f"'{name}' is not one list")
                lists[name] = value
        for name in ("share", "private"):
            if name not in lists:
                raise UnscoredError(f"no list '{name}' in the reply")
        share, lost_share, mended_share = self._indices(lists["share"])
        private, lost_private, mended_private = self._indices(lists["private"])
        malformed = lost_share + lost_private
        if malformed and not share and not private:
            raise UnscoredError("no entry of the reply is one of the memories", lines=malformed)
        return LabelReply(share, private, malformed, mended_share + mended_private)

    def _indices(self, entries: Iterable[Any]) -> tuple[frozenset[int], int, int]:
        found: set[int] = set()
        lost = mended = 0
        for entry in entries:
            at, exact = self._index(entry)
            if at is None:
                lost += 1
            else:
                found.add(at)
                mended += not exact
        return frozenset(found), lost, mended

    def _index(self, entry: Any) -> tuple[int | None, bool]:
        if self.answer == "numbers":
            number = _number(entry)
            if number is not None:
                return (number - 1 if 1 <= number <= len(self.statements) else None), isinstance(entry, int)
        if not isinstance(entry, str):
            return None, False
        if entry in self._exact:
            return self._exact[entry], True
        key = normalised(entry)
        if key in self._folded:
            return self._folded[key], False
        return self._folded.get(normalised(re.sub(r"^\s*(?:[-*•]|\d+[.)])\s+", "", entry))), False


def normalised(statement: str) -> str:
    """A statement without what a model may change in copying it: spaces, quotes, dashes, case, end mark."""
    text = unicodedata.normalize("NFKC", statement).translate(_QUOTES).casefold()
    return " ".join(text.replace('"', "'").split()).strip(" .'-")


def _number(entry: Any) -> int | None:
    if isinstance(entry, bool):
        return None
    if isinstance(entry, int):
        return entry
    matched = re.fullmatch(r"\s*#?(\d{1,6})\.?\s*", entry) if isinstance(entry, str) else None
    return int(matched[1]) if matched else None


# -- from samples to distributions ---------------------------------------------------------------

BothRule: TypeAlias = Literal["corrected", "as_published"]
"""A statement in both lists: as published it is shared; corrected, it is no label."""
_DIGITS = 6  # enough for shares of thousands of samples, short in a file
Counts: TypeAlias = tuple[int, int, int]


def count_labels(
    replies: Sequence[LabelReply], statements: int, rule: BothRule = "corrected"
) -> list[Counts]:
    """For every statement, how many replies said private, necessary, neither."""
    counts = [[0, 0, 0] for _ in range(statements)]
    for reply in replies:
        both = reply.share & reply.private
        share = reply.share if rule == "as_published" else reply.share - both
        for at in range(statements):
            column = 1 if at in share else 0 if at in reply.private - both else 2
            counts[at][column] += 1
    return [(private, necessary, neither) for private, necessary, neither in counts]


def persona_shares(counts: Sequence[Counts]) -> tuple[LabelShare, ...]:
    """The shares of one persona; ``ValueError`` where no reply was scored."""
    if any(not sum(row) for row in counts):
        raise ValueError("no scored sample")
    return tuple(
        LabelShare(*(round(count / sum(row), _DIGITS) for count in row))  # the parts of one whole
        for row in counts
    )


def mix(shares: Mapping[Persona, LabelShare]) -> LabelShare:
    """Westin's mixture of the three personas' shares of one statement; all three are needed."""

    def part(name: str) -> float:
        parts = (weight * float(getattr(shares[p], name)) for p, weight in WESTIN_PRIORS.items())
        return round(sum(parts), _DIGITS)

    return LabelShare(part("private"), part("necessary"), part("unlabeled"))


def label_sets(
    statements: Sequence[str], counts: Mapping[Persona, Sequence[Counts]]
) -> dict[str, dict[str, LabelShare]]:
    """All label sets of one context: a persona's own where it was scored, the mixture where all three were.

    The keys are those of `tactful.terms.LABEL_SETS`; a persona without a scored sample has no set.
    """
    personas = {persona: persona_shares(rows) for persona, rows in counts.items() if rows and sum(rows[0])}
    sets = {str(persona): dict(zip(statements, shares, strict=True)) for persona, shares in personas.items()}
    if set(personas) == set(WESTIN_PRIORS):
        mixed = (mix({p: personas[p][at] for p in personas}) for at in range(len(statements)))
        sets = {COMBINED: dict(zip(statements, mixed, strict=True)), **sets}
    return sets
