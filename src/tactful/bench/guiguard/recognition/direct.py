"""Runs recognition without Inspect: our own recognizers, built-in models, and local endpoints.

Rows go to ``OUT/recognition.rows.jsonl`` as they come; a run that was cut off goes on where it stopped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tactful.bench.guiguard.recognition.local import find, open_recognizer
from tactful.bench.guiguard.recognition.looking_back import Asked
from tactful.bench.guiguard.recognition.predicted import Predicted
from tactful.bench.guiguard.recognition.rows import Place, Row, make_row, places
from tactful.bench.guiguard.recognition.settings import CONTEXTS, RecognitionSettings
from tactful.bench.guiguard.store import RowStore
from tactful.errors import InputError, TactfulError
from tactful.models import ChatModel, asking
from tactful.recognize import Recognizer
from tactful.terms import CaseData

NAME = "recognition"
LOCAL_CONTEXTS = CONTEXTS[:3]
After = Callable[[int, int], None]


def run_local(
    data: CaseData,
    out: Path | str,
    *,
    recognizer: str = "local",
    context: str = "response",
    extra: Sequence[Recognizer] = (),
    model: str = "",
    seed: int = 0,
    retry_failed: bool = False,
    after: After | None = None,
) -> tuple[Row, ...]:
    """Our own recognizers on every labelled screen, each by itself; the rows in order of screens.

    ``recognizer`` is ``local`` for all of them, or one part; ``extra`` are asked as well (a vision model,
    named by ``model``), and are named in the rows. ``context`` is what they are told: ``none``, the ``goal``,
    or the agent's ``response`` too. ``seed`` plays no part: nothing is drawn here. Raises ``InputError`` for
    unknown names, for data without labels, and where ``out`` holds other rows.
    """
    del seed
    if context not in LOCAL_CONTEXTS:
        raise InputError("there is no such one", field="context", expected=" or ".join(LOCAL_CONTEXTS))
    opened = open_recognizer(recognizer, extra)
    name = "+".join((recognizer, *(each.name for each in extra)))
    labelled = places(data)
    about = {"data": data.sha256, "recognizer": name, "model": model, "context": context}
    with RowStore(out, NAME, about) as store:
        left = _left(store, labelled, retry_failed)
        for place in left:
            found = find(place.case, opened, context)
            row = make_row(place, found, model=model, recognizer=name, variant={"context": context})
            store.add(place.key, row)
            _tell(after, store, labelled)
        return _rows(store)


def run_model(
    data: CaseData,
    out: Path | str,
    model: ChatModel,
    settings: RecognitionSettings,
    *,
    name: str = "",
    connections: int = 1,
    retry_failed: bool = False,
    after: After | None = None,
) -> tuple[Row, ...]:
    """A model that is asked directly, in one of the designs; the rows in order of screens.

    ``connections`` screens are asked about at a time. Raises ``InputError`` as `run_local` does.
    """
    called = name or model.name
    labelled = places(data)
    about: dict[str, Any] = {
        "data": data.sha256,
        "recognizer": "model",
        "model": called,
        "design": settings.to_json(),
    }
    with RowStore(out, NAME, about) as store:
        left = _left(store, labelled, retry_failed)

        def keep(place: Place, row: Row) -> None:
            store.add(place.key, row)
            _tell(after, store, labelled)

        asyncio.run(_ask_all(left, labelled, model, settings, called, connections, keep))
        return _rows(store)


async def _ask_all(
    left: Sequence[Place],
    labelled: tuple[Place, ...],
    model: ChatModel,
    settings: RecognitionSettings,
    name: str,
    connections: int,
    keep: Callable[[Place, Row], None],
) -> None:
    asked = Asked(labelled, settings, name)
    ask = asking(model)
    free = asyncio.Semaphore(connections)

    async def one(place: Place) -> None:
        async with free:
            found = await asked.about(place, ask)
        keep(place, model_row(place, found, settings, name))

    try:
        async with asyncio.TaskGroup() as group:
            for place in left:
                group.create_task(one(place))
    except* TactfulError as failed:  # rows that cannot be kept
        raise failed.exceptions[0] from None


def model_row(place: Place, found: Predicted, settings: RecognitionSettings, model: str) -> Row:
    """The row of a screen that a model was asked about."""
    return make_row(
        place,
        found,
        model=model,
        recognizer="model",
        variant=settings.variant,
        labelled=settings.labels,
    )


def _left(store: RowStore, labelled: Sequence[Place], retry_failed: bool) -> list[Place]:
    again = (lambda row: bool(row["unscored"])) if retry_failed else None
    done = store.done(again=again)
    return [place for place in labelled if place.key not in done]


def _tell(after: After | None, store: RowStore, labelled: Sequence[Place]) -> None:
    if after is not None:
        after(len(store.done()), len(labelled))


def _rows(store: RowStore) -> tuple[Row, ...]:
    return tuple(sorted(store.rows(), key=lambda row: int(row["ordinal"])))
