"""`tactful demo`: the bundled screens protected, and built-in models on the bundled memories: two pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from tactful.cli.output import console
from tactful.cli.protect import Job, choose_policy, failures_of, tell_outcome


def demo(
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the page and the screens.")] = Path(
        "demo-out"
    ),
    policy: Annotated[str, typer.Option(help="A preset or a YAML file.")] = "hybrid",
) -> int:
    """Protect the bundled phone and desktop runs (OUT/index.html), and bench memories (OUT/memories)."""
    from tactful.demo import demo_runs
    from tactful.formats import read_input
    from tactful.guard import Guard
    from tactful.report import Failure, ReportPage, write_report

    pages: list[ReportPage] = []
    failures: list[Failure] = []
    seconds = 0.0
    recognizer = None
    for run in demo_runs():
        chosen = choose_policy(policy, None)
        guard = Guard(chosen, seed=0, recognizer=recognizer)
        recognizer = guard.session.recognizer
        job = Job(read_input(run), out / run.name, guard, {"policy": chosen.name, "seed": 0}, keep_pages=True)
        console().print(f"run '{run.name}': {escape(job.source.trajectories[0].goal)}")
        outcome = job.run()
        tell_outcome(outcome, None)
        pages += job.pages
        failures += failures_of(outcome)
        seconds += outcome.seconds
    page = write_report(
        pages,
        out,
        title="tactful demo",
        settings={"policy": policy, "seed": 0},
        seconds=seconds,
        failures=failures,
    )
    memories = _memories(out / "memories")
    console().print(f"open this page: [bold]{escape(str(page))}[/]")
    if memories is not None:
        console().print(f"and this one:   [bold]{escape(str(memories))}[/]")
    return 2 if failures else 0


def _memories(out: Path) -> Path | None:
    """CIMemories on the bundled sample: two built-in models, with and without the gate; the page of it."""
    from tactful._extras import require
    from tactful.cli.bench import run_and_report
    from tactful.cli.bench_output import print_outcome
    from tactful.demo import demo_profiles
    from tactful.errors import MissingExtraError

    try:
        require("inspect_ai", extra="eval", purpose="the memory benchmark")
    except MissingExtraError as err:
        console().print(f"[yellow]left out:[/] {escape(str(err))}")
        return None
    from tactful.bench.cimemories.plan import MemorySettings
    from tactful.bench.cimemories.settings import BenchSettings, Pace

    console().print("memories: two built-in models on two bundled profiles, with and without the gate")
    settings = BenchSettings(
        memory=MemorySettings.of(str(demo_profiles()), contexts="0-15", seed=0),
        models=("tactful/domain-match", "tactful/random-p"),
        model_args={"p": 0.05},
        epochs=3,
        gates=(None, "norms"),
    )
    outcome, scores, page = run_and_report(settings, out, Pace())
    print_outcome(outcome, scores, page)
    return page
