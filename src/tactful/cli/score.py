"""`tactful score`: how good predictions are, by the papers' rules."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape

from tactful.cli.command import command
from tactful.cli.inputs import JSON, problems_json, tell_problems
from tactful.cli.output import console, print_json, print_table
from tactful.runs import Option

if TYPE_CHECKING:
    from tactful.score import Rate, RegionScores

FIGURES = ("recall", "strict", "risk", "category", "necessity", "over_masking", "detection", "covered")
CURVE_STEP = 4

app = typer.Typer(help="Score predictions by the papers' rules.", no_args_is_help=True)


@dataclass(frozen=True, kw_only=True)
class RegionSettings:
    """The settings of `tactful score regions`."""

    pred: Annotated[Path, Option("What `tactful recognize --json` printed.", argument=True)]
    truth: Annotated[Path, Option("Folder of annotated screens (*.json).")]
    rule: Annotated[
        str,
        Option(
            "corrected, as-published (one-letter truths match almost anything), or exact (J.1).",
            choices=("corrected", "as-published", "exact"),
        ),
    ] = "corrected"
    seed: Annotated[int, Option("Seed of the bootstrap intervals.")] = 0
    json: Annotated[bool, JSON] = False


def regions(settings: RegionSettings) -> int:
    """Recall, label accuracies, strict score, over-masking and detection (GUIGuard-Bench, section 4.1)."""
    from tactful.formats import join_predictions, read_annotations, read_predictions
    from tactful.score import MatchRule, ScreenPair, TextRule, score_regions

    rules: dict[str, TextRule] = {"as-published": "as_published", "exact": "exact"}
    rule = MatchRule(rules.get(settings.rule, "corrected"))
    annotations, problems = read_annotations(settings.truth)
    tell_problems(problems)
    pairs, strangers = join_predictions(annotations, read_predictions(settings.pred))
    for stranger in strangers:
        console().print(f"[yellow]not scored:[/] no annotation for {escape(stranger.file)}")
    scores = score_regions(
        [
            ScreenPair(
                annotation.id,
                annotation.regions,
                None if image is None else image.regions,
                annotation.platform,
                annotation.alt_risks,
                "no prediction" if image is None else image.error,
                lang=annotation.lang,
            )
            for annotation, image in pairs
        ],
        rule,
        seed=settings.seed,
    )
    if settings.json:
        extra = {"problems": problems_json(problems), "without_annotation": [s.file for s in strangers]}
        print_json({**scores.to_json(), **extra})
    else:
        _print(scores)
    return 0


@app.callback()
def score() -> None:
    """Score predictions by the papers' rules."""


command(app, "regions", RegionSettings, regions)


def _print(scores: RegionScores) -> None:
    out = Console(highlight=False)
    rule = scores.rule
    out.print(
        f"{scores.screens} screens, rule {rule.text}: text {rule.tau} either way, IoU at least {rule.iou}"
    )
    for name, reason in scores.unscored:
        out.print(f"[bold red]unscored:[/] {escape(name)}: {escape(reason)} (counted as missed)")
    groups: dict[str, dict[str, Rate]] = {}
    for group, figure, rate in scores.rows():
        groups.setdefault(group, {})[figure] = rate
    print_table(
        ("", *(f">{figure.replace('_', '-')}" for figure in FIGURES)),
        [(group, *(_cell(rates.get(figure)) for figure in FIGURES)) for group, rates in groups.items()],
    )
    print_table(
        ("confidence at least", ">recall", ">strict", ">over-masking"),
        [
            (f"{p.threshold:.2f}", _cell(p.recall), _cell(p.strict), _cell(p.over_masking))
            for p in scores.curve[::CURVE_STEP]
        ],
    )
    out.print(
        "risk, category and necessity are shares of the matched regions; brackets: 95 % over screens",
        style="dim",
    )


def _cell(rate: Rate | None) -> str:
    if rate is None or rate.value is None:
        return "-"
    interval = "" if rate.low is None or rate.high is None else f" [{rate.low:.0%}-{rate.high:.0%}]"
    return f"{rate.value:.1%}{interval} ({rate.hits}/{rate.count})"


def register(root: typer.Typer) -> None:
    """Add the commands to ``tactful``."""
    root.add_typer(app, name="score")
