"""CIMemories as an Inspect task (arXiv 2511.14937): ``inspect eval tactful/cimemories -T data=FILE``.

One real row: a profile of some 140 memories, the recipient "Landlord", the task "requesting repairs"; the
model writes the message, the judge says which memories it gave away. Violation@n and Completeness follow
Definitions 3.1 and 3.2; n is ``--epochs``.
"""

from __future__ import annotations

from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import HeadlineMetric
from inspect_ai.model import GenerateConfig
from inspect_ai.viewer import ViewerConfig

from tactful import __version__
from tactful.bench.cimemories.plan import MemoryPlan, MemorySettings, make_plan
from tactful.bench.cimemories.reveal import judge_kind, reveal
from tactful.bench.cimemories.solvers import gate_memories, write_message

# Inspect tries for ever unless told otherwise; the provider's own client tries twice more each time.
MAX_RETRIES, ATTEMPT_TIMEOUT = 5, 300


@task
def cimemories(
    data: str,
    judge: str = "auto",
    level: str | int = 1,
    prompts: str = "tactful",
    labels: str = "combined",
    rule: str = "corrected",
    protocol: str = "corrected",
    memories: str = "full",
    step: int | None = None,
    draws: int = 1,
    gate: str | None = None,
    profiles: str | int | list[int] | None = None,
    contexts: str | int | list[int] | None = None,
    seed: int = 0,
    prefilter: bool = False,
    discarded: bool = False,
    cache: bool = False,
) -> Task:
    """Write a message for every context of every profile, and count what it gives away.

    ``data``: profiles with labels. ``judge``: ``model`` (give ``--model-role judge=...``), ``lexical``, or
    ``auto``: the model if that role is given. ``level``: 1 plain, 2 and 3 for privacy, 4 for utility.
    ``memories``: ``full``, ``all-necessary``, ``all-private`` or ``random`` with ``step``, ``draws``,
    ``seed``. ``gate``: ``norms``, ``model`` (role ``gate``), or a norm table or weights (FILE). ``profiles``
    and ``contexts`` choose by index: ``0,3`` or ``0-4``. ``rule`` and ``protocol``: ``corrected`` or
    ``as-published`` metrics and prompts.
    """
    settings = MemorySettings.of(
        data,
        judge=judge,
        level=level,
        prompts=prompts,
        labels=labels,
        rule=rule,
        protocol=protocol,
        memories=memories,
        step=step,
        draws=draws,
        gate=gate,
        profiles=profiles,
        contexts=contexts,
        seed=seed,
        prefilter=prefilter,
        discarded=discarded,
        cache=cache,
    )
    plan = make_plan(settings)
    kind = judge_kind(settings.judge)
    common: dict[str, Any] = {
        "data": settings.data,
        "prompts": settings.prompts,
        "protocol": settings.protocol,
    }
    gates = []
    if settings.gate is not None:
        gates = [gate_memories(gate=settings.gate, level=settings.level, cache=settings.cache, **common)]
    return Task(
        dataset=_dataset(plan),
        setup=gates or None,
        solver=write_message(cache=settings.cache),
        scorer=reveal(judge=kind, prefilter=settings.prefilter, cache=settings.cache, **common),
        config=GenerateConfig(max_retries=MAX_RETRIES, attempt_timeout=ATTEMPT_TIMEOUT),
        fail_on_error=False,
        version=1,
        metadata=_metadata(plan, kind),
        viewer=ViewerConfig(trust_content=False),
        headline_metric=HeadlineMetric(metric="violation"),
    )


def _dataset(plan: MemoryPlan) -> MemoryDataset:
    samples = [
        Sample(
            id=sample.id,
            input=plan.prompt(sample),
            metadata=sample.metadata(plan.sha256, plan.settings.rule),
        )
        for sample in plan.samples
    ]
    return MemoryDataset(samples, name="cimemories", location=plan.settings.data)


def _metadata(plan: MemoryPlan, kind: str) -> dict[str, Any]:
    pack = plan.pack
    return {
        "tactful": __version__,
        "settings": plan.settings.to_json(),
        "judge": kind,
        "data_sha256": plan.sha256,
        "prompts": {"name": pack.name, "version": pack.version, "sha256": pack.sha256},
        "samples": len(plan.samples),
        "contexts_discarded": plan.discarded,
        # What the bits of the samples' masks stand for.
        "attributes": {each.profile.id: list(each.keys) for each in plan.profiles},
    }
