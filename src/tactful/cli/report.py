"""`tactful report`: runs of the memory benchmark as one page, tables and figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from tactful.cli.inputs import Json, tell_problems
from tactful.cli.output import console, print_json, print_lines, print_table
from tactful.errors import InputError

if TYPE_CHECKING:
    from tactful.bench import RunData

SHOWN = ("run", "violation", "completeness", "n", "contexts", "unscored")


def report(
    logs: Annotated[
        list[Path],
        typer.Argument(
            help="Run folders, .eval files, folders of them, or results.jsonl.", show_default=False
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder of the report.", show_default=False)],
    compare: Annotated[
        tuple[str, str] | None,
        typer.Option(
            help="Two runs, by name, number or model: paired differences, second minus first.",
            show_default=False,
        ),
    ] = None,
    labels: Annotated[
        str | None,
        typer.Option(help="Label set to score with; by default the runs' own.", show_default=False),
    ] = None,
    rule: Annotated[
        str | None,
        typer.Option(help="corrected or as-published; by default the runs' own.", show_default=False),
    ] = None,
    data: Annotated[
        Path | None, typer.Option(help="The runs' profiles, where the file has moved.", show_default=False)
    ] = None,
    title: Annotated[str, typer.Option(help="Of the page.")] = "Contextual integrity of memory",
    seed: Annotated[int, typer.Option(help="Seed of the bootstrap intervals.")] = 0,
    resamples: Annotated[
        int, typer.Option(min=0, help="Bootstrap resamples; 0 leaves intervals out.")
    ] = 2000,
    png: Annotated[bool, typer.Option("--png/--no-png", help="Figures as PNG beside the page.")] = True,
    results_jsonl: Annotated[
        Path | None,
        typer.Option(
            help="Also write the run, where it is one, as the public repository's results.jsonl.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> int:
    """One page from runs: Table 1, figures, worst leaks, cost and failures (CIMemories).

    Violation and completeness with intervals, where they come from, what leaked in which sentence, and what
    failed. The page works offline; CSV of every table and PNG of every figure lie beside it.
    """
    from tactful.bench import read_run_data, report_document, source_hashes, write_document

    runs, problems = read_run_data(logs, data=data)
    tell_problems(problems)
    if results_jsonl is not None and len(runs) > 1:
        raise InputError(f"{len(runs)} runs do not fit one file", field="--results-jsonl", expected="one run")
    document = report_document(
        runs,
        labels=labels,
        rule=rule,
        seed=seed,
        resamples=resamples,
        compare=compare,
        title=title,
        sources=source_hashes(runs),
    )
    drawn = png and find_spec("matplotlib") is not None
    if png and not drawn:
        console().print("[yellow]note:[/] no PNG figures: pip install 'tactful\\[eval]'")
    page = write_document(document, out, png=drawn)
    exported = None if results_jsonl is None else _export(runs[0], results_jsonl)
    table = _table_1(document)
    if json:
        print_json(
            {
                "report": str(page),
                "png": drawn,
                "results_jsonl": None if exported is None else str(exported),
                "labels": document["manifest"]["scoring"]["labels"],
                "rule": document["manifest"]["scoring"]["rule"],
                "notes": document["notes"],
                "runs": [row["cells"] for row in table["rows"] if "kind" not in row],
            }
        )
    else:
        _print(table, document["notes"])
        print_lines(f"report: {page}")
    return 0


def _export(run: RunData, target: Path) -> Path:
    from tactful.formats import write_results

    return write_results(target, run.profiles, run.run.samples)


def _table_1(document: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = next(
        block for part in document["sections"] for block in part["blocks"] if block["id"] == "table-1"
    )
    return found


def _print(table: Mapping[str, Any], notes: Sequence[str]) -> None:
    from tactful.bench import plain

    columns = [column for column in table["columns"] if column["key"] in SHOWN]
    head = [column["label"] if column["kind"] == "text" else f">{column['label']}" for column in columns]
    rows = [[plain(row["cells"].get(c["key"]), c["kind"]) for c in columns] for row in table["rows"]]
    print_table(head, rows, dim=[place for place, row in enumerate(table["rows"]) if "kind" in row])
    print_lines(*(f"[dim]{escape(note)}[/]" for note in notes), markup=True)


def register(app: typer.Typer) -> None:
    """Add the command to ``tactful``."""
    app.command("report")(report)
