"""The fields of the world's files: their forms, what they stand for, and the faults they can have."""

from __future__ import annotations

import re
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, PlainValidator, ValidationInfo

from tactful.errors import InputError
from tactful.runs import Strict, Text, YamlDocument, kind_of, mistake
from tactful.world.apps.expressions import EXPECTED, NAME, Expr, Word, parse
from tactful.world.people.person import LANGUAGES, Plain
from tactful.world.values import TYPES

SLOTS = (
    "image", "head", "sub", "body", "meta", "side", "tag", "count", "price", "author", "value", "unit", "day",
)  # fmt: skip
"""Slots of an item, whatever the layout."""


_LIMIT = 1024 * 1024  # bytes of a file


def read_document(path: Path) -> YamlDocument:
    """A file of the world, with the lines of its values. Raises ``InputError``."""
    return YamlDocument.read(path, limit=_LIMIT, trusted=True, error=InputError)


class FileModel(Strict):
    """A part of a file of the world: a number may stand where a text is wanted."""

    model_config = ConfigDict(strict=False, coerce_numbers_to_str=True, populate_by_name=True)


def _listed(raw: object) -> object:
    return [raw] if isinstance(raw, str) else raw


Flag = Annotated[bool, Field(strict=True)]
Count = Annotated[int, Field(strict=True, ge=0)]
Texts = Annotated[tuple[str, ...], BeforeValidator(_listed)]
"""A list of texts; one text alone counts as a list of one."""


class Mark(Enum):
    """What a field of an app holds: a name that refers to something is checked, a word is translated."""

    ICON = "an icon"
    WORD = "a word of the interface"
    ACTION = "an action"
    EXPR = "an expression"
    ROW = "an expression of a row"


# ---- fields


def one_of(*known: str) -> AfterValidator:
    def check(text: str) -> str:
        if text not in known:
            raise mistake(f"is '{text}'", f"one of {', '.join(known)}")
        return text

    return AfterValidator(check)


def _name(text: str) -> str:
    if not re.fullmatch(NAME, text) or text == "id":
        raise mistake("is not a name", "small letters, digits, _ and not 'id'")
    return text


def _expression(raw: Any) -> Expr:
    if isinstance(raw, Expr):
        return raw
    try:
        return parse(raw)
    except ValueError as err:
        raise mistake(str(err), EXPECTED) from None


def title(raw: Any, info: ValidationInfo) -> Expr:
    """A word; in a view of a record, or as a list, an expression."""
    if info.data.get("record") or isinstance(raw, list) or str(raw).startswith(("=", "me.", "~", "$")):
        return _expression(raw)
    return raw if isinstance(raw, Expr) else Word(str(raw or "-"))


def plain(raw: Any) -> Expr | Plain:
    if isinstance(raw, dict) or raw is None:
        raise mistake(f"{kind_of(raw)} found", "a text, a number, true, false or a list")
    value: Expr | Plain = _expression(raw) if isinstance(raw, list) else raw
    return value


def row_range(raw: Any) -> Any:
    least, most = raw if isinstance(raw, list) and len(raw) == 2 else (raw, raw)
    if type(least) is not int or type(most) is not int or not 0 <= least <= most <= 60:
        raise mistake("is not a range", "[least, most] from 0 to 60")
    return least, most


def _translations(raw: Any) -> Any:
    want = len(LANGUAGES) - 1
    for word, texts in raw.items() if isinstance(raw, dict) else ():
        if texts != "same" and not (isinstance(texts, list) and len(texts) == want and all(texts)):
            number = len(texts) if isinstance(texts, list) else 1
            raise mistake(f"has {number} texts", f"{want}: {' '.join(LANGUAGES[1:])}; or 'same'", word)
    return {w: (w,) * want if t == "same" else t for w, t in raw.items()} if isinstance(raw, dict) else raw


def kind_words(raw: Any) -> Any:
    known = {**raw} if isinstance(raw, dict) else {}
    for lang in known:
        if lang not in ("all", *LANGUAGES):
            raise mistake("is an unknown key", f"one of all, {', '.join(LANGUAGES)}", lang)
    if "all" in known and "en" not in known:
        known["en"] = known.pop("all")
    if not known.get("en"):
        raise mistake("has no English words", "en: [...] or all: [...]")
    return known


def probability(raw: Any) -> float:
    """A number from 0 to 1."""
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not 0 <= raw <= 1:
        raise mistake("is not a probability", "a number from 0 to 1")
    return raw


def short(key: str) -> BeforeValidator:
    """A text stands for a mapping with one key."""
    return BeforeValidator(lambda raw: {key: raw} if isinstance(raw, str) else raw)


Name = Annotated[str, AfterValidator(_name)]
Icon = Annotated[str, Mark.ICON]
Label = Annotated[str, AfterValidator(lambda text: text.removeprefix("=")), Mark.WORD]
TextLabel = Annotated[Text, AfterValidator(lambda text: text.removeprefix("=")), Mark.WORD]
Labels = Annotated[Texts, Mark.WORD]
Actions = Annotated[Texts, Mark.ACTION]
Type = Annotated[str, one_of(*TYPES)]
Show = Annotated[Expr, PlainValidator(_expression)]
MaybeShow = Annotated[Show | None, Mark.EXPR]
Shows = Annotated[tuple[Show, ...], BeforeValidator(lambda raw: raw if isinstance(raw, list) else [raw])]
Pairs = tuple[tuple[str, Show], ...]
Effect = Annotated[Expr | Plain, PlainValidator(plain)]
Slot = Annotated[str, one_of(*SLOTS)]
Translations = Annotated[dict[str, tuple[str, ...]], BeforeValidator(_translations)]
