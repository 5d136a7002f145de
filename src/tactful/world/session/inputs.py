"""Inputs of forms and dialogs: what stands in them, and what can be chosen."""

from __future__ import annotations

from collections.abc import Mapping

from tactful.world.apps.expressions import Word
from tactful.world.apps.schema import InputSpec
from tactful.world.pages import Action, Input
from tactful.world.session.evaluating import Evaluator, Scope
from tactful.world.session.state import Question, Visit
from tactful.world.values import Value, ui

EMPTY = ui("")


def typed_values(
    evaluator: Evaluator, specs: Mapping[str, InputSpec], held: Visit | Question, scope: Scope
) -> dict[str, Value]:
    """What stands in every input: what was typed or chosen, else what the app puts there."""
    return {name: current(evaluator, spec, held, scope) for name, spec in specs.items()}


def current(evaluator: Evaluator, spec: InputSpec, held: Visit | Question, scope: Scope) -> Value:
    """What stands in one input."""
    if spec.kind in ("switch", "check"):
        return evaluator.word("", "On" if state(spec, held) == "on" else "Off")
    if spec.kind == "select":
        return _chosen(evaluator, spec, held, scope)
    if spec.name in held.inputs:
        return held.inputs[spec.name]
    preset = None if spec.value is None else evaluator.value(spec.value, scope)
    return preset or EMPTY


def state(spec: InputSpec, held: Visit | Question) -> str:
    """What a select, a switch or a check stands at: an option's English word, a record's id, on, off, ""."""
    preset = spec.value.text if isinstance(spec.value, Word) else ""
    if spec.kind in ("switch", "check"):
        return held.picked.get(spec.name, "on" if preset.casefold() == "on" else "off")
    return held.picked.get(spec.name, preset if preset in spec.options else "")


def _chosen(evaluator: Evaluator, spec: InputSpec, held: Visit | Question, scope: Scope) -> Value:
    at = state(spec, held)
    if spec.options_from:
        table, field = spec.options_from.table, spec.options_from.field
        record = evaluator.store.record(scope.app, table, at) if at else None
        value = record.get(field) if record else None
        if isinstance(value, Value):
            return value
        preset = None if spec.value is None or at else evaluator.value(spec.value, scope)
        return preset or EMPTY
    if not at:
        return EMPTY
    word = evaluator.word(scope.app, at)
    if spec.type in ("ui", "text"):
        return word
    return Value(word.text, spec.type, f"typed/{scope.app}/{spec.name}")


def options(evaluator: Evaluator, spec: InputSpec, held: Visit | Question, app: str) -> tuple[Action, ...]:
    """What can be chosen."""
    switch = spec.kind in ("switch", "check")
    if switch:
        choices = [(to, evaluator.word("", to.capitalize())) for to in ("on", "off")]
    elif spec.options_from:
        rows = evaluator.store.rows(app, spec.options_from.table)[:12]
        labels = [(row.id, row.get(spec.options_from.field)) for row in rows]
        choices = [(id, label) for id, label in labels if isinstance(label, Value) and label.text]
    else:
        choices = [(word, evaluator.word(app, word)) for word in spec.options]
    at, style = state(spec, held), "toggle" if switch else "menu"
    return tuple(
        Action(value, label, f"pick:{spec.name}:{value}", style=style, on=at == value)
        for value, label in choices
    )


def shown(evaluator: Evaluator, spec: InputSpec, held: Visit | Question, scope: Scope) -> Input:
    """The input as a page shows it."""
    placeholder = evaluator.word(scope.app, spec.placeholder) if spec.placeholder else EMPTY
    return Input(
        name=spec.name,
        bind=spec.name,
        label=evaluator.word(scope.app, spec.label),
        value=current(evaluator, spec, held, scope),
        placeholder=placeholder,
        kind=spec.kind,
        options=options(evaluator, spec, held, scope.app),
        icon=spec.icon,
    )
