"""Prompt packs: versioned YAML files of templates, the bundled ones and a user's own.

A pack is a mapping of sections, a section a mapping of levels, a level a template in which fields stand in
braces (``{memories}``) and a brace that is meant as a brace is doubled. This is also the form of the public
``prompts.yaml`` of CIMemories, which is accepted as it is. Three more keys may stand beside the sections:
``name``, ``version``, and ``fields`` (section -> the fields that its templates must have), for sections other
than the two of `FIELDS`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from string import Formatter
from types import MappingProxyType

from tactful.errors import InputError
from tactful.runs import YamlDocument, file_sha256

_BUNDLED = Path(__file__).with_name("packs")
_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_LIMIT = 1_000_000  # bytes of a pack
_RESERVED = ("name", "version", "fields")
# The sections of the benchmark itself, and the fields that each of their templates must have.
FIELDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "task_solving": frozenset({"memories", "recipient", "task"}),
        "adversary_reveal": frozenset({"attributes", "solution"}),
    }
)


@dataclass(frozen=True, slots=True)
class Template:
    """One prompt with fields: ``pieces`` are (literal text, field after it or None), in order."""

    pieces: tuple[tuple[str, str | None], ...] = field(repr=False)

    @classmethod
    def parse(cls, text: str) -> Template:
        """Split a template by the rules of ``str.format``.

        ``ValueError`` for unbalanced braces and for anything but a plain name in them.
        """
        pieces = []
        for literal, name, spec, conversion in Formatter().parse(text):
            if name is not None and (spec or conversion or not name.isidentifier()):
                raise ValueError("a field that is not a plain name in braces")
            pieces.append((literal, name))
        return cls(tuple(pieces))

    @property
    def fields(self) -> frozenset[str]:
        """The names that must be given a value."""
        return frozenset(name for _, name in self.pieces if name is not None)

    def render(self, values: Mapping[str, str]) -> str:
        """The prompt, filled in one pass: braces inside a value stay what they are."""
        return "".join(literal + ("" if name is None else values[name]) for literal, name in self.pieces)

    def head(self, values: Mapping[str, str]) -> str:
        """The prompt up to the first field that ``values`` lacks: what all prompts with them share."""
        text = ""
        for literal, name in self.pieces:
            text += literal
            if name is not None and name not in values:
                break
            text += "" if name is None else values[name]
        return text

    def read(self, prompt: str) -> dict[str, str] | None:
        """The fields' values in a prompt that this template made, None if it did not make it.

        White space around the prompt is ignored, since chat clients strip it. A field that occurs twice
        must have the same value twice.
        """
        pattern = ""
        last = len(self.pieces) - 1
        for at, (literal, name) in enumerate(self.pieces):
            fixed = literal.lstrip() if at == 0 else literal
            pattern += re.escape(fixed.rstrip() if at == last and name is None else fixed)
            if name is not None:
                pattern += f"(?P={name})" if f"(?P<{name}>" in pattern else f"(?P<{name}>.*?)"
        found = re.fullmatch(pattern, prompt.strip(), re.DOTALL)
        return None if found is None else found.groupdict()


@dataclass(frozen=True, slots=True)
class PromptPack:
    """A file of prompts. ``sha256`` is of its bytes; ``sections`` maps section -> level -> template."""

    name: str
    version: str
    sha256: str
    sections: Mapping[str, Mapping[str, Template]] = field(repr=False)
    source: Path | None = None

    def to_json(self) -> dict[str, str]:
        """As logs, rows and manifests name it: {"name", "version", "sha256"}."""
        return {"name": self.name, "version": self.version, "sha256": self.sha256}

    def title(self, level: str) -> str:
        """What reports call one level of it: ``guiguard_judging 2, neutral``."""
        return f"{self.name} {self.version}".strip() + f", {level}"

    def levels(self, section: str) -> tuple[str, ...]:
        """The levels of a section, in file order; ``InputError`` where the pack has no such section."""
        if section not in self.sections:
            raise InputError(
                f"no section '{section}' in the prompt pack '{self.name}'",
                file=self.source,
                expected=" or ".join(self.sections) or None,
            )
        return tuple(self.sections[section])

    def template(self, section: str, level: int | str) -> Template:
        """One template; ``InputError`` with file, section and the levels there are."""
        levels = self.levels(section)
        if str(level) not in levels:
            raise InputError(
                f"no level '{level}' in the prompt pack '{self.name}'",
                file=self.source,
                field=section,
                expected=", ".join(levels),
            )
        return self.sections[section][str(level)]

    def render(self, section: str, level: int | str = 1, /, **values: str) -> str:
        """The prompt with all fields filled in; values that the template does not use are left out.

        Values are put in as they are, braces and all. ``InputError`` for a field without a value.
        """
        template = self.template(section, level)
        self._complete(template.fields, values, f"{section}.{level}")
        return template.render(values)

    def prefix(self, section: str, level: int | str = 1, /, **values: str) -> str:
        """How the prompt begins, up to the first field that is not given: what a provider can cache."""
        return self.template(section, level).head(values)

    def read(self, section: str, prompt: str) -> dict[str, str] | None:
        """The values that a prompt was rendered from, None if no level of the section made it."""
        for template in self.sections.get(section, {}).values():
            if (values := template.read(prompt)) is not None:
                return values
        return None

    def _complete(self, wanted: frozenset[str], values: Mapping[str, str], where: str) -> None:
        if missing := wanted - set(values):
            raise InputError(
                "a field without a value", file=self.source, field=where, expected=_braced(missing)
            )


def load_pack(name_or_path: str | Path = "tactful") -> PromptPack:
    """A prompt pack: the name of a bundled one ("tactful", ...) or the path of a YAML file.

    ``InputError`` that names file, line, section, level and field: for a file that cannot be read, is not
    such a mapping, or has a template with an unknown or missing field.
    """
    path = _find(name_or_path)
    document = YamlDocument.read(path, limit=_LIMIT, error=InputError)
    record = document.values
    if not isinstance(record, dict):
        document.fail("not a mapping", (), "sections with levels")
    wanted = {**FIELDS, **_declared(document)}
    sections = {
        section: MappingProxyType(_levels(document, section, wanted.get(section)))
        for section in record
        if section not in _RESERVED
    }
    if not sections:
        raise InputError("no section of prompts", file=path, expected=" or ".join(FIELDS))
    return PromptPack(
        name=str(record.get("name", path.stem)),
        version=str(record.get("version", "")),
        sha256=file_sha256(path),
        sections=MappingProxyType(sections),
        source=path,
    )


def bundled_packs() -> tuple[str, ...]:
    """The names of the packs that come with the package."""
    return tuple(sorted(path.stem for path in _BUNDLED.glob("*.yaml")))


def _find(name_or_path: str | Path) -> Path:
    if isinstance(name_or_path, str) and _NAME.fullmatch(name_or_path):
        bundled = _BUNDLED / f"{name_or_path}.yaml"
        if bundled.is_file():
            return bundled
    path = Path(name_or_path)
    try:
        if path.is_file():
            return path
    except (OSError, ValueError):
        raise InputError("not a usable name of a prompt pack") from None
    raise InputError(
        "no such prompt pack", file=path, expected=f"a YAML file, or {' or '.join(bundled_packs())}"
    )


def _declared(document: YamlDocument) -> dict[str, frozenset[str]]:
    fields = document.values.get("fields", {})
    if not isinstance(fields, dict):
        document.fail("not a mapping", ("fields",), "section: [field, ...]")
    for section, names in fields.items():
        if not isinstance(names, list):
            document.fail("not a list", ("fields", section), "names of fields")
    return {section: frozenset(map(str, names)) for section, names in fields.items()}


def _levels(document: YamlDocument, section: str, wanted: frozenset[str] | None) -> dict[str, Template]:
    levels = document.values[section]
    if not isinstance(levels, dict) or not levels:
        document.fail("not a mapping", (section,), "levels with a template each")
    return {level: _template(document, (section, level), wanted) for level in levels}


def _template(document: YamlDocument, at: tuple[str, str], wanted: frozenset[str] | None) -> Template:
    text = document.values[at[0]][at[1]]
    expected = None if wanted is None else _braced(wanted)
    if not isinstance(text, str) or not text.strip():
        document.fail("not a text", at, expected or "a template")
    try:
        template = Template.parse(text)
    except ValueError:
        problem = "braces that are not a field (double those that are meant as braces)"
        document.fail(problem, at, expected or "{name}")
    if wanted is not None:
        if unknown := template.fields - wanted:
            document.fail(f"unknown field {_braced(unknown)}", at, expected)
        if missing := wanted - template.fields:
            document.fail(f"missing field {_braced(missing)}", at, expected)
    return template


def _braced(names: frozenset[str] | set[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names))
