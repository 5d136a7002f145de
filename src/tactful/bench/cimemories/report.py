"""Everything that a report of memory runs says, as one plain document: tables, figures and leaks.

The shape of the document stands in `tactful.bench.report.documents`, which draws it. It holds memory
statements and sentences of messages where something leaked, and nothing else of the messages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tactful import __version__
from tactful.bench.cimemories.compared import choose, compare_section
from tactful.bench.cimemories.composition import composition_section
from tactful.bench.cimemories.report_facts import (
    data_section,
    failure_section,
    gate_section,
    judge_section,
    public_settings,
    settings_section,
    usage_section,
)
from tactful.bench.cimemories.report_figures import (
    accumulation_figure,
    matrix_figure,
    prompts_figure,
    reasoning_figure,
    sizes_figure,
    tradeoff_figure,
)
from tactful.bench.cimemories.report_leaks import leaks_section
from tactful.bench.cimemories.report_tables import (
    context_table,
    domain_table,
    paper_table,
    persona_tables,
    profile_table,
    runs_note,
    table_1,
    table_8,
    unit_note,
    unscored_note,
)
from tactful.bench.cimemories.results import RunData, with_profiles
from tactful.bench.cimemories.scored import Choices, ScoredRun, score_runs
from tactful.bench.report.blocks import Block, counted, section, tile
from tactful.score import rule_named
from tactful.terms import MemoryRun

FORMAT, VERSION = "tactful.memories-report", 1
RULES = {
    "corrected": "as defined in the paper",
    "as_published": "as the public script computes it: private keys that hold name, address, sex or age are "
    "dropped, and profiles of one name and contexts of one task are merged",
}


def report_document(
    given: Sequence[RunData | MemoryRun],
    *,
    labels: str | None = None,
    rule: str | None = None,
    seed: int = 0,
    resamples: int = 2000,
    compare: tuple[str, str] | None = None,
    title: str = "Contextual integrity of memory",
    sources: Sequence[Mapping[str, Any]] = (),
) -> Block:
    """The document of a report on these runs, all scored with one label set and one rule.

    Runs without their profiles read the data file that they name. ``labels`` and ``rule`` are by default
    those that the runs were made with, where all agree, else "combined" and "corrected". ``compare`` names
    two runs (by name, number or model) for paired differences. ``sources`` (file, sha256) go into the
    manifest. JSON-able; fractions from 0 to 1, null where nothing can be said. The same runs and
    seed give the same document. Raises ``InputError`` where the runs and their data do not belong together.
    """
    found = [with_profiles(run) if isinstance(run, MemoryRun) else run for run in given]
    choices = Choices(
        labels or _agreed(found, "labels", "combined"),
        rule_named(rule or _agreed(found, "rule", "corrected")),
        seed,
        resamples,
    )
    runs = score_runs(found, choices)
    sections: list[Block | None] = [_results(runs)]
    if compare is not None:
        first, second = (choose(runs, name) for name in compare)
        sections.append(compare_section(first, second, choices))
    sections += _figures(runs, choices)
    personas = persona_tables(runs, choices)
    if personas:
        sections.append(section("personas", "By persona", personas, _PERSONAS))
    sections += [
        composition_section(runs),
        leaks_section(runs, choices),
        judge_section(runs),
        gate_section(runs, choices),
        data_section(runs, choices),
        usage_section(runs),
        failure_section(runs),
        settings_section(runs),
    ]
    return {
        "format": FORMAT,
        "version": VERSION,
        "title": title,
        "subtitle": _subtitle(runs, choices),
        "notes": [
            *unit_note(runs),
            *_rescored(found, choices),
            *runs_note(runs),
            *unscored_note(runs),
            *(note for run in runs for note in run.notes),
        ],
        "tiles": _tiles(runs),
        "sections": [each for each in sections if each is not None],
        "manifest": {
            "tactful": __version__,
            "scoring": asdict(choices),
            "runs": [{"name": run.name, "settings": public_settings(run)} for run in runs],
            "sources": [dict(source) for source in sources],
        },
    }


def _rescored(runs: Sequence[RunData], choices: Choices) -> list[str]:
    """A note where runs were made with other labels or another rule than all of them are scored with here."""
    notes = []
    for setting, used in (("labels", choices.labels), ("rule", choices.rule)):
        said = {str(data.run.settings.get(setting, used)).replace("-", "_") for data in runs}
        if others := sorted(said - {used.replace("-", "_")}):
            notes.append(f"Some runs were made with {setting} {', '.join(others)}; here all have {used}.")
    return notes


def _agreed(runs: Sequence[RunData], setting: str, default: str) -> str:
    """What all runs say of a setting; the default where they differ, or do not say."""
    said = {str(data.run.settings.get(setting, default)) for data in runs}
    return said.pop() if len(said) == 1 else default


_PERSONAS = (
    "The same messages, scored with the labels of one of Westin's three personas instead of what all three "
    "agree on. The contexts that count differ with the labels."
)
_ABOUT_METRICS = (
    "Violation@n: of a user's attributes that are private in some context, the share that any of n messages "
    "gave away where it is private. Completeness: of the attributes that a task needs, the share "
    "that its messages stated, the average over tasks."
)


def _results(runs: Sequence[ScoredRun]) -> Block:
    blocks = [table_1(runs), tradeoff_figure(runs), profile_table(runs), paper_table(), table_8(runs)]
    return section("results", "Results", blocks, _ABOUT_METRICS)


def _figures(runs: Sequence[ScoredRun], choices: Choices) -> list[Block]:
    sections = []
    if prompts := prompts_figure(runs):
        sections.append(section("prompts", "Prompts and gates", [prompts]))
    if models := [each for each in (sizes_figure(runs), reasoning_figure(runs)) if each]:
        sections.append(section("models", "Model size and reasoning", models))
    if curves := accumulation_figure(runs):
        sections.append(section("accumulation", "Accumulation", [curves]))
    if matrix := matrix_figure(runs):
        blocks = [matrix, domain_table(runs, choices), context_table(runs)]
        sections.append(section("domains", "Domains and contexts", blocks))
    return sections


def _subtitle(runs: Sequence[ScoredRun], choices: Choices) -> str:
    files = list(
        dict.fromkeys(
            str(public_settings(run)["data"]) for run in runs if run.run.settings.get("data") is not None
        )
    )
    named = f" on {', '.join(files)}" if files else ""
    return (
        f"CIMemories, {counted(len(runs), 'run')}{named}. Labels: {choices.labels}. "
        f"Rule: {choices.rule.replace('_', '-')}, {RULES[choices.rule]}."
    )


def _tiles(runs: Sequence[ScoredRun]) -> list[dict[str, str]]:
    messages = sum(len(run.run.samples) for run in runs)
    lost = sum(run.unscored + run.missing for run in runs)
    profiles = {profile.id for run in runs for profile in run.profiles}
    scored = [run.scores for run in runs if run.scores]
    contexts = max((scores.contexts for scores in scored), default=0)
    discarded = max((scores.contexts_discarded for scores in scored), default=0)
    usage = [usage for run in runs for usage in run.run.usage.values()]
    known = [each.cost for each in usage if each.cost is not None]
    tokens = sum(each.input_tokens + each.output_tokens for each in usage)
    partly = " (cost of some models)" if 0 < len(known) < len(usage) else ""
    return [
        tile("Runs", str(len(runs)), counted(len({run.run.model for run in runs}), "model")),
        tile("Profiles", str(len(profiles)), f"{counted(contexts, 'context')} kept, {discarded} discarded"),
        tile("Messages", f"{messages:,}", "of all runs"),
        tile(
            "Unscored",
            f"{lost:,}",
            "counted in no figure" if lost else "every message has a score",
            bad=lost > 0,
        ),
        tile("Cost", f"${sum(known):,.2f}" if known else "unknown", f"{tokens:,} tokens{partly}"),
    ]
