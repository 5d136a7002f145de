"""YAML files that users write, checked against pydantic models: every error names file, line and field.

`YamlDocument.parse` keeps the line of each value, `check` turns pydantic's first complaint into one error of
ours and `faults` all of them. Anchors, aliases and tags are refused, so nothing in a file can make reading it
slow or odd (``trusted`` files may have anchors), and an error quotes no text of the file but its keys, and
those only where they are short and plain.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, ClassVar, NoReturn, TypeVar

import yaml
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from tactful.errors import InputError, RecordError

Location = tuple[int | str, ...]
Model = TypeVar("Model", bound=BaseModel)
Item = TypeVar("Item")

_DEPTH = 20
_PLAIN = re.compile(r"true|false|null|~||-?[0-9]+(?:\.[0-9]+)?")
_TAG = "tag:yaml.org,2002:"
_SCALARS = {_TAG + name for name in ("str", "bool", "int", "float", "null", "timestamp")}
_COLLECTIONS = {_TAG + name for name in ("map", "seq")}
# The same language; libyaml's reader is ten times as fast where it is there.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_EXPECTED = {
    "string_type": "text",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a mapping",
}


class Strict(BaseModel):
    """The base of models of users' files: no unknown keys, no values that only look right.

    ``derived``: fields that do not stand in files, such as the key under which a model stands.
    """

    derived: ClassVar[frozenset[str]] = frozenset()
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, arbitrary_types_allowed=True)

    @model_validator(mode="before")
    @classmethod
    def _keys(cls, values: Any) -> Any:
        fields = {i.alias or name: i for name, i in cls.model_fields.items() if name not in cls.derived}
        if not isinstance(values, dict):
            raise mistake(f"{kind_of(values)} found", f"a mapping with {', '.join(fields)}")
        for key, value in values.items():
            if key not in fields:
                raise mistake("unknown key", f"one of {', '.join(fields)}", key)
            if value is None:
                raise mistake("nothing found", "a value, or no such key", key)
        for key, info in fields.items():
            if info.is_required() and key not in values:
                raise mistake("missing", f"a mapping with {', '.join(fields)}", key)
        return values


def one_of(what: str, known: Mapping[str, Any]) -> BeforeValidator:
    """A word of a closed list, and the value that it stands for."""

    def chosen(value: Any) -> Any:
        if not isinstance(value, str):
            raise mistake(f"{kind_of(value)} found", "text")
        if value not in known:
            raise mistake(f"unknown {what}", f"one of {', '.join(known)}")
        return known[value]

    return BeforeValidator(chosen)


def mistake(problem: str, expected: str = "", key: str | Location = "") -> PydanticCustomError:
    """What a validator raises: the words of the error, and the ``key`` (or place) that it is about."""
    return PydanticCustomError("mistake", "{problem}", {"problem": problem, "expected": expected, "key": key})


def kind_of(value: Any) -> str:
    """What a value is, in words that tell nothing of it."""
    if isinstance(value, str):
        return "text" if value.strip() else "empty text"
    if isinstance(value, list):
        return "a list" if value else "an empty list"
    kinds = {dict: "a mapping", bool: "true or false", type(None): "nothing"}
    return kinds.get(type(value), "a number or date")


@dataclass(frozen=True)
class YamlDocument:
    """A document as plain values, and the line (1-based) of the value at each place in it."""

    source: str = field(repr=False)
    values: Any = field(repr=False)
    lines: Mapping[Location, int] = field(repr=False)
    file: Path | str | None
    error: type[InputError]
    trusted: bool = False

    @classmethod
    def read(
        cls,
        path: Path | str,
        *,
        limit: int,
        text: bool = False,
        trusted: bool = False,
        error: type[InputError] = RecordError,
    ) -> YamlDocument:
        """The document of a file of at most ``limit`` bytes; see `parse`."""
        file = Path(path)
        try:
            with file.open("rb") as stream:
                raw = stream.read(limit + 1)
            if len(raw) > limit:
                raise error("too large", file=file, expected=f"at most {limit // 1024} KiB")
            return cls.parse(raw.decode("utf-8-sig"), file=file, text=text, trusted=trusted, error=error)
        except OSError as err:
            raise error(f"cannot be read ({err.strerror})", file=file) from None
        except UnicodeDecodeError:
            raise error("not UTF-8 text", file=file) from None

    @classmethod
    def parse(
        cls,
        source: str,
        *,
        file: Path | str | None = None,
        text: bool = False,
        trusted: bool = False,
        error: type[InputError] = RecordError,
    ) -> YamlDocument:
        """The document in ``source``; ``file`` is named in errors, which are of the class ``error``.

        ``text``: what YAML takes for numbers, dates and booleans ("401", "on") stays the text that it is.
        ``trusted``: files of this package, or written like them, may have anchors, and of all words only
        true, false and null and of all numbers only plain decimals are no text.
        """
        reader = _Reader(file, error, text, trusted)
        return cls(source, reader.document(source), reader.lines, file, error, trusted)

    def check(self, model: type[Model]) -> Model:
        """The values as a ``model``; one error for the first thing in the file that is wrong with them."""
        made, errors = self.faults(model)
        if made is None:
            raise errors[0]
        return made

    def faults(self, model: type[Model], at: Location = ()) -> tuple[Model | None, list[InputError]]:
        """The values at a place as a ``model``, or None and all that is wrong, in the order of the file."""
        values = self.values
        for part in at:
            values = values[part]
        try:
            return model.model_validate(values), []
        except ValidationError as err:
            complaints = [_complaint(each) for each in err.errors(include_url=False)]
        complaints = [(problem, expected, (*at, *inner)) for problem, expected, inner in complaints]
        complaints.sort(key=lambda complaint: self.line(complaint[2]))
        return None, [self.error_at(problem, place, expected) for problem, expected, place in complaints]

    def fail(self, problem: str, at: Location, expected: str | None = None) -> NoReturn:
        """Raise the error of this document for the place ``at``."""
        raise self.error_at(problem, at, expected) from None

    def error_at(self, problem: str, at: Location, expected: str | None = None) -> InputError:
        """The error of this document for the place ``at``."""
        line = self.line(at)
        while at and at not in self.lines and isinstance(at[-1], int):
            at = at[:-1]  # a single value where a list may stand
        name = field_name(at, plain=not self.trusted) or None
        return self.error(problem, file=self.file, line=line, field=name, expected=expected)

    def line(self, at: Location) -> int:
        """The line of the innermost place around ``at`` that stands in the file."""
        return next(self.lines[at[:end]] for end in range(len(at), -1, -1) if at[:end] in self.lines)


class _Reader:
    """Turns the nodes of a YAML document into values and keeps their lines."""

    def __init__(self, file: Path | str | None, error: type[InputError], text: bool, trusted: bool) -> None:
        self.file, self.error, self.text, self.trusted = file, error, text, trusted
        self.lines: dict[Location, int] = {}
        self._scalars = yaml.SafeLoader("")

    def document(self, source: str) -> Any:
        try:
            self._refuse(source)
            node = yaml.compose(source, Loader=_LOADER)
        except yaml.MarkedYAMLError as err:
            mark = err.problem_mark or err.context_mark
            self.fail("not valid YAML", None if mark is None else mark.line + 1)
        except yaml.YAMLError:
            self.fail("not valid YAML: it holds characters that may not stand in it", None)
        if node is None:
            self.fail("the file is empty", None)
        return self.value(node, ())

    def fail(
        self, problem: str, line: int | None, at: Location = (), expected: str | None = None
    ) -> NoReturn:
        name = field_name(at) or None
        raise self.error(problem, file=self.file, line=line, field=name, expected=expected) from None

    def value(self, node: Any, at: Location) -> Any:
        line = self.lines[at] = node.start_mark.line + 1
        if node.tag not in (_SCALARS if isinstance(node, yaml.ScalarNode) else _COLLECTIONS):
            self.fail("a tagged value found", line, at, "plain values")
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, (*at, i)) for i, item in enumerate(node.value)]
        if isinstance(node, yaml.MappingNode):
            return self.mapping(node, at)
        if self.text or node.tag == _TAG + "str":
            return node.value
        if self.trusted and not _PLAIN.fullmatch(node.value):
            return node.value
        try:
            return self._scalars.construct_object(node)
        except ValueError:  # "2031-02-30" looks like a date and is none
            return node.value

    def mapping(self, node: yaml.MappingNode, at: Location) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                self.fail("a key that is not text", line, at)
            if key.value in found:
                self.fail("the key stands twice", line, (*at, key.value), "each key once")
            found[key.value] = self.value(value, (*at, key.value))
        return found

    def _refuse(self, source: str) -> None:
        """Anchors could make a short file endless, and depth could end the reader's stack."""
        depth = documents = 0
        for event in yaml.parse(source, Loader=_LOADER):
            line = event.start_mark.line + 1 if event.start_mark else None
            anchored = isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None)
            if anchored and not self.trusted:
                self.fail("anchors and aliases are not allowed", line)
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            documents += isinstance(event, yaml.DocumentStartEvent)
            if depth > _DEPTH:
                self.fail(f"nested deeper than {_DEPTH}", line)
            if documents > 1:
                self.fail("more than one document", line)


def field_name(at: Location, *, plain: bool = True) -> str:
    """A place as errors name it, such as ``rules[0].when``; a key that is not short and ``plain`` is "?"."""
    name = ""
    for part in at:
        if isinstance(part, int):
            name += f"[{part}]"
        else:
            shown = part if not plain or re.fullmatch(r"[A-Za-z0-9_-]{1,40}", part) else "?"
            name += f".{shown}" if name else shown
    return name


def _complaint(error: ErrorDetails) -> tuple[str, str | None, Location]:
    """What is wrong, what was expected, and where."""
    kind, context = error["type"], error.get("ctx", {})
    at = tuple(part for part in error["loc"] if part != "[key]")
    if kind == "mistake":
        key = context["key"]
        inner = key if isinstance(key, tuple) else (key,) if key else ()
        return context["problem"], context["expected"] or None, (*at, *inner)
    if kind == "literal_error":
        return f"{kind_of(error['input'])} found", "one of " + context["expected"].replace("'", ""), at
    if kind == "value_error":
        return str(context["error"]), None, at
    expected = _EXPECTED.get(kind, error["msg"].removeprefix("Input should be "))
    return f"{kind_of(error['input'])} found", expected, at


def _not_blank(value: str) -> str:
    if not value.strip():
        raise mistake("empty text found", "text")
    return value


Text = Annotated[str, AfterValidator(_not_blank)]
"""Text that says something."""


def _not_empty(values: tuple[Item, ...]) -> tuple[Item, ...]:
    if not values:
        raise mistake("an empty list found", "a list of at least one")
    return values


OneOrMore = Annotated[tuple[Item, ...], Field(strict=False), AfterValidator(_not_empty)]
"""A list that holds something."""
