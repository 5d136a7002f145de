"""The grounding evaluation without Inspect: for built-in models and endpoints that are asked directly."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from tactful.bench.guiguard.grounding.bench import GroundingBench, GroundingSample, read_bench
from tactful.bench.guiguard.grounding.rows import Row, calibration_row, ground_row, key_of
from tactful.bench.guiguard.grounding.settings import GroundingSettings
from tactful.bench.guiguard.store import RowStore
from tactful.models import ChatModel, asking, model_config

Progress = Callable[[int, int], None]


def run_grounding(
    settings: GroundingSettings,
    model: ChatModel,
    out: Path | str,
    *,
    name: str = "",
    retry_failed: bool = False,
    connections: int = 1,
    progress: Progress | None = None,
    bench: GroundingBench | None = None,
) -> tuple[Row, ...]:
    """Ask for every sample in every form, and keep the rows in ``out``; a rerun goes on where it stopped.

    ``name`` is what the model is called in the rows and in the table of conventions, else its own name.
    ``retry_failed`` asks again where there was no point. ``progress`` gets (done, of). ``bench``: what
    `read_bench` gave for the settings, where that is at hand. Raises ``InputError``
    for data without a sample and for a folder with rows of other settings.
    """
    called = name or model.name
    bench = bench or read_bench(settings)
    kept = settings.to_json() | {
        "data_sha256": bench.data.sha256,
        "model": called,
        "model_config": model_config(model),
        "protected_sha256": bench.protected_fingerprint(),
    }
    pairs = [(sample, method) for sample in bench.samples for method in settings.methods]
    platforms = sorted({sample.platform for sample in bench.samples}) if settings.calibrate else []
    ask = asking(model)

    async def one(store: RowStore, sample: GroundingSample, method: str) -> None:
        store.add(key_of(sample, method), await ground_row(bench, sample, method, called, ask))

    async def every(store: RowStore) -> None:
        done = store.done(again=failed if retry_failed else None)
        for platform in platforms:
            if f"calibration/{platform}" not in done:
                row = await calibration_row(bench, platform, called, ask)
                store.add(f"calibration/{platform}", row)
        left = [(sample, method) for sample, method in pairs if key_of(sample, method) not in done]
        finished = len(pairs) - len(left)
        for batch in _batches(left, max(1, connections)):
            await asyncio.gather(*(one(store, sample, method) for sample, method in batch))
            finished += len(batch)
            if progress is not None:
                progress(finished, len(pairs))

    with RowStore(out, "grounding", kept) as store:
        asyncio.run(every(store))
        return store.rows()


def failed(row: Row) -> bool:
    """Whether no point came, so that it may be asked for again."""
    return "calibration" not in row and row["hit"] is None


def _batches(
    pairs: Sequence[tuple[GroundingSample, str]], size: int
) -> list[Sequence[tuple[GroundingSample, str]]]:
    return [pairs[at : at + size] for at in range(0, len(pairs), size)]
