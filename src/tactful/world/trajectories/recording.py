"""One run, played and written as a folder: the agent's own files, our trajectory, every screen's truth.

The folder of a phone run holds ``traj.jsonl``, ``task_result.json`` and ``images/screen_N.png``
(Mobile-Agent-v3); that of a desktop run ``traj.jsonl``, ``task_result.json`` and ``step_N.png`` (Agent S3).
Both hold ``trajectory.json`` (ours, regions included), ``truth/NAME.json`` (one annotation a screen) and,
written last, ``summary.json``: a folder without it is unfinished. The same run gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tactful import __version__
from tactful.errors import InputError
from tactful.formats import (
    read_agent_s3,
    read_mobile_agent,
    write_agent_s3,
    write_mobile_agent,
    write_trajectory,
)
from tactful.runs import file_sha256, generator, versions, write_json
from tactful.terms import Risk
from tactful.world.browser.truth import TrueRegion, regions_of, truth_document
from tactful.world.tasks.play import PlayedStep

if TYPE_CHECKING:
    from tactful.world.browser.driver import Browser
    from tactful.world.tasks.sampling import Started, TaskSpec

SUMMARY = "summary.json"


@dataclass(frozen=True, slots=True)
class Recorded:
    """A run to write. ``about`` goes into the summary and into every truth file (template, lang, size ...).

    ``success`` is the check of the final state, ``finished`` the device's clock at the end.
    """

    id: str
    platform: str  # phone, desktop
    goal: str = field(repr=False)
    steps: Sequence[PlayedStep] = field(repr=False)
    success: bool
    finished: str = ""
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
    for at, image in enumerate(images):
        document = _truth(run, at, image.relative_to(folder).as_posix(), regions[at])
        write_json(folder / "truth" / f"{image.stem}.json", document, private=True)
    summary = _summary(folder, run, regions)
    write_json(folder / SUMMARY, summary, private=True)
    return summary


def finished(folder: Path) -> dict[str, Any] | None:
    """The summary of a finished run whose files are all there and unchanged, else None."""
    try:
        summary = json.loads((folder / SUMMARY).read_text(encoding="utf-8"))
        files = dict(summary["files"])
        unchanged = all(file_sha256(folder / name) == digest for name, digest in files.items())
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return summary if unchanged else None


def _clear(folder: Path) -> None:
    try:
        # The marker first: a folder that is half removed must not pass for a finished one.
        (folder / SUMMARY).unlink(missing_ok=True)
        if folder.is_dir():
            shutil.rmtree(folder)
    except OSError as err:
        reason = f"cannot be replaced ({err.strerror or 'error'})"
        raise InputError(reason, file=folder, expected="a folder that can be written") from None


def _write_run(folder: Path, run: Recorded) -> tuple[Path, ...]:
    write = write_mobile_agent if run.platform == "phone" else write_agent_s3
    return write(
        folder,
        run.goal,
        [step.run for step in run.steps],
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
        replace(step, regions=tuple(true.region for true in labelled))
        for step, labelled in zip(read.steps, regions, strict=True)
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
        **step.place,
        "split": step.split,
        "wrong": step.wrong,
        "action": {name: value for name, value in asdict(act).items() if name != "success"},
        "target": None
        if step.target is None
        else {"box": list(step.target.tuple()), "words": step.run.target, "point": [act.x, act.y]},
        "needs": {"now": sorted(step.now), "later": sorted(step.later)},
    }
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
        "files": {path.relative_to(folder).as_posix(): file_sha256(path) for path in files},
    }


# ---- playing


class Stopped(Exception):
    """Somebody asked to stop while a run was played; nothing of it was written."""


def play_and_write(
    spec: TaskSpec,
    browser: Browser,
    out: Path,
    *,
    seed: int,
    stop: Callable[[], bool] = lambda: False,
    **chances: float,
) -> dict[str, Any]:
    """Play the spec's task on a fresh session, write it into ``out/<name>``, and give its summary.

    ``chances`` are those of ``play``: wrong_turns at a press or typing, lost of a run that never recovers.
    Raises ``InputError`` where nobody fits the task, and `Stopped` once ``stop`` says so.
    """
    from tactful.world.browser.stage import Stage
    from tactful.world.tasks.passing import passed
    from tactful.world.tasks.play import play
    from tactful.world.tasks.sampling import start

    started = start(spec)
    session, task = started.session, started.task
    steps: list[PlayedStep] = []
    with Stage(session, browser) as stage:
        rng = generator(seed, "world/play", spec.index)
        for step in play(task, stage, rng, train=spec.split == "train", **chances):
            steps.append(step)
            if stop():
                raise Stopped
    last = steps[-1].act
    answer = last.text if last.kind == "done" else ""
    run = Recorded(
        id=spec.name,
        platform=spec.platform,
        goal=task.goal,
        steps=steps,
        success=last.kind == "done" and last.success and passed(task, session, answer),
        finished=session.now.isoformat(sep=" "),
        about=_about(started, steps),
    )
    return write_recorded(run, out)


def _about(started: Started, steps: Sequence[PlayedStep]) -> dict[str, Any]:
    spec, task = started.spec, started.task
    return {
        "template": spec.template,
        "group": task.template.group,
        "apps": sorted({app for step in steps if (app := step.place["app"])} | set(task.template.apps)),
        "cross": task.template.cross,
        "private_bound": task.private_bound,
        "lang": spec.lang,
        "size": spec.size,
        "look": spec.look,
        "seed": spec.seed,
        "person": started.person,
        "versions": drawn_with(),
    }


# ---- what decides a picture's pixels beside the settings: versions of packages, Chromium and fonts

PACKAGES = ("playwright", "faker", "lucide", "pillow", "pyyaml")


def drawn_with() -> dict[str, Any]:
    """The versions on this machine: tactful, packages, chromium, fonts."""
    return {
        "tactful": __version__,
        "packages": versions(PACKAGES),
        "chromium": _chromium_version(),
        "fonts": _fonts_digest(),
    }


def differing(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Which versions of an earlier manifest are others now, as "NAME was ..., is ..."; fonts are a hash."""

    def flat(manifest: Mapping[str, Any]) -> dict[str, Any]:
        names = {name: manifest.get(name) for name in ("tactful", "chromium", "fonts")}
        every = {**names, **(manifest.get("packages") or {})}
        return {name: version for name, version in every.items() if version is not None}

    before = flat(old)
    return [
        "fonts"
        if name == "fonts"
        else f"{name} was {before.get(name) or 'unknown'}, is {version or 'unknown'}"
        for name, version in flat(new).items()
        if before.get(name) != version
    ]


@cache
def _chromium_version() -> str:
    """What ``--version`` of the Chromium says that would be started; empty for the driver's own."""
    from tactful.world.browser.driver import find_chromium

    path = find_chromium()
    return _output_of([path, "--version"]) if path else ""


@cache
def _fonts_digest() -> str:
    """A hash over the fonts of this machine, which decide what texts look like; empty where unknown."""
    if shutil.which("fc-list") is None:
        return ""
    fonts = sorted(_output_of(["fc-list", "--format", "%{family} %{style} %{fontversion}\n"]).splitlines())
    return hashlib.sha256("\n".join(fonts).encode()).hexdigest() if fonts else ""


def _output_of(command: Sequence[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
