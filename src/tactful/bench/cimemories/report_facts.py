"""What stands beside the scores: the data, the judges, the gate, the cost, the failures and the settings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from tactful.bench.cimemories.paper import table_2
from tactful.bench.cimemories.results import UNKNOWN_NAMES
from tactful.bench.cimemories.scored import Choices, ScoredRun
from tactful.bench.report.blocks import column, number, row, section, table
from tactful.score import JudgeAgreement, Spread, dataset_stats, judge_agreement, needs, verdicts
from tactful.terms import Need, Profile, Usage

# Settings that are paths: a page shows the file's name, not where it lay.
PATHS = ("data", "prompts", "source")


def data_section(runs: Sequence[ScoredRun], choices: Choices) -> dict[str, Any]:
    """Table 2 of every set of profiles that the runs asked about, beside the paper's."""
    sets: list[list[ScoredRun]] = []
    for run in runs:
        same = next((members for members in sets if members[0].profiles == run.profiles), None)
        if same is None:
            sets.append([run])
        else:
            same.append(run)
    blocks = [
        _table_2(number_of, members[0].profiles, members, choices, len(sets))
        for number_of, members in enumerate(sets, start=1)
    ]
    return section("data", "Data", blocks)


def _table_2(
    place: int, profiles: Sequence[Profile], members: Sequence[ScoredRun], choices: Choices, total: int
) -> dict[str, Any]:
    found = dataset_stats(profiles, choices.labels, choices.rule)
    figures: dict[str, tuple[str, Any]] = {
        "profiles": ("Profiles", {"mean": found.profiles, "std": None}),
        "attributes": ("Attributes a profile", _spread(found.attributes)),
        "contexts": ("Contexts kept a profile", _spread(found.contexts)),
        "to_share": ("Necessary attributes a context", _spread(found.to_share)),
        "not_to_share": ("Private attributes a context", _spread(found.not_to_share)),
    }
    published = table_2()
    rows = [
        row(what=words, here=value, paper=dict(zip(("mean", "std"), published[key], strict=True)))
        for key, (words, value) in figures.items()
    ]
    counts = {
        "Contexts discarded, without a necessary or a private attribute": found.contexts_discarded,
        "Pairs labelled necessary": found.pairs["necessary"],
        "Pairs labelled private": found.pairs["private"],
        "Attributes whose statement another one has": found.duplicates,
    }
    rows += [row(what=words, here={"mean": value, "std": None}) for words, value in counts.items()]
    columns = [
        column("what", "Figure"),
        column("here", "Here", "spread"),
        column("paper", "Paper, Table 2", "spread"),
    ]
    name = "Profiles and labels (Table 2)" if total == 1 else f"Profiles and labels {place} (Table 2)"
    used = "" if total == 1 else f" Runs: {', '.join(member.name for member in members)}."
    caption = f"Labels: {choices.labels}, rule: {choices.rule}. Mean ± standard deviation (ddof=1).{used}"
    return table("table-2" if total == 1 else f"table-2-{place}", name, columns, rows, caption)


def _spread(spread: Spread | None) -> dict[str, float | None] | None:
    if spread is None or spread.mean is None:
        return None
    return {"mean": spread.mean, "std": spread.std}


def judge_section(runs: Sequence[ScoredRun]) -> dict[str, Any] | None:
    """The model judge beside the lexical one, where both judged; None where none did."""
    rows = []
    for run in runs:
        keys = {profile.id: [a.key for a in profile.attributes] for profile in run.profiles}
        pairs = [
            pair for sample in run.run.samples if sample.profile in keys
            for pair in verdicts(sample, keys[sample.profile])
        ]  # fmt: skip
        if pairs:
            messages = sum(s.revealed is not None and s.lexical is not None for s in run.run.samples)
            rows.append(_judges_row(run, messages, judge_agreement(pairs)))
    if not rows:
        return None
    columns = [
        column("run", "Run", sub="judge"),
        column("messages", "Messages", "count"),
        column("both", "Both: revealed", "count"),
        column("model_only", "Model alone", "count"),
        column("lexical_only", "Lexical alone", "count"),
        column("neither", "Neither", "count"),
        column("agree", "Agree", "share"),
        column("positive", "Agree on revealed", "share", help="2 × both / (2 × both + alone)"),
        column("kappa", "Cohen's kappa", "text"),
    ]
    caption = (
        "Verdicts on every (message, attribute) pair. Most pairs are revealed by neither, so the share of "
        "agreement is high by itself: read kappa. The paper's judge agrees with a human on 94 of 100."
    )
    return section(
        "judges",
        "Agreement of the judges",
        [table("judges", "Model judge and lexical judge", columns, rows, caption)],
    )


def _judges_row(run: ScoredRun, messages: int, found: JudgeAgreement) -> dict[str, Any]:
    alone = found.first_only + found.second_only
    kappa = number(found.kappa)
    return row(
        run=run.name,
        judge=run.judge,
        messages=messages,
        both=found.both,
        model_only=found.first_only,
        lexical_only=found.second_only,
        neither=found.neither,
        agree=found.percent / 100,
        positive=2 * found.both / (2 * found.both + alone) if found.both + alone else None,
        kappa=None if kappa is None else f"{kappa:.3f}",
    )


def gate_section(runs: Sequence[ScoredRun], choices: Choices) -> dict[str, Any] | None:
    """What the gate did to memories by their labels; None where no run has one."""
    rows = []
    for run in runs:
        if run.gate == "none" and not any(s.withheld or s.generalised for s in run.run.samples):
            continue
        counts = _gate_counts(run, choices)
        for need in (Need.NECESSARY, Need.PRIVATE, Need.AMBIGUOUS):
            done = counts[need]
            total = sum(done.values())
            share = {
                act: done[act] / total if total else None for act in ("passed", "generalised", "withheld")
            }
            rows.append(row(run=run.name, gate=run.gate, label=need.name.lower(), memories=total, **share))
    if not rows:
        return None
    columns = [
        column("run", "Run"),
        column("gate", "Gate"),
        column("label", "Memories labelled"),
        column("memories", "Decisions", "count", help="memories of all messages"),
        column("passed", "Passed", "share"),
        column("generalised", "Generalised", "share"),
        column("withheld", "Withheld", "share"),
    ]
    caption = (
        "Before a message is written: a good gate passes what is necessary and withholds what is private."
    )
    return section("gate", "What the gate did", [table("gate", "Decisions by label", columns, rows, caption)])


def _gate_counts(run: ScoredRun, choices: Choices) -> Mapping[Need, Counter[str]]:
    counts: dict[Need, Counter[str]] = {need: Counter() for need in Need}
    codes = {p.id: needs(p, choices.labels, choices.rule) for p in run.profiles}
    keys = {p.id: [a.key for a in p.attributes] for p in run.profiles}
    for sample in run.run.samples:
        held, coarser, memory = set(sample.withheld), set(sample.generalised), set(sample.in_memory)
        for key, code in zip(keys[sample.profile], codes[sample.profile][sample.context], strict=True):
            if key in memory:
                done = "withheld" if key in held else "generalised" if key in coarser else "passed"
                counts[Need(int(code))][done] += 1
    return counts


def usage_section(runs: Sequence[ScoredRun]) -> dict[str, Any]:
    """Calls, tokens and money by model; money is unknown unless the run knew the prices."""
    rows = [_usage_row(run.name, model, usage) for run in runs for model, usage in run.run.usage.items()]
    columns = [
        column("run", "Run"),
        column("model", "Model"),
        column("role", "Role"),
        column("calls", "Calls", "count"),
        column("input", "Input tokens", "tokens"),
        column("cached", "of these cached", "tokens"),
        column("output", "Output tokens", "tokens"),
        column("cost", "Cost", "money"),
    ]
    listed = table(
        "usage", "Calls, tokens and cost by model", columns, rows,
        "A dash means unknown, not free.", empty="The runs recorded no usage.",
    )  # fmt: skip
    return section("cost", "Cost and tokens", [listed])


def _usage_row(name: str, model: str, usage: Usage) -> dict[str, Any]:
    judge = model.startswith("judge:")
    return row(
        run=name,
        model=model.removeprefix("judge:"),
        role="judge" if judge else "writer",
        calls=usage.calls,
        input=usage.input_tokens,
        cached=usage.cached_tokens,
        output=usage.output_tokens,
        cost=number(usage.cost),
    )


_UNKNOWN = "in the judge's replies, no attribute's: the judge was asked again, or left the sentence empty"


def failure_section(runs: Sequence[ScoredRun]) -> dict[str, Any]:
    """Every unscored message by its reason, what the run itself counted, and the judge's unknown names."""
    rows = []
    for run in runs:
        reasons = Counter(s.problem or "no reason given" for s in run.run.samples if s.revealed is None)
        rows += [row(run=run.name, what="unscored", reason=r, count=n) for r, n in reasons.most_common()]
        extra = {reason: n for reason, n in run.run.failures.items() if n and reasons.get(reason) != n}
        if sum(extra.values()) != sum(reasons.values()):
            rows += [
                row(run=run.name, what="counted by the run", reason=r, count=n) for r, n in extra.items()
            ]
        missing = run.scores.missing if run.scores else 0
        if missing:
            rows.append(
                row(run=run.name, what="missing", reason="the message was never written", count=missing)
            )
        if unknown := run.run.settings.get(UNKNOWN_NAMES):
            rows.append(row(run=run.name, what="names, not messages", reason=_UNKNOWN, count=unknown))
    columns = [
        column("run", "Run"),
        column("what", "What"),
        column("reason", "Reason"),
        column("count", "Count", "count", help="messages, but in the row of names"),
    ]
    listed = table(
        "failures", "Unscored messages and failures by reason", columns, rows,
        "A failed call or an unparsed judgement is unscored; it never counts as “nothing revealed”.",
        empty="Nothing failed: every message was written and scored.",
    )  # fmt: skip
    return section("failures", "Failures", [listed])


def settings_section(runs: Sequence[ScoredRun]) -> dict[str, Any]:
    """The exact settings of every run, and the hash of its data."""
    rows = [
        row(run=run.name, setting=name, value=value)
        for run in runs
        for name, value in public_settings(run).items()
    ]
    columns = [column("run", "Run"), column("setting", "Setting"), column("value", "Value", "json")]
    return section(
        "settings",
        "Settings and hashes",
        [table("settings", "Settings of the runs", columns, rows, fold=True)],
    )


def public_settings(run: ScoredRun) -> dict[str, Any]:
    """Settings without the folders that files lay in; the log's name and the data's hash among them."""
    shown = {
        name: PurePath(value).name if name in PATHS and isinstance(value, str) else value
        for name, value in run.run.settings.items()
    }
    shown.setdefault("model", run.run.model)
    shown["source"] = PurePath(run.run.source).name
    if run.sha256 is not None:
        shown["data_sha256"] = run.sha256
    return shown
