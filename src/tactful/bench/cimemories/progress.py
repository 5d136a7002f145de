"""What a run is doing, counted from Inspect's events."""

from __future__ import annotations

import contextlib
import functools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field


@dataclass(slots=True)
class Progress:
    """Samples judged or given up in this process, out of the run's ``total``; retries by kind.

    ``kept_answers`` counts calls that an earlier start of the same run had paid for.
    """

    total: int = 0
    done: int = 0
    failed: int = 0
    kept_answers: int = 0
    retries: Counter[str] = field(default_factory=Counter)


Watch = Callable[[Progress], None]
# Inspect keeps one instance of a hook for the whole process, so what it counts into lies here.
_current: tuple[Progress, Watch | None] | None = None


@contextlib.contextmanager
def counted(progress: Progress, watch: Watch | None) -> Iterator[None]:
    """Inspect's events are counted in ``progress``, and ``watch`` called after each, while this lasts."""
    global _current
    _register()
    _current = (progress, watch)
    try:
        yield
    finally:
        _current = None


@functools.cache
def _register() -> None:
    from inspect_ai.hooks import Hooks, ModelCacheUsageData, ModelRetry, SampleEnd, hooks
    from inspect_ai.model import get_model

    get_model("none/none")  # Inspect announces the hooks it has at its first model: the user's, not this one

    @hooks(name="tactful_progress", description="Counts samples, retries and kept answers of a run")
    class Counting(Hooks):
        def enabled(self) -> bool:
            return _current is not None

        async def on_sample_end(self, data: SampleEnd) -> None:
            if _current is not None:
                progress, watch = _current
                progress.done += 1
                progress.failed += data.sample.error is not None
                if watch is not None:
                    watch(progress)

        async def on_model_retry(self, data: ModelRetry) -> None:
            if _current is not None:
                status = "" if data.status_code is None else f" {data.status_code}"
                _current[0].retries[(data.exception_type or "unknown") + status] += 1

        async def on_model_cache_usage(self, data: ModelCacheUsageData) -> None:
            if _current is not None:
                _current[0].kept_answers += 1
