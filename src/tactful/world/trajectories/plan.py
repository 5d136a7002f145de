"""Which trajectories a job plays (the settings that decide the bytes), and what it says of its progress."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tactful.errors import InputError
from tactful.runs import Option

if TYPE_CHECKING:
    from tactful.world.tasks.sampling import TaskSpec


@dataclass(frozen=True)
class TrajectoryPlan:
    """Which runs to play: how many, the seed, and what narrows the choice (see ``sample_tasks``).

    ``n`` is not recorded, since a folder may be made longer.
    """

    n: Annotated[int, Option("How many trajectories.", flags=("-n",), min=1, recorded=False)]
    seed: Annotated[int, Option("The same seed gives the same bytes.")] = 0
    platform: Annotated[
        str | None,
        Option("phone or desktop; both, as in the paper, unless given.", choices=("phone", "desktop")),
    ] = None
    langs: Annotated[
        tuple[str, ...] | None,
        Option("Languages such as en,zh: en zh ja ko fr ru de.", flags=("--lang",)),
    ] = None
    app: Annotated[str | None, Option("Only tasks that use this app.")] = None
    split: Annotated[
        str | None,
        Option("train, or validation: whole page schemas are held out.", choices=("train", "validation")),
    ] = None

    def specs(self) -> list[TaskSpec]:
        """The tasks; a longer plan starts with the shorter one's. ``InputError`` where none fits."""
        from tactful.world.people.person import LANGUAGES
        from tactful.world.tasks.sampling import sample_tasks

        if unknown := sorted(set(self.langs or ()) - set(LANGUAGES)):
            raise InputError(f"unknown: '{unknown[0]}'", field="lang", expected=", ".join(LANGUAGES))
        if self.n < 1:
            raise InputError("too few runs", field="n", expected="at least 1")
        return sample_tasks(
            self.n, self.seed, platform=self.platform, langs=self.langs, app=self.app, split=self.split
        )


@dataclass(frozen=True, slots=True)
class Progress:
    """One run is through: how many are of how many, and this one's fate: done, kept or failed."""

    name: str
    state: str
    ready: int
    total: int
    screens: int
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """What a call did. ``failed`` holds (name, problem) of runs that could not be played: they are told."""

    out: Path
    total: int
    done: int
    kept: int
    screens: int
    failed: tuple[tuple[str, str], ...] = ()
    stopped: bool = False
