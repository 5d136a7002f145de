"""Growing profiles through Inspect: offline, and against an endpoint that answers badly."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import make_process
import pytest

from fakes.busy_server import BusyServer, Call, Trouble
from tactful.bench.cimemories.settings import GenerateSettings
from tactful.formats import read_profiles
from tactful.models import OfflineCall
from tactful.world.profiles.writer import profile_writer

pytest.importorskip("inspect_ai")
pytest.importorskip("faker")

SMALL: dict[str, Any] = {"count": 6, "seed": 5, "events": 2, "domains": 3, "attributes": 2, "general": 6}
SIZE = 6 + 2 * 3 * 2


def test_offline_profiles_are_complete(tmp_path: Path) -> None:
    made = make_process.run("generate", tmp_path / "a.json", model="tactful/profile-writer", **SMALL)
    assert made["complete"]
    assert (made["asked"], made["scored"], made["left_out"]) == (6, 6, [])
    assert made["usage"]["calls"] == 6
    profiles = read_profiles(tmp_path / "a.json").profiles
    assert [p.bio for p in profiles] == [dict(plan.bio) for plan in GenerateSettings(**SMALL).plans()]
    assert all(len(p.attributes) == SIZE and len(p.contexts) == 49 for p in profiles)
    assert not (tmp_path / "a.json.run" / ".cache").exists()


def without(reply: str, domain: str) -> str:
    entries = json.loads(reply.removeprefix("```json").removesuffix("```"))
    return json.dumps({key: e for key, e in entries.items() if e["information_domain"] != domain})


def test_bad_replies_are_repaired_or_counted(tmp_path: Path) -> None:
    plans = GenerateSettings(**SMALL).plans()
    names = [plan.bio["name"] for plan in plans]
    asked: Counter[int] = Counter()

    def answer(call: Call) -> str | Trouble:
        bio = json.loads(call.prompt.split("PROFILE:\n")[1].split("\n")[0])
        which = names.index(bio["name"])
        asked[which] += 1
        good = profile_writer(OfflineCall(call.prompt))
        if which == 4:  # never anything
            return ""
        bad: dict[int, str | Trouble] = {
            1: "Sorry, no.",
            2: Trouble(text=good[: len(good) // 2], finish="length"),
            3: without(good, plans[3].domains[0]),
            5: Trouble(500),
        }
        return bad.get(which, good) if asked[which] == 1 else good

    with BusyServer(answer) as server:
        made = make_process.run(
            "generate",
            tmp_path / "p.json",
            server.base_url,
            model="openai-api/fake/writer",
            retries=2,
            **SMALL,
        )
    assert (made["asked"], made["scored"], made["unscored"]) == (6, 5, 1)
    assert made["left_out"] == ["profile 4"]
    assert sum(made["failures"].values()) == 1
    assert made["counts"]["unreadable reply"] >= 4
    assert made["counts"]["reply cut short"] == 1
    profiles = read_profiles(tmp_path / "p.json").profiles
    assert [len(p.attributes) for p in profiles] == [SIZE] * 5
    manifest = json.loads((tmp_path / "p.json.run" / "manifest.json").read_text())
    assert manifest["unscored"] == 1
    assert "prompts_sha256" in manifest["settings"]


def test_an_endpoint_that_never_answers_usably_makes_no_file(tmp_path: Path) -> None:
    with BusyServer(lambda call: "no") as server:
        made = make_process.run(
            "generate", tmp_path / "p.json", server.base_url,
            model="openai-api/fake/writer", retries=1, **{**SMALL, "count": 2},
        )  # fmt: skip
        assert server.total == 4
    assert made["kind"] == "ModelError"
    assert "no profile became complete" in made["error"]
    assert not (tmp_path / "p.json").exists()
