"""`tactful protect`: screenshots that are safe to send."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tactful.cli.inputs import (
    InputPath,
    Json,
    Task,
    VlmMode,
    VlmModel,
    VlmUrl,
    build_recognizer,
    endpoint,
    problems_json,
    read,
    tell_abilities,
)
from tactful.cli.output import console, print_json
from tactful.errors import InputError
from tactful.runs import require
from tactful.terms import ProtectedScreen, Screen

if TYPE_CHECKING:
    from tactful.batch import RunOutcome, ScreenOutcome
    from tactful.bench.report import Failure, ReportPage
    from tactful.formats import Input
    from tactful.guard import Guard
    from tactful.models import ModelRewriter
    from tactful.protect import Policy, Vault

PASSPHRASE = "TACTFUL_VAULT_PASSPHRASE"


def protect(
    input: InputPath,
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the protected screens.")] = Path(
        "protected"
    ),
    task: Task = None,
    policy: Annotated[str, typer.Option(help="A preset (`tactful policy list`) or a YAML file.")] = "all",
    operator: Annotated[
        str | None,
        typer.Option(
            help="black, mosaic, blocks, replace, replace_llm, fixed or keep, where the policy masks."
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Repeatable pseudonyms, for research; else the key is random.")
    ] = None,
    vault: Annotated[
        Path | None,
        typer.Option(help=f"Keep replacements in this encrypted file (passphrase in ${PASSPHRASE})."),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Screens read at a time.")] = 1,
    report: Annotated[
        Path | None, typer.Option(help="Folder for a page of before and after; it holds the originals.")
    ] = None,
    rewriter: Annotated[str | None, typer.Option(help="Base URL of a local model for replace_llm.")] = None,
    rewriter_model: Annotated[str | None, typer.Option(help="Its model name.")] = None,
    vlm: VlmUrl = None,
    vlm_model: VlmModel = None,
    vlm_mode: VlmMode = "grounded",
    json: Json = False,
) -> int:
    """Write protected copies of all screens of INPUT; what fails is named and leaves no image behind."""
    from tactful.guard import Guard

    chosen = choose_policy(policy, operator)
    _check_places(out, report, vault)
    if "replace_llm" in chosen.operators and rewriter is None:
        raise InputError("is missing", field="--rewriter", expected="the base URL of a local model")
    source = read(input, task)
    opened = _open_vault(vault)
    guard = Guard(
        chosen,
        seed=seed,
        vault=opened,
        recognizer=build_recognizer(vlm, vlm_model, vlm_mode),
        rewriter=None if rewriter is None else _rewriter(rewriter, rewriter_model),
    )
    job = Job(
        source, out, guard, jobs=jobs, vault=vault,
        new_vault=vault is not None and not vault.exists(), keep_pages=report is not None,
        settings={
            "policy": chosen.name,
            "rules": [f"{rule.title}: {rule.operator}" for rule in chosen.rules],
            "default": chosen.default,
            "seed": "random" if seed is None else seed,
            "vlm": vlm_model,
            "vlm_mode": vlm_mode,
            "rewriter": rewriter_model,
            **tell_abilities(),
            "vault": None if vault is None else vault.name,
            "private:task": task,
        },
    )  # fmt: skip
    outcome = job.run()
    if report is not None:
        job.write_report(report, f"Protected: {input.name}")
    if json:
        print_json({**outcome.to_json(), "problems": problems_json(source.problems)})
    tell_outcome(outcome, report)
    return 130 if outcome.stopped else 2 if outcome.failed else 0


def _check_places(out: Path, report: Path | None, vault: Path | None) -> None:
    """Originals and real values must not lie among the images that are safe to send."""
    for name, place in (("--report", report), ("--vault", vault)):
        if place is None:
            continue
        inside, around = place.resolve(), out.resolve()
        if inside == around or around in inside.parents or (name == "--report" and inside in around.parents):
            raise InputError(
                "would put originals among the protected images", field=name, expected="a place outside --out"
            )
    if vault is not None:
        require("cryptography", extra="vault", purpose="an encrypted vault")
        if not vault.resolve().parent.is_dir():
            raise InputError("its folder does not exist", file=vault, field="--vault")


def choose_policy(name: str, operator: str | None) -> Policy:
    """A preset or file, with another operator where one is named."""
    from tactful.protect import get_policy

    policy = get_policy(name)
    return policy if operator is None else policy.with_operator(operator)


@dataclass
class Job:
    """One run with its progress bar and, where a report is wanted, its pages."""

    source: Input
    out: Path
    guard: Guard
    settings: Mapping[str, Any]
    jobs: int = 1
    vault: Path | None = None
    new_vault: bool = False
    keep_pages: bool = False
    pages: list[ReportPage] = field(default_factory=list)
    outcome: RunOutcome | None = None

    def run(self) -> RunOutcome:
        """Protect everything, with progress on stderr."""
        from tactful.batch import protect_run

        with _progress() as bar:
            row = bar.add_task("protecting", total=len(self.source.items))

            def after(outcome: ScreenOutcome, screen: Screen | None, safe: ProtectedScreen | None) -> None:
                bar.advance(row)
                if outcome.error is not None:
                    console().print(f"[bold red]failed:[/] {escape(outcome.error)}")
                if self.keep_pages and screen is not None and safe is not None:
                    self._keep(screen, safe)

            self.outcome = protect_run(
                self.source.items,
                self.out,
                self.guard,
                settings=self.settings,
                jobs=self.jobs,
                after=after,
                checkpoint=self._checkpoint(),
                # A page needs every screen, so a run with a report does the finished ones again; and without
                # the vault of the screens before, their pseudonyms could not go on.
                resume=not self.keep_pages and not self.new_vault,
            )
        return self.outcome

    def write_report(self, folder: Path, title: str) -> Path:
        """The page of before and after; finished screens of an earlier call are not on it."""
        from tactful.bench.report import write_report

        assert self.outcome is not None
        shown = {k: v for k, v in self.settings.items() if not k.startswith("private:")}
        return write_report(
            self.pages,
            folder,
            title=title,
            settings=shown,
            seconds=self.outcome.seconds,
            failures=failures_of(self.outcome),
        )

    def _keep(self, screen: Screen, safe: ProtectedScreen) -> None:
        from tactful.bench.report import ReportPage

        assert screen.image is not None
        self.pages.append(ReportPage(screen.name, screen.image, safe, screen.state.goal))

    def _checkpoint(self) -> Callable[[], None] | None:
        if self.vault is None:
            return None
        path, keeper = self.vault, self.guard.vault
        return lambda: keeper.save(path, _passphrase())


def failures_of(outcome: RunOutcome) -> list[Failure]:
    """The screens that were not protected, for a report."""
    from tactful.bench.report import Failure

    return [Failure(s.file, s.error) for s in outcome.screens if s.error is not None]


def tell_outcome(outcome: RunOutcome, report: Path | None) -> None:
    """The last lines of a run: what was done, what failed, and where everything is."""
    summary = outcome.to_json()
    coverage = summary["coverage"]
    share = ""
    if coverage["value"] is not None:
        share = f", {coverage['value']:.0%} of the {coverage['risky']} private regions found are hidden"
    kept = f" ({summary['kept']} from an earlier call)" if summary["kept"] else ""
    console().print(
        f"{summary['done'] + summary['kept']} of {outcome.total} screens written{kept}{share}, "
        f"{outcome.failed} failed, {outcome.seconds:.1f} s"
    )
    if outcome.stopped:
        console().print("stopped; the same command goes on from here")
    console().print(f"images and receipts: {escape(str(outcome.out))}")
    if report is not None:
        console().print(f"before and after (holds the originals): {escape(str(report / 'index.html'))}")


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console(),
        disable=not console().is_terminal,
    )


def _open_vault(path: Path | None) -> Vault | None:
    from tactful.protect import Vault

    if path is None:
        return None
    secret = _passphrase()
    return Vault.load(path, secret) if path.exists() else Vault()


def _passphrase() -> str:
    secret = os.environ.get(PASSPHRASE, "")
    if not secret:
        raise InputError("is not set", field=PASSPHRASE, expected="the vault's passphrase in the environment")
    return secret


def _rewriter(url: str, model: str | None) -> ModelRewriter:
    from tactful.models import ModelRewriter
    from tactful.protect import rewrite_prompt

    return ModelRewriter(endpoint(url, model, "--rewriter-model"), rewrite_prompt())
