"""A command's settings, declared once: a frozen dataclass whose fields say their help in `Annotated`.

::

    @dataclass(frozen=True, kw_only=True)
    class GroundingSettings:
        data: Annotated[str, Option("World trajectories, the release, or runs.")]
        methods: Annotated[tuple[str, ...], Option("As of `bench protect`.")] = ("black",)
        parallel: Annotated[int, Option("Calls under way at once.", min=1, recorded=False)] = 2

From it are made the options of a command (`tactful.cli.command`), the parameters of an Inspect task
(`parameters`), and the settings in a manifest (`settings_json`).
"""

from __future__ import annotations

import functools
import inspect
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

from tactful.errors import InputError

S = TypeVar("S")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Option:
    """What is said of one setting.

    ``flags`` stand beside the flag made of the name (``-o``, or ``--import`` where the name is a keyword of
    Python: a flag that begins with ``--`` replaces it); ``default_text`` is shown as its default; with
    ``argument`` it has no flag. ``recorded``: it belongs to the manifest and to the identity of a run, so it
    may not change when the run is taken up. ``task``: it is a parameter of the Inspect task; ``command``: it
    is an option of the command. ``split``: several values may come as one text with commas.
    """

    help: str
    flags: tuple[str, ...] = ()
    min: float | None = None
    max: float | None = None
    choices: tuple[str, ...] = ()
    default_text: str | None = None
    argument: bool = False
    recorded: bool = True
    task: bool = True
    command: bool = True
    split: bool = True


@dataclass(frozen=True, slots=True)
class Setting:
    """One field of a settings class; ``type`` is bare: ``int`` for ``int | None`` and for a tuple of them."""

    name: str
    type: type
    many: bool
    default: Any
    required: bool
    option: Option


def settings_of(kind: type) -> tuple[Setting, ...]:
    """The settings of a dataclass, required ones first; fields without an `Option` are left out."""
    hints = typing.get_type_hints(kind, include_extras=True)
    found = []
    for each in fields(kind):
        option = next(
            (m for m in getattr(hints[each.name], "__metadata__", ()) if isinstance(m, Option)), None
        )
        if option is None:
            continue
        default = each.default_factory() if each.default_factory is not MISSING else each.default
        bare, many = _bare(hints[each.name])
        required = default is MISSING
        found.append(Setting(each.name, bare, many, None if required else default, required, option))
    return tuple(sorted(found, key=lambda setting: not setting.required))


def _bare(hint: Any) -> tuple[type, bool]:
    """``int`` and False for ``Annotated[int | None, ...]``; ``str`` and True for ``tuple[str, ...]``."""
    if typing.get_origin(hint) is typing.Annotated:
        return _bare(typing.get_args(hint)[0])
    if typing.get_origin(hint) in (types.UnionType, typing.Union):
        inner = [part for part in typing.get_args(hint) if part is not type(None)]
        return _bare(inner[0])
    if typing.get_origin(hint) in (tuple, list):
        return _bare(typing.get_args(hint)[0])[0], True
    if typing.get_origin(hint) is typing.Literal:
        return str, False
    return hint, False


def make_settings(kind: type[S], given: Mapping[str, Any]) -> S:
    """Settings of what a command line or Inspect's ``-T`` gave; None stands for the default.

    Several values may come as a list or as one text with commas. Raises ``InputError`` that names the
    field for a value of the wrong type, below the minimum, or none of the choices.
    """
    known = {setting.name: setting for setting in settings_of(kind)}
    values = {}
    for name, value in given.items():
        setting = known.get(name)
        if setting is None or value is None:
            if setting is None:
                raise InputError("no such setting", field=name, expected=", ".join(known))
            continue
        if setting.many:
            each = value if isinstance(value, (list, tuple)) else [value]
            texts = map(str, each)
            parts = [p.strip() for t in texts for p in (t.split(",") if setting.option.split else [t])]
            values[name] = tuple(_checked(setting, part) for part in parts if part)
            if not values[name]:
                del values[name]
        else:
            values[name] = _checked(setting, value)
    for setting in known.values():
        if setting.required and setting.name not in values:
            raise InputError("is missing", field=setting.name, expected=setting.option.help.rstrip("."))
    return kind(**values)


def _checked(setting: Setting, value: Any) -> Any:
    option, kind = setting.option, setting.type
    if kind is bool and not isinstance(value, bool):
        if str(value).lower() not in ("true", "false"):
            raise InputError("not a truth value", field=setting.name, expected="true or false")
        value = str(value).lower() == "true"
    elif kind in (int, float) and (isinstance(value, bool) or not isinstance(value, kind)):
        try:
            value = kind(str(value))
        except ValueError:
            raise InputError("not a number", field=setting.name, expected="a number") from None
    elif kind in (str, Path):
        value = kind(value)
    if option.min is not None and value < option.min:
        raise InputError(f"is below {option.min}", field=setting.name, expected=f"{option.min} or more")
    if option.max is not None and value > option.max:
        raise InputError(f"is above {option.max}", field=setting.name, expected=f"{option.max} or less")
    if option.choices and value not in option.choices:
        raise InputError(f"unknown value '{value}'", field=setting.name, expected=", ".join(option.choices))
    return value


def settings_json(settings: Any) -> dict[str, Any]:
    """The recorded settings as a JSON object, as a manifest has them."""
    return {
        setting.name: _json(getattr(settings, setting.name))
        for setting in settings_of(type(settings))
        if setting.option.recorded
    }


def _json(value: Any) -> Any:
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, (tuple, list)):
        return [_json(each) for each in value]
    return value


def signature_of(
    settings: Iterable[Setting], annotate: Callable[[Setting], tuple[Any, Any]]
) -> inspect.Signature:
    """A signature of one parameter a setting; ``annotate`` gives its annotation and default."""
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    made = []
    for setting in settings:
        annotation, default = annotate(setting)
        made.append(inspect.Parameter(setting.name, kind, default=default, annotation=annotation))
    return inspect.Signature(made)


def parameters(kind: type[S], order: Sequence[str] = ()) -> Callable[[Callable[[S], T]], Callable[..., T]]:
    """Decorator: a function of settings becomes one of their names, as Inspect's ``@task`` wants it.

    ::

        @task
        @parameters(GroundingSettings)
        def guiguard_grounding(settings: GroundingSettings) -> Task: ...

    ``order`` of the names, where it matters: Inspect knows a log of the same task by its arguments in order.
    """
    chosen = [setting for setting in settings_of(kind) if setting.option.task]
    if order:
        chosen.sort(key=lambda setting: order.index(setting.name))

    def annotate(setting: Setting) -> tuple[Any, Any]:
        annotation = str if setting.type is Path else setting.type
        listed = list[annotation] | annotation | None if setting.many else annotation | None  # type: ignore[valid-type]
        default = inspect.Parameter.empty if setting.required else _json(setting.default)
        return listed, default

    def decorate(run: Callable[[S], T]) -> Callable[..., T]:
        signature = signature_of(chosen, annotate)

        @functools.wraps(run)
        def call(*args: Any, **given: Any) -> T:
            return run(make_settings(kind, signature.bind(*args, **given).arguments))

        call.__signature__ = signature  # type: ignore[attr-defined]
        call.__annotations__ = {p.name: p.annotation for p in signature.parameters.values()}
        return call

    return decorate
