"""`tactful recognize`: what is private on a screen, and why."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import track
from rich.table import Table

from tactful.cli.inputs import build_recognizer, read, with_task
from tactful.cli.output import console, print_json, use_json
from tactful.errors import TactfulError
from tactful.terms import Region, Risk, Screen

RISK_STYLE = {Risk.HIGH: "bold red", Risk.MEDIUM: "dark_orange", Risk.LOW: "blue", Risk.NONE: "dim"}


def recognize(
    input: Annotated[Path, typer.Argument(help="Image, folder, run, *.units.json, or UIAutomator *.xml.")],
    task: Annotated[str | None, typer.Option(help="What the agent is asked to do.")] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
    vlm: Annotated[
        str | None, typer.Option(help="Base URL of an OpenAI-compatible vision model to ask as well.")
    ] = None,
    vlm_model: Annotated[str | None, typer.Option(help="Its model name.")] = None,
) -> int:
    """Print every text unit with risk, category, type, necessity, confidence, source and reason."""
    use_json(json)
    from tactful.flow import recall, recognise
    from tactful.guard import Guard

    source = read(input)
    guard = Guard(recognizer=build_recognizer(vlm, vlm_model))
    images: list[dict[str, Any]] = []
    failures: list[dict[str, str]] = []
    for item in track(source.items, "recognising", console=console(), disable=not console().is_terminal):
        try:
            screen = with_task(item.load(), task)
            regions = recall(screen, recognise(screen, guard.session), guard.session)
        except TactfulError as err:
            console().print(f"[bold red]failed:[/] {err}", markup=True)
            failures.append({"file": item.name, "error": str(err)})
            continue
        images.append(_image(item.name, screen, regions))
        if not json:
            _table(item.name, regions)
    if json:
        from tactful.formats import problems_to_json

        print_json({"images": images, "failed": failures, "problems": problems_to_json(source.problems)})
    return 2 if failures else 0


def _image(name: str, screen: Screen, regions: tuple[Region, ...]) -> dict[str, Any]:
    from tactful.formats import region_to_json

    return {
        "file": name,
        "width": screen.width,
        "height": screen.height,
        "regions": [region_to_json(region) for region in regions],
    }


def _table(name: str, regions: tuple[Region, ...]) -> None:
    from rich.console import Console
    from rich.text import Text

    table = Table(title=name, title_justify="left", box=None, pad_edge=False)
    for column in ("risk", "category", "type", "need", "conf", "text", "reason"):
        table.add_column(column, overflow="fold")
    for region in regions:
        if region.private:
            table.add_row(
                Text(region.risk.value, RISK_STYLE[region.risk]),
                "" if region.category is None else region.category.value,
                region.type,
                "yes" if region.necessary else "",
                f"{region.confidence:.2f}",
                Text(("  " if region.inner else "") + region.text),
                Text(region.reason),
            )
    out = Console(highlight=False)
    out.print(table)
    out.print(f"{sum(r.private for r in regions)} private of {len(regions)} regions\n", style="dim")
