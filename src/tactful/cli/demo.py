"""`tactful demo`: the bundled runs, protected, as a page to look at."""

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
    """Protect the bundled phone and desktop runs and write OUT/index.html."""
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
    console().print(f"open this page: [bold]{escape(str(page))}[/]")
    return 2 if failures else 0
