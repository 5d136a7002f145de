"""`tactful world`: people, apps and tasks that do not exist, with exact privacy truth."""

from __future__ import annotations

import json as jsonlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from tactful.cli.inputs import Json
from tactful.cli.output import console, print_json
from tactful.errors import InputError

if TYPE_CHECKING:
    from tactful.world import Progress, Written

app = typer.Typer(
    help="A world of apps, people and tasks with exact privacy truth: data and a live environment.",
    no_args_is_help=True,
)

Out = Annotated[Path, typer.Option("--out", "-o", help="Where to write.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same bytes.")]
Count = Annotated[int, typer.Option("--n", "-n", min=1, max=100_000, help="How many trajectories.")]
Platform = Annotated[
    str | None,
    typer.Option(help="phone or desktop; both, as in the paper, unless given.", show_default=False),
]
Langs = Annotated[
    str | None,
    typer.Option("--lang", help="Languages such as en,zh: en zh ja ko fr ru de.", show_default=False),
]
AppName = Annotated[
    str | None, typer.Option("--app", help="Only tasks that use this app.", show_default=False)
]
Split = Annotated[
    str | None,
    typer.Option(help="train, or validation: whole page schemas are held out.", show_default=False),
]
Jobs = Annotated[int, typer.Option(min=0, help="Browsers at once; 0: one a core.")]
Folder = Annotated[Path, typer.Argument(help="A folder of trajectories.", show_default=False)]


@app.callback()
def world() -> None:
    """A world of apps, people and tasks with exact privacy truth: data and a live environment."""


@app.command()
def profiles(
    out: Out,
    count: Annotated[int, typer.Option("--n", "-n", min=1, max=100_000, help="How many people.")] = 10,
    seed: Seed = 0,
    events: Annotated[int, typer.Option(min=1, help="Life events a person.")] = 3,
    attributes: Annotated[int, typer.Option(help="Attributes for each domain of each event.")] = 5,
    general: Annotated[int, typer.Option(help="Attributes that belong to no event.")] = 12,
    norms: Annotated[
        Path | None, typer.Option(help="Your own norm table (YAML) for the labels.", show_default=False)
    ] = None,
    json: Json = False,
) -> int:
    """Memories of the world's people with labels, without any model, as a CIMemories file.

    The same person (seed and number) has screens and memories with the same name, number and doctor. Labels
    come from a norm table; a gate that decides by the same table is not evaluated on them.
    """
    from tactful.formats import write_profiles
    from tactful.world import load_norm_table, make_person, profile_of

    _replaceable(out)
    table = load_norm_table(norms)
    made = [
        profile_of(make_person(seed, index), events=events, per_cell=attributes, general=general, table=table)
        for index in range(count)
    ]
    write_profiles(out, made)
    told = {
        "file": str(out),
        "profiles": len(made),
        "attributes": sum(len(profile.attributes) for profile in made),
        "contexts": sum(len(profile.contexts) for profile in made),
        "norm_table": table.fingerprint,
    }
    if json:
        print_json(told)
        return 0
    console().print(
        f"{len(made)} profiles, {told['attributes']} attributes, labels of {told['contexts']} contexts: "
        f"[bold]{escape(str(out))}[/]"
    )
    return 0


@app.command()
def trajectories(
    out: Out,
    count: Count = 60,
    seed: Seed = 0,
    platform: Platform = None,
    lang: Langs = None,
    app_name: AppName = None,
    split: Split = None,
    jobs: Jobs = 0,
    json: Json = False,
) -> int:
    """Play tasks in Chromium and write them with exact labels: agents' formats, ours, and the truth.

    Each run holds Mobile-Agent-v3 files (phone) or Agent S3 files (desktop), trajectory.json with regions,
    and truth/ with every region's entity, role and need, and the click target. Stopped jobs go on.
    """
    written = _play(out, count, seed, platform, lang, app_name, split, jobs)
    card = _describe(out, sheet=0) if written.done + written.kept else None
    return _tell(written, card, json)


@app.command()
def sample(
    out: Out,
    count: Count = 24,
    seed: Seed = 0,
    platform: Platform = None,
    lang: Langs = None,
    app_name: AppName = None,
    split: Split = None,
    jobs: Jobs = 0,
    screens: Annotated[int, typer.Option(min=1, help="Screens on the contact sheet.")] = 24,
    json: Json = False,
) -> int:
    """Trajectories with a data card (card.md, card.json) and a contact sheet to look at (sheet.html)."""
    written = _play(out, count, seed, platform, lang, app_name, split, jobs)
    card = _describe(out, sheet=screens) if written.done + written.kept else None
    return _tell(written, card, json)


@app.command()
def card(folder: Folder, json: Json = False) -> int:
    """What a folder of trajectories holds, in tables like the paper's."""
    from tactful.world import card_markdown, data_card, read_runs

    found = data_card(read_runs(folder))
    if json:
        print_json(found)
    else:
        typer.echo(card_markdown(found))
    return 0


@app.command()
def sheet(
    folder: Folder,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="FOLDER/sheet.html unless given.", show_default=False)
    ] = None,
    screens: Annotated[int, typer.Option("--n", "-n", min=1, help="How many screens.")] = 24,
    seed: Annotated[int, typer.Option(help="Which screens are drawn.")] = 0,
) -> int:
    """A contact sheet of a folder of trajectories: screens with their regions drawn over them."""
    from tactful.world import contact_sheet, read_runs

    page = contact_sheet(read_runs(folder), out or folder / "sheet.html", count=screens, seed=seed)
    console().print(f"open this page: [bold]{escape(str(page))}[/]")
    return 0


@app.command()
def serve(
    seed: Seed = 0,
    person: Annotated[int, typer.Option(min=0, help="Which person of the seed.")] = 0,
    size: Annotated[str, typer.Option(help="phone-1080, phone-1440, desktop-1920, ...")] = "phone-1080",
    lang: Annotated[str, typer.Option(help="en zh ja ko fr ru or de.")] = "en",
    look: Annotated[int, typer.Option(help="The apps' looks.")] = 0,
    app_name: Annotated[
        str | None, typer.Option("--app", help="The app to begin in.", show_default=False)
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: a free one.")] = 0,
    open_browser: Annotated[bool, typer.Option("--open", help="Open it in your browser.")] = False,
) -> int:
    """Try the world by hand: a person's device in your browser, on this machine only."""
    from tactful.world import LANGUAGES, SIZES, Session, load_apps, make_person
    from tactful.world import serve as serve_session

    chosen = next((one for one in SIZES if one.name == size), None)
    if chosen is None:
        raise InputError("no such screen", field="size", expected=", ".join(one.name for one in SIZES))
    if lang not in LANGUAGES:
        raise InputError("no such language", field="lang", expected=", ".join(LANGUAGES))
    apps = load_apps()
    if app_name is not None and app_name not in apps:
        raise InputError("no such app", field="app", expected=", ".join(sorted(apps)))
    session = Session(
        make_person(seed, person, lang),
        apps,
        platform=chosen.platform,
        size=chosen,
        look=look,
        seed=seed,
        app=app_name,
    )
    try:
        serve_session(session, port, open_browser)
    except OSError as err:
        raise InputError(
            f"cannot listen on {port} ({err.strerror})", field="port", expected="a free port, or 0"
        ) from None
    return 0


def _play(
    out: Path,
    count: int,
    seed: int,
    platform: str | None,
    lang: str | None,
    app_name: str | None,
    split: str | None,
    jobs: int,
) -> Written:
    from tactful.world import LANGUAGES, TrajectoryPlan, load_apps, write_trajectories

    langs = None if lang is None else tuple(part.strip() for part in lang.split(","))
    _one_of("lang", langs or (), LANGUAGES)
    _one_of("platform", (platform,) if platform else (), ("phone", "desktop"))
    _one_of("split", (split,) if split else (), ("train", "validation"))
    _one_of("app", (app_name,) if app_name else (), sorted(load_apps()))
    plan = TrajectoryPlan(count, seed, platform, langs, app_name, split)
    return write_trajectories(plan, out, jobs=jobs or os.cpu_count() or 1, progress=_tell_progress)


def _replaceable(out: Path) -> None:
    """A file of profiles may be written anew; anything else that lies there is somebody's."""
    from tactful.formats import read_profiles

    if out.is_dir():
        raise InputError("is a folder", file=out, expected="a file to write")
    if out.exists():
        try:
            read_profiles(out)
        except InputError:
            raise InputError(
                "is something else", file=out, expected="a new file, or one of profiles"
            ) from None


def _one_of(field: str, given: tuple[str, ...], allowed: Any) -> None:
    for value in given:
        if value not in allowed:
            raise InputError(f"unknown: '{value}'", field=field, expected=", ".join(allowed))


def _tell_progress(step: Progress) -> None:
    state = {"failed": "[red]failed[/]", "kept": "[dim]kept[/]"}.get(step.state, step.state)
    problem = f": {escape(step.problem)}" if step.problem else ""
    console().print(
        f"{step.ready}/{step.total} {escape(step.name)} {state}{problem} ({step.screens} screens so far)"
    )


def _describe(out: Path, sheet: int) -> dict[str, Any]:
    """Writes the card, and the contact sheet where ``sheet`` screens are asked for."""
    from tactful.world import card_markdown, contact_sheet, data_card, read_runs

    runs = read_runs(out)
    found = data_card(runs)
    (out / "card.json").write_text(jsonlib.dumps(found, indent=1) + "\n", encoding="utf-8")
    (out / "card.md").write_text(card_markdown(found), encoding="utf-8")
    if sheet:
        contact_sheet(runs, out / "sheet.html", count=sheet)
    for name in ("card.json", "card.md", "sheet.html"):
        if (out / name).exists():
            (out / name).chmod(0o600)  # as the runs beside it
    return found


def _tell(written: Written, card: dict[str, Any] | None, json: bool) -> int:
    if json:
        print_json(
            {
                "out": str(written.out),
                "trajectories": written.done + written.kept,
                "played": written.done,
                "kept": written.kept,
                "screens": written.screens,
                "failed": [{"name": name, "problem": problem} for name, problem in written.failed],
                "stopped": written.stopped,
                "card": card,
            }
        )
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
