"""Models behind a local endpoint, from the command line: a rewriter and a vision model."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from fakes import forked
from fakes.demo_screens import demo_part
from fakes.openai_server import Fault, OpenAIServer, rule_model, texts


@pytest.fixture
def screen(tmp_path: Path) -> Path:
    return demo_part("phone", "person", tmp_path)


def rewrite(request: dict[str, Any]) -> str:
    """A small model: the value with every letter moved on by one, so same length and another entity."""
    value = re.search(r"^Value: (.*)", texts(request), re.MULTILINE | re.DOTALL)
    assert value is not None
    return re.sub(
        r"[A-Za-z]",
        lambda m: chr((ord(m[0].lower()) - 96) % 26 + 97) if m[0].islower() else "Q",
        value[1].strip(),
    )


def call(*args: object) -> tuple[int, dict[str, Any]]:
    import os

    env = {key: value for key, value in os.environ.items() if key != "TACTFUL_API_KEY"}
    done = forked.run([*args, "--json"], env=env)
    return done.returncode, json.loads(done.stdout)


def receipts(out: Path) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in (out / "receipts.jsonl").read_text().splitlines()]
    return [treatment for row in rows for treatment in row["treatments"]]


@pytest.mark.ocr
def test_replace_llm_through_a_local_server_without_a_key(tmp_path: Path, screen: Path) -> None:
    with OpenAIServer(rewrite) as server:
        code, _ = call(
            "protect", screen, "--out", tmp_path / "out", "--policy", "high", "--operator", "replace_llm",
            "--rewriter", server.base_url, "--rewriter-model", "small",
        )  # fmt: skip
        assert code == 0
        assert server.requests
    treated = [t for t in receipts(tmp_path / "out") if t["operator"] == "replace_llm"]
    assert treated
    assert sum(t["note"] == "" for t in treated) >= 0.5 * len(treated)


@pytest.mark.ocr
def test_a_rewriter_that_fails_falls_back_and_says_so(tmp_path: Path, screen: Path) -> None:
    with OpenAIServer(lambda _: Fault.status(400, "no such model")) as server:
        code, _ = call(
            "protect", screen, "--out", tmp_path / "out", "--policy", "high", "--operator", "replace_llm",
            "--rewriter", server.base_url, "--rewriter-model", "small",
        )  # fmt: skip
    assert code == 0
    treated = [t for t in receipts(tmp_path / "out") if t["operator"] == "replace_llm" and t["shown"]]
    assert treated
    assert all(t["note"] for t in treated)


@pytest.mark.ocr
@pytest.mark.parametrize("mode", ["grounded", "free"])
def test_a_vision_model_that_gives_no_usable_answer_is_never_clean(screen: Path, mode: str) -> None:
    with OpenAIServer(lambda _: "I cannot help with that.") as server:
        code, document = call(
            "recognize", screen, "--vlm", server.base_url, "--vlm-model", "small", "--vlm-mode", mode
        )
    (image,) = document["images"]
    if code == 0:
        assert all(region["risk"] != "none" for region in image["regions"] if not region["inner"])
    else:
        assert "error" in image


@pytest.mark.ocr
def test_a_grounded_vision_model_adds_its_labels(screen: Path) -> None:
    with OpenAIServer(rule_model) as server:
        code, document = call("recognize", screen, "--vlm", server.base_url, "--vlm-model", "small")
        assert code == 0
        assert server.requests
    assert any(r["risk"] == "high" for r in document["images"][0]["regions"])


def test_an_endpoint_elsewhere_is_refused(tmp_path: Path, screen: Path) -> None:
    code, document = call(
        "protect",
        screen,
        "--out",
        tmp_path / "out",
        "--vlm",
        "https://models.example.com/v1",
        "--vlm-model",
        "m",
    )
    assert code == 2
    assert "private" in document["error"]["message"]
    assert not (tmp_path / "out").exists()
