"""Policy files: what they may say, and errors that name file, line and field."""

from __future__ import annotations

from pathlib import Path

import pytest

from fakes.painted import region
from tactful.errors import PolicyError
from tactful.protect import get_policy, load_policy
from tactful.protect.policy import file as policy_file
from tactful.protect.policy.file import parse_policy
from tactful.terms import Category, Risk


def test_every_key_of_a_condition_is_built() -> None:
    keys = {field.alias or name for name, field in policy_file._Condition.model_fields.items()}
    assert keys == policy_file._TERMS.keys()


RULE = "name: p\nrules:\n  - use: black\n    when: "


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("name: p\nrulez: []\n", 2, "unknown key"),
        ("name: p\nrules:\n  - when: always\n    use: blur\n", 4, "unknown operator"),
        ("name: p\nrules:\n  - when: always\n    use: black\n    wen: 1\n", 5, "unknown key"),
        ("name: p\ndefault: [black]\nrules:\n  - {when: always, use: black}\n", 2, "a list found"),
        ("name: 3\nrules:\n  - {when: always, use: black}\n", 1, "number or date found"),
        ("name: ''\nrules:\n  - {when: always, use: black}\n", 1, "empty text found"),
        ("name: p\nname: q\nrules: []\n", 2, "stands twice"),
        ("name: p\nrules:\n  - when: {risk: low, risk: high}\n    use: black\n", 3, "stands twice"),
        ("name: p\nrules: []\n", 2, "empty list"),
        ("name: p\nrules: black\n", 2, "a list"),
        ("name: p\n", 1, "missing"),
        ("name: p\nrules:\n  - use: black\n", 3, "missing"),
        ("name: p\nrules:\n  - black\n", 3, "text found"),
        (RULE + "{risk: huge}\n", 4, "unknown risk"),
        (RULE + "{risk: [low, huge]}\n", 4, "unknown risk"),
        (RULE + "{risk: [low, low]}\n", 4, "twice"),
        (RULE + "{risk: []}\n", 4, "empty list"),
        (RULE + "{category: phone}\n", 4, "unknown category"),
        (RULE + "{type: 'E mail'}\n", 4, "not a type"),
        (RULE + "{necessary: maybe}\n", 4, "text found"),
        (RULE + "{confidence_at_least: 2}\n", 4, "number"),
        (RULE + "{confidence_at_least: .nan}\n", 4, "number"),
        (RULE + "{confidence_at_least: high}\n", 4, "text found"),
        (RULE + "{colour: red}\n", 4, "unknown key"),
        (RULE + "{}\n", 4, ""),
        (RULE + "sometimes\n", 4, ""),
        (RULE + "{any: {risk: low}}\n", 4, ""),
        (RULE + "{not: [low]}\n", 4, ""),
        (RULE + "!!python/object:os.system {}\n", 4, ""),
        ("- a\n- b\n", 1, "a list found"),
        ("black\n", 1, "text found"),
        ("name: p\nrules: [\n", 3, "not valid YAML"),
        ("name: p\n\trules: x\n", 2, "not valid YAML"),
        ("name: p\n--- \nname: q\n", 2, "more than one document"),
        ("a: &a [x, x]\nb: &b [*a, *a]\n", 1, "anchors and aliases"),
        ("name: p\nrules: *x\n", 2, "anchors and aliases"),
        ("name: p\nrules: " + "[" * 40 + "]" * 40, 2, "nested deeper"),
        ("", None, "empty"),
        ("# nothing\n", None, "empty"),
        ("name: \x00\n", None, "not valid YAML"),
    ],
)  # fmt: skip
def test_errors_name_the_line(tmp_path: Path, text: str, line: int | None, says: str) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(PolicyError) as caught:
        load_policy(file)
    assert caught.value.file == file
    assert caught.value.line == line
    assert says in str(caught.value)
    assert str(file) in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "latin.yaml").write_bytes("name: Zo\xeb\n".encode("latin-1"))
    (tmp_path / "big.yaml").write_text("# " + "x" * 70_000)
    (tmp_path / "folder.yaml").mkdir()
    for name, says in [
        ("latin", "not UTF-8"),
        ("big", "at most 64 KiB"),
        ("folder", "cannot be read"),
        ("absent", "cannot be read"),
    ]:
        with pytest.raises(PolicyError, match=says) as caught:
            get_policy(tmp_path / f"{name}.yaml")
        assert caught.value.file == tmp_path / f"{name}.yaml"


def test_errors_quote_no_odd_text() -> None:
    with pytest.raises(PolicyError) as caught:
        parse_policy("name: p\nann@example.com is my key: 1\n")
    assert "ann" not in str(caught.value)


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    file = tmp_path / "bom.yml"
    file.write_bytes(b"\xef\xbb\xbfname: p\nrules:\n  - {when: always, use: black}\n")
    assert get_policy(file).name == "p"


def test_the_example() -> None:
    policy = get_policy(Path(policy_file.__file__).parent / "example.yaml")
    assert policy.name == "careful"
    decide = policy.decide
    assert decide(region(type="otp")).operator == "black"
    assert decide(region(type="email", necessary=True)).operator == "replace"
    assert decide(region(confidence=0.6)).operator == "fixed"
    assert decide(region(confidence=0.4)).operator == "black"
    assert decide(region(confidence=0.4, source="layout:row")).operator == "keep"
    assert decide(region(risk=Risk.LOW, category=Category.BEHAVIOR_CONTEXT)).operator == "keep"


@pytest.mark.parametrize(
    ("when", "change", "fits"),
    [
        ("always", {"risk": Risk.NONE}, True),
        ("{risk: [low, high]}", {"risk": Risk.HIGH}, True),
        ("{risk_at_least: medium}", {"risk": Risk.LOW}, False),
        ("{category: none}", {"category": None}, True),
        ("{category: [identity, none]}", {}, True),
        ("{type: [email, phone], necessary: true}", {"type": "phone"}, False),
        ("{necessary: false}", {}, True),
        ("{inner: yes}", {"inner": True}, True),
        ("{source: patterns}", {"source": "patterns:x"}, True),
        ("{confidence_at_least: 0.5}", {"confidence": 0.4}, False),
        ("{confidence_at_least: 1}", {"confidence": 1.0}, True),
        ("{all: [{risk: high}, {type: email}]}", {"type": "email"}, True),
        ("{any: [{risk: low}, {type: email}]}", {"type": "phone"}, False),
        ("{not: {type: email}}", {"type": "phone"}, True),
    ],
)
def test_conditions(when: str, change: dict[str, object], fits: bool) -> None:
    policy = parse_policy(RULE + when + "\n")
    assert (policy.decide(region(**change)).operator == "black") is fits  # type: ignore[arg-type]


def test_another_operator_for_a_file(tmp_path: Path) -> None:
    file = tmp_path / "p.yaml"
    file.write_text(RULE + "{type: email}\n")
    assert get_policy(str(file), "fixed").decide(region(type="email")).operator == "fixed"
