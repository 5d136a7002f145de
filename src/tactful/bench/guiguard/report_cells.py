"""What the report's tables have in common: cells of rates and scores, names of methods and categories."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tactful.terms import Category

Summary = Mapping[str, Any]
ALL, ANDROID, PC = "all", "android", "pc"
PLATFORMS = {ALL: "all", ANDROID: "Android", PC: "PC"}
# Operators of the paper in its order, and the names that its release and others use for them.
OPERATORS = ("black", "mosaic", "blocks", "replace")
_ALIASES = {
    "randblocks": "blocks",
    "random_blocks": "blocks",
    "replace_llm": "replace",
    "replacement": "replace",
}
_NAMES = {
    "original": "no protection",
    "keep": "no protection",
    "again": "no protection, a second time",
    "black": "Black mask",
    "mosaic": "Mosaic",
    "blocks": "Random blocks",
    "replace": "Text replace",
    "fixed": "Fixed placeholder",
}
REFERENCE = {"reference": "from the paper: other data and models, not comparable figure by figure"}
OTHER_DATA = (
    "Grey rows are the paper's own figures (its data, its models): they give the scale and are no "
    "measurement of ours."
)


def rate(found: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A rate of a summary as a cell; None where nothing could be counted."""
    if found is None or found.get("value") is None:
        return None
    return {"value": float(found["value"]), "hits": found.get("hits"), "n": found.get("n"), **_ends(found)}


def score(found: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A mean of a summary as a cell; None where nothing was scored."""
    if found is None or found.get("value") is None:
        return None
    return {
        "value": float(found["value"]),
        "n": found.get("n"),
        "unscored": found.get("unscored", 0),
        **_ends(found),
    }


def printed(value: float, of: float = 100.0) -> dict[str, Any]:
    """A figure of the paper: no n of its own and no interval."""
    return {"value": round(value / of, 6), "n": None, "low": None, "high": None}


def average(cells: Iterable[Mapping[str, Any] | None]) -> dict[str, Any] | None:
    """The plain mean of cells, as the paper averages methods; None where one of them is missing."""
    found = list(cells)
    known = [cell for cell in found if cell is not None]
    if not known or len(known) < len(found):
        return None
    return {
        "value": sum(cell["value"] for cell in known) / len(known),
        "n": sum(cell["n"] or 0 for cell in known),
        "unscored": sum(cell.get("unscored") or 0 for cell in known),
        "low": None,
        "high": None,
    }


def _ends(found: Mapping[str, Any]) -> dict[str, float | None]:
    return {end: _finite(found.get(end)) for end in ("low", "high")}


def _finite(value: Any) -> float | None:
    return None if value is None or not math.isfinite(value) else float(value)


def runs_of(summary: Summary | None) -> Sequence[Summary]:
    """The runs of an evaluation; none where it was not run."""
    return () if summary is None else summary.get("runs", ())


def operator_of(method: Mapping[str, Any]) -> str:
    """The operator of a method's summary: its own word for it, or the name before the level."""
    name = str(method.get("operator") or method["method"]).partition("@")[0]
    base, dash, level = name.rpartition("-")
    name = base if dash and level.isdigit() else name
    return _ALIASES.get(name, name)


def level_of(method: Mapping[str, Any]) -> int:
    """The level in percent; 100 unless said."""
    level = method.get("level")
    if level is not None:
        return int(level)
    _, dash, last = str(method["method"]).rpartition("-")
    return int(last) if dash and last.isdigit() else 100


def is_whole(method: Mapping[str, Any]) -> bool:
    """Whether everything private is covered: no lower level, and no policy that chooses."""
    return level_of(method) == 100 and "@" not in str(method["method"])


def method_title(method: Mapping[str, Any] | str) -> str:
    """``black-60`` -> ``Black mask, level 60``; ``black@high`` -> ``Black mask, policy high``."""
    found = {"method": method} if isinstance(method, str) else method
    operator, level = operator_of(found), level_of(found)
    name = _NAMES.get(operator, operator)
    _, at, policy = str(found["method"]).partition("@")
    if at:
        return f"policy {policy}" if operator == "policy" else f"{name}, policy {policy}"
    return name if level in (0, 100) else f"{name}, level {level}"


def in_order(methods: Iterable[Summary]) -> list[Summary]:
    """No protection first, then the paper's operators in its order, others by name; low levels first."""
    known = ("original", "keep", "again", *OPERATORS)

    def place(method: Summary) -> tuple[int, str, int]:
        operator = operator_of(method)
        return known.index(operator) if operator in known else len(known), operator, level_of(method)

    return sorted(methods, key=place)


def category_title(key: str) -> str:
    """The paper's name of a category, by its value or digit."""
    try:
        return (Category.from_digit(key) if key.isdigit() else Category(key)).title
    except (KeyError, ValueError):
        return key


def run_name(run: Summary) -> str:
    return str(run.get("name") or run.get("model") or run.get("planner") or run.get("evaluator") or "run")


def lost(found: Mapping[str, Any]) -> int:
    """How many a count of unscored holds, given as a number or as rows with a reason each."""
    value = found.get("unscored", 0)
    return int(value) if isinstance(value, int) else sum(int(row["n"]) for row in value or ())


def reasons(found: Mapping[str, Any]) -> str:
    """``timeout (3), reply not in the format (1)``; "" where nothing was lost."""
    value = found.get("unscored", 0)
    return "" if isinstance(value, int) else ", ".join(f"{row['reason']} ({row['n']})" for row in value or ())
