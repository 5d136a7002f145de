"""`tactful protect` and `tactful restore`: screenshots that are safe to send, and the way back."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from tactful.cli.command import command
from tactful.cli.inputs import JSON, RewriterSettings, ScreenSettings, problems_json, tell_abilities
from tactful.cli.output import console, print_json, progress_bar
from tactful.errors import InputError
from tactful.runs import Option, locked, require
from tactful.terms import ProtectedScreen, Screen

if TYPE_CHECKING:
    from tactful.batch import RunOutcome, ScreenOutcome
    from tactful.bench import Failure, ReportPage
    from tactful.formats import Input
    from tactful.guard import Guard
    from tactful.protect import Route, Vault

PASSPHRASE = "TACTFUL_VAULT_PASSPHRASE"


@dataclass(frozen=True, kw_only=True)
class ProtectSettings(ScreenSettings, RewriterSettings):
    """The settings of `tactful protect`."""

    out: Annotated[Path, Option("Folder for the protected screens.", ("-o",))] = Path("protected")
    policy: Annotated[str, Option("A preset (`tactful policy list`) or a YAML file.")] = "all"
    operator: Annotated[
        str | None,
        Option("black, mosaic, blocks, replace, replace_llm, fixed or keep, where the policy masks."),
    ] = None
    seed: Annotated[int | None, Option("Repeatable pseudonyms, for research; else the key is random.")] = None
    vault: Annotated[
        Path | None, Option(f"Keep replacements in this encrypted file (passphrase in ${PASSPHRASE}).")
    ] = None
    jobs: Annotated[int, Option("Screens read at a time.", min=1)] = 1
    report: Annotated[
        Path | None, Option("Folder for a page of before and after; it holds the originals.")
    ] = None


def protect(settings: ProtectSettings) -> int:
    """Write protected copies of all screens of INPUT; what fails is named and leaves no image behind."""
    if settings.vault is None:
        return _protect(settings)
    _check_places(settings)
    with locked(settings.vault.resolve().parent, f".{settings.vault.name}.lock"):
        return _protect(settings)


def _protect(settings: ProtectSettings) -> int:
    from tactful.guard import Guard
    from tactful.protect import get_policy

    policy = get_policy(settings.policy)
    if settings.operator is not None:
        policy = policy.with_operator(settings.operator)
    _check_places(settings)
    if "replace_llm" in policy.operators and settings.rewriter is None:
        raise InputError("is missing", field="--rewriter", expected="the base URL of a local model")
    source = settings.read()
    rewriter = settings.open_rewriter()
    guard = Guard(
        policy,
        seed=settings.seed,
        vault=_open_vault(settings.vault),
        recognizer=settings.recognizer(),
        rewriter=rewriter,
    )
    recorded = {
        "policy": policy.name,
        "rules": [f"{rule.title}: {rule.operator}" for rule in policy.rules],
        "default": policy.default,
        "seed": "random" if settings.seed is None else settings.seed,
        "vlm": settings.vlm_model,
        "vlm_mode": settings.vlm_mode,
        "vlm_prompt": settings.vlm_prompt(),
        "rewriter": None if rewriter is None else rewriter.to_json(),
        **tell_abilities(),
        "vault": None if settings.vault is None else f"{settings.vault.name} {guard.vault.id}",
    }
    pages: list[ReportPage] | None = None if settings.report is None else []
    outcome = protect_input(
        source,
        settings.out,
        guard,
        {**recorded, "private:task": settings.task},
        jobs=settings.jobs,
        vault=settings.vault,
        pages=pages,
    )
    if settings.report is not None and pages is not None:
        from tactful.bench import write_report

        write_report(
            pages,
            settings.report,
            title=f"Protected: {settings.input.name}",
            settings=recorded,
            seconds=outcome.seconds,
            failures=failures_of(outcome),
        )
    if settings.json:
        print_json({**outcome.to_json(), "problems": problems_json(source.problems)})
    tell_outcome(outcome, settings.report)
    return 130 if outcome.stopped else 2 if outcome.failed else 0


def protect_input(
    source: Input,
    out: Path,
    guard: Guard,
    settings: Mapping[str, Any],
    *,
    jobs: int = 1,
    vault: Path | None = None,
    pages: list[ReportPage] | None = None,
) -> RunOutcome:
    """Protect every screen, with progress on stderr; ``pages`` gets its before and after, for a report.

    The ``vault`` is saved before each image. Where pages are wanted, or the vault of the screens before is
    not there, so that their pseudonyms could not go on, finished screens are done again.
    """
    from tactful.batch import protect_run

    with progress_bar() as bar:
        row = bar.add_task("protecting", total=len(source.items))

        def after(outcome: ScreenOutcome, screen: Screen | None, safe: ProtectedScreen | None) -> None:
            bar.advance(row)
            if outcome.error is not None:
                console().print(f"[bold red]failed:[/] {escape(outcome.error)}")
            if pages is not None and screen is not None and screen.image is not None and safe is not None:
                from tactful.bench import ReportPage

                pages.append(ReportPage(screen.name, screen.image, safe, screen.state.goal))

        return protect_run(
            source.items,
            out,
            guard,
            settings=settings,
            jobs=jobs,
            after=after,
            checkpoint=None if vault is None else _saving(guard.vault, vault),
            resume=pages is None and (vault is None or vault.exists()),
        )


def failures_of(outcome: RunOutcome) -> list[Failure]:
    """The screens that were not protected, for a report."""
    from tactful.bench import Failure

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


@dataclass(frozen=True, kw_only=True)
class RestoreSettings:
    """The settings of `tactful restore`."""

    answer: Annotated[
        Path, Option("File with the agent's answer: text, JSON or code; - for stdin.", argument=True)
    ]
    vault: Annotated[Path, Option(f"The run's vault file (passphrase in ${PASSPHRASE}).")]
    tool: Annotated[str, Option("The tool that gets the answer, such as type or bash, where known.")] = ""
    argument: Annotated[str, Option("The tool's argument that it is.")] = ""
    host: Annotated[str, Option("The site or app that it is entered in.")] = ""
    allow: Annotated[
        tuple[str, ...],
        Option("Where else values may go: shell, or url@HOST; with types: url@HOST=email+phone."),
    ] = ()
    json: Annotated[bool, JSON] = False


def restore(settings: RestoreSettings) -> int:
    """Print ANSWER with real values in place of pseudonyms and placeholders (JSON stays JSON).

    A value that may not go where it stands, or cannot be written there as data, is an error.
    """
    from tactful.protect import ROUTES, Destination, Vault
    from tactful.protect import restore as put_back

    to = Destination(settings.tool, settings.argument, settings.host)
    routes = [*ROUTES, *map(_route, settings.allow)]
    vault = Vault.load(settings.vault, _passphrase())
    held = {entry.type for entry in vault.entries()}
    for strange in sorted({*chain.from_iterable(route.types or () for route in routes)} - held):
        console().print(f"[yellow]note:[/] --allow: no value of this vault is of type {escape(strange)}")
    text = _read_text(settings.answer)
    if not settings.json:
        sys.stdout.write(put_back(text, vault, to, routes))
        return 0
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError) as err:
        line = getattr(err, "lineno", None)
        raise InputError(
            "is not JSON", file=settings.answer, line=line, expected="a JSON tool call"
        ) from None
    sys.stdout.write(json.dumps(put_back(answer, vault, to, routes), ensure_ascii=False, indent=2) + "\n")
    return 0


def _route(said: str) -> Route:
    from tactful.protect import Route

    match = re.fullmatch(r"(shell|url(?=@))(?:@([^=]+))?(?:=(.+))?", said)
    if match is None:
        raise InputError(
            "is no place", field="--allow", expected="shell or url@HOST, with =TYPE+TYPE for some types alone"
        )
    hosts, types = (frozenset(part.split("+")) if part else None for part in match.groups()[1:])
    return Route(match[1], types, hosts=hosts)


def _read_text(path: Path) -> str:
    try:
        return sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError("is not text", file=path, expected="UTF-8 text, JSON or code") from None
    except OSError as err:
        raise InputError(f"cannot be read ({err.strerror})", file=path) from None


def _check_places(settings: ProtectSettings) -> None:
    """Originals and real values must not lie among the images that are safe to send."""
    out, vault = settings.out.resolve(), settings.vault
    for name, place in (("--report", settings.report), ("--vault", vault)):
        if place is None:
            continue
        inside = place.resolve()
        if inside == out or out in inside.parents or (name == "--report" and inside in out.parents):
            raise InputError(
                "would put originals among the protected images", field=name, expected="a place outside --out"
            )
    if vault is not None:
        require("cryptography", extra="vault", purpose="an encrypted vault")
        if not vault.resolve().parent.is_dir():
            raise InputError("its folder does not exist", file=vault, field="--vault")


def _open_vault(path: Path | None) -> Vault | None:
    from tactful.protect import Vault

    if path is None:
        return None
    secret = _passphrase()
    if path.exists():
        return Vault.load(path, secret)
    vault = Vault()
    vault.seal_with(secret)
    return vault


def _saving(vault: Vault, path: Path) -> Callable[[], None]:
    return lambda: vault.save(path, _passphrase())


def _passphrase() -> str:
    secret = os.environ.get(PASSPHRASE, "")
    if not secret:
        raise InputError("is not set", field=PASSPHRASE, expected="the vault's passphrase in the environment")
    return secret


def register(app: typer.Typer) -> None:
    """Add the commands to ``tactful``."""
    command(app, "protect", ProtectSettings, protect)
    command(app, "restore", RestoreSettings, restore)
