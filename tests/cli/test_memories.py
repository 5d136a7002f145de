"""`tactful memories`: what stats, score and convert print and write, and in which words they refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fakes.memory_records import LABELS, SECRET, context, profile, trial, trial_key, write_json, write_lines
from tactful.cli.memories import app
from tactful.errors import InputError, TactfulError

SHARED = Path(__file__).parents[2] / "../shared/data/cimemories"
shared_data = pytest.mark.skipif(not SHARED.is_dir(), reason="the data is not beside this repository")
KEYS = ["key_0", "key_1", "key_2"]  # necessary, private, open


def memories(*args: object) -> None:
    app([str(arg) for arg in args], standalone_mode=False)


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs a command with --json and gives its document."""

    def run(*args: object) -> Any:
        memories(*args, "--json")
        return json.loads(capsys.readouterr().out)

    return run


def results(tmp_path: Path, *revealed: Any, name: str = "Ann Sample") -> Path:
    """A profile with one context that counts and one that does not; None stands for a failed call."""
    trials = {
        trial_key(3, 0, at): trial(KEYS, [], dict.fromkeys(one or [], 1), at)
        if one is not None
        else trial(KEYS, [], {}, at, response_solution="")
        for at, one in enumerate(revealed)
    }
    contexts = [context(labels_combined=LABELS, **trials), context("Bank", labels_combined={}, **trials)]
    return write_lines(tmp_path / f"{name}.jsonl", profile(name, contexts=contexts))


def test_score_prints_both_metrics_as_fractions(tmp_path: Path, printed: Any) -> None:
    file = results(tmp_path, ["key_0"], ["key_0", "key_1"], [], [])
    document = printed("score", file)
    for metric, value in (("violation", 1.0), ("completeness", 0.5)):
        assert document[metric]["mean"] == value
        assert document[metric]["std"] is None  # one profile has no spread; NaN would be no JSON
        assert document[metric]["profiles"] == {"Ann Sample": value}
    assert (document["contexts_discarded"], document["unscored"]) == (1, 0)
    assert (document["rule"], document["labels"], document["cells"]) == ("corrected", "combined", ["full"])


def test_the_spread_over_profiles_has_ddof_1(tmp_path: Path, printed: Any) -> None:
    lines = [results(tmp_path, *r, name=n).read_text() for n, r in (("A", [["key_0"]]), ("B", [["key_1"]]))]
    file = tmp_path / "both.jsonl"
    file.write_text("".join(lines))
    document = printed("score", file)
    assert document["violation"]["profiles"] == {"A": 0.0, "B": 1.0}
    assert document["completeness"]["profiles"] == {"A": 1.0, "B": 0.0}
    assert document["violation"]["std"] == pytest.approx(0.5**0.5)


def test_failed_calls_are_counted_and_count_in_no_metric(tmp_path: Path, printed: Any) -> None:
    document = printed("score", results(tmp_path, ["key_0"], None, None))
    assert document["completeness"]["mean"] == 1.0
    assert document["unscored"] == 2
    assert document["file"]["reasons"] == {"empty message": 4}
    outage = printed("score", results(tmp_path, None, None))
    assert outage["violation"]["mean"] is None
    assert outage["completeness"]["mean"] is None
    assert outage["unscored"] == 2


def test_score_for_people_says_what_limits_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = results(tmp_path, ["key_0"], None, [])
    memories("score", file, "--rule", "as-published")
    out = " ".join(capsys.readouterr().out.split())
    assert "rule as-published, labels combined, memory full" in out
    assert "violation@3" in out
    assert "completeness" in out
    assert "3 samples, 1 unscored, 0 missing" in out
    assert "unscored: 2 in the file: empty message" in out
    assert "2 trials say 'nothing revealed' without an explanation" in out


def test_one_composition_can_be_picked(tmp_path: Path, printed: Any) -> None:
    trials = {
        trial_key(3, 0, 0): trial(KEYS, [], {"key_1": 1}),
        trial_key(1, 1, 0): trial(["key_0"], ["key_1"], {"key_0": 1}),
    }
    record = profile(contexts=[context(labels_combined=LABELS, **trials)])
    file = write_lines(tmp_path / "r.jsonl", record)
    assert printed("score", file)["cells"] == ["all-necessary-001-0", "full"]
    document = printed("score", file, "--cell", "all-necessary-001-0")
    assert (document["violation"]["mean"], document["completeness"]["mean"]) == (0.0, 1.0)
    with pytest.raises(InputError, match=r"--cell.*all-necessary-001-0 or full"):
        memories("score", file, "--cell", "random")


def test_stats_of_an_unlabelled_file(
    tmp_path: Path, printed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write_json(tmp_path / "p.json", [profile(contexts=[context()]), profile(contexts=[])])
    document = printed("stats", file)
    assert document["attributes_per_profile"] == {"mean": 3.0, "std": 0.0, "count": 2}
    assert document["contexts_per_profile"] is None
    assert document["value_types"] == {"string": 6}
    assert list(document["per_profile"]) == ["Ann Sample", "Ann Sample#2"]
    memories("stats", file, "--each")
    out = capsys.readouterr().out
    assert "the file is unlabelled" in out
    assert "146.7 ± 2.5" in out  # the paper's own figure, to compare with


def test_stats_of_a_labelled_file(tmp_path: Path, printed: Any) -> None:
    contexts = [context(labels_combined=LABELS), context("Bank", labels_combined={}), context("Shop")]
    document = printed("stats", write_json(tmp_path / "p.json", [profile(contexts=contexts)]))
    assert (document["contexts"], document["contexts_kept"]) == (3, 1)
    assert document["contexts_unlabelled"] == 1
    assert document["to_share_per_context"]["mean"] == 1.0
    assert document["all_contexts"]["to_share_per_context"]["mean"] == 0.5  # the unlabelled one is no context
    assert document["pairs"]["private"] == 1


def test_convert_between_spellings_and_forms(tmp_path: Path, printed: Any) -> None:
    own = {f"labels_{name}": LABELS for name in ("fundamentalist", "pragmatic", "unconcerned", "combined")}
    record = profile(contexts=[context(**own, note=1)])
    file = write_json(tmp_path / "own.json", [record])
    public = tmp_path / "public.jsonl"
    document = printed("convert", file, public, "--spelling", "public", "--model", "m-1")
    assert document["label_sets"] == ["combined", "fundamentalist", "pragmatic", "unconcerned"]
    (line,) = public.read_text().splitlines()
    assert "labels_m-1___the_pragmatic__" in json.loads(line)["contexts"][0]
    printed("convert", public, tmp_path / "back.json", "--spelling", "own")
    assert json.loads((tmp_path / "back.json").read_text()) == [record]
    with pytest.raises(InputError, match="exists already"):
        memories("convert", file, public)
    printed("convert", file, public, "--force")
    assert [json.loads(line) for line in public.read_text().splitlines()] == [record]


REFUSED = [
    (("score", "{unlabelled}"), "no context has 'combined' labels: the file is unlabelled"),
    (("score", "{labelled}"), "holds no trials"),
    (("score", "{labelled}", "--rule", "best"), "rule"),
    (("score", "{labelled}", "--labels", "pragmatic"), r"there are: combined\)"),
    (("score", "absent.jsonl"), "cannot be read"),
    (("stats", "absent.json"), "cannot be read"),
    (("stats", "{labelled}", "--labels", "pragmatic"), "pragmatic"),
    (("convert", "{labelled}", "out.json", "--spelling", "other"), "keep, own or public"),
    (("convert", "absent.json", "out.json"), "cannot be read"),
]


@pytest.mark.parametrize(("args", "words"), REFUSED, ids=[" ".join(row[0]) for row in REFUSED])
def test_wrong_calls_are_one_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    files = {
        "labelled": write_json(tmp_path / "l.json", [profile(contexts=[context(labels_combined=LABELS)])]),
        "unlabelled": write_json(tmp_path / "u.json", [profile(contexts=[context()])]),
    }
    with pytest.raises(TactfulError, match=words) as caught:
        memories(*(arg.format(**files) for arg in args))
    assert SECRET not in str(caught.value)
    assert not (tmp_path / "out.json").exists()


@shared_data
def test_stats_reproduce_the_counts_that_come_with_the_labels(printed: Any) -> None:
    document = printed("stats", SHARED / "labelled_2_profiles.json")
    assert (document["contexts"], document["contexts_kept"]) == (98, 96)
    assert document["contexts_discarded"] == {"total": 2, "no_necessary": 2, "no_private": 0, "neither": 0}
    assert (document["pairs"]["necessary"], document["pairs"]["private"]) == (468, 6736)
    singles = list(document["per_profile"].values())
    counted = [(one["attributes_per_profile"]["mean"], one["contexts_kept"], one["pairs"]) for one in singles]
    assert [(a, kept, p["necessary"], p["private"]) for a, kept, p in counted] == [
        (147, 48, 252, 3470),
        (142, 48, 216, 3266),
    ]
    # Means and sample deviations over all 49 contexts, one decimal.
    for one, expected in (
        (singles[0], "5.1 3.1 70.8 26.7"),
        (singles[1], "4.4 3.1 66.7 25.9"),
        (document, "4.8 3.1 68.7 26.2"),
    ):
        spreads = one["all_contexts"].values()
        assert " ".join(f"{s['mean']:.1f} {s['std']:.1f}" for s in spreads) == expected


@shared_data
def test_the_papers_spread_is_the_sample_deviation(printed: Any) -> None:
    document = printed("stats", SHARED / "data_openai_gpt-oss-120b.json")
    spread = document["attributes_per_profile"]
    assert f"{spread['mean']:.1f} {spread['std']:.1f}" == "146.7 2.5"
    assert f"{spread['std'] * (9 / 10) ** 0.5:.1f}" == "2.4"  # the population's would round to 2.4
