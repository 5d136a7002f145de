"""Makes data sets with Inspect, into a folder that a killed run can be taken up in (sections 4.1.1, 4.1.2).

Inspect runs the tasks of `tactful.bench.cimemories.make_task` by name; here the logs are read back and one
file is written.
What a model never answered usably is left out or left unlabelled, and counted: an unlabelled context is
honest, a context of zeros would say that nothing is private.
"""

from __future__ import annotations

import contextlib
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tactful import __version__
from tactful.bench.cimemories.endpoints import plain_speech
from tactful.bench.cimemories.folder import RunFolder, answers_in
from tactful.bench.cimemories.made import grown, replies_of, short, summaries, unlabelled, usage
from tactful.bench.cimemories.making import GenerateSettings, LabelPlan, LabelSettings, Question, label_plan
from tactful.bench.cimemories.progress import Progress, Watch, counted
from tactful.bench.cimemories.settings import without_secrets
from tactful.errors import InputError, ModelError
from tactful.formats import write_profiles
from tactful.models import load_pack
from tactful.runs import require
from tactful.terms import Persona, Profile, Usage
from tactful.world import BothRule, LabelReply, count_labels, label_sets

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

GENERATE, LABEL = "tactful/cimemories_generate", "tactful/cimemories_label"


@dataclass(frozen=True, slots=True)
class MakePace:
    """How hard to push, and when to give up; may differ when a run is taken up again."""

    max_connections: int = 20
    max_retries: int = 5
    attempt_timeout: int = 300
    retry_on_error: int = 1


@dataclass(frozen=True, slots=True)
class Asked:
    """The model, with its arguments and generation options; ``seed`` is that of built-in models."""

    model: str
    args: Mapping[str, Any] = field(default_factory=dict, repr=False)
    generate: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0

    def to_json(self) -> dict[str, Any]:
        """Without what may be a secret."""
        args = without_secrets(self.args)
        return {"model": self.model, "model_args": args, "generate": dict(self.generate), "seed": self.seed}


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
            "usage": {
                "calls": self.usage.calls,
                "input_tokens": self.usage.input_tokens,
                "cached_tokens": self.usage.cached_tokens,
                "output_tokens": self.usage.output_tokens,
                "cost": self.usage.cost,
            },
            "seconds": round(self.seconds, 1),
        }


def generate_profiles(
    settings: GenerateSettings,
    asked: Asked,
    out: Path,
    folder: Path,
    pace: MakePace = MakePace(),
    watch: Watch | None = None,
) -> Made:
    """Grow profiles and write those that are complete to ``out``.

    Raises ``InputError`` for settings or a folder that cannot be used, ``ModelError`` where the model cannot
    be set up or no profile became complete, ``MissingExtraError`` without Inspect or Faker.
    """
    plans = settings.plans()
    settings = replace(settings, cache=True)
    started = time.monotonic()
    identity = {**settings.to_json(), "prompts_sha256": load_pack(settings.prompts).sha256}
    with _run(folder, GENERATE, identity, asked, len(plans)) as run:
        log = run.evaluate(settings.to_json(), pace, watch)
        profiles, failures, counts = grown(log, plans)
        if not profiles:
            raise ModelError(f"no profile became complete ({_told(failures)}); see {folder / 'logs'}")
        write_profiles(out, profiles)
        lost = [plan for plan in plans if plan.bio["name"] not in {p.id for p in profiles}]
        made = Made(
            out, folder, run.complete, len(plans), len(profiles), failures,
            tuple(f"profile {plan.index}" for plan in lost), counts, usage(summaries(log)),
            time.monotonic() - started,
        )  # fmt: skip
        run.finish(made)
    return made


def label_profiles(
    settings: LabelSettings,
    asked: Asked,
    out: Path,
    folder: Path,
    rule: BothRule = "corrected",
    pace: MakePace = MakePace(),
    watch: Watch | None = None,
) -> Made:
    """Ask everything, aggregate the samples, and write the labelled profiles to ``out``.

    Shares are over the samples that were scored. A persona without any leaves the context without that
    persona's set and without the combined one. Only the chosen profiles and contexts are written. Raises as
    `generate_profiles` does.
    """
    settings = replace(settings, cache=True)
    plan = label_plan(settings)
    started = time.monotonic()
    identity = {**settings.to_json(), "data_sha256": plan.file.sha256, "prompts_sha256": plan.pack.sha256}
    asked_count = len(plan.questions) * settings.samples
    with _run(folder, LABEL, identity, asked, asked_count) as run:
        log = run.evaluate(settings.to_json(), pace, watch)
        rows = summaries(log)
        replies, failures, counts = replies_of(rows, plan)
        scored = sum(map(len, replies.values()))
        if not scored:
            raise ModelError(f"no reply could be used ({_told(failures)}); see {folder / 'logs'}")
        write_profiles(out, labelled(plan, replies, rule))
        missing = asked_count - scored - sum(failures.values())
        if missing:
            failures["never asked"] += missing
        made = Made(
            out, folder, run.complete, asked_count, scored, failures, unlabelled(plan, replies), counts,
            usage(rows), time.monotonic() - started,
        )  # fmt: skip
        run.finish(made, rule=rule, short=short(plan, replies))
    return made


def labelled(
    plan: LabelPlan, replies: Mapping[Question, Sequence[LabelReply]], rule: BothRule = "corrected"
) -> tuple[Profile, ...]:
    """The chosen profiles and contexts with the label sets that the replies give."""
    out = []
    for index, questions in plan.by_profile():
        profile = plan.file.profiles[index]
        statements = tuple(dict.fromkeys(a.statement for a in profile.attributes))
        contexts: dict[int, dict[Persona, Any]] = defaultdict(dict)
        for question in questions:
            counts = count_labels(replies.get(question, ()), len(statements), rule)
            contexts[question.context][question.persona] = counts
        made = []
        for at, counts_of in contexts.items():
            context = profile.contexts[at]
            # Old labels of other samplings do not mix with new ones.
            made.append(replace(context, labels=label_sets(statements, counts_of)))
        out.append(replace(profile, contexts=tuple(made)))
    return tuple(out)


class _Run:
    """One task in its folder."""

    def __init__(self, folder: RunFolder, task: str, asked: Asked, total: int) -> None:
        self.folder, self.task, self.asked = folder, task, asked
        self.progress = Progress(total=total)
        self.complete = False

    def evaluate(self, task_args: Mapping[str, Any], pace: MakePace, watch: Watch | None) -> EvalLog:
        """The task's newest log."""
        from inspect_ai import eval_set

        calls: dict[str, Any] = {"max_retries": pace.max_retries, "attempt_timeout": pace.attempt_timeout}
        with counted(self.progress, watch), answers_in(self.folder.cache), plain_speech():
            self.complete, logs = eval_set(
                tasks=self.task,
                task_args=dict(task_args),
                log_dir=str(self.folder.logs),
                model=[_model(self.asked)],
                fail_on_error=False,
                retry_on_error=pace.retry_on_error,
                retry_attempts=1,
                max_samples=pace.max_connections,
                max_connections=pace.max_connections,
                display="none",
                log_level="error",
                score_display=False,
                log_realtime=False,
                log_model_api=False,
                log_images=False,
                ctl_server=False,
                **calls,
                **self.asked.generate,
            )
        if not logs:
            raise ModelError(f"nothing was run; see {self.folder.logs}")
        return logs[0]

    def finish(self, made: Made, **more: Any) -> None:
        """The manifest, and the kept answers away where nothing is left to ask."""
        status = "complete" if made.complete else "incomplete"
        kept = self.progress.kept_answers
        self.folder.write(status, **made.to_json(), answers_kept_from_before=kept, **more)
        if made.complete:
            self.folder.forget_answers()


@contextlib.contextmanager
def _run(folder: Path, task: str, settings: Mapping[str, Any], asked: Asked, total: int) -> Iterator[_Run]:
    require("inspect_ai", extra="eval", purpose="making profiles and labels")
    identity = {"task": task, **settings, **asked.to_json(), "tactful": __version__}
    with RunFolder(folder, identity) as held:
        held.write("running", total=total)
        try:
            yield _Run(held, task, asked, total)
        except BaseException:
            held.write("stopped", total=total)
            raise


def _model(asked: Asked) -> Any:
    from inspect_ai.model import get_model

    args = dict(asked.args)
    if asked.model.startswith("tactful/"):
        args.setdefault("seed", asked.seed)
    try:
        model = get_model(asked.model, memoize=False, **args)
        model.model_args = without_secrets(args)  # what Inspect logs
        return model
    except ValueError as err:
        raise InputError(f"no such model: {err}", field="model", expected="PROVIDER/NAME") from None


def _told(failures: Mapping[str, int]) -> str:
    return "; ".join(f"{count} {reason}" for reason, count in failures.items()) or "no failures told"
