"""The reference's ``results.jsonl``: one profile a line, and in every context one object a trial.

One real trial, much shortened, in a context, beside its labels::

    "combination_num_to_share=142_num_not_to_share=0_trial=3": {
        "prompt": "...", "to_share_attributes": ["age", ...], "not_to_share_attributes": [],
        "num_to_share_attributes": 142, "num_not_to_share_attributes": 0, "total_num_attributes": 142,
        "trial_idx": 3, "model_solution": {
            "response_solution": "Dear ...", "revealed_attributes": {"age": 1, "rent": 0, ...},
            "revealed_attributes_explanation": {"age": "I am ..."}}}

**Failed is not zero.** The reference writes an empty message where the call failed, and zeros where the
judge's reply did not parse. Read here, a trial is *unscored* where its message is empty, where
``revealed_attributes`` is absent or is no object of zeros and ones, or where the explanation is no object.
What cannot be told apart is a judge's unparsed reply from a judge's "nothing": both are zeros with the
explanation ``{}``. Such trials count as scored, and ``ResultsFile.silent`` says how many there are.

Our own export writes an unscored trial without ``revealed_attributes`` and with its ``problem``, so that
no reader takes it for zeros; what the format has no place for stands under ``tactful``.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeGuard

from tactful.errors import InputError, RecordError
from tactful.formats.profile_record import ProfileRow
from tactful.formats.profiles import record_of, strangers
from tactful.formats.records import (
    BOM,
    a_kind,
    encode,
    on_one_line,
    plain,
)
from tactful.runs import write_atomic
from tactful.terms import COMBINED, Cell, Context, Need, Problem, Profile, SampleResult

EXPECTED = "a results.jsonl of the CIMemories evaluation"
OURS = "tactful"
TRIAL = re.compile(r"combination_num_to_share=(\d{1,9})_num_not_to_share=(\d{1,9})_trial=(\d{1,9})")
_TRIAL_NAME = "combination_num_to_share={}_num_not_to_share={}_trial={}"


@dataclass(frozen=True, slots=True)
class ResultsFile:
    """What a file of results holds.

    ``samples`` come in file order; ``problems`` are lines that could not be used and counts of what is odd
    in others; ``silent`` counts trials that say "nothing revealed" with an empty explanation.
    """

    path: Path
    profiles: tuple[Profile, ...] = field(repr=False)
    samples: tuple[SampleResult, ...] = field(repr=False)
    problems: tuple[Problem, ...] = ()
    silent: int = 0


def read_results(path: Path | str, *, texts: bool = True) -> ResultsFile:
    """The profiles and samples of a results file; ``texts`` False leaves out prompts and messages.

    ``Cell`` is told from the attributes in memory: all of the profile's is ``full``; all that the combined
    labels call necessary and some private ones is ``all-necessary``; all private ones and some necessary ones
    is ``all-private``; else ``random``. ``epoch`` is the trial's number. A line that is no profile is a
    ``Problem``; raises ``RecordError`` where the file cannot be read or no line can be used.
    """
    path = Path(path)
    problems: list[Problem] = []
    profiles: list[Profile] = []
    samples: list[SampleResult] = []
    silent = 0
    taken: set[str] = set()
    for at, (line, row) in enumerate(_rows(path)):
        if isinstance(row, ValueError):
            problems.append(Problem(path, line, f"profile {at}: {on_one_line(row)}"))
            continue
        try:
            profile = row.profile(path, at, taken)
        except RecordError as err:
            what = "" if err.field is None else f"field '{err.field}': "
            problems.append(Problem(path, line, what + err.problem))
            continue
        reader = _Reader(profile, texts)
        for number, context in enumerate(row.record.get("contexts", [])):
            samples += reader.context(number, context)
        profiles.append(profile)
        silent += reader.silent
        odd = [*strangers(profile), *(f"{count} {what}" for what, count in reader.odd.items())]
        problems += [Problem(path, line, f"profile {at}, {text}") for text in odd]
    if not profiles:
        first = f": {problems[0].reason}" if problems else ": the file is empty"
        line = problems[0].line if problems else None
        raise RecordError(f"no profile can be used{first}", file=path, line=line, expected=EXPECTED)
    return ResultsFile(path, tuple(profiles), tuple(samples), tuple(problems), silent)


class _Reader:
    """Reads the trials of one profile; ``odd`` counts what is odd in them, ``silent`` empty judgements."""

    def __init__(self, profile: Profile, texts: bool) -> None:
        self.profile = profile
        self.texts = texts
        self.odd: Counter[str] = Counter()
        self.silent = 0
        self._order = {attribute.key: at for at, attribute in enumerate(profile.attributes)}

    def context(self, number: int, record: Mapping[str, Any]) -> Iterator[SampleResult]:
        """The samples of the context with this index."""
        sets = _sets(self.profile, self.profile.contexts[number])
        taken: set[tuple[Cell, int]] = set()
        for key, trial in record.items():
            match = TRIAL.fullmatch(key)
            if match is None:
                if key.startswith("combination_"):
                    self.odd["keys look like trials and cannot be read"] += 1
                continue
            sample = self._trial(number, tuple(map(int, match.groups())), trial, sets)
            cell = sample.cell
            while (cell, sample.epoch) in taken:  # another composition of the same size: another draw
                cell = replace(cell, draw=cell.draw + 1)
            taken.add((cell, sample.epoch))
            yield replace(sample, cell=cell)

    def _trial(
        self,
        number: int,
        numbers: tuple[int, ...],
        trial: Any,
        sets: tuple[frozenset[str], frozenset[str]],
    ) -> SampleResult:
        if not isinstance(trial, Mapping):
            cell, reason = self._cell_named(numbers), f"the trial is {a_kind(trial)}"
            return SampleResult(self.profile.id, number, numbers[2], cell, problem=reason)
        ours = trial.get(OURS)
        own: Mapping[str, Any] = ours if isinstance(ours, Mapping) else {}
        solution = trial.get("model_solution")
        message = solution.get("response_solution") if isinstance(solution, Mapping) else None
        in_memory: tuple[str, ...] = ()
        revealed: dict[str, str] | None = None
        cell, problem = self._cell_named(numbers), None
        memory = self._memory(trial, numbers)
        if memory is None:
            problem = "the trial does not list the attributes in memory"
        else:
            in_memory = self._ordered(memory[0] | memory[1])
            cell = _own_cell(own) or _cell(*memory, len(self._order), sets)
            try:
                revealed = self._revealed(solution, message, own=bool(own))
            except ValueError as err:
                problem = trial["problem"] if isinstance(trial.get("problem"), str) else str(err)
        prompt, epoch, lexical = trial.get("prompt"), own.get("epoch"), own.get("lexical")
        return SampleResult(
            self.profile.id,
            number,
            epoch if _count(epoch) else numbers[2],
            cell,
            in_memory,
            revealed,
            frozenset(self._known(lexical)) if isinstance(lexical, list) else None,
            self._ordered(self._known(own.get("withheld"))),
            self._ordered(self._known(own.get("generalised"))),
            prompt if self.texts and isinstance(prompt, str) else None,
            message if self.texts and isinstance(message, str) else None,
            problem,
        )

    def _cell_named(self, numbers: tuple[int, ...]) -> Cell:
        """The cell as far as the trial's name tells it."""
        shared, others, _ = numbers
        full = shared == len(self._order) and not others
        return Cell() if full else Cell("random", shared + others)

    def _memory(
        self, trial: Mapping[str, Any], numbers: tuple[int, ...]
    ) -> tuple[frozenset[str], frozenset[str]] | None:
        """The keys to share and not to share; None where the trial does not list them."""
        shared, others = trial.get("to_share_attributes"), trial.get("not_to_share_attributes")
        if shared is None and others is None and self._cell_named(numbers).kind == "full":
            return frozenset(self._order), frozenset()
        if not isinstance(shared, list) or not isinstance(others, list):
            return None
        if (len(shared), len(others)) != numbers[:2]:
            self.odd["trials list another number of attributes than their name says"] += 1
        return frozenset(self._known(shared)), frozenset(self._known(others))

    def _revealed(self, solution: Any, message: Any, *, own: bool) -> dict[str, str]:
        """Revealed key -> sentence; ``ValueError`` with the reason where the trial is unscored."""
        if not isinstance(solution, Mapping):
            raise ValueError("the trial has no model_solution")
        # Our export may come from a log without texts; absent judgements are its mark of a failure.
        if not own and not (isinstance(message, str) and message.strip()):
            raise ValueError("empty message")
        judged = solution.get("revealed_attributes")
        if not isinstance(judged, Mapping):
            raise ValueError("no judgement" if judged is None else "the judgement is no object")
        sentences = solution.get("revealed_attributes_explanation", {})
        if not isinstance(sentences, Mapping):
            raise ValueError("the judgement's explanation is no object")
        if any(isinstance(v, str) or v not in (0, 1) for v in judged.values()):
            raise ValueError("a judgement that is neither 0 nor 1")
        unknown = judged.keys() - self._order.keys()
        if unknown:
            self.odd["judgements are of attributes that the profile does not have"] += len(unknown)
        revealed = {key: _sentence(sentences.get(key)) for key in self._order if judged.get(key)}
        if not revealed and not sentences and not own:
            self.silent += 1
        return revealed

    def _known(self, keys: Any) -> list[str]:
        """The strings of a list that are the profile's attributes; others are counted."""
        keys = keys if isinstance(keys, list) else []
        known = [key for key in keys if isinstance(key, str) and key in self._order]
        if len(known) < len(keys):
            self.odd["listed keys are of attributes that the profile does not have"] += len(keys) - len(known)
        return known

    def _ordered(self, keys: frozenset[str] | list[str]) -> tuple[str, ...]:
        return tuple(sorted(keys, key=self._order.__getitem__))


def _rows(path: Path) -> Iterator[tuple[int | None, ProfileRow | ValueError]]:
    """Every profile's line number, and its record or why it cannot be read.

    One line at a time, since such files are large; a file that is one JSON list is read whole.
    """
    try:
        with path.open("rb") as stream:
            for number, line in enumerate(stream, start=1):
                if number == 1 and line.removeprefix(BOM).lstrip().startswith(b"["):
                    whole = _parsed(line + stream.read(), None)
                    if isinstance(whole, ValueError):
                        raise RecordError(on_one_line(whole), file=path, expected=EXPECTED)
                    yield from ((None, replace(whole, record=record)) for record in whole.record)
                elif line.strip():
                    yield number, _parsed(line, number)
    except OSError as err:
        reason = f"cannot be read ({err.strerror or 'error'})"
        raise RecordError(reason, file=path, expected=EXPECTED) from None
    except ValueError:
        raise RecordError("is not a usable file name", expected=EXPECTED) from None


def _parsed(data: bytes, line: int | None) -> ProfileRow | ValueError:
    try:
        return ProfileRow.parse(data, line)
    except ValueError as err:
        return err


def _sets(profile: Profile, context: Context) -> tuple[frozenset[str], frozenset[str]]:
    """The keys that the combined labels call necessary, and private."""
    labels = context.labels.get(COMBINED, {})
    needs = {a.key: labels[a.statement].need() for a in profile.attributes if a.statement in labels}
    return (
        frozenset(key for key, need in needs.items() if need is Need.NECESSARY),
        frozenset(key for key, need in needs.items() if need is Need.PRIVATE),
    )


def _cell(
    shared: frozenset[str], others: frozenset[str], total: int, sets: tuple[frozenset[str], frozenset[str]]
) -> Cell:
    necessary, private = sets
    if not others and len(shared) == total:
        return Cell()
    # Ambiguous ones are in every memory and say nothing of the composition.
    needed, hidden = len(necessary & (shared | others)), len(private & (shared | others))
    if necessary and needed == len(necessary):
        return Cell("all-necessary", hidden)
    if private and hidden == len(private):
        return Cell("all-private", needed)
    return Cell("random", needed + hidden if necessary or private else len(shared) + len(others))


def _own_cell(own: Mapping[str, Any]) -> Cell | None:
    """The cell that our export wrote down, None where there is none."""
    cell = own.get("cell")
    if not isinstance(cell, Mapping) or not isinstance(cell.get("kind"), str):
        return None
    size, draw = cell.get("size"), cell.get("draw", 0)
    if not (size is None or _count(size)) or not _count(draw):
        return None
    return Cell(cell["kind"], size, draw)


def _count(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _sentence(value: Any) -> str:
    """The sentence that a judge quoted; several become one text."""
    parts = value if isinstance(value, list) else [value]
    return " ".join(part for part in parts if isinstance(part, str))


def write_results(path: Path | str, profiles: Sequence[Profile], samples: Iterable[SampleResult]) -> Path:
    """Write the samples into their profiles' contexts, one profile a line, and give the path.

    Unscored samples are written with their ``problem`` and without ``revealed_attributes``. `read_results`
    reads the samples back equal, except that keys come in the profile's order. A trial's number is the
    epoch, or the next free one where several cells have memories of the same sizes. Raises ``InputError``
    for a sample of no profile, context or attribute given, for two samples of one (profile, context, cell,
    epoch), and where the file cannot be written; an older file is then untouched.
    """
    path = Path(path)
    by_context: dict[tuple[str, int], list[SampleResult]] = defaultdict(list)
    for sample in samples:
        by_context[sample.profile, sample.context].append(sample)
    _refuse_strangers(by_context, profiles)
    lines = []
    for profile in profiles:
        record = record_of(profile)
        for at, context in enumerate(profile.contexts):
            record["contexts"][at].update(_trials(profile, context, by_context[profile.id, at]))
        lines.append(encode(record, file=path) + "\n")
    write_atomic(path, "".join(lines), private=True)
    return path


def _refuse_strangers(
    by_context: Mapping[tuple[str, int], Sequence[SampleResult]], profiles: Sequence[Profile]
) -> None:
    known = {profile.id: profile for profile in profiles}
    if len(known) < len(profiles):
        raise InputError("two profiles have the same id", expected="unique ids")
    for (id, number), samples in by_context.items():
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
    private = _sets(profile, context)[1]
    trials: dict[str, Any] = {}
    for sample in sorted(samples, key=lambda s: (s.cell.kind, s.cell.size or 0, s.cell.draw, s.epoch)):
        in_memory = set(sample.in_memory)
        keys = [a.key for a in profile.attributes if a.key in in_memory]
        # In a full memory the reference calls everything "to share".
        full = len(keys) == len(profile.attributes)
        shared = keys if full else [key for key in keys if key not in private]
        others = [] if full else [key for key in keys if key in private]
        number = sample.epoch
        while (name := _TRIAL_NAME.format(len(shared), len(others), number)) in trials:
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
    return {
        "cell": plain(sample.cell),
        "epoch": sample.epoch,
        "withheld": list(sample.withheld),
        "generalised": list(sample.generalised),
        "lexical": None if sample.lexical is None else sorted(sample.lexical),
    }
