"""Reading ``tasks/data/*.yaml``: strict, with errors that name file, template, field and what is expected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from tactful.world.people.person import LANGUAGES
from tactful.world.tasks.reading import At, kind_of, read_yaml
from tactful.world.tasks.templates import (
    GROUPS,
    STEP_KINDS,
    Check,
    Pick,
    ScriptStep,
    Template,
    holes,
)

DATA = Path(__file__).parent / "data"
"""The bundled templates."""

PLATFORMS = ("phone", "desktop")
_KEYS = {"id", "group", "apps", "platforms", "pick", "goal", "say", "script", "check"}


def load_templates(folder: Path | str | None = None) -> tuple[Template, ...]:
    """All templates of a folder (the bundled ones if None), by file name and place in the file.

    ``InputError`` names file, template, field and what was expected.
    """
    return _bundled() if folder is None else read_files(sorted(Path(folder).glob("*.yaml")))


@lru_cache(maxsize=1)
def _bundled() -> tuple[Template, ...]:
    return read_files(sorted(DATA.glob("*.yaml")))


def read_files(files: Iterable[Path]) -> tuple[Template, ...]:
    """The templates of some files; an id that comes twice is an ``InputError``."""
    found: dict[str, Template] = {}
    for file in files:
        for template in _read(file):
            if template.id in found:
                At(file, template.id).fail(
                    "an id that comes twice", f"another than in {found[template.id].file}"
                )
            found[template.id] = template
    return tuple(found.values())


def _read(file: Path) -> list[Template]:
    at = At(file)
    rows = at.list(read_yaml(file, "a list of templates"), "a list of templates")
    return [_template(file, row, index) for index, row in enumerate(rows)]


def _template(file: Path, row: object, index: int) -> Template:
    name = row.get("id") if isinstance(row, dict) else None
    at = At(file, name if isinstance(name, str) and name else f"[{index}]")
    row = at.map(row, sorted(_KEYS))
    for key in sorted(_KEYS - {"pick", "say"} - set(row)):
        at.to(key).fail("missing", "it is required")
    apps = tuple(
        at.to("apps").to(i).text(a, "an app's id")
        for i, a in enumerate(at.to("apps").list(row["apps"], "app ids"))
    )
    platforms = at.to("platforms").list(row["platforms"], "phone, desktop or both")
    picks = {s: _pick(at.to("pick").to(s), s, p) for s, p in at.to("pick").map(row.get("pick", {})).items()}
    if "me" in picks:
        at.to("pick").to("me").fail("a slot with this name", "another: 'me' is the person")
    says = {n: _words(at.to("say").to(n), w) for n, w in at.to("say").map(row.get("say", {})).items()}
    script = at.to("script").list(row["script"], "a list of steps")
    checks = at.to("check").list(row["check"], "a list of conditions")
    template = Template(
        id=at.to("id").text(row["id"]),
        group=at.to("group").one_of(row["group"], GROUPS),
        apps=apps,
        platforms=tuple(at.to("platforms").to(i).one_of(p, PLATFORMS) for i, p in enumerate(platforms)),
        picks=picks,
        goals=_words(at.to("goal"), row["goal"]),
        says=says,
        script=tuple(_step(at.to("script").to(i), s) for i, s in enumerate(script)),
        checks=tuple(_check(at.to("check").to(i), c) for i, c in enumerate(checks)),
        file=file.name,
    )
    _names(at, template)
    return template


def _words(at: At, value: object) -> dict[str, str]:
    found = at.map(value, LANGUAGES)
    if "en" not in found:
        at.to("en").fail("missing", "English always")
    return {lang: at.to(lang).text(found[lang], "a sentence") for lang in LANGUAGES if lang in found}


def _pick(at: At, slot: str, value: object) -> Pick:
    row = at.map(value, ("app", "table", "where", "nth"))
    nth = row.get("nth", 0)
    if not isinstance(nth, int) or isinstance(nth, bool) or ("nth" in row and nth < 1):
        at.to("nth").fail(
            f"a {kind_of(nth)}" if not isinstance(nth, int) else "too small", "a whole number from 1"
        )
    for key in ("app", "table"):
        at.to(key).text(row.get(key))
    return Pick(slot, row["app"], row["table"], at.to("where").plains(row.get("where", {})), nth)


def _step(at: At, value: object) -> ScriptStep:
    row = at.map(value, expected="one step, such as {tap: m}")
    kind = next(iter(row), "")
    if kind not in STEP_KINDS or len(row) != 1:
        at.fail(
            "not one step" if len(row) != 1 else f"unknown step '{kind}'", "one of " + ", ".join(STEP_KINDS)
        )
    return _STEPS[kind](at.to(kind), kind, row[kind])


def _named_step(at: At, kind: str, value: object) -> ScriptStep:
    return ScriptStep(kind, name=at.text(value))


def _tap(at: At, kind: str, value: object) -> ScriptStep:
    return ScriptStep(kind, slot=at.text(value, "a slot of pick"))


def _do(at: At, kind: str, value: object) -> ScriptStep:
    if isinstance(value, str):
        return ScriptStep(kind, name=at.text(value))
    row = at.map(value, ("action", "on"))
    return ScriptStep(
        kind, name=at.to("action").text(row.get("action")), slot=at.to("on").text(row.get("on"))
    )


def _pairs(at: At, kind: str, value: object) -> ScriptStep:
    return ScriptStep(kind, pairs=at.pairs(value, "names and what belongs to them, such as {to: c.email}"))


def _flag(at: At, kind: str, value: object) -> ScriptStep:
    if value is not True:
        at.fail(f"a {kind_of(value)}", "true")
    return ScriptStep(kind)


def _scroll(at: At, kind: str, value: object) -> ScriptStep:
    return ScriptStep(kind, name=at.one_of(value, ("down", "up")))


def _cell(at: At, kind: str, value: object) -> ScriptStep:
    slot, field = _two(at, value, "[slot, field]")
    return ScriptStep(kind, name=field, slot=slot)


def _press(at: At, kind: str, value: object) -> ScriptStep:
    field, expression = _two(at, value, "[field, expression]")
    return ScriptStep(kind, name=field, expression=expression)


def _answer(at: At, kind: str, value: object) -> ScriptStep:
    return ScriptStep(kind, expression=str(at.plain(value)))


def _two(at: At, value: object, expected: str) -> tuple[str, str]:
    items = at.list(value, expected)
    if len(items) != 2:
        at.fail(f"{len(items)} parts", expected)
    return at.to(0).text(items[0]), str(at.to(1).plain(items[1]))


_STEPS: Mapping[str, Callable[[At, str, object], ScriptStep]] = {
    "open": _named_step, "view": _named_step, "tab": _named_step, "switch": _named_step,
    "tap": _tap, "do": _do, "type": _pairs, "read": _pairs, "choose": _pairs, "back": _flag, "home": _flag,
    "scroll": _scroll, "cell": _cell, "press": _press, "answer": _answer,
}  # fmt: skip


_PLACE = "app/view, or home"


def _check(at: At, value: object) -> Check:
    row = at.map(value, expected="one condition, such as {record: m, has: {starred: true}}")
    has, lacks = (at.to(key).plains(row.get(key, {})) for key in ("has", "lacks"))
    if "table" in row:
        at.map(row, ("app", "table", "has", "lacks"))
        if not has and not lacks:
            at.fail("neither 'has' nor 'lacks'", "one of them")
        app = at.to("app").text(row.get("app"))
        return Check("table", app, at.to("table").text(row["table"]), has=has, lacks=lacks)
    if "at" in row:
        at.map(row, ("at", "record"))
        place = at.to("at").text(row["at"], _PLACE)
        if place.count("/") != 1 and place != "home":
            at.to("at").fail(f"'{place}'", _PLACE)
        return Check("at", slot=at.to("record").text(row["record"]) if "record" in row else "", place=place)
    if "record" in row:
        at.map(row, ("record", "has", "lacks", "gone"))
        gone = row.get("gone", False)
        if gone not in (True, False) or not (has or lacks or gone):
            at.fail("neither 'has' nor 'lacks' nor 'gone: true'", "one of them")
        return Check(
            "record", slot=at.to("record").text(row["record"]), has=has, lacks=lacks, gone=bool(gone)
        )
    if "setting" in row:
        at.map(row, ("setting", "is"))
        place = at.to("setting").text(row["setting"], "app/name")
        if place.count("/") != 1:
            at.to("setting").fail(f"'{place}'", "app/name")
        return Check("setting", place=place, value=at.to("is").plain(row.get("is")))
    if "answer" not in row:
        at.fail("not a condition", "a mapping with table, record, at, setting or answer")
    at.map(row, ("answer",))
    return Check("answer", value=at.to("answer").plain(row["answer"]))


def _names(at: At, template: Template) -> None:
    """Every name that a template uses must be one that it declares."""
    reads: set[str] = set()
    for index, step in enumerate(template.script):
        here = at.to("script").to(index).to(step.kind)
        if step.slot and step.slot not in template.picks:
            here.fail(f"no slot '{step.slot}'", "a slot of pick")
        for expression in step.expressions():
            if step.kind == "read" and expression.startswith("$"):
                here.fail(f"'{expression}'", "slot.field or me.fact")
            problem = _unknown(expression, template, reads)
            if problem:
                here.fail(problem, "slot.field, me.fact, a text of say, or $name of a read step before")
        if step.kind == "read":
            reads |= {name for name, _ in step.pairs}
    for lang, sentence in template.goals.items():
        for hole in holes(sentence):
            problem = _unknown(hole, template, set())
            if problem:
                at.to("goal").to(lang).fail(problem, "slot.field, me.fact or a text of say")
        if sorted(set(holes(sentence))) != sorted(template.named):
            at.to("goal").to(lang).fail("does not tell what the English goal tells", "the same {places}")
    for index, check in enumerate(template.checks):
        if check.slot and check.slot not in template.picks:
            at.to("check").to(index).fail(f"no slot '{check.slot}'", "a slot of pick")
    if any(c.kind == "answer" for c in template.checks) != any(s.kind == "answer" for s in template.script):
        at.to("check").fail("an answer is either given or checked, not both", "both or neither")
    for index, step in enumerate(template.script[:-1]):
        if step.kind == "answer":
            at.to("script").to(index).fail("an answer before the end", "the answer as the last step")


def _unknown(expression: str, template: Template, reads: set[str]) -> str:
    """What is wrong with an expression of a script or a goal; empty where nothing is."""
    head, dot, _ = expression.partition(".")
    if expression.startswith("$"):
        return "" if expression[1:] in reads else f"'{expression}' was not read before"
    if dot and (head in template.picks or head == "me"):
        return ""
    if expression in template.says or expression.isdigit():
        return ""
    return f"unknown expression '{expression}'"
