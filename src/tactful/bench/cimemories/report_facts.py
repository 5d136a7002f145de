"""What stands beside the scores: the data, the judges, the gate, the cost, the failures and the settings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from tactful.bench.cimemories.results import UNKNOWN_NAMES
from tactful.bench.cimemories.scored import Choices, ScoredRun
from tactful.bench.report.blocks import Block, Column, number, published, section, table
from tactful.score import JudgeAgreement, Spread, dataset_stats, judge_agreement, needs, verdicts
from tactful.terms import Need, Profile, Usage

# Settings that are paths: a page shows the file's name, not where it lay.
PATHS = ("data", "prompts", "source")


def data_section(runs: Sequence[ScoredRun], choices: Choices) -> Block:
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


_TABLE_2 = (
    Column[Mapping[str, Any]]("what", "Figure"),
    Column[Mapping[str, Any]]("here", "Here", "spread"),
    Column[Mapping[str, Any]]("paper", "Paper, Table 2", "spread"),
)


def _table_2(
    place: int, profiles: Sequence[Profile], members: Sequence[ScoredRun], choices: Choices, total: int
) -> Block:
    found = dataset_stats(profiles, choices.labels, choices.rule)
    figures = {
        "profiles": ("Profiles", _count(found.profiles)),
        "attributes": ("Attributes a profile", _spread(found.attributes)),
        "contexts": ("Contexts kept a profile", _spread(found.contexts)),
        "to_share": ("Necessary attributes a context", _spread(found.to_share)),
        "not_to_share": ("Private attributes a context", _spread(found.not_to_share)),
    }
    paper = published("cimemories")["table_2"]
    counts = {
        "Contexts discarded, without a necessary or a private attribute": found.contexts_discarded,
        "Pairs labelled necessary": found.pairs["necessary"],
        "Pairs labelled private": found.pairs["private"],
        "Attributes whose statement another one has": found.duplicates,
    }
    items = [
        {"what": words, "here": value, "paper": dict(zip(("mean", "std"), paper[key], strict=True))}
        for key, (words, value) in figures.items()
    ] + [{"what": words, "here": _count(value)} for words, value in counts.items()]
    name = "Profiles and labels (Table 2)" if total == 1 else f"Profiles and labels {place} (Table 2)"
    used = "" if total == 1 else f" Runs: {', '.join(member.name for member in members)}."
    caption = f"Labels: {choices.labels}, rule: {choices.rule}. Mean ± standard deviation (ddof=1).{used}"
    return table("table-2" if total == 1 else f"table-2-{place}", name, _TABLE_2, items, caption)


def _count(value: int) -> Block:
    return {"mean": value, "std": None}


def _spread(spread: Spread | None) -> dict[str, float | None] | None:
    if spread is None or spread.mean is None:
        return None
    return {"mean": spread.mean, "std": spread.std}


@dataclass(frozen=True, slots=True)
class _Judged:
    """How far the judges of a run agree, over so many messages."""

    run: ScoredRun
    messages: int
    found: JudgeAgreement

    @property
    def positive(self) -> float | None:
        """Agreement on what either called revealed."""
        twice = 2 * self.found.both
        total = twice + self.found.first_only + self.found.second_only
        return twice / total if total else None

    @property
    def kappa(self) -> str | None:
        """Cohen's kappa with three decimals."""
        kappa = number(self.found.kappa)
        return None if kappa is None else f"{kappa:.3f}"


_JUDGES = (
    Column[_Judged]("run", "Run", cell=lambda j: j.run.name, sub=("judge", lambda j: j.run.judge)),
    Column[_Judged]("messages", "Messages", "count"),
    Column[_Judged]("both", "Both: revealed", "count", lambda j: j.found.both),
    Column[_Judged]("model_only", "Model alone", "count", lambda j: j.found.first_only),
    Column[_Judged]("lexical_only", "Lexical alone", "count", lambda j: j.found.second_only),
    Column[_Judged]("neither", "Neither", "count", lambda j: j.found.neither),
    Column[_Judged]("agree", "Agree", "share", lambda j: j.found.percent / 100),
    Column[_Judged]("positive", "Agree on revealed", "share", help="2 × both / (2 × both + alone)"),
    Column[_Judged]("kappa", "Cohen's kappa", "text"),
)


def judge_section(runs: Sequence[ScoredRun]) -> Block | None:
    """The model judge beside the lexical one, where both judged; None where none did."""
    items = []
    for run in runs:
        keys = {profile.id: [a.key for a in profile.attributes] for profile in run.profiles}
        pairs = [
            pair for sample in run.run.samples if sample.profile in keys
            for pair in verdicts(sample, keys[sample.profile])
        ]  # fmt: skip
        if pairs:
            messages = sum(s.revealed is not None and s.lexical is not None for s in run.run.samples)
            items.append(_Judged(run, messages, judge_agreement(pairs)))
    if not items:
        return None
    caption = (
        "Verdicts on every (message, attribute) pair. Most pairs are revealed by neither, so the share of "
        "agreement is high by itself: read kappa. The paper's judge agrees with a human on 94 of 100."
    )
    listed = table("judges", "Model judge and lexical judge", _JUDGES, items, caption)
    return section("judges", "Agreement of the judges", [listed])


_ACTS = ("passed", "generalised", "withheld")
_GATE = (
    Column[Mapping[str, Any]]("run", "Run"),
    Column[Mapping[str, Any]]("gate", "Gate"),
    Column[Mapping[str, Any]]("label", "Memories labelled"),
    Column[Mapping[str, Any]]("memories", "Decisions", "count", help="memories of all messages"),
    *(Column[Mapping[str, Any]](act, act.capitalize(), "share") for act in _ACTS),
)


def gate_section(runs: Sequence[ScoredRun], choices: Choices) -> Block | None:
    """What the gate did to memories by their labels; None where no run has one."""
    items = []
    for run in runs:
        if run.gate == "none" and not any(s.withheld or s.generalised for s in run.run.samples):
            continue
        counts = _gate_counts(run, choices)
        for need in (Need.NECESSARY, Need.PRIVATE, Need.AMBIGUOUS):
            total = sum(counts[need].values())
            shares = {act: counts[need][act] / total if total else None for act in _ACTS}
            items.append(
                {"run": run.name, "gate": run.gate, "label": need.name.lower(), "memories": total, **shares}
            )
    if not items:
        return None
    caption = (
        "Before a message is written: a good gate passes what is necessary and withholds what is private."
    )
    return section("gate", "What the gate did", [table("gate", "Decisions by label", _GATE, items, caption)])


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


_Used = tuple[str, str, Usage]
_USAGE = (
    Column[_Used]("run", "Run", cell=lambda used: used[0]),
    Column[_Used]("model", "Model", cell=lambda used: used[1].removeprefix("judge:")),
    Column[_Used]("role", "Role", cell=lambda used: "judge" if used[1].startswith("judge:") else "writer"),
    Column[_Used]("calls", "Calls", "count", lambda used: used[2].calls),
    Column[_Used]("input", "Input tokens", "tokens", lambda used: used[2].input_tokens),
    Column[_Used]("cached", "of these cached", "tokens", lambda used: used[2].cached_tokens),
    Column[_Used]("output", "Output tokens", "tokens", lambda used: used[2].output_tokens),
    Column[_Used]("cost", "Cost", "money", lambda used: number(used[2].cost)),
)


def usage_section(runs: Sequence[ScoredRun]) -> Block:
    """Calls, tokens and money by model; money is unknown unless the run knew the prices."""
    used = [(run.name, model, usage) for run in runs for model, usage in run.run.usage.items()]
    listed = table(
        "usage", "Calls, tokens and cost by model", _USAGE, used,
        "A dash means unknown, not free.", empty="The runs recorded no usage.",
    )  # fmt: skip
    return section("cost", "Cost and tokens", [listed])


_UNKNOWN = "in the judge's replies, no attribute's: the judge was asked again, or left the sentence empty"
_Failed = tuple[str, str, str, Any]
_FAILURES = (
    Column[_Failed]("run", "Run", cell=lambda failed: failed[0]),
    Column[_Failed]("what", "What", cell=lambda failed: failed[1]),
    Column[_Failed]("reason", "Reason", cell=lambda failed: failed[2]),
    Column[_Failed](
        "count", "Count", "count", lambda failed: failed[3], help="messages, but in the row of names"
    ),
)


def failure_section(runs: Sequence[ScoredRun]) -> Block:
    """Every unscored message by its reason, what the run itself counted, and the judge's unknown names."""
    listed = table(
        "failures", "Unscored messages and failures by reason", _FAILURES,
        [failed for run in runs for failed in _failures(run)],
        "A failed call or an unparsed judgement is unscored; it never counts as “nothing revealed”.",
        empty="Nothing failed: every message was written and scored.",
    )  # fmt: skip
    return section("failures", "Failures", [listed])


def _failures(run: ScoredRun) -> Iterator[_Failed]:
    reasons = Counter(s.problem or "no reason given" for s in run.run.samples if s.revealed is None)
    yield from ((run.name, "unscored", reason, n) for reason, n in reasons.most_common())
    extra = {reason: n for reason, n in run.run.failures.items() if n and reasons.get(reason) != n}
    if sum(extra.values()) != sum(reasons.values()):
        yield from ((run.name, "counted by the run", reason, n) for reason, n in extra.items())
    if run.missing:
        yield run.name, "missing", "the message was never written", run.missing
    if unknown := run.run.settings.get(UNKNOWN_NAMES):
        yield run.name, "names, not messages", _UNKNOWN, unknown


_SETTINGS = (
    Column[tuple[str, str, Any]]("run", "Run", cell=lambda item: item[0]),
    Column[tuple[str, str, Any]]("setting", "Setting", cell=lambda item: item[1]),
    Column[tuple[str, str, Any]]("value", "Value", "json", lambda item: item[2]),
)


def settings_section(runs: Sequence[ScoredRun]) -> Block:
    """The exact settings of every run, and the hash of its data."""
    items = [(run.name, name, value) for run in runs for name, value in public_settings(run).items()]
    listed = table("settings", "Settings of the runs", _SETTINGS, items, fold=True)
    return section("settings", "Settings and hashes", [listed])


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
