"""A stand-in for a model endpoint: it says what a script tells it to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tactful.errors import ModelError
from tactful.models.messages import Message, Reply

Turn = str | Reply | Exception


class ScriptedModel:
    """Answers with ``turns`` in order, or with what ``turns`` says of the messages if it is a function.

    A turn is a text, a ``Reply``, or an exception to raise. ``asked`` keeps every conversation. After the
    last turn ``ModelError`` is raised: a script that is too short is a failed call, not an empty answer.
    """

    def __init__(
        self, turns: Iterable[Turn] | Callable[[Sequence[Message]], Turn], *, name: str = "scripted"
    ) -> None:
        self.name = name
        self.asked: list[tuple[Message, ...]] = []
        self._answer = turns if callable(turns) else None
        self._turns = iter(()) if callable(turns) else iter(turns)

    def ask(self, messages: Sequence[Message]) -> Reply:
        """The next turn of the script."""
        self.asked.append(tuple(messages))
        turn = self._answer(messages) if self._answer else next(self._turns, None)
        if turn is None:
            raise ModelError(f"the scripted model '{self.name}' has no turn left")
        if isinstance(turn, Exception):
            raise turn
        return Reply(turn) if isinstance(turn, str) else turn
