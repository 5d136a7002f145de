"""Biographies, events and domains: seeded, within bounds, and from files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tactful.errors import InputError
from tactful.world.profiles.plans import AGES, draw_events, load_domains, load_events, make_bio, make_plans

pytest.importorskip("faker")


def test_the_paper_s_plan() -> None:
    plans = make_plans(12, seed=3)
    for plan in plans:
        assert AGES[0] <= plan.bio["age"] <= AGES[1]
        assert plan.bio["sex"] in ("M", "F")
        assert len(set(plan.events)) == 3
        assert len(plan.domains) == 9
        assert plan.size == 12 + 3 * 9 * 5
    assert len({plan.bio["name"] for plan in plans}) == 12


def test_the_same_seed_gives_the_same_plan_however_many_are_asked_for() -> None:
    assert make_plans(5, seed=1)[:2] == make_plans(2, seed=1)
    assert make_plans(2, seed=1) != make_plans(2, seed=2)


def test_all_ages_occur_within_bounds() -> None:
    ages = {make_bio(0, index)["age"] for index in range(400)}
    assert min(ages) == 21
    assert max(ages) == 70


def test_events_fit_the_age_and_one_another() -> None:
    seeds = load_events()
    clashes = {seed.name: set(seed.clashes) for seed in seeds}
    for index in range(300):
        drawn = draw_events(seeds, 4, 60, 0, index)
        assert not {"fertility treatments", "expecting child"} & set(drawn)
        assert not any(clashes[name] & set(drawn) for name in drawn)


@pytest.mark.parametrize(
    ("field", "numbers"),
    [
        ("profiles", {"count": 0}),
        ("events", {"events": 99}),
        ("domains", {"domains": 10}),
        ("attributes", {"per_cell": 0}),
        ("general", {"general": 3}),
    ],
)
def test_numbers_out_of_range_are_named(field: str, numbers: dict[str, int]) -> None:
    with pytest.raises(InputError) as raised:
        make_plans(**{"count": 1, **numbers})
    assert raised.value.field == field


def test_events_that_exclude_each_other_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "events.yaml"
    file.write_text("- {name: a, clashes: [b]}\n- {name: b}\n")
    with pytest.raises(InputError, match="fit together"):
        make_plans(1, events=2, event_seeds=load_events(file))


def test_the_nine_domains_and_some_three_dozen_events() -> None:
    assert {seed.name for seed in load_domains()} == {
        "schedule", "finance", "mental_health", "education", "relationships", "health", "housing", "legal",
        "employment",
    }  # fmt: skip
    assert len(load_events()) >= 30
    names = {seed.name for seed in load_events()}
    assert all(clash in names for seed in load_events() for clash in seed.clashes)


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[1, 2]", "- {about: x}", "- {name: a}\n- {name: a}", "a: [", "- {name: general}"],
)
def test_lists_of_one_s_own_are_checked(tmp_path: Path, text: str) -> None:
    file = tmp_path / "own.yaml"
    file.write_text(text)
    with pytest.raises(InputError) as raised:
        load_domains(file)
    assert raised.value.file == file
    with pytest.raises(InputError, match="cannot be read"):
        load_events(tmp_path / "absent.yaml")
