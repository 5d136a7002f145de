"""The models of a run: those that are evaluated, the judge, and the one behind a gate."""

from __future__ import annotations

import contextlib
import io
import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tactful.bench.cimemories.own_norms import MODEL_GATE
from tactful.bench.cimemories.settings import LEXICAL, BenchSettings, Pace, without_secrets
from tactful.errors import InputError, ModelError
from tactful.memory import get_gate

if TYPE_CHECKING:
    from inspect_ai.model import Model

OFFLINE = "tactful/"
_TRACE = "INSPECT_TRACE_LEVEL"


def check_endpoints(settings: BenchSettings) -> None:
    """That every model and gate of a run can be set up, before anything is written.

    ``InputError`` for a name that is none, ``ModelError`` for what is missing: a key, a package.
    """
    for gate in settings.gates:
        if gate is not None and gate != MODEL_GATE:
            get_gate(gate)
    if MODEL_GATE in settings.gates and settings.gate_model is None:
        raise InputError("is missing", field="gate_model", expected="the model that decides")
    with plain_speech():
        evaluated(settings)
        roles(settings)


def evaluated(settings: BenchSettings) -> list[Model]:
    """The models that write the messages. The built-in ones get the run's seed, the oracle its labels."""
    memory = settings.memory
    models = []
    for name in settings.models:
        args = dict(settings.model_args)
        if name == f"{OFFLINE}oracle":
            args = {"labels": memory.data, "label_set": memory.labels, "rule": memory.rule, **args}
        if name.startswith(OFFLINE):
            args.setdefault("seed", memory.seed)
        models.append(named_model(name, args))
    return models


def roles(settings: BenchSettings, pace: Pace | None = None) -> dict[str, Any]:
    """The judge and the gate's model where the run has them: never the evaluated model by default."""
    config: dict[str, Any] = {}
    if pace is not None:
        config = {
            "max_connections": pace.max_connections,
            "max_retries": pace.max_retries,
            "attempt_timeout": pace.attempt_timeout,
        }
    found: dict[str, Any] = {}
    if settings.judge != LEXICAL:
        found["judge"] = named_model(
            settings.judge, settings.judge_args, {**config, **settings.judge_generate}
        )
    if settings.gate_model is not None:
        found["gate"] = named_model(settings.gate_model, {}, config)
    return found


def named_model(name: str, args: Any, config: Any = None) -> Model:
    """A model of Inspect by its name, with arguments for its provider and settings of its calls.

    ``InputError`` for a name or an argument that there is none of.
    """
    from inspect_ai.model import GenerateConfig, get_model

    try:
        # Not memoized: one object in two roles would be counted as one.
        model = get_model(name, config=GenerateConfig(**(config or {})), memoize=False, **args)
    except ValueError as err:
        raise InputError(f"no such model: {err}", field="model", expected="PROVIDER/NAME") from None
    except TypeError:
        raise InputError(
            f"an argument that {name} does not take", field="-M", expected="its provider's"
        ) from None
    # Inspect logs the arguments as they are here; the client has had the real ones.
    model.model_args = without_secrets(args)
    return model


@contextlib.contextmanager
def plain_speech() -> Iterator[None]:
    """Keeps Inspect's announcements off stdout, which is for results; its refusals become ``ModelError``.

    Nor does Inspect trace into HOME meanwhile: a provider's error may quote the prompt, or the key.
    """
    traced = os.environ.get(_TRACE)
    os.environ[_TRACE] = "CRITICAL"
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            yield
    except Exception as err:
        if type(err).__name__ != "PrerequisiteError":
            raise
        raise ModelError(re.sub(r"\[/?[a-z ]+\]", "", str(err)).strip()) from None
    finally:
        if traced is None:
            del os.environ[_TRACE]
        else:
            os.environ[_TRACE] = traced
