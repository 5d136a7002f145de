from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import tactful.memory as gate_room
from tactful.errors import ModelError, PolicyError, ProtectionError
from tactful.memory import GateDecision, get_gate, guard_memories, guard_memories_async

MEMORIES = ["My name is Ada Wick.", "My annual income is $61,000.", "I am pregnant."]
LEASE = {"task": "negotiate the lease", "recipient": "my landlord"}


class Broken:
    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def decide(self, memories: Sequence[str], *, task: str, recipient: str) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class Waiting(Broken):
    async def decide(self, memories: Sequence[str], *, task: str, recipient: str) -> Any:  # type: ignore[override]
        return super().decide(memories, task=task, recipient=recipient)


PASSED = GateDecision("pass", "x", "why", "rule")
CLOSED = [(), (PASSED,), (PASSED,) * 4, (None,) * 3, RuntimeError("Ada Wick")]


def test_the_texts_are_what_may_be_said() -> None:
    gated = guard_memories(MEMORIES, **LEASE)
    assert gated.texts == tuple(MEMORIES[:2])
    assert gated.counts() == {"pass": 2, "generalise": 0, "withhold": 1}
    assert [d.action for d in gated.decisions] == ["pass", "pass", "withhold"]
    for secret in ("Ada", "61,000", "pregnant."):
        assert secret not in repr(gated)


def test_equal_coarse_texts_are_said_once() -> None:
    memories = ["I have therapy sessions on Mondays.", "I have therapy sessions with Dr. Stone."]
    gated = guard_memories(memories, task="change my working hours", recipient="my manager")
    assert gated.counts()["generalise"] == 2
    assert gated.texts == ("The user has a personal appointment.",)


@pytest.mark.parametrize("answer", CLOSED)
def test_fails_closed(answer: Any) -> None:
    for call in (
        lambda: guard_memories(MEMORIES, **LEASE, gate=Broken(answer)),
        lambda: asyncio.run(guard_memories_async(MEMORIES, **LEASE, gate=Waiting(answer))),
    ):
        with pytest.raises(ProtectionError) as caught:
            call()
        assert "Ada" not in str(caught.value)


def test_our_own_errors_come_through() -> None:
    with pytest.raises(ModelError):
        guard_memories(MEMORIES, **LEASE, gate=Broken(ModelError("timed out")))


def test_one_text_is_not_a_list_of_memories() -> None:
    for wrong in ("My name is Ada Wick.", ["a", None]):
        with pytest.raises(ProtectionError):
            guard_memories(wrong, **LEASE)  # type: ignore[arg-type]


def test_gates_by_name(tmp_path: Path) -> None:
    broken = Broken(())
    assert get_gate(broken) is broken
    for name in ("none", "", "gate.txt", tmp_path):
        with pytest.raises(PolicyError):
            get_gate(name)


@pytest.mark.parametrize(("action", "statement"), [("pass", None), ("generalise", None), ("withhold", "x")])
def test_a_decision_cannot_contradict_itself(action: Any, statement: str | None) -> None:
    with pytest.raises(ValueError, match="withheld"):
        GateDecision(action, statement, "why", "rule")


def test_exports() -> None:
    assert gate_room.__all__ == sorted(
        gate_room.__all__, key=lambda n: (not n.isupper(), not n[0].isupper(), n)
    )
    assert all(getattr(gate_room, name) is not None for name in gate_room.__all__)
