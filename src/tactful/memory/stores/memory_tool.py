"""The `memory` tool of Anthropic's models: files that the model views and edits by six commands.

`MemoryCommands` takes the commands as the model sends them; `gated_memory_tool` does the same for the tool
classes of the package anthropic (lib/tools, `memory_20250818`: view, create, str_replace, insert, delete,
rename). A file holds many memories: see `replies.passages`. File names can tell as well: one that the gate
does not pass is shown as note-1, note-2, ...
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tactful.errors import ProtectionError
from tactful.memory.stores.door import Door, Passed, StoreCall, door_of, told_by_class
from tactful.memory.stores.replies import NOTHING, Piece, Pieces, passages
from tactful.runs import require

DONE = "Done."
UNCHANGED = "Nothing was changed: the memories refused the command."
AT_LINE_0 = "Nothing was changed: text is inserted at line 0 only, since not every line is shown."

_NUMBERED = re.compile(r"\s*\d+\t(.*)")
_LISTED = re.compile(r"\S+\t(/.*)")
_ROOT = "/memories"
_COMMANDS = {
    "view": "View",
    "create": "Create",
    "str_replace": "StrReplace",
    "insert": "Insert",
    "delete": "Delete",
    "rename": "Rename",
}
_Step = tuple[str, Any]
_Steps = Generator[_Step, Any, str]


class MemoryCommands:
    """Answers the commands of a memory tool: ``run`` is the tool behind the gate, sync or async.

    ``run`` takes a command as a dict and gives the reply's text. ``options`` are those of `guard_memories`.
    """

    __slots__ = ("_aliases", "_door", "_run")

    def __init__(
        self,
        run: Callable[[dict[str, Any]], Any],
        *,
        task: str | None = None,
        recipient: str | None = None,
        situation: Callable[[StoreCall], tuple[str, str]] | None = None,
        **options: Any,
    ) -> None:
        self._run = run
        self._door: Door = door_of(task=task, recipient=recipient, situation=situation, options=options)
        self._aliases: dict[str, str] = {}

    def __repr__(self) -> str:
        return "<a memory tool behind the memory gate>"

    def __call__(self, command: Mapping[str, Any]) -> str:
        """The reply that the model may read. ``ProtectionError`` where the tool or the gate fails."""
        steps = self._answer(dict(command))
        given: Any = None
        while True:
            try:
                what, value = steps.send(given)
            except StopIteration as done:
                return str(done.value)
            if what == "run":
                given = None
                with _refusals():
                    given = self._run(value)
            else:
                given = self._door.let(value, Pieces(), StoreCall("view", arguments=command))

    async def answer(self, command: Mapping[str, Any]) -> str:
        """`__call__` for a tool or a gate that waits."""
        steps = self._answer(dict(command))
        given: Any = None
        while True:
            try:
                what, value = steps.send(given)
            except StopIteration as done:
                return str(done.value)
            if what == "run":
                given = None
                with _refusals():
                    given = self._run(value)
                    given = await given if inspect.isawaitable(given) else given
            else:
                given = await self._door.let_async(value, Pieces(), StoreCall("view", arguments=command))

    def _answer(self, command: dict[str, Any]) -> _Steps:
        kind = command.get("command")
        real = {
            n: self._aliases.get(v, v) for n, v in command.items() if n in ("path", "old_path", "new_path")
        }
        if kind == "view":
            lines, _ = yield from self._view(real.get("path", _ROOT))
            span = command.get("view_range")
            first, last = span if isinstance(span, list | tuple) and len(span) == 2 else (1, -1)
            shown = list(enumerate(lines, 1))[max(first, 1) - 1 : None if last == -1 else last]
            return "\n".join(f"{number:6}\t{line}" for number, line in shown) if lines else NOTHING
        if kind == "insert" and command.get("insert_line") != 0:
            return AT_LINE_0
        if kind == "str_replace":
            _, told = yield from self._view(real.get("path", _ROOT))
            if not any(command.get("old_str", "") in text for text in told):
                return UNCHANGED  # else a guess would be answered by whether it was found
        elif kind not in _COMMANDS:
            raise ProtectionError(
                "an unknown command of the memory tool (expected " + ", ".join(_COMMANDS) + ")"
            )
        reply = yield "run", {**command, **real}
        return UNCHANGED if reply is None else DONE

    def _view(self, path: str) -> Generator[_Step, Any, tuple[list[str], list[str]]]:
        """What may be shown of a path, as lines, and the texts of its memories that pass whole."""
        reply = yield "run", {"command": "view", "path": path}
        if reply is None:
            return [], []
        lines = reply.splitlines()
        body = lines[1:] if lines and lines[0].rstrip().endswith(":") else lines
        listed = [match[1] for match in map(_LISTED.fullmatch, body) if match]
        if body and len(listed) == len(body):
            shown = yield from self._listed(path, listed)
            return shown, []
        numbered = [match[1] for match in map(_NUMBERED.fullmatch, body) if match]
        text = "\n".join(numbered if len(numbered) == len(body) else lines)
        pieces = [Piece(*found) for found in passages(text)]
        passed: Passed[Piece] = yield "let", pieces
        told = "\n".join(str(piece.whole) for piece in passed)
        return told.splitlines(), [str(piece.whole) for piece in passed]

    def _listed(self, path: str, listed: list[str]) -> Generator[_Step, Any, list[str]]:
        """The paths of a folder, those whose names may not be told under another name."""
        inner = [found for found in listed if found.rstrip("/") != path.rstrip("/")]
        passed: Passed[Piece] = yield "let", [Piece(_words(found), found) for found in inner]
        told = {piece.whole for piece in passed if piece.text == _words(str(piece.whole))}
        known = {real: alias for alias, real in self._aliases.items()}
        shown = []
        for found in inner:
            if found not in told and found.endswith("/"):
                continue
            if found not in told and found not in known:
                known[found] = f"{_ROOT}/note-{len(self._aliases) + 1}"
                self._aliases[known[found]] = found
            shown.append(found if found in told else known[found])
        return shown


def _words(path: str) -> str:
    return re.sub(r"[/_.\-]+", " ", re.sub(r"\.\w+$", "", path.removeprefix(_ROOT))).strip()


@contextmanager
def _refusals() -> Iterator[None]:
    """A command that the tool refuses (`ToolError`) gives None; any other error is told by its class."""
    with told_by_class("the memory tool"):
        try:
            yield
        except Exception as err:
            if type(err).__name__ != "ToolError":
                raise


def gated_memory_tool(
    tool: Any,
    *,
    task: str | None = None,
    recipient: str | None = None,
    situation: Callable[[StoreCall], tuple[str, str]] | None = None,
    **options: Any,
) -> Any:
    """A memory tool of the package anthropic, for its tool runner, in front of ``tool``, sync or async.

    ``options`` (gate, lists, model) are those of `guard_memories`.
    """
    tools: Any = require("anthropic.lib.tools", purpose="a gated memory tool", package="anthropic")
    models: Any = require("anthropic.types.beta", purpose="a gated memory tool", package="anthropic")

    def run(command: dict[str, Any]) -> Any:
        kind = getattr(models, f"BetaMemoryTool20250818{_COMMANDS[command['command']]}Command")
        return getattr(tool, command["command"])(kind.model_validate(command))

    commands = MemoryCommands(run, task=task, recipient=recipient, situation=situation, **options)
    waits = isinstance(tool, tools.BetaAsyncAbstractMemoryTool)
    base = tools.BetaAsyncAbstractMemoryTool if waits else tools.BetaAbstractMemoryTool
    answer = commands.answer if waits else commands

    def execute(_: Any, command: Any) -> Any:
        return answer(command if isinstance(command, Mapping) else command.model_dump(exclude_none=True))

    members: dict[str, Any] = dict.fromkeys(_COMMANDS, execute)
    return type(
        "GatedMemoryTool", (base,), {**members, "execute": execute, "__repr__": lambda _: repr(commands)}
    )()
