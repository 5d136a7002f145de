"""Task templates: whom and what to pick, the goal sentences, a scripted solution, and checks.

One row of ``tasks/data/*.yaml``, shortened::

    - id: mail-forward-third
      apps: [mail]
      pick: {m: {app: mail, table: mails, where: {folder: inbox}, nth: 3}}
      goal: {en: "Forward the third e-mail of the inbox to {c.email}."}
      script: [{open: mail}, {tap: m}, {do: forward}, {type: {to: c.email}}, {do: send}]
      check: [{app: mail, table: mails, has: {folder: sent, to: c.email}}]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BeforeValidator, PlainValidator, model_validator
from pydantic import Field as Option

from tactful.errors import InputError
from tactful.runs import Location, Text, kind_of, mistake
from tactful.world.apps.fields import FileModel, read_document
from tactful.world.apps.schema import Group, Platform
from tactful.world.people.person import LANGUAGES, Plain

DATA = Path(__file__).parent / "data"
"""The bundled templates."""

HOLE = re.compile(r"\{([A-Za-z_]\w*(?:\.\w+)?)\}")
"""A place of a goal sentence to fill from the person: ``{c.email}``, ``{me.phone}``, ``{greeting}``."""


# ---- steps


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """One step of a scripted solution.

    ``name`` is an app (open), an action (do), a view (view, tab), a field (press), a setting (switch) or a
    direction (scroll); ``slot`` a picked record (tap; do on a row; cell). ``pairs`` are inputs and
    expressions (type), names and expressions (read), fields and options (choose); ``expression`` is
    what is pressed or answered.
    """

    kind: str
    name: str = ""
    slot: str = ""
    pairs: tuple[tuple[str, str], ...] = ()
    expression: str = ""

    def expressions(self) -> tuple[str, ...]:
        """The expressions that this step types, reads, presses or answers."""
        if self.kind in ("type", "read"):
            return tuple(expression for _, expression in self.pairs)
        return (self.expression,) if self.expression else ()


STEP_KINDS = (
    "open", "tap", "do", "type", "read", "view", "tab", "choose", "switch", "back", "home", "scroll", "cell",
    "press", "answer",
)  # fmt: skip
"""What a scripted step can be."""


def _plain(raw: Any) -> Plain:
    if not isinstance(raw, str | int | bool):
        raise mistake(f"{kind_of(raw)} found", "a text, a number or a boolean")
    return raw


def _text(raw: Any, key: str, expected: str = "a text") -> str:
    if not isinstance(raw, str) or not raw.strip():
        raise mistake(f"{kind_of(raw)} found", expected, key)
    return raw


def _two(raw: Any, kind: str, expected: str) -> tuple[str, str]:
    if not isinstance(raw, list) or len(raw) != 2:
        raise mistake(f"{kind_of(raw)} found", expected, kind)
    return _text(raw[0], kind, expected), str(_plain(raw[1]))


def _step(raw: Any) -> ScriptStep:
    kind = next(iter(raw), "") if isinstance(raw, dict) and len(raw) == 1 else ""
    if kind not in STEP_KINDS:
        raise mistake("is not one known step", "one of " + ", ".join(STEP_KINDS))
    value = raw[kind]
    match kind:
        case "tap":
            return ScriptStep(kind, slot=_text(value, kind, "a slot of pick"))
        case "do" if isinstance(value, dict):
            if set(value) != {"action", "on"}:
                raise mistake(f"has {', '.join(value)}", "action and on", kind)
            return ScriptStep(kind, name=_text(value["action"], kind), slot=_text(value["on"], kind))
        case "type" | "read" | "choose":
            if not isinstance(value, dict) or not value:
                expected = "names and what belongs to them, such as {to: c.email}"
                raise mistake(f"{kind_of(value)} found", expected, kind)
            # A number or a date may be typed as it stands: {amount: 25}.
            return ScriptStep(kind, pairs=tuple((key, str(_plain(item))) for key, item in value.items()))
        case "back" | "home":
            if value is not True:
                raise mistake(f"{kind_of(value)} found", "true", kind)
            return ScriptStep(kind)
        case "scroll" if value not in ("down", "up"):
            raise mistake(f"{kind_of(value)} found", "one of down, up", kind)
        case "cell":
            slot, name = _two(value, kind, "[slot, field]")
            return ScriptStep(kind, name=name, slot=slot)
        case "press":
            name, expression = _two(value, kind, "[field, expression]")
            return ScriptStep(kind, name=name, expression=expression)
        case "answer":
            return ScriptStep(kind, expression=str(_plain(value)))
    return ScriptStep(kind, name=_text(value, kind))


# ---- checks


@dataclass(frozen=True, slots=True)
class Check:
    """One condition on the final state.

    ``kind``: table (some row of ``app``/``table`` has all of ``has``; none has all of ``lacks``), record
    (the picked ``slot`` has ``has`` and not ``lacks``, or is ``gone``), at (``place`` is where the session
    is; "home" is a phone's home screen), setting (``place`` is ``app/name``), answer.
    """

    kind: str
    app: str = ""
    table: str = ""
    slot: str = ""
    place: str = ""
    has: Mapping[str, Plain] = field(default_factory=dict)
    lacks: Mapping[str, Plain] = field(default_factory=dict)
    gone: bool = False
    value: Plain = ""


_CHECK_KEYS = {
    "table": ("app", "table", "has", "lacks"),
    "at": ("at", "record"),
    "record": ("record", "has", "lacks", "gone"),
    "setting": ("setting", "is"),
    "answer": ("answer",),
}


def _check(raw: Any) -> Check:
    raw = raw if isinstance(raw, dict) else {}
    kind = next((kind for kind in _CHECK_KEYS if kind in raw), "")
    if not kind:
        raise mistake("is not a condition", "a mapping with table, record, at, setting or answer")
    for key in raw:
        if key not in _CHECK_KEYS[kind]:
            raise mistake("is an unknown key", f"one of {', '.join(_CHECK_KEYS[kind])}", key)
    has, lacks = ({name: _plain(v) for name, v in raw.get(key, {}).items()} for key in ("has", "lacks"))
    gone = raw.get("gone", False)
    if kind in ("table", "record") and not (has or lacks or gone is True):
        raise mistake("has neither 'has' nor 'lacks'", "one of them, or gone: true of a record")
    if kind == "answer":
        return Check(kind, value=_plain(raw["answer"]))
    name = _text(raw[kind], kind)
    if kind == "table":
        return Check(kind, _text(raw.get("app"), "app"), name, has=has, lacks=lacks)
    if kind == "record":
        return Check(kind, slot=name, has=has, lacks=lacks, gone=gone is True)
    if name.count("/") != 1 and (kind, name) != ("at", "home"):
        raise mistake(f"is '{name}'", "app/view, or home" if kind == "at" else "app/name", kind)
    if kind == "setting":
        return Check(kind, place=name, value=_plain(raw.get("is")))
    return Check(kind, slot=_text(raw["record"], "record") if "record" in raw else "", place=name)


# ---- templates


def _sentences(raw: Any) -> Any:
    for lang in raw if isinstance(raw, dict) else ():
        if lang not in LANGUAGES:
            raise mistake("is an unknown key", f"one of {', '.join(LANGUAGES)}", lang)
    if isinstance(raw, dict) and "en" not in raw:
        raise mistake("is missing", "English always", "en")
    return {lang: raw[lang] for lang in LANGUAGES if lang in raw} if isinstance(raw, dict) else raw


def _some(items: tuple[Any, ...]) -> tuple[Any, ...]:
    if not items:
        raise mistake("is empty", "at least one")
    return items


Sentences = Annotated[dict[str, Text], BeforeValidator(_sentences)]


class Pick(FileModel):
    """A record that the task is about: the ``nth`` of its table as listed (from 1), or a random one (0)."""

    derived: ClassVar = frozenset({"slot"})
    slot: str = ""
    app: Text
    table: Text
    where: dict[str, Annotated[Plain, PlainValidator(_plain)]] = Option({})
    nth: int = Option(0, strict=True, ge=1)


class Template(FileModel):
    """A task before it is bound to a person."""

    derived: ClassVar = frozenset({"file"})
    id: Text
    group: Group
    apps: Annotated[tuple[Text, ...], AfterValidator(_some)]
    platforms: Annotated[tuple[Platform, ...], AfterValidator(_some)]
    picks: dict[str, Pick] = Option({}, alias="pick")
    goals: Sentences = Option(alias="goal")
    says: dict[str, Sentences] = Option({}, alias="say")
    script: Annotated[tuple[Annotated[ScriptStep, PlainValidator(_step)], ...], AfterValidator(_some)]
    checks: Annotated[tuple[Annotated[Check, PlainValidator(_check)], ...], AfterValidator(_some)] = Option(
        alias="check"
    )
    file: str = ""

    @property
    def langs(self) -> tuple[str, ...]:
        """The languages that the goal is written in."""
        return tuple(self.goals)

    @property
    def cross(self) -> bool:
        """Whether the task runs across apps."""
        return len(self.apps) > 1

    @cached_property
    def named(self) -> frozenset[str]:
        """The expressions that the (English) goal tells."""
        return frozenset(HOLE.findall(self.goals["en"]))

    @model_validator(mode="after")
    def _names(self) -> Template:
        """Every name that a template uses must be one that it declares."""
        if "me" in self.picks:
            raise mistake("is a slot with this name", "another: 'me' is the person", ("pick", "me"))
        reads: set[str] = set()
        for index, step in enumerate(self.script):
            here = ("script", index, step.kind)
            if step.slot and step.slot not in self.picks:
                raise mistake(f"there is no slot '{step.slot}'", "a slot of pick", here)
            for expression in step.expressions():
                if step.kind == "read" and expression.startswith("$"):
                    raise mistake(f"is '{expression}'", "slot.field or me.fact", here)
                self._known(expression, here, reads)
            if step.kind == "read":
                reads |= {name for name, _ in step.pairs}
            if step.kind == "answer" and index < len(self.script) - 1:
                raise mistake("is an answer before the end", "the answer as the last step", here)
        for lang, sentence in self.goals.items():
            for hole in HOLE.findall(sentence):
                self._known(hole, ("goal", lang), set())
            if set(HOLE.findall(sentence)) != self.named:
                raise mistake(
                    "does not tell what the English goal tells", "the same {places}", f"goal.{lang}"
                )
        for index, check in enumerate(self.checks):
            if check.slot and check.slot not in self.picks:
                raise mistake(f"there is no slot '{check.slot}'", "a slot of pick", ("check", index))
        if any(c.kind == "answer" for c in self.checks) != any(s.kind == "answer" for s in self.script):
            raise mistake("an answer is either given or checked, not both", "both or neither", "check")
        return self

    def _known(self, expression: str, at: Location, reads: set[str]) -> None:
        head, dot, _ = expression.partition(".")
        if expression.startswith("$"):
            if expression[1:] not in reads:
                raise mistake(f"'{expression}' was not read before", "$name of a read step before", at)
        elif not (dot and (head in self.picks or head == "me")) and not (
            expression in self.says or expression.isdigit()
        ):
            expected = "slot.field, me.fact, a text of say, or $name of a read step before"
            raise mistake(f"unknown expression '{expression}'", expected, at)


# ---- files


def load_templates(folder: Path | str | None = None) -> tuple[Template, ...]:
    """All templates of a folder (the bundled ones if None), by file name and place in the file.

    ``InputError`` names file, line, template, field and what was expected.
    """
    return _bundled() if folder is None else read_files(sorted(Path(folder).glob("*.yaml")))


@lru_cache(maxsize=1)
def _bundled() -> tuple[Template, ...]:
    return read_files(sorted(DATA.glob("*.yaml")))


def read_files(files: Iterable[Path]) -> tuple[Template, ...]:
    """The templates of some files; an id that comes twice is an ``InputError``."""
    known: dict[str, Template] = {}
    for file in files:
        for template in _read(file):
            if template.id in known:
                expected = f"another than in {known[template.id].file}"
                raise InputError("an id that comes twice", file=file, field=template.id, expected=expected)
            known[template.id] = template
    return tuple(known.values())


def _read(file: Path) -> Iterator[Template]:
    document = read_document(file)
    rows = document.values
    if not isinstance(rows, list) or not rows:
        document.fail(f"{kind_of(rows)} found", (), "a list of templates")
    for index, row in enumerate(rows):
        template, faults = document.faults(Template, (index,))
        if template is None:
            name = row.get("id") if isinstance(row, dict) else None
            first, here = faults[0], f"[{index}]"
            field = (first.field or here).replace(here, name if isinstance(name, str) and name else here, 1)
            raise InputError(first.problem, file=file, line=first.line, field=field, expected=first.expected)
        picks = {slot: pick.model_copy(update={"slot": slot}) for slot, pick in template.picks.items()}
        yield template.model_copy(update={"file": file.name, "picks": picks})
