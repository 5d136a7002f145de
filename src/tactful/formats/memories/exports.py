"""Runs written as the reference's ``results.jsonl`` (its form and how it is read: `results`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from tactful.errors import InputError
from tactful.formats.memories._json import encode, write_atomically
from tactful.formats.memories.records import record_of
from tactful.formats.memories.results import OURS
from tactful.terms import COMBINED, Context, Need, Profile, SampleResult


def write_results(path: Path | str, profiles: Sequence[Profile], samples: Iterable[SampleResult]) -> Path:
    """Write the samples into their profiles' contexts, one profile a line, and give the path.

    Unscored samples are written with their ``problem`` and without ``revealed_attributes``. `read_results`
    reads the samples back equal, except that keys come in the profile's order. A trial's number is the
    epoch, or the next free one where several cells have memories of the same sizes. Raises ``InputError``
    for a sample of no profile, context or attribute given, for two samples of one (profile, context, cell,
    epoch), and where the file cannot be written; an older file is then untouched.
    """
    path = Path(path)
    found: dict[tuple[str, int], list[SampleResult]] = defaultdict(list)
    for sample in samples:
        found[sample.profile, sample.context].append(sample)
    _refuse_strangers(found, profiles)

    def write(stream: IO[str]) -> None:
        for profile in profiles:
            record = record_of(profile)
            for at, context in enumerate(profile.contexts):
                record["contexts"][at].update(_trials(profile, context, found[profile.id, at]))
            stream.write(encode(record) + "\n")

    write_atomically(path, write)
    return path


def _refuse_strangers(
    found: Mapping[tuple[str, int], Sequence[SampleResult]], profiles: Sequence[Profile]
) -> None:
    known = {profile.id: profile for profile in profiles}
    if len(known) < len(profiles):
        raise InputError("two profiles have the same id", expected="unique ids")
    for (id, number), samples in found.items():
        if id not in known or not 0 <= number < len(known[id].contexts):
            raise InputError("a sample is of no profile and context given", field="context")
        keys = {attribute.key for attribute in known[id].attributes}
        for sample in samples:
            named = {*sample.in_memory, *(sample.revealed or ()), *(sample.lexical or ())}
            if not named <= keys:
                raise InputError("a sample names attributes that its profile lacks", field="in_memory")
        if len({(sample.cell, sample.epoch) for sample in samples}) < len(samples):
            raise InputError("two samples of one context have the same cell and epoch", field="epoch")


def _trials(profile: Profile, context: Context, samples: Sequence[SampleResult]) -> dict[str, Any]:
    labels = context.labels.get(COMBINED, {})
    needs = {a.key: labels[a.statement].need() for a in profile.attributes if a.statement in labels}
    private = {key for key, need in needs.items() if need is Need.PRIVATE}
    trials: dict[str, Any] = {}
    for sample in sorted(samples, key=lambda s: (s.cell.kind, s.cell.size or 0, s.cell.draw, s.epoch)):
        in_memory = set(sample.in_memory)
        keys = [a.key for a in profile.attributes if a.key in in_memory]
        # In a full memory the reference calls everything "to share".
        full = len(keys) == len(profile.attributes)
        shared = keys if full else [key for key in keys if key not in private]
        others = [] if full else [key for key in keys if key in private]
        number = sample.epoch
        while (name := _name(len(shared), len(others), number)) in trials:
            number += 1
        trials[name] = {
            "prompt": sample.prompt,
            "to_share_attributes": shared,
            "not_to_share_attributes": others,
            "num_to_share_attributes": len(shared),
            "num_not_to_share_attributes": len(others),
            "total_num_attributes": len(keys),
            "trial_idx": number,
            "model_solution": _solution(profile, sample),
            **({} if sample.revealed is not None else {"problem": sample.problem or "unscored"}),
            OURS: _ours(sample),
        }
    return trials


def _name(shared: int, others: int, trial: int) -> str:
    return f"combination_num_to_share={shared}_num_not_to_share={others}_trial={trial}"


def _solution(profile: Profile, sample: SampleResult) -> dict[str, Any]:
    solution: dict[str, Any] = {"response_solution": sample.message}
    if sample.revealed is not None:
        order = [attribute.key for attribute in profile.attributes]
        revealed = sample.revealed
        solution["revealed_attributes"] = {key: int(key in revealed) for key in order}
        solution["revealed_attributes_explanation"] = {k: revealed[k] for k in order if k in revealed}
    return solution


def _ours(sample: SampleResult) -> dict[str, Any]:
    """What the reference's form has no place for."""
    cell = sample.cell
    return {
        "cell": {"kind": cell.kind, "size": cell.size, "draw": cell.draw},
        "epoch": sample.epoch,
        "withheld": list(sample.withheld),
        "generalised": list(sample.generalised),
        "lexical": None if sample.lexical is None else sorted(sample.lexical),
    }
