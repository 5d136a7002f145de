"""`tactful bench`: the papers' benchmarks, from one command to a report."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from tactful.cli import (
    guiguard,
    guiguard_data,
    guiguard_grounding,
    guiguard_leakage,
    guiguard_planning,
    guiguard_protect,
    guiguard_recognition,
)
from tactful.cli.bench_output import Watcher, print_estimate, print_outcome, scores_json
from tactful.cli.inputs import Json, key_values
from tactful.cli.output import console, exit_code, print_json
from tactful.errors import InputError

if TYPE_CHECKING:
    from tactful.bench.cimemories.run import BenchOutcome
    from tactful.bench.cimemories.settings import BenchSettings
    from tactful.bench.driver import Pace

app = typer.Typer(help="Run the papers' benchmarks.", no_args_is_help=True)
MODELS = "Inspect's name: openai/gpt-5, ollama/llama3, ...; without a key: tactful/domain-match."


@app.callback()
def bench() -> None:
    """Run the papers' benchmarks."""


@app.command()
def cimemories(
    data: Annotated[Path, typer.Option(help="Profiles with labels (JSON).", show_default=False)],
    model: Annotated[list[str], typer.Option(help=f"{MODELS} May be repeated.", show_default=False)],
    judge: Annotated[
        str, typer.Option(help="Model that says what a message gives away, or lexical: by rules, free.")
    ] = "lexical",
    epochs: Annotated[int, typer.Option(min=1, help="Messages per context: the n of Violation@n.")] = 5,
    level: Annotated[
        list[str] | None,
        typer.Option(help="Prompt: 1 plain, 2 and 3 asking for privacy, 4 for utility. May be repeated."),
    ] = None,
    gate: Annotated[
        list[str] | None,
        typer.Option(help="none, norms, model, a norm table (.yaml) or weights (.npz). May be repeated."),
    ] = None,
    gate_model: Annotated[str | None, typer.Option(help="The model behind --gate model.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Run folder; by default one named by the settings, so that a rerun continues."),
    ] = None,
    labels: Annotated[
        str, typer.Option(help="Label set: combined, fundamentalist, pragmatic, unconcerned.")
    ] = "combined",
    rule: Annotated[str, typer.Option(help="Metrics: corrected, or as-published.")] = "corrected",
    protocol: Annotated[
        str, typer.Option(help="Prompts' details: corrected, or as-published.")
    ] = "corrected",
    prompts: Annotated[str, typer.Option(help="Prompt pack: a bundled name or a YAML file.")] = "tactful",
    memories: Annotated[
        str, typer.Option(help="What is in the memory: full, all-necessary, all-private, random.")
    ] = "full",
    step: Annotated[int | None, typer.Option(help="Step between sizes of the memory.")] = None,
    draws: Annotated[int, typer.Option(min=1, help="Random draws of each size.")] = 1,
    profiles: Annotated[str | None, typer.Option(help="Profiles by index: 0,3 or 0-4.")] = None,
    limit_profiles: Annotated[int | None, typer.Option(min=1, help="Only the first N profiles.")] = None,
    contexts: Annotated[str | None, typer.Option(help="Contexts by index: 0,3 or 0-4.")] = None,
    seed: Annotated[int, typer.Option(help="Of memory draws, built-in models and intervals.")] = 0,
    prefilter: Annotated[
        bool, typer.Option("--prefilter", help="Ask the judge only where the rules find something.")
    ] = False,
    temperature: Annotated[float | None, typer.Option(min=0, max=10, help="Of the evaluated models.")] = None,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="Of a message.")] = None,
    model_arg: Annotated[
        list[str] | None, typer.Option("-M", "--model-arg", help="KEY=VALUE for the models' providers.")
    ] = None,
    judge_arg: Annotated[list[str] | None, typer.Option(help="KEY=VALUE for the judge's provider.")] = None,
    max_connections: Annotated[int, typer.Option(min=1, help="Calls in flight.")] = 20,
    max_retries: Annotated[int, typer.Option(min=0, help="Retries of a failed call.")] = 5,
    attempt_timeout: Annotated[int, typer.Option(min=1, help="Seconds until one attempt is given up.")] = 300,
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Also run again what failed in an earlier start.")
    ] = False,
    forget_texts: Annotated[
        bool,
        typer.Option("--forget-texts", help="Take prompts, messages and names out of the finished run."),
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what it would cost; call nothing.")] = False,
    prices: Annotated[
        Path | None, typer.Option(help="YAML: model -> input, cached_input, output per million tokens.")
    ] = None,
    reasoning_tokens: Annotated[
        int, typer.Option(min=0, help="For --dry-run: tokens that a model thinks before each answer.")
    ] = 0,
    json: Json = False,
) -> int:
    """CIMemories: what does an assistant that remembers its user tell to whom (arXiv 2511.14937).

    Starting the same command again continues a run that was cut off, and pays for nothing twice. The logs
    hold prompts and messages; look at them with `inspect view --log-dir OUT/logs`.
    """
    from tactful.bench.cimemories.plan import read_data
    from tactful.bench.cimemories.run import default_out
    from tactful.bench.cimemories.settings import BenchSettings, MemorySettings
    from tactful.bench.driver import Pace

    if limit_profiles is not None:
        if profiles is not None:
            raise InputError("given twice", field="--limit-profiles", expected="it or --profiles")
        profiles = f"0-{min(limit_profiles, len(read_data(str(data)).profiles)) - 1}"
    gates = tuple(
        None if name == "none" else name
        for name in _unique("--gate", [g or "none" for g in gate or ["none"]])
    )
    if prices is not None and not dry_run:
        raise InputError("is of no use here", field="--prices", expected="--dry-run beside it")
    if "model" in gates and gate_model is None:
        raise InputError("is missing", field="--gate-model", expected="the model that decides")
    options = {"temperature": temperature, "max_tokens": max_tokens}
    settings = BenchSettings(
        memory=MemorySettings.of(
            str(data),
            labels=labels,
            rule=rule,
            protocol=protocol,
            prompts=prompts,
            memories=memories,
            step=step,
            draws=draws,
            profiles=profiles,
            contexts=contexts,
            seed=seed,
            prefilter=prefilter,
        ),
        models=_unique("--model", model),
        epochs=epochs,
        judge=judge,
        gate_model=gate_model,
        levels=_unique("--level", level or ["1"]),
        gates=gates,
        model_args=key_values("-M", model_arg),
        judge_args=key_values("--judge-arg", judge_arg),
        generate={name: value for name, value in options.items() if value is not None},
    )
    if dry_run:
        from tactful.bench.cimemories.costs import estimates

        found = estimates(settings, prices, reasoning_tokens)
        if json:
            print_json(found)
        else:
            print_estimate(found)
        return 0
    _tell_judge(settings)
    pace = Pace(max_connections, max_retries, attempt_timeout)
    return _run(settings, out or default_out(settings), pace, json, retry_failed, forget_texts)


def _run(settings: BenchSettings, out: Path, pace: Pace, json: bool, retry_failed: bool, forget: bool) -> int:
    outcome, scores, page = run_and_report(settings, out, pace, retry_failed, forget)
    if json:
        print_json(
            {
                "out": str(out),
                "report": None if page is None else str(page),
                "complete": outcome.complete,
                "seconds": round(outcome.seconds, 1),
                "runs": scores,
            }
        )
    else:
        print_outcome(outcome, scores, page)
    code = exit_code(sum(not sample.problem for sample in run.samples) for run in outcome.runs)
    return code if outcome.complete else 2


def run_and_report(
    settings: BenchSettings, out: Path, pace: Pace, retry_failed: bool = False, forget: bool = False
) -> tuple[BenchOutcome, list[dict[str, Any]], Path | None]:
    """Run with progress on stderr, score, and write the report into ``out/report``."""
    from tactful.bench.cimemories.run import run_bench

    with Watcher(console()) as watch:
        outcome = run_bench(settings, out, pace, watch, retry_failed=retry_failed, forget=forget)
    page = _report(outcome)
    return outcome, scores_json(outcome, settings), page


def _report(outcome: BenchOutcome) -> Path | None:
    """The report of all runs in the folder; None where there is nothing to report."""
    from tactful.bench.cimemories.report import report_document
    from tactful.bench.cimemories.results import read_run_data, source_hashes
    from tactful.bench.report.memories import write_report

    if not outcome.runs:
        return None
    runs, _ = read_run_data([outcome.out / "logs"])
    return write_report(report_document(runs, sources=source_hashes(runs)), outcome.out / "report")


def _tell_judge(settings: BenchSettings) -> None:
    say = console().print
    if settings.judge == "lexical":
        say("judge: lexical, by rules: counts values that are stated, not ones that are paraphrased")
        return
    say(f"judge: {escape(settings.judge)}, with the lexical judge as a cross-check")
    if settings.judge in settings.models:
        say(f"[yellow]note:[/] {escape(settings.judge)} judges its own messages")


def _unique(option: str, names: Sequence[str]) -> tuple[str, ...]:
    if len(set(names)) < len(names):
        raise InputError("the same one twice", field=option, expected="each once")
    return tuple(names)


for _part in (
    guiguard,
    guiguard_recognition,
    guiguard_protect,
    guiguard_planning,
    guiguard_grounding,
    guiguard_leakage,
    guiguard_data,
):
    _part.register(app)
