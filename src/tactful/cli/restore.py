"""`tactful restore`: placeholders in an agent's answer back to the real values."""

from __future__ import annotations

import json as jsonlib
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from tactful.cli.inputs import Json
from tactful.cli.protect import PASSPHRASE, _passphrase
from tactful.errors import InputError


def restore(
    answer: Annotated[
        Path, typer.Argument(help="File with the agent's answer: text, JSON or code; - for stdin.")
    ],
    vault: Annotated[Path, typer.Option(help=f"The run's vault file (passphrase in ${PASSPHRASE}).")],
    json: Json = False,
) -> None:
    """Print ANSWER with real values in place of pseudonyms and placeholders (JSON stays JSON)."""
    from tactful.protect import Vault
    from tactful.protect import restore as put_back

    opened = Vault.load(vault, _passphrase())
    text = _read(answer)
    if json:
        text = jsonlib.dumps(put_back(_parse(text, answer), opened), ensure_ascii=False, indent=2) + "\n"
    else:
        text = put_back(text, opened)
    sys.stdout.write(text)


def _read(path: Path) -> str:
    try:
        return sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError("is not text", file=path, expected="UTF-8 text, JSON or code") from None
    except OSError as err:
        raise InputError(f"cannot be read ({err.strerror})", file=path) from None


def _parse(text: str, path: Path) -> Any:
    try:
        return jsonlib.loads(text)
    except ValueError as err:
        line = getattr(err, "lineno", None)
        raise InputError("is not JSON", file=path, line=line, expected="a JSON tool call") from None
