"""Profiles: what is read, what is refused in which words, and that what is written is read back equal."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fakes.memory_records import (
    LABELS,
    SECRET,
    attribute,
    context,
    profile,
    shares,
    statement,
    write_json,
    write_lines,
)
from tactful.errors import InputError, RecordError
from tactful.formats import read_profiles, require_labels, unlabelled, write_profiles
from tactful.terms.memories import Attribute, Context, LabelShare, Profile

SHARED = Path(__file__).parents[2] / "../shared/data/cimemories"
shared_data = pytest.mark.skipif(not SHARED.is_dir(), reason="the data is not beside this repository")


def test_a_profile_as_the_public_file_has_it(tmp_path: Path) -> None:
    path = write_json(tmp_path / "p.json", [profile()])
    read = read_profiles(path)
    (one,) = read.profiles
    assert (one.id, one.bio["age"]) == ("Ann Sample", 40)
    assert one.attributes[1] == Attribute("key_1", SECRET, statement(1), "housing", "moving")
    assert one.contexts[0].labels["combined"][statement(1)] == LabelShare(1, 0, 0)
    assert one.contexts[0].domains == ()
    assert read.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert (read.problems, read.lines, read.around) == ((), False, None)


VALUES: list[Any] = [
    "text", "", 0, -7, 10**30, 1.5, 1e-300, -0.0, True, False, None, [], {}, [1, [2.0, None]],
    {"a": {"b": [True]}}, "\ud800", "é ☃ \u0000",
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=repr)
@pytest.mark.parametrize("name", ["p.json", "p.jsonl"])
def test_values_of_every_type_come_back_exactly(tmp_path: Path, value: Any, name: str) -> None:
    record = profile(contexts=[])
    record["information_attributes"]["key_0"]["value"] = value
    first = read_profiles(write_json(tmp_path / "in.json", [record]))
    again = read_profiles(write_profiles(tmp_path / name, first.profiles))
    back = again.profiles[0].attributes[0].value
    assert json.dumps(back) == json.dumps(value)  # tells 1 from 1.0 and True, and -0.0 from 0.0
    assert again.raw == [record]


@pytest.mark.parametrize("wrap", ["list", "object", "lines", "one"])
def test_every_wrapping_is_read_and_written_again(tmp_path: Path, wrap: str) -> None:
    records = [profile("Ann Sample"), profile("Bo Sample")]
    around = {"made_by": "hand", "profiles": records, "version": 3}
    path = {
        "list": lambda: write_json(tmp_path / "p.json", records),
        "object": lambda: write_json(tmp_path / "p.json", around),
        "lines": lambda: write_lines(tmp_path / "p.jsonl", *records),
        "one": lambda: write_lines(tmp_path / "p.jsonl", records[0]),
    }[wrap]()
    read = read_profiles(path)
    assert [p.id for p in read.profiles] == ["Ann Sample", "Bo Sample"][: 1 if wrap == "one" else 2]
    before = path.read_text()
    write_profiles(path, read.profiles, like=read)
    assert read_profiles(path).profiles == read.profiles
    if wrap == "object":
        assert json.loads(path.read_text()) == around
    if path.suffix == ".jsonl":
        assert path.read_text() == before


def test_json_lines_under_any_name_and_a_byte_order_mark(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "p.json", profile(), profile("Bo Sample"))
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes() + b"\n\n")
    read = read_profiles(path)
    assert (len(read.profiles), read.lines) == (2, True)


def test_repeated_names_get_ids_of_their_own(tmp_path: Path) -> None:
    names = ["Ann", "Ann", "Ann#2", "Bo", "Ann"]
    read = read_profiles(write_json(tmp_path / "p.json", [profile(name) for name in names]))
    assert [p.id for p in read.profiles] == ["Ann", "Ann#2", "Ann#2#2", "Bo", "Ann#3"]
    assert [p.bio["name"] for p in read.profiles] == names


SPELLINGS = [
    ("labels_combined", "combined"),
    ("labels_fundamentalist", "fundamentalist"),
    ("labels_pragmatic", "pragmatic"),
    ("labels_unconcerned", "unconcerned"),
    ("labels_gpt-5___the_privacy_fundamentalist__", "fundamentalist"),
    ("labels_gpt-5___the_pragmatic__", "pragmatic"),
    ("labels_gpt-5__the_unconcerned__", "unconcerned"),
    ("labels_vendor/some_model:8b___the_pragmatic__", "pragmatic"),
    ("labels_the_model___the_privacy_fundamentalist__", "fundamentalist"),
    ("labels_second_annotator", "second_annotator"),
]


@pytest.mark.parametrize(("key", "name"), SPELLINGS)
def test_label_sets_in_every_spelling(tmp_path: Path, key: str, name: str) -> None:
    read = read_profiles(write_json(tmp_path / "p.json", [profile(contexts=[context(**{key: LABELS})])]))
    assert set(read.profiles[0].contexts[0].labels) == {name}
    write_profiles(tmp_path / "again.json", read.profiles, like=read)
    assert json.loads((tmp_path / "again.json").read_text()) == read.raw


def test_respelling_for_the_public_scripts_and_back(tmp_path: Path) -> None:
    own = {f"labels_{name}": LABELS for name in ("fundamentalist", "pragmatic", "unconcerned", "combined")}
    read = read_profiles(write_json(tmp_path / "own.json", [profile(contexts=[context(**own)])]))
    public = write_profiles(tmp_path / "public.json", read.profiles, like=read, model="gpt-5")
    keys = set(json.loads(public.read_text())[0]["contexts"][0]) - {"recipient", "task"}
    assert keys == {key for key, _ in SPELLINGS[4:7]} | {"labels_combined"}
    there = read_profiles(public)
    assert there.profiles == read.profiles
    back = write_profiles(tmp_path / "back.json", there.profiles, like=there, respell=True)
    assert json.loads(back.read_text()) == read.raw


def test_the_combined_labels_are_the_mixture_where_the_file_has_none(tmp_path: Path) -> None:
    sets = {
        "labels_fundamentalist": {statement(0): shares(private=1), statement(1): shares(private=1)},
        "labels_pragmatic": {
            statement(0): shares(private=0.5, necessary=0.5),
            statement(1): shares(private=1),
        },
        "labels_unconcerned": {statement(0): shares(unlabeled=1), statement(1): shares(private=1)},
    }
    partly = {"labels_pragmatic": LABELS}
    read = read_profiles(
        write_json(tmp_path / "p.json", [profile(contexts=[context(**sets), context(**partly)])])
    )
    mixed = read.profiles[0].contexts[0].labels["combined"]
    assert mixed[statement(0)].private == pytest.approx(0.26 + 0.32)
    assert mixed[statement(0)].necessary == pytest.approx(0.32)
    assert mixed[statement(0)].unlabeled == pytest.approx(0.10)
    assert mixed[statement(1)] == LabelShare(1.0, 0.0, 0.0)
    assert "combined" not in read.profiles[0].contexts[1].labels


def test_unknown_keys_survive_reading_and_writing(tmp_path: Path) -> None:
    record = profile(contexts=[context(note=[1], labels_note="none", labels_combined={
        statement(0): {**shares(necessary=1), "votes": 10}})], seed=7)  # fmt: skip
    record["bio"]["job"] = "baker"
    record["information_attributes"]["key_1"] |= {"source": {"model": "m"}}
    del record["information_attributes"]["key_2"]["event"]
    record["information_attributes"]["key_0"]["information_domain"] = None
    read = read_profiles(write_json(tmp_path / "p.json", [record]))
    assert read.profiles[0].attributes[2].event == "general"
    write_profiles(tmp_path / "again.json", read.profiles, like=read)
    assert json.loads((tmp_path / "again.json").read_text()) == [record]


def test_what_changed_is_written_beside_what_is_kept(tmp_path: Path) -> None:
    read = read_profiles(write_json(tmp_path / "p.json", [profile(contexts=[context(note=1)])]))
    (one,) = read.profiles
    labelled = Context(
        "Landlord", "Negotiate the lease", ("housing",), {"pragmatic": {statement(0): LabelShare(0, 1, 0)}}
    )
    changed = Profile(one.id, one.bio, one.attributes[:1], (labelled, Context("Bank", "Borrow")))
    write_profiles(tmp_path / "q.json", [changed], like=read)
    (record,) = json.loads((tmp_path / "q.json").read_text())
    assert list(record["information_attributes"]) == ["key_0"]
    assert record["contexts"] == [
        context(note=1, domains=["housing"], labels_pragmatic={statement(0): shares(necessary=1)}),
        {"recipient": "Bank", "task": "Borrow"},
    ]
    assert read_profiles(tmp_path / "q.json").profiles == (changed,)


def broken(change: str) -> Any:
    """A file's document with one mistake."""
    record = profile()
    combined = record["contexts"][0]["labels_combined"] = dict(LABELS)
    match change:
        case "no bio":
            del record["bio"]
        case "no name":
            record["bio"]["name"] = 7
        case "no attributes":
            record["information_attributes"] = {}
        case "attributes a list":
            record["information_attributes"] = [SECRET]
        case "no value":
            del record["information_attributes"]["key_1"]["value"]
        case "no statement":
            record["information_attributes"]["key_1"]["memory_statement"] = " "
        case "domain a list":
            record["information_attributes"]["key_1"]["information_domain"] = [SECRET]
        case "contexts an object":
            record["contexts"] = {SECRET: 1}
        case "no task":
            record["contexts"].append({"recipient": SECRET})
        case "domains a text":
            record["contexts"][0]["domains"] = SECRET
        case "share too large":
            combined[statement(1)] = shares(private=1.5, necessary=-0.5)
        case "share a text":
            combined[statement(1)] = {**shares(private=1), "necessary": SECRET}
        case "share a boolean":
            combined[statement(1)] = {**shares(), "private": True}
        case "share missing":
            combined[statement(1)] = {"private": 1, "necessary": 0}
        case "sum":
            combined[statement(1)] = shares(private=0.5, necessary=0.4)
        case "labels a list":
            record["contexts"][0]["labels_pragmatic"] = [SECRET]
        case "two of one persona":
            record["contexts"][0] |= {key: LABELS for key, name in SPELLINGS if name == "pragmatic"}
    return record


BROKEN = [
    ("no bio", "field 'bio': profile 1: missing"),
    ("no name", "field 'name': profile 1, bio: a number"),
    ("no attributes", "field 'information_attributes': profile 1: no attributes"),
    ("attributes a list", "field 'information_attributes': profile 1: a list"),
    ("no value", "field 'value': profile 1, attribute 'key_1': missing"),
    ("no statement", "field 'memory_statement': profile 1, attribute 'key_1': empty"),
    ("domain a list", "field 'information_domain': profile 1, attribute 'key_1': a list"),
    ("contexts an object", "field 'contexts': profile 1: an object"),
    ("no task", "field 'task': profile 1, context 1: missing"),
    ("domains a text", "field 'domains': profile 1, context 0: a string"),
    (
        "share too large",
        "field 'labels_combined': profile 1, context 0: statement 1: share 'private': out of",
    ),
    ("share a text", "context 0: statement 1: share 'necessary': a string"),
    ("share a boolean", "context 0: statement 1: share 'private': a boolean"),
    ("share missing", "context 0: statement 1: share 'unlabeled': missing"),
    ("sum", r"context 0: statement 1: shares sum to 0.9 \(expected 1\)"),
    ("labels a list", "field 'labels_pragmatic': profile 1, context 0: a list"),
    ("two of one persona", "profile 1, context 0: the same labels as 'labels_pragmatic'"),
]


@pytest.mark.parametrize(("change", "words"), BROKEN, ids=lambda v: v if " " in v and len(v) < 20 else "")
@pytest.mark.parametrize("name", ["p.json", "p.jsonl"])
def test_mistakes_are_named_and_nothing_private_is(
    tmp_path: Path, change: str, words: str, name: str
) -> None:
    records = [profile(), broken(change)]
    path = (
        write_lines(tmp_path / name, *records) if name == "p.jsonl" else write_json(tmp_path / name, records)
    )
    with pytest.raises(RecordError, match=words) as caught:
        read_profiles(path)
    assert caught.value.file == path
    assert caught.value.line == (2 if name == "p.jsonl" else None)
    assert SECRET not in str(caught.value) + repr(caught.value)


def doubled(record: Any, old: str, new: str) -> str:
    """The record's JSON with one key spelled as another of the same object."""
    text = json.dumps([profile(), record])
    at = text.rindex(json.dumps(old) + ":")
    return text[:at] + json.dumps(new) + text[at + len(json.dumps(old)) :]


REPEATED = [
    ("key_2", "key_1", "profile 1: the attribute key 'key_1' stands there twice"),
    ("event", "value", "field 'value': profile 1, attribute 'key_2': stands there twice"),
    (
        "inner_b",
        "inner_a",
        "field 'value': profile 1, attribute 'nested': a key inside it stands there twice",
    ),
    (
        statement(2),
        statement(1),
        "field 'labels_combined': profile 1, context 0: statement 2 stands there twice",
    ),
    ("task", "recipient", "field 'recipient': profile 1, context 0: stands there twice"),
    ("age", "name", "field 'name': profile 1, bio: stands there twice"),
]


@pytest.mark.parametrize(("old", "new", "words"), REPEATED, ids=[row[0][:8] for row in REPEATED])
def test_repeated_keys_are_an_error(tmp_path: Path, old: str, new: str, words: str) -> None:
    record = profile()
    nested = {"nested": attribute(9, {"inner_a": SECRET, "inner_b": 1})}
    record["information_attributes"] = {**nested, **record["information_attributes"]}
    (tmp_path / "p.json").write_text(doubled(record, old, new))
    with pytest.raises(RecordError, match=words) as caught:
        read_profiles(tmp_path / "p.json")
    assert SECRET not in str(caught.value)
    assert "inner_" not in str(caught.value)


GOOD = json.dumps([profile()])
FILES = [
    ("empty", b"", "empty"),
    ("blank", b" \n", "empty"),
    ("no json", b"pangolin", "not JSON"),
    ("truncated", GOOD[: len(GOOD) // 2].encode(), "not JSON"),
    ("latin", GOOD.replace("Road", "Stra\xdfe").encode("latin-1").replace(b"\\u00df", b"\xdf"), "not UTF-8"),
    ("nan", GOOD.replace(": 40", ": NaN").encode(), "NaN or infinite"),
    ("infinity", GOOD.replace(": 40", ": -Infinity").encode(), "NaN or infinite"),
    ("overflow", GOOD.replace(": 40", ": 1e400").encode(), "beyond the range"),
    ("digits", GOOD.replace(": 40", ": " + "9" * 5000).encode(), "too many digits"),
    ("deep", (GOOD.replace(": 40", ": " + "[" * 200_000)).encode(), "nested too deeply"),
    ("number", b"7", "a number without profiles"),
    ("object", b'{"pangolin": []}', "an object without profiles"),
    ("no profiles", b"[]", "no profiles"),
    ("strings", b'["pangolin"]', "profile 0: a string where a profile was expected"),
    ("torn line", (json.dumps(profile()) + "\n" + json.dumps(profile())[:80]).encode(), "not JSON"),
    ("beside", b'{"a": 1, "a": 2, "profiles": [' + json.dumps(profile()).encode() + b"]}", "twice beside"),
]


@pytest.mark.parametrize(("data", "words"), [row[1:] for row in FILES], ids=[row[0] for row in FILES])
def test_unusable_files_are_one_clear_error(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "p.json"
    path.write_bytes(data)
    with pytest.raises(RecordError, match=words) as caught:
        read_profiles(path)
    assert caught.value.file == path
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize("path", ["absent.json", ".", "a\x00b"])
def test_what_is_no_file_is_an_error(path: str) -> None:
    with pytest.raises(RecordError):
        read_profiles(path)


def test_labels_of_no_attribute_are_counted(tmp_path: Path) -> None:
    strange = {**LABELS, "A statement about nobody.": shares(private=1)}
    read = read_profiles(
        write_json(tmp_path / "p.json", [profile(contexts=[context(labels_combined=strange)])])
    )
    (problem,) = read.problems
    assert problem.reason.startswith("profile 0, 1 'combined' labels are of statements")
    assert "the first in context 0, statement 3" in problem.reason
    assert "nobody" not in problem.reason


def test_commands_that_need_labels_say_what_there_is(tmp_path: Path) -> None:
    contexts = [context(), context("Bank", labels_pragmatic=LABELS)]
    read = read_profiles(write_json(tmp_path / "p.json", [profile(contexts=contexts)]))
    assert require_labels(read.profiles, "pragmatic") == unlabelled(read.profiles, "pragmatic") == 1
    with pytest.raises(InputError, match=r"no context has 'combined' labels \(there are: pragmatic\)"):
        require_labels(read.profiles, file=read.path)
    bare = read_profiles(write_json(tmp_path / "q.json", [profile(contexts=[context()])]))
    with pytest.raises(InputError, match="the file is unlabelled"):
        require_labels(bare.profiles)


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = write_json(tmp_path / "p.json", [profile()])
    before = path.read_bytes()
    (one,) = read_profiles(path).profiles
    bad = Profile(one.id, {**one.bio, "age": {1, 2}}, one.attributes, one.contexts)
    with pytest.raises(InputError, match="JSON cannot hold") as caught:
        write_profiles(path, [bad])
    assert caught.value.file == path
    with pytest.raises(InputError, match="cannot be written"):
        write_profiles(tmp_path, [one])
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["p.json"]


def test_reprs_hide_what_is_private(tmp_path: Path) -> None:
    read = read_profiles(write_json(tmp_path / "p.json", [profile()]))
    assert SECRET not in repr(read) + repr(read.profiles) + str(read)


TEXT = st.text(min_size=1, max_size=8).filter(str.strip)
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@st.composite
def a_share(draw: st.DrawFn) -> LabelShare:
    cuts = sorted(draw(st.tuples(st.integers(0, 10), st.integers(0, 10))))
    return LabelShare(cuts[0] / 10, (cuts[1] - cuts[0]) / 10, (10 - cuts[1]) / 10)


CONTEXT = st.builds(
    Context,
    TEXT,
    TEXT,
    st.lists(st.text(), max_size=2).map(tuple),
    st.dictionaries(
        st.sampled_from(["combined", "pragmatic", "unconcerned"]),
        st.dictionaries(st.text(), a_share(), max_size=3),
        max_size=3,
    ),
)
PROFILE = st.builds(
    Profile,
    st.just(""),
    st.builds(lambda name, more: {**more, "name": name}, TEXT, st.dictionaries(st.text(), VALUE, max_size=2)),
    st.lists(
        st.builds(Attribute, TEXT, VALUE, TEXT, st.text(), st.text()),
        min_size=1,
        max_size=4,
        unique_by=lambda a: a.key,
    ).map(tuple),
    st.lists(CONTEXT, max_size=3).map(tuple),
)


@given(
    profiles=st.lists(PROFILE, min_size=1, max_size=3, unique_by=lambda p: p.bio["name"]), lines=st.booleans()
)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_written_is_read_back_equal(tmp_path: Path, profiles: list[Profile], lines: bool) -> None:
    named = [Profile(p.bio["name"], p.bio, p.attributes, p.contexts) for p in profiles]
    path = write_profiles(tmp_path / ("p.jsonl" if lines else "p.json"), named)
    first = path.read_bytes()
    read = read_profiles(path)
    assert read.profiles == tuple(named)
    assert [[type(a.value) for a in p.attributes] for p in read.profiles] == [
        [type(a.value) for a in p.attributes] for p in named
    ]
    assert write_profiles(path, read.profiles, like=read).read_bytes() == first
    public = write_profiles(tmp_path / "public.json", named, model="a_model")
    assert read_profiles(public).profiles == read.profiles


@shared_data
@pytest.mark.parametrize("name", ["data_openai_gpt-oss-120b.json", "data_openai_gpt-oss-120b_extended.json"])
def test_the_public_files_come_back_byte_for_byte(tmp_path: Path, name: str) -> None:
    read = read_profiles(SHARED / name)
    assert len(read.profiles) == (60 if "extended" in name else 10)
    again = write_profiles(tmp_path / name, read.profiles)
    assert again.read_bytes() == (SHARED / name).read_bytes()


@shared_data
def test_the_labelled_file_comes_back_equal(tmp_path: Path) -> None:
    read = read_profiles(SHARED / "labelled_2_profiles.json")
    assert read.problems == ()
    write_profiles(tmp_path / "p.json", read.profiles, like=read)
    assert json.loads((tmp_path / "p.json").read_text()) == read.raw
    public = read_profiles(write_profiles(tmp_path / "q.json", read.profiles, model="gpt-5"))
    assert public.profiles == read.profiles
