"""Labelling through Inspect: offline, killed and resumed, and against an endpoint that answers badly."""

from __future__ import annotations

import json
import signal
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import make_process
import pytest

from fakes.busy_server import BusyServer, Call, Trouble
from tactful.bench.cimemories.costs import making_estimate
from tactful.bench.cimemories.making import label_plan
from tactful.bench.cimemories.settings import GenerateCommand, LabelCommand, LabelSettings
from tactful.errors import InputError
from tactful.formats import read_profiles, write_profiles
from tactful.models import OfflineCall, load_pack
from tactful.runs import make_settings
from tactful.terms import COMBINED, LABEL_SETS, Context
from tactful.world.profiles.builder import ProfileBuilder
from tactful.world.profiles.labeller import persona_labeller
from tactful.world.profiles.plans import ProfilePlan
from tactful.world.profiles.writer import profile_writer

pytest.importorskip("inspect_ai")

CONTEXTS = (
    Context("Landlord", "Negotiate lease terms"),
    Context("Spouse", "Discuss major purchase decision"),
    Context("Pharmacist", "Review medication history"),
    Context("Court Clerk", "Request hearing accommodation"),
)
SAMPLES, IN_FLIGHT = 3, 8
QUESTIONS = 2 * len(CONTEXTS) * 3
MODEL = "openai-api/fake/labeller"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    profiles = []
    for at, name in enumerate(("Ada Vale", "Bea Holt")):
        bio = {"name": name, "sex": "F", "address": "1 Elm Road\nNorthby, ME 04001", "age": 40 + at}
        builder = ProfileBuilder(ProfilePlan(at, bio, ("sobriety",), ("finance", "health", "housing"), 4, 6))
        builder.take(profile_writer(OfflineCall(builder.request(load_pack("generation")))))
        profile = builder.profile()
        profiles.append(type(profile)(profile.id, profile.bio, profile.attributes, CONTEXTS))
    return write_profiles(tmp_path_factory.mktemp("data") / "profiles.json", profiles)


def good(call: Call) -> str:
    return persona_labeller(OfflineCall(call.prompt))


def settings(data: Path, **more: Any) -> dict[str, Any]:
    return {
        "data": str(data),
        "samples": SAMPLES,
        "model": MODEL,
        "max_connections": IN_FLIGHT,
        **more,
    }


def test_offline_labels_of_all_sets(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "labelled.json"
    made = make_process.run(
        "label", out, **settings(data, model="tactful/persona-labeller", answer="numbers")
    )
    assert made["complete"]
    assert (made["asked"], made["scored"], made["left_out"]) == (QUESTIONS * SAMPLES, QUESTIONS * SAMPLES, [])
    for profile in read_profiles(out).profiles:
        for context in profile.contexts:
            assert set(context.labels) == set(LABEL_SETS)
            for shares in context.labels.values():
                assert set(shares) == {a.statement for a in profile.attributes}
                assert all(abs(s.private + s.necessary + s.unlabeled - 1) < 1e-5 for s in shares.values())


@pytest.fixture(scope="module")
def whole(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("whole") / "labelled.json"
    with BusyServer(good) as server:
        made = make_process.run("label", out, server.base_url, **settings(data))
        assert server.total == made["scored"] == QUESTIONS * SAMPLES
    return out


def test_killed_and_taken_up_again(data: Path, whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "labelled.json"
    with BusyServer(good, delay=0.03) as server:
        process = make_process.start("label", out, server.base_url, **settings(data))
        server.hold_at = QUESTIONS * SAMPLES // 2
        while server.total < server.hold_at:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        server.hold_at = None
        assert not out.exists()
        made = make_process.run("label", out, server.base_url, **settings(data))
        # Only what was on its way when it was killed may have been asked again.
        assert QUESTIONS * SAMPLES <= server.total <= QUESTIONS * SAMPLES + IN_FLIGHT
    assert made["complete"]
    assert made["scored"] == QUESTIONS * SAMPLES
    assert out.read_bytes() == whole.read_bytes()
    assert not (tmp_path / "labelled.json.run" / ".cache").exists()


def test_bad_replies_are_repaired_or_unscored_and_never_unlabeled(
    data: Path, whole: Path, tmp_path: Path
) -> None:
    def answer(call: Call) -> str | Trouble:
        fresh = "COULD NOT BE USED" not in call.prompt
        if "Recipient: Landlord" in call.prompt:  # always malformed
            return '{"share": [, "private"'
        if "Recipient: Spouse" in call.prompt:  # first empty, then fine
            return "" if fresh else good(call)
        if "Recipient: Pharmacist" in call.prompt and "fundamentalist" in call.prompt:  # always cut
            return Trouble(text=good(call)[:80], finish="length")
        if "Recipient: Court Clerk" in call.prompt and call.before == 0:
            return Trouble(500)
        return good(call)

    out = tmp_path / "labelled.json"
    with BusyServer(answer) as server:
        made = make_process.run("label", out, server.base_url, **settings(data))
    lost = 2 * (3 + 1) * SAMPLES
    assert made["unscored"] == lost
    assert sum(made["failures"].values()) == lost
    assert made["failures"]["the reply was cut at the token limit"] == 2 * SAMPLES
    assert made["left_out"] == [f"profile {p}, context {c}" for p in (0, 1) for c in (0, 2)]
    expected = read_profiles(whole).profiles
    for profile, complete in zip(read_profiles(out).profiles, expected, strict=True):
        labels = [context.labels for context in profile.contexts]
        assert labels[0] == {}
        assert set(labels[2]) == {"pragmatic", "unconcerned"}
        assert labels[1] == complete.contexts[1].labels
        assert labels[3] == complete.contexts[3].labels
    manifest = json.loads((tmp_path / "labelled.json.run" / "manifest.json").read_text())
    assert len(manifest["short"]) == 2 * 4
    assert set(manifest["short"].values()) == {0}


def test_shares_are_over_the_scored_samples(data: Path, tmp_path: Path) -> None:
    def answer(call: Call) -> str:
        # Of the three samples of a question the first is unusable for good.
        return "?" if call.before == 0 else good(call)

    out = tmp_path / "labelled.json"
    with BusyServer(answer) as server:
        made = make_process.run(
            "label", out, server.base_url,
            **settings(data, retries=0, profiles="0", contexts="1", max_connections=1),
        )  # fmt: skip
    assert (made["asked"], made["scored"]) == (9, 6)
    (profile,) = read_profiles(out).profiles
    shares = profile.contexts[0].labels[COMBINED].values()
    assert len(profile.contexts) == 1
    assert {s.necessary + s.private + s.unlabeled for s in shares} == {1.0}
    assert any(s.necessary == 1 for s in shares)


def test_what_an_endpoint_refused_is_told_and_asked_again_next_time(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "labelled.json"
    some = settings(data, samples=1, profiles="0", contexts="0", max_retries=0)
    with BusyServer(lambda call: Trouble(401)) as server:
        said = make_process.run("label", out, server.base_url, **some)
    assert said["kind"] == "ModelError"
    assert "3 error: status 401" in said["error"]
    assert not out.exists()
    with BusyServer(good) as server:
        assert make_process.run("label", out, server.base_url, **some)["scored"] == server.total == 3


def test_a_run_of_other_settings_is_refused(data: Path, whole: Path) -> None:
    said = make_process.run("label", whole, **settings(data, samples=5))
    assert said["kind"] == "InputError"
    assert "other settings (samples)" in said["error"]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"personas": "stoic"}, "personas"),
        ({"profiles": "7"}, "profiles"),
        ({"contexts": "x"}, "contexts"),
        ({"answer": "letters"}, "answer"),
        ({"samples": 0}, "samples"),
    ],
)
def test_settings_that_cannot_be_run_are_named(data: Path, wrong: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as raised:
        label_plan(make_settings(LabelSettings, {"data": data, **wrong}))
    assert raised.value.field == field


def test_the_paper_s_set_up_is_estimated_at_once(data: Path) -> None:
    prices = {"price_input": 1.25, "price_output": 10.0, "price_cached": 0.125}
    command = LabelCommand(data=str(data), out=Path("unused"), **prices)
    by_text = making_estimate(command)
    assert by_text.calls == 2 * 4 * 3 * 10
    assert by_text.cost is not None
    assert by_text.cost.low < by_text.cost.expected < by_text.cost.high
    by_number = making_estimate(replace(command, answer="numbers"))
    assert by_number.output_tokens.expected < by_text.output_tokens.expected / 3
    generation = making_estimate(GenerateCommand(out=Path("unused")))
    assert generation.calls == 10
    assert generation.cost is None
    with pytest.raises(InputError, match="one price is missing"):
        making_estimate(GenerateCommand(out=Path("unused"), price_input=1.0))
