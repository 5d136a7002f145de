"""Replays are made once, whoever asks at the same time, and kept for later."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tactful.bench.guiguard.planning import Condition, Results
from tactful.bench.guiguard.planning import results as results_of_planners
from tactful.bench.guiguard.planning.replay import PlannerSettings
from tactful.bench.guiguard.protecting import parse_method
from tactful.errors import InputError, RecordError
from tactful.terms import Judgement, PlanRun, PlanStep

BLACK = Condition(parse_method("black"))
ABOUT: dict[str, Any] = {
    "data": "d", "planner_model": "p", "planner_config": {}, "judge_model": "j", "methods": ["black"],
    "planner": PlannerSettings().to_json(), "prompts": {"planner": {"sha256": "1"}, "judge": {"sha256": "2"}},
}  # fmt: skip


def run(method: str = "original", problem: str = "") -> PlanRun:
    step = (
        PlanStep(0, "0.png", problem=problem)
        if problem
        else PlanStep(0, "0.png", "plan", "agent.back()", "BACK")
    )
    return PlanRun("t/1", method, 100, "Call Ann", (step,))


class Maker:
    """Counts how often it makes a run; takes a while."""

    def __init__(self, made: PlanRun, fails: int = 0) -> None:
        self.made, self.fails, self.calls = made, fails, 0

    async def __call__(self) -> PlanRun:
        self.calls += 1
        await asyncio.sleep(0.02)
        if self.calls <= self.fails:
            raise InputError("cannot be read")
        return self.made


@pytest.mark.parametrize("kept", [False, True])
def test_those_who_ask_together_get_one(tmp_path: Path, kept: bool) -> None:
    results = Results(tmp_path / "plans" if kept else None, ABOUT)
    make = Maker(run())

    async def ask() -> list[PlanRun]:
        return await asyncio.gather(*(results.original("t/1", make) for _ in range(5)))

    assert asyncio.run(ask()) == [run()] * 5
    assert asyncio.run(ask()) == [run()] * 5  # another loop
    assert make.calls == 1


def test_who_waited_makes_it_where_the_first_one_failed() -> None:
    results, make = Results(None, ABOUT), Maker(run(), fails=1)

    async def ask() -> list[Any]:
        return await asyncio.gather(
            *(results.original("t/1", make) for _ in range(3)), return_exceptions=True
        )

    found = asyncio.run(ask())
    assert isinstance(found[0], InputError)
    assert found[1:] == [run()] * 2
    assert make.calls == 2


def test_who_waited_makes_it_where_the_first_one_was_stopped() -> None:
    results, make = Results(None, ABOUT), Maker(run())

    async def ask() -> PlanRun:
        first = asyncio.create_task(results.original("t/1", make))
        await asyncio.sleep(0.001)
        second = asyncio.create_task(results.original("t/1", make))
        await asyncio.sleep(0.001)
        first.cancel()
        return await second

    assert asyncio.run(ask()) == run()


def test_evaluations_at_once_share_the_unprotected_pass_and_nothing_else() -> None:
    other = {**ABOUT, "methods": ["mosaic"], "judge_model": "k"}
    other["planner"] = PlannerSettings(history="same-state").to_json()
    apart = {**ABOUT, "planner": PlannerSettings(images=1).to_json()}
    all_results = [Results(None, about) for about in (ABOUT, other, apart)]
    original, replays = Maker(run()), Maker(run("black"))

    async def ask() -> None:
        await asyncio.gather(*(each.original("t/1", original) for each in all_results))
        await asyncio.gather(*(each.replay("t/1", BLACK, replays) for each in all_results))

    asyncio.run(ask())
    assert original.calls == 2
    assert replays.calls == 3


def test_epochs_are_apart() -> None:
    all_results, make = [Results(None, ABOUT, epoch=epoch) for epoch in (1, 2)], Maker(run())

    async def ask() -> None:
        await asyncio.gather(*(each.original("t/1", make) for each in all_results))

    asyncio.run(ask())
    assert make.calls == 2


def test_the_unprotected_passes_go_with_the_last_that_uses_them() -> None:
    first, second = Maker(run()), Maker(run())
    asyncio.run(Results(None, ABOUT).original("t/1", first))
    asyncio.run(Results(None, ABOUT).original("t/1", second))
    assert (first.calls, second.calls) == (1, 1)


def test_what_another_process_is_making_is_waited_for(tmp_path: Path) -> None:
    """Threads with folders under two names stand for processes: they share nothing but the files."""
    (tmp_path / "link").symlink_to(tmp_path / "plans")
    makers, found = [Maker(run()), Maker(run())], list[PlanRun]()
    both = [Results(tmp_path / "plans", ABOUT, epoch=1), Results(tmp_path / "link", ABOUT, epoch=2)]

    def ask(at: int) -> None:
        found.append(asyncio.run(both[at].original("t/1", makers[at])))

    threads = [threading.Thread(target=ask, args=(at,)) for at in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [run()] * 2
    assert sum(make.calls for make in makers) == 1


def test_a_folder_gives_back_what_was_put_in(tmp_path: Path) -> None:
    black = run("black", problem="no answer from the planner")
    asyncio.run(Results(tmp_path / "plans", ABOUT).replay("t/1", BLACK, Maker(black)))
    make = Maker(run("black"))
    assert asyncio.run(Results(tmp_path / "plans", ABOUT).replay("t/1", BLACK, make)) == black
    assert make.calls == 0
    again = Results(tmp_path / "plans", ABOUT, retry_failed=True)
    assert asyncio.run(again.replay("t/1", BLACK, make)) == run("black")
    assert make.calls == 1


def test_judgements_of_tasks_come_together_in_one_file(tmp_path: Path) -> None:
    results = Results(tmp_path / "plans", ABOUT)
    runs = [replace(run("black"), task=task) for task in ("b", "a", "b")]

    async def judged() -> None:
        await asyncio.gather(*(results.judged(each, [Judgement(0, at)]) for at, each in enumerate(runs)))

    asyncio.run(judged())
    found = json.loads((tmp_path / "plans/judge_evaluation/black_evaluation.json").read_text())
    assert [each["task_name"] for each in found["results"]] == ["a", "b"]
    assert found["judge"] == "j"


def test_folders_of_others_are_refused(tmp_path: Path) -> None:
    Results(tmp_path / "plans", ABOUT)
    with pytest.raises(InputError, match=r"other settings \(judge_model\)"):
        Results(tmp_path / "plans", {**ABOUT, "judge_model": "k"})
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/letter.txt").write_text("dear")
    with pytest.raises(InputError, match="something else"):
        Results(tmp_path / "mine", ABOUT)
    (tmp_path / "plans/settings.json").write_text("{")
    with pytest.raises(InputError, match="not JSON"):
        Results(tmp_path / "plans", ABOUT)


def test_a_new_folder_is_opened_by_several_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written, problems = [], list[Exception]()
    real = results_of_planners.write_private

    def slow(path: Path, data: str) -> None:
        time.sleep(0.05)
        written.append(path)
        real(path, data)

    def start() -> None:
        try:
            Results(tmp_path / "plans", ABOUT)
        except Exception as err:
            problems.append(err)

    monkeypatch.setattr(results_of_planners, "write_private", slow)
    threads = [threading.Thread(target=start) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert len(written) == 1
    assert not list((tmp_path / "plans").glob(".*"))


def test_a_damaged_result_is_an_error_and_not_made_anew(tmp_path: Path) -> None:
    results, make = Results(tmp_path / "plans", ABOUT), Maker(run())
    asyncio.run(results.original("t/1", make))
    (file,) = (tmp_path / "plans/gt_results").iterdir()
    file.write_text("{")
    with pytest.raises(RecordError):
        asyncio.run(Results(tmp_path / "plans", ABOUT, epoch=2).original("t/1", make))
    assert make.calls == 1
