from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from tactful.cli.command import command
from tactful.cli.gate import GateSettings, TrainSettings, gate, train_gate
from tactful.errors import InputError, PolicyError

MEMORIES = ["My name is Ada Wick.", "My annual income is $61,000.", "I am pregnant."]
CONTEXT = ("--task", "negotiate the lease", "--recipient", "my landlord")


def run(*args: object, stdin: str | bytes | None = None) -> Result:
    app = typer.Typer()
    command(app, "gate", GateSettings, gate)
    command(app, "train-gate", TrainSettings, train_gate)
    return CliRunner().invoke(app, [str(a) for a in args], input=stdin)


@pytest.mark.parametrize(
    "text", ["\n".join(MEMORIES), "\ufeff" + "\r\n\n".join(MEMORIES), json.dumps(MEMORIES)]
)
def test_prints_what_may_be_said(text: str, tmp_path: Path) -> None:
    file = tmp_path / "memories.txt"
    file.write_text(text, encoding="utf-8")
    for done in (run("gate", file, *CONTEXT), run("gate", "-", *CONTEXT, stdin=text)):
        assert done.exit_code == 0, done.output
        assert done.stdout.splitlines() == MEMORIES[:2]
        assert "2 passed, 0 generalised, 1 withheld" in done.stderr


def test_explain_says_which_rule_and_quotes_nothing(tmp_path: Path) -> None:
    done = run("gate", "-", *CONTEXT, "--explain", stdin="\n".join(MEMORIES))
    assert "tenant" in done.stderr
    assert "pregnancy and fertility, to a landlord" in " ".join(done.stderr.split())
    assert "61,000" not in done.stderr


def test_json() -> None:
    done = run("gate", "-", *CONTEXT, "--json", stdin=json.dumps(MEMORIES))
    document = json.loads(done.stdout)
    assert document["counts"] == {"pass": 2, "generalise": 0, "withhold": 1}
    assert document["texts"] == MEMORIES[:2]
    assert [d["action"] for d in document["decisions"]] == ["pass", "pass", "withhold"]
    assert document["decisions"][2]["text"] is None


@pytest.mark.parametrize("text", ["", "\n\n", "[1]", "[", '{"a": 1}', b"\xff"])
def test_no_memories(text: str | bytes) -> None:
    done = run("gate", "-", *CONTEXT, stdin=text)
    assert isinstance(done.exception, InputError)
    assert "stdin" in str(done.exception)


def test_unusable_files_and_gates(tmp_path: Path) -> None:
    assert isinstance(run("gate", tmp_path / "absent.txt", *CONTEXT).exception, InputError)
    assert isinstance(run("gate", "-", *CONTEXT, "--gate", "x", stdin="I am.").exception, PolicyError)


def labelled(path: Path) -> Path:
    """Two made-up people with labels, as the public files have them."""
    statements = {
        "name": "My name is Ada Wick.",
        "income": "My annual income is $61,000.",
        "illness": "I have asthma.",
        "arrest": "I was arrested in 2019.",
    }
    wanted = {"bank": {"name", "income"}, "doctor": {"name", "illness"}, "landlord": {"name", "income"}}
    contexts = [
        {
            "recipient": to,
            "task": f"talk {n}",
            "labels_combined": {
                text: {"private": float(key not in keys), "necessary": float(key in keys), "unlabeled": 0.0}
                for key, text in statements.items()
            },
        }
        for to, keys in wanted.items()
        for n in range(2)
    ]
    attributes = {
        key: {"value": key, "information_domain": "general", "event": "general", "memory_statement": text}
        for key, text in statements.items()
    }
    people = [
        {
            "bio": {"name": name, "sex": "F", "address": "5 Elm Road", "age": 40},
            "information_attributes": attributes,
            "contexts": contexts,
        }
        for name in ("Ada Wick", "Bea Wick")
    ]
    path.write_text(json.dumps(people), encoding="utf-8")
    return path


def test_train_and_use(tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    source, out = labelled(tmp_path / "labelled.json"), tmp_path / "gate.npz"
    done = run("train-gate", source, "-o", out, "--folds", 2, "--json")
    assert done.exit_code == 0, done.exception
    document = json.loads(done.stdout)
    assert document["pairs"] == 2 * 6 * 4
    assert set(document["held_out"]) == {"context", "profile"}
    used = run(
        "gate", "-", "--task", "talk 0", "--recipient", "doctor", "--gate", out, stdin="I have asthma."
    )
    assert used.stdout == "I have asthma.\n"
    again = run("train-gate", source, "-o", out, "--no-check")
    assert isinstance(again.exception, InputError)
    assert run("train-gate", source, "-o", out, "--no-check", "--overwrite").exit_code == 0
    assert [p.name for p in tmp_path.iterdir() if p.suffix == ".part"] == []


def test_train_refuses_what_it_cannot_write_or_read(tmp_path: Path) -> None:
    source = labelled(tmp_path / "labelled.json")
    for out in ("gate.bin", "absent/gate.npz"):
        assert isinstance(run("train-gate", source, "-o", tmp_path / out).exception, InputError)
    done = run("train-gate", source, "-o", tmp_path / "g.npz", "--labels", "pragmatic")
    assert isinstance(done.exception, InputError)
    assert not (tmp_path / "g.npz").exists()


def test_lists_and_ids_of_memories_in_json(tmp_path: Path) -> None:
    file, lists = tmp_path / "memories.json", tmp_path / "lists.yaml"
    income = {"text": "My annual income is $61,000.", "id": "m1", "tags": ["money"], "score": 0.2}
    file.write_text(json.dumps([income, "Answer in Spanish"]), encoding="utf-8")
    lists.write_text("ask: [{tag: money}]\n", encoding="utf-8")
    said = json.loads(run("gate", file, *CONTEXT, "--lists", lists, "--json").stdout)
    assert (said["to_ask"], said["style"], said["texts"]) == (["m1"], ["Answer in Spanish"], [])
    assert said["why"].startswith("none of 2 memories passes")
    assert [decision["memory"] for decision in said["decisions"]] == ["m1", "2"]
    lists.write_text("ask: [{tag: money}]\nno: []\n", encoding="utf-8")
    refused = run("gate", file, *CONTEXT, "--lists", lists).exception
    assert isinstance(refused, PolicyError)
    assert (refused.file, refused.line) == (lists, 2)
    file.write_text('[{"id": "m1"}]', encoding="utf-8")
    assert isinstance(run("gate", file, *CONTEXT).exception, InputError)
