"""Which words of an app are shown, and in which languages they are known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tactful.world.apps.expressions import Expr, Word
from tactful.world.apps.schema import ActionSpec, App, DialogSpec, InputSpec, SectionSpec
from tactful.world.people.person import LANGUAGES


def words_used(app: App) -> Iterator[tuple[str, str]]:
    """Every word that needs a translation, with the field where it stands."""
    for at, word in _all(app):
        if any(c.isalpha() for c in word):
            yield at, word


def translate(app: App, common: Mapping[str, tuple[str, ...]], word: str, lang: str) -> str:
    """The word in a language; the word itself where no translation is known."""
    if lang == LANGUAGES[0]:
        return word
    known = app.words.get(word) or common.get(word)
    return word if known is None else known[LANGUAGES.index(lang) - 1]


def _all(app: App) -> Iterator[tuple[str, str]]:
    for name, table in app.tables.items():
        for key, field in table.fields.items():
            if field.type:
                yield from ((f"tables.{name}.fields.{key}.one_of", word) for word in field.one_of)
    for name, view in app.views.items():
        at = f"views.{name}"
        yield from _word(f"{at}.title", view.title)
        yield from _word(f"{at}.subtitle", view.subtitle)
        if view.search:
            yield f"{at}.search.placeholder", view.search.placeholder
        for i, section in enumerate(view.sections):
            yield from _section(f"{at}.sections[{i}]", section)
    for name, action in app.actions.items():
        yield from _action(f"actions.{name}", action)


def _word(at: str, expr: Expr | None) -> Iterator[tuple[str, str]]:
    # The plain pieces of a joined text are translated if known, and may stay as they are.
    if isinstance(expr, Word):
        yield at, expr.text


def _section(at: str, section: SectionSpec) -> Iterator[tuple[str, str]]:
    yield f"{at}.title", section.title
    for name, expr in section.item.items():
        yield from _word(f"{at}.item.{name}", expr)
    for i, row in enumerate(section.rows):
        for name, expr in row.slots.items():
            yield from _word(f"{at}.rows[{i}].{name}", expr)
    for sort, pairs in (("fields", section.fields), ("columns", section.columns)):
        for i, (label, expr) in enumerate(pairs):
            yield f"{at}.{sort}[{i}]", label.removeprefix("=")
            yield from _word(f"{at}.{sort}[{i}]", expr)
    for i, expr in enumerate(section.text):
        yield from _word(f"{at}.text[{i}]", expr)
    yield from _inputs(f"{at}.inputs", section.inputs)


def _inputs(at: str, inputs: Mapping[str, InputSpec]) -> Iterator[tuple[str, str]]:
    for name, spec in inputs.items():
        yield f"{at}.{name}.label", spec.label.removeprefix("=")
        yield f"{at}.{name}.placeholder", spec.placeholder.removeprefix("=")
        yield from ((f"{at}.{name}.options", word.removeprefix("=")) for word in spec.options)
        yield from _word(f"{at}.{name}.value", spec.value)


def _action(at: str, action: ActionSpec) -> Iterator[tuple[str, str]]:
    yield f"{at}.label", action.label.removeprefix("=")
    yield f"{at}.say", action.say.removeprefix("=")
    for name, dialog in (("confirm", action.confirm), ("ask", action.ask)):
        if isinstance(dialog, DialogSpec):
            yield f"{at}.{name}.title", dialog.title.removeprefix("=")
            yield f"{at}.{name}.text", dialog.text.removeprefix("=")
            yield f"{at}.{name}.yes", dialog.yes.removeprefix("=")
            yield from _inputs(f"{at}.{name}.inputs", dialog.inputs)
