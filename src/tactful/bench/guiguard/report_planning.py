"""Planning in the report: Table 2, Figure 6.2 and the staircase behind it, single tasks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tactful.bench.guiguard.paper import ACCEPTABLE, TABLE_2, TABLE_2_MEANS, TABLE_7
from tactful.bench.guiguard.report_cells import (
    ANDROID,
    OPERATORS,
    OTHER_DATA,
    PC,
    PLATFORMS,
    REFERENCE,
    Summary,
    average,
    in_order,
    is_whole,
    level_of,
    method_title,
    operator_of,
    printed,
    rate,
    reasons,
    run_name,
    runs_of,
    score,
)
from tactful.bench.report.blocks import column, counted, figure, row, section, table

HIGHEST = 4.0


def planning_section(summary: Summary | None) -> dict[str, Any] | None:
    """Everything about planning fidelity; None where it was not run."""
    runs = runs_of(summary)
    if not runs:
        return None
    blocks = [
        table_2(runs),
        *stairs(runs),
        method_table(runs),
        staircase_table(runs),
        *step_table(runs),
        task_table(runs),
    ]
    return section(
        "planning", "Planning: does the agent still plan the same?", blocks,
        "Every task is replayed twice, on its own screens and on the protected ones. A judge compares the "
        "two plans of a step: 4 is the same action, target and intent, 0 another goal. The paper takes a "
        "mean of 3 for acceptable. Fidelity compares a planner with itself and says nothing of whether "
        "either plan is right.",
    )  # fmt: skip


def _whole(run: Summary) -> dict[str, Summary]:
    """The methods at level 100, by operator."""
    return {operator_of(method): method for method in run["methods"] if is_whole(method)}


def _judge(run: Summary) -> str | None:
    """The judge and its prompts: a variant's scores are not another's."""
    judge: str | None = run.get("judge")
    return f"{judge} ({run['judging']})" if judge and run.get("judging") else judge


def table_2(runs: Sequence[Summary]) -> dict[str, Any]:
    """Scores of the four operators at full coverage, and their plain means as the paper takes them."""
    rows, shown = [], {name: list[Any]() for name in OPERATORS}
    for run in runs:
        methods = {name: found for name, found in _whole(run).items() if name in OPERATORS}
        cells = {name: score(methods[name]["score"]) if name in methods else None for name in OPERATORS}
        for name, cell in cells.items():
            shown[name].append(cell)
        platforms = {
            platform: average(score(found.get("by_platform", {}).get(platform)) for found in methods.values())
            for platform in (ANDROID, PC)
        }
        overall = average(cells[name] for name in methods)
        rows.append(row(run=run_name(run), judge=_judge(run), **cells, **platforms, overall=overall))
    if len(runs) > 1:
        rows.append(row("theory", run="Mean", **{name: average(found) for name, found in shown.items()}))
    names = (*OPERATORS, ANDROID, PC, "overall")
    rows += [
        row(
            "reference",
            run=model,
            **{key: printed(value, 1) for key, value in zip(names, found, strict=True)},
        )
        for model, found in TABLE_2.items()
    ]
    means = {key: printed(value, 1) for key, value in zip(OPERATORS, TABLE_2_MEANS, strict=True)}
    rows.append(row("reference", run="mean of the paper's models", **means))
    columns = [
        column("run", "Planner", sub="judge"),
        *(column(name, method_title(name), "score") for name in OPERATORS),
        column(ANDROID, "Android", "score", help="mean of the methods' scores on Android"),
        column(PC, "PC", "score", help="mean of the methods' scores on PC"),
        column("overall", "All", "score", help="mean of the methods' scores"),
    ]
    caption = (
        "Mean of the judge's scores, 0 to 4, with everything private covered. Android, PC and All are plain "
        "means over the methods that were run. Brackets are 95 % intervals over tasks. " + OTHER_DATA
    )
    apart = {**REFERENCE, "theory": "over the planners here"}
    return table("table-2", "Semantic consistency (Table 2)", columns, rows, caption, apart=apart)


def stairs(runs: Sequence[Summary]) -> list[dict[str, Any]]:
    """Figure 6.2: score over the share of private labels covered, one panel a planner and platform."""
    panels = [
        panel
        for run in runs
        for platform in (ANDROID, PC)
        for panel in [_panel(run, platform, len(runs) > 1)]
        if any(len(line["x"]) > 1 for line in panel["series"])
    ]
    if not panels:
        return []
    return [
        figure(
            "figure-6-2", "stairs", "Score over the share of private labels covered (Figure 6.2)",
            f"Everything private is covered at the right. Above the dashed line at {ACCEPTABLE:g} the paper "
            "calls plans acceptable. Its own figure is printed without numbers: there, GUI-Owl on Android "
            "loses until about 60 % is covered and little after.",
            panels=panels, top=HIGHEST, mark=ACCEPTABLE,
        )
    ]  # fmt: skip


def _panel(run: Summary, platform: str, several: bool) -> dict[str, Any]:
    series = []
    for operator in OPERATORS:
        levels = [
            method
            for method in run["methods"]
            if operator_of(method) == operator and "@" not in method["method"]
        ]
        points = [
            (_covered(method, platform), cell)
            for method in levels
            for cell in [score(method.get("by_platform", {}).get(platform))]
            if cell is not None
        ]
        points.sort(key=lambda point: point[0])
        series.append(
            {
                "name": method_title(operator),
                "tone": operator,
                "x": [x for x, _ in points],
                "y": [cell["value"] for _, cell in points],
                "n": [cell["n"] for _, cell in points],
            }
        )
    title = f"{run_name(run)}, {PLATFORMS[platform]}" if several else PLATFORMS[platform]
    return {"title": title, "x_label": "private labels covered", "series": series}


def _covered(method: Summary, platform: str) -> float:
    """The share covered on the platform; in all where an older summary does not tell them apart."""
    found = rate(method.get("coverage_by_platform", {}).get(platform)) or rate(method.get("coverage"))
    return level_of(method) / 100 if found is None else float(found["value"])


def method_table(runs: Sequence[Summary]) -> dict[str, Any]:
    """Every method and level: score, consistency, what was covered, and plans of different lengths."""
    columns = [
        column("run", "Planner", sub="judge"),
        column("method", "Protection"),
        column("score", "Score", "score"),
        column("consistency", "Consistency", "rate", tone="completeness", help="points of all possible"),
        column(ANDROID, "Android", "score"),
        column(PC, "PC", "score"),
        column("coverage", "Covered", "rate", help="private labels that the method treats"),
        column("same", "Same kind of action", "rate", help="the same agent.* call, whatever its target"),
        column("lengths", "Tasks of other length", "count", help="one replay ended before the other"),
    ]  # fmt: skip
    rows = [
        row(
            run=run_name(run),
            judge=_judge(run),
            method=method_title(method),
            score=score(method["score"]),
            consistency=_share(method.get("consistency")),
            **{platform: score(method.get("by_platform", {}).get(platform)) for platform in (ANDROID, PC)},
            coverage=rate(method.get("coverage")),
            lengths=sum(len(set(task["lengths"])) > 1 for task in method.get("tasks", ())),
            same=rate(method.get("same_action")),
        )
        for run in runs
        for method in in_order(run["methods"])
    ]
    caption = (
        "Steps are compared as far as both replays go. What the judge gave no usable answer to is unscored "
        "and counts in no mean."
    )
    return table("planning-methods", "By protection and level", columns, rows, caption)


def _share(found: Any) -> dict[str, Any] | None:
    """A consistency, which is a mean of shares, as a rate without hits."""
    cell = score(found)
    return None if cell is None else {**cell, "hits": None}


def staircase_table(runs: Sequence[Summary]) -> dict[str, Any]:
    """Table 7: what each level was meant to cover and what it covers here."""
    # What a level covers is one figure, unless a planner's tasks or a method's screens were others.
    realised: dict[tuple[int, str], tuple[dict[str, Any] | None, list[str]]] = {}
    for run in runs:
        for method in in_order(run["methods"]):
            if operator_of(method) in OPERATORS and "@" not in method["method"]:
                cell = rate(method.get("coverage"))
                name = method_title(operator_of(method))
                who = f"{run_name(run)}: {name}" if len(runs) > 1 else name
                realised.setdefault((level_of(method), str(cell)), (cell, []))[1].append(who)
    printed_levels = dict(TABLE_7)
    several = len(realised) > len({level for level, _ in realised})
    rows = [
        row(
            level=level,
            where=", ".join(who) if several else None,
            realised=cell,
            paper=_paper_level(printed_levels.get(level)),
        )
        for (level, _), (cell, who) in sorted(realised.items(), key=lambda found: found[0][0])
    ]
    columns = [
        column("level", "Level, %", "count"),
        *([column("where", "Of")] if several else []),
        column("realised", "Covered here", "rate"),
        column("paper", "Covered in the paper", "share"),
    ]
    caption = (
        "A level takes whole groups of risk, category and need, so what it covers depends on the data. The "
        "paper's 40 % level holds two groups that its 60 % level lacks; here they come with the 80 % level."
    )
    return table("staircase", "The staircase of coverage (Table 7)", columns, rows, caption)


def _paper_level(value: float | None) -> float | None:
    return None if value is None else value / 100


STEPS = 6
"""So many places in a task have a column; later ones are few tasks' and stand in the summary."""


def step_table(runs: Sequence[Summary]) -> list[dict[str, Any]]:
    """The score at each place in a task, folded away: where a replay goes astray, later steps show it."""
    rows = [
        row(
            run=run_name(run),
            method=method_title(method),
            **{f"step_{found['step']}": score(found) for found in method["by_step"][:STEPS]},
        )
        for run in runs
        for method in in_order(run["methods"])
        if method.get("by_step")
    ]
    if not rows:
        return []
    last = max(
        int(found["step"]) for run in runs for method in run["methods"] for found in method.get("by_step", ())
    )
    columns = [
        column("run", "Planner"),
        column("method", "Protection"),
        *(column(f"step_{at}", f"Step {at}", "score") for at in range(1, min(last, STEPS) + 1)),
    ]
    rest = f" Tasks go on to step {last}: see planning.json." if last > STEPS else ""
    caption = f"Mean of the judge's scores over the tasks that have this step.{rest}"
    return [table("planning-steps", "Step by step", columns, rows, caption, fold=True)]


def task_table(runs: Sequence[Summary]) -> dict[str, Any]:
    """Every task of every method."""
    columns = [
        column("run", "Planner"),
        column("method", "Protection"),
        column("task", "Task"),
        column("platform", "Platform"),
        column("score", "Score", "decimal"),
        column("steps", "Steps", "count"),
        column("unscored", "Unscored", "count"),
        column("lengths", "Steps without and with protection"),
    ]
    rows = [
        row(
            run=run_name(run),
            method=method_title(method),
            task=task["task"],
            platform=PLATFORMS.get(task["platform"], task["platform"]),
            score=task["score"],
            steps=task["steps"],
            unscored=task["unscored"],
            lengths=" and ".join(map(str, task["lengths"])),
        )
        for run in runs
        for method in in_order(run["methods"])
        for task in method.get("tasks", ())
    ]
    return table("planning-tasks", "Task by task", columns, rows, fold=True)


def planning_notes(summary: Summary | None) -> list[str]:
    """What failed, for the head of the page."""
    notes = []
    for run in runs_of(summary):
        count = sum(int(method["score"].get("unscored") or 0) for method in run["methods"])
        if count:
            why = reasons({"unscored": run["problems"]}) if run.get("problems") else ""
            told = f": {why}" if why else ""
            notes.append(f"{run_name(run)}, planning: {counted(count, 'step')} unscored{told}.")
    return notes
