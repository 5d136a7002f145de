"""Reading YAML strictly: every fault names the file, the dotted field and what was expected."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import yaml

from tactful.errors import InputError
from tactful.world.people.person import Plain

_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_Base):  # type: ignore[misc]
    """YAML in which only true and false are booleans (``on:`` is a key here), and keys are unique."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise yaml.constructor.ConstructorError(None, None, f"the key '{key}' twice", node.start_mark)
        found: dict[Any, Any] = super().construct_mapping(node, deep)
        return found


_Loader.yaml_implicit_resolvers = {
    first: [(tag, rule) for tag, rule in rules if tag != "tag:yaml.org,2002:bool"]
    for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
for _first, _word in (("t", "true"), ("f", "false")):
    _Loader.yaml_implicit_resolvers.setdefault(_first, []).append(
        ("tag:yaml.org,2002:bool", re.compile(f"^{_word}$"))
    )


class At:
    """Where in a file we are: errors from here name the file and the dotted field."""

    def __init__(self, file: Path, field: str = "") -> None:
        self.file, self.field = file, field

    def to(self, part: str | int) -> At:
        step = f"[{part}]" if isinstance(part, int) else f".{part}" if self.field else part
        return At(self.file, self.field + step)

    def fail(self, problem: str, expected: str) -> NoReturn:
        raise InputError(problem, file=self.file, field=self.field, expected=expected)

    def text(self, value: object, expected: str = "a text") -> str:
        if not isinstance(value, str) or not value.strip():
            self.fail(f"a {kind_of(value)}", expected)
        return value

    def map(self, value: object, keys: Iterable[str] = (), expected: str = "") -> dict[str, Any]:
        """A mapping with text keys, all of ``keys`` when these are given."""
        keys = tuple(keys)
        expected = expected or ("a mapping of " + ", ".join(keys) if keys else "a mapping")
        if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
            self.fail(f"a {kind_of(value)}", expected)
        for key in value:
            if keys and key not in keys:
                self.to(key).fail("unknown key", "one of " + ", ".join(keys))
        return value

    def list(self, value: object, expected: str) -> Sequence[Any]:
        if not isinstance(value, list) or not value:
            self.fail(f"a {kind_of(value)}" if value != [] else "empty", expected)
        return value

    def one_of(self, value: object, options: Sequence[str]) -> str:
        if value not in options:
            self.fail(
                f"{value!r}" if isinstance(value, str) else f"a {kind_of(value)}",
                "one of " + ", ".join(options),
            )
        return str(value)

    def plain(self, value: object) -> Plain:
        if not isinstance(value, str | int | bool):
            self.fail(f"a {kind_of(value)}", "a text, a number or a boolean")
        return value

    def plains(self, value: object) -> dict[str, Plain]:
        return {key: self.to(key).plain(item) for key, item in self.map(value).items()}

    def pairs(self, value: object, expected: str) -> tuple[tuple[str, str], ...]:
        found = self.map(value, expected=expected)
        if not found:
            self.fail("empty", expected)
        # A number or a date may be typed as it stands: {amount: 25}.
        return tuple((key, str(self.to(key).plain(item))) for key, item in found.items())


def read_yaml(file: Path, expected: str) -> Any:
    """What a YAML file holds; ``InputError`` with its line where it is none."""
    try:
        return yaml.load(file.read_text(encoding="utf-8"), Loader=_Loader)
    except OSError as err:
        raise InputError(f"cannot be read ({err.strerror})", file=file) from None
    except (yaml.YAMLError, UnicodeDecodeError) as err:
        mark = getattr(err, "problem_mark", None)
        problem = getattr(err, "problem", None) or "not UTF-8 text"
        line = None if mark is None else mark.line + 1
        raise InputError(f"not YAML: {problem}", file=file, line=line, expected=expected) from None


def kind_of(value: object) -> str:
    """The sort of a value in a word; never the value."""
    return "missing value" if value is None else type(value).__name__
