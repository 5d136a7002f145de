"""The run itself: recognition ahead in threads, painting in step order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tactful.errors import TactfulError
from tactful.flow import protect, recall, recognise
from tactful.guard import Guard
from tactful.runs.folder import OutputFolder, file_sha256
from tactful.runs.outcome import RunItem, RunOutcome, ScreenOutcome
from tactful.terms import ProtectedScreen, Region, Screen

# Operators whose output depends on the screens before: such a run resumes only with its vault.
_SHARED_STATE = frozenset({"replace", "replace_llm", "fixed"})

Watcher = Callable[[ScreenOutcome, Screen | None, ProtectedScreen | None], None]


def protect_run(
    items: Sequence[RunItem],
    out: Path,
    guard: Guard,
    *,
    settings: Mapping[str, Any],
    jobs: int = 1,
    after: Watcher | None = None,
    checkpoint: Callable[[], None] | None = None,
    resume: bool = True,
) -> RunOutcome:
    """Protect ``items`` in order into ``out``; a second call with the same settings goes on from there.

    ``jobs`` screens are recognised at a time; painting stays in step order, so that pseudonyms do not depend
    on timing. ``after`` sees every outcome (progress, reports). ``checkpoint`` runs before each image is put
    in place (an encrypted vault is saved there). ``resume=False`` does every screen again. A screen that
    fails leaves no image and is counted; the others go on. Raises ``InputError`` when ``out`` cannot be used.
    """
    begun = time.perf_counter()
    folder = OutputFolder(
        out, items, settings, resumable=resume and _resumable(guard, checkpoint is not None)
    )
    outcomes: list[ScreenOutcome] = []
    stopped = False
    with ThreadPoolExecutor(max_workers=max(1, jobs)) as pool:
        ahead = _read_ahead(pool, items, folder, guard, window=max(1, jobs) + 1)
        try:
            for item, future in ahead:
                outcome, screen, safe = _finish(item, future, folder, guard, checkpoint)
                outcomes.append(outcome)
                if after is not None:
                    after(outcome, screen, safe)
        except KeyboardInterrupt:
            stopped = True
            pool.shutdown(wait=False, cancel_futures=True)
    result = RunOutcome(out, tuple(outcomes), len(items), time.perf_counter() - begun, stopped)
    folder.close(result)
    return result


def _resumable(guard: Guard, has_vault_file: bool) -> bool:
    return has_vault_file or not (guard.policy.operators & _SHARED_STATE)


def _read_ahead(
    pool: ThreadPoolExecutor, items: Sequence[RunItem], folder: OutputFolder, guard: Guard, *, window: int
) -> Iterator[tuple[RunItem, Future[_Recognised] | None]]:
    """Items in order, each with its recognition under way; None where an earlier call finished it."""
    pending: list[tuple[RunItem, Future[_Recognised] | None]] = []
    for item in items:
        work = None if folder.finished(item) else pool.submit(_recognise, item, guard)
        pending.append((item, work))
        if len(pending) >= window:
            yield pending.pop(0)
    yield from pending


@dataclass(frozen=True, slots=True)
class _Recognised:
    screen: Screen
    regions: tuple[Region, ...]
    sha256: str
    seconds: float


def _recognise(item: RunItem, guard: Guard) -> _Recognised:
    begun = time.perf_counter()
    screen = item.load()
    regions = recognise(screen, guard.session)
    return _Recognised(screen, regions, file_sha256(item.path), time.perf_counter() - begun)


def _finish(
    item: RunItem,
    future: Future[_Recognised] | None,
    folder: OutputFolder,
    guard: Guard,
    checkpoint: Callable[[], None] | None,
) -> tuple[ScreenOutcome, Screen | None, ProtectedScreen | None]:
    if future is None:
        return folder.kept(item), None, None
    try:
        seen = future.result()
        begun = time.perf_counter()
        safe = protect(seen.screen, recall(seen.screen, seen.regions, guard.session), guard.session)
        if checkpoint is not None:
            checkpoint()
        seconds = seen.seconds + time.perf_counter() - begun
        return folder.write(item, seen.sha256, safe, seconds), seen.screen, safe
    except TactfulError as err:
        problem = str(err)
    except Exception as err:
        # The text of a stranger's exception may quote the screen: only its type is told.
        problem = f"{item.path}: {type(err).__name__}"
    folder.discard(item)
    return ScreenOutcome(item.name, "failed", error=problem), None, None
