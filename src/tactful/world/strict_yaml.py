"""Strict YAML files, validated by pydantic models: faults name file, line, field and what was expected.

Used for apps (`tactful.world.apps`) and task templates (`tactful.world.tasks`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeVar

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

from tactful.errors import InputError

Model = TypeVar("Model", bound=BaseModel)
_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a file."""

    file: Path
    line: int
    field: str
    problem: str
    expected: str = ""

    def error(self) -> InputError:
        return InputError(
            self.problem,
            file=self.file,
            line=self.line or None,
            field=self.field or None,
            expected=self.expected or None,
        )

    def __str__(self) -> str:
        return str(self.error())


# ---- reading


class Located(dict[str, Any]):
    """A mapping that knows the lines of its keys (1-based)."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[str, int] = {}


class _Loader(_Base):  # type: ignore[misc]
    """Words such as yes, no, on, off stay words; a key twice is a fault; keys are texts."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012


for _tag, _rule, _first in (
    ("bool", r"^(?:true|false)$", "tf"),
    ("int", r"^-?[0-9]+$", "-0123456789"),
    ("float", r"^-?[0-9]+\.[0-9]+$", "-0123456789"),
    ("null", r"^(?:null|~|)$", ["n", "~", ""]),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(_rule), list(_first))


def _mapping(loader: Any, node: Any) -> Located:
    out = Located()
    for key_node, value_node in node.value:
        key = str(loader.construct_object(key_node))
        if key in out:
            raise yaml.MarkedYAMLError(
                problem=f"the key '{key}' stands twice", problem_mark=key_node.start_mark
            )
        out[key] = loader.construct_object(value_node, deep=True)
        out.lines[key] = key_node.start_mark.line + 1
    return out


_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)


def read_yaml(path: Path) -> Any:
    """What a YAML file holds. Raises ``InputError`` with the line where it is no YAML."""
    try:
        return yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)
    except OSError as err:
        raise InputError("cannot be read", file=path) from err
    except UnicodeDecodeError as err:
        raise InputError("is not UTF-8", file=path) from err
    except yaml.MarkedYAMLError as err:
        line = None if err.problem_mark is None else err.problem_mark.line + 1
        raise InputError(f"is not YAML: {err.problem}", file=path, line=line) from err


def line_of(raw: object, loc: Iterable[int | str]) -> int:
    """The line of the innermost key on the way to a place; 0 where there is none."""
    line = 0
    for part in loc:
        if isinstance(raw, Located):
            line = raw.lines.get(str(part), line)
            raw = raw.get(str(part))
        elif isinstance(raw, list) and isinstance(part, int) and part < len(raw):
            raw = raw[part]
        else:
            break
    return line


def split_field(field: str) -> list[int | str]:
    """``views.inbox.sections[0]`` as ``["views", "inbox", "sections", 0]``."""
    return [
        int(part[1:-1]) if part.startswith("[") else part for part in re.findall(r"\[\d+\]|[^.\[]+", field)
    ]


# ---- models


def fault(problem: str, expected: str = "", key: str = "") -> PydanticCustomError:
    """A fault to raise in a validator; ``key`` is the part of the value that is at fault."""
    return PydanticCustomError("fault", "{problem}", {"problem": problem, "expected": expected, "key": key})


class Strict(BaseModel):
    """A frozen model. Its mapping in a file has no unknown keys; ``derived`` fields do not stand in files."""

    model_config = ConfigDict(
        frozen=True, populate_by_name=True, coerce_numbers_to_str=True, arbitrary_types_allowed=True
    )
    derived: ClassVar[frozenset[str]] = frozenset()

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, raw: Any) -> Any:
        if isinstance(raw, Located):
            known = [f.alias or name for name, f in cls.model_fields.items() if name not in cls.derived]
            for key in raw:
                if key not in known:
                    raise fault("is an unknown key", f"one of {', '.join(sorted(known))}", key)
        return raw


def _listed(raw: object) -> object:
    return [raw] if isinstance(raw, str) else raw


def _not_empty(text: str) -> str:
    if not text.strip():
        raise fault("is empty", "a text")
    return text


Text = Annotated[str, AfterValidator(_not_empty)]
"""A text that says something."""
Flag = Annotated[bool, Field(strict=True)]
Count = Annotated[int, Field(strict=True, ge=0)]
Texts = Annotated[tuple[str, ...], BeforeValidator(_listed)]
"""A list of texts; one text alone counts as a list of one."""


def validate(
    model: type[Model], raw: object, file: Path, problems: list[Problem], *, at: Sequence[int | str] = ()
) -> Model | None:
    """``raw`` as a model; None where it does not fit: then its faults are added to ``problems``.

    ``at`` is the place of ``raw`` in its file.
    """
    try:
        return model.model_validate(raw)
    except ValidationError as err:
        for one in err.errors(include_url=False):
            loc = list(one["loc"])
            if one["type"] == "fault" and one["ctx"]["key"]:
                loc += split_field(one["ctx"]["key"])
            problem, expected = _words(one)
            if "[key]" in loc:  # a key of a mapping, not what it holds
                loc.remove("[key]")
                problem = "is unknown"
            problems.append(Problem(file, line_of(raw, loc), dotted([*at, *loc]), problem, expected))
        return None


def dotted(loc: Iterable[int | str]) -> str:
    """``views.inbox.sections[0]`` of ``["views", "inbox", "sections", 0]``."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc).removeprefix(".")


_EXPECTED = {
    "string_type": "a text",
    "string_sub_type": "a text",
    "bool_type": "true or false",
    "int_type": "a whole number",
    "float_type": "a number",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "a mapping",
    "mapping_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
}


def _words(one: ErrorDetails) -> tuple[str, str]:
    """The problem and what was expected, of one error of pydantic's."""
    kind, value = one["type"], one.get("input")
    if kind == "fault":
        return str(one["ctx"]["problem"]), str(one["ctx"]["expected"])
    if kind == "missing":
        return "is missing", "it is required"
    if kind == "literal_error":
        shown = f"'{value}'" if isinstance(value, str) else sort_name(value)
        names = re.findall(r"'([^']*)'", str(one["ctx"]["expected"]))
        return f"is {shown}", f"one of {', '.join(names)}"
    if kind.startswith(("greater", "less")):
        return "is out of range", one["msg"].removeprefix("Input should be ")
    return f"is {sort_name(value)}", _EXPECTED.get(kind, one["msg"])


def sort_name(value: object) -> str:
    """The sort of a value in a word; never the value."""
    sorts: tuple[tuple[type | tuple[type, ...], str], ...] = (
        (type(None), "empty"),
        (bool, "true or false"),
        ((int, float), "a number"),
        (str, "a text"),
        ((list, tuple), "a list"),
        (dict, "a mapping"),
    )
    return next((name for kind, name in sorts if isinstance(value, kind)), type(value).__name__)
