"""`tactful bench agreement`, `human-export` and `human-check`: people beside the screen benchmark."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from tactful.cli.command import command
from tactful.cli.inputs import JSON, problems_json, tell_problems
from tactful.cli.output import console, print_json
from tactful.errors import InputError
from tactful.runs import Option

if TYPE_CHECKING:
    from tactful.score import Figure, HumanCheck, Kappa

SEED = Option("Of draws and intervals.")


def register(app: typer.Typer) -> None:
    """Adds the commands to ``tactful bench``."""
    command(app, "agreement", AgreementSettings, agreement)
    command(app, "human-export", ExportSettings, human_export)
    command(app, "human-check", CheckSettings, human_check)


@dataclass(frozen=True, kw_only=True)
class AgreementSettings:
    """The options of `tactful bench agreement`."""

    annotators: Annotated[
        tuple[Path, ...],
        Option("A folder with a folder for each annotator, or those one by one.", argument=True, split=False),
    ]
    text_rule: Annotated[str, Option("When equal texts are one thing: corrected, or as-published.")] = (
        "corrected"
    )
    iou: Annotated[float, Option("When boxes are one thing.", min=0.01, max=1)] = 0.6
    tau: Annotated[float, Option("How far texts must agree.", min=0.01, max=1)] = 0.9
    seed: Annotated[int, SEED] = 0
    json: Annotated[bool, JSON] = False


def agreement(asked: AgreementSettings) -> int:
    """How far several annotators of the same screens agree: Fleiss' kappa (GUIGuard-Bench, D.3)."""
    from tactful.bench import read_annotators
    from tactful.score import MatchRule, TextRule, annotator_agreement

    text_rule, annotators = asked.text_rule, asked.annotators
    if text_rule not in ("corrected", "as-published"):
        raise InputError("unknown rule", field="--text-rule", expected="corrected or as-published")
    text: TextRule = "corrected" if text_rule == "corrected" else "as_published"
    rule = MatchRule(text=text, tau=asked.tau, iou=asked.iou)
    screens, problems = read_annotators(annotators[0] if len(annotators) == 1 else annotators)
    tell_problems(problems)
    found = annotator_agreement(screens, rule, seed=asked.seed)
    if not found.screens:
        raise InputError("no screen was annotated by all", field="annotators", expected="the same ids")
    if asked.json:
        print_json({**found.to_json(), "problems": problems_json(problems)})
        return 0
    console().print(
        f"{len(found.annotators)} annotators, {found.screens} screens ({found.left_out} that not all of them "
        f"saw are left out), {found.units} units; text rule {text_rule}, IoU {asked.iou:g}"
    )
    for name, kappa in found.kappas.items():
        typer.echo(f"{name:24} {_kappa_text(kappa)}")
    return 0


@dataclass(frozen=True, kw_only=True)
class ExportSettings:
    """The options of `tactful bench human-export`."""

    results: Annotated[Path, Option("Planner results: gt_results, planner_results, ...", argument=True)]
    out: Annotated[Path, Option("Folder for the pairs and their key.", flags=("-o",))]
    count: Annotated[int | None, Option("How many pairs; all by default.", flags=("--n", "-n"), min=1)] = None
    judging: Annotated[str, Option("The judge's prompt pack: raters get its scale.")] = "guiguard_judging"
    judging_variant: Annotated[str, Option("Its variant.", default_text="neutral")] = ""
    form: Annotated[str, Option("csv or jsonl.", flags=("--format",))] = "csv"
    seed: Annotated[int, SEED] = 0
    json: Annotated[bool, JSON] = False


def human_export(asked: ExportSettings) -> int:
    """Pairs of plans for people to rate, in blind order, with the key kept apart (GUIGuard-Bench, G.3).

    The files quote what stood on screens: give them only to people who may see that.
    """
    from tactful.bench import KEY, Judging, export_pairs, plan_pairs, read_results

    found = read_results(asked.results)
    tell_problems(found.problems)
    pairs = plan_pairs(found)
    path = export_pairs(
        pairs,
        asked.out,
        count=asked.count,
        seed=asked.seed,
        form=asked.form,
        judging=Judging(asked.judging, asked.judging_variant),
    )
    told = min(asked.count or len(pairs), len(pairs))
    counts = {"pairs": told, "of": len(pairs)}
    return tell_sheet(path, asked.out / KEY, f"{told} of {len(pairs)} pairs", counts, json=asked.json)


def tell_sheet(sheet: Path, key: Path, words: str, counts: Mapping[str, int], *, json: bool) -> int:
    """Say where an export for people lies, in ``words`` or as JSON with ``counts``; the exit code."""
    if json:
        print_json({"file": str(sheet), "key": str(key), **counts})
        return 0
    console().print(f"{words}: [bold]{escape(str(sheet))}[/]")
    console().print(f"not for the raters: {escape(str(key))}")
    return 0


@dataclass(frozen=True, kw_only=True)
class CheckSettings:
    """The options of `human-check`, of `tactful bench` and of `tactful memories`."""

    key: Annotated[Path, Option("The key.json of an export.", argument=True)]
    ratings: Annotated[tuple[Path, ...], Option("The raters' files, one each.", argument=True, split=False)]
    seed: Annotated[int, SEED] = 0
    json: Annotated[bool, JSON] = False


def human_check(asked: CheckSettings) -> int:
    """People's ratings of plans against the judge's scores (GUIGuard-Bench, G.3)."""
    from tactful.bench import rated_by_method, rated_pairs, read_human_ratings
    from tactful.score import human_check as check

    found, problems = read_human_ratings(asked.key, asked.ratings)
    tell_problems(problems)
    pairs = rated_pairs(found)
    if not pairs:
        raise InputError(
            "no rating of a pair that the judge scored", file=asked.ratings[0], expected="0 to 4"
        )
    result = check(pairs, seed=asked.seed)
    told: dict[str, Any] = {
        "raters": len({one.rater for one in found}),
        "ratings": len(found),
        "without_judge": len(found) - len(pairs),
        **result.to_json(),
        "by_method": {
            name: check(part, seed=asked.seed).to_json() for name, part in rated_by_method(found).items()
        },
    }
    if asked.json:
        print_json({**told, "problems": problems_json(problems)})
        return 0
    _print_check(result, told)
    return 0


def _print_check(result: HumanCheck, told: dict[str, Any]) -> None:
    console().print(
        f"{told['raters']} raters, {result.n} ratings of pairs that the judge scored "
        f"({told['without_judge']} without the judge's score)"
    )
    typer.echo("person \\ judge" + "".join(f"{score:>7}" for score in range(len(result.table))))
    for score, row in enumerate(result.table):
        typer.echo(f"{score:>14}" + "".join(f"{count:>7}" for count in row))
    typer.echo(f"same score           {_share(result.exact)}")
    typer.echo(f"within one           {_share(result.within_one)}")
    typer.echo(f"kappa, quadratic     {_number(result.quadratic)}")
    typer.echo(f"kappa, linear        {_number(result.linear)}")
    differences = ", ".join(f"{d:+d}: {n}" for d, n in result.differences.items() if n)
    typer.echo(f"judge minus person   {differences}")


def _share(figure: Figure) -> str:
    return _shown(figure.value, figure.low, figure.high, lambda v: f"{v:.1%}")


def _number(figure: Figure) -> str:
    return _shown(figure.value, figure.low, figure.high, lambda v: f"{v:.2f}")


def _kappa_text(kappa: Kappa) -> str:
    agreed = "" if kappa.observed is None else f", {kappa.observed:.1%} of pairs agree"
    return f"{_shown(kappa.value, kappa.low, kappa.high, lambda v: f'{v:.2f}')}{agreed}, {kappa.units} units"


def _shown(value: float | None, low: float | None, high: float | None, form: Any) -> str:
    if value is None:
        return "not defined"
    if low is None or high is None:
        return str(form(value))
    return f"{form(value)} [{form(low)}, {form(high)}]"
