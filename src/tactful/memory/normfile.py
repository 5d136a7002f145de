"""Norm tables from YAML files, checked with one error that names file, line and field.

The format (``data/norms.yaml`` is a whole one)::

    types:                          # what information there is
      income:
        what: the user's income     # plain words, for reasons
        words: [annual income, earn* $]         # phrases, see `phrases`
        covers: [spending]          # optional: more general types that this one replaces
        coarse: {keep: range}       # optional: or {sentence: The user has an income.}
        named: false                # optional: true where a name follows, whose words mean no other type
    roles:                          # who receives; the first whose phrase fits counts
      bank: {who: a lender, words: [bank, loan officer]}
    purposes:                       # what for; every one whose phrase fits counts
      credit: {why: a loan, words: [loan, credit]}
    groups:                         # optional: names for several types or several roles
      money: [income]
    norms:                          # the first that fits a type decides; what none allows is withheld
      - name: credit-income
        to: [bank]                  # optional: anyone if absent
        for: [credit]               # optional: any purpose if absent
        about: [money]
        do: pass                    # pass, generalise (the type needs ``coarse``) or withhold
        because: a lender weighs what the borrower earns

Anchors, aliases and tags are not allowed, nor is a file over 512 KiB.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import NoReturn

import yaml

from tactful.errors import PolicyError
from tactful.memory.decisions import ACTIONS
from tactful.memory.generalise import KEEP, Coarse, value_parts
from tactful.memory.norms import UNKNOWN, Norm, Norms
from tactful.memory.phrases import Lexicon, compile_phrase

BUNDLED = Path(__file__).with_name("data") / "norms.yaml"
_LIMIT = 512 * 1024
_STR = "tag:yaml.org,2002:str"
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,40}")
_Node = yaml.Node
# The same language; libyaml's reader is ten times as fast where it is there.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load_norms(path: Path | str | None = None) -> Norms:
    """Read a norm table; ``PolicyError`` with file, line and field where it is none."""
    return _bundled() if path is None else _read(Path(path))


@cache
def _bundled() -> Norms:
    """Parsed once: it is the package's own and never changes."""
    return _read(BUNDLED)


def _read(file: Path) -> Norms:
    try:
        with file.open("rb") as handle:
            raw = handle.read(_LIMIT + 1)
        if len(raw) > _LIMIT:
            raise PolicyError("too large for a norm table", file=file, expected="at most 512 KiB")
        text = raw.decode("utf-8-sig")
    except OSError as err:
        raise PolicyError(f"cannot be read ({err.strerror})", file=file) from None
    except UnicodeDecodeError:
        raise PolicyError("not UTF-8 text", file=file) from None
    return parse_norms(text, file=file)


def parse_norms(text: str, *, file: Path | str | None = None) -> Norms:
    """A norm table from YAML text; ``file`` is named in errors."""
    return _Parser(file).table(text)


class _Parser:
    def __init__(self, file: Path | str | None) -> None:
        self.file = file

    def fail(self, problem: str, node: _Node | None, field: str, expected: str | None = None) -> NoReturn:
        line = None if node is None else node.start_mark.line + 1
        raise PolicyError(
            problem, file=self.file, line=line, field=field or None, expected=expected
        ) from None

    def table(self, text: str) -> Norms:
        root = self.mapping(self.compose(text), "", ("types", "roles", "purposes", "norms"), ("groups",))
        types, coarse, covers, named = self.types(root["types"])
        roles = self.named(root["roles"], "roles", "who")
        purposes = self.named(root["purposes"], "purposes", "why")
        if UNKNOWN in roles:
            self.fail("a reserved name", root["roles"], f"roles.{UNKNOWN}", "strangers always get nothing")
        type_names = {name: frozenset({name}) for name in types}
        role_names = {name: frozenset({name}) for name in roles}
        self.groups(root.get("groups"), type_names, role_names)
        purpose_names = {name: frozenset({name}) for name in purposes}
        norms = tuple(
            self.norm(node, f"norms[{i}]", type_names, role_names, purpose_names, coarse)
            for i, node in enumerate(self.items(root["norms"], "norms"))
        )
        if len({norm.name for norm in norms}) < len(norms):
            self.fail("two norms of one name", root["norms"], "norms", "a name of its own for each")
        return Norms(
            source=str(self.file or "text"),
            whats={name: what for name, (what, _) in types.items()},
            whos={name: who for name, (who, _) in roles.items()},
            whys={name: why for name, (why, _) in purposes.items()},
            coarse=coarse,
            covers=covers,
            named=named,
            norms=norms,
            type_words=Lexicon({name: words for name, (_, words) in types.items()}),
            role_words=Lexicon({name: words for name, (_, words) in roles.items()}),
            purpose_words=Lexicon({name: words for name, (_, words) in purposes.items()}),
            sha256=hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest(),
        )

    def compose(self, text: str) -> _Node:
        """The document as nodes, which know their lines; nothing is constructed."""
        try:
            for event in yaml.parse(text, Loader=_LOADER):
                if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
                    line = event.start_mark.line + 1 if event.start_mark else None
                    raise PolicyError("anchors and aliases are not allowed", file=self.file, line=line)
            node: _Node | None = yaml.compose(text, Loader=_LOADER)
        except yaml.MarkedYAMLError as err:
            mark = err.problem_mark or err.context_mark
            line = None if mark is None else mark.line + 1
            raise PolicyError("not valid YAML", file=self.file, line=line) from None
        except (yaml.YAMLError, RecursionError):
            raise PolicyError("not valid YAML", file=self.file) from None
        if node is None:
            self.fail("the file is empty", None, "", "types, roles, purposes, norms")
        return node

    def mapping(
        self, node: _Node, field: str, required: tuple[str, ...], optional: tuple[str, ...] = ()
    ) -> dict[str, _Node]:
        """A mapping of these keys."""
        wanted = ", ".join((*required, *optional))
        found = self.entries(node, field)
        for key, value in found.items():
            if key not in (*required, *optional):
                self.fail("unknown key", value, _join(field, key), f"one of {wanted}")
        for key in required:
            if key not in found:
                self.fail("missing", node, _join(field, key), f"a mapping with {wanted}")
        return found

    def entries(self, node: _Node, field: str) -> dict[str, _Node]:
        """A mapping of any plain names."""
        if not isinstance(node, yaml.MappingNode):
            self.fail("not a mapping", node, field, "keys with values")
        found: dict[str, _Node] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode) or not _NAME.fullmatch(key.value):
                self.fail("not a name", key, field, "lower-case letters, digits, '_' and '-'")
            if key.value in found:
                self.fail("the key stands twice", key, _join(field, key.value), "each key once")
            found[key.value] = value
        return found

    def items(self, node: _Node, field: str) -> list[_Node]:
        if not isinstance(node, yaml.SequenceNode) or not node.value:
            self.fail("not a list", node, field, "a list of at least one")
        return list(node.value)

    def string(self, node: _Node, field: str) -> str:
        # Words that YAML takes for numbers or booleans ("401", "on") are words here all the same.
        if not isinstance(node, yaml.ScalarNode) or not node.value.strip():
            self.fail("not text", node, field, "text")
        return " ".join(str(node.value).split())

    def boolean(self, node: _Node, field: str) -> bool:
        if not isinstance(node, yaml.ScalarNode) or node.value.lower() not in ("true", "false"):
            self.fail("not a yes or no", node, field, "true or false")
        return bool(node.value.lower() == "true")

    def named(self, node: _Node, field: str, plain: str) -> dict[str, tuple[str, tuple[str, ...]]]:
        """Roles or purposes: name -> (plain words, phrases)."""
        found = {}
        for name, value in self.entries(node, field).items():
            keys = self.mapping(value, f"{field}.{name}", (plain, "words"))
            found[name] = (
                self.string(keys[plain], f"{field}.{name}.{plain}"),
                self.phrases(keys["words"], f"{field}.{name}.words"),
            )
        return found

    def types(
        self, node: _Node
    ) -> tuple[
        dict[str, tuple[str, tuple[str, ...]]], dict[str, Coarse], dict[str, frozenset[str]], frozenset[str]
    ]:
        found, coarse, covers, named = {}, {}, {}, set()
        entries = self.entries(node, "types")
        for name, value in entries.items():
            field = f"types.{name}"
            keys = self.mapping(value, field, ("what", "words"), ("covers", "coarse", "named"))
            found[name] = (
                self.string(keys["what"], f"{field}.what"),
                self.phrases(keys["words"], f"{field}.words"),
            )
            if "coarse" in keys:
                coarse[name] = self.coarse(keys["coarse"], f"{field}.coarse")
            if "named" in keys and self.boolean(keys["named"], f"{field}.named"):
                named.add(name)
            every = {other: frozenset({other}) for other in entries}
            covers[name] = (
                self.names(keys["covers"], f"{field}.covers", every) if "covers" in keys else frozenset()
            )
        return found, coarse, covers, frozenset(named)

    def coarse(self, node: _Node, field: str) -> Coarse:
        keys = self.mapping(node, field, (), ("sentence", "keep"))
        if len(keys) != 1:
            self.fail("not one way", node, field, "either sentence or keep")
        if "keep" in keys:
            keep = self.string(keys["keep"], f"{field}.keep")
            if keep not in KEEP:
                self.fail("unknown way", keys["keep"], f"{field}.keep", f"one of {', '.join(KEEP)}")
            return Coarse(keep=keep)
        sentence = self.string(keys["sentence"], f"{field}.sentence")
        if value_parts(sentence):
            self.fail("it states a number, a name or a title", keys["sentence"], f"{field}.sentence")
        return Coarse(sentence=sentence)

    def phrases(self, node: _Node, field: str) -> tuple[str, ...]:
        found = []
        for i, item in enumerate(self.items(node, field)):
            phrase = self.string(item, f"{field}[{i}]")
            try:
                compile_phrase(phrase)
            except ValueError as err:
                self.fail(str(err), item, f"{field}[{i}]", "a phrase, such as 'loan officer'")
            found.append(phrase)
        return tuple(found)

    def names(self, node: _Node, field: str, known: dict[str, frozenset[str]]) -> frozenset[str]:
        found: set[str] = set()
        for i, item in enumerate(self.items(node, field)):
            name = self.string(item, f"{field}[{i}]")
            if name not in known:
                self.fail("a name that stands nowhere", item, f"{field}[{i}]", "a name defined in this file")
            found |= known[name]
        return frozenset(found)

    def groups(
        self, node: _Node | None, types: dict[str, frozenset[str]], roles: dict[str, frozenset[str]]
    ) -> None:
        """Adds each group to the table that its members come from."""
        for name, value in ({} if node is None else self.entries(node, "groups")).items():
            field = f"groups.{name}"
            if name in types or name in roles:
                self.fail("a name that is taken", value, field, "a name of its own")
            first = self.string(self.items(value, field)[0], f"{field}[0]")
            table = types if first in types else roles
            table[name] = self.names(value, field, table)

    def norm(
        self,
        node: _Node,
        field: str,
        types: dict[str, frozenset[str]],
        roles: dict[str, frozenset[str]],
        purposes: dict[str, frozenset[str]],
        coarse: dict[str, Coarse],
    ) -> Norm:
        keys = self.mapping(node, field, ("name", "about", "do", "because"), ("to", "for"))
        name = self.string(keys["name"], f"{field}.name")
        if not _NAME.fullmatch(name):
            self.fail("not a name", keys["name"], f"{field}.name", "lower-case letters, digits, '_' and '-'")
        field = f"norms.{name}"
        wanted = self.string(keys["do"], f"{field}.do")
        action = next((known for known in ACTIONS if known == wanted), None)
        if action is None:
            self.fail("unknown action", keys["do"], f"{field}.do", f"one of {', '.join(ACTIONS)}")
        about = self.names(keys["about"], f"{field}.about", types)
        if action == "generalise" and (bare := sorted(about - set(coarse))):
            self.fail(
                f"the type '{bare[0]}' has no coarse form",
                keys["about"],
                f"{field}.about",
                "types with coarse",
            )
        return Norm(
            name=name,
            roles=self.names(keys["to"], f"{field}.to", roles) if "to" in keys else frozenset(),
            purposes=self.names(keys["for"], f"{field}.for", purposes) if "for" in keys else frozenset(),
            types=about,
            action=action,
            reason=self.string(keys["because"], f"{field}.because"),
        )


def _join(field: str, key: str) -> str:
    return f"{field}.{key}" if field else key
