"""The dataset on the hub, by rows made here: nothing is loaded from the network."""

from __future__ import annotations

import json
import sys
from types import ModuleType
from typing import Any

import pytest

from fakes.memory_records import LABELS, SECRET, context, profile, statement
from tactful.errors import InputError, MissingExtraError, RecordError
from tactful.formats import load_hub
from tactful.formats.profiles_hub import profiles_of_rows
from tactful.terms.memories import LabelShare, Need

PROMPT = "# Memories\n\nWrite a message to the {0} to achieve the following purpose: {1}.\nOnly the message."


def pair(key: int, label: Any, recipient: str = "landlord", name: str = "Ann Sample") -> dict[str, Any]:
    return {
        "name": name,
        "attribute": f"key_{key}",
        "memory_statement": statement(key),
        "label": label,
        "prompt": PROMPT.format(recipient, "Renew the lease, e.g. for a year"),
        "adv_reveal_prompt": "unused",
    }


def test_rows_of_pairs_become_profiles() -> None:
    rows = [
        pair(0, 1.0),
        pair(1, 0.0),
        pair(2, None),
        pair(3, float("nan")),
        pair(4, 0.5),
        pair(0, 0, "bank"),
    ]
    rows += [pair(0, 0.0, name="Bo Sample")]
    ann, bo = profiles_of_rows(rows, "some/data")
    assert (ann.id, bo.id, len(ann.attributes), len(bo.attributes)) == ("Ann Sample", "Bo Sample", 5, 1)
    first, second = ann.contexts
    assert (first.recipient, second.recipient) == ("the landlord", "the bank")
    assert first.task == "Renew the lease, e.g. for a year"
    needs = [first.labels["combined"][statement(n)].need() for n in range(5)]
    assert needs == [Need.NECESSARY, Need.PRIVATE, Need.AMBIGUOUS, Need.AMBIGUOUS, Need.AMBIGUOUS]
    assert second.labels["combined"] == {statement(0): LabelShare(1, 0, 0)}


def test_labels_the_other_way_round_are_noticed() -> None:
    rows = [pair(0, 0.0), pair(1, 1.0), pair(2, 1.0)]
    with pytest.raises(RecordError, match="turned round"):
        profiles_of_rows(rows, "some/data")


def test_rows_of_whole_profiles_as_texts_or_objects() -> None:
    record = profile(contexts=[context(labels_combined=LABELS)])
    texts = {key: json.dumps(value) for key, value in record.items()}
    # A table's objects have the keys of all rows, null where a row has none.
    padded = json.loads(json.dumps(record))
    padded["information_attributes"]["key_9"] = None
    padded["contexts"][0] |= {"labels_combined": {**LABELS, "other": None}, "labels_pragmatic": None}
    first, second = profiles_of_rows([texts, padded], "some/data")
    assert (first.id, second.id) == ("Ann Sample", "Ann Sample#2")
    assert first.attributes == second.attributes
    assert first.contexts == second.contexts
    assert set(first.contexts[0].labels) == {"combined"}


BAD = [
    ([], "no rows"),
    ([{"text": SECRET}], "unknown columns"),
    ([pair(0, 0) | {"prompt": SECRET}], "profile 0, context 0: names no recipient"),
    ([pair(0, 0), pair(0, 0, "bank") | {"memory_statement": SECRET}], "row 1: attribute 'key_0' has another"),
    ([pair(0, "1.0")], "field 'label': row 0: a string"),
    ([pair(0, 2)], "field 'label': row 0: a number"),
    ([pair(0, 0), pair(1, 1) | {"memory_statement": statement(0)}], "row 1: its statement has another label"),
    ([pair(0, 0) | {"name": None}], "field 'name': row 0: null"),
    ([profile() | {"contexts": "[" + SECRET}], "profile 0: not JSON"),
    ([profile() | {"bio": {}}], "field 'name': profile 0, bio: missing"),
]


@pytest.mark.parametrize(("rows", "words"), BAD, ids=[row[1] for row in BAD])
def test_rows_of_another_form_are_refused(rows: list[dict[str, Any]], words: str) -> None:
    with pytest.raises(RecordError, match=words) as caught:
        profiles_of_rows(rows, "some/data")
    assert SECRET not in str(caught.value)


def fake_datasets(monkeypatch: pytest.MonkeyPatch, answer: Any) -> list[tuple[str, str | None]]:
    calls: list[tuple[str, str | None]] = []
    module = ModuleType("datasets")

    def load_dataset(name: str, revision: str | None = None) -> Any:
        calls.append((name, revision))
        if isinstance(answer, Exception):
            raise answer
        return answer

    module.load_dataset = load_dataset  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "datasets", module)
    return calls


def test_the_split_and_revision_are_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = fake_datasets(monkeypatch, {"train": [], "test": [pair(0, 0.0)]})
    assert [p.id for p in load_hub("some/data", "abc")] == ["Ann Sample"]
    assert calls == [("some/data", "abc")]
    fake_datasets(monkeypatch, {"only": [pair(0, 0.0)]})
    assert len(load_hub("some/data")) == 1
    fake_datasets(monkeypatch, {"train": [], "dev": []})
    with pytest.raises(InputError, match="no split 'test'"):
        load_hub("some/data")


def test_what_cannot_be_loaded_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_datasets(monkeypatch, ConnectionError(SECRET))
    with pytest.raises(
        InputError, match=r"some/data: cannot be loaded from the hub \(ConnectionError\)"
    ) as caught:
        load_hub("some/data")
    assert SECRET not in str(caught.value)


def test_without_the_package_the_pip_command_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(MissingExtraError, match=r"tactful\[hub\]"):
        load_hub("some/data")
