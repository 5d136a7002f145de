"""One app file into an `App`: keys and forms are checked here, what refers to what in `checks`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tactful.runs import derive
from tactful.world.apps import schema
from tactful.world.apps.expressions import Expr, Word
from tactful.world.apps.nodes import Node, Problem, read_yaml
from tactful.world.apps.schema import (
    ActionSpec,
    AddSpec,
    App,
    DialogSpec,
    FieldSpec,
    InputSpec,
    RowSpec,
    SearchSpec,
    SectionSpec,
    TableSpec,
    View,
    Words,
)
from tactful.world.pages import LAYOUTS
from tactful.world.people.person import LANGUAGES
from tactful.world.values import TYPES

_NAME = re.compile(r"^[a-z][a-z0-9_]*$")
_HOST = re.compile(r"^[a-z0-9.-]+\.(?:example|test|invalid)$|^(?:[a-z0-9-]+\.)?example\.(?:com|org|net)$")
VALIDATION = 5
"""One schema in so many is for validation."""


def read(path: Path, problems: list[Problem]) -> App:
    """The app of a file; faults of form go to ``problems``. Raises ``InputError`` where it is no YAML."""
    node = Node(read_yaml(path), path, "", problems, 1)
    app = node.text("app", None)
    if app != path.stem:
        node.fault("app", f"is '{app}'", f"the file's name, '{path.stem}'")
    public = node.flag("public")
    web = node.text("web")
    if web and not _HOST.match(web):
        node.fault("web", f"is '{web}'", "a host under .example, .test or .invalid")
    name = node.texts("name")
    if len(name) == 1:
        name *= len(LANGUAGES)
    if len(name) != len(LANGUAGES):
        node.fault("name", f"has {len(name)} texts", f"{len(LANGUAGES)}: {' '.join(LANGUAGES)}")
        name = (*name, *[app] * len(LANGUAGES))[: len(LANGUAGES)]
    platforms = node.texts("platforms")
    if not platforms or any(p not in schema.PLATFORMS for p in platforms):
        node.fault("platforms", "names no known platform", "[phone, desktop] or one of them")
    out = App(
        id=app,
        name=name,
        icon=node.text("icon", None),
        group=node.choice("group", schema.GROUPS, None),
        platforms=platforms,
        web=web,
        public=public,
        home=node.text("home", None),
        account=node.flag("account"),
        tabs=node.texts("tabs"),
        kinds={key: _kind(n) for key, n in node.named("kinds").items()},
        tables={
            key: _table(key, node.get("tables")[key], node, public) for key in node.raw.get("tables") or {}
        },
        views={key: _view(app, key, n) for key, n in node.named("views").items()},
        actions={key: _action(key, n) for key, n in node.named("actions").items()},
        words=words_of(node),
        file=str(path),
    )
    node.done()
    return out


def words_of(node: Node) -> dict[str, tuple[str, ...]]:
    """The translations of a ``words:`` block: six texts each, or ``same`` for a word of all languages."""
    if node.get("words") is None:
        return {}
    inner, out = node.node("words"), {}
    want = len(LANGUAGES) - 1
    for word in inner.raw:
        if inner.get(word) == "same":
            out[word] = (word,) * want
            continue
        texts = inner.texts(word)
        if len(texts) != want or not all(texts):
            inner.fault(word, f"has {len(texts)} texts", f"{want}: {' '.join(LANGUAGES[1:])}; or 'same'")
            continue
        out[word] = texts
    return out


def _kind(node: Node) -> Words:
    kind = node.choice("type", TYPES, "text")
    public = node.flag("public") if "public" in node else None
    words = node.node("words")
    known = {lang: words.texts(lang) for lang in words.raw if lang in (*LANGUAGES, "all")}
    words.used.update(("all", *LANGUAGES))
    words.done()
    if "all" in known and "en" not in known:
        known["en"] = known.pop("all")
    if not known.get("en"):
        words.fault("", "has no English words", "en: [...] or all: [...]")
        known["en"] = ("-",)
    node.done()
    return Words(kind, known, public)


def _table(name: str, raw: Any, parent: Node, public: bool) -> TableSpec:
    at = parent.path(f"tables.{name}")
    if isinstance(raw, str):
        return TableSpec(name, source=raw)
    node = Node(raw, parent.file, at, parent.problems, parent.line)
    rows = node.get("rows")
    if isinstance(rows, int) and not isinstance(rows, bool):
        rows = [rows, rows]
    fits = isinstance(rows, list) and len(rows) == 2 and all(isinstance(n, int) for n in rows)
    if not fits or not 0 <= rows[0] <= rows[1] <= 60:
        node.fault("rows", "is missing or not a range", "[least, most] from 0 to 60")
        rows = [1, 1]
    public = node.flag("public", public)
    fields = {key: _field(key, inner) for key, inner in _fields(node).items()}
    if not fields:
        node.fault("fields", "is empty", "name: kind")
    node.done()
    return TableSpec(name, "", (rows[0], rows[1]), public, fields)


def _fields(node: Node) -> dict[str, Node]:
    raw = node.get("fields")
    inner = Node(raw, node.file, node.path("fields"), node.problems, node.line)
    return {
        key: Node(
            {"kind": value} if isinstance(value, str) else value,
            node.file,
            inner.path(key),
            node.problems,
            inner.line,
        )
        for key, value in inner.raw.items()
    }


def _field(name: str, node: Node) -> FieldSpec:
    flag = node.get("flag")
    if flag is not None and (
        isinstance(flag, bool) or not isinstance(flag, int | float) or not 0 <= flag <= 1
    ):
        node.fault("flag", "is not a probability", "a number from 0 to 1")
        flag = 0.0
    spec = FieldSpec(
        kind=node.text("kind"),
        public=node.flag("public") if "public" in node else None,
        flag=flag,
        one_of=node.texts("one_of"),
        type=node.text("type"),
        ref=node.text("ref"),
        once=node.flag("once"),
        of=node.text("of"),
        field=node.text("field"),
    )
    given = sum((bool(spec.kind), spec.flag is not None, bool(spec.one_of), bool(spec.ref), bool(spec.of)))
    if given != 1:
        node.fault("", "says how it is made in no or in several ways", "one of kind, flag, one_of, ref, of")
    if spec.type and spec.type not in TYPES:
        node.fault("type", f"is '{spec.type}'", "a type of value")
    if spec.of and not spec.field:
        node.fault("field", "is missing", "a field of the record that 'of' refers to")
    if not _NAME.match(name) or name == "id":
        node.fault("", "is not a field's name", "small letters, digits, _ and not 'id'")
    node.done()
    return spec


def _view(app: str, name: str, node: Node) -> View:
    record = node.text("record")
    title = _title(node, record)
    search = None
    if "search" in node:
        inner = node.node("search")
        search = SearchSpec(inner.text("placeholder", "Search"), inner.text("table", None))
        inner.done()
    split = node.choice("split", ("train", "validation"), "")
    view = View(
        id=name,
        title=title,
        icon=node.text("icon"),
        record=record,
        subtitle=node.expr("subtitle"),
        hero=node.expr("hero"),
        split=split or ("validation" if derive(0, f"split/{app}/{name}") % VALIDATION == 0 else "train"),
        search=search,
        sections=tuple(_section(i, n) for i, n in enumerate(node.nodes("sections"))),
        actions=node.texts("actions"),
    )
    node.done()
    return view


def _title(node: Node, record: str) -> Expr:
    """A word; in a view of a record, or as a list, an expression."""
    raw = node.get("title")
    if raw is None:
        node.fault("title", "is missing", "a word" if not record else "a field or =Word")
    elif record or isinstance(raw, list) or str(raw).startswith(("=", "me.", "~", "$")):
        return node.parsed("title", raw) or Word("-")
    return Word(str(raw or "-"))


def _section(index: int, node: Node) -> SectionSpec:
    section = SectionSpec(
        layout=node.choice("layout", LAYOUTS, None),
        id=node.text("id", f"s{index}"),
        title=node.text("title").removeprefix("="),
        place=node.choice("place", schema.PLACES, "main"),
        limit=node.number("limit"),
        table=node.text("table"),
        where=node.plains("where"),
        sort=node.text("sort"),
        item=node.exprs("item"),
        icon=node.text("icon"),
        level=node.text("level"),
        flags={key: str(value) for key, value in node.plains("flags").items()},
        tap=node.text("tap"),
        actions=node.texts("actions"),
        rows=tuple(_row(n) for n in node.nodes("rows")),
        fields=node.pairs("fields"),
        text=tuple(
            e
            for i, raw in enumerate(_listed(node.get("text")))
            if (e := node.parsed(f"text[{i}]", raw)) is not None
        ),
        columns=node.pairs("columns"),
        edit=node.flag("edit"),
        inputs={key: _input(key, n) for key, n in node.named("inputs").items()},
        input=node.text("input"),
    )
    for key, given in (("item", section.item), ("flags", section.flags)):
        known = schema.SLOTS if key == "item" else schema.FLAGS
        for name in given:
            if name not in known:
                node.fault(f"{key}.{name}", "is unknown", f"one of {', '.join(known)}")
    node.done()
    return section


def _listed(raw: Any) -> list[Any]:
    return [] if raw is None else raw if isinstance(raw, list) else [raw]


def _row(node: Node) -> RowSpec:
    slots = {name: e for name in schema.SLOTS if name in node and (e := node.expr(name)) is not None}
    node.used.update(schema.SLOTS)
    flags = node.texts("flags")
    if any(flag not in schema.FLAGS for flag in flags):
        node.fault("flags", "names an unknown flag", f"some of {', '.join(schema.FLAGS)}")
    row = RowSpec(
        slots=slots,
        icon=node.text("icon"),
        tap=node.text("tap"),
        switch=node.text("switch"),
        on=node.flag("on"),
        flags=flags,
        actions=node.texts("actions"),
        level=node.number("level"),
    )
    node.done()
    return row


def _input(name: str, node: Node) -> InputSpec:
    source = None
    if "options_from" in node:
        inner = node.node("options_from")
        source = (inner.text("table", None), inner.text("field", None))
        inner.done()
    spec = InputSpec(
        name=name,
        label=node.text("label", None),
        type=node.choice("type", TYPES, "text"),
        kind=node.choice("kind", schema.INPUTS, "text"),
        placeholder=node.text("placeholder"),
        options=node.texts("options"),
        options_from=source,
        value=node.expr("value"),
        icon=node.text("icon"),
    )
    if (spec.kind == "select") != bool(spec.options or spec.options_from):
        node.fault(
            "options", "do not fit the kind", "options or options_from with kind select, and only there"
        )
    if not _NAME.match(name):
        node.fault("", "is not an input's name", "small letters, digits and _")
    node.done()
    return spec


def _dialog(node: Node, asks: bool) -> DialogSpec:
    spec = DialogSpec(
        title=node.text("title", None),
        yes=node.text("yes", "OK"),
        text=node.text("text"),
        inputs={key: _input(key, n) for key, n in node.named("inputs").items()},
    )
    if asks != bool(spec.inputs):
        node.fault("inputs", "do not fit", "some in ask, none in confirm")
    node.done()
    return spec


def _action(name: str, node: Node) -> ActionSpec:
    add = None
    if "add" in node:
        inner = node.node("add")
        add = AddSpec(inner.text("table", None), inner.plains("fields"))
        inner.done()
    action = ActionSpec(
        id=name,
        label=node.text("label", None),
        icon=node.text("icon"),
        style=node.choice("style", schema.STYLES, "plain"),
        confirm=_dialog(node.node("confirm"), False) if "confirm" in node else None,
        ask=_dialog(node.node("ask"), True) if "ask" in node else None,
        menu=node.texts("menu"),
        require=node.texts("require"),
        set=node.plains("set"),
        toggle=node.text("toggle"),
        add=add,
        copy=node.expr("copy"),
        delete=node.flag("delete"),
        goto=node.text("goto"),
        fill=node.exprs("fill"),
        say=node.text("say"),
    )
    node.done()
    return action
