"""Makes data sets with Inspect, into a folder that a killed run can be taken up in (sections 4.1.1, 4.1.2).

One real question: profile 0, context 38 ("Landlord", "Negotiate lease terms"), persona pragmatic: the sample
``p000.c38.pragmatic``, asked ten times. Inspect runs the tasks of `tactful.bench.cimemories.make_task`; here
their logs are read back and one file is written. What a model never answered usably is left out or left
unlabelled, and counted: an unlabelled context is honest, a context of zeros would say that nothing is
private.
"""

from __future__ import annotations

import functools
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tactful import __version__
from tactful.bench.cimemories.plan import bits_of, chosen, read_memory_data
from tactful.bench.cimemories.settings import GenerateCommand, LabelCommand, LabelSettings, indices
from tactful.bench.driver import Evaluation, Watch, open_run
from tactful.bench.logs import add_usage, unscored_reason, used_tokens
from tactful.bench.models import ModelSpec, without_secrets
from tactful.errors import InputError, ModelError, RecordError
from tactful.formats import ProfilesFile, write_profiles
from tactful.models import PromptPack, load_pack
from tactful.runs import require
from tactful.terms import Attribute, Context, Persona, Profile, Usage, context_seeds
from tactful.world import (
    Answer,
    BothRule,
    LabelReader,
    LabelReply,
    ProfilePlan,
    count_labels,
    label_sets,
    labelling_prompt,
    memory_lines,
    statements_of,
)

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog, EvalSample, EvalSampleSummary

GENERATE, LABEL = "tactful/cimemories_generate", "tactful/cimemories_label"


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

    def context(self, question: Question) -> Context:
        return self.file.profiles[question.profile].contexts[question.context]

    def prompt(self, question: Question) -> str:
        """The whole request."""
        statements = reader(self.settings.data, question.profile, self.settings.answer).statements
        asked = self.settings
        return labelling_prompt(
            self.pack, question.persona, self.context(question), statements, asked.answer, asked.question
        )

    def shared(self, profile: int) -> int:
        """How many characters all requests about a profile begin with."""
        lines = memory_lines(statements_of(self.file.profiles[profile]), self.settings.answer)
        return len(self.pack.prefix("label", self.settings.answer, memories=lines))

    def by_profile(self) -> Iterator[tuple[int, tuple[Question, ...]]]:
        """The questions of each profile."""
        for index in dict.fromkeys(question.profile for question in self.questions):
            yield index, tuple(q for q in self.questions if q.profile == index)


def label_plan(settings: LabelSettings) -> LabelPlan:
    """The questions; ``InputError`` for an index that the file has not, ``RecordError`` for a broken file."""
    file = read_memory_data(settings.data)
    profiles, contexts = indices("profiles", settings.profiles), indices("contexts", settings.contexts)
    questions = []
    for at in chosen("profiles", profiles, range(len(file.profiles)), settings.data):
        count = len(file.profiles[at].contexts)
        if not count:
            raise InputError(f"profile {at} has no contexts", file=settings.data, field="contexts")
        for context in chosen("contexts", contexts, range(count), settings.data):
            questions += [Question(at, context, Persona(persona)) for persona in settings.personas]
    return LabelPlan(settings, file, load_pack(settings.prompts), tuple(questions))


@functools.lru_cache(maxsize=128)
def reader(data: str, profile: int, answer: Answer) -> LabelReader:
    """What reads the labeller's replies about one profile."""
    return LabelReader(statements_of(read_memory_data(data).profiles[profile]), answer)


@dataclass(frozen=True, slots=True)
class Made:
    """What came of a run: the file, how much was asked and scored, and what was not, by reason.

    ``left_out`` names profiles that are incomplete (generation) or contexts left unlabelled (labelling).
    ``counts`` are further figures: attributes turned down by reason, entries that named no memory.
    """

    file: Path
    folder: Path
    complete: bool
    asked: int
    scored: int
    failures: Mapping[str, int]
    left_out: tuple[str, ...]
    counts: Mapping[str, int]
    usage: Usage
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """As the manifest and ``--json`` have it."""
        return {
            "file": str(self.file),
            "folder": str(self.folder),
            "complete": self.complete,
            "asked": self.asked,
            "scored": self.scored,
            "unscored": self.asked - self.scored,
            "failures": dict(self.failures),
            "left_out": list(self.left_out),
            "counts": dict(self.counts),
            "usage": asdict(self.usage),
            "seconds": round(self.seconds, 1),
        }


@dataclass(frozen=True, slots=True)
class _Yield:
    """What a log gave: the profiles to write, how much was scored, and what was not."""

    profiles: tuple[Profile, ...]
    scored: int
    failures: Counter[str]
    counts: Counter[str]
    left_out: tuple[str, ...]
    more: Mapping[str, Any] = field(default_factory=dict)
    """Further entries of the manifest."""


def generate_profiles(command: GenerateCommand, watch: Watch | None = None) -> Made:
    """Grow profiles and write those that are complete to ``command.out``.

    Raises ``InputError`` for settings or a folder that cannot be used, ``ModelError`` where the model cannot
    be set up or no profile became complete, ``MissingExtraError`` without Inspect or Faker.
    """
    plans = command.plans()
    about = {"prompts_sha256": load_pack(command.prompts).sha256}
    read = functools.partial(_grown, plans=plans)
    return _make(GENERATE, command, about, len(plans), read, watch)


def label_profiles(command: LabelCommand, watch: Watch | None = None) -> Made:
    """Ask everything, aggregate the samples, and write the labelled profiles to ``command.out``.

    Shares are over the samples that were scored. A persona without any leaves the context without that
    persona's set and without the combined one. Only the chosen profiles and contexts are written. Raises as
    `generate_profiles` does.
    """
    plan = label_plan(command)
    about = {"data_sha256": plan.file.sha256, "prompts_sha256": plan.pack.sha256}
    rules: dict[str, BothRule] = {"corrected": "corrected", "as-published": "as_published"}
    read = functools.partial(_labelled, plan=plan, rule=rules[command.rule])
    return _make(LABEL, command, about, len(plan.questions) * command.samples, read, watch)


def _make(
    task: str,
    command: GenerateCommand | LabelCommand,
    about: Mapping[str, str],
    total: int,
    read: Callable[[EvalLog, Sequence[EvalSampleSummary]], _Yield],
    watch: Watch | None,
) -> Made:
    """Runs the task in its folder, reads its log, and writes the file."""
    require("inspect_ai", extra="eval", purpose="making profiles and labels")
    from inspect_ai.log import read_eval_log_sample_summaries

    started = time.monotonic()
    if command.model is None:
        raise InputError("is missing", field="--model", expected="PROVIDER/NAME, or --dry-run")
    folder = command.run_dir or command.out.with_name(f"{command.out.name}.run")
    arguments = command.to_json() | {"cache": True}
    asked = {
        "model": command.model,
        "model_args": without_secrets(command.model_args),
        "generate": command.generate,
        "seed": command.seed,
    }
    model = ModelSpec(command.model, command.model_args).seeded(command.seed)
    with open_run(
        folder, {"task": task, **arguments, **about, **asked, "tactful": __version__}, total
    ) as run:
        evaluation = Evaluation(task, arguments, [model], generate=command.generate)
        complete = run.evaluate(evaluation, command.pace, watch)
        headers = run.headers([task])
        if not headers:
            raise ModelError(f"nothing was run; see {run.logs}")
        rows = read_eval_log_sample_summaries(str(headers[-1].location))
        result = read(headers[-1], rows)
        if not result.scored:
            reasons = "; ".join(f"{count} {reason}" for reason, count in result.failures.items())
            nothing = "no profile became complete" if task == GENERATE else "no reply could be used"
            raise ModelError(f"{nothing} ({reasons or 'no failures told'}); see {run.logs}")
        if missing := total - result.scored - sum(result.failures.values()):
            result.failures["never asked"] += missing
        write_profiles(command.out, result.profiles)
        made = Made(
            file=command.out,
            folder=folder,
            complete=complete,
            asked=total,
            scored=result.scored,
            failures=result.failures,
            left_out=result.left_out,
            counts=result.counts,
            usage=_usage(rows),
            seconds=time.monotonic() - started,
        )
        kept = run.progress.kept_answers
        run.finish(**made.to_json(), answers_kept_from_before=kept, **result.more)
    return made


def _grown(log: EvalLog, _: Sequence[EvalSampleSummary], plans: Sequence[ProfilePlan]) -> _Yield:
    """The complete profiles of a log in plan order, why others are not, and what was turned down."""
    from inspect_ai.log import read_eval_log_samples

    contexts = tuple(Context(seed.recipient, seed.task, seed.domains) for seed in context_seeds())
    failures: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    grown: dict[int, Profile] = {}
    unread = {"events", "events_data", "timelines", "messages"}
    for row in read_eval_log_samples(str(log.location), all_samples_required=False, exclude_fields=unread):
        score = (row.scores or {}).get("complete_profile")
        counts.update((score.metadata or {}).get("turned_down", {}) if score else {})
        if problem := _problem(row, "complete_profile"):
            failures[problem] += 1
            continue
        plan, bio = plans[row.metadata["index"]], row.metadata["bio"]
        if bio != dict(plan.bio):
            raise InputError(
                "the biographies of the run are not those of this version of Faker",
                file=log.location, expected="another run folder",
            )  # fmt: skip
        attributes = tuple(
            Attribute(key, e["value"], e["memory_statement"], e["information_domain"], e["event"])
            for key, e in json.loads(row.output.completion).items()
        )
        grown[plan.index] = Profile(str(bio["name"]), bio, attributes, contexts)
    profiles = tuple(grown[index] for index in sorted(grown))
    lost = tuple(f"profile {plan.index}" for plan in plans if plan.index not in grown)
    return _Yield(profiles, len(profiles), failures, counts, lost)


def _labelled(_: EvalLog, rows: Sequence[EvalSampleSummary], plan: LabelPlan, rule: BothRule) -> _Yield:
    """The labelled profiles of a log, why replies are unscored, and what was odd in the scored ones."""
    questions = {question.id: question for question in plan.questions}
    sizes = {at: len({a.statement for a in p.attributes}) for at, p in enumerate(plan.file.profiles)}
    replies: dict[Question, list[LabelReply]] = defaultdict(list)
    failures: Counter[str] = Counter()
    counts: Counter[str] = Counter({"malformed entries": 0, "restored entries": 0, "in both lists": 0})
    for row in sorted(rows, key=lambda row: (str(row.id), row.epoch)):
        if problem := _problem(row, "labels"):
            failures[problem] += 1
            continue
        try:
            question = questions[str(row.id)]
            noted = (row.scores or {})["labels"].metadata or {}
            share, private = (_indices(noted[name], sizes[question.profile]) for name in ("share", "private"))
            reply = LabelReply(share, private, noted["malformed"], noted["restored"])
        except (KeyError, TypeError):
            raise RecordError(f"sample {row.id} of the log is not of this run", field=str(row.id)) from None
        replies[question].append(reply)
        counts["malformed entries"] += reply.malformed
        counts["restored entries"] += reply.restored
        counts["in both lists"] += len(reply.share & reply.private)
    silent = dict.fromkeys((q.profile, q.context) for q in plan.questions if not replies.get(q))
    wanted = plan.settings.samples
    short = {q.id: len(replies.get(q, ())) for q in plan.questions if len(replies.get(q, ())) < wanted}
    return _Yield(
        profiles=_with_labels(plan, replies, rule),
        scored=sum(map(len, replies.values())),
        failures=failures,
        counts=counts,
        left_out=tuple(f"profile {profile}, context {context}" for profile, context in silent),
        more={"rule": rule, "short": short},
    )


def _with_labels(
    plan: LabelPlan, replies: Mapping[Question, Sequence[LabelReply]], rule: BothRule
) -> tuple[Profile, ...]:
    """The chosen profiles and contexts with the label sets that the replies give."""
    labelled = []
    for index, questions in plan.by_profile():
        profile = plan.file.profiles[index]
        statements = tuple(dict.fromkeys(a.statement for a in profile.attributes))
        counts: dict[int, dict[Persona, Any]] = defaultdict(dict)
        for question in questions:
            counted = count_labels(replies.get(question, ()), len(statements), rule)
            counts[question.context][question.persona] = counted
        # Old labels of other samplings do not mix with new ones.
        contexts = (
            replace(profile.contexts[at], labels=label_sets(statements, by_persona))
            for at, by_persona in counts.items()
        )
        labelled.append(replace(profile, contexts=tuple(contexts)))
    return tuple(labelled)


def _indices(mask: str, size: int) -> frozenset[int]:
    bits = bits_of(mask, size)
    return frozenset(at for at in range(size) if bits >> at & 1)


def _problem(row: EvalSampleSummary | EvalSample, scorer: str) -> str:
    """Why a sample is unscored, without its details; "" where it has a score."""
    reason = unscored_reason(row, scorer) or ""
    if reason.startswith("error: "):
        return reason
    return re.sub(r"\d+ cells", "cells", reason.split(":")[0])


def _usage(rows: Sequence[EvalSampleSummary]) -> Usage:
    """The calls and tokens of a log."""
    total = Usage()
    for row in rows:
        score = next(iter((row.scores or {}).values()), None)
        total = add_usage(total, calls=int((score.metadata or {}).get("calls", 1)) if score else 1)
        for used in row.model_usage.values():
            total = add_usage(total, tokens=used_tokens(used), cost=used.total_cost)
    return total
