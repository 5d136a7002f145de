"""Small summaries of the four evaluations, as their ``summarize`` gives them; every number is made up."""

from __future__ import annotations

from typing import Any

FIGURES = ("detection", "recall", "over_masking", "risk", "category", "necessity", "strict", "covered")
LEVELS = (20, 60, 100)


def rate(hits: int, n: int) -> dict[str, Any]:
    """A rate with an interval where there is anything to count."""
    if not n:
        return {"value": None, "hits": 0, "n": 0}
    value = hits / n
    return {
        "value": value, "hits": hits, "n": n,
        "low": max(0.0, value - 0.08), "high": min(1.0, value + 0.07),
    }  # fmt: skip


def mean(value: float | None, n: int = 40, unscored: int = 0) -> dict[str, Any]:
    """A mean score."""
    ends = {} if value is None else {"low": max(0.0, value - 0.2), "high": min(4.0, value + 0.2)}
    return {"value": value, "n": n, "unscored": unscored, **ends}


def _figures(seed: int, n: int = 80) -> dict[str, Any]:
    return {name: rate((n * (9 - at) // 10 + seed) % (n + 1), n) for at, name in enumerate(FIGURES)}


def recognition(names: tuple[str, ...] = ("local", "some/model")) -> dict[str, Any]:
    def rules(seed: int) -> dict[str, Any]:
        return {
            "overall": _figures(seed, 120),
            "by_platform": {"android": _figures(seed), "pc": _figures(seed + 3, 40)},
            "by_category": {"identity": _figures(seed), "sensitive_special": _figures(seed + 1, 10)},
            "by_language": {"en": _figures(seed), "zh": _figures(seed + 2, 30)},
            "by_risk": {"high": _figures(seed), "low": _figures(seed + 4, 20)},
            "by_platform_category": {"android": {"identity": _figures(seed)}},
        }

    runs = [
        {
            "name": name,
            "model": name,
            "recognizer": "local" if name == "local" else "model",
            "variant": {"prompt": "detailed"},
            "screens": {"n": 24, "unscored": [{"reason": "timeout", "n": at}] if at else []},
            "malformed": {"lines": at, "of": 300 * at},
            "rules": {"corrected": rules(at), "as_published": rules(at + 5)},
            "sweep": [
                {
                    "rule": "corrected", "tau": 0.9, "iou": iou,
                    "recall": rate(60, 120), "strict": rate(30, 120), "over_masking": rate(4, 50),
                }
                for iou in (0.5, 0.6, 0.75)
            ],
        }
        for at, name in enumerate(names)
    ]  # fmt: skip
    return {"evaluation": "recognition", "runs": runs}


def planning(names: tuple[str, ...] = ("tactful/screen-planner",)) -> dict[str, Any]:
    operators = ("black", "mosaic", "randblocks", "replace")
    methods = [
        {
            "method": operator if level == 100 else f"{operator}-{level}",
            "operator": operator,
            "level": level,
            "score": mean(3.8 - level / 100 - at / 5, unscored=at),
            "consistency": {**mean(0.95 - level / 400), "low": None, "high": None},
            "by_platform": {
                "android": mean(3.9 - level / 90 - at / 6), "pc": mean(3.6 - level / 80 - at / 6),
            },
            "coverage": rate(level, 100),
            "coverage_by_platform": {"android": rate(level // 2, 50), "pc": rate(level // 4, 50)},
            "by_step": [{"step": at, **mean(3.9 - at / 10)} for at in range(1, 9)],
            "tasks": [
                {
                    "task": f"task-{level}", "platform": "android", "score": 3.0, "steps": 5, "unscored": 0,
                    "lengths": [5, 4],
                }
            ],
        }
        for at, operator in enumerate(operators)
        for level in LEVELS
    ]  # fmt: skip
    runs = [
        {"name": name, "planner": name, "judge": "tactful/plan-judge", "history": "own", "methods": methods}
        for name in names
    ]
    return {"evaluation": "planning", "runs": runs}


def grounding() -> dict[str, Any]:
    methods = [
        {
            "method": method, "accuracy": rate(60 - 8 * at, 70 - 5 * at), "hidden": 5 * at,
            "paired": rate(50 - 5 * at, 55), "overall": rate(60 - 7 * at, 70),
            "hidden_accuracy": rate(at, 5 * at), "unscored": at,
            "by_platform": {"android": rate(60 - 8 * at, 70 - 5 * at)},
        }
        for at, method in enumerate(("original", "black", "replace"))
    ]  # fmt: skip
    run = {"name": "tactful/screen-grounder", "convention": "pixels", "methods": methods, "samples": 70}
    return {"evaluation": "grounding", "runs": [run], "left_out": {"without a click": 9}}


def leakage() -> dict[str, Any]:
    shares = {"black": 98, "mosaic": 93, "randblocks": 70, "replace": 97}
    methods = [
        {
            "method": method, "level": 100, "items": 200, "protection": rate(2 * share, 200),
            "covered_protection": rate(190, 190), "near_complete": 200 - 2 * share, "partial": 1,
            "chance": rate(1, 150), "operator_leaks": 2, "coverage_leaks": 3, "screens": 24, "unscored": 0,
            "by_category": {"identity": rate(40, 50)}, "by_platform": {"android": rate(80, 90)},
        }
        for method, share in shares.items()
    ]  # fmt: skip
    return {"evaluation": "leakage", "runs": [{"name": "ocr", "evaluator": "ocr", "methods": methods}]}


def summaries() -> dict[str, Any]:
    """All four, by name."""
    found = (recognition(), planning(), grounding(), leakage())
    return {summary["evaluation"]: summary for summary in found}


def about() -> dict[str, Any]:
    """What a run says of its data."""
    return {
        "source": "a small sample", "tasks": 3, "screens": 24, "platforms": {"Android": 16, "PC": 8},
        "languages": {"en": 18, "zh": 6}, "sha256": "0" * 64, "seconds": 95.0, "problems": {},
    }  # fmt: skip
