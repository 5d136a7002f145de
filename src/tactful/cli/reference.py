"""docs/commands.md, made from the commands: ``python -m tactful.cli.reference > docs/commands.md``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer

from tactful.cli.app import make_app

HEAD = """# Commands

Made by `python -m tactful.cli.reference`; a test holds that it is current. Every command takes `--help`.
"""


def reference() -> str:
    """A section a command, with a table of its arguments and options, as Markdown."""
    return "\n".join(
        [HEAD, *(_section(path, one) for path, one in _commands(typer.main.get_command(make_app()), ()))]
    )


def _commands(group: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name in sorted(group.commands):
        one = group.commands[name]
        if hasattr(one, "commands"):
            yield from _commands(one, (*path, name))
        else:
            yield (*path, name), one


def _section(path: tuple[str, ...], command: Any) -> str:
    about = " ".join((command.help or "").split("\n\n")[0].split())
    rows = [_row(param) for param in command.params if param.name != "help"]
    table = ["| option | default | says |", "|---|---|---|", *rows] if rows else []
    return "\n".join([f"## tactful {' '.join(path)}", "", about, "", *table, ""])


def _row(param: Any) -> str:
    flags = (
        [*param.opts, *param.secondary_opts] if param.param_type_name == "option" else [param.name.upper()]
    )
    if isinstance(param.show_default, str):
        default = param.show_default
    elif param.required:
        default = "required"
    else:
        unset = param.default is None or param.default is False or callable(param.default)
        default = "" if unset else f"`{param.default}`"
    text = (param.help or "").replace("|", "\\|")
    return f"| {' '.join(f'`{flag}`' for flag in flags)} | {default} | {text} |"


if __name__ == "__main__":
    print(reference(), end="")
