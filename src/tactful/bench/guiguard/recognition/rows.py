"""One row a screen: labels and comparisons as numbers, no text and no place.

One row, shortened::

    {"ordinal": 12, "screen": "00007-messages-code/step_3", "task": "00007-messages-code", "platform": "pc",
     "lang": "en", "model": "tactful/screen-reader", "recognizer": "model", "variant": {"prompt": "detailed"},
     "labelled": true, "unscored": "", "lines": 31, "broken": 1, "cut": false, "calls": 1,
     "grid": "0-1000", "grid_by": "table",
     "truths": [["high", "1", 0, ""], ["none", "", 0, ""]], "guesses": [["high", "1", 1, 0.7]],
     "links": [[0, 0, 0.83, 1.0, 1.0]], "covered": [1.0, 0.0]}

``links`` are truth, guess, IoU, and the likeness of the texts by the corrected, the published and the exact
rule, for every pair of IoU 0.3 or more; whatever is scored or swept is read off them. A private region of
``guesses`` is one that was predicted; what was predicted as no risk is left out.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tactful.errors import InputError
from tactful.score import (
    IOUS,
    TEXT_RULES,
    Evidence,
    Figures,
    Link,
    MatchRule,
    Rate,
    ScreenPair,
    TextRule,
    compare,
    score_evidence,
    sweep,
)
from tactful.terms import Box, CaseData, Category, Region, Risk, ScreenCase

Row: TypeAlias = dict[str, Any]
LEAST = min(IOUS)
NOWHERE = Box(0, 0, 0, 0)


@dataclass(slots=True)
class Prediction:
    """The regions found on one screen, or None and the ``problem``, which quotes nobody.

    ``lines`` counts the lines of all answers that are or should be items, ``broken`` those of them that
    could not be used, ``calls`` the questions. ``cut``: an answer stopped at its length limit. ``grid`` names
    the coordinates that the boxes were read on, and ``grid_by`` who said so: the ``table`` of conventions,
    the ``setting``, or the ``truth``. ``missing`` counts numbered lines that never got a label;
    ``inconsistent`` items that one stage called private and the next gave no category (J.3), of ``items``.
    """

    regions: tuple[Region, ...] | None = field(default=None, repr=False)
    problem: str = ""
    lines: int = 0
    broken: int = 0
    calls: int = 0
    cut: bool = False
    grid: str = ""
    grid_by: str = ""
    missing: int = 0
    inconsistent: int = 0
    items: int = 0


_COUNTS = ("lines", "broken", "calls", "cut", "grid", "grid_by", "missing", "inconsistent", "items")


@dataclass(frozen=True, slots=True)
class Place:
    """A labelled screen in its data: its ordinal from 0, and the names that may be told of it.

    ``screen`` and ``task`` are ids where the data set is public; elsewhere they may hold words of the task,
    so they are ``screen 12`` and ``task 3``. ``before`` are the screens of its task that came before it.
    """

    ordinal: int
    screen: str
    task: str
    case: ScreenCase
    before: tuple[ScreenCase, ...] = field(default=(), repr=False)

    @property
    def key(self) -> str:
        """The id of its sample."""
        return f"{self.ordinal:06d}"


def places(data: CaseData) -> tuple[Place, ...]:
    """The labelled screens of a data set in order; ``InputError`` where nobody labelled any."""
    labelled: list[Place] = []
    ordinal = 0
    for number, task in enumerate(data.tasks):
        for at, case in enumerate(task.screens):
            if case.regions is not None:
                screen, name = (case.id, task.id) if data.public else (f"screen {ordinal}", f"task {number}")
                labelled.append(Place(ordinal, screen, name, case, task.screens[:at]))
            ordinal += 1
    if not labelled:
        raise InputError("no screen is labelled", file=data.source, expected="screens with regions")
    return tuple(labelled)


def make_row(
    place: Place,
    prediction: Prediction,
    *,
    model: str,
    recognizer: str,
    variant: Mapping[str, Any],
    labelled: bool = True,
) -> Row:
    """The row of a screen. ``labelled`` is false where the design asks for no labels (the binary one)."""
    case = place.case
    truths = case.regions or ()
    # What is public to the recognizer matches nothing; a reply may hold hundreds of such lines.
    guesses = None if prediction.regions is None else tuple(r for r in prediction.regions if r.private)
    evidence = compare(ScreenPair("", truths, guesses, alt_risks=case.alt_risks), LEAST)
    alts: Sequence[Risk | None] = case.alt_risks or (None,) * len(truths)
    return {
        "ordinal": place.ordinal,
        "screen": place.screen,
        "task": place.task,
        "platform": case.platform,
        "lang": case.lang,
        "split": case.split,
        "model": model,
        "recognizer": recognizer,
        "variant": dict(variant),
        "labelled": labelled,
        "unscored": prediction.problem if prediction.regions is None else "",
        **{name: getattr(prediction, name) for name in _COUNTS},
        "truths": [
            [*_labels(truth), "" if alt is None else alt.value]
            for truth, alt in zip(truths, alts, strict=True)
        ],
        "guesses": [[*_labels(guess), guess.confidence] for guess in guesses or ()],
        "links": [list(link) for link in evidence.links],
        "covered": [round(share, 4) for share in evidence.covered],
    }


def evidence_of(row: Mapping[str, Any]) -> Evidence:
    """What a row says, for scoring; ``InputError`` where it is not such a row."""
    try:
        alts = tuple(Risk(alt) if alt else None for *_, alt in row["truths"])
        truths = tuple(_region(*labels) for *labels, _ in row["truths"])
        guesses = tuple(_region(*guess) for guess in row["guesses"])
        links = tuple(Link(*link) for link in row["links"])
        unscored = str(row["unscored"])
        pair = ScreenPair(
            name=str(row["screen"]),
            truths=truths,
            predicted=None if unscored else guesses,
            platform=str(row["platform"]),
            alt_risks=alts,
            failure=unscored,
            lang=str(row["lang"]),
            task=str(row["task"]),
        )
        covered = tuple(float(share) for share in row["covered"])
    except (KeyError, TypeError, ValueError):
        raise InputError("not a row of the recognition evaluation") from None
    return Evidence(pair, links, covered, LEAST)


def _labels(region: Region) -> list[Any]:
    category = "" if region.category is None else region.category.digit
    return [region.risk.value, category, int(region.necessary)]


def _region(risk: str, category: str, necessary: int, confidence: float = 1.0) -> Region:
    kind = Category.from_digit(category) if category else None
    return Region("", NOWHERE, Risk(risk), kind, necessary=bool(necessary), confidence=confidence)


# Rows -> the figures of recognition. A screen without a usable answer is counted with its reason, its private
# regions are missed and its detection is wrong; lines that could not be read are counted per model.

Summary: TypeAlias = dict[str, Any]
FIGURES = (
    "detection", "recall", "over_masking", "risk", "category", "necessity", "strict", "covered",
    "over_covered",
)  # fmt: skip
# What needs labels to be right, so that a design without labels has no such figure.
LABELLED = frozenset({"risk", "category", "necessity", "strict"})


def summarize(rows: Iterable[Row], *, seed: int = 0, resamples: int = 1000) -> Summary:
    """``{"evaluation": "recognition", "runs": [...]}``, one run for each model, recognizer and variant.

    A figure is ``{"value", "hits", "n"}`` with ``low`` and ``high`` (95 %, a seeded bootstrap over tasks, or
    over screens where there is one task) in ``overall`` and by platform and language. Figures that do not
    apply to a group are left out of it, as are those of labels where the design asks for none.
    ``InputError`` for what is no row.
    """
    runs: dict[str, list[Row]] = {}
    for row in rows:
        runs.setdefault(_run(row), []).append(row)
    return {
        "evaluation": "recognition",
        "runs": [_summary(runs[name], seed, resamples) for name in sorted(runs)],
    }


def _run(row: Mapping[str, Any]) -> str:
    return json.dumps([row.get("model"), row.get("recognizer"), row.get("variant")], sort_keys=True)


def _summary(rows: Sequence[Row], seed: int, resamples: int) -> Summary:
    rows = sorted(rows, key=lambda row: int(row["ordinal"]))
    first = rows[0]
    screens = [evidence_of(row) for row in rows]
    labelled = bool(first["labelled"])
    known = all(link.exact >= 0 for screen in screens for link in screen.links)
    rules: tuple[TextRule, ...] = (*TEXT_RULES, "exact") if known else TEXT_RULES
    reasons = Counter(str(row["unscored"]) for row in rows if row["unscored"])
    return {
        "name": run_name(first),
        "model": first["model"],
        "recognizer": first["recognizer"],
        "variant": first["variant"],
        "screens": {
            "n": len(rows),
            "unscored": [{"reason": reason, "n": count} for reason, count in sorted(reasons.items())],
        },
        "malformed": {"lines": _sum(rows, "broken"), "of": _sum(rows, "lines")},
        "answers": {
            "calls": _sum(rows, "calls"),
            "cut": _sum(rows, "cut"),
            "unlabelled_lines": _sum(rows, "missing"),
            "inconsistent": {"items": _sum(rows, "inconsistent"), "of": _sum(rows, "items")},
            "grids": dict(sorted(Counter(str(row["grid"]) for row in rows if row["grid"]).items())),
            "grids_by_truth": sum(row.get("grid_by") == "truth" for row in rows),
        },
        "rules": {rule: _scores(screens, MatchRule(rule), labelled, seed, resamples) for rule in rules},
        "sweep": [
            {
                "rule": point.rule.text,
                "tau": point.rule.tau,
                "iou": point.rule.iou,
                "recall": point.recall.to_json(),
                "over_masking": point.over_masking.to_json(),
            }
            | ({"strict": point.strict.to_json()} if labelled else {})
            for point in sweep(screens)
        ],
    }


def run_name(row: Mapping[str, Any]) -> str:
    """What a run is called: the model or recognizer, and the design where it is not the usual one."""
    variant = row["variant"]
    usual = {"prompt": "detailed", "context": "response", "stages": "joint", "answers": "free"}
    other = [str(value) for key, value in variant.items() if key in usual and value != usual[key]]
    other += [variant["grid"]] if "grid" in variant else []
    name = str(row["model"] or row["recognizer"])
    return f"{name} ({', '.join(other)})" if other else name


def _scores(
    screens: Sequence[Evidence], rule: MatchRule, labelled: bool, seed: int, resamples: int
) -> Summary:
    found = score_evidence(screens, rule, thresholds=(), resamples=resamples, seed=seed, intervals=FIGURES)

    def named(figures: Figures) -> dict[str, Any]:
        rates: dict[str, Rate] = dict(figures.items())
        return {
            name: rates[name].to_json()
            for name in FIGURES
            if rates[name].count and (labelled or name not in LABELLED)
        }

    def each(parts: Mapping[str, Figures]) -> dict[str, Any]:
        return {name: named(figures) for name, figures in parts.items()}

    return {
        "overall": named(found.overall),
        "lenient": named(found.lenient),
        "by_platform": each(found.by_platform),
        "by_category": each(found.by_category),
        "by_language": each(found.by_language),
        "by_risk": each(found.by_risk),
        "by_platform_category": {name: each(part) for name, part in found.by_platform_category.items()},
    }


def _sum(rows: Sequence[Row], key: str) -> int:
    return sum(int(row[key]) for row in rows)
