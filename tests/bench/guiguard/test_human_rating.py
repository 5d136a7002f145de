"""Pairs of plans out to raters, and their ratings back."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import stat
from pathlib import Path

import pytest

from tactful.bench.guiguard.human import (
    Rating,
    export_pairs,
    plan_pairs,
    rated_by_method,
    rated_pairs,
    read_human_ratings,
)
from tactful.bench.guiguard.planning.judge import Judging
from tactful.bench.guiguard.planning.results import Results
from tactful.bench.sheets import KEY
from tactful.errors import InputError
from tactful.models import ScriptedModel, asking
from tactful.score import RatedPair
from tactful.terms import Judgement, PlanRun, PlanStep

METHODS = (("black", 100), ("black", 60), ("replace", 100))


def made(steps: int = 6, plan: str = "Tap it") -> Results:
    def run(method: str, level: int) -> PlanRun:
        found = [PlanStep(at, f"s{at}.png", f"{plan} {at} after {method}-{level}") for at in range(steps - 1)]
        return PlanRun(
            "t/1", method, level, "Call Sam", (*found, PlanStep(steps - 1, "", problem="no answer"))
        )

    scores = tuple(Judgement(at, at % 5) for at in range(steps - 2))
    return Results(
        {"t/1": run("original", 100)},
        {condition: {"t/1": run(*condition)} for condition in METHODS},
        {("black", 60): {"t/1": scores}},
    )


def rows(path: Path) -> list[dict[str, str]]:
    text = path.read_text("utf-8-sig")
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in text.splitlines()]
    return list(csv.DictReader(io.StringIO(text)))


def test_pairs_are_steps_planned_on_both_screens() -> None:
    pairs = plan_pairs(made())
    assert len(pairs) == 3 * 5
    assert [pair.judge for pair in pairs if (pair.method, pair.level) == ("black", 60)] == [0, 1, 2, 3, None]
    assert {pair.judge for pair in pairs if pair.method == "replace"} == {None}


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_the_raters_file_tells_neither_method_nor_score_nor_side(tmp_path: Path, form: str) -> None:
    path = export_pairs(plan_pairs(made(9, "Go")), tmp_path / "out", seed=1, form=form)
    found = rows(path)
    key = json.loads((tmp_path / "out" / KEY).read_text())["pairs"]
    assert [row["pair"] for row in found] == list(key)
    assert set(found[0]) == {"pair", "task", "screenshot", "plan_1", "plan_2", "rating"}
    sides = []
    for row in found:
        about = key[row["pair"]]
        original = row["plan_1"] if about["original"] == 1 else row["plan_2"]
        assert original == f"Go {about['step']} after original-100"
        sides.append(about["original"])
    assert 0.2 < sides.count(1) / len(sides) < 0.8
    methods = [(key[row["pair"]]["method"], key[row["pair"]]["level"]) for row in found]
    assert methods != sorted(methods)
    assert {stat.S_IMODE(p.stat().st_mode) for p in (tmp_path / "out").iterdir()} == {0o600}


@pytest.mark.parametrize("variant", ["neutral", "lenient"])
def test_people_get_the_judges_scale_word_for_word(tmp_path: Path, variant: str) -> None:
    judging = Judging(variant=variant)
    export_pairs(plan_pairs(made()), tmp_path / "out", judging=judging)
    model = ScriptedModel(['{"score": 4, "reason": ""}'])
    step = PlanStep(0, "s.png", "Tap it.", "agent.back()")
    asyncio.run(judging.steps("Call Sam", [step], [step], asking(model)))
    assert judging.scale in model.asked[0][0].text
    assert judging.scale in (tmp_path / "out/scale.txt").read_text("utf-8")
    key = json.loads((tmp_path / "out" / KEY).read_text())
    assert (key["judging"], key["prompts"]["name"]) == (f"guiguard_judging 2, {variant}", "guiguard_judging")


def test_a_draw_is_spread_over_methods_and_seeded(tmp_path: Path) -> None:
    pairs = plan_pairs(made(20))
    one, two, other = (
        export_pairs(pairs, tmp_path / name, count=6, seed=seed).read_bytes()
        for name, seed in (("a", 1), ("b", 1), ("c", 2))
    )
    assert one == two != other
    key = json.loads((tmp_path / "a" / KEY).read_text())["pairs"]
    drawn = [(about["method"], about["level"]) for about in key.values()]
    assert sorted(drawn) == sorted(METHODS * 2)


def test_texts_that_a_spreadsheet_would_run(tmp_path: Path) -> None:
    path = export_pairs(plan_pairs(made(3, '=HYPERLINK("x")')), tmp_path)
    assert all(row["plan_1"].startswith("'=") for row in rows(path))


def rate(path: Path, name: str, delimiter: str = ",") -> Path:
    """What a rater sends back: the row's number as rating, in turn 0 to 4."""
    target = path.with_name(name)
    table = [[row["pair"], str(at % 5)] for at, row in enumerate(rows(path))]
    if target.suffix == ".jsonl":
        target.write_text("".join(json.dumps({"pair": p, "rating": int(r)}) + "\n" for p, r in table))
    else:
        text = io.StringIO()
        csv.writer(text, delimiter=delimiter).writerows([["pair", "rating"], *table])
        target.write_text(text.getvalue())
    return target


@pytest.mark.parametrize(("name", "delimiter"), [("ann.csv", ","), ("ann.csv", ";"), ("ann.jsonl", ",")])
def test_ratings_come_back_with_the_judges_scores(tmp_path: Path, name: str, delimiter: str) -> None:
    path = export_pairs(plan_pairs(made()), tmp_path)
    found, problems = read_human_ratings(tmp_path / KEY, [rate(path, name, delimiter)])
    assert problems == ()
    key = list(json.loads((tmp_path / KEY).read_text())["pairs"].values())
    assert [(r.method, r.level, r.step, r.human, r.judge) for r in found] == [
        (about["method"], about["level"], about["step"], at % 5, about["judge"])
        for at, about in enumerate(key)
    ]
    assert {one.rater for one in found} == {"ann"}
    assert len(rated_pairs(found)) == 4
    assert list(rated_by_method(found)) == ["black-60"]


def test_several_raters_and_gaps(tmp_path: Path) -> None:
    path = export_pairs(plan_pairs(made()), tmp_path)
    first, second = rate(path, "ann.csv"), rate(path, "ben.csv")
    lines = second.read_text().splitlines()
    pair = lines[1].split(",")[0]
    second.write_text("\n".join([lines[0], f"{pair},", f"{pair},5", "p999-0000,3", *lines[2:4], lines[3]]))
    found, problems = read_human_ratings(tmp_path / KEY, [first, second])
    assert sorted(one.rater for one in found).count("ben") == 2
    assert [(p.line, p.reason) for p in problems] == [
        (3, "the rating is not 0 to 4"), (4, "a pair that is not in the key"), (7, "a pair is rated twice"),
    ]  # fmt: skip


def test_ratings_of_another_export_are_told_apart(tmp_path: Path) -> None:
    one = export_pairs(plan_pairs(made(plan="Go")), tmp_path / "a", seed=1)
    export_pairs(plan_pairs(made(plan="Stay")), tmp_path / "b", seed=1)
    found, problems = read_human_ratings(tmp_path / "b" / KEY, [rate(one, "ann.csv")])
    assert len(found) < 2  # four hex digits: one in 65536 agrees by chance
    assert len(problems) >= 14


def test_groups_are_tasks() -> None:
    found = [Rating("ann", "t/1", "black", 100, 0, 3, 2), Rating("ann", "t/2", "black", 100, 0, 3, None)]
    assert rated_pairs(found) == (RatedPair(3, 2, "t/1"),)


@pytest.mark.parametrize(
    ("given", "said"), [({"form": "xlsx"}, "form"), ({"count": 0}, "count"), ({}, "holds an export")]
)
def test_exports_that_cannot_be(tmp_path: Path, given: dict[str, object], said: str) -> None:
    pairs = plan_pairs(made())
    export_pairs(pairs, tmp_path)
    before = (tmp_path / KEY).read_bytes()
    with pytest.raises(InputError, match=said):
        export_pairs(pairs, tmp_path, **given)  # type: ignore[arg-type]
    assert (tmp_path / KEY).read_bytes() == before
    with pytest.raises(InputError, match="planned on both"):
        export_pairs([], tmp_path)


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", '{"x": 1}', 'pair,rating\n"a,1', "\ud800"])
def test_what_is_no_file_of_ratings(tmp_path: Path, text: str) -> None:
    export_pairs(plan_pairs(made()), tmp_path)
    file = tmp_path / "ann.csv"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(InputError) as caught:
        read_human_ratings(tmp_path / KEY, [file])
    assert caught.value.file == file


@pytest.mark.parametrize("key", ["{}", "[]", '{"format": "tactful-guiguard-human", "pairs": {"p": 1}}'])
def test_what_is_no_key(tmp_path: Path, key: str) -> None:
    (tmp_path / KEY).write_text(key)
    with pytest.raises(InputError):
        read_human_ratings(tmp_path / KEY, [])


def test_two_files_of_one_rater(tmp_path: Path) -> None:
    path = export_pairs(plan_pairs(made()), tmp_path)
    with pytest.raises(InputError, match="another file"):
        read_human_ratings(tmp_path / KEY, [rate(path, "ann.csv"), rate(path, "ann.jsonl")])
