"""Replays are made once, whoever asks at the same time, and kept for later."""

from __future__ import annotations

import asyncio
import json
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tactful.bench.guiguard.planning.results import ReplayStore
from tactful.errors import InputError, RecordError
from tactful.terms import Judgement, PlanRun, PlanStep

ABOUT: dict[str, Any] = {"data": "d", "planner_model": "p", "judge_model": "j", "methods": ["black"]}


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
    results = ReplayStore(tmp_path / "plans" if kept else None, ABOUT)
    make = Maker(run())

    async def ask() -> list[PlanRun]:
        return await asyncio.gather(*(results.run("t/1", "original", 100, make) for _ in range(5)))

    assert asyncio.run(ask()) == [run()] * 5
    assert asyncio.run(ask()) == [run()] * 5  # another loop
    assert make.calls == 1


def test_who_waited_makes_it_where_the_first_one_failed() -> None:
    results, make = ReplayStore(None, ABOUT), Maker(run(), fails=1)

    async def ask() -> list[Any]:
        return await asyncio.gather(
            *(results.run("t/1", "original", 100, make) for _ in range(3)), return_exceptions=True
        )

    found = asyncio.run(ask())
    assert isinstance(found[0], InputError)
    assert found[1:] == [run()] * 2
    assert make.calls == 2


def test_who_waited_makes_it_where_the_first_one_was_stopped() -> None:
    results, make = ReplayStore(None, ABOUT), Maker(run())

    async def ask() -> PlanRun:
        first = asyncio.create_task(results.run("t/1", "original", 100, make))
        await asyncio.sleep(0.001)
        second = asyncio.create_task(results.run("t/1", "original", 100, make))
        await asyncio.sleep(0.001)
        first.cancel()
        return await second

    assert asyncio.run(ask()) == run()


def test_what_another_process_is_making_is_waited_for(tmp_path: Path) -> None:
    """Threads with folders under two names stand for processes: they share nothing but the files."""
    (tmp_path / "link").symlink_to(tmp_path / "plans")
    makers, found = [Maker(run()), Maker(run())], list[PlanRun]()
    both = [ReplayStore(tmp_path / "plans", ABOUT), ReplayStore(tmp_path / "link", ABOUT)]

    def ask(at: int) -> None:
        found.append(asyncio.run(both[at].run("t/1", "original", 100, makers[at])))

    threads = [threading.Thread(target=ask, args=(at,)) for at in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [run()] * 2
    assert sum(make.calls for make in makers) == 1


def test_a_folder_gives_back_what_was_put_in(tmp_path: Path) -> None:
    black = run("black", problem="no answer from the planner")
    asyncio.run(ReplayStore(tmp_path / "plans", ABOUT).run("t/1", "black", 100, Maker(black)))
    make = Maker(run("black"))
    assert asyncio.run(ReplayStore(tmp_path / "plans", ABOUT).run("t/1", "black", 100, make)) == black
    assert make.calls == 0
    again = ReplayStore(tmp_path / "plans", ABOUT, retry_failed=True)
    assert asyncio.run(again.run("t/1", "black", 100, make)) == run("black")
    assert make.calls == 1


def test_judgements_of_tasks_come_together_in_one_file(tmp_path: Path) -> None:
    results = ReplayStore(tmp_path / "plans", ABOUT)
    runs = [replace(run("black"), task=task) for task in ("b", "a", "b")]

    async def judged() -> None:
        await asyncio.gather(*(results.judged(each, [Judgement(0, at)]) for at, each in enumerate(runs)))

    asyncio.run(judged())
    found = json.loads((tmp_path / "plans/judge_evaluation/black_evaluation.json").read_text())
    assert [each["task_name"] for each in found["results"]] == ["a", "b"]
    assert found["judge"] == "j"


def test_folders_of_others_are_refused(tmp_path: Path) -> None:
    ReplayStore(tmp_path / "plans", ABOUT)
    with pytest.raises(InputError, match=r"other settings \(judge_model\)"):
        ReplayStore(tmp_path / "plans", {**ABOUT, "judge_model": "k"})
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/letter.txt").write_text("dear")
    with pytest.raises(InputError, match="something else"):
        ReplayStore(tmp_path / "mine", ABOUT)
    (tmp_path / "plans/settings.json").write_text("{")
    with pytest.raises(InputError, match="not JSON"):
        ReplayStore(tmp_path / "plans", ABOUT)


def test_a_new_folder_is_opened_by_several_at_once(tmp_path: Path) -> None:
    problems = list[Exception]()

    def start() -> None:
        try:
            ReplayStore(tmp_path / "plans", ABOUT)
        except Exception as err:
            problems.append(err)

    threads = [threading.Thread(target=start) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []


def test_a_damaged_result_is_an_error_and_not_made_anew(tmp_path: Path) -> None:
    results, make = ReplayStore(tmp_path / "plans", ABOUT), Maker(run())
    asyncio.run(results.run("t/1", "original", 100, make))
    (file,) = (tmp_path / "plans/gt_results").iterdir()
    file.write_text("{")
    with pytest.raises(RecordError):
        asyncio.run(ReplayStore(tmp_path / "plans", ABOUT).run("t/1", "original", 100, make))
    assert make.calls == 1
