"""`tactful memories generate | label | agreement`: making a data set, and checking its labels."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tactful.cli.inputs import Json, key_values
from tactful.cli.output import console, print_json
from tactful.errors import InputError

if TYPE_CHECKING:
    from tactful.bench.cimemories.making import Asked, Made
    from tactful.bench.cost import PlannedCall
    from tactful.bench.driver import Pace, Progress, Watch
    from tactful.score import RaterAgreement

Model = Annotated[
    str | None,
    typer.Option(
        "--model", "-m", help="PROVIDER/NAME as Inspect has it, or a built-in model: tactful/NAME.",
        show_default=False,
    ),
]  # fmt: skip
ModelArg = Annotated[
    list[str] | None,
    typer.Option("-M", help="Argument of the model's provider, KEY=VALUE.", show_default=False),
]
Out = Annotated[Path, typer.Option("--out", "-o", help="The file to write.")]
RunDir = Annotated[
    Path | None,
    typer.Option(help="Folder of the run: logs, manifest. The output's name with .run unless given."),
]
MaxTokens = Annotated[int | None, typer.Option(help="Most tokens of one reply.", show_default=False)]
Temperature = Annotated[float | None, typer.Option(help="As the provider has it unless given.")]
Connections = Annotated[int, typer.Option(help="Calls under way at once.")]
MaxRetries = Annotated[int, typer.Option(min=0, help="Retries of a failed call.")]
AttemptTimeout = Annotated[int, typer.Option(min=1, help="Seconds until one attempt is given up.")]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Say what would be asked and what it costs; ask nothing.")
]
PriceIn = Annotated[float | None, typer.Option(help="Price of 1M input tokens.", show_default=False)]
Reasoning = Annotated[
    int, typer.Option(help="For --dry-run: tokens that a reasoning model writes before each reply.")
]
PriceOut = Annotated[float | None, typer.Option(help="Price of 1M output tokens.", show_default=False)]
PriceCached = Annotated[
    float | None,
    typer.Option(help="Price of 1M cached input tokens; as input unless given.", show_default=False),
]
_TELL_EVERY = 20


def generate(
    out: Out,
    model: Model = None,
    count: Annotated[int, typer.Option("--count", "-n", help="How many profiles.")] = 10,
    seed: Annotated[int, typer.Option(help="Of biographies, events and domains.")] = 0,
    events: Annotated[int, typer.Option(help="Events a profile.")] = 3,
    domains: Annotated[int, typer.Option(help="Information domains a profile.")] = 9,
    attributes: Annotated[int, typer.Option(help="Attributes for each domain of each event.")] = 5,
    general: Annotated[int, typer.Option(help="General attributes, the biography's four among them.")] = 12,
    retries: Annotated[int, typer.Option(help="Requests after the first for what is wrong or missing.")] = 3,
    prompts: Annotated[str, typer.Option(help="Prompt pack: a name or a YAML file.")] = "generation",
    events_file: Annotated[Path | None, typer.Option(help="Your own events (YAML).")] = None,
    domains_file: Annotated[Path | None, typer.Option(help="Your own domains (YAML).")] = None,
    model_arg: ModelArg = None,
    max_tokens: MaxTokens = None,
    temperature: Temperature = None,
    run_dir: RunDir = None,
    max_connections: Connections = 10,
    max_retries: MaxRetries = 5,
    attempt_timeout: AttemptTimeout = 300,
    dry_run: DryRun = False,
    reasoning_tokens: Reasoning = 0,
    price_input: PriceIn = None,
    price_output: PriceOut = None,
    price_cached: PriceCached = None,
    json: Json = False,
) -> int:
    """Grow profiles of people who do not exist (CIMemories, section 4.1.1).

    Biographies by Faker (ages 21 to 70), the attributes by a model, checked for contradictions and
    duplicates; what is wrong is asked again. A killed run is taken up where it stopped.
    """
    from tactful.bench.cimemories.making import generate_profiles
    from tactful.bench.cimemories.making_cost import generation_calls
    from tactful.bench.cimemories.settings import GenerateSettings

    settings = GenerateSettings(
        count,
        seed,
        events,
        domains,
        attributes,
        general,
        retries,
        prompts,
        _text(events_file),
        _text(domains_file),
    )
    if dry_run:
        return _estimate(
            generation_calls(settings, reasoning_tokens), price_input, price_output, price_cached, json
        )
    asked = _asked(model, model_arg, max_tokens, temperature, seed)
    made = generate_profiles(
        settings,
        asked,
        out,
        _folder(out, run_dir),
        _pace(max_connections, max_retries, attempt_timeout),
        _watch("profiles"),
    )
    return _report(made, "profiles", json)


def label(
    file: Annotated[Path, typer.Argument(help="Profiles: JSON or JSON lines.")],
    out: Out,
    model: Model = None,
    samples: Annotated[int, typer.Option(help="Label samples for each persona and context.")] = 10,
    personas: Annotated[
        str, typer.Option(help="all, or some of fundamentalist,pragmatic,unconcerned.")
    ] = "all",
    profiles: Annotated[str | None, typer.Option(help="By index: 0,3 or 0-4; all unless given.")] = None,
    contexts: Annotated[str | None, typer.Option(help="By index: 0,3 or 0-4; all unless given.")] = None,
    answer: Annotated[
        str, typer.Option(help="The labeller names memories by statements (as published) or by numbers.")
    ] = "statements",
    rule: Annotated[
        str, typer.Option(help="A memory in both lists: corrected leaves it open, as-published shares it.")
    ] = "corrected",
    prompts: Annotated[str, typer.Option(help="Prompt pack: a name or a YAML file.")] = "labelling",
    seed: Annotated[int, typer.Option(help="Of built-in models.")] = 0,
    model_arg: ModelArg = None,
    max_tokens: MaxTokens = None,
    temperature: Temperature = None,
    run_dir: RunDir = None,
    max_connections: Connections = 20,
    max_retries: MaxRetries = 5,
    attempt_timeout: AttemptTimeout = 300,
    dry_run: DryRun = False,
    reasoning_tokens: Reasoning = 0,
    price_input: PriceIn = None,
    price_output: PriceOut = None,
    price_cached: PriceCached = None,
    json: Json = False,
) -> int:
    """Label memories as three privacy personas would (CIMemories, section 4.1.2).

    Every persona is asked several times and may abstain; the mixture is weighted by Westin's priors. Replies
    that never parse are left out and counted. A killed run is taken up where it stopped.
    """
    from tactful.bench.cimemories.making import label_profiles
    from tactful.bench.cimemories.making_cost import labelling_calls
    from tactful.bench.cimemories.settings import LabelSettings, both_rule

    chosen = both_rule(rule)
    settings = LabelSettings.of(
        file, samples=samples, personas=personas, profiles=profiles, contexts=contexts,
        answer=answer, prompts=prompts,
    )  # fmt: skip
    if dry_run:
        return _estimate(
            labelling_calls(settings, reasoning_tokens), price_input, price_output, price_cached, json
        )
    asked = _asked(model, model_arg, max_tokens, temperature, seed)
    folder = _folder(out, run_dir)
    made = label_profiles(
        settings,
        asked,
        out,
        folder,
        chosen,
        _pace(max_connections, max_retries, attempt_timeout),
        _watch("labels"),
    )
    return _report(made, "label samples", json)


def agreement(
    file: Annotated[Path, typer.Argument(help="Labelled profiles.")],
    ratings: Annotated[
        Path | None, typer.Argument(help="A rated sheet: columns rater1, rater2, ...", show_default=False)
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(help="Draw a sheet to be rated: so many private and so many necessary pairs."),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="The sheet to write.")] = None,
    raters: Annotated[int, typer.Option(help="Rater columns of the sheet.")] = 3,
    labels: Annotated[str, typer.Option(help="Label set: combined or a persona.")] = "combined",
    seed: Annotated[int, typer.Option(help="Of the sample and of the bootstrap intervals.")] = 0,
    json: Json = False,
) -> int:
    """Agreement of raters with one another and with the labels (CIMemories, Table 4).

    With --sample: writes a sheet that does not show the labels. With a rated sheet: percent agreement and
    Cohen's kappa of every two, Fleiss' kappa of all, 95 % intervals over items.
    """
    from tactful.bench.cimemories.ratings import draw_sheet, read_ratings, write_sheet
    from tactful.formats import read_profiles, require_labels
    from tactful.score import rater_agreement

    if (sample is None) == (ratings is None):
        raise InputError("give either a rated sheet or --sample N", field="--sample")
    profiles = read_profiles(file).profiles
    require_labels(profiles, labels, file=file)
    if sample is not None:
        if out is None:
            raise InputError("is missing", field="--out", expected="the sheet to write")
        rows = draw_sheet(profiles, sample, labels=labels, seed=seed, raters=raters)
        write_sheet(out, rows)
        if json:
            print_json({"file": str(out), "pairs": len(rows), "raters": raters, "seed": seed})
        else:
            console().print(f"{escape(str(out))}: {len(rows)} pairs to be rated private or necessary")
        return 0
    assert ratings is not None
    figures = rater_agreement(read_ratings(ratings, profiles, labels=labels), seed=seed)
    if json:
        print_json(figures.to_json())
    else:
        _print_agreement(figures)
    return 0


def _print_agreement(figures: RaterAgreement) -> None:
    out = Console(highlight=False)
    for name, title in (("percent", "agreement"), ("kappa", "Cohen's kappa")):
        rows = figures.table(name)
        table = Table(box=None, pad_edge=False, title=title, title_justify="left")
        for column in rows[0]:
            table.add_column(column, justify="left" if not column else "right")
        for row in rows[1:]:
            table.add_row(*row)
        out.print(table)
    for figure, who in ((figures.fleiss_raters, "raters"), (figures.fleiss_all, "raters and model")):
        if figure is not None and figure.value is not None:
            interval = "" if figure.low is None else f" [{figure.low:.2f}, {figure.high:.2f}]"
            out.print(escape(f"Fleiss' kappa, {who}: {figure.value:.2f}{interval} ({figure.items} pairs)"))
    missing = ", ".join(f"{name} {count}" for name, count in figures.missing.items() if count)
    out.print(f"{figures.items} pairs; not rated: {missing or 'none'}", style="dim")


def _estimate(
    calls: list[PlannedCall],
    price_in: float | None,
    price_out: float | None,
    cached: float | None,
    json: bool,
) -> int:
    """Prints calls, tokens and, with prices, money; nothing is asked."""
    from tactful.bench.cost import Prices, estimate

    prices = None
    if price_in is not None and price_out is not None:
        prices = Prices(price_in, price_out, cached)
    elif price_in is not None or price_out is not None or cached is not None:
        raise InputError("one price is missing", field="--price-input, --price-output", expected="both")
    found = estimate(calls, prices)
    if json:
        print_json(found.to_json())
    else:
        Console(highlight=False, soft_wrap=True).print(escape(found.text))
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


def _asked(
    model: str | None, args: list[str] | None, max_tokens: int | None, temperature: float | None, seed: int
) -> Asked:
    from tactful.bench.cimemories.making import Asked

    if model is None:
        raise InputError("is missing", field="--model", expected="PROVIDER/NAME, or --dry-run")
    options: dict[str, Any] = {"max_tokens": max_tokens, "temperature": temperature}
    chosen = {name: value for name, value in options.items() if value is not None}
    return Asked(model, key_values("-M", args), chosen, seed)


def _pace(max_connections: int, max_retries: int, attempt_timeout: int) -> Pace:
    from tactful.bench.driver import Pace

    if not 1 <= max_connections <= 1000:
        raise InputError("out of range", field="--max-connections", expected="1 to 1000")
    return Pace(max_connections, max_retries, attempt_timeout)


def _folder(out: Path, run_dir: Path | None) -> Path:
    return run_dir if run_dir is not None else out.with_name(f"{out.name}.run")


def _watch(what: str) -> Watch:
    """Tells the progress on stderr, a line now and then."""
    stream = console()

    def watch(progress: Progress) -> None:
        step = max(1, progress.total // _TELL_EVERY)
        if progress.done % step == 0 or progress.done == progress.total:
            stream.print(f"{progress.done} of {progress.total} {what}, {progress.failed} failed", style="dim")

    return watch


def _text(path: Path | None) -> str | None:
    return None if path is None else str(path.expanduser().resolve())
