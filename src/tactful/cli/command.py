"""Makes a Typer command of a settings dataclass: the one declaration of the command's options."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from tactful.errors import InputError
from tactful.runs import Setting, make_settings, settings_of, signature_of

S = TypeVar("S")


def command(app: typer.Typer, name: str, kind: type[S], run: Callable[[S], int]) -> None:
    """Add the command ``name`` to ``app``: options from the fields of ``kind``, help from ``run``.

    ``run`` gets the checked settings and returns the exit code. A wrong value is one ``InputError`` that
    names the option, so exit code 2.
    """

    flags: dict[str | None, str] = {setting.name: _flags(setting)[0] for setting in settings_of(kind)}

    @functools.wraps(run)
    def call(**given: Any) -> int:
        try:
            settings = make_settings(kind, given)
        except InputError as err:
            raise InputError(
                err.problem, field=flags.get(err.field, err.field), expected=err.expected
            ) from None
        return run(settings)

    options = [setting for setting in settings_of(kind) if setting.option.command]
    signature = signature_of(options, _annotate)
    call.__signature__ = signature  # type: ignore[attr-defined]
    call.__annotations__ = {p.name: p.annotation for p in signature.parameters.values()}
    app.command(name)(call)


def _flags(setting: Setting) -> list[str]:
    """The flags of a setting, the one that errors name first; an argument is named in capitals."""
    option = setting.option
    if option.argument:
        return [setting.name.upper()]
    long = [flag for flag in option.flags if flag.startswith("--")] or [f"--{setting.name.replace('_', '-')}"]
    return [*long, *(flag for flag in option.flags if not flag.startswith("--"))]


def _annotate(setting: Setting) -> tuple[Any, Any]:
    """The Typer annotation of a setting, and its default."""
    option = setting.option
    default = setting.default
    shown: Any = option.default_text or default is not None
    if setting.many:
        shown = option.default_text or (",".join(map(str, default)) if default else False)
        default = None
    more: dict[str, Any] = {"help": option.help, "show_default": shown}
    kind: Any = Path if setting.type is Path else setting.type
    if option.choices and "|" not in option.help:
        more["metavar"] = "|".join(option.choices)
    if option.argument:
        given: Any = typer.Argument(**more)
    else:
        flags = _flags(setting)
        if kind is bool and default is True:
            flags[0] = f"{flags[0]}/--no-{flags[0].removeprefix('--')}"
        if kind in (int, float):
            bounds = {"min": option.min, "max": option.max}
            more |= {name: bound for name, bound in bounds.items() if bound is not None}
        given = typer.Option(*flags, **more)
    if setting.many:
        annotation: Any = list[str] | None
    else:
        annotation = kind if setting.required or default is not None else kind | None
    return Annotated[annotation, given], inspect.Parameter.empty if setting.required else default
