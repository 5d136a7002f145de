"""`tactful bench leakage`: what local probes still get out of protected screens, without a model or a key."""

from __future__ import annotations

import hashlib
import json as jsonlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from tactful.cli.guiguard_protect import (
    By,
    Data,
    Lang,
    Levels,
    Limit,
    Methods,
    Platform,
    PolicyName,
    Seed,
    Split,
    Steps,
    methods_of,
    progress,
    read_chosen,
)
from tactful.cli.inputs import Json, keep_apart
from tactful.cli.output import console, exit_code, print_json
from tactful.errors import InputError

if TYPE_CHECKING:
    from tactful.bench.attacks import Candidates
    from tactful.bench.guiguard.protected_data import Protected
    from tactful.bench.guiguard.protecting import Method
    from tactful.terms import CaseData

SUMMARY = "leakage.json"


def register(app: typer.Typer) -> None:
    """Add ``leakage`` to the commands of ``tactful bench``."""
    app.command("leakage")(leakage)


def leakage(
    data: Data,
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for rows and summary.")] = Path("leakage"),
    probe: Annotated[str, typer.Option(help="ocr, sharpen, dictionary; separated by commas.")] = (
        "ocr,sharpen,dictionary"
    ),
    known: Annotated[
        Path | None,
        typer.Option(
            help="JSON of what the dictionary's attacker knows: type -> values, patterns. By default how "
            "codes, telephone and card numbers are written.",
            show_default=False,
        ),
    ] = None,
    protected: Annotated[
        Path | None,
        typer.Option(help="A folder of `tactful bench protect`; else screens are protected in memory."),
    ] = None,
    methods: Methods = None,
    levels: Levels = None,
    policy: PolicyName = None,
    by: By = "annotations",
    seed: Seed = 0,
    limit: Limit = None,
    steps: Steps = None,
    platform: Platform = None,
    lang: Lang = None,
    split: Split = None,
    json: Json = False,
) -> int:
    """What a probe recovers from protected screens (GUIGuard-Bench, J.5, Table 8).

    The method `original` hides nothing: it tells how much the probe reads at all. For a model with eyes use
    `inspect eval tactful/guiguard_leakage`. Starting the same command again continues.
    """
    from tactful.bench.guiguard.leakage import run_probes, summarise
    from tactful.bench.guiguard.leakage.probes import KNOWN, open_probes, read_known
    from tactful.bench.guiguard.store import RowStore

    keep_apart(data, out)
    chosen = methods_of(methods, levels, policy)
    probes = {each.name: each for each in open_probes(probe)}
    lists = KNOWN if known is None else read_known(known)
    found = read_chosen(
        data, seed=seed, limit=limit, steps=steps, platform=platform, lang=lang, split=split, images=True
    )
    source, made = _source(found, protected, chosen, by, seed)
    settings = {"data": found.sha256, **made, "known": _digest(lists, found.sha256)}
    with RowStore(out, "leakage", settings) as store, progress() as bar:
        rows: dict[str, Any] = {}

        def after(method: str, done: int, total: int) -> None:
            if method not in rows:
                rows[method] = bar.add_task(escape(method), total=total)
            bar.update(rows[method], completed=done)

        run_probes(found, source, chosen, probes, store, known=lists, after=after)
        names = {method.name for method in chosen}
        kept = [row for row in store.rows() if row["method"] in names and row["evaluator"] in probes]
        summary = summarise(kept, seed=seed)
        _write(out / SUMMARY, summary)
    if json:
        print_json({**summary, "data_problems": len(found.problems)})
    else:
        console().print(_table(summary))
        console().print(f"rows and summary: {escape(str(out))}")
    scored = [sum(method["screens"] for method in run["methods"]) for run in summary["runs"]]
    unprotected = {(row["method"], row["screen"]) for row in kept if row.get("no_picture")}
    return exit_code(scored, len(unprotected))


def _source(
    data: CaseData, folder: Path | None, methods: Sequence[Method], by: str, seed: int
) -> tuple[Protected, dict[str, Any]]:
    """Where the protected screens come from, and the settings that they were made with."""
    from tactful.bench.guiguard.labellers import guarded
    from tactful.bench.guiguard.protected_data import ANNOTATIONS, GUARD, InMemory, read_protected
    from tactful.bench.guiguard.protecting import annotated

    if folder is not None:
        stored = read_protected(folder, data)
        return stored, {"seed": stored.seed, "by": stored.by}
    if by not in (ANNOTATIONS, GUARD):
        raise InputError(f"nobody called '{by}'", field="--by", expected="annotations or guard")
    if any("replace_llm" in method.rules().operators for method in methods):
        raise InputError(
            "replace_llm needs a model", field="--protected", expected="a folder of `tactful bench protect`"
        )
    labels = annotated if by == ANNOTATIONS else guarded()
    return InMemory(seed=seed, labels=labels), {"seed": seed, "by": by}


def _digest(known: Sequence[Candidates], key: str) -> str:
    """Tells lists apart without saying what stands in them."""
    text = jsonlib.dumps([[each.type, each.values, each.patterns] for each in known])
    return hashlib.blake2b(text.encode(), key=key.encode()[:64], digest_size=16).hexdigest()


def _write(path: Path, summary: dict[str, Any]) -> None:
    text = jsonlib.dumps(summary, indent=2, ensure_ascii=False) + "\n"
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as err:
        raise InputError(f"cannot be written ({err.strerror})", file=path) from None


def _table(summary: dict[str, Any]) -> Table:
    table = Table(title="Items still protected after a look at the protected screen")
    for name in ("probe", "method"):
        table.add_column(name, no_wrap=True)
    for name in ("protected", "of covered", "items", "by operator", "by coverage", "chance", "unscored"):
        table.add_column(name, justify="right")
    for run in summary["runs"]:
        for method in run["methods"]:
            table.add_row(
                run["evaluator"],
                method["method"],
                _percent(method["protection"]),
                _percent(method["covered_protection"]),
                str(method["items"]),
                str(method["operator_leaks"]),
                str(method["coverage_leaks"]),
                _percent(method["chance"]),
                str(method["unscored"]),
            )
    return table


def _percent(rate: dict[str, Any]) -> str:
    return "-" if rate["value"] is None else f"{100 * rate['value']:.1f} %"
