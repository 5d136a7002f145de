from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tactful.errors import InputError, PolicyError
from tactful.memory import ClassifierGate, get_gate
from tactful.memory.classifier import BITS, features
from tactful.memory.norm_file import load_norms
from tactful.memory.training import (
    Pairs,
    cross_validate,
    folds,
    held_out,
    pairs_of,
    passed_scores,
    train,
)
from tactful.terms import Attribute, Context, LabelShare, Need, Profile

pytest.importorskip("sklearn")
YES, NO, OPEN = LabelShare(0, 1, 0), LabelShare(1, 0, 0), LabelShare(0.2, 0.3, 0.5)
WORDS = {
    "name": "My name is Ada Wick.",
    "income": "My annual income is $61,000.",
    "illness": "I have asthma.",
    "pills": "I take Zolan 5 mg daily.",
    "rent": "My monthly rent is $900.",
    "arrest": "I was arrested in 2019.",
}
WANTED = {"bank": ("name", "income"), "doctor": ("name", "illness", "pills"), "landlord": ("name", "rent")}


def profile(id_: str, times: int = 3) -> Profile:
    contexts = []
    for to, wanted in WANTED.items():
        labels = {
            text: OPEN if key == "rent" and to == "bank" else YES if key in wanted else NO
            for key, text in WORDS.items()
        }
        contexts += [Context(to, f"talk {n} to the {to}", labels={"combined": labels}) for n in range(times)]
    attributes = tuple(Attribute(key, 1, text) for key, text in WORDS.items())
    return Profile(id_, {}, attributes, tuple(contexts))


PROFILES = (profile("a"), profile("b"))
PAIRS = pairs_of(PROFILES)


@pytest.fixture(scope="module")
def gate() -> ClassifierGate:
    return train(PAIRS)


def test_it_learns_what_it_is_shown(gate: ClassifierGate) -> None:
    for to, wanted in WANTED.items():
        decisions = gate.decide(list(WORDS.values()), task=f"talk 0 to the {to}", recipient=to)
        passed = {key for key, d in zip(WORDS, decisions, strict=True) if d.action == "pass"}
        assert passed == set(wanted)
        assert all(d.statement is None for d in decisions if d.action == "withhold")
        assert "Wick" not in "".join(d.reason + repr(d) for d in decisions)


def test_weights_survive_the_file(gate: ClassifierGate, tmp_path: Path) -> None:
    path = tmp_path / "gate.npz"
    gate.save(path)
    again = get_gate(path)
    assert isinstance(again, ClassifierGate)
    assert again.threshold == gate.threshold
    told = {"task": "talk 1 to the bank", "recipient": "bank"}
    before, after = (g.probabilities(list(WORDS.values()), **told) for g in (gate, again))
    assert np.abs(before - after).max() < 2e-3
    assert np.allclose(after.sum(axis=1), 1, atol=1e-5)
    with zipfile.ZipFile(path) as held:
        assert not [name for name in held.namelist() if "Wick" in name]


def test_training_is_deterministic(gate: ClassifierGate) -> None:
    again = train(PAIRS)
    assert again.threshold == gate.threshold
    assert np.array_equal(again.weights, gate.weights)


@pytest.mark.parametrize("by", ["context", "profile"])
def test_no_group_is_on_both_sides(by: str) -> None:
    groups = PAIRS.context if by == "context" else PAIRS.profile
    seen = np.zeros(len(groups), int)
    for held in folds(groups, 3 if by == "context" else 2, seed=1):
        assert not set(groups[held]) & set(groups[~held])
        seen += held
    assert (seen == 1).all()


def test_held_out_contexts_do_not_reach_the_training(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Pairs] = []

    def spy(pairs: Pairs, seed: int = 0) -> ClassifierGate:
        seen.append(pairs)
        return train(pairs, seed=seed)

    monkeypatch.setattr("tactful.memory.training.train", spy)
    for (held, _), pairs in zip(held_out(PAIRS, count=3), seen, strict=False):
        assert not set(PAIRS.context[held]) & set(pairs.context)


def test_cross_validation_scores() -> None:
    for by in ("context", "profile"):
        violation, completeness = passed_scores(PAIRS, cross_validate(PAIRS, by=by, count=3))
        assert violation <= 0.4
        assert completeness >= 0.6
    assert passed_scores(PAIRS, np.zeros(len(PAIRS.need), bool)) == (0, 0)
    assert passed_scores(PAIRS, np.ones(len(PAIRS.need), bool)) == (1, 1)
    assert passed_scores(PAIRS, PAIRS.need == Need.NECESSARY) == (0, 1)


def test_contexts_of_two_profiles_are_one() -> None:
    assert len(PAIRS.contexts) == 9
    assert len(PAIRS.need) == 2 * 9 * len(WORDS)


def test_too_little_to_train_on() -> None:
    unlabelled = replace(PROFILES[0], contexts=(Context("bank", "talk"),))
    with pytest.raises(InputError, match="labels 'combined'"):
        pairs_of([unlabelled])
    with pytest.raises(InputError, match="both"):
        train(PAIRS.take(PAIRS.need == Need.PRIVATE))
    with pytest.raises(InputError, match="too few contexts"):
        train(PAIRS.take(PAIRS.context < 2))
    with pytest.raises(InputError, match="hold out"):
        next(held_out(PAIRS.take(PAIRS.profile == 0), by="profile"))


def test_files_that_are_no_weights(gate: ClassifierGate, tmp_path: Path) -> None:
    path = tmp_path / "gate.npz"
    for content in (b"", b"text", b"PK\x03\x04 broken"):
        path.write_bytes(content)
        with pytest.raises(PolicyError, match=r"gate\.npz"):
            ClassifierGate.load(path)
    with pytest.raises(PolicyError, match="cannot be read"):
        ClassifierGate.load(tmp_path / "absent.npz")
    np.savez(path, weights=np.array([{}], dtype=object))
    with pytest.raises(PolicyError, match="not a file of weights"):
        ClassifierGate.load(path)
    replace(gate, norms=replace(gate.norms, sha256="other")).save(path)
    with pytest.raises(PolicyError, match="another norm table"):
        ClassifierGate.load(path)
    replace(gate, threshold=float("nan")).save(path)
    with pytest.raises(PolicyError, match="out of range"):
        ClassifierGate.load(path)


def test_features_are_the_same_everywhere() -> None:
    found = features(["I have asthma.", ""], task="talk", recipient="bank", norms=load_norms())
    assert all(((index >= 0) & (index < 1 << BITS)).all() for index in found)
    assert all((np.diff(index) > 0).all() for index in found)
    assert len(found[0]) > len(found[1])
