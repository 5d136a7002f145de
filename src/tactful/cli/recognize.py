"""`tactful recognize`: what is private on a screen, and why."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.progress import track
from rich.table import Table
from rich.text import Text

from tactful.cli.inputs import (
    InputPath,
    Json,
    Task,
    VlmMode,
    VlmModel,
    VlmUrl,
    build_recognizer,
    problems_json,
    read,
    tell_abilities,
)
from tactful.cli.output import console, print_json
from tactful.errors import TactfulError
from tactful.terms import Region, Risk

RISK_STYLE = {Risk.HIGH: "bold red", Risk.MEDIUM: "dark_orange", Risk.LOW: "blue", Risk.NONE: "dim"}


def recognize(
    input: InputPath,
    task: Task = None,
    vlm: VlmUrl = None,
    vlm_model: VlmModel = None,
    vlm_mode: VlmMode = "grounded",
    json: Json = False,
) -> int:
    """Print every private region with risk, category, type, necessity, confidence and reason."""
    from tactful.flow import recall, recognize
    from tactful.formats import ImageRegions, regions_document
    from tactful.guard import Guard

    source = read(input, task)
    guard = Guard(recognizer=build_recognizer(vlm, vlm_model, vlm_mode, trust_units=True))
    tell_abilities()
    images: list[ImageRegions] = []
    for item in track(source.items, "recognising", console=console(), disable=not console().is_terminal):
        try:
            screen = item.load()
            regions = recall(screen, recognize(screen, guard.session), guard.session)
        except TactfulError as err:
            console().print(f"[bold red]failed:[/] {escape(str(err))}")
            images.append(ImageRegions(item.name, 0, 0, None, str(err)))
            continue
        images.append(ImageRegions(item.name, screen.width, screen.height, regions))
        if not json:
            _print_table(item.name, regions)
    if json:
        print_json({**regions_document(images), "problems": problems_json(source.problems)})
    failed = sum(image.regions is None for image in images)
    if failed:
        console().print(
            f"[bold red]{failed} of {len(images)} screens failed[/]: they are unscored, not clean"
        )
    return 2 if failed else 0


def _print_table(name: str, regions: tuple[Region, ...]) -> None:
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
