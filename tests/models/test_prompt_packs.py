"""Prompt packs: what is accepted, what is refused and how it is said, how fields are filled."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes.people import PUBLIC_FORM
from tactful.errors import InputError
from tactful.models.prompts import FIELDS, Template, bundled_packs, load_pack

VALUES = {"memories": "m", "recipient": "r", "task": "t"}


def written(folder: Path, text: str) -> Path:
    path = folder / "pack.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_own_pack_has_five_levels_and_a_judge() -> None:
    pack = load_pack()
    assert (pack.name, pack.version) == ("tactful", "2")
    assert pack.levels("task_solving") == ("1", "2", "3", "4", "4b")
    assert pack.levels("adversary_reveal") == ("1",)
    assert len({pack.render("task_solving", level, **VALUES) for level in (1, 2, 3, 4, "4b")}) == 5


@pytest.mark.parametrize("name", bundled_packs())
def test_every_bundled_pack_loads_under_its_own_name(name: str) -> None:
    pack = load_pack(name)
    assert pack.name == name
    assert pack.version
    assert len(pack.sha256) == 64


def test_public_form_is_accepted_as_it_is(tmp_path: Path) -> None:
    path = written(tmp_path, PUBLIC_FORM)
    pack = load_pack(path)
    assert (pack.name, pack.version) == ("pack", "")
    assert pack.levels("task_solving") == ("1", "2")
    prompt = pack.render("adversary_reveal", 1, attributes="a {solution}", solution="s")
    assert '{"key": "sentence"}' in prompt
    assert "a {solution}" in prompt
    assert load_pack(str(path)).sha256 == pack.sha256


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("task_solving: {1: '{memories} {task}'}", ["task_solving.1", "missing field {recipient}"]),
        ("task_solving: {2: '{memories} {task} {recipient} {x}'}", ["task_solving.2", "unknown field {x}"]),
        ("task_solving: {1: '{memories!r} {task} {recipient}'}", ["task_solving.1", "braces"]),
        ("task_solving: {1: '{memories:>9} {task} {recipient}'}", ["task_solving.1", "braces"]),
        ("task_solving: {1: '{0} {task} {recipient}'}", ["task_solving.1", "braces"]),
        ("task_solving: {1: '{memories} {task} {recipient} {'}", ["task_solving.1", "braces"]),
        ("task_solving: {1: '{memories.x} {task} {recipient}'}", ["task_solving.1", "braces"]),
        ("task_solving: {1: 5}", ["task_solving.1", "not a text"]),
        ("task_solving: {1: ' '}", ["task_solving.1", "not a text"]),
        ("task_solving: []", ["task_solving", "levels"]),
        ("adversary_reveal: {1: '{attributes}'}", ["adversary_reveal.1", "{solution}"]),
        ("extra: {a: '{x}'}\nfields: {extra: [y]}", ["extra.a", "unknown field {x}"]),
        ("extra: {a: '{x}'}\nfields: {extra: y}", ["fields.extra", "not a list"]),
        ("extra: {a: '{x}'}\nfields: 3", ["fields", "not a mapping"]),
        ("name: x", ["no section"]),
        ("a: {1: x}\na: {1: y}", ["pack.yaml:2", "the key stands twice"]),
        ("- 1", ["not a mapping"]),
        ("a: [", ["pack.yaml:2", "not valid YAML"]),
    ],
)
def test_refused_with_file_and_field(tmp_path: Path, text: str, told: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        load_pack(written(tmp_path, text))
    assert "pack.yaml" in str(caught.value)
    for words in told:
        assert words in str(caught.value)


def test_not_utf8_and_not_there(tmp_path: Path) -> None:
    path = tmp_path / "latin.yaml"
    path.write_bytes(b"a: \xff")
    with pytest.raises(InputError, match="not UTF-8"):
        load_pack(path)
    with pytest.raises(InputError, match=r"no such prompt pack.*tactful"):
        load_pack("nothing-of-that-name")
    with pytest.raises(InputError, match="not a usable name"):
        load_pack("a" * 5000 + ".yaml")
    with pytest.raises(InputError, match="no such prompt pack"):
        load_pack(tmp_path)


def test_missing_section_level_and_value_are_told() -> None:
    pack = load_pack()
    with pytest.raises(InputError, match=r"no section 'gate'.*task_solving"):
        pack.render("gate", 1)
    with pytest.raises(InputError, match=r"task_solving.*no level '5'.*1, 2, 3, 4"):
        pack.render("task_solving", 5, **VALUES)
    with pytest.raises(InputError, match=r"task_solving.1.*\{task\}"):
        pack.render("task_solving", 1, memories="m", recipient="r")


def test_sections_of_other_names_declare_their_fields(tmp_path: Path) -> None:
    text = "fields: {ask: [who]}\nask: {strict: 'Ask {who}.', 2: '{who}?'}\nloose: {1: '{a}{b}'}"
    pack = load_pack(written(tmp_path, text))
    assert pack.render("ask", "strict", who="Ann", unused="x") == "Ask Ann."
    assert pack.render("ask", 2, who="Ann") == "Ann?"
    assert pack.render("loose", 1, a="1", b="2") == "12"


@given(st.dictionaries(st.sampled_from(sorted(FIELDS["task_solving"])), st.text(), min_size=3))
def test_values_survive_whatever_they_hold(values: dict[str, str]) -> None:
    template = Template.parse("{{a}} {memories} | {recipient} | {task} | {recipient}")
    who = values["recipient"]
    assert template.render(values) == f"{{a}} {values['memories']} | {who} | {values['task']} | {who}"


@given(st.text(), st.text())
def test_head_is_how_every_prompt_begins(memories: str, task: str) -> None:
    pack = load_pack()
    head = pack.prefix("task_solving", 2, memories=memories)
    assert head.split("\n\n", 1)[1].startswith(memories)
    assert pack.render("task_solving", 2, memories=memories, recipient="r", task=task).startswith(head)


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_reads_back_what_it_rendered(level: int) -> None:
    values = {"memories": "One {x}.\nTwo.", "recipient": "Landlord", "task": "Ask (again)"}
    pack = load_pack()
    prompt = pack.render("task_solving", level, **values)
    assert pack.read("task_solving", prompt) == values
    assert pack.read("task_solving", f"\n{prompt.strip()}") == values
    assert pack.read("task_solving", prompt.replace("YOUR JOB", "MY JOB")) is None
    assert pack.read("adversary_reveal", prompt) is None
    assert pack.read("no such section", prompt) is None


def test_repr_shows_no_template() -> None:
    assert "ABOUT" not in repr(load_pack())
    assert "secret" not in repr(Template.parse("secret {x}"))
