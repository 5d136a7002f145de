"""`tactful recognize`: what is private on a screen, and why."""

from __future__ import annotations

from dataclasses import dataclass

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import track
from rich.text import Text

from tactful.cli.command import command
from tactful.cli.inputs import ScreenSettings, problems_json, tell_abilities
from tactful.cli.output import console, print_json, print_table
from tactful.errors import TactfulError
from tactful.terms import Region, Risk

RISK_STYLE = {Risk.HIGH: "bold red", Risk.MEDIUM: "dark_orange", Risk.LOW: "blue", Risk.NONE: "dim"}


@dataclass(frozen=True, kw_only=True)
class RecognizeSettings(ScreenSettings):
    """`tactful recognize` needs no more than the screens."""


def recognize(settings: RecognizeSettings) -> int:
    """Print every private region with risk, category, type, necessity, confidence and reason."""
    from tactful.flow import recall
    from tactful.flow import recognize as recognize_screen
    from tactful.formats import ImageRegions, regions_document
    from tactful.guard import Guard

    source = settings.read()
    session = Guard(recognizer=settings.recognizer(trust_units=True)).session
    tell_abilities()
    images: list[ImageRegions] = []
    for item in track(source.items, "recognizing", console=console(), disable=not console().is_terminal):
        try:
            screen = item.load()
            regions = recall(screen, recognize_screen(screen, session), session)
        except TactfulError as err:
            console().print(f"[bold red]failed:[/] {escape(str(err))}")
            images.append(ImageRegions(item.name, 0, 0, None, str(err)))
            continue
        images.append(ImageRegions(item.name, screen.width, screen.height, regions))
        if not settings.json:
            _print_regions(item.name, regions)
    if settings.json:
        print_json({**regions_document(images), "problems": problems_json(source.problems)})
    failed = sum(image.regions is None for image in images)
    if failed:
        console().print(
            f"[bold red]{failed} of {len(images)} screens failed[/]: they are unscored, not clean"
        )
    return 2 if failed else 0


def _print_regions(name: str, regions: tuple[Region, ...]) -> None:
    private = [region for region in regions if region.private]
    rows = [
        (
            Text(region.risk.value, RISK_STYLE[region.risk]),
            "" if region.category is None else region.category.value,
            region.type,
            "yes" if region.necessary else "",
            f"{region.confidence:.2f}",
            ("  " if region.inner else "") + region.text,
            region.reason,
        )
        for region in private
    ]
    print_table(("risk", "category", "type", "need", "conf", "text", "reason"), rows, title=name)
    Console(highlight=False).print(f"{len(private)} private of {len(regions)} regions\n", style="dim")


def register(app: typer.Typer) -> None:
    """Add the command to ``tactful``."""
    command(app, "recognize", RecognizeSettings, recognize)
