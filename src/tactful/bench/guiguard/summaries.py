"""What the summaries of the screen benchmark hold: runs, and what each says of a method of protection.

A summary is JSON, as an evaluation's ``summarize`` gives it and as it lies in a run's folder. A method is
named ``operator``, ``operator-level`` or ``operator@policy``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tactful.bench.report.blocks import Block, Column, counted, rate, score
from tactful.terms import Category

Summary = Mapping[str, Any]
ALL, ANDROID, PC = "all", "android", "pc"
PLATFORMS = {ALL: "all", ANDROID: "Android", PC: "PC"}
# Operators of the paper's tables in their order: its text replacement is the one by a model (F.3). And with
# ours that needs none, beside it and never in its place.
PAPER_OPERATORS = ("black", "mosaic", "blocks", "replace_llm")
OPERATORS = ("black", "mosaic", "blocks", "replace", "replace_llm")
# The names that the paper's release and others use for them.
_ALIASES = {"randblocks": "blocks", "random_blocks": "blocks", "replacement": "replace_llm"}
_TITLES = {
    "original": "no protection",
    "keep": "no protection",
    "again": "no protection, a second time",
    "black": "Black mask",
    "mosaic": "Mosaic",
    "blocks": "Random blocks",
    "replace": "Text replace, by shape",
    "replace_llm": "Text replace, by a model",
    "fixed": "Fixed placeholder",
}
_ORDER = ("original", "keep", "again", *OPERATORS)
REFERENCE = {"reference": "from the paper: other data and models, not comparable figure by figure"}
OTHER_DATA = (
    "Grey rows are the paper's own figures (its data, its models): they give the scale and are no "
    "measurement of ours."
)


@dataclass(frozen=True, slots=True)
class Method:
    """What a run says of one method of protection: ``level`` in percent, ``policy`` "" without one."""

    run: Summary = field(repr=False)
    operator: str
    level: int
    policy: str
    summary: Summary = field(repr=False)

    @classmethod
    def of(cls, summary: Summary, run: Summary | None = None) -> Method:
        """The method of a summary, which may state operator and level beside the name."""
        name = str(summary["method"])
        operator = str(summary.get("operator") or name).partition("@")[0]
        base, dash, last = operator.rpartition("-")
        operator = base if dash and last.isdigit() else operator
        level = summary.get("level")
        if level is None:
            _, dash, last = name.rpartition("-")
            level = last if dash and last.isdigit() else 100
        return cls(run or {}, _ALIASES.get(operator, operator), int(level), name.partition("@")[2], summary)

    @property
    def by_policy(self) -> bool:
        """Whether a policy chooses what is covered."""
        return "@" in self.summary["method"]

    @property
    def is_full(self) -> bool:
        """Whether everything private is covered, by one operator of the tables."""
        return self.is_whole and self.operator in OPERATORS

    @property
    def is_whole(self) -> bool:
        """Whether everything private is covered: no lower level, and no policy that chooses."""
        return self.level == 100 and not self.by_policy

    @property
    def title(self) -> str:
        """``black-60`` -> ``Black mask, level 60``; ``black@high`` -> ``Black mask, policy high``."""
        name = _TITLES.get(self.operator, self.operator)
        if self.by_policy:
            return f"policy {self.policy}" if self.operator == "policy" else f"{name}, policy {self.policy}"
        return name if self.level in (0, 100) else f"{name}, level {self.level}"

    @property
    def run_name(self) -> str:
        """What its run is called."""
        return run_name(self.run)

    @property
    def lost(self) -> int:
        """How many of its questions have no score."""
        return lost(self.summary)

    def get(self, *path: str) -> Any:
        """What the summary holds under these names; None where it says nothing of it."""
        return part(self.summary, *path)

    def rate(self, *path: str) -> Block | None:
        """The cell of a rate."""
        return rate(self.get(*path))

    def score(self, *path: str) -> Block | None:
        """The cell of a mean of scores."""
        return score(self.get(*path))


METHOD = Column[Method]("method", "Protection", cell=lambda method: method.title)


def by_platform(platform: str, kind: str, help_: str = "") -> Column[Method]:
    """The column of a method's figure on one platform."""
    cell = {"rate": Method.rate, "score": Method.score}[kind]
    return Column(
        platform, PLATFORMS[platform], kind, lambda method: cell(method, "by_platform", platform), help_
    )


def title_of(method: str) -> str:
    """The title of a method by its name alone."""
    return Method.of({"method": method}).title


def part(found: Any, *path: str) -> Any:
    """The value under these names, None where one is missing."""
    for name in path:
        found = (found or {}).get(name)
    return found


def runs_of(summary: Summary | None) -> Sequence[Summary]:
    """The runs of an evaluation; none where it was not run."""
    return () if summary is None else summary.get("runs", ())


def run_name(run: Summary) -> str:
    """What a run is called: its name, or who answered."""
    return str(run.get("name") or run.get("model") or run.get("planner") or run.get("evaluator") or "run")


def methods_of(*runs: Summary) -> list[Method]:
    """The methods, run by run: no protection first, the paper's operators in its order, others by name.

    Low levels come first.
    """

    def place(method: Method) -> tuple[int, str, int]:
        known = method.operator in _ORDER
        return _ORDER.index(method.operator) if known else len(_ORDER), method.operator, method.level

    return [
        method
        for run in runs
        for method in sorted((Method.of(found, run) for found in run["methods"]), key=place)
    ]


def category_title(key: str) -> str:
    """The paper's name of a category, by its value or digit."""
    try:
        return (Category.from_digit(key) if key.isdigit() else Category(key)).title
    except (KeyError, ValueError):
        return key


def lost(found: Summary) -> int:
    """How many a count of unscored holds, given as a number or as rows with a reason each."""
    value = found.get("unscored", 0)
    return int(value) if isinstance(value, int) else sum(int(row["n"]) for row in value or ())


def reasons(rows: Iterable[Summary]) -> str:
    """``: timeout (3), reply not in the format (1)``; "" where no reason is known."""
    words = ", ".join(f"{row['reason']} ({row['n']})" for row in rows)
    return f": {words}" if words else ""


def unscored_note(run: Summary, what: str, count: int, unit: str, problems: Iterable[Summary]) -> list[str]:
    """How many of a run's questions have no score, and why; nothing where all have one."""
    return [f"{run_name(run)}, {what}: {counted(count, unit)} unscored{reasons(problems)}."] if count else []
