"""Planning in the report: Table 2, Figure 6.2 and the staircase behind it, single tasks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tactful.bench.guiguard.summaries import (
    ANDROID,
    METHOD,
    OPERATORS,
    OTHER_DATA,
    PAPER_OPERATORS,
    PC,
    PLATFORMS,
    REFERENCE,
    Method,
    Summary,
    by_platform,
    methods_of,
    run_name,
    runs_of,
    title_of,
    unscored_note,
)
from tactful.bench.report.blocks import (
    Block,
    Column,
    figure,
    printed,
    published,
    row,
    section,
    table,
)

HIGHEST = 4.0
STEPS = 6
"""So many places in a task have a column; later ones are few tasks' and stand in the summary."""


def planning_section(summary: Summary | None) -> Block | None:
    """Everything about planning fidelity; None where it was not run."""
    runs = runs_of(summary)
    if not runs:
        return None
    methods = methods_of(*runs)
    return section(
        "planning", "Planning: does the agent still plan the same?",
        [
            table_2(runs), stairs(runs), method_table(methods), staircase_table(methods, len(runs) > 1),
            step_table(methods), task_table(methods),
        ],
        "Every task is replayed twice, on its own screens and on the protected ones. A judge compares the "
        "two plans of a step: 4 is the same action, target and intent, 0 another goal. The paper takes a "
        "mean of 3 for acceptable. Fidelity compares a planner with itself and says nothing of whether "
        "either plan is right.",
    )  # fmt: skip


def _judge(run: Summary) -> str | None:
    """The judge and its prompts: a variant's scores are not another's."""
    judge: str | None = run.get("judge")
    return f"{judge} ({run['judging']})" if judge and run.get("judging") else judge


def average(cells: Iterable[Mapping[str, Any] | None]) -> Block | None:
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


_TABLE_2 = (
    Column[Summary]("run", "Planner", sub=("judge", lambda found: found["judge"])),
    *(Column[Summary](name, title_of(name), "score") for name in OPERATORS),
    Column[Summary](ANDROID, "Android", "score", help="mean of the methods' scores on Android"),
    Column[Summary](PC, "PC", "score", help="mean of the methods' scores on PC"),
    Column[Summary]("overall", "All", "score", help="mean of the methods' scores"),
)


def table_2(runs: Sequence[Summary]) -> Block:
    """Scores of the four operators at full coverage, and their plain means as the paper takes them."""
    items = [_means(run) for run in runs]
    others = []
    if len(runs) > 1:
        means = {name: average(found[name] for found in items) for name in OPERATORS}
        others.append(row("theory", run="Mean", **means))
    paper = {**published("guiguard")["table_2"],
             "mean of the paper's models": published("guiguard")["table_2_means"]}  # fmt: skip
    names = (*PAPER_OPERATORS, ANDROID, PC, "overall")
    others += [
        row("reference", run=model, **{name: printed(value, 1) for name, value in zip(names, found)})  # noqa: B905
        for model, found in paper.items()
    ]
    return table(
        "table-2", "Semantic consistency (Table 2)", _TABLE_2, items,
        "Mean of the judge's scores, 0 to 4, with everything private covered. Android, PC and All are plain "
        "means over the methods that were run. The paper's text replacement is by a model (F.3); ours by "
        "shape stands beside it, and is in the means where that was not run. Brackets are 95 % intervals "
        "over tasks. " + OTHER_DATA,
        others=others, apart={**REFERENCE, "theory": "over the planners here"},
    )  # fmt: skip


def _means(run: Summary) -> Block:
    methods = {method.operator: method for method in methods_of(run) if method.is_full}
    scores = {name: method.score("score") for name, method in methods.items()}
    if "replace_llm" in methods:  # the paper's own: the other does not count as a fifth method
        methods.pop("replace", None)
    return {
        "run": run_name(run),
        "judge": _judge(run),
        **{name: scores.get(name) for name in OPERATORS},
        **{
            platform: average(method.score("by_platform", platform) for method in methods.values())
            for platform in (ANDROID, PC)
        },
        "overall": average(scores[name] for name in methods),
    }


def stairs(runs: Sequence[Summary]) -> Block | None:
    """Figure 6.2: score over the share of private labels covered, one panel a planner and platform."""
    panels = [
        panel
        for run in runs
        for platform in (ANDROID, PC)
        for panel in [_panel(run, platform, len(runs) > 1)]
        if any(len(line["x"]) > 1 for line in panel["series"])
    ]
    if not panels:
        return None
    acceptable = published("guiguard")["acceptable"]
    return figure(
        "figure-6-2", "stairs", "Score over the share of private labels covered (Figure 6.2)",
        f"Everything private is covered at the right. Above the dashed line at {acceptable:g} the paper "
        "calls plans acceptable. Its own figure is printed without numbers: there, GUI-Owl on Android "
        "loses until about 60 % is covered and little after.",
        panels=panels, top=HIGHEST, mark=acceptable,
    )  # fmt: skip


def _panel(run: Summary, platform: str, several: bool) -> Block:
    methods = [method for method in methods_of(run) if not method.by_policy]
    series = []
    for operator in OPERATORS:
        points = [
            (_covered(method, platform), cell)
            for method in methods
            if method.operator == operator and (cell := method.score("by_platform", platform))
        ]
        points.sort(key=lambda point: point[0])
        series.append(
            {
                "name": title_of(operator),
                "tone": operator,
                "x": [x for x, _ in points],
                "y": [cell["value"] for _, cell in points],
                "n": [cell["n"] for _, cell in points],
            }
        )
    title = f"{run_name(run)}, {PLATFORMS[platform]}" if several else PLATFORMS[platform]
    return {"title": title, "x_label": "private labels covered", "series": series}


def _covered(method: Method, platform: str) -> float:
    """The share covered on the platform; in all where an older summary does not tell them apart."""
    found = method.rate("coverage_by_platform", platform) or method.rate("coverage")
    return method.level / 100 if found is None else float(found["value"])


def _consistency(method: Method) -> Block | None:
    """A mean of shares, as a rate without hits."""
    cell = method.score("consistency")
    return cell and {**cell, "hits": None}


_METHODS = (
    Column[Method]("run", "Planner", cell=lambda m: m.run_name, sub=("judge", lambda m: _judge(m.run))),
    METHOD,
    Column[Method]("score", "Score", "score"),
    Column[Method](
        "consistency", "Consistency", "rate", _consistency, tone="completeness", help="points of all possible"
    ),
    by_platform(ANDROID, "score"),
    by_platform(PC, "score"),
    Column[Method]("coverage", "Covered", "rate", help="private labels that the method treats"),
    Column[Method](
        "same", "Same kind of action", "rate", lambda m: m.rate("same_action"),
        help="the same agent.* call, whatever its target",
    ),
    Column[Method](
        "lengths", "Tasks of other length", "count",
        lambda m: sum(len(set(task["lengths"])) > 1 for task in m.get("tasks") or ()),
        help="one replay ended before the other",
    ),
)  # fmt: skip


def method_table(methods: Sequence[Method]) -> Block:
    """Every method and level: score, consistency, what was covered, and plans of different lengths."""
    return table(
        "planning-methods", "By protection and level", _METHODS, methods,
        "Steps are compared as far as both replays go. What the judge gave no usable answer to is unscored "
        "and counts in no mean.",
    )  # fmt: skip


def staircase_table(methods: Sequence[Method], several_runs: bool) -> Block:
    """Table 7: what each level was meant to cover and what it covers here."""
    # What a level covers is one figure, unless a planner's tasks or a method's screens were others.
    realized: dict[tuple[int, str], tuple[Block | None, list[str]]] = {}
    for method in methods:
        if method.operator in OPERATORS and not method.by_policy:
            cell, name = method.rate("coverage"), title_of(method.operator)
            who = f"{method.run_name}: {name}" if several_runs else name
            realized.setdefault((method.level, str(cell)), (cell, []))[1].append(who)
    paper = published("guiguard")["table_7"]
    several = len(realized) > len({level for level, _ in realized})
    items = [
        {
            "level": level,
            "where": ", ".join(who),
            "realised": cell,
            "paper": paper[level] / 100 if level in paper else None,
        }
        for (level, _), (cell, who) in sorted(realized.items(), key=lambda found: found[0][0])
    ]
    columns: list[Column[Summary]] = [
        Column("level", "Level, %", "count"),
        *([Column[Summary]("where", "Of")] if several else []),
        Column("realised", "Covered here", "rate"),
        Column("paper", "Covered in the paper", "share"),
    ]
    return table(
        "staircase", "The staircase of coverage (Table 7)", columns, items,
        "A level takes whole groups of risk, category and need, so what it covers depends on the data. The "
        "paper's 40 % level holds two groups that its 60 % level lacks; here they come with the 80 % level.",
    )  # fmt: skip


def step_table(methods: Sequence[Method]) -> Block | None:
    """The score at each place in a task, folded away: where a replay goes astray, later steps show it."""
    items = [
        {"run": method.run_name, "method": method.title, **{f"step_{s['step']}": s for s in steps}}
        for method in methods
        if (steps := method.get("by_step"))
    ]
    if not items:
        return None
    last = max(int(found["step"]) for method in methods for found in method.get("by_step") or ())
    columns: list[Column[Summary]] = [
        Column("run", "Planner"),
        Column("method", "Protection"),
        *(Column[Summary](f"step_{at}", f"Step {at}", "score") for at in range(1, min(last, STEPS) + 1)),
    ]
    rest = f" Tasks go on to step {last}: see planning.json." if last > STEPS else ""
    caption = f"Mean of the judge's scores over the tasks that have this step.{rest}"
    return table("planning-steps", "Step by step", columns, items, caption, fold=True)


_TASKS = (
    Column[Summary]("run", "Planner"),
    Column[Summary]("method", "Protection"),
    Column[Summary]("task", "Task"),
    Column[Summary](
        "platform", "Platform", cell=lambda task: PLATFORMS.get(task["platform"], task["platform"])
    ),
    Column[Summary]("score", "Score", "decimal"),
    Column[Summary]("steps", "Steps", "count"),
    Column[Summary]("unscored", "Unscored", "count"),
    Column[Summary](
        "lengths", "Steps without and with protection",
        cell=lambda task: " and ".join(map(str, task["lengths"])),
    ),
)  # fmt: skip


def task_table(methods: Sequence[Method]) -> Block:
    """Every task of every method."""
    items = [
        {**task, "run": method.run_name, "method": method.title}
        for method in methods
        for task in method.get("tasks") or ()
    ]
    return table("planning-tasks", "Task by task", _TASKS, items, fold=True)


def planning_notes(summary: Summary | None) -> list[str]:
    """What failed, for the head of the page."""
    return [
        note
        for run in runs_of(summary)
        for count in [sum(int(method["score"].get("unscored") or 0) for method in run["methods"])]
        for note in unscored_note(run, "planning", count, "step", run.get("problems") or ())
    ]
