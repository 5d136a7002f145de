"""`tactful world`: people, apps and tasks that do not exist, with exact privacy truth."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from tactful.cli.inputs import Json
from tactful.cli.output import console, print_json
from tactful.errors import InputError

app = typer.Typer(
    help="A world of apps, people and tasks with exact privacy truth: data and a live environment.",
    no_args_is_help=True,
)

Out = Annotated[Path, typer.Option("--out", "-o", help="Where to write.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same bytes.")]


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
    from tactful.formats.memories import write_profiles
    from tactful.world.people import make_person
    from tactful.world.profiles import load_norm_table, profile_of

    if out.is_dir():
        raise InputError("is a folder", file=out, expected="a file to write")
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
