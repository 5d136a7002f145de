"""Making runs read back from Inspect's logs: profiles grown, replies of the labeller, failures."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tactful.bench.cimemories.logs import error_kind
from tactful.bench.cimemories.making import LabelPlan, Question
from tactful.bench.cimemories.masks import bits_of
from tactful.errors import InputError, RecordError
from tactful.terms import Attribute, Context, Profile, Usage, context_seeds
from tactful.world import LabelReply, ProfilePlan

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog, EvalSampleSummary

_STATUS = re.compile(r"Error code: (\d{3})")


def grown(
    log: EvalLog, plans: Sequence[ProfilePlan]
) -> tuple[tuple[Profile, ...], Counter[str], Counter[str]]:
    """The complete profiles of a log in plan order, why others are not, and what was turned down."""
    from inspect_ai.log import read_eval_log_samples

    contexts = tuple(Context(seed.recipient, seed.task, seed.domains) for seed in context_seeds())
    failures: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    found: dict[int, Profile] = {}
    unread = {"events", "events_data", "timelines", "messages"}
    for row in read_eval_log_samples(str(log.location), all_samples_required=False, exclude_fields=unread):
        score = (row.scores or {}).get("complete_profile")
        counts.update((score.metadata or {}).get("turned_down", {}) if score else {})
        if problem := _problem(row, "complete_profile"):
            failures[problem] += 1
            continue
        plan = plans[row.metadata["index"]]
        bio = row.metadata["bio"]
        if bio != dict(plan.bio):
            raise InputError(
                "the biographies of the run are not those of this version of Faker",
                file=log.location, expected="another run folder",
            )  # fmt: skip
        attributes = tuple(
            Attribute(key, e["value"], e["memory_statement"], e["information_domain"], e["event"])
            for key, e in json.loads(row.output.completion).items()
        )
        found[plan.index] = Profile(str(bio["name"]), bio, attributes, contexts)
    if lost := len(plans) - len(found) - sum(failures.values()):
        failures["never asked"] += lost
    return tuple(found[index] for index in sorted(found)), failures, counts


def replies_of(
    rows: Sequence[EvalSampleSummary], plan: LabelPlan
) -> tuple[dict[Question, list[LabelReply]], Counter[str], Counter[str]]:
    """The scored replies by question, why others are not, and what was odd in the scored ones."""
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
            found = (row.scores or {})["labels"].metadata or {}
            share, private = (_indices(found[name], sizes[question.profile]) for name in ("share", "private"))
            reply = LabelReply(share, private, found["malformed"], found["restored"])
        except (KeyError, TypeError):
            raise RecordError(f"sample {row.id} of the log is not of this run", field=str(row.id)) from None
        replies[question].append(reply)
        counts["malformed entries"] += reply.malformed
        counts["restored entries"] += reply.restored
        counts["in both lists"] += len(reply.share & reply.private)
    return dict(replies), failures, counts


def _indices(mask: str, size: int) -> frozenset[int]:
    bits = bits_of(mask, size)
    return frozenset(at for at in range(size) if bits >> at & 1)


def _problem(row: Any, scorer: str) -> str:
    """Why a sample is unscored, without its details; "" where it has a score."""
    if row.error is not None:
        text = row.error if isinstance(row.error, str) else row.error.message
        status = _STATUS.match(text)
        return f"error: {error_kind(text) if status is None else f'status {status[1]}'}"
    if row.limit is not None:
        return "stopped at a limit"
    score = (row.scores or {}).get(scorer)
    if score is None:
        return "no score"
    if isinstance(score.value, float) and score.value != score.value:  # NaN
        said = str(score.explanation or "unscored")
        return re.sub(r"\d+ cells", "cells", said.split(":")[0])
    return ""


def unlabelled(plan: LabelPlan, replies: Mapping[Question, Sequence[LabelReply]]) -> tuple[str, ...]:
    lost = dict.fromkeys((q.profile, q.context) for q in plan.questions if not replies.get(q))
    return tuple(f"profile {profile}, context {context}" for profile, context in lost)


def short(plan: LabelPlan, replies: Mapping[Question, Sequence[LabelReply]]) -> dict[str, int]:
    """Questions with fewer scored samples than asked, and how many they have."""
    wanted = plan.settings.samples
    return {q.id: len(replies.get(q, ())) for q in plan.questions if len(replies.get(q, ())) < wanted}


def summaries(log: EvalLog) -> list[EvalSampleSummary]:
    from inspect_ai.log import read_eval_log_sample_summaries

    return read_eval_log_sample_summaries(str(log.location))


def usage(rows: Sequence[EvalSampleSummary]) -> Usage:
    calls = tokens_in = cached = tokens_out = 0
    cost: float | None = None
    for row in rows:
        score = next(iter((row.scores or {}).values()), None)
        calls += int((score.metadata or {}).get("calls", 1)) if score else 1
        for used in row.model_usage.values():
            tokens_in += used.input_tokens
            cached += used.input_tokens_cache_read or 0
            tokens_out += used.output_tokens
            cost = cost if used.total_cost is None else (cost or 0.0) + used.total_cost
    return Usage(calls, tokens_in, cached, tokens_out, cost)
