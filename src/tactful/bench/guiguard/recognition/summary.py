"""Rows -> the figures of recognition: by platform, category, language, risk, and over thresholds.

Nothing here hides a failure: a screen without a usable answer is counted with its reason, its private regions
are missed and its detection is wrong; lines that could not be read are counted per model.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from tactful.bench.guiguard.recognition.rows import Row, evidence_of
from tactful.score import TEXT_RULES, Evidence, Figures, MatchRule, Rate, score_evidence, sweep

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
        "rules": {rule: _scores(screens, MatchRule(rule), labelled, seed, resamples) for rule in TEXT_RULES},
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
