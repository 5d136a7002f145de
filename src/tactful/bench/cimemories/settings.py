"""What runs of the memory benchmark and of its data making are of: each setting is declared here alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, get_args

from tactful.bench.driver import ModelSpec, without_secrets
from tactful.errors import InputError
from tactful.terms import Persona
from tactful.world import (
    ANSWERS,
    Answer,
    BothRule,
    DomainSeed,
    ProfilePlan,
    load_domains,
    load_events,
    make_plans,
)

JUDGES = ("auto", "model", "lexical")
RULES = ("corrected", "as_published")
LEXICAL, MODEL_GATE = "lexical", "model"
_MOST = 1_000_000  # no data has more profiles or contexts


@dataclass(frozen=True, slots=True)
class MemorySettings:
    """Everything that decides what is asked and how it is judged, but the models and the number of epochs.

    ``rule`` is the metrics' variant, ``protocol`` the prompts' (memory lines and recipient as the reference
    writes them). ``profiles`` and ``contexts`` choose by index, None means all. ``discarded`` also runs the
    contexts that no metric counts. ``data`` is an absolute path.
    """

    data: str
    judge: str = "auto"
    level: str = "1"
    prompts: str = "tactful"
    labels: str = "combined"
    rule: str = "corrected"
    protocol: str = "corrected"
    memories: str = "full"
    step: int | None = None
    draws: int = 1
    gate: str | None = None
    profiles: tuple[int, ...] | None = None
    contexts: tuple[int, ...] | None = None
    seed: int = 0
    prefilter: bool = False
    discarded: bool = False
    cache: bool = False

    @classmethod
    def of(cls, data: str, **given: Any) -> MemorySettings:
        """Settings from values as a command line gives them; ``InputError`` names the one that is wrong."""
        values = {f.name: given[f.name] for f in fields(cls) if f.name in given}
        values["data"] = str(Path(data).expanduser().resolve())
        values["level"] = str(values.get("level", "1"))
        for name in ("rule", "protocol"):
            values[name] = str(values.get(name, "corrected")).replace("-", "_")
            _one_of(name, values[name], RULES)
        _one_of("judge", values.get("judge", "auto"), JUDGES)
        for name in ("profiles", "contexts"):
            values[name] = indices(name, values.get(name))
        values["gate"] = _gate(values.get("gate"))
        return cls(**values)

    def to_json(self) -> dict[str, Any]:
        """As JSON, in the order of the fields."""
        return to_json(self)


@dataclass(frozen=True, slots=True)
class BenchSettings:
    """What a run is of: these may not change between a start and its continuation.

    ``judge`` is a model's name or ``lexical``. Every model runs at every level with every gate. ``generate``
    holds generation options (temperature, max_tokens, ...) of the evaluated models, ``judge_generate`` the
    judge's; ``model_args`` and ``judge_args`` go to the providers.
    """

    memory: MemorySettings
    models: tuple[str, ...]
    epochs: int = 5
    judge: str = LEXICAL
    gate_model: str | None = None
    levels: tuple[str, ...] = ("1",)
    gates: tuple[str | None, ...] = (None,)
    model_args: Mapping[str, Any] = field(default_factory=dict, repr=False)
    judge_args: Mapping[str, Any] = field(default_factory=dict, repr=False)
    generate: Mapping[str, Any] = field(default_factory=dict)
    judge_generate: Mapping[str, Any] = field(default_factory=dict)

    def configurations(self) -> tuple[MemorySettings, ...]:
        """One task's settings for each level and gate; the same task runs all models."""
        shared = {f.name: getattr(self.memory, f.name) for f in fields(self.memory)}
        shared |= {"judge": LEXICAL if self.judge == LEXICAL else "model", "cache": True}
        return tuple(
            MemorySettings.of(**{**shared, "level": level, "gate": gate})
            for level in self.levels
            for gate in self.gates
        )

    def evaluated(self) -> list[ModelSpec]:
        """The models that write the messages. The built-in ones get the run's seed, the oracle its labels."""
        memory, specs = self.memory, []
        for name in self.models:
            args = dict(self.model_args)
            if name == "tactful/oracle":
                args = {"labels": memory.data, "label_set": memory.labels, "rule": memory.rule, **args}
            specs.append(ModelSpec(name, args).seeded(memory.seed))
        return specs

    def roles(self) -> dict[str, ModelSpec]:
        """The judge and the gate's model where the run has them: never the evaluated model by default."""
        specs = {}
        if self.judge != LEXICAL:
            specs["judge"] = ModelSpec(self.judge, self.judge_args, self.judge_generate)
        if self.gate_model is not None:
            specs["gate"] = ModelSpec(self.gate_model)
        return specs

    def to_json(self) -> dict[str, Any]:
        """The settings as the manifest has them; values that may be secrets are left out."""
        return {
            **self.memory.to_json(),
            "models": list(self.models),
            "epochs": self.epochs,
            "judge": self.judge,
            "gate_model": self.gate_model,
            "level": list(self.levels),
            "gate": list(self.gates),
            "model_args": without_secrets(self.model_args),
            "judge_args": without_secrets(self.judge_args),
            "generate": dict(self.generate),
            "judge_generate": dict(self.judge_generate),
        }


@dataclass(frozen=True, slots=True)
class GenerateSettings:
    """Everything that decides what profiles are asked for, but the model.

    ``attributes`` for every domain of every event, ``general`` beside them; ``retries`` requests after the
    first. ``events_file`` and ``domains_file`` are lists of one's own in YAML.
    """

    count: int = 10
    seed: int = 0
    events: int = 3
    domains: int = 9
    attributes: int = 5
    general: int = 12
    retries: int = 3
    prompts: str = "generation"
    events_file: str | None = None
    domains_file: str | None = None
    cache: bool = False

    def to_json(self) -> dict[str, Any]:
        """As JSON; also the task's arguments."""
        return to_json(self)

    def domain_seeds(self) -> tuple[DomainSeed, ...]:
        """All domains with what belongs to them."""
        return load_domains(self.domains_file)

    def plans(self) -> tuple[ProfilePlan, ...]:
        """What each profile is grown from; ``InputError`` for numbers out of range."""
        if not 0 <= self.retries <= 20:
            raise InputError(f"out of range: {self.retries}", field="retries", expected="0 to 20")
        return make_plans(
            self.count,
            self.seed,
            events=self.events,
            domains=self.domains,
            per_cell=self.attributes,
            general=self.general,
            event_seeds=load_events(self.events_file),
            domain_seeds=self.domain_seeds(),
        )


@dataclass(frozen=True, slots=True)
class LabelSettings:
    """Everything that decides what the labeller is asked, but the model.

    ``samples`` of each question; ``personas`` all three or some, by name; ``profiles`` and ``contexts`` by
    index, None for all; ``answer`` says how the labeller names memories. ``data`` is an absolute path.
    """

    data: str
    samples: int = 10
    personas: tuple[str, ...] = tuple(str(persona) for persona in Persona)
    profiles: tuple[int, ...] | None = None
    contexts: tuple[int, ...] | None = None
    answer: Answer = "statements"
    prompts: str = "labelling"
    retries: int = 1
    cache: bool = False

    @classmethod
    def of(cls, data: str | Path, **given: Any) -> LabelSettings:
        """Settings from values as a command line gives them; ``InputError`` names the one that is wrong."""
        values = dict(given)
        values["personas"] = _personas(values.get("personas", "all"))
        for name in ("profiles", "contexts"):
            values[name] = indices(name, values.get(name))
        _one_of("answer", values.get("answer", ANSWERS[0]), ANSWERS)
        for name, least, most in (("samples", 1, 1000), ("retries", 0, 5)):
            if not least <= int(values.get(name, least)) <= most:
                raise InputError("out of range", field=name, expected=f"{least} to {most}")
        return cls(str(Path(data).expanduser().resolve()), **values)

    def to_json(self) -> dict[str, Any]:
        """As JSON; also the task's arguments."""
        return to_json(self)


def to_json(settings: Any) -> dict[str, Any]:
    """The fields of settings as JSON, in their order."""
    values = {f.name: getattr(settings, f.name) for f in fields(settings)}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def indices(name: str, value: Any) -> tuple[int, ...] | None:
    """One index, a list of them, or text such as ``0,3,7`` or ``0-4``; None for all."""
    if value is None or value == "":
        return None
    parts = value if isinstance(value, (list, tuple)) else str(value).split(",")
    found: list[int] = []
    try:
        for part in parts:
            first, _, last = str(part).strip().partition("-")
            if int(last or first) > _MOST:
                raise ValueError
            found += range(int(first), int(last or first) + 1)
        if not found:
            raise ValueError
    except ValueError:
        raise InputError("not indices", field=name, expected="such as 0,3,7 or 0-4") from None
    return tuple(found)


def _personas(value: Any) -> tuple[str, ...]:
    names = value if isinstance(value, list | tuple) else str(value).split(",")
    known = [str(persona) for persona in Persona]
    chosen = known if list(names) == ["all"] else [str(name).strip() for name in names]
    if not chosen or any(name not in known for name in chosen):
        raise InputError("unknown persona", field="personas", expected=f"all, or some of {', '.join(known)}")
    return tuple(name for name in known if name in chosen)


def _gate(name: Any) -> str | None:
    """A gate's name, or the whole path of its file."""
    if name in (None, "", "none"):
        return None
    file = Path(str(name)).expanduser()
    return str(file.resolve()) if file.suffix in (".yaml", ".yml", ".npz") else str(name)


def _one_of(name: str, value: Any, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise InputError(f"unknown {name} '{value}'", field=name, expected=" or ".join(allowed))


def both_rule(name: str) -> BothRule:
    """The rule for a statement in both lists, from its name on a command line."""
    rules: Mapping[str, BothRule] = {rule: rule for rule in get_args(BothRule)}
    plain = name.replace("-", "_")
    if plain not in rules:
        raise InputError(f"unknown rule '{name}'", field="rule", expected="corrected or as-published")
    return rules[plain]
