"""What making a data set consists of: which profiles are to be grown, which questions asked of the labeller.

One real question: profile 0, context 38 ("Landlord", "Negotiate lease terms"), persona pragmatic: the sample
``p000.c38.pragmatic``, asked ten times (sections 4.1.1 and 4.1.2 of arXiv 2511.14937).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, get_args

from tactful.errors import InputError
from tactful.formats import ProfilesFile, read_profiles
from tactful.models import PromptPack, load_pack
from tactful.terms import Context, Persona, Profile
from tactful.world import (
    ANSWERS,
    Answer,
    BothRule,
    DomainSeed,
    LabelReader,
    ProfilePlan,
    labelling_prompt,
    load_domains,
    load_events,
    make_plans,
    memory_lines,
    statements_of,
)

ALL = "all"


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
        return {f.name: getattr(self, f.name) for f in fields(self)}

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
        values["personas"] = _personas(values.get("personas", ALL))
        for name in ("profiles", "contexts"):
            values[name] = indices(name, values.get(name))
        if values.get("answer", ANSWERS[0]) not in ANSWERS:
            raise InputError("unknown way to answer", field="answer", expected=" or ".join(ANSWERS))
        for name, least, most in (("samples", 1, 1000), ("retries", 0, 5)):
            if not least <= int(values.get(name, least)) <= most:
                raise InputError("out of range", field=name, expected=f"{least} to {most}")
        return cls(str(Path(data).expanduser().resolve()), **values)

    def to_json(self) -> dict[str, Any]:
        """As JSON; also the task's arguments."""
        out = {f.name: getattr(self, f.name) for f in fields(self)}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in out.items()}


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to ask the labeller: a persona's view of one context of one profile."""

    profile: int
    context: int
    persona: Persona

    @property
    def id(self) -> str:
        return f"p{self.profile:03d}.c{self.context:02d}.{self.persona}"


@dataclass(frozen=True, slots=True)
class LabelPlan:
    """All questions about a file, profile by profile, so that prompt caches of providers stay warm."""

    settings: LabelSettings
    file: ProfilesFile = field(repr=False)
    pack: PromptPack = field(repr=False)
    questions: tuple[Question, ...] = field(repr=False)

    def profile(self, question: Question) -> Profile:
        return self.file.profiles[question.profile]

    def context(self, question: Question) -> Context:
        return self.profile(question).contexts[question.context]

    def prompt(self, question: Question) -> str:
        """The whole request."""
        statements = reader(self.settings.data, question.profile, self.settings.answer).statements
        return labelling_prompt(
            self.pack, question.persona, self.context(question), statements, self.settings.answer
        )

    def shared(self, profile: int) -> int:
        """How many characters all requests about a profile begin with."""
        lines = memory_lines(statements_of(self.file.profiles[profile]), self.settings.answer)
        return len(self.pack.prefix("label", self.settings.answer, memories=lines))

    def by_profile(self) -> Iterator[tuple[int, tuple[Question, ...]]]:
        """The questions of each profile."""
        chosen = dict.fromkeys(question.profile for question in self.questions)
        for index in chosen:
            yield index, tuple(q for q in self.questions if q.profile == index)


def label_plan(settings: LabelSettings) -> LabelPlan:
    """The questions; ``InputError`` for an index that the file has not, ``RecordError`` for a broken file."""
    file = read_data(settings.data)
    pack = load_pack(settings.prompts)
    questions = []
    for at in _within(settings.profiles, len(file.profiles), "profiles", settings.data):
        count = len(file.profiles[at].contexts)
        if not count:
            raise InputError(f"profile {at} has no contexts", file=settings.data, field="contexts")
        for context in _within(settings.contexts, count, "contexts", settings.data):
            questions += [Question(at, context, Persona(persona)) for persona in settings.personas]
    return LabelPlan(settings, file, pack, tuple(questions))


@functools.lru_cache(maxsize=4)
def read_data(path: str) -> ProfilesFile:
    """A file of profiles, read once in a process."""
    return read_profiles(path)


@functools.lru_cache(maxsize=128)
def reader(data: str, profile: int, answer: Answer) -> LabelReader:
    """What reads the labeller's replies about one profile."""
    return LabelReader(statements_of(read_data(data).profiles[profile]), answer)


def indices(name: str, value: Any) -> tuple[int, ...] | None:
    """One index, a list of them, or text such as ``0,3,7`` or ``0-4``; None for all."""
    if value is None or value == "":
        return None
    parts = value if isinstance(value, list | tuple) else str(value).split(",")
    found: list[int] = []
    try:
        for part in parts:
            first, _, last = str(part).strip().partition("-")
            found += range(int(first), int(last or first) + 1)
    except ValueError:
        raise InputError("not indices", field=name, expected="such as 0,3,7 or 0-4") from None
    if not found or len(set(found)) < len(found):
        raise InputError("no index, or one that stands twice", field=name, expected="such as 0,3,7 or 0-4")
    return tuple(found)


def both_rule(name: str) -> BothRule:
    """The rule for a statement in both lists, from its name on a command line."""
    rules: Mapping[str, BothRule] = {rule: rule for rule in get_args(BothRule)}
    plain = name.replace("-", "_")
    if plain not in rules:
        raise InputError(f"unknown rule '{name}'", field="rule", expected="corrected or as-published")
    return rules[plain]


def _personas(value: Any) -> tuple[str, ...]:
    names = value if isinstance(value, list | tuple) else str(value).split(",")
    known = [str(persona) for persona in Persona]
    chosen = known if list(names) == [ALL] else [str(name).strip() for name in names]
    if not chosen or any(name not in known for name in chosen):
        raise InputError("unknown persona", field="personas", expected=f"all, or some of {', '.join(known)}")
    return tuple(name for name in known if name in chosen)


def _within(chosen: tuple[int, ...] | None, count: int, name: str, file: str) -> range | tuple[int, ...]:
    if chosen is None:
        return range(count)
    if beyond := [at for at in chosen if not 0 <= at < count]:
        raise InputError(f"no index {beyond[0]}", file=file, field=name, expected=f"0 to {count - 1}")
    return chosen
