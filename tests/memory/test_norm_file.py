from __future__ import annotations

from pathlib import Path

import pytest

from tactful.errors import PolicyError
from tactful.memory import NormGate
from tactful.memory.norm_file import load_norms, parse_norms

GOOD = """
types:
  income: {what: the income, words: [income], coarse: [{sentence: So, from: [I have income]}]}
  health: {what: an illness, words: [asthma]}
roles:
  bank: {who: a bank, words: [bank]}
purposes:
  credit: {why: a loan, words: [loan]}
groups:
  all_types: [income, health]
norms:
  - {name: a, to: [bank], for: [credit], about: [income], do: pass, because: it matters}
"""
BAD = [
    ("", "", "empty"),
    ("types: [", "", "not valid YAML"),
    ("types: &a {}", "", "anchors"),
    (GOOD.replace("norms:", "rules:"), "rules", "unknown key"),
    (GOOD.replace("purposes:", "groups2:"), "groups2", "unknown key"),
    (GOOD.replace("words: [asthma]", "words: [as*]"), "types.health.words[0]", "three letters"),
    (GOOD.replace("words: [asthma]", "words: []"), "types.health.words", "an empty list found"),
    (GOOD.replace("sentence: So", "sentence: About 3"), "types.income.coarse[0]", "a number"),
    (GOOD.replace("sentence: So", 'sentence: "{amount}"'), "types.income.coarse[0]", "a slot"),
    (GOOD.replace("from: [I have income]", "from: [have]"), "types.income.coarse[0].from[0]", "begins with"),
    (GOOD.replace(", from: [I have income]", ""), "types.income.coarse[0].from", "missing"),
    (GOOD + "prohibitions: [{name: a, about: [health], because: x}]", "norms[0].name", "two norms"),
    (GOOD + "prohibitions: [{name: b, about: [healt], because: x}]", "prohibitions[0].about[0]", "nowhere"),
    (GOOD.replace("words: [asthma]", "words: [asthma], named: 1"), "types.health.named", "unknown value"),
    (GOOD.replace("to: [bank]", "to: [banc]"), "norms[0].to[0]", "stands nowhere"),
    (GOOD.replace("about: [income]", "about: [money]"), "norms[0].about[0]", "stands nowhere"),
    (GOOD.replace("do: pass", "do: allow"), "norms[0].do", "unknown action"),
    (
        GOOD.replace("about: [income], do: pass", "about: [health], do: generalise"),
        "norms[0].about",
        "coarse",
    ),
    (GOOD.replace(", because: it matters", ""), "norms[0].because", "missing"),
    (GOOD.replace("  bank:", "  unknown:"), "roles.unknown", "reserved"),
    (GOOD.replace("all_types: [income", "income: [income"), "groups.income", "taken"),
    (
        GOOD + "  - {name: a, about: [income], do: pass, because: again}",
        "norms[1].name",
        "two norms of one name",
    ),
    (GOOD.replace("  health: {", "  income: {"), "types.income", "twice"),
]


@pytest.mark.parametrize(("text", "field", "problem"), BAD)
def test_one_clear_error(text: str, field: str, problem: str) -> None:
    with pytest.raises(PolicyError, match=problem) as caught:
        parse_norms(text, file="mine.yaml")
    assert str(caught.value).startswith("mine.yaml")
    assert (caught.value.field or "") == field


def test_an_error_names_the_line() -> None:
    with pytest.raises(PolicyError) as caught:
        parse_norms(GOOD.replace("do: pass", "do: allow"))
    assert caught.value.line == 12


def test_files(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(GOOD, encoding="utf-8")
    decided = NormGate(load_norms(own)).decide(["My income is $5."], task="a loan", recipient="my bank")
    assert decided[0].rule == "a"
    (tmp_path / "latin.yaml").write_bytes(b"types: \xff")
    for name in ("absent.yaml", "latin.yaml"):
        with pytest.raises(PolicyError, match=name):
            load_norms(tmp_path / name)


def test_the_bundled_table_is_whole() -> None:
    norms = load_norms()
    assert len(norms.whats) >= 40
    assert len(norms.whos) >= 20
    used = {name for norm in norms.norms for name in norm.types}
    # Some types no norm lets through, and they must stay so until a norm says otherwise.
    assert {"secrets", "surprise", "politics"} <= set(norms.whats) - used
    assert all(norm.roles for norm in norms.norms)
    assert "generalise" in {norm.action for norm in norms.norms}
