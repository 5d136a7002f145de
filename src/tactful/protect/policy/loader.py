"""Policies from YAML files, checked with errors that name the line.

The format (``example.yaml`` stands beside this file)::

    name: careful              # required
    default: keep              # operator where no rule applies; keep if absent
    rules:                     # required, at least one; the first that fits wins
      - name: contacts         # optional, shown on the receipt
        when: {type: email}    # required: a condition, or the word always
        use: replace           # required: an operator

A condition is a mapping; all of its keys must hold. A key takes one value or a list of alternatives:

- ``risk``: none, low, medium, high; ``risk_at_least``: one of them
- ``category``: identity, contact_financial, technical_device, behavior_context, sensitive_special,
  inference_profiling, or none
- ``type``: kinds of value (email, phone, message, ...); ``source``: recognizers ("patterns" also means
  "patterns:email")
- ``necessary``, ``inner``: true or false
- ``confidence_at_least``: 0 to 1
- ``all``, ``any``: a list of conditions; ``not``: one condition

Anchors, aliases and tags are not allowed, nor is a file over 64 KiB or a nesting deeper than 20.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import reduce
from operator import and_, or_
from pathlib import Path
from typing import NoReturn

import yaml

from tactful.errors import PolicyError
from tactful.protect.operators import OPERATORS
from tactful.protect.policy import conditions
from tactful.protect.policy.conditions import Condition
from tactful.protect.policy.presets import PRESETS, preset
from tactful.protect.policy.rules import Policy, Rule
from tactful.terms import Category, Risk

_LIMIT = 64 * 1024
_DEPTH = 20
_STR, _BOOL = "tag:yaml.org,2002:str", "tag:yaml.org,2002:bool"
_NUMBERS = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float")
_PLAIN = {_STR, _BOOL, *_NUMBERS, "tag:yaml.org,2002:null", "tag:yaml.org,2002:timestamp"}


def get_policy(name: str | Path, operator: str | None = None) -> Policy:
    """A preset by its name, or a policy from a YAML file; ``operator`` replaces every one that masks.

    ``PolicyError`` for anything else.
    """
    if isinstance(name, str) and name in PRESETS:
        return preset(name, operator)
    path = Path(name)
    if path.suffix.lower() not in (".yaml", ".yml"):
        return preset(str(name), operator)
    policy = load_policy(path)
    return policy if operator is None else policy.with_operator(operator)


def load_policy(path: Path | str) -> Policy:
    """Read a policy file; ``PolicyError`` with file, line and field where it is not one."""
    file = Path(path)
    try:
        with file.open("rb") as handle:
            raw = handle.read(_LIMIT + 1)
    except OSError as err:
        raise PolicyError(f"cannot be read ({err.strerror})", file=file) from None
    if len(raw) > _LIMIT:
        raise PolicyError("too large for a policy", file=file, expected="at most 64 KiB")
    try:
        return parse_policy(raw.decode("utf-8-sig"), file=file)
    except UnicodeDecodeError:
        raise PolicyError("not UTF-8 text", file=file) from None


def parse_policy(text: str, *, file: Path | str | None = None) -> Policy:
    """A policy from YAML text; ``file`` is named in errors."""
    return _Parser(file).policy(text)


class _Parser:
    def __init__(self, file: Path | str | None) -> None:
        self.file = file

    def fail(self, problem: str, node: yaml.Node | None, field: str, expected: str | None = None) -> NoReturn:
        line = None if node is None else node.start_mark.line + 1
        raise PolicyError(
            problem, file=self.file, line=line, field=field or None, expected=expected
        ) from None

    def policy(self, text: str) -> Policy:
        root = self.compose(text)
        if root is None:
            self.fail("the file is empty", None, "", "a mapping with name and rules")
        keys = self.mapping(root, "", ("name", "rules"), ("default",))
        rules = keys["rules"]
        if not isinstance(rules, yaml.SequenceNode) or not rules.value:
            self.fail("no rules", rules, "rules", "a list of at least one rule")
        default = self.operator(keys["default"], "default") if "default" in keys else "keep"
        found = [self.rule(node, f"rules[{i}]") for i, node in enumerate(rules.value)]
        return Policy(self.string(keys["name"], "name"), found, default=default)

    def compose(self, text: str) -> yaml.Node | None:
        """The document as nodes, which know their lines; nothing is constructed."""
        depth = documents = 0
        try:
            for event in yaml.parse(text, Loader=yaml.SafeLoader):
                line = event.start_mark.line + 1 if event.start_mark else None
                if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
                    raise PolicyError("anchors and aliases are not allowed", file=self.file, line=line)
                depth += isinstance(event, yaml.CollectionStartEvent)
                depth -= isinstance(event, yaml.CollectionEndEvent)
                documents += isinstance(event, yaml.DocumentStartEvent)
                if depth > _DEPTH:
                    raise PolicyError(f"nested deeper than {_DEPTH}", file=self.file, line=line)
                if documents > 1:
                    raise PolicyError("more than one document", file=self.file, line=line)
            node: yaml.Node | None = yaml.compose(text, Loader=yaml.SafeLoader)
        except yaml.MarkedYAMLError as err:
            mark = err.problem_mark or err.context_mark
            line = None if mark is None else mark.line + 1
            raise PolicyError("not valid YAML", file=self.file, line=line) from None
        except yaml.YAMLError:
            raise PolicyError(
                "not valid YAML: it holds characters that may not stand in it", file=self.file
            ) from None
        return node

    def mapping(
        self, node: yaml.Node, field: str, required: tuple[str, ...], optional: tuple[str, ...]
    ) -> dict[str, yaml.Node]:
        wanted = ", ".join((*required, *optional))
        if not isinstance(node, yaml.MappingNode):
            self.fail(f"{_kind(node)} found", node, field, f"a mapping with {wanted}")
        found: dict[str, yaml.Node] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode) or key.value not in (*required, *optional):
                self.fail("unknown key", key, _join(field, _name(key)), f"one of {wanted}")
            if key.value in found:
                self.fail("the key stands twice", key, _join(field, key.value), "each key once")
            found[key.value] = value
        for name in required:
            if name not in found:
                self.fail("missing", node, _join(field, name), f"a mapping with {wanted}")
        return found

    def rule(self, node: yaml.Node, field: str) -> Rule:
        keys = self.mapping(node, field, ("when", "use"), ("name",))
        name = self.string(keys["name"], f"{field}.name") if "name" in keys else ""
        when = keys["when"]
        if isinstance(when, yaml.ScalarNode) and when.value == "always":
            condition = conditions.always
        else:
            condition = self.condition(when, f"{field}.when")
        return Rule(condition, self.operator(keys["use"], f"{field}.use"), name)

    def condition(self, node: yaml.Node, field: str) -> Condition:
        keys = self.mapping(node, field, (), tuple(_TERMS))
        if not keys:
            self.fail("an empty condition", node, field, f"one of {', '.join(_TERMS)}, or the word always")
        return reduce(and_, (_TERMS[key](self, value, f"{field}.{key}") for key, value in keys.items()))

    def conditions(self, node: yaml.Node, field: str) -> list[Condition]:
        if not isinstance(node, yaml.SequenceNode) or not node.value:
            self.fail(f"{_kind(node)} found", node, field, "a list of at least one condition")
        return [self.condition(item, f"{field}[{i}]") for i, item in enumerate(node.value)]

    def strings(self, node: yaml.Node, field: str) -> list[tuple[yaml.Node, str]]:
        items = node.value if isinstance(node, yaml.SequenceNode) else [node]
        if not items:
            self.fail("an empty list", node, field, "at least one value")
        found = [(item, self.string(item, field)) for item in items]
        for i, (item, value) in enumerate(found):
            if value in [v for _, v in found[:i]]:
                self.fail("the value stands twice", item, field, "each value once")
        return found

    def string(self, node: yaml.Node, field: str) -> str:
        if not isinstance(node, yaml.ScalarNode) or node.tag not in (_STR,) or not node.value.strip():
            self.fail(f"{_kind(node)} found", node, field, "text")
        return str(node.value)

    def boolean(self, node: yaml.Node, field: str) -> bool:
        if not isinstance(node, yaml.ScalarNode) or node.tag != _BOOL:
            self.fail(f"{_kind(node)} found", node, field, "true or false")
        return str(node.value).lower() in ("true", "yes", "on")

    def share(self, node: yaml.Node, field: str) -> float:
        try:
            value = float(node.value) if node.tag in _NUMBERS else -1.0
        except ValueError:
            value = -1.0  # .inf, .nan, 0x10, 1:30 and other YAML numbers
        if not 0 <= value <= 1:
            self.fail(f"{_kind(node)} found", node, field, "a number from 0 to 1")
        return value

    def operator(self, node: yaml.Node, field: str) -> str:
        name = self.string(node, field)
        if name not in OPERATORS:
            self.fail("unknown operator", node, field, f"one of {', '.join(OPERATORS)}")
        return name

    def risk(self, node: yaml.Node, value: str, field: str) -> Risk:
        try:
            return Risk(value)
        except ValueError:
            self.fail("unknown risk", node, field, f"one of {', '.join(r.value for r in Risk)}")

    def category(self, node: yaml.Node, value: str, field: str) -> Category | None:
        if value == "none":
            return None
        try:
            return Category(value)
        except ValueError:
            names = ", ".join(c.value for c in Category)
            self.fail("unknown category", node, field, f"one of {names}, none")

    def kind(self, node: yaml.Node, value: str, field: str) -> str:
        if not re.fullmatch(r"[a-z][a-z0-9_]*", value):
            self.fail("not a type", node, field, "lower-case letters, digits and underscores")
        return value


def _risk(p: _Parser, node: yaml.Node, field: str) -> Condition:
    return conditions.risk_is(*(p.risk(n, v, field) for n, v in p.strings(node, field)))


def _risk_at_least(p: _Parser, node: yaml.Node, field: str) -> Condition:
    return conditions.risk_at_least(p.risk(node, p.string(node, field), field))


def _category(p: _Parser, node: yaml.Node, field: str) -> Condition:
    return conditions.category_is(*(p.category(n, v, field) for n, v in p.strings(node, field)))


def _type(p: _Parser, node: yaml.Node, field: str) -> Condition:
    return conditions.type_is(*(p.kind(n, v, field) for n, v in p.strings(node, field)))


def _source(p: _Parser, node: yaml.Node, field: str) -> Condition:
    return conditions.source_is(*(value for _, value in p.strings(node, field)))


def _flag(condition: Condition) -> Callable[[_Parser, yaml.Node, str], Condition]:
    return lambda p, node, field: condition if p.boolean(node, field) else ~condition


_TERMS: dict[str, Callable[[_Parser, yaml.Node, str], Condition]] = {
    "risk": _risk,
    "risk_at_least": _risk_at_least,
    "category": _category,
    "type": _type,
    "source": _source,
    "necessary": _flag(conditions.necessary),
    "inner": _flag(conditions.inner),
    "confidence_at_least": lambda p, n, f: conditions.confidence_at_least(p.share(n, f)),
    "all": lambda p, n, f: reduce(and_, p.conditions(n, f)),
    "any": lambda p, n, f: reduce(or_, p.conditions(n, f)),
    "not": lambda p, n, f: ~p.condition(n, f),
}


def _join(field: str, key: str) -> str:
    return f"{field}.{key}" if field else key


def _name(key: yaml.Node) -> str:
    """A key as it may be quoted in an error: short and plain, or not at all."""
    value = key.value if isinstance(key, yaml.ScalarNode) else ""
    return value if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", value) else "?"


def _kind(node: yaml.Node) -> str:
    if isinstance(node, yaml.MappingNode):
        return "a mapping"
    if isinstance(node, yaml.SequenceNode):
        return "an empty list" if not node.value else "a list"
    names = {_STR: "text", _BOOL: "true or false", "tag:yaml.org,2002:null": "nothing"}
    if node.tag == _STR and not str(node.value).strip():
        return "empty text"
    return names.get(node.tag, "a number or date" if node.tag in _PLAIN else "a tagged value")
