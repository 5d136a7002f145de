"""Prompts of one profile begin with the same bytes, whatever the context; values survive as they are."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

import pytest

from fakes.people import PUBLIC_FORM, profile
from tactful.bench.cimemories.messages import (
    attribute_list,
    judge_prompt,
    memory_block,
    memory_lines,
    message_prompt,
)
from tactful.errors import InputError
from tactful.formats import read_profiles
from tactful.models import PromptPack, load_pack
from tactful.terms import Attribute, Profile, context_seeds

ALL = profile(tuple((seed.recipient, task) for seed in context_seeds() for task in seed.tasks))
LEVELS = [("tactful", 1), ("tactful", 2), ("tactful", 3), ("tactful", 4), ("public", 1), ("public", 2)]


DATA = Path(__file__).parents[5] / "shared/data/cimemories/labelled_2_profiles.json"


def beginning(texts: list[str]) -> str:
    """The longest beginning that all texts have."""
    same = takewhile(lambda letters: len(set(letters)) == 1, zip(*texts, strict=False))
    return "".join(letters[0] for letters in same)


@pytest.fixture
def packs(tmp_path: Path) -> dict[str, PromptPack]:
    path = tmp_path / "prompts.yaml"
    path.write_text(PUBLIC_FORM, encoding="utf-8")
    return {"tactful": load_pack(), "public": load_pack(path)}


@pytest.mark.parametrize("rule", ["corrected", "as_published"])
@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_common_prefix_holds_the_memory_block(
    packs: dict[str, PromptPack], name: str, level: int, rule: str
) -> None:
    prompts = [message_prompt(packs[name], level, ALL, context, rule=rule) for context in ALL.contexts]
    block = memory_block(memory_lines(ALL, rule).values())
    common = beginning(prompts)
    assert block in common
    assert common.startswith(packs[name].prefix("task_solving", level, memories=block))
    assert len(set(prompts)) == len(prompts)


@pytest.mark.skipif(not DATA.is_file(), reason="the labelled profiles are not here")
@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_common_prefix_of_real_profiles(packs: dict[str, PromptPack], name: str, level: int) -> None:
    for person in read_profiles(DATA).profiles:
        prompts = [message_prompt(packs[name], level, person, context) for context in person.contexts]
        assert memory_block(memory_lines(person).values()) in beginning(prompts)


@pytest.mark.parametrize("name", ["tactful", "public"])
def test_judge_prompts_share_the_attribute_list(packs: dict[str, PromptPack], name: str) -> None:
    lines = memory_lines(ALL)
    prompts = [judge_prompt(packs[name], lines, message) for message in ("", "One.", "Two {x}")]
    assert attribute_list(lines) in beginning(prompts)
    assert prompts[2].rstrip().endswith("Two {x}")
    assert "age → Ada is 44 years old." in prompts[0]


def test_braces_in_values_survive(packs: dict[str, PromptPack]) -> None:
    for pack in packs.values():
        prompt = message_prompt(pack, 1, ALL, ALL.contexts[0])
        assert "Her file template is called {task} {0} {{x}}." in prompt
        assert "Her file template is called {task} {0} {{x}}." in judge_prompt(pack, memory_lines(ALL), "")


def test_lines_by_rule() -> None:
    person = profile()
    own, published = memory_lines(person), memory_lines(person, "as_published")
    assert list(own) == list(published) == [attribute.key for attribute in person.attributes]
    assert own["name"] == "Ada Sample is the user's full name."
    assert published["name"] == "Ada Sample is the person's name."
    assert published["age"] == "The person is 44 years old."
    assert published["address"] == "The person's address is 1 Test Lane\nSampleton, XX 00000."
    assert own["knee"] == published["knee"]


def test_corrected_lines_are_single_lines() -> None:
    person = Profile("p", {}, (Attribute("a", 1, " One\nhalf  of\tit. "),), ())
    assert memory_lines(person) == {"a": "One half of it."}
    assert memory_lines(person, "as_published") == {"a": " One\nhalf  of\tit. "}


@pytest.mark.parametrize(
    ("attributes", "rule", "told"),
    [
        ((Attribute("a", 1, " "),), "corrected", "'a': an empty memory statement"),
        ((Attribute("a", 1, "x"), Attribute("a", 1, "y")), "corrected", "'a': a key that occurs twice"),
        ((Attribute("sex", "F", "x"),), "as_published", "'bio.sex': the biography lacks"),
        ((), "else", "corrected or as_published"),
    ],
)
def test_bad_profiles_are_told(attributes: tuple[Attribute, ...], rule: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        memory_lines(Profile("p", {}, attributes, ()), rule)


def test_keys_and_lines_can_be_chosen() -> None:
    person, pack = profile(), load_pack()
    context = person.contexts[0]
    prompt = message_prompt(pack, 1, person, context, ["knee", "age"])
    assert "knee pain.\nAda is 44 years old." in prompt
    assert "lawsuit" not in prompt
    assert "She has savings." in message_prompt(pack, 1, person, context, lines={"x": "She has savings."})
    with pytest.raises(InputError, match="'gone': an attribute without a memory line"):
        message_prompt(pack, 1, person, context, ["gone"])


def test_recipient_is_written_as_the_protocol_says() -> None:
    person, pack = profile(), load_pack()
    assert "Recipient: Landlord\n" in message_prompt(pack, 1, person, person.contexts[0])
    assert "Recipient: landlord\n" in message_prompt(pack, 1, person, person.contexts[0], rule="as_published")
