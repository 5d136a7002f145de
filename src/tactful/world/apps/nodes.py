"""Strict reading of YAML: every key known, every fault named by file, line and dotted field."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tactful.errors import InputError
from tactful.world.apps.expressions import EXPECTED, Expr, parse

_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Located(dict[str, Any]):
    """A mapping that knows its line (1-based)."""

    line: int = 0


class _Loader(_Base):  # type: ignore[misc]
    """Words such as yes, no, on, off stay words; a key twice is a fault; keys are texts."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012


_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))
_Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"^-?[0-9]+$"), list("-0123456789"))
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"^-?[0-9]+\.[0-9]+$"), list("-0123456789")
)
_Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^(?:null|~|)$"), ["n", "~", ""])


def _mapping(loader: Any, node: Any) -> Located:
    out = Located()
    out.line = node.start_mark.line + 1
    for key_node, value_node in node.value:
        key = str(loader.construct_object(key_node))
        if key in out:
            raise yaml.MarkedYAMLError(
                problem=f"the key '{key}' stands twice", problem_mark=key_node.start_mark
            )
        out[key] = loader.construct_object(value_node, deep=True)
    return out


_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)


def read_yaml(path: Path) -> Located:
    """The mapping of a YAML file. Raises ``InputError`` where it is none."""
    try:
        loaded = yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)
    except OSError as err:
        raise InputError("cannot be read", file=path) from err
    except UnicodeDecodeError as err:
        raise InputError("is not UTF-8", file=path) from err
    except yaml.MarkedYAMLError as err:
        mark = err.problem_mark
        raise InputError(
            f"is not YAML: {err.problem}", file=path, line=None if mark is None else mark.line + 1
        ) from err
    if not isinstance(loaded, Located):
        raise InputError("is not a mapping", file=path, expected="app: ..., views: ...")
    return loaded


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


class Node:
    """A mapping at a place of a file. Faults go to ``problems``; reading goes on with a default."""

    def __init__(self, raw: object, file: Path, at: str, problems: list[Problem], line: int = 0) -> None:
        self.file, self.at, self.problems = file, at, problems
        self.line = getattr(raw, "line", 0) or line
        self.used: set[str] = set()
        self.raw: dict[str, Any] = raw if isinstance(raw, dict) else {}
        if not isinstance(raw, dict):
            self.fault("", f"is {_sort(raw)}", "a mapping")

    def path(self, key: str) -> str:
        return f"{self.at}.{key}" if self.at and key else self.at or key

    def fault(self, key: str, problem: str, expected: str = "") -> None:
        self.problems.append(Problem(self.file, self.line, self.path(key), problem, expected))

    def get(self, key: str) -> Any:
        self.used.add(key)
        return self.raw.get(key)

    def __contains__(self, key: str) -> bool:
        return key in self.raw

    def text(self, key: str, default: str | None = "") -> str:
        """A text; ``default`` None: it must be there."""
        value = self.get(key)
        if value is None:
            if default is None:
                self.fault(key, "is missing", "a text")
            return default or ""
        if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
        if not isinstance(value, str) or not value:
            self.fault(key, f"is {_sort(value)}", "a text")
            return ""
        return value

    def choice(self, key: str, known: Iterable[str], default: str | None) -> str:
        known = tuple(known)
        value = self.text(key, default)
        if value and value not in known and key in self.raw:
            self.fault(key, f"is '{value}'", f"one of {', '.join(known)}")
            return default or known[0]
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        value = self.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.fault(key, f"is {_sort(value)}", "true or false")
            return default
        return value

    def number(self, key: str, default: int = 0) -> int:
        value = self.get(key)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            self.fault(key, f"is {_sort(value)}", "a whole number from 0")
            return default
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; one text alone counts as a list of one."""
        value = self.get(key)
        if value is None:
            return ()
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list) or not all(isinstance(v, str | int | float) for v in listed):
            self.fault(key, f"is {_sort(value)}", "a list of texts")
            return ()
        return tuple(str(v) for v in listed)

    def node(self, key: str) -> Node:
        return Node(self.get(key), self.file, self.path(key), self.problems, self.line)

    def nodes(self, key: str) -> tuple[Node, ...]:
        """A list of mappings."""
        value = self.get(key)
        if value is None:
            return ()
        if not isinstance(value, list):
            self.fault(key, f"is {_sort(value)}", "a list of mappings")
            return ()
        return tuple(
            Node(v, self.file, f"{self.path(key)}[{i}]", self.problems, self.line)
            for i, v in enumerate(value)
        )

    def named(self, key: str) -> dict[str, Node]:
        """A mapping of mappings."""
        if self.get(key) is None:
            return {}
        inner = self.node(key)
        return {name: inner.node(name) for name in inner.raw}

    def expr(self, key: str) -> Expr | None:
        value = self.get(key)
        return None if value is None else self.parsed(key, value)

    def parsed(self, key: str, value: object) -> Expr | None:
        try:
            return parse(value)
        except ValueError as err:
            self.fault(key, str(err), EXPECTED)
            return None

    def exprs(self, key: str) -> dict[str, Expr]:
        """A mapping of expressions."""
        if self.get(key) is None:
            return {}
        inner = self.node(key)
        read = {name: inner.expr(name) for name in inner.raw}
        return {name: value for name, value in read.items() if value is not None}

    def plains(self, key: str) -> dict[str, Any]:
        """A mapping of texts, numbers, flags and lists (which are expressions)."""
        if self.get(key) is None:
            return {}
        inner = self.node(key)
        out: dict[str, Any] = {}
        for name in inner.raw:
            value = inner.get(name)
            if isinstance(value, list):
                value = inner.parsed(name, value)
            if isinstance(value, dict) or value is None:
                inner.fault(name, f"is {_sort(value)}", "a text, a number, true, false or a list")
                continue
            out[name] = value
        return out

    def pairs(self, key: str) -> tuple[tuple[str, Expr], ...]:
        """A list of [label, expression]."""
        value = self.get(key)
        if value is None:
            return ()
        out = []
        for i, pair in enumerate(value if isinstance(value, list) else [value]):
            at = f"{key}[{i}]"
            if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[0], str):
                self.fault(at, f"is {_sort(pair)}", "[Label, expression]")
                continue
            expr = self.parsed(at, pair[1])
            if expr is not None:
                out.append((pair[0], expr))
        return tuple(out)

    def done(self) -> None:
        """Names every key that nothing read."""
        for key in self.raw:
            if key not in self.used:
                self.fault(key, "is an unknown key", f"one of {', '.join(sorted(self.used))}")


def _sort(value: object) -> str:
    names: tuple[tuple[Callable[[object], bool], str], ...] = (
        (lambda v: v is None, "empty"),
        (lambda v: isinstance(v, bool), "true or false"),
        (lambda v: isinstance(v, int | float), "a number"),
        (lambda v: isinstance(v, str), "a text"),
        (lambda v: isinstance(v, list), "a list"),
        (lambda v: isinstance(v, dict), "a mapping"),
    )
    return next((name for fits, name in names if fits(value)), type(value).__name__)
