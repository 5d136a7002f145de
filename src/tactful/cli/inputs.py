"""What commands share: reading INPUT, the models that the user asked for, options of one form."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from tactful.cli.output import console
from tactful.errors import InputError
from tactful.runs import Option, settings_of
from tactful.terms import Problem

if TYPE_CHECKING:
    from tactful.bench import ModelSpec
    from tactful.formats import Input
    from tactful.models import ModelRewriter, OpenAICompatible
    from tactful.recognize import ScreenRecognizer

API_KEY = "TACTFUL_API_KEY"  # the environment variable with the key of a local endpoint, where it wants one

JSON = Option("One JSON document on stdout, and nothing else there.", recorded=False)
Json = Annotated[bool, typer.Option("--json", help=JSON.help)]


@dataclass(frozen=True, kw_only=True)
class ScreenSettings:
    """What every command that reads screens asks for."""

    input: Annotated[
        Path, Option("Image, folder of images, run, *.units.json, or UIAutomator *.xml.", argument=True)
    ]
    task: Annotated[str | None, Option("What the agent is asked to do.")] = None
    vlm: Annotated[
        str | None, Option("Base URL of a local OpenAI-compatible vision model to ask as well.")
    ] = None
    vlm_model: Annotated[str | None, Option("Its model name.")] = None
    vlm_mode: Annotated[
        str,
        Option(
            "grounded: it labels our numbered lines; free: it gives text and boxes of its own.",
            choices=("grounded", "free"),
        ),
    ] = "grounded"
    json: Annotated[bool, JSON] = False

    def read(self) -> Input:
        """The screens of INPUT; its malformed records are told on stderr, one line each."""
        from tactful.formats import read_input

        source = read_input(self.input, task=self.task or "")
        tell_problems(source.problems)
        if not source.items:
            raise InputError(
                "holds no screen", file=self.input, expected="an image, a folder of images, or a run"
            )
        return source

    def vlm_prompt(self) -> str | None:
        """The version of the prompt that the vision model is asked with: "grounded.v1"; None without one."""
        from tactful.recognize import prompt_version

        return None if self.vlm is None else prompt_version(self.vlm_mode)

    def recognizer(self, *, trust_units: bool = False) -> ScreenRecognizer:
        """The default recognizers, and a vision model where one is named."""
        from tactful.recognize import ScreenRecognizer

        if self.vlm is None:
            return ScreenRecognizer(trust_units=trust_units)
        from tactful.recognize import FreeVlm, GroundedVlm

        client = endpoint(self.vlm, self.vlm_model, "--vlm-model")
        model = GroundedVlm(client) if self.vlm_mode == "grounded" else FreeVlm(client)
        return ScreenRecognizer(extra=(model,), trust_units=trust_units)


def tell_problems(problems: Iterable[Problem]) -> None:
    for problem in problems:
        where = problem.file if problem.line is None else f"{problem.file}:{problem.line}"
        console().print(f"[yellow]problem:[/] {escape(str(where))}: {escape(problem.reason)}")


def tell_abilities() -> dict[str, Any]:
    """Say on stderr which optional parts are absent; returns what is there, for the manifest."""
    from tactful.recognize import abilities

    present = abilities()
    for line in present.missing():
        console().print(f"[yellow]note:[/] {escape(line)}")
    return {"second_reader": list(present.scripts)}


def keep_apart(data: Path, out: Path) -> None:
    """``InputError`` where results would lie among the data they are of, or the data among them."""
    data, out = data.resolve(), out.resolve()
    if data == out:
        raise InputError("is the data itself", field="--out", expected="a folder of its own")
    if data.is_dir() and out.is_relative_to(data):
        raise InputError("lies inside --data", field="--out", expected="a folder outside the data")
    if data.is_relative_to(out):
        raise InputError("holds --data", field="--out", expected="a folder outside the data")


def problems_json(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    return [{"file": str(p.file), "line": p.line, "reason": p.reason} for p in problems]


def endpoint(url: str, model: str | None, option: str) -> OpenAICompatible:
    """The client of a model endpoint; a key is sent where TACTFUL_API_KEY is set."""
    from tactful.models import OpenAICompatible

    if model is None:
        raise InputError("is missing", field=option, expected="the model's name at that endpoint")
    key = API_KEY if os.environ.get(API_KEY) else None
    return OpenAICompatible(base_url=url, model=model, key_variable=key)


def asked_model(
    option: str, name: str, url: str | None, task: str, generate: Mapping[str, Any] = MappingProxyType({})
) -> ModelSpec:
    """The built-in model of that name, or the one at a local endpoint, as Inspect is told of it."""
    from tactful.bench import BUILT_IN, ModelSpec

    if url is not None:
        key = {"key_variable": API_KEY} if os.environ.get(API_KEY) else {}
        return ModelSpec(f"endpoint/{name}", {"base_url": url, **key}, generate)
    if not name.startswith(BUILT_IN):
        raise InputError(
            "is no built-in model",
            field=option,
            expected=f"tactful/..., or its URL; others: inspect eval tactful/{task}",
        )
    return ModelSpec(name)


def asked_identity(role: str, model: ModelSpec) -> dict[str, Any]:
    """What tells a run with this model from another: its name, its endpoint's host and path, its options."""
    from tactful.models import address

    options = {f"{role}_generate": dict(model.generate)} if model.generate else {}
    return {role: model.name, f"{role}_url": address(model.args.get("base_url")), **options}


@dataclass(frozen=True, kw_only=True)
class RewriterSettings:
    """The local model that ``replace_llm`` asks."""

    rewriter: Annotated[str | None, Option("Base URL of a local model for replace_llm.")] = None
    rewriter_model: Annotated[str | None, Option("Its model name.")] = None
    rewriter_temperature: Annotated[
        float, Option("Its temperature, the paper's by default; at 0 a second try says the same.", min=0)
    ] = 0.7

    def open_rewriter(self) -> ModelRewriter | None:
        """The client of the model; None where none is named."""
        from tactful.models import ModelRewriter
        from tactful.protect import REWRITE_PROMPT, rewrite_prompt

        if self.rewriter is None:
            return None
        client = endpoint(self.rewriter, self.rewriter_model, "--rewriter-model")
        return ModelRewriter(
            replace(client, temperature=self.rewriter_temperature), rewrite_prompt(), REWRITE_PROMPT
        )


def task_arguments(kind: type, settings: Any) -> dict[str, Any]:
    """What the Inspect task with settings of ``kind`` is given, paths made absolute."""
    values = {each.name: getattr(settings, each.name) for each in settings_of(kind)}
    for name in ("data", "out", "protected"):
        if values.get(name) is not None:
            values[name] = str(Path(values[name]).resolve())
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
