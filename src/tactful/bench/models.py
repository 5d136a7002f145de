"""The models that a run asks: their names, arguments and options, and how hard they are pushed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

from tactful.errors import InputError
from tactful.runs import Option

if TYPE_CHECKING:
    from inspect_ai.model import Model

BUILT_IN = "tactful/"
"""What the names of built-in models begin with: asking one again is free."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How hard to push, and when to give up; may differ when a run is taken up again.

    ``max_retries`` is of one call, beside what the provider's client tries by itself; ``attempt_timeout`` in
    seconds is of one attempt. ``retry_on_error`` starts a failed sample anew; what was answered is kept.
    """

    max_connections: int = 20
    max_retries: int = 5
    attempt_timeout: int = 300
    retry_on_error: int = 1


@dataclass(frozen=True, kw_only=True)
class Sampling:
    """How the evaluated models draw their words."""

    temperature: Annotated[float | None, Option("Of the models.", min=0, max=10)] = None
    max_tokens: Annotated[
        int | None, Option("Of one reply, thoughts included; raise it for models that think first.", min=1)
    ] = None

    @property
    def generate(self) -> dict[str, Any]:
        """Generation options of the models."""
        return _given(temperature=self.temperature, max_tokens=self.max_tokens)


@dataclass(frozen=True, kw_only=True)
class JudgeSampling:
    """The same of the judge."""

    judge_temperature: Annotated[float | None, Option("Of the judge.", min=0, max=10)] = None
    judge_max_tokens: Annotated[int | None, Option("Of one reply of the judge.", min=1)] = None

    @property
    def judge_generate(self) -> dict[str, Any]:
        """Generation options of the judge."""
        return _given(temperature=self.judge_temperature, max_tokens=self.judge_max_tokens)


def _given(**options: Any) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


@dataclass(frozen=True, kw_only=True)
class ModelSettings(Sampling):
    """What every command that asks models takes."""

    model_arg: Annotated[
        tuple[str, ...],
        Option("KEY=VALUE for the models' providers.", flags=("-M", "--model-arg"), split=False),
    ] = field(default=(), repr=False)
    max_connections: Annotated[int, Option("Calls in flight.", min=1, recorded=False)] = 20
    max_retries: Annotated[int, Option("Retries of a failed call.", min=0, recorded=False)] = 5
    attempt_timeout: Annotated[
        int, Option("Seconds until one attempt is given up.", min=1, recorded=False)
    ] = 300
    json: Annotated[bool, Option("One JSON document on stdout, and nothing else there.", recorded=False)] = (
        False
    )

    @property
    def model_args(self) -> dict[str, Any]:
        """Arguments for the models' providers."""
        return key_values("-M", self.model_arg)

    @property
    def pace(self) -> Pace:
        return Pace(self.max_connections, self.max_retries, self.attempt_timeout)


@dataclass(frozen=True, kw_only=True)
class DryRun:
    """What a command takes that can say what it would cost."""

    dry_run: Annotated[bool, Option("Say what it would cost; call nothing.", recorded=False)] = False
    reasoning_tokens: Annotated[
        int,
        Option("For --dry-run: tokens that a model thinks before each answer.", min=0, recorded=False),
    ] = 0


def key_values(option: str, pairs: Iterable[str] | None) -> dict[str, Any]:
    """KEY=VALUE pairs, the values read as YAML: numbers, booleans and lists are what they look like."""
    import yaml

    found: dict[str, Any] = {}
    for pair in pairs or ():
        key, equals, text = pair.partition("=")
        if not equals or not re.fullmatch(r"[A-Za-z_][\w-]*", key):
            raise InputError("not KEY=VALUE", field=option, expected="such as p=0.3")
        try:
            value = yaml.safe_load(text)
            json.dumps(value, allow_nan=False)
        except (yaml.YAMLError, TypeError, ValueError):  # a date, say: settings can hold it as text
            value = text
        found[key.replace("-", "_")] = value
    return found


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A model by Inspect's name, with arguments for its provider and options of its calls."""

    name: str
    args: Mapping[str, Any] = field(default_factory=dict, repr=False)
    generate: Mapping[str, Any] = field(default_factory=dict)

    def seeded(self, seed: int) -> ModelSpec:
        """With the run's seed where it is a built-in model: no other takes one."""
        if not self.name.startswith(BUILT_IN):
            return self
        return ModelSpec(self.name, {"seed": seed, **self.args}, self.generate)

    def open(self, pace: Pace | None = None) -> Model:
        """The model. ``InputError`` for a name or an argument that there is none of."""
        from inspect_ai.model import GenerateConfig, get_model

        config: dict[str, Any] = {}
        if pace is not None:
            config = {
                "max_connections": pace.max_connections,
                "max_retries": pace.max_retries,
                "attempt_timeout": pace.attempt_timeout,
            }
        config |= self.generate
        try:
            # Not memoized: one object in two roles would be counted as one.
            model = get_model(self.name, config=GenerateConfig(**config), memoize=False, **self.args)
        except ValueError as err:
            raise InputError(f"no such model: {err}", field="model", expected="PROVIDER/NAME") from None
        except TypeError:
            raise InputError(
                f"an argument that {self.name} does not take", field="-M", expected="its provider's"
            ) from None
        # Inspect logs the arguments as they are here; the client has had the real ones.
        model.model_args = without_secrets(self.args)
        return model


_SECRET = {"key", "token", "secret", "auth", "authorization", "password", "passwd", "pwd", "credential"} | {
    "credentials", "cookie", "bearer",
}  # fmt: skip


def without_secrets(args: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments of a provider as settings, without what may be a key.

    Names that speak of secrets are left out. Of lists and mappings (headers, say) only the size is told, and
    of an address neither the user nor the query.
    """
    return {
        name: _public(value)
        for name, value in args.items()
        if not _SECRET & set(re.split(r"[^a-z]+", re.sub(r"([a-z])([A-Z])", r"\1_\2", name).lower()))
    }


def _public(value: Any) -> Any:
    if isinstance(value, str) and "://" in value:
        return re.sub(r"(?<=://)[^/@]*@", "", value).partition("?")[0]
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    return f"({len(value)} not shown)" if isinstance(value, (list, dict)) else f"({type(value).__name__})"
