"""One played run as a folder: the agent's own files, our trajectory, and the truth of every screen.

The folder of a phone run holds ``traj.jsonl``, ``task_result.json`` and ``images/screen_N.png``
(Mobile-Agent-v3); that of a desktop run ``traj.jsonl``, ``task_result.json`` and ``step_N.png`` (Agent S3).
Both hold ``trajectory.json`` (ours, regions included), ``truth/NAME.json`` (one annotation a screen) and,
written last, ``summary.json``: a folder without it is unfinished. The same run gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tactful.errors import InputError
from tactful.formats import (
    RunAction,
    RunStep,
    json_document,
    make_private,
    read_agent_s3,
    read_mobile_agent,
    write_agent_s3,
    write_mobile_agent,
    write_private,
    write_trajectory,
)
from tactful.terms import Risk
from tactful.world.browser.truth import TrueRegion, regions_of, truth_document
from tactful.world.tasks.play import PlayedStep

SUMMARY = "summary.json"
_SECONDS = 7  # a step, as told in the records; no clock is read


@dataclass(frozen=True, slots=True)
class Recorded:
    """A run to write. ``about`` goes into the summary and into every truth file (template, lang, size ...).

    ``places`` says where each step was (app, view, record; one a step). ``success`` is the check of the final
    state, ``finished`` the device's clock at the end.
    """

    id: str
    platform: str  # phone, desktop
    goal: str = field(repr=False)
    steps: Sequence[PlayedStep] = field(repr=False)
    success: bool
    finished: str = ""
    places: Sequence[Mapping[str, str]] = ()
    about: Mapping[str, Any] = field(default_factory=dict)


def write_recorded(run: Recorded, out: Path) -> dict[str, Any]:
    """Write the run into ``out/<id>`` and give its summary; an unfinished folder there is replaced.

    Raises ``InputError`` where nothing was played or nothing can be written.
    """
    if not run.steps:
        raise InputError("a run without steps", file=out / run.id, expected="at least one step")
    folder = out / run.id
    _clear(folder)
    regions = [regions_of(step.measured, now=step.now, later=step.later) for step in run.steps]
    images = _write_run(folder, run)
    _write_native(folder, run, regions)
    make_private(folder / "truth")
    for at, image in enumerate(images):
        document = _truth(run, at, image.relative_to(folder).as_posix(), regions[at])
        write_private(folder / "truth" / f"{image.stem}.json", json_document(document))
    summary = _summary(folder, run, regions)
    write_private(folder / SUMMARY, json_document(summary))
    return summary


def finished(folder: Path) -> dict[str, Any] | None:
    """The summary of a finished run whose files are all there and unchanged, else None."""
    try:
        summary = json.loads((folder / SUMMARY).read_text(encoding="utf-8"))
        files = dict(summary["files"])
        whole = all(_sha256(folder / name) == digest for name, digest in files.items())
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return summary if whole else None


def _clear(folder: Path) -> None:
    try:
        # The marker first: a folder that is half removed must not pass for a finished one.
        (folder / SUMMARY).unlink(missing_ok=True)
        if folder.is_dir():
            shutil.rmtree(folder)
    except OSError as err:
        reason = f"cannot be replaced ({err.strerror or 'error'})"
        raise InputError(reason, file=folder, expected="a folder that can be written") from None


def run_step(step: PlayedStep) -> RunStep:
    """A played step in the words of the agents' formats."""
    act = step.act
    return RunStep(
        action=RunAction(act.kind, act.x, act.y, act.dx, act.dy, act.text, act.key, act.success),
        png=step.png,
        plan=step.plan,
        thought=step.thought,
        description=step.description,
        reflection=step.reflection,
        outcome=step.outcome,
        error=step.error,
        subgoal=step.subgoal,
        progress=step.progress,
        target=step.target_words,
        seconds=_SECONDS * (step.index + 1),
    )


def _write_run(folder: Path, run: Recorded) -> tuple[Path, ...]:
    steps = [run_step(step) for step in run.steps]
    write = write_mobile_agent if run.platform == "phone" else write_agent_s3
    return write(
        folder,
        run.goal,
        steps,
        success=run.success,
        hit_step_limit=run.steps[-1].act.kind != "done",
        finished=run.finished,
    )


def _write_native(folder: Path, run: Recorded, regions: Sequence[Sequence[TrueRegion]]) -> None:
    """Ours is what the reader makes of theirs, with the regions: so the two never differ."""
    read = (read_mobile_agent if run.platform == "phone" else read_agent_s3)(folder)
    if read.problems or len(read.steps) != len(run.steps):
        raise InputError("what was written does not read back", file=folder)
    steps = tuple(
        replace(step, regions=tuple(true.region for true in found))
        for step, found in zip(read.steps, regions, strict=True)
    )
    write_trajectory(replace(read, steps=steps), folder / "trajectory.json")


def _truth(run: Recorded, at: int, image: str, regions: Sequence[TrueRegion]) -> dict[str, Any]:
    step = run.steps[at]
    act = step.act
    about: dict[str, Any] = {
        "id": f"{run.id}/{Path(image).stem}",
        "image": image,
        "platform": "android" if run.platform == "phone" else "pc",
        "lang": run.about.get("lang", ""),
        "task": run.goal,
        "trajectory": run.id,
        "step": at,
        **(run.places[at] if at < len(run.places) else {}),
        "split": step.split,
        "wrong": step.wrong,
        "action": {
            "kind": act.kind, "x": act.x, "y": act.y, "dx": act.dx, "dy": act.dy, "text": act.text,
            "key": act.key,
        },
        "target": None
        if step.target is None
        else {"box": list(step.target.tuple()), "words": step.target_words, "point": [act.x, act.y]},
        "needs": {"now": sorted(step.now), "later": sorted(step.later)},
    }  # fmt: skip
    return truth_document(regions, step.measured, about)


def _summary(folder: Path, run: Recorded, regions: Sequence[Sequence[TrueRegion]]) -> dict[str, Any]:
    flat = [true for screen in regions for true in screen]
    risks = Counter(true.region.risk.value for true in flat)
    splits = Counter(step.split for step in run.steps)
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != SUMMARY)
    return {
        "id": run.id,
        "platform": run.platform,
        **run.about,
        "goal": run.goal,
        "steps": len(run.steps),
        "splits": {side: splits[side] for side in ("train", "validation")},
        "wrong": sum(step.wrong for step in run.steps),
        "success": run.success,
        "claimed": run.steps[-1].act.kind == "done" and run.steps[-1].act.success,
        "regions": len(flat),
        "risks": {risk.value: risks[risk.value] for risk in Risk},
        "necessary": sum(true.region.necessary for true in flat),
        "files": {path.relative_to(folder).as_posix(): _sha256(path) for path in files},
    }


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
