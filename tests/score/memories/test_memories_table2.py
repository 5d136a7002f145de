from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from slow_memories import make_profile

from tactful.errors import InputError
from tactful.score import dataset_stats as stats
from tactful.score.memories.dataset import json_type
from tactful.terms import Attribute, Context, LabelShare, Profile

SHARED = Path(__file__).parents[4] / "shared/data/cimemories"


def test_table() -> None:
    first = make_profile(["npp.", "nnpu", "n...", "p...", "pp..", "...."], name="Ada")
    second = make_profile(["npp"], name="Ben", statements=("A.", "B.", "B."), domains=("x", "x", "y"))
    table = stats([first, second])
    assert (table.profiles, table.unlabelled, table.label_sets) == (2, 0, ("combined",))
    assert (table.attributes.mean, table.attributes.std) == (3.5, pytest.approx(0.5**0.5))
    assert table.contexts is not None
    assert table.to_share is not None
    assert table.not_to_share is not None
    assert (table.contexts.mean, table.contexts.std) == (1.5, pytest.approx(0.5**0.5))
    assert (table.to_share.mean, table.to_share.std, table.to_share.count) == (
        pytest.approx(4 / 3), pytest.approx((1 / 3) ** 0.5), 3,
    )  # fmt: skip
    assert table.not_to_share.mean == pytest.approx(5 / 3)
    assert (table.contexts_total, table.contexts_kept, table.contexts_discarded) == (7, 3, 4)
    assert table.discarded_without_necessary == 2
    assert table.discarded_without_private == 1
    assert table.discarded_without_both == 1
    assert table.pairs == {"ambiguous": 14, "necessary": 5, "private": 8}
    assert table.duplicates == 1
    assert table.value_types == {"integer": 7}
    assert table.domains == {"finance": 4, "x": 2, "y": 1}
    assert table.events == {"general": 7}
    json.dumps(table.to_json(), allow_nan=False)


def test_published_counts_its_own_contexts() -> None:
    profile = make_profile(["np", "np"], keys=("job", "coverage"))
    assert stats([profile]).contexts_kept == 2
    assert stats([profile], rule="as-published").discarded_without_private == 2


def test_without_labels() -> None:
    bare = replace(make_profile(["np"]), contexts=(Context("r", "t"),))
    table = stats([bare])
    assert (table.contexts, table.to_share, table.unlabelled, table.contexts_total) == (None, None, 1, 1)
    mixed = stats([bare, make_profile(["np"], name="Ben")])
    assert (mixed.unlabelled, mixed.contexts_kept, mixed.contexts_discarded) == (1, 1, 0)


def test_a_label_set_that_is_not_there() -> None:
    with pytest.raises(InputError, match="expected combined"):
        stats([make_profile(["np"])], labels="pragmatic")


def test_nothing() -> None:
    table = stats([])
    assert (table.profiles, table.attributes.mean, table.contexts) == (0, None, None)
    json.dumps(table.to_json(), allow_nan=False)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (None, "null"), (True, "boolean"), (3, "integer"), (0.5, "number"), ("3", "string"),
        ([1], "array"), ((1,), "array"), ({"a": 1}, "object"),
    ],
)  # fmt: skip
def test_value_types(value: object, name: str) -> None:
    assert json_type(value) == name


def public_profiles(path: Path) -> list[Profile]:
    if not path.is_file():
        pytest.skip("the public profiles are not beside this checkout")
    return [
        Profile(
            f"profile {index}",
            record["bio"],
            tuple(
                Attribute(
                    key, each["value"], each["memory_statement"], each["information_domain"], each["event"]
                )
                for key, each in record["information_attributes"].items()
            ),
            tuple(
                Context(
                    each["recipient"],
                    each["task"],
                    (),
                    {
                        name.removeprefix("labels_"): {s: LabelShare(**share) for s, share in shares.items()}
                        for name, shares in each.items()
                        if name.startswith("labels_")
                    },
                )
                for each in record["contexts"]
            ),
        )
        for index, record in enumerate(json.loads(path.read_text(encoding="utf-8")))
    ]


def test_the_papers_own_profiles() -> None:
    table = stats(public_profiles(SHARED / "data_openai_gpt-oss-120b.json"))
    # Table 2: 146.7 ± 2.5 attributes a profile.
    assert f"{table.attributes.mean:.1f} ± {table.attributes.std:.1f}" == "146.7 ± 2.5"
    assert (table.profiles, table.contexts_total, table.unlabelled) == (10, 490, 10)


def test_the_labelled_profiles() -> None:
    profiles = public_profiles(SHARED / "labelled_2_profiles.json")
    table = stats(profiles)
    assert (table.pairs["necessary"], table.pairs["private"]) == (468, 6736)
    assert (table.contexts_kept, table.discarded_without_necessary) == (96, 2)
    assert set(table.label_sets) == {"combined", "fundamentalist", "pragmatic", "unconcerned"}
    dropped = sum(
        share.private == 1
        for profile in profiles
        for attribute in profile.attributes
        for context in profile.contexts
        for share in [context.labels["combined"][attribute.statement]]
        if any(part in attribute.key.lower() for part in ("name", "address", "sex", "age"))
    )
    assert dropped > 0
    assert stats(profiles, rule="as_published").pairs["private"] == 6736 - dropped
