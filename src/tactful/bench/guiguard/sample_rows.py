"""What the four tasks share: how Inspect runs them, and the row that every sample leaves.

The row lies in the state's store, then in the score's metadata.

A row is free of private values. Every sample has one, so that no denominator shrinks: where a sample breaks,
or is stopped at a limit, it is an unscored one with the reason.
"""

from __future__ import annotations

import traceback
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from inspect_ai import Task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import HeadlineMetric
from inspect_ai.model import GenerateConfig, ModelRefusalError, get_model
from inspect_ai.scorer import SampleScore, Score, Scorer
from inspect_ai.solver import Solver, TaskState
from inspect_ai.util import LimitExceededError
from inspect_ai.viewer import ViewerConfig

from tactful import __version__
from tactful.errors import TactfulError, told

Row = dict[str, Any]

# Inspect tries for ever unless told otherwise; the provider's own client tries twice more each time.
CALLS = GenerateConfig(max_retries=5, attempt_timeout=300)

BROKE = "the sample ended in an error"
_ROW = "tactful:row"


def screen_task(
    samples: Sequence[Sample],
    solver: Solver,
    scorer: Scorer,
    metadata: Mapping[str, Any],
    *,
    headline: str | None = None,
    name: str,
    location: str | None = None,
) -> Task:
    """A task on screens: a sample that fails stops no other, and what models wrote is not shown as markup."""
    return Task(
        dataset=MemoryDataset(list(samples), name, location),
        solver=solver,
        scorer=scorer,
        config=CALLS,
        fail_on_error=False,
        version=1,
        metadata={"tactful": __version__, **metadata},
        viewer=ViewerConfig(trust_content=False),
        headline_metric=None if headline is None else HeadlineMetric(metric=headline),
    )


def row_score(row: Row, unscored: str, value: Callable[[], float], *, reason: str = "no_response") -> Score:
    """The score of a row: its value, or none with the words why it is ``unscored``."""
    if unscored:
        return Score.unscored(reason=reason, explanation=unscored, metadata={"row": row})
    return Score(value=value(), metadata={"row": row})


async def leave_row(
    state: TaskState, unscored: Callable[[str], Row], make: Callable[[], Awaitable[Row]]
) -> TaskState:
    """Leaves what ``make`` gives in the state, or ``unscored(reason)`` where that breaks or meets a limit.

    Inspect logs what a sample's error says, and that of a library may quote what it choked on. So the reason
    tells an error that nobody foresaw by its type and place alone; the package's own errors hold no private
    value. Inspect's own ends of a sample (limits, refusals) pass.
    """
    state.store.set(_ROW, unscored("the sample was stopped at a limit"))
    try:
        row = await make()
    except (LimitExceededError, ModelRefusalError):
        raise
    except TactfulError as err:
        row = unscored(f"{BROKE} ({told(err)})")
    except Exception as err:
        at = traceback.extract_tb(err.__traceback__)[-1]
        row = unscored(f"{BROKE} ({type(err).__name__} in {Path(at.filename).name}, line {at.lineno})")
    state.store.set(_ROW, row)
    return state


def evaluated_model() -> str:
    """The evaluated model as rows name it: a model at a local endpoint by its own name."""
    return str(get_model()).removeprefix("endpoint/")


def row_of(state: TaskState) -> Row:
    """The row that the solver left."""
    row: Row = state.store.get(_ROW)
    return row


def row_of_score(score: SampleScore) -> Row:
    """The row in a score's metadata, for metrics."""
    row: Row = (score.score.metadata or {})["row"]
    return row
