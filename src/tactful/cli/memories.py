"""`tactful memories`: what profiles hold, what results score, and profiles from one form to another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from tactful.cli import gate, make, memories_people, serve_mcp
from tactful.cli.command import command
from tactful.cli.inputs import JSON, problems_json, tell_problems
from tactful.cli.memories_tables import listed, print_scores, print_singles, print_stats, reasons
from tactful.cli.output import console, print_json, print_lines, print_table
from tactful.errors import InputError
from tactful.runs import Option

if TYPE_CHECKING:
    from tactful.formats import ResultsFile
    from tactful.score import RaterAgreement, Spread
    from tactful.terms import Cell, Profile

HUB = "hub:"

app = typer.Typer(help="Memories of a user: their files, scores and gate (CIMemories).", no_args_is_help=True)

LABELS = Option("Label set: combined, fundamentalist, pragmatic, unconcerned, or the file's own.")
RULE = Option("corrected, or as-published (drops private keys holding name, address, sex or age).")


@app.callback()
def memories() -> None:
    """Memories of a user: their files, scores and gate (CIMemories)."""


@dataclass(frozen=True, kw_only=True)
class StatsSettings:
    """The settings of `tactful memories stats`."""

    file: Annotated[Path, Option("Profiles: JSON, JSON lines, or a results.jsonl.", argument=True)]
    labels: Annotated[str, LABELS] = "combined"
    rule: Annotated[str, RULE] = "corrected"
    each: Annotated[bool, Option("A table of the single profiles as well.")] = False
    json: Annotated[bool, JSON] = False


def stats(settings: StatsSettings) -> int:
    """What a file of profiles holds: the paper's Table 2, and the counts behind it.

    Over the contexts kept, as the paper has it, and over all contexts. Means ± sample standard deviation.
    """
    from tactful.formats import read_profiles, unlabelled
    from tactful.score import dataset_stats

    file, labels, rule = settings.file, settings.labels, settings.rule
    source = read_profiles(file)
    tell_problems(source.problems)
    table = dataset_stats(source.profiles, labels, rule)
    over_all = _over_all_contexts(source.profiles, labels, rule)
    # One profile without this label set beside others that have it is no error: it is counted.
    singles = {
        p.id: dataset_stats([p], labels, rule) for p in source.profiles if _has(p, labels) or not _has_any(p)
    }
    lacking = unlabelled(source.profiles, labels)
    if settings.json:
        print_json(
            {
                **table.to_json(),
                "file": str(file),
                "sha256": source.sha256,
                "contexts_unlabelled": lacking,
                "all_contexts": _spreads_json(over_all),
                "per_profile": {
                    profile.id: {
                        **singles[profile.id].to_json(),
                        "all_contexts": _spreads_json(_over_all_contexts([profile], labels, rule)),
                    }
                    for profile in source.profiles
                    if profile.id in singles
                },
                "problems": problems_json(source.problems),
            }
        )
        return 0
    print_stats(table, over_all, lacking)
    if settings.each:
        print_singles(singles)
    return 0


@dataclass(frozen=True, kw_only=True)
class ScoreSettings:
    """The settings of `tactful memories score`."""

    file: Annotated[Path, Option("A results.jsonl, of the reference or exported by tactful.", argument=True)]
    rule: Annotated[str, RULE] = "corrected"
    labels: Annotated[str, LABELS] = "combined"
    cell: Annotated[
        str | None, Option("Score one memory composition alone, e.g. full or all-necessary-010-0.")
    ] = None
    seed: Annotated[int, Option("Seed of the bootstrap intervals.")] = 0
    json: Annotated[bool, JSON] = False


def score(settings: ScoreSettings) -> int:
    """Violation@n and completeness of a results file (CIMemories, Definitions 3.1 and 3.2).

    Failed is not zero: trials without a message or a judgement are unscored, left out and counted.
    """
    from tactful.formats import read_results, require_labels
    from tactful.score import cells_of, rule_named, summarize, tabulate

    file, labels, rule = settings.file, settings.labels, settings.rule
    rule_named(rule)  # a mistyped rule is told before a large file is read
    results = read_results(file, texts=False)
    tell_problems(results.problems)
    lacking = require_labels(results.profiles, labels, file=file)
    if not results.samples:
        raise InputError("holds no trials", file=file, expected="a results.jsonl with trials in its contexts")
    cells = cells_of(results.samples)
    chosen = _cell_named(settings.cell, cells)
    tables = tabulate(results.profiles, results.samples, labels=labels, rule=rule, cell=chosen)
    scores = summarize(tables, seed=settings.seed)
    names = [c.name for c in cells] if chosen is None else [chosen.name]
    if settings.json:
        print_json({**scores.to_json(), **_about(results, labels, rule, names, lacking)})
    else:
        pooled = " (pooled: --cell picks one)" if len(names) > 1 else ""
        print_scores(
            scores, results, f"rule {rule}, labels {labels}, memory {listed(names)}{pooled}", lacking
        )
    return 0


@dataclass(frozen=True, kw_only=True)
class ConvertSettings:
    """The settings of `tactful memories convert`."""

    source: Annotated[str, Option("File of profiles, or hub:NAME for a dataset on the hub.", argument=True)]
    out: Annotated[Path, Option("File to write: *.jsonl for JSON lines, else a JSON list.", argument=True)]
    spelling: Annotated[
        str, Option("Of the label sets' keys: keep, own, or public (the public script's).")
    ] = "keep"
    model: Annotated[str, Option("The labelling model's name in the public spelling.")] = "gpt-5"
    revision: Annotated[str | None, Option("Revision of the dataset.")] = None
    force: Annotated[bool, Option("Replace OUT where it exists.")] = False
    json: Annotated[bool, JSON] = False


def convert(settings: ConvertSettings) -> int:
    """Profiles from one form to another; what tactful does not know of a file stays in it."""
    from tactful.formats import load_hub, read_profiles, write_profiles

    source, out, spelling = settings.source, settings.out, settings.spelling
    if spelling not in ("keep", "own", "public"):
        raise InputError(f"unknown spelling '{spelling}'", field="--spelling", expected="keep, own or public")
    if out.exists() and not settings.force:
        raise InputError("exists already", file=out, expected="another name, or --force")
    profiles: Sequence[Profile]
    if source.startswith(HUB):
        read, profiles = None, load_hub(source.removeprefix(HUB), settings.revision)
    else:
        read = read_profiles(Path(source))
        profiles = read.profiles
        tell_problems(read.problems)
    write_profiles(
        out,
        profiles,
        like=read,
        model=settings.model if spelling == "public" else None,
        respell=spelling != "keep",
    )
    sets = sorted({name for profile in profiles for context in profile.contexts for name in context.labels})
    if settings.json:
        print_json({"out": str(out), "profiles": len(profiles), "label_sets": sets})
    else:
        console().print(
            f"{len(profiles)} profiles, label sets: {listed(sets) or 'none'} -> {escape(str(out))}"
        )
    return 0


@dataclass(frozen=True, kw_only=True)
class AgreementSettings:
    """The settings of `tactful memories agreement`."""

    file: Annotated[Path, Option("Labelled profiles.", argument=True)]
    ratings: Annotated[Path | None, Option("A rated sheet: columns rater1, rater2, ...", argument=True)] = (
        None
    )
    sample: Annotated[
        int | None, Option("Draw a sheet to be rated: so many private and so many necessary pairs.")
    ] = None
    out: Annotated[Path | None, Option("The sheet to write.", ("-o",))] = None
    raters: Annotated[int, Option("Rater columns of the sheet.")] = 3
    labels: Annotated[str, Option("Label set: combined or a persona.")] = "combined"
    seed: Annotated[int, Option("Of the sample and of the bootstrap intervals.")] = 0
    json: Annotated[bool, JSON] = False


def agreement(settings: AgreementSettings) -> int:
    """Agreement of raters with one another and with the labels (CIMemories, Table 4).

    With --sample: writes a sheet that does not show the labels. With a rated sheet: percent agreement and
    Cohen's kappa of every two, Fleiss' kappa of all, 95 % intervals over items.
    """
    from tactful.bench import draw_sheet, read_label_ratings, write_sheet
    from tactful.formats import read_profiles, require_labels
    from tactful.score import rater_agreement

    sample, ratings, labels, seed = settings.sample, settings.ratings, settings.labels, settings.seed
    if (sample is None) == (ratings is None):
        raise InputError("give either a rated sheet or --sample N", field="--sample")
    profiles = read_profiles(settings.file).profiles
    require_labels(profiles, labels, file=settings.file)
    if ratings is not None:
        figures = rater_agreement(read_label_ratings(ratings, profiles, labels=labels), seed=seed)
        if settings.json:
            print_json(figures.to_json())
        else:
            _print_agreement(figures)
        return 0
    if settings.out is None or sample is None:
        raise InputError("is missing", field="--out", expected="the sheet to write")
    rows = draw_sheet(profiles, sample, labels=labels, seed=seed, raters=settings.raters)
    write_sheet(settings.out, rows)
    if settings.json:
        sheet = {"file": str(settings.out), "pairs": len(rows), "raters": settings.raters, "seed": seed}
        print_json(sheet)
    else:
        console().print(f"{escape(str(settings.out))}: {len(rows)} pairs to be rated private or necessary")
    return 0


command(app, "stats", StatsSettings, stats)
command(app, "score", ScoreSettings, score)
command(app, "convert", ConvertSettings, convert)
command(app, "agreement", AgreementSettings, agreement)


def _print_agreement(figures: RaterAgreement) -> None:
    for name, title in (("percent", "agreement"), ("kappa", "Cohen's kappa")):
        head, *rows = figures.table(name)
        print_table([f">{each}" if each else "" for each in head], rows, title=title)
    for figure, who in ((figures.fleiss_raters, "raters"), (figures.fleiss_all, "raters and model")):
        if figure is not None and figure.value is not None:
            interval = "" if figure.low is None else f" [{figure.low:.2f}, {figure.high:.2f}]"
            print_lines(f"Fleiss' kappa, {who}: {figure.value:.2f}{interval} ({figure.items} pairs)")
    missing = ", ".join(f"{name} {count}" for name, count in figures.missing.items() if count)
    print_lines(dim=f"{figures.items} pairs; not rated: {missing or 'none'}")


def _over_all_contexts(profiles: Sequence[Profile], labels: str, rule: str) -> dict[str, Spread]:
    """Attributes to share and not to share in every labelled context, those that are discarded included."""
    from tactful.score import needs, spread_of
    from tactful.terms import Need

    rows = [
        row
        for profile in profiles
        if _has(profile, labels)
        for row, context in zip(needs(profile, labels, rule), profile.contexts, strict=True)
        if labels in context.labels
    ]
    named = {"to_share_per_context": Need.NECESSARY, "not_to_share_per_context": Need.PRIVATE}
    return {name: spread_of(int((row == need).sum()) for row in rows) for name, need in named.items() if rows}


def _spreads_json(spreads: Mapping[str, Spread]) -> dict[str, Any]:
    return {name: spread.to_json() for name, spread in spreads.items()}


def _has(profile: Profile, labels: str) -> bool:
    return any(labels in context.labels for context in profile.contexts)


def _has_any(profile: Profile) -> bool:
    return any(context.labels for context in profile.contexts)


def _cell_named(name: str | None, cells: Sequence[Cell]) -> Cell | None:
    """The cell of that name; None where all are to be pooled."""
    found = {cell.name: cell for cell in cells}
    if name is not None and name not in found:
        raise InputError(f"no memory composition '{name}'", field="--cell", expected=" or ".join(found))
    return None if name is None else found[name]


def _about(
    results: ResultsFile, labels: str, rule: str, cells: Sequence[str], lacking: int
) -> dict[str, Any]:
    return {
        "labels": labels,
        "rule": rule.replace("_", "-"),
        "cells": list(cells),
        "contexts_unlabelled": lacking,
        "file": {
            "samples": len(results.samples),
            "unscored": sum(sample.revealed is None for sample in results.samples),
            "reasons": reasons(results),
            "nothing_revealed_without_explanation": results.silent,
        },
        "problems": problems_json(results.problems),
    }


def register(root: typer.Typer) -> None:
    """Add the commands to ``tactful``."""
    gate.register(app)
    serve_mcp.register(app)
    make.register(app)
    memories_people.register(app)
    root.add_typer(app, name="memories")
