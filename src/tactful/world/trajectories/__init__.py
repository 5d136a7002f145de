"""Runs that a scripted agent plays, written with exact labels: agents' formats, ours, and the truth."""

from typing import TYPE_CHECKING

from tactful.world.trajectories.played import PlayedStep

if TYPE_CHECKING:
    from tactful.world.trajectories.job import Progress, TrajectoryPlan, Written, write_trajectories
    from tactful.world.trajectories.recording import Recorded, write_recorded

__all__ = [
    "PlayedStep",
    "Progress",
    "Recorded",
    "TrajectoryPlan",
    "Written",
    "write_recorded",
    "write_trajectories",
]


def __getattr__(name: str) -> object:
    # The tasks import `PlayedStep`, and the job imports the tasks: only the first may come at once.
    if name in ("Progress", "TrajectoryPlan", "Written", "write_trajectories"):
        from tactful.world.trajectories import job

        return getattr(job, name)
    if name in ("Recorded", "write_recorded"):
        from tactful.world.trajectories import recording

        return getattr(recording, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
