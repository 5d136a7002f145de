"""Pairs of plans for people to rate, and their ratings against the judge's scores (GUIGuard-Bench, G.3).

::

    OUT/pairs.csv (or .jsonl)   for the raters: number, task, two plans, an empty rating
    OUT/scale.txt               what the ratings mean: for the raters too
    OUT/key.json                which pair is what, and the judge's scores: not for the raters

One real row of ``pairs.csv``::

    p003-9c41,Call Sam,images/s4.png,"(Next Action) Tap Sam.","(Next Action) Scroll down.",

The raters see neither the method nor the judge's score, the pairs come in a seeded order, and which of the
two plans is the protected one changes from pair to pair. Plans quote screens, so the files are their owner's
alone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tactful.bench.guiguard.planning.judge import Judging
from tactful.bench.guiguard.planning.results import Results, condition_name
from tactful.bench.sheets import read_key, read_sheet, write_export
from tactful.errors import InputError, RecordError
from tactful.formats import Record, String
from tactful.runs import generator
from tactful.score import LEVELS, RatedPair
from tactful.terms import Problem

FORMAT = "tactful-guiguard-human"
SCALE = """\
Each row holds two plans for the same step of a task, "plan_1" and "plan_2": one is the reference plan, the
other the replay plan, and the scale is the same either way round.

{scale}

Write the number into "rating", and leave it empty where you cannot tell. Save the file under your own name,
as CSV or JSON lines.
"""
_COLUMNS = ("pair", "task", "screenshot", "plan_1", "plan_2", "rating")
_RATINGS = "a file of ratings: columns pair and rating (0 to 4), as CSV or JSONL"
_KEY = "the key.json of an export"


@dataclass(frozen=True, slots=True)
class PlanPair:
    """One step planned twice: ``original`` on the raw screen, ``replayed`` on the protected one."""

    task: str
    method: str
    level: int
    step: int
    instruction: str = field(repr=False)
    screenshot: str
    original: str = field(repr=False)
    replayed: str = field(repr=False)
    judge: int | None = None

    @property
    def about(self) -> list[Any]:
        """What the key says of the pair, and its number rests on."""
        return [self.task, self.method, self.level, self.step]


@dataclass(frozen=True, slots=True)
class Rating:
    """One person's score of one pair, joined with the key. ``judge`` is None where the judge gave none."""

    rater: str
    task: str
    method: str
    level: int
    step: int
    human: int
    judge: int | None


def plan_pairs(results: Results) -> tuple[PlanPair, ...]:
    """All steps that were planned on both screens; steps without a plan are left out."""
    found = []
    for (method, level), original, replay in results.pairs():
        scores = {one.step: one.score for one in results.judged((method, level), replay.task) or ()}
        steps = {step.index: step for step in original.steps}
        for step in replay.steps:
            before = steps.get(step.index)
            if before is None or before.problem or step.problem:
                continue
            found.append(
                PlanPair(
                    replay.task, method, level, step.index, replay.instruction or original.instruction,
                    before.screenshot, before.plan, step.plan, scores.get(step.index),
                )
            )  # fmt: skip
    return tuple(found)


def export_pairs(
    pairs: Sequence[PlanPair],
    out: Path | str,
    *,
    count: int | None = None,
    seed: int = 0,
    form: str = "csv",
    judging: Judging | None = None,
) -> Path:
    """Write the pairs for raters and the key; gives the file for the raters.

    The raters get the scale of ``judging``, by default the neutral judge's, word for word.

    ``count`` pairs are drawn, in turn from each method and level. In CSV a text that a spreadsheet would take
    for a formula gets an apostrophe before it. Raises ``InputError`` where there is nothing to rate, ``out``
    holds an export already (its key must not be lost), or nothing can be written there.
    """
    out = Path(out)
    if form not in ("csv", "jsonl"):
        raise InputError("unknown form", field="form", expected="csv or jsonl")
    if count is not None and count < 1:
        raise InputError("no pairs are asked for", field="count", expected="1 or more")
    judging = judging or Judging()
    if not judging.scale:
        raise InputError("has no section 'scale' for raters", field="judging", expected="a pack with one")
    if not pairs:
        raise InputError("no step was planned on both screens", field="pairs", expected="results to rate")
    chosen = _drawn(pairs, count, seed)
    rows: list[dict[str, str]] = []
    key: dict[str, dict[str, Any]] = {}
    for at, pair in enumerate(chosen, start=1):
        name = f"p{at:03d}-{_digest(pair, seed)}"
        swapped = generator(seed, f"side {name}").random() < 0.5
        first, second = (pair.replayed, pair.original) if swapped else (pair.original, pair.replayed)
        rows.append(
            dict(zip(_COLUMNS, (name, pair.instruction, pair.screenshot, first, second, ""), strict=True))
        )
        key[name] = {
            "task": pair.task,
            "method": pair.method,
            "level": pair.level,
            "step": pair.step,
            "original": 2 if swapped else 1,
            "judge": pair.judge,
        }
    about = {"format": FORMAT, "seed": seed, "judging": judging.title, "prompts": judging.pack.to_json()}
    scale = SCALE.format(scale=judging.scale.strip())
    return write_export(out, f"pairs.{form}", rows, scale, {**about, "pairs": key})


def _drawn(pairs: Sequence[PlanPair], count: int | None, seed: int) -> list[PlanPair]:
    piles = []
    for condition in dict.fromkeys((pair.method, pair.level) for pair in pairs):
        pile = [pair for pair in pairs if (pair.method, pair.level) == condition]
        generator(seed, f"human pairs {condition[0]} {condition[1]}").shuffle(pile)
        piles.append(pile)
    turns = [pile[at] for at in range(max(map(len, piles))) for pile in piles if at < len(pile)]
    chosen = turns[:count]
    # In turn, the order would tell the method.
    generator(seed, "human order").shuffle(chosen)
    return chosen


def _digest(pair: PlanPair, seed: int) -> str:
    """So that ratings of another export are not taken for this one's."""
    text = json.dumps([seed, *pair.about, pair.original, pair.replayed])
    return hashlib.sha256(text.encode()).hexdigest()[:4]


def read_human_ratings(
    key: Path | str, files: Sequence[Path | str]
) -> tuple[tuple[Rating, ...], tuple[Problem, ...]]:
    """The ratings in the raters' files, joined with the key of their export; a file's name is its rater.

    Rows without a rating are not yet rated and say nothing. Rows of unknown pairs, ratings that are not 0 to
    4, and a pair rated twice in a file are problems. Raises ``RecordError`` for a file that is no file of
    ratings or no key, ``InputError`` where two files have the same name.
    """
    pairs = _read_key(Path(key))
    found: list[Rating] = []
    problems: list[Problem] = []
    raters: set[str] = set()
    for file in map(Path, files):
        rater = file.stem
        if rater in raters:
            raise InputError("another file of ratings has this name", file=file, expected="one file a rater")
        raters.add(rater)
        rated: set[str] = set()
        for line, name, rating in _read_file(file, problems):
            about = pairs.get(name)
            if about is None:
                problems.append(Problem(file, line, "a pair that is not in the key"))
            elif name in rated:
                problems.append(Problem(file, line, "a pair is rated twice"))
            elif (human := _rating(rating)) is None:
                problems.append(Problem(file, line, "the rating is not 0 to 4"))
            else:
                rated.add(name)
                found.append(Rating(rater, human=human, **about))
    return tuple(found), tuple(problems)


class _PairRecord(Record):
    task: String
    method: String
    level: int
    step: int
    judge: Any = None


class _KeyRecord(Record):
    pairs: dict[String, _PairRecord]


class _RatingRecord(Record):
    pair: String
    rating: Any = ""


def _read_key(path: Path) -> dict[str, dict[str, Any]]:
    document = read_key(path, FORMAT, _KEY)
    try:
        pairs = _KeyRecord.read(document).pairs
    except ValueError as err:
        raise RecordError(str(err), file=path, expected=_KEY) from None
    return {name: dict(pair) | {"judge": _rating(str(pair.judge))} for name, pair in pairs.items()}


def _read_file(file: Path, problems: list[Problem]) -> list[tuple[int, str, str]]:
    """Line, pair and rating of every row that has a rating."""
    rows, bad = read_sheet(file, ("pair", "rating"), _RATINGS)
    problems += bad
    found = []
    for line, record in rows:
        try:
            row = _RatingRecord.read(record)
        except ValueError as err:
            problems.append(Problem(file, line, str(err)))
            continue
        if row.rating is not None and str(row.rating).strip():
            found.append((line, row.pair.strip(), str(row.rating)))
    return found


def _rating(text: str) -> int | None:
    try:
        value = float(text.strip())
    except ValueError:
        return None
    return int(value) if value in range(LEVELS) else None


def rated_pairs(ratings: Sequence[Rating]) -> tuple[RatedPair, ...]:
    """Those that the judge scored too, in groups by task."""
    return tuple(RatedPair(one.human, one.judge, one.task) for one in ratings if one.judge is not None)


def rated_by_method(ratings: Sequence[Rating]) -> dict[str, tuple[RatedPair, ...]]:
    """The same for each method and level: black, black-60, ..."""
    names = [condition_name(one.method, one.level) for one in ratings]
    by_name = {
        name: rated_pairs([one for one, named in zip(ratings, names, strict=True) if named == name])
        for name in sorted(set(names))
    }
    return {name: pairs for name, pairs in by_name.items() if pairs}
