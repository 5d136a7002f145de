"""The data card, the inventory and the staircase of any data set; by command, too."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from tactful.bench.guiguard.card import card_text, coverage_levels, data_card
from tactful.bench.guiguard.data import read_screen_data
from tactful.cli.guiguard_card import register
from tactful.demo import demo_run
from tactful.errors import InputError
from tactful.protect import LEVELS
from tactful.terms import Box, Category, Region, Risk

DEMO = demo_run("phone")


def call(*args: object) -> str:
    app = typer.Typer()
    app.callback()(lambda: None)
    register(app)
    done = CliRunner().invoke(app, [*map(str, args)], standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    return done.stdout


def test_a_card_counts_what_is_there() -> None:
    data = read_screen_data(DEMO)
    card = data_card(data)
    (task,) = card["tasks"]
    private = [r for s in data.screens for r in s.regions or () if r.private]
    assert (card["totals"]["screens"], card["totals"]["risk"]) == (len(list(data.screens)), len(private))
    assert task["low"] + task["medium"] + task["high"] == task["risk"] == len(private)
    assert task["necessary"] == sum(region.necessary for region in private)
    assert [step["level"] for step in card["staircase"]] == list(LEVELS)


def test_private_tasks_are_not_named() -> None:
    data = replace(read_screen_data(DEMO), public=False)
    text = card_text(data_card(data), "mine")
    assert "| task 1 |" in text
    assert data.tasks[0].goal not in text
    assert not any(
        region.text in text
        for screen in data.screens
        for region in screen.regions or ()
        if len(region.text) > 8
    )


def test_the_staircase_of_the_paper_and_of_the_data() -> None:
    high = Region("a", Box(0, 0, 9, 9), Risk.HIGH, Category.IDENTITY)
    low = Region("b", Box(0, 0, 9, 9), Risk.LOW, Category.BEHAVIOR_CONTEXT)
    steps = {step["level"]: step for step in coverage_levels([high, high, low, low])}
    # The paper's lowest level is high-risk identity alone: half of what is here.
    assert (steps[10]["published_groups"], steps[100]["published_groups"]) == (50.0, 100.0)
    assert (steps[10]["own_groups"], steps[60]["own_groups"], steps[100]["own_groups"]) == (0.0, 50.0, 100.0)
    assert coverage_levels([]) == []


def test_the_commands(tmp_path: Path) -> None:
    out = tmp_path / "card.md"
    card = json.loads(call("card", "--data", DEMO, "--out", out, "--json"))
    assert "## Task inventory" in out.read_text("utf-8")
    assert json.loads(call("staircase", "--data", DEMO, "--json"))["levels"] == card["staircase"]
    assert "100 %" in call("staircase", "--data", DEMO)
    with pytest.raises(InputError):
        call("staircase", "--data", tmp_path)
