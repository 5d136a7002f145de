"""`tactful demo`: both halves of the product on bundled data, and one page that leads to all of it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from tactful.cli.output import console
from tactful.cli.protect import failures_of, protect_input, tell_outcome

if TYPE_CHECKING:
    from tactful.bench import Failure, IndexCard, IndexPicture, ReportPage

GUARD, SCREENS, MEMORIES = "guard", "screens", "memories"
# Of the bundled runs, a draw of this seed is the shortest pair of a phone and a desktop.
SCREEN_TASKS, SCREEN_SEED = 2, 1
SCREEN_METHODS = ("black", "mosaic", "randblocks", "replace", "black-60")


def demo(
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the pages and the screens.")] = Path(
        "demo-out"
    ),
    policy: Annotated[str, typer.Option(help="A preset or a YAML file.")] = "hybrid",
) -> int:
    """Guard bundled screens, run both benchmarks without a key: one page about it (OUT/index.html)."""
    from tactful.bench import write_index

    started = time.monotonic()
    parts = [guard_part(out, policy), screens_part(out / SCREENS), memories_part(out / MEMORIES)]
    seconds = time.monotonic() - started
    page = write_index(
        [part.card for part in parts],
        out,
        title="tactful: an agent sees, remembers and says only what its task needs",
        text="Bundled screens and memories of people who do not exist. All of it ran here, without a key, "
        f"in {seconds:.0f} seconds.",
        tiles=[tile for part in parts for tile in part.tiles],
    )
    console().print(f"open this page: [bold]{escape(str(page))}[/]")
    return 2 if any(part.failed for part in parts) else 0


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the demo: its card, what it puts at the head of the page, and whether anything failed."""

    card: IndexCard
    tiles: Sequence[Mapping[str, str]] = field(default=())
    failed: bool = False


def guard_part(out: Path, policy: str) -> Part:
    """The bundled runs through the guard, before and after side by side."""
    from tactful.bench import IndexCard, write_report
    from tactful.demo import demo_runs
    from tactful.formats import read_input
    from tactful.guard import Guard
    from tactful.protect import get_policy

    pages: list[ReportPage] = []
    failures: list[Failure] = []
    seconds = 0.0
    recognizer = None
    for run in demo_runs():
        chosen = get_policy(policy)
        guard = Guard(chosen, seed=0, recognizer=recognizer)
        recognizer = guard.session.recognizer
        source = read_input(run)
        console().print(f"guard, run '{run.name}': {escape(source.trajectories[0].goal)}")
        settings = {"policy": chosen.name, "seed": 0}
        outcome = protect_input(source, out / GUARD / run.name, guard, settings, pages=pages)
        tell_outcome(outcome, None)
        failures += failures_of(outcome)
        seconds += outcome.seconds
    write_report(
        pages,
        out / GUARD,
        title="What the guard did",
        settings={"policy": policy, "seed": 0},
        seconds=seconds,
        failures=failures,
    )
    card = IndexCard(
        GUARD,
        "The guard: what an agent's model gets to see",
        "Every screen is read, what is private on it is found and labelled, and a policy decides: black for "
        f"what the task does not need, a stand-in for what it does (policy {policy}). The model works on the "
        "right picture; what it types is translated back.",
        link=f"{GUARD}/index.html",
        link_text=f"All {len(pages)} screens, before and after",
        pictures=_pictures(pages),
        command="tactful protect RUN_OR_SCREENSHOT --out safe",
        notes=[f"{failure.name}: not protected, so not sent ({failure.reason})" for failure in failures],
    )
    return Part(card, [_guard_tile(pages, failures)], bool(failures))


def _pictures(pages: Sequence[ReportPage]) -> list[IndexPicture]:
    """The upright and the broad screen on which most was treated, before and after."""
    from tactful.bench import IndexPicture

    found = []
    for upright in (True, False):
        treated = [
            (sum(t.operator != "keep" for t in page.protected.receipt.treatments), -number)
            for number, page in enumerate(pages, start=1)
            if (page.before.height > page.before.width) is upright
        ]
        if treated:
            number = -max(treated)[1]
            found += [
                IndexPicture(f"{GUARD}/assets/{number:04d}-{side}.png", caption)
                for side, caption in (
                    ("before", "before: stays on this machine"),
                    ("after", "after: what the agent may see"),
                )
            ]
    return found


def _guard_tile(pages: Sequence[ReportPage], failures: Sequence[Failure]) -> dict[str, str]:
    covered = sum(page.protected.receipt.covered for page in pages)
    risky = sum(page.protected.receipt.risky for page in pages)
    note = f"of {risky} found on {len(pages)} screens"
    if failures:
        note += f"; {len(failures)} screens not protected, so not sent"
    tone = {"tone": "bad"} if failures else {}
    return {"label": "Private regions treated", "value": f"{covered}", "note": note, **tone}


def screens_part(out: Path) -> Part:
    """GUIGuard-Bench offline on two bundled tasks."""
    from tactful.bench import GuiguardSettings, IndexCard, protection_table, recognition_table
    from tactful.cli.guiguard import print_outcome, run_and_report
    from tactful.demo import demo_runs

    console().print("screens: recognition, planning, grounding and leakage, offline, on two bundled tasks")
    settings = GuiguardSettings(
        data=str(demo_runs()[0].parent),
        methods=SCREEN_METHODS,
        limit=SCREEN_TASKS,
        seed=SCREEN_SEED,
    )
    outcome, page = run_and_report(settings, out)
    print_outcome(outcome, None)
    about, document = outcome.about, outcome.document()
    card = IndexCard(
        SCREENS,
        "The screen benchmark: what protection costs and buys",
        f"Four evaluations on {about['tasks']} tasks ({about['screens']} screens) by built-in baselines: is "
        "what is private found, does a planner still plan the same, does a click still land, and what can "
        "still be read. So small a sample shows directions, not rankings.",
        link=f"{SCREENS}/{page.relative_to(out).as_posix()}",
        link_text="All tables and figures, beside the paper's",
        tables=[recognition_table(outcome.summaries.get("recognition")), protection_table(outcome.summaries)],
        command="tactful bench guiguard --offline --data RUNS",
        notes=[f"{outcome.unscored} questions without an answer; the report says why"]
        if outcome.unscored
        else [],
    )
    shown = ("Private elements found", "Plans kept, 0 to 4", "Items protected, at worst")
    tiles = [tile for tile in document["tiles"] if tile["label"] in shown]
    return Part(card, tiles, not outcome.complete)


def memories_part(out: Path) -> Part:
    """CIMemories on the bundled sample: two built-in models, with and without the gate."""
    from tactful.bench import IndexCard
    from tactful.errors import MissingExtraError
    from tactful.runs import require

    title = "The memory benchmark: what an assistant that remembers tells to whom"
    text = (
        "Built-in models write messages to landlords, doctors and colleagues for two made-up people. "
        "Violation is the share of memories told where they do not belong, completeness what the task needed "
        "and got. The gate withholds what is not for this recipient before the model sees it."
    )
    command = "tactful bench cimemories --data PROFILES --model MODEL --gate norms"
    try:
        require("inspect_ai", extra="eval", purpose="the memory benchmark")
    except MissingExtraError as err:
        console().print(f"[yellow]left out:[/] {escape(str(err))}")
        return Part(IndexCard(MEMORIES, title, text, command=command, notes=[f"Left out: {err}"]))
    from tactful.bench import BenchSettings
    from tactful.cli.bench import print_outcome, run_and_report
    from tactful.demo import demo_profiles

    console().print("memories: two built-in models on two bundled profiles, with and without the gate")
    settings = BenchSettings(
        data=str(demo_profiles()),
        contexts=("0-15",),
        model=("tactful/domain-match", "tactful/random-p"),
        model_arg=("p=0.05",),
        epochs=3,
        gate=("none", "norms"),
        out=out,
    )
    outcome, scores, page = run_and_report(settings)
    print_outcome(outcome, scores, page)
    card = IndexCard(
        MEMORIES,
        title,
        text,
        link=None if page is None else f"{MEMORIES}/{page.relative_to(out).as_posix()}",
        link_text="All tables and figures, and what leaked",
        tables=[_memory_table(scores)],
        command=command,
    )
    return Part(card, _memory_tiles(scores), not outcome.complete)


def _memory_table(scores: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    from tactful.bench import Column, table

    columns: list[Column[Mapping[str, Any]]] = [
        Column("run", "Model and gate", cell=lambda found: found["name"]),
        Column(
            "violation", "Violation", "estimate", lambda found: _estimate(found["violation"]),
            tone="violation", help="less is better",
        ),
        Column(
            "completeness", "Completeness", "estimate", lambda found: _estimate(found["completeness"]),
            tone="completeness", help="more is better",
        ),
        Column("messages", "Messages", "count", lambda found: found["samples"]),
        Column("unscored", "Unscored", "count", lambda found: found["unscored"] + found["missing"]),
    ]  # fmt: skip
    return table("memories-gate", "With and without the gate", columns, scores)


def _estimate(found: Mapping[str, Any]) -> Mapping[str, Any] | None:
    if found["mean"] is None:
        return None
    return {"value": found["mean"], "low": found["low"], "high": found["high"]}


def _memory_tiles(scores: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """What the gate does to the first model's violation."""
    first = scores[0]["name"] if scores else ""
    gated = next((row for row in scores if row["name"].startswith(f"{first}, gate")), None)
    if gated is None or gated["violation"]["mean"] is None or scores[0]["violation"]["mean"] is None:
        return []
    before, after = scores[0]["violation"]["mean"], gated["violation"]["mean"]
    kept = gated["completeness"]["mean"]
    note = f"violation without the gate and with it, {first}"
    if kept is not None:
        note += f"; completeness with it {kept:.0%}"
    return [{"label": "Memories told wrongly", "value": f"{before:.0%} → {after:.0%}", "note": note}]


def register(app: typer.Typer) -> None:
    """Add the command to ``tactful``."""
    app.command("demo")(demo)
