"""Writing a message with memories: the memory lines, the two prompts, and what is in the memory.

One row: ``{"rent": {"value": 1180, "memory_statement": "Her rent is 1,180 euros a month."}}`` gives the line
``Her rent is 1,180 euros a month.`` (MEM in section 3; the block stands where Figure 6 has ``{memories}``).

Compositions of the memory (section 5.2.3) are cells of growing size, nested and seeded. ``full``: all
attributes. ``all-necessary``: all necessary ones and ``size`` of the private ones (Figure 5).
``all-private``: all private ones, ``size`` of the necessary ones. ``random``: ``size`` of all labelled ones.
The ambiguous ones are in every memory, as in the reference: a user has them too, and no metric counts them.
The reference draws every size anew and without a seed; here a smaller cell of the same draw is a subset of a
larger one, so a curve over sizes differs only by what was added.

The last size is the largest pool of all contexts, whatever the step. A context whose own pool ends between
two sizes takes part in the larger of the two with all it has (`applies`), so that with pools of 84 and 40 and
a step of 30 the first context is asked with 0, 30, 60 and 84, the second with 0, 30 and 40 (as size 60).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from tactful.errors import InputError
from tactful.models import PromptPack
from tactful.runs import generator
from tactful.terms import Attribute, Cell, Context, Need, Profile

RULES = ("corrected", "as_published")
# The reference states these four attributes in sentences of its own, made from the biography.
_PUBLISHED: Mapping[str, Callable[[object], str]] = {
    "name": lambda value: f"{value} is the person's name.",
    "age": lambda value: f"The person is {value} years old.",
    "sex": lambda value: f"The person's sex is {value}.",
    "address": lambda value: f"The person's address is {value}.",
}
# Kind -> the first size and the usual step from one to the next, those of the reference.
_SIZES = MappingProxyType({"all-necessary": (0, 10), "all-private": (0, 1), "random": (1, 10)})
KINDS: tuple[str, ...] = ("full", *_SIZES)
Needs = NDArray[np.int8]


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
        corrected = rule == "corrected"
        line = " ".join(attribute.statement.split()) if corrected else _published(attribute, profile)
        if not line.strip():
            raise InputError("an empty memory statement", field=attribute.key, expected="a sentence")
        lines[attribute.key] = line
    return lines


def _published(attribute: Attribute, profile: Profile) -> str:
    sentence = _PUBLISHED.get(attribute.key)
    if sentence is None:
        return attribute.statement
    if attribute.key not in profile.bio:
        raise InputError("the biography lacks the field", field=f"bio.{attribute.key}")
    return sentence(profile.bio[attribute.key])


def memory_block(lines: Iterable[str]) -> str:
    """The lines as one text: what stands for ``{memories}`` in a prompt."""
    return "\n".join(lines)


def message_prompt(
    pack: PromptPack,
    level: int | str,
    profile: Profile,
    context: Context,
    keys: Iterable[str] | None = None,
    *,
    lines: Mapping[str, str] | None = None,
    rule: str = "corrected",
) -> str:
    """The prompt that asks for one message (Figure 6).

    ``keys`` are the attributes in the memory, in the order given; None means all of ``lines``. ``lines``
    replaces the profile's own memory lines, after a gate for instance. ``as_published`` also writes the
    recipient in lower case, as the reference does. ``InputError`` for a key without a line.
    """
    lines = memory_lines(profile, rule) if lines is None else lines
    chosen = list(lines) if keys is None else list(keys)
    if unknown := [key for key in chosen if key not in lines]:
        raise InputError("an attribute without a memory line", field=unknown[0])
    recipient = context.recipient.lower() if rule == "as_published" else context.recipient
    memories = memory_block(lines[key] for key in chosen)
    return pack.render("task_solving", level, memories=memories, recipient=recipient, task=context.task)


def attribute_list(lines: Mapping[str, str]) -> str:
    """What the judge looks for: ``key → memory line``, one a line."""
    return "\n".join(f"{key} → {line}" for key, line in lines.items())


def judge_prompt(pack: PromptPack, lines: Mapping[str, str], message: str, level: int | str = 1) -> str:
    """The prompt that asks which attributes a message reveals (Figure 7). ``lines`` are all in the memory."""
    return pack.render("adversary_reveal", level, attributes=attribute_list(lines), solution=message)


def cells(
    kind: str, needs: Needs | Sequence[Needs], step: int | None = None, draws: int = 1
) -> tuple[Cell, ...]:
    """The cells of one kind, by size and draw, up to the largest that some context can fill, and with it.

    ``needs`` is (T, A) of ``Need`` codes, or one such array a profile. ``step`` None is the reference's.
    Size 0 has nothing to draw, so it has one draw. ``InputError`` for an unknown kind or a bad number.
    """
    if kind == "full":
        return (Cell(),)
    if kind not in _SIZES:
        raise _unknown_kind(kind)
    first, usual = _SIZES[kind]
    step = usual if step is None else step
    if step < 1 or draws < 1:
        raise InputError("a step or a number of draws below 1", expected="1 or more")
    tables = [needs] if isinstance(needs, np.ndarray) else list(needs)
    largest = max((_room(kind, row) for table in tables for row in table), default=-1)
    sizes = sorted({*range(first, largest + 1, step), largest}) if largest >= first else []
    return tuple(Cell(kind, size, draw) for size in sizes for draw in range(draws if size else 1))


def applies(cell: Cell, needs_row: Needs, before: int | None = None) -> bool:
    """Whether a context with these needs, shape (A,), is asked with the cell: it can fill the cell's size.

    Or it can fill more than ``before``, the next smaller size of the grid: then it takes all it has. None:
    no size is smaller.
    """
    if cell.size is None:
        return True
    room = _room(cell.kind, needs_row)
    return cell.size <= room or (before is not None and before < room)


def compose(
    profile: Profile, context_index: int, needs_row: Needs, cell: Cell, seed: int = 0
) -> tuple[str, ...]:
    """The keys in the memory of one sample, in the profile's order.

    ``needs_row``: the context's needs, shape (A,). A cell larger than what there is takes all there is;
    ask `applies` first where that matters. ``InputError`` for an unknown kind or a row of another length.
    """
    if len(needs_row) != len(profile.attributes):
        raise InputError("labels for another number of attributes", expected=str(len(profile.attributes)))
    if cell.kind not in KINDS:
        raise _unknown_kind(cell.kind)
    fixed, pool = _split(cell.kind, needs_row)
    order = sorted(pool)
    generator(seed, f"{profile.id}/{context_index}/{cell.kind}", cell.draw).shuffle(order)
    chosen = fixed | set(order[: cell.size])
    return tuple(attribute.key for at, attribute in enumerate(profile.attributes) if at in chosen)


def _split(kind: str, needs_row: Needs) -> tuple[set[int], set[int]]:
    """The indices that are always in the memory, and those that are drawn from."""
    everything = set(range(len(needs_row)))
    necessary = {int(at) for at in np.flatnonzero(np.asarray(needs_row) == Need.NECESSARY)}
    private = {int(at) for at in np.flatnonzero(np.asarray(needs_row) == Need.PRIVATE)}
    pool = {"full": set[int](), "all-necessary": private, "all-private": necessary}.get(
        kind, necessary | private
    )
    return everything - pool, pool


def _room(kind: str, needs_row: Needs) -> int:
    return len(_split(kind, needs_row)[1])


def _unknown_kind(kind: str) -> InputError:
    return InputError(f"unknown composition of the memory '{kind}'", expected=" or ".join(KINDS))
