"""`tactful world`: people, apps and tasks that do not exist, with exact privacy truth."""

from __future__ import annotations

import json as jsonlib
import os
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from tactful.cli.command import command
from tactful.cli.output import console, print_json
from tactful.errors import InputError
from tactful.runs import Option
from tactful.world import SIZES, TrajectoryPlan

if TYPE_CHECKING:
    from tactful.world import Progress, Written

app = typer.Typer(
    help="A world of apps, people and tasks with exact privacy truth: data and a live environment.",
    no_args_is_help=True,
)
_JSON = "One JSON document on stdout, and nothing else there."


@app.callback()
def world() -> None:
    """A world of apps, people and tasks with exact privacy truth: data and a live environment."""


@dataclass(frozen=True, kw_only=True)
class ProfileSettings:
    out: Annotated[Path, Option("Where to write.", flags=("-o",))]
    n: Annotated[int, Option("How many people.", flags=("-n",), min=1)] = 10
    seed: Annotated[int, Option("The same seed gives the same bytes.")] = 0
    events: Annotated[int, Option("Life events a person.", min=1)] = 3
    attributes: Annotated[int, Option("Attributes for each domain of each event.")] = 5
    general: Annotated[int, Option("Attributes that belong to no event.")] = 12
    norms: Annotated[Path | None, Option("Your own norm table (YAML) for the labels.")] = None
    json: Annotated[bool, Option(_JSON)] = False


@dataclass(frozen=True, kw_only=True)
class TrajectorySettings(TrajectoryPlan):
    n: Annotated[int, Option("How many trajectories.", flags=("-n",), min=1)] = 60
    out: Annotated[Path, Option("Where to write.", flags=("-o",))]
    jobs: Annotated[int, Option("Browsers at once; 0: one a core.", min=0)] = 0
    json: Annotated[bool, Option(_JSON)] = False


@dataclass(frozen=True, kw_only=True)
class SampleSettings(TrajectorySettings):
    n: Annotated[int, Option("How many trajectories.", flags=("-n",), min=1)] = 24
    screens: Annotated[int, Option("Screens on the contact sheet.", min=1)] = 24


@dataclass(frozen=True, kw_only=True)
class CardSettings:
    folder: Annotated[Path, Option("A folder of trajectories.", argument=True)]
    json: Annotated[bool, Option(_JSON)] = False


@dataclass(frozen=True, kw_only=True)
class SheetSettings:
    folder: Annotated[Path, Option("A folder of trajectories.", argument=True)]
    out: Annotated[Path | None, Option("FOLDER/sheet.html unless given.", flags=("-o",))] = None
    n: Annotated[int, Option("How many screens.", flags=("-n",), min=1)] = 24
    seed: Annotated[int, Option("Which screens are drawn.")] = 0


@dataclass(frozen=True, kw_only=True)
class ServeSettings:
    seed: Annotated[int, Option("The same seed gives the same bytes.")] = 0
    person: Annotated[int, Option("Which person of the seed.", min=0)] = 0
    size: Annotated[str, Option("The screen.", choices=tuple(s.name for s in SIZES))] = "phone-1080"
    lang: Annotated[str, Option("en zh ja ko fr ru or de.")] = "en"
    look: Annotated[int, Option("The apps' looks.")] = 0
    app: Annotated[str | None, Option("The app to begin in.")] = None
    port: Annotated[int, Option("0: a free one.", min=0)] = 0
    open: Annotated[bool, Option("Open it in your browser.")] = False


def profiles(settings: ProfileSettings) -> int:
    """Memories of the world's people with labels, without any model, as a CIMemories file.

    The same person (seed and number) has screens and memories with the same name, number and doctor. Labels
    come from a norm table; a gate that decides by the same table is not evaluated on them.
    """
    from tactful.formats import write_profiles
    from tactful.world import load_norm_table, make_person, profile_of

    out = settings.out
    _replaceable(out)
    table = load_norm_table(settings.norms)
    made = [
        profile_of(
            make_person(settings.seed, index),
            events=settings.events,
            per_cell=settings.attributes,
            general=settings.general,
            table=table,
        )
        for index in range(settings.n)
    ]
    write_profiles(out, made)
    summary = {
        "file": str(out),
        "profiles": len(made),
        "attributes": sum(len(profile.attributes) for profile in made),
        "contexts": sum(len(profile.contexts) for profile in made),
        "norm_table": table.fingerprint,
    }
    if settings.json:
        print_json(summary)
        return 0
    counts = f"{summary['attributes']} attributes, labels of {summary['contexts']} contexts"
    console().print(f"{len(made)} profiles, {counts}: [bold]{escape(str(out))}[/]")
    return 0


def _replaceable(out: Path) -> None:
    """A file of profiles may be written anew; anything else that lies there is somebody's."""
    from tactful.formats import read_profiles

    if out.is_dir():
        raise InputError("is a folder", file=out, expected="a file to write")
    if out.exists():
        try:
            read_profiles(out)
        except InputError:
            expected = "a new file, or one of profiles"
            raise InputError("is something else", file=out, expected=expected) from None


def trajectories(settings: TrajectorySettings) -> int:
    """Play tasks in Chromium and write them with exact labels: agents' formats, ours, and the truth.

    Each run holds Mobile-Agent-v3 files (phone) or Agent S3 files (desktop), trajectory.json with regions,
    and truth/ with every region's entity, role and need, and the click target. Stopped jobs go on.
    """
    return _write(settings, screens=0)


def sample(settings: SampleSettings) -> int:
    """Trajectories with a data card (card.md, card.json) and a contact sheet to look at (sheet.html)."""
    return _write(settings, screens=settings.screens)


def _write(settings: TrajectorySettings, screens: int) -> int:
    """Plays; writes the card, and a contact sheet of so many ``screens``; tells what came of it."""
    from tactful.world import load_apps, write_trajectories

    _app(settings.app, load_apps())
    plan = TrajectoryPlan(**{each.name: getattr(settings, each.name) for each in fields(TrajectoryPlan)})
    jobs = settings.jobs or os.cpu_count() or 1
    written = write_trajectories(plan, settings.out, jobs=jobs, progress=_tell_progress)
    card = _describe(settings.out, screens) if written.done + written.kept else None
    if settings.json:
        print_json(_summary(written, card))
    else:
        console().print(
            f"{written.done + written.kept} of {written.total} trajectories ({written.kept} kept, "
            f"{len(written.failed)} failed), {written.screens} screens: [bold]{escape(str(written.out))}[/]"
        )
        for name in ("card.md", "sheet.html"):
            if (written.out / name).is_file():
                console().print(f"open this page: [bold]{escape(str(written.out / name))}[/]")
    if written.stopped:
        console().print("the same command goes on where it stopped")
        return 130
    return 2 if written.failed else 0


def _tell_progress(step: Progress) -> None:
    state = {"failed": "[red]failed[/]", "kept": "[dim]kept[/]"}.get(step.state, step.state)
    problem = f": {escape(step.problem)}" if step.problem else ""
    console().print(
        f"{step.ready}/{step.total} {escape(step.name)} {state}{problem} ({step.screens} screens so far)"
    )


def _describe(out: Path, screens: int) -> dict[str, Any]:
    from tactful.world import card_markdown, contact_sheet, data_card, read_runs

    runs = read_runs(out)
    card = data_card(runs)
    (out / "card.json").write_text(jsonlib.dumps(card, indent=1) + "\n", encoding="utf-8")
    (out / "card.md").write_text(card_markdown(card), encoding="utf-8")
    if screens:
        contact_sheet(runs, out / "sheet.html", count=screens)
    for name in ("card.json", "card.md", "sheet.html"):
        if (out / name).exists():
            (out / name).chmod(0o600)  # as the runs beside it
    return card


def _summary(written: Written, card: dict[str, Any] | None) -> dict[str, Any]:
    return {
        "out": str(written.out),
        "trajectories": written.done + written.kept,
        "played": written.done,
        "kept": written.kept,
        "screens": written.screens,
        "failed": [{"name": name, "problem": problem} for name, problem in written.failed],
        "stopped": written.stopped,
        "card": card,
    }


def card(settings: CardSettings) -> int:
    """What a folder of trajectories holds, in tables like the paper's."""
    from tactful.world import card_markdown, data_card, read_runs

    made = data_card(read_runs(settings.folder))
    if settings.json:
        print_json(made)
    else:
        typer.echo(card_markdown(made))
    return 0


def sheet(settings: SheetSettings) -> int:
    """A contact sheet of a folder of trajectories: screens with their regions drawn over them."""
    from tactful.world import contact_sheet, read_runs

    out = settings.out or settings.folder / "sheet.html"
    page = contact_sheet(read_runs(settings.folder), out, count=settings.n, seed=settings.seed)
    console().print(f"open this page: [bold]{escape(str(page))}[/]")
    return 0


def serve(settings: ServeSettings) -> int:
    """Try the world by hand: a person's device in your browser, on this machine only."""
    from tactful.world import LANGUAGES, Session, load_apps, make_person
    from tactful.world import serve as serve_session

    if settings.lang not in LANGUAGES:
        raise InputError("no such language", field="lang", expected=", ".join(LANGUAGES))
    apps = load_apps()
    _app(settings.app, apps)
    size = next(one for one in SIZES if one.name == settings.size)
    session = Session(
        make_person(settings.seed, settings.person, settings.lang),
        apps,
        platform=size.platform,
        size=size,
        look=settings.look,
        seed=settings.seed,
        app=settings.app,
    )
    try:
        serve_session(session, settings.port, settings.open)
    except (OSError, OverflowError) as err:
        reason = getattr(err, "strerror", None) or "no such port"
        problem = f"cannot listen on {settings.port} ({reason})"
        raise InputError(problem, field="port", expected="a free port, or 0") from None
    return 0


def _app(name: str | None, apps: Any) -> None:
    if name is not None and name not in apps:
        raise InputError(f"no such app: '{name}'", field="app", expected=", ".join(sorted(apps)))


command(app, "profiles", ProfileSettings, profiles)
command(app, "trajectories", TrajectorySettings, trajectories)
command(app, "sample", SampleSettings, sample)
command(app, "card", CardSettings, card)
command(app, "sheet", SheetSettings, sheet)
command(app, "serve", ServeSettings, serve)


def register(root: typer.Typer) -> None:
    """Add the commands to ``tactful``."""
    root.add_typer(app, name="world")
