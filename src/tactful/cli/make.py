"""`tactful memories generate | label`: making a data set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer
from rich.markup import escape

from tactful.bench import GenerateCommand, LabelCommand
from tactful.cli.command import command
from tactful.cli.output import ProgressWatch, console, print_json, print_lines

if TYPE_CHECKING:
    from tactful.bench import Made


def generate(settings: GenerateCommand) -> int:
    """Grow profiles of people who do not exist (CIMemories, section 4.1.1).

    Biographies by Faker (ages 21 to 70), the attributes by a model, checked for contradictions and
    duplicates; what is wrong is asked again. A killed run is taken up where it stopped.
    """
    if settings.dry_run:
        return _dry_run(settings)
    from tactful.bench import generate_profiles

    with ProgressWatch() as watch:
        made = generate_profiles(settings, watch.counts("profiles"))
    return _report(made, "profiles", settings.json)


def label(settings: LabelCommand) -> int:
    """Label memories as three privacy personas would (CIMemories, section 4.1.2).

    Every persona is asked several times and may abstain; the mixture is weighted by Westin's priors. Replies
    that never parse are left out and counted. A killed run is taken up where it stopped.
    """
    if settings.dry_run:
        return _dry_run(settings)
    from tactful.bench import label_profiles

    with ProgressWatch() as watch:
        made = label_profiles(settings, watch.counts("labels"))
    return _report(made, "label samples", settings.json)


def _dry_run(settings: GenerateCommand | LabelCommand) -> int:
    """Prints calls, tokens and, with prices, money; nothing is asked."""
    from tactful.bench import making_estimate

    estimate = making_estimate(settings)
    if settings.json:
        print_json(estimate.to_json())
    else:
        print_lines(estimate.text)
        console().print("tokens are characters divided by about four; low and high in --json", style="dim")
    return 0


def _report(made: Made, what: str, json: bool) -> int:
    """The outcome; exit code 2 where something asked is not in the file."""
    if json:
        print_json(made.to_json())
    out = console()
    out.print(f"{escape(str(made.file))}: {made.scored} of {made.asked} {what} scored, {made.seconds:.0f} s")
    for reason, count in made.failures.items():
        out.print(f"[bold red]unscored:[/] {count} {escape(reason)}")
    for place in made.left_out[:10]:
        out.print(f"[bold red]left out:[/] {escape(place)}")
    if len(made.left_out) > 10:
        out.print(f"[bold red]left out:[/] {len(made.left_out) - 10} more (manifest.json has them)")
    for name, count in made.counts.items():
        if count:
            out.print(f"[yellow]note:[/] {count} {escape(name)}")
    if not made.complete:
        out.print("[yellow]not everything was asked:[/] the same command goes on from here")
    used = made.usage
    money = "" if used.cost is None else f", {used.cost:.2f}"
    out.print(
        f"{used.calls} calls, {used.input_tokens:,} tokens in ({used.cached_tokens:,} cached), "
        f"{used.output_tokens:,} out{money}; logs: {escape(str(made.folder / 'logs'))}",
        style="dim",
    )
    return 2 if made.left_out or not made.complete else 0


def register(app: typer.Typer) -> None:
    """Add the commands to ``tactful memories``."""
    command(app, "generate", GenerateCommand, generate)
    command(app, "label", LabelCommand, label)
