"""`tactful memories human-export` and `human-check`: people beside the judge, and readers of reasoning."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from tactful.cli.command import command
from tactful.cli.guiguard_people import SEED, CheckSettings, tell_sheet
from tactful.cli.inputs import JSON, problems_json, tell_problems
from tactful.cli.output import print_json, print_table
from tactful.errors import InputError
from tactful.runs import Option


@dataclass(frozen=True, kw_only=True)
class ExportSettings:
    """The options of `tactful memories human-export`."""

    logs: Annotated[
        tuple[Path, ...], Option("Run folders, .eval files or results.jsonl.", argument=True, split=False)
    ]
    out: Annotated[Path, Option("Folder for the sheet and its key.", flags=("-o",))]
    what: Annotated[
        str,
        Option(
            "verdicts: facts and messages, revealed or not; traces: reasoning.",
            choices=("verdicts", "traces"),
        ),
    ] = "verdicts"
    count: Annotated[
        int | None, Option("How many of each kind: 50 and 50 verdicts, or 100 traces.", flags=("-n",), min=1)
    ] = None
    seed: Annotated[int, SEED] = 0
    json: Annotated[bool, JSON] = False


def human_export(asked: ExportSettings) -> int:
    """A sheet for people, blind, with its key apart: is the judge right (section 6), what do models think.

    The files quote memories and messages: give them only to people who may see that.
    """
    from tactful.bench import KEY, export_items, read_run_data

    runs, problems = read_run_data(asked.logs)
    tell_problems(problems)
    sheet, rows = export_items(runs, asked.out, what=asked.what, count=asked.count, seed=asked.seed)
    return tell_sheet(sheet, asked.out / KEY, f"{rows} {asked.what}", {"items": rows}, json=asked.json)


def human_check(asked: CheckSettings) -> int:
    """What people said of an export: their agreement with the judge, or what reasoning holds."""
    from tactful.bench import read_answers, trace_table, verdict_check

    what, answers, problems = read_answers(asked.key, asked.ratings)
    tell_problems(problems)
    if not answers:
        raise InputError("nobody has rated anything", file=asked.ratings[0], expected="words of scale.txt")
    figures = verdict_check if what == "verdicts" else trace_table
    raters = list(dict.fromkeys(one.rater for one in answers))
    told: dict[str, Any] = {
        "what": what,
        **figures(answers, asked.seed),
        "by_rater": {
            name: figures([one for one in answers if one.rater == name], asked.seed) for name in raters
        },
    }
    if asked.json:
        print_json({**told, "problems": problems_json(problems)})
        return 0
    every = [*told["by_rater"].items(), *([("all", told)] if len(raters) > 1 else [])]
    print_table(*(_verdicts(every) if what == "verdicts" else _traces(every)))
    return 0


_Row = tuple[str, dict[str, Any]]


def _verdicts(every: list[_Row]) -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    head = (
        "rater",
        ">items",
        ">both: revealed",
        ">judge alone",
        ">person alone",
        ">neither",
        ">agree",
        ">kappa",
    )
    rows: list[tuple[object, ...]] = [
        (
            *(name, one["n"], one["both"], one["judge_only"], one["person_only"], one["neither"]),
            _share(one["agreement"]),
            "–" if one["kappa"] is None else f"{one['kappa']:.2f}",
        )
        for name, one in every
    ]
    paper = every[0][1]["paper"]
    return head, [
        *rows,
        ("the paper's", paper["n"], "", "", "", "", f"{paper['agree'] / paper['n']:.0%}", ""),
    ]


def _traces(every: list[_Row]) -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    reasons = tuple(every[0][1]["reasons"])
    head = ("rater", ">traces", ">name what to leave out", ">as a list", *(f">{word}" for word in reasons))
    return head, [
        (name, one["n"], _share(one["leaves_out"]), _share(one["listed"]), *one["reasons"].values())
        for name, one in every
    ]


def _share(rate: dict[str, Any]) -> str:
    interval = f" [{rate['low']:.0%}, {rate['high']:.0%}]" if "low" in rate else ""
    return f"{rate['value']:.0%}{interval}"


def register(app: typer.Typer) -> None:
    """Add the commands to ``tactful memories``."""
    command(app, "human-export", ExportSettings, human_export)
    command(app, "human-check", CheckSettings, human_check)
