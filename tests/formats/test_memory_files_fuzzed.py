"""Whatever stands in a file: it is read, or refused by one clear error that quotes nothing private."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fakes.memory_records import LABELS, SECRET, context, profile, trial, trial_key
from tactful.errors import RecordError
from tactful.formats import read_profiles, read_results, write_profiles, write_results

KEYS = ["key_0", "key_1", "key_2"]
TRIALS = {trial_key(3, 0, 0): trial(KEYS, [], {"key_1": 1})}
GOOD = [profile(contexts=[context(labels_combined=LABELS, **TRIALS)])]
NUMBER = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
VALUE = st.recursive(
    st.none() | st.booleans() | NUMBER | st.just(SECRET),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.just(SECRET), inner, max_size=1),
    max_leaves=3,
)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container and key of a document."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from places(value[key])


@given(where=st.integers(0, 10_000), value=VALUE, remove=st.booleans())
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_one_changed_place(tmp_path: Path, where: int, value: Any, remove: bool) -> None:
    document = copy.deepcopy(GOOD)
    found = list(places(document))
    container, key = found[where % len(found)]
    if remove:
        del container[key]
    else:
        container[key] = value
    check(tmp_path, json.dumps(document).encode())


@given(at=st.floats(0, 1), junk=st.binary(max_size=4), cut=st.integers(0, 40))
@settings(
    max_examples=200,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_damaged_bytes(tmp_path: Path, at: float, junk: bytes, cut: int) -> None:
    data = json.dumps(GOOD).encode()
    place = int(at * len(data))
    check(tmp_path, data[:place] + junk + data[place + cut :])


def check(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(data)
    said = []
    try:
        read = read_profiles(path)
    except RecordError as err:
        said.append(str(err))
    else:
        write_profiles(tmp_path / "y.json", read.profiles, like=read)
        assert read_profiles(tmp_path / "y.json").profiles == read.profiles
    try:
        results = read_results(path)
    except RecordError as err:
        said.append(str(err))
    else:
        said += [problem.reason for problem in results.problems]
        said += [sample.problem or "" for sample in results.samples]
        write_results(tmp_path / "z.jsonl", results.profiles, results.samples)
        again = read_results(tmp_path / "z.jsonl")
        assert [s.revealed for s in again.samples] == [s.revealed for s in results.samples]
    # The key of an attribute is a field's name, which errors give; statements and values they never do.
    assert SECRET not in " ".join(said).replace(f"attribute '{SECRET}'", "")


def test_a_malformed_attribute_is_named_by_its_key(tmp_path: Path) -> None:
    document = copy.deepcopy(GOOD)
    document[0]["information_attributes"] = {SECRET: None}
    check(tmp_path, json.dumps(document).encode())
    with pytest.raises(RecordError, match=f"attribute '{SECRET}': null"):
        read_profiles(tmp_path / "x.json")
