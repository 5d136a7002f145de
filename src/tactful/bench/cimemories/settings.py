"""What runs of the memory benchmark and of its data making are of: each setting is declared here alone.

From these classes are made the options of `tactful bench cimemories` and of `tactful memories generate` and
`label`, the parameters of the Inspect tasks, and what a run's manifest and logs say of its settings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from tactful.bench.models import DryRun, JudgeSampling, ModelSettings, ModelSpec, key_values, without_secrets
from tactful.errors import InputError
from tactful.runs import Option
from tactful.terms import Persona

if TYPE_CHECKING:
    from tactful.world import DomainSeed, ProfilePlan

RULES = ("corrected", "as_published")
LEXICAL, MODEL_GATE = "lexical", "model"
_MOST = 1_000_000  # no data has more profiles or contexts
_INDICES = "by index: 0,3 or 0-4; all unless given."


@dataclass(frozen=True, kw_only=True)
class SharedSettings:
    """What the benchmark's task and its command both take; ``data`` becomes an absolute path."""

    data: Annotated[str, Option("Profiles with labels (JSON).")]
    labels: Annotated[str, Option("Label set: combined, fundamentalist, pragmatic, unconcerned.")] = (
        "combined"
    )
    rule: Annotated[str, Option("Metrics: corrected, or as-published.")] = "corrected"
    protocol: Annotated[
        str, Option("Prompts' details, memory lines and recipient: corrected, or as-published.")
    ] = "corrected"
    prompts: Annotated[str, Option("Prompt pack: a bundled name or a YAML file.")] = "tactful"
    memories: Annotated[str, Option("What is in the memory: full, all-necessary, all-private, random.")] = (
        "full"
    )
    step: Annotated[int | None, Option("Step between sizes of the memory.")] = None
    draws: Annotated[int, Option("Random draws of each size.", min=1)] = 1
    profiles: Annotated[tuple[str, ...] | None, Option(f"Profiles {_INDICES}")] = None
    contexts: Annotated[tuple[str, ...] | None, Option(f"Contexts {_INDICES}")] = None
    seed: Annotated[int, Option("Of memory draws, built-in models and intervals.")] = 0
    prefilter: Annotated[bool, Option("Ask the judge only where the rules find something.")] = False

    def __post_init__(self) -> None:
        _set(self, "data", str(Path(self.data).expanduser().resolve()))
        for name in ("rule", "protocol"):
            _set(self, name, _one_of(name, getattr(self, name).replace("-", "_"), RULES))
        for name in ("profiles", "contexts"):
            indices(name, getattr(self, name))

    def shared_json(self) -> dict[str, Any]:
        """These settings as JSON; profiles and contexts as lists of indices."""
        values = {each.name: getattr(self, each.name) for each in fields(SharedSettings)}
        chosen = {name: indices(name, values[name]) for name in ("profiles", "contexts")}
        return values | {name: None if found is None else list(found) for name, found in chosen.items()}


@dataclass(frozen=True, kw_only=True)
class MemorySettings(SharedSettings):
    """The task's settings: all that decides what is asked and how it is judged, but models and epochs."""

    judge: Annotated[
        str,
        Option("model (give --model-role judge=...), lexical, or auto: the model if that role is given."),
    ] = "auto"
    level: Annotated[
        str,
        Option("Prompt: 1 plain, 2 and 3 asking for privacy, 4 for utility, 4b for that without secrets."),
    ] = "1"
    gate: Annotated[
        str | None, Option("norms, model (role gate), a norm table (.yaml) or weights (.npz).")
    ] = None
    discarded: Annotated[bool, Option("Also run the contexts that no metric counts.")] = False
    cache: Annotated[bool, Option("Keep answers in Inspect's cache.")] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        _one_of("judge", self.judge, ("auto", "model", LEXICAL))
        _set(self, "gate", _gate(self.gate))

    def to_json(self) -> dict[str, Any]:
        """As JSON; also the task's arguments."""
        return {each.name: getattr(self, each.name) for each in fields(self)} | self.shared_json()


@dataclass(frozen=True, kw_only=True)
class BenchSettings(SharedSettings, ModelSettings, JudgeSampling, DryRun):
    """The command's settings. Every model runs at every level with every gate.

    Those that are recorded may not change between a start and its continuation.
    """

    model: Annotated[
        tuple[str, ...],
        Option(
            "Inspect's name: openai/gpt-5, ollama/llama3, ...; without a key: tactful/domain-match. May be "
            "repeated.",
            split=False,
        ),
    ]
    judge: Annotated[
        str, Option("Model that says what a message gives away, or lexical: by rules, free.")
    ] = LEXICAL
    epochs: Annotated[int, Option("Messages per context: the n of Violation@n.", min=1)] = 5
    level: Annotated[
        tuple[str, ...],
        Option(
            "Prompt: 1 plain, 2 and 3 asking for privacy, 4 for utility, 4b for that without secrets. May be "
            "repeated."
        ),
    ] = ("1",)
    gate: Annotated[
        tuple[str, ...],
        Option("none, norms, model, a norm table (.yaml) or weights (.npz). May be repeated.", split=False),
    ] = ("none",)
    gate_model: Annotated[str | None, Option("The model behind --gate model.")] = None
    judge_arg: Annotated[tuple[str, ...], Option("KEY=VALUE for the judge's provider.", split=False)] = ()
    published: Annotated[
        Path | None,
        Option(
            "The paper's protocol: your own copy of the public prompts.yaml as --prompts, with --rule and "
            "--protocol as-published.",
            recorded=False,
        ),
    ] = None

    out: Annotated[
        Path | None,
        Option("Run folder; by default one named by the settings: a rerun continues.", recorded=False),
    ] = None
    limit_profiles: Annotated[int | None, Option("Only the first N profiles.", min=1, recorded=False)] = None
    retry_failed: Annotated[
        bool, Option("Also run again what failed in an earlier start.", recorded=False)
    ] = False
    forget_texts: Annotated[
        bool, Option("Take prompts, messages and names out of the finished run.", recorded=False)
    ] = False
    prices: Annotated[
        Path | None,
        Option("YAML: model -> input, cached_input, output per million tokens.", recorded=False),
    ] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.published is not None:
            if self.prompts not in ("tactful", str(self.published)):
                raise InputError("given twice", field="published", expected="it or --prompts")
            for name, value in (
                ("prompts", str(self.published)),
                *((n, RULES[1]) for n in ("rule", "protocol")),
            ):
                _set(self, name, value)
        for name in ("model", "level", "gate"):
            if len(set(getattr(self, name))) < len(getattr(self, name)):
                raise InputError("the same one twice", field=name, expected="each once")
        if not self.model:
            raise InputError("no model was named", field="model", expected="such as tactful/domain-match")
        if self.epochs < 1:
            raise InputError("no epochs", field="epochs", expected="1 or more")
        if MODEL_GATE in self.gate and self.gate_model is None:
            raise InputError("is missing", field="gate_model", expected="the model that decides")
        if self.limit_profiles is not None and self.profiles is not None:
            raise InputError("given twice", field="limit_profiles", expected="it or --profiles")

    def configurations(self) -> tuple[MemorySettings, ...]:
        """One task's settings for each level and gate; the same task runs all models."""
        shared = {each.name: getattr(self, each.name) for each in fields(SharedSettings)}
        judge = LEXICAL if self.judge == LEXICAL else "model"
        return tuple(
            MemorySettings(**shared, judge=judge, level=level, gate=gate, cache=True)
            for level in self.level
            for gate in self.gate
        )

    def evaluated(self) -> list[ModelSpec]:
        """The models that write the messages. The built-in ones get the run's seed, the oracle its labels."""
        oracle = {"labels": self.data, "label_set": self.labels, "rule": self.rule}
        return [
            ModelSpec(name, (oracle if name == "tactful/oracle" else {}) | self.model_args).seeded(self.seed)
            for name in self.model
        ]

    def roles(self) -> dict[str, ModelSpec]:
        """The judge and the gate's model where the run has them: never the evaluated model by default."""
        specs = {}
        if self.judge != LEXICAL:
            specs["judge"] = ModelSpec(
                self.judge, key_values("judge_arg", self.judge_arg), self.judge_generate
            )
        if self.gate_model is not None:
            specs["gate"] = ModelSpec(self.gate_model)
        return specs

    def to_json(self) -> dict[str, Any]:
        """The settings as the manifest has them; values that may be secrets are left out."""
        return {
            **self.shared_json(),
            "discarded": False,
            "cache": False,
            "models": list(self.model),
            "epochs": self.epochs,
            "judge": self.judge,
            "gate_model": self.gate_model,
            "level": list(self.level),
            "gate": [_gate(gate) for gate in self.gate],
            "model_args": without_secrets(self.model_args),
            "judge_args": without_secrets(key_values("judge_arg", self.judge_arg)),
            "generate": self.generate,
            "judge_generate": self.judge_generate,
        }


@dataclass(frozen=True, kw_only=True)
class GenerateSettings:
    """The task's settings: all that decides what profiles are asked for, but the model (section 4.1.1)."""

    count: Annotated[int, Option("How many profiles.", flags=("-n",))] = 10
    seed: Annotated[int, Option("Of biographies, events and domains.")] = 0
    events: Annotated[int, Option("Events a profile.")] = 3
    domains: Annotated[int, Option("Information domains a profile.")] = 9
    attributes: Annotated[int, Option("Attributes for each domain of each event.")] = 5
    general: Annotated[int, Option("General attributes, the biography's four among them.")] = 12
    retries: Annotated[int, Option("Requests after the first for what is wrong or missing.", min=0)] = 3
    prompts: Annotated[str, Option("Prompt pack: a name or a YAML file.")] = "generation"
    events_file: Annotated[str | None, Option("Your own events (YAML).")] = None
    domains_file: Annotated[str | None, Option("Your own domains (YAML).")] = None
    cache: Annotated[bool, Option("Keep answers in Inspect's cache.", command=False)] = False

    def __post_init__(self) -> None:
        if self.retries > 20:
            raise InputError(f"out of range: {self.retries}", field="retries", expected="0 to 20")
        for name in ("events_file", "domains_file"):
            if (path := getattr(self, name)) is not None:
                _set(self, name, str(Path(path).expanduser().resolve()))

    def to_json(self) -> dict[str, Any]:
        """As JSON; also the task's arguments."""
        return {each.name: getattr(self, each.name) for each in fields(GenerateSettings)}

    def domain_seeds(self) -> tuple[DomainSeed, ...]:
        """All domains with what belongs to them."""
        from tactful.world import load_domains

        return load_domains(self.domains_file)

    def plans(self) -> tuple[ProfilePlan, ...]:
        """What each profile is grown from; ``InputError`` for numbers out of range."""
        from tactful.world import load_events, make_plans

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


@dataclass(frozen=True, kw_only=True)
class LabelSettings:
    """The task's settings: all that decides what the labeller is asked, but the model (section 4.1.2)."""

    data: Annotated[str, Option("Profiles: JSON or JSON lines.", argument=True)]
    samples: Annotated[int, Option("Label samples for each persona and context.", min=1)] = 10
    personas: Annotated[
        tuple[str, ...],
        Option("all, or some of fundamentalist,pragmatic,unconcerned.", choices=("all", *map(str, Persona))),
    ] = ("all",)
    profiles: Annotated[tuple[str, ...] | None, Option(f"Profiles {_INDICES}")] = None
    contexts: Annotated[tuple[str, ...] | None, Option(f"Contexts {_INDICES}")] = None
    answer: Annotated[
        Literal["statements", "numbers"],
        Option(
            "The labeller names memories by statements, as published, or by numbers: far fewer tokens.",
            choices=("statements", "numbers"),
        ),
    ] = "statements"
    question: Annotated[
        Literal["inappropriate", "unwanted"],
        Option(
            "What is private: inappropriate for this recipient to learn, or unwanted: what one would not "
            "want to share, as the public script asks.",
            choices=("inappropriate", "unwanted"),
        ),
    ] = "inappropriate"
    prompts: Annotated[str, Option("Prompt pack: a name or a YAML file.")] = "labelling"
    retries: Annotated[
        int, Option("How often a reply that does not parse is asked for again.", min=0, command=False)
    ] = 1
    cache: Annotated[bool, Option("Keep answers in Inspect's cache.", command=False)] = False

    def __post_init__(self) -> None:
        _set(self, "data", str(Path(self.data).expanduser().resolve()))
        chosen = {str(each) for each in Persona} if "all" in self.personas else set(self.personas)
        _set(self, "personas", tuple(str(each) for each in Persona if str(each) in chosen))
        for name, most in (("samples", 1000), ("retries", 5)):
            if getattr(self, name) > most:
                raise InputError("out of range", field=name, expected=f"at most {most}")
        for name in ("profiles", "contexts"):
            indices(name, getattr(self, name))

    def to_json(self) -> dict[str, Any]:
        """As JSON, profiles and contexts as lists of indices; also the task's arguments."""
        chosen = {name: indices(name, getattr(self, name)) for name in ("profiles", "contexts")}
        values = {each.name: getattr(self, each.name) for each in fields(LabelSettings)}
        values["personas"] = list(self.personas)
        return values | {name: None if found is None else list(found) for name, found in chosen.items()}


@dataclass(frozen=True, kw_only=True)
class MakeOptions(ModelSettings, DryRun):
    """What `tactful memories generate` and `label` take beside their task's settings."""

    out: Annotated[Path, Option("The file to write.", flags=("-o",), recorded=False, task=False)]
    model: Annotated[
        str | None,
        Option(
            "PROVIDER/NAME as Inspect has it, or a built-in model: tactful/NAME.",
            flags=("-m",),
            recorded=False,
            task=False,
        ),
    ] = None
    run_dir: Annotated[
        Path | None,
        Option(
            "Folder of the run: logs, manifest. The output's name with .run unless given.", recorded=False
        ),
    ] = None
    price_input: Annotated[float | None, Option("Price of 1M input tokens.", recorded=False)] = None
    price_output: Annotated[float | None, Option("Price of 1M output tokens.", recorded=False)] = None
    price_cached: Annotated[
        float | None,
        Option("Price of 1M cached input tokens; as input unless given.", recorded=False),
    ] = None


@dataclass(frozen=True, kw_only=True)
class GenerateCommand(GenerateSettings, MakeOptions):
    """`tactful memories generate`."""

    max_connections: Annotated[int, Option("Calls in flight.", min=1, recorded=False)] = 10


@dataclass(frozen=True, kw_only=True)
class LabelCommand(LabelSettings, MakeOptions):
    """`tactful memories label`."""

    rule: Annotated[
        str,
        Option(
            "A memory in both lists: corrected leaves it open, as-published shares it.",
            choices=("corrected", "as-published"),
            recorded=False,
        ),
    ] = "corrected"
    seed: Annotated[int, Option("Of built-in models.", recorded=False)] = 0


def indices(name: str, parts: Sequence[str] | None) -> tuple[int, ...] | None:
    """Indices such as ``0``, ``3`` and ``5-7``; None for all. ``InputError`` where they are none."""
    if parts is None:
        return None
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


def _gate(name: str | None) -> str | None:
    """A gate's name, or the whole path of its file."""
    if name in (None, "", "none"):
        return None
    file = Path(str(name)).expanduser()
    return str(file.resolve()) if file.suffix in (".yaml", ".yml", ".npz") else str(name)


def _one_of(name: str, value: str, allowed: Sequence[str]) -> str:
    if value not in allowed:
        raise InputError(f"unknown {name} '{value}'", field=name, expected=" or ".join(allowed))
    return value


def _set(settings: Any, name: str, value: Any) -> None:
    """Sets a field of frozen settings, while they are being made."""
    object.__setattr__(settings, name, value)
