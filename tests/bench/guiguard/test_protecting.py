"""Methods by name, and the protected forms of a task."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fakes.leak_cases import NAME, PHONE, SECRETS, task
from tactful.bench.guiguard.choice import METHODS
from tactful.bench.guiguard.protecting import (
    Method,
    NotProtected,
    ProtectedCase,
    annotated,
    guarded,
    original,
    parse_method,
    protect_each,
    protect_task,
)
from tactful.errors import InputError, ProtectionError
from tactful.protect.operators import OPERATORS
from tactful.terms import Box, Region, Risk, Screen, TaskCase


@pytest.mark.parametrize(
    ("text", "name", "level"),
    [
        ("black", "black", 100),
        ("blocks", "randblocks", 100),
        ("randblocks-60", "randblocks-60", 60),
        ("replace_llm", "replace_llm", 100),
        (" mosaic-10 ", "mosaic-10", 10),
        ("black-100", "black", 100),
        ("black@non-necessary", "black@non-necessary", 100),
        ("policy@hybrid", "policy@hybrid", 100),
        ("black@coverage-40-as-published", "black@coverage-40-as-published", 100),
        ("original", "original", 100),
    ],
)
def test_names(text: str, name: str, level: int) -> None:
    method = parse_method(text)
    assert (method.name, method.level) == (name, level)
    assert parse_method(method.name) == method


@pytest.mark.parametrize(
    "text", ["", "smear", "black-50", "black-x", "policy", "policy@", "black@nobody", "-60", "black--60"]
)
def test_what_is_no_method(text: str) -> None:
    with pytest.raises(InputError):
        parse_method(text)


def test_a_level_and_a_policy_exclude_each_other() -> None:
    with pytest.raises(InputError, match="exclude"):
        Method("black", 60, "hybrid")


def test_a_policy_file_names_the_method(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("name: only phones/1\nrules: [{when: {type: phone}, use: mosaic}]\n")
    assert parse_method(f"policy@{file}").name == "policy@only_phones_1"
    assert parse_method(f"black@{file}").rules().operators == {"keep", "black"}


@pytest.fixture
def card(tmp_path: Path) -> TaskCase:
    return task(tmp_path)


@pytest.mark.parametrize("name", METHODS)
def test_every_private_box_is_painted_and_nothing_else(card: TaskCase, name: str) -> None:
    for raw, safe in zip(original(card), protect_task(card, parse_method(name)), strict=True):
        before, after = np.asarray(raw.image), np.asarray(safe.screen.image)
        private = [i for i, region in enumerate(safe.case.regions or ()) if region.private]
        assert sorted(safe.hidden) == private
        inside = np.zeros(before.shape[:2], bool)
        for box in safe.hidden.values():
            inside[box.y1 : box.y2, box.x1 : box.x2] = True
            part = np.s_[box.y1 : box.y2, box.x1 : box.x2]
            assert (before[part] != after[part]).any()
        assert (before == after)[~inside].all()


def test_the_same_seed_gives_the_same_bytes_and_another_does_not(card: TaskCase) -> None:
    def pictures(name: str, seed: int) -> list[bytes]:
        return [each.screen.to_bytes() for each in protect_task(card, parse_method(name), seed=seed)]

    for name in ("replace", "randblocks"):
        assert pictures(name, 1) == pictures(name, 1)
        assert pictures(name, 1) != pictures(name, 2)
    assert pictures("black", 1) == pictures("black", 2)


def test_one_vault_a_task(card: TaskCase) -> None:
    first, second, _ = protect_task(card, parse_method("replace"))
    shown = [[t.shown for t in each.screen.receipt.treatments] for each in (first, second)]
    assert shown[0] == shown[1]
    assert shown[0][1] not in ("", NAME)


def test_a_lower_level_hides_less(card: TaskCase) -> None:
    assert [len(each.hidden) for each in protect_task(card, parse_method("black-10"))] == [1, 1, 0]
    assert [len(each.hidden) for each in protect_task(card, parse_method("black"))] == [3, 3, 0]
    assert [len(each.hidden) for each in protect_task(card, parse_method("original"))] == [0, 0, 0]


def test_a_kept_region_inside_a_painted_one_is_not_called_hidden(tmp_path: Path) -> None:
    card = task(tmp_path)
    case = card.screens[0]
    outer = (case.regions or ())[1]
    inner = replace(outer, text=NAME.split()[0], box=Box(*outer.box.tuple()).grow(-2), risk=Risk.LOW)
    one = replace(case, step=replace(case.step, regions=(outer, inner)))
    (safe,) = protect_task(replace(card, screens=(one,)), parse_method("black@high"))
    assert list(safe.hidden) == [0]


def without_labels(card: TaskCase) -> TaskCase:
    first, *others = card.screens
    bare = replace(first, step=replace(first.step, regions=None))
    return replace(card, screens=(bare, *others))


def test_a_screen_that_nobody_labelled_is_not_protected_and_stops_no_other(card: TaskCase) -> None:
    bare = without_labels(card)
    found = list(protect_each(bare, parse_method("black")))
    assert [type(each) for each in found] == [NotProtected, ProtectedCase, ProtectedCase]
    assert "nobody has labelled" in found[0].reason  # type: ignore[union-attr]
    with pytest.raises(ProtectionError, match="step 1 is not protected"):
        protect_task(bare, parse_method("black"))


def test_a_missing_picture_is_not_protected(card: TaskCase) -> None:
    case = replace(card.screens[0], step=replace(card.screens[0].step, screenshot=None))
    (found,) = protect_each(replace(card, screens=(case,)), parse_method("black"))
    assert isinstance(found, NotProtected)
    with pytest.raises(InputError, match="the screenshot is missing"):
        original(replace(card, screens=(case,)))


@pytest.mark.parametrize("broken", ["picture", "labels", "boxes"])
def test_what_goes_wrong_names_no_file(card: TaskCase, tmp_path: Path, broken: str) -> None:
    path = tmp_path / NAME / f"{PHONE}.png"
    source = card.screens[0].step.screenshot
    assert source is not None
    path.parent.mkdir()
    path.write_bytes(source.read_bytes()[: 400 if broken == "picture" else None])
    step = replace(card.screens[0].step, screenshot=path)
    if broken == "labels":
        step = replace(step, regions=None)
    task = replace(card, screens=(replace(card.screens[0], step=step),))

    def unusable(_: TaskCase) -> object:
        return lambda case, screen: [object()]  # the painter fails, and says so under the screen's name

    more = {"labels": unusable} if broken == "boxes" else {}
    (found,) = protect_each(task, parse_method("black"), **more)  # type: ignore[arg-type]
    assert isinstance(found, NotProtected)
    assert found.reason
    assert not any(secret in found.reason for secret in (NAME, PHONE, str(tmp_path)))


def test_what_goes_wrong_quotes_no_value(card: TaskCase) -> None:
    def labels(_: TaskCase) -> object:
        def fail(case: object, screen: Screen) -> list[Region]:
            raise ValueError(f"could not read {NAME} {PHONE}")

        return fail

    found = list(protect_each(card, parse_method("black"), labels=labels))  # type: ignore[arg-type]
    assert all(isinstance(each, NotProtected) for each in found)
    assert not any(secret in each.reason for each in found for secret in SECRETS)  # type: ignore[union-attr]


def test_replace_llm_needs_a_rewriter_and_uses_it(card: TaskCase) -> None:
    with pytest.raises(InputError, match="rewriter"):
        protect_task(card, parse_method("replace_llm"))
    safe = protect_task(
        card, parse_method("replace_llm"), rewriter=lambda text, type: "Q" * len(text.strip())
    )
    assert safe[0].screen.receipt.treatments[1].operator == "replace_llm"


def test_the_guard_may_say_what_is_private(card: TaskCase) -> None:
    class Recognizer:
        calls = 0

        def recognize(self, screen: Screen) -> tuple[Region, ...]:
            self.calls += 1
            return (Region(PHONE, Box(20, 140, 220, 170), Risk.HIGH, None, "phone"),)

    recognizer = Recognizer()
    labels = guarded(recognizer)  # type: ignore[arg-type]
    for name in ("black", "mosaic"):
        safe = protect_task(card, parse_method(name), labels=labels)
        assert [each.screen.receipt.risky for each in safe] == [1, 1, 1]
    assert recognizer.calls == 3, "a second method costs no second reading"
    assert annotated(card)(card.screens[0], original(card)[0]) == card.screens[0].regions


def test_all_operators_have_a_method_or_are_a_baseline() -> None:
    from tactful.bench.guiguard.protecting import PAINTERS

    assert set(PAINTERS.values()) == set(OPERATORS)
