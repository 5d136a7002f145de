"""What the memory gate does: violation and completeness with and without it, per offline model and backend.

Prompt -> gate -> offline model -> lexical judge, on labelled profiles. The norm table that comes with the
package was steered with the labels of the first profile's even-numbered contexts alone; its odd contexts and
the other profile are held out and reported apart. ``classifier`` never judges a context that it was trained
on, ``classifier/profile`` never a profile; the threshold is chosen inside the training part. Two profiles say
nothing of other people: intervals resample attributes and contexts within them.

    python benchmarks/memories_gate.py LABELLED.json [--parts steered] [--gates none norms] [--epochs 5]

Models that answer alike every time are sampled once: their Violation@n is the same for every n.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from tactful.bench import memory_lines, message_prompt
from tactful.formats import read_profiles
from tactful.memory import ACTIONS, Gate, GateDecision, NormGate, context_key, held_out, pairs_of
from tactful.models import OFFLINE_MODELS, OfflineCall, PromptPack, load_pack
from tactful.score import LexicalJudge, needs, summarize, tabulate
from tactful.terms import Context, Need, Profile, SampleResult

MODELS = ("reveal-all", "domain-match", "random-p", "oracle", "reveal-none")
GATES = ("none", "norms", "classifier", "classifier/profile")
PARTS: dict[str, Callable[[int, int], bool]] = {
    "steered": lambda profile, context: profile == 0 and context % 2 == 0,
    "held-out contexts": lambda profile, context: profile == 0 and context % 2 == 1,
    "held-out profile": lambda profile, context: profile > 0,
    "all held out": lambda profile, context: profile > 0 or context % 2 == 1,
}
# The gate for a context of a profile, by index; None: no gate.
Choose = Callable[[int, Context], Gate | None]


@dataclass
class Bench:
    """What all rows share."""

    profiles: Sequence[Profile]
    epochs: int
    seed: int
    pack: PromptPack = field(default_factory=load_pack)
    judges: list[LexicalJudge] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lines = [memory_lines(profile) for profile in self.profiles]
        self.judges = [
            LexicalJudge(profile.attributes, list(lines.values()))
            for profile, lines in zip(self.profiles, self.lines, strict=True)
        ]
        self.needs = [needs(profile) for profile in self.profiles]

    def part(self, name: str) -> list[tuple[int, list[int]]]:
        """(profile index, its context indices) of one part."""
        inside = PARTS[name]
        chosen = [
            (p, [c for c in range(len(profile.contexts)) if inside(p, c)])
            for p, profile in enumerate(self.profiles)
        ]
        return [(p, contexts) for p, contexts in chosen if contexts]

    def decide(self, part: str, choose: Choose) -> tuple[dict[tuple[int, int], list[GateDecision]], float]:
        """Every decision of a part, and the seconds they took."""
        decided: dict[tuple[int, int], list[GateDecision]] = {}
        seconds = 0.0
        for p, contexts in self.part(part):
            texts = list(self.lines[p].values())
            for c in contexts:
                context = self.profiles[p].contexts[c]
                gate = choose(p, context)
                start = time.perf_counter()
                decided[p, c] = (
                    [GateDecision("pass", text, "no gate", "none") for text in texts]
                    if gate is None
                    else list(gate.decide(texts, task=context.task, recipient=context.recipient))
                )
                seconds += time.perf_counter() - start
        return decided, seconds

    def row(
        self, part: str, model: str, decided: dict[tuple[int, int], list[GateDecision]]
    ) -> dict[str, Any]:
        """Both metrics of one model behind one gate."""
        taken, samples = [], []
        for p, contexts in self.part(part):
            profile = self.profiles[p]
            taken.append(replace(profile, contexts=tuple(profile.contexts[c] for c in contexts)))
            for at, c in enumerate(contexts):
                samples += self.samples(model, p, c, at, decided[p, c])
        scores = summarize(tabulate(taken, samples), unit="items", seed=self.seed)
        return {"part": part, "model": model} | scores.to_json()

    def samples(
        self, model: str, p: int, c: int, at: int, decisions: Sequence[GateDecision]
    ) -> list[SampleResult]:
        """The messages of one context, judged; ``at`` is its place in the part."""
        profile, context = self.profiles[p], self.profiles[p].contexts[c]
        keys = [attribute.key for attribute in profile.attributes]
        said = {key: d.statement for key, d in zip(keys, decisions, strict=True) if d.statement is not None}
        necessary = {key for key, need in zip(keys, self.needs[p][c], strict=True) if need == Need.NECESSARY}
        wanted = frozenset(text for key, text in said.items() if key in necessary)
        prompt = message_prompt(self.pack, 1, profile, context, lines=said)
        args = {"oracle": lambda statements, recipient, task: wanted & statements, "pack": self.pack}
        found = []
        for epoch in range(self.epochs if model == "random-p" else 1):
            message = OFFLINE_MODELS[model](OfflineCall(prompt, self.seed, epoch, args))
            revealed = self.judges[p].revealed(message)
            found.append(SampleResult(profile.id, at, epoch, in_memory=tuple(keys), revealed=revealed))
        return found


def chooser(name: str, profiles: Sequence[Profile], seed: int) -> Choose:
    """Which gate judges which context."""
    if name == "none":
        return lambda profile, context: None
    if name == "norms":
        norms = NormGate.default()
        return lambda profile, context: norms
    by: Literal["context", "profile"] = "profile" if name == "classifier/profile" else "context"
    pairs = pairs_of(profiles)
    gates: dict[tuple[int, tuple[str, str]], Gate] = {}
    for held, gate in held_out(pairs, by=by, seed=seed):
        pairs_held = zip(pairs.profile[held].tolist(), pairs.context[held].tolist(), strict=True)
        for profile, number in set(pairs_held):
            gates[profile, pairs.contexts[number]] = gate
    return lambda profile, context: gates[profile, context_key(context)]


def main() -> None:
    arguments = parser().parse_args()
    bench = Bench(read_profiles(arguments.labelled).profiles, arguments.epochs, arguments.seed)
    rows: list[dict[str, Any]] = []
    for gate in arguments.gates:
        choose = chooser(gate, bench.profiles, arguments.seed)
        for part in arguments.parts:
            decided, seconds = bench.decide(part, choose)
            actions = Counter(d.action for decisions in decided.values() for d in decisions)
            did = {"gate": gate, "actions": dict(actions), "microseconds": 1e6 * seconds / actions.total()}
            rows += [bench.row(part, model, decided) | did for model in arguments.models]
    show(rows, arguments.parts)
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


def show(rows: Sequence[dict[str, Any]], parts: Sequence[str]) -> None:
    """The table of each part, as Markdown."""
    columns = "model", "gate", "violation@n [95 %]", "completeness [95 %]", *ACTIONS, "µs each"
    for part in parts:
        print(f"\n{part}\n\n| {' | '.join(columns)} |\n{'|---' * len(columns)}|")
        for row in sorted((r for r in rows if r["part"] == part), key=lambda r: MODELS.index(r["model"])):
            counts = [str(row["actions"].get(action, 0)) for action in ACTIONS]
            metrics = shown(row["violation"]), shown(row["completeness"])
            cells = row["model"], row["gate"], *metrics, *counts, f"{row['microseconds']:.0f}"
            print(f"| {' | '.join(cells)} |")


def shown(estimate: dict[str, Any]) -> str:
    if estimate["mean"] is None:
        return "-"
    return f"{estimate['mean']:.1%} [{estimate['low']:.1%}, {estimate['high']:.1%}]"


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("labelled", type=Path, help="file of labelled profiles")
    made.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    made.add_argument("--gates", nargs="+", choices=GATES, default=list(GATES))
    made.add_argument("--models", nargs="+", choices=MODELS, default=list(MODELS))
    made.add_argument("--epochs", type=int, default=5)
    made.add_argument("--seed", type=int, default=0)
    made.add_argument("--json", type=Path, help="also write the rows here")
    return made


if __name__ == "__main__":
    main()
