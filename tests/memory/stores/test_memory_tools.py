"""Memory tools of model providers behind the gate: function tools, and Anthropic's memory tool."""

from __future__ import annotations

import asyncio
import inspect
import json
from pathlib import Path
from typing import Any

import pytest

from fakes.steered_gates import CANARY, CHILD, COARSE, TEA, Broken, ByWords, Waiting
from tactful.errors import ProtectionError
from tactful.memory import MemoryCommands, gated_memory_tool, gated_tool

NOTHING = "No memory may be told here: none was found, or none may go to this recipient for this task."


def replied(gate: Any, reply: Any) -> Any:
    @gated_tool(task="Plan lunch", recipient="Colleague", gate=gate)
    def search_memories(query: str) -> Any:
        """Finds memories."""
        return reply

    return search_memories("food")


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (f"- {TEA}\n- {CHILD}\n- {CANARY}", f"- {TEA}\n{COARSE}"),
        (f"{TEA}\n\n{CANARY}", TEA),
        (CANARY, NOTHING),
        ("", NOTHING),
        ([TEA, CHILD, CANARY], [TEA, COARSE]),
        ({"results": [{"id": 1, "memory": TEA, "why": CANARY}]}, {"results": [{"id": 1, "memory": TEA}]}),
        (
            {"results": [{"id": 1, "memory": CHILD}], "query": CANARY},
            {"results": [{"id": 1, "memory": COARSE}]},
        ),
        ({"memory": CANARY, "tags": ["tea"]}, None),
        ({"drink": "tea", "at": "noon"}, {"drink": "tea", "at": "noon"}),
        ([{"drink": "tea", "hot": True, "score": 0.5}], [{"score": 0.5, "drink": "tea", "hot": True}]),
        ([b"tea", {"x": object()}], []),
        (json.dumps([TEA, CANARY]), json.dumps([TEA])),
        (json.dumps([CANARY]), NOTHING),
    ],
)
def test_what_a_tool_gives(reply: Any, told: Any, gate: ByWords) -> None:
    assert replied(gate, reply) == told


def test_a_knowledge_graph(gate: ByWords) -> None:
    graph = {
        "entities": [
            {"name": "Ann", "entityType": "person", "observations": ["likes tea", CHILD, CANARY]},
            {"name": "zzcanary", "entityType": "illness", "observations": ["since 2019"]},
        ],
        "relations": [
            {"from": "Ann", "to": "tea", "relationType": "drinks"},
            {"from": "Ann", "to": "zzcanary", "relationType": "has"},
        ],
    }
    told = replied(gate, json.dumps(graph))
    assert json.loads(told) == {
        "entities": [
            {"name": "Ann", "entityType": "person", "observations": ["likes tea"]},
            {"name": "user", "entityType": "person", "observations": [COARSE]},
        ],
        "relations": [{"from": "Ann", "relationType": "drinks", "to": "tea"}],
    }


def test_a_memory_is_judged_with_what_stands_over_it(gate: ByWords) -> None:
    note = "# No longer\n- likes tea\n  but only green\n- likes cake\nNot any more:\n- smokes\n- drinks\n\n"
    replied(gate, note + "# Home\nLives in Leeds.\n\n## Pets\n* A cat\n    * called Tom\n* A dog")
    assert gate.seen == [
        "No longer: likes tea\nbut only green",
        "No longer: likes cake",
        "No longer: Not any more:\nsmokes\ndrinks",
        "Home: Lives in Leeds.",
        "Home: Pets: A cat\ncalled Tom",
        "Home: Pets: A dog",
    ]


def test_the_function_keeps_its_schema_and_shows_no_way_past_the_gate(gate: ByWords) -> None:
    @gated_tool(task="t", recipient="r", gate=gate)
    def search_memories(query: str, limit: int = 3) -> str:
        """Finds memories."""
        return CANARY

    assert list(inspect.signature(search_memories).parameters) == ["query", "limit"]
    assert (search_memories.__name__, search_memories.__doc__) == ("search_memories", "Finds memories.")
    assert not hasattr(search_memories, "__wrapped__")


@pytest.mark.parametrize("gate", [ByWords(), Waiting()])
def test_a_tool_that_waits(gate: Any) -> None:
    @gated_tool(situation=lambda call: (call.method, call.arguments["query"]), gate=gate)
    async def search_memories(query: str) -> str:
        return f"- {TEA}\n- {CANARY}"

    assert asyncio.run(search_memories(query="q")) == f"- {TEA}"
    assert gate.asked == [("search_memories", "q")]


def test_failures_say_nothing(gate: ByWords) -> None:
    with pytest.raises(ProtectionError) as caught:
        replied(Broken(), [CANARY])
    assert "zzcanary" not in str(caught.value)

    @gated_tool(task="t", recipient="r", gate=gate)
    def broken() -> str:
        raise OSError(CANARY)

    with pytest.raises(ProtectionError, match=r"the tool broken failed \(OSError\)"):
        broken()


FILE = f"# Food\n- {TEA}\n- {CHILD}\n- {CANARY}\n"


@pytest.fixture
def anthropic() -> Any:
    return pytest.importorskip("anthropic.lib.tools", reason="anthropic is not installed")


@pytest.fixture
def tool(anthropic: Any, tmp_path: Path) -> Any:
    builtin = pytest.importorskip("anthropic.lib.tools._beta_builtin_memory_tool")
    tool = builtin.BetaLocalFilesystemMemoryTool(str(tmp_path))
    (tmp_path / "memories" / "tea.md").write_text(FILE)
    (tmp_path / "memories" / "zzcanary.md").write_text(CANARY)
    return tool


def test_anthropics_memory_tool(anthropic: Any, tool: Any, gate: ByWords, tmp_path: Path) -> None:
    mine = gated_memory_tool(tool, task="Plan lunch", recipient="Colleague", gate=gate)
    assert isinstance(mine, anthropic.BetaAbstractMemoryTool)
    assert mine.to_dict()["type"] == "memory_20250818"
    told = mine.call({"command": "view", "path": "/memories"})
    assert told == "     1\t/memories/tea.md\n     2\t/memories/note-1"
    told = mine.call({"command": "view", "path": "/memories/tea.md"})
    assert told == f"     1\tFood / - {TEA}\n     2\t{COARSE}"
    told = mine.call({"command": "view", "path": "/memories/tea.md", "view_range": [2, 2]})
    assert told == f"     2\t{COARSE}"
    assert mine.call({"command": "view", "path": "/memories/note-1"}) == NOTHING
    assert mine.call({"command": "view", "path": "/memories/none.md"}) == NOTHING
    edit = {"command": "str_replace", "path": "/memories/tea.md", "new_str": "Likes black tea."}
    assert mine.call({**edit, "old_str": TEA}) == "Done."
    assert "Likes black tea." in (tmp_path / "memories" / "tea.md").read_text()
    assert CANARY in (tmp_path / "memories" / "tea.md").read_text()
    assert mine.call({**edit, "old_str": "zzcanaryitis"}).startswith("Nothing was changed")
    assert mine.call({"command": "create", "path": "/memories/new.md", "file_text": "x"}) == "Done."
    assert mine.call({"command": "create", "path": "/memories/new.md", "file_text": "x"}) != "Done."
    insert = {"command": "insert", "path": "/memories/new.md", "insert_text": "y"}
    assert mine.call({**insert, "insert_line": 0}) == "Done."
    assert mine.call({**insert, "insert_line": 1}).startswith("Nothing was changed")
    assert mine.call({"command": "delete", "path": "/memories/note-1"}) == "Done."
    assert not (tmp_path / "memories" / "zzcanary.md").exists()
    assert "zzcanary" not in repr(mine)


def test_anthropics_memory_tool_async(anthropic: Any, tool: Any, gate: ByWords) -> None:
    class Later(anthropic.BetaAsyncAbstractMemoryTool):  # type: ignore[misc, name-defined]
        async def view(self, command: Any) -> Any:
            return tool.view(command)

        create = str_replace = insert = delete = rename = view

    mine = gated_memory_tool(Later(), task="t", recipient="r", gate=gate)
    assert isinstance(mine, anthropic.BetaAsyncAbstractMemoryTool)
    told = asyncio.run(mine.call({"command": "view", "path": "/memories/tea.md"}))
    assert told == f"     1\tFood / - {TEA}\n     2\t{COARSE}"


def test_commands_without_the_package(gate: ByWords) -> None:
    commands = MemoryCommands(lambda command: FILE, task="t", recipient="r", gate=gate)
    assert commands({"command": "view", "path": "/memories/x"}) == f"     1\tFood / - {TEA}\n     2\t{COARSE}"
    with pytest.raises(ProtectionError, match="unknown command"):
        commands({"command": "read", "path": CANARY})

    def broken(command: Any) -> str:
        raise OSError(CANARY)

    with pytest.raises(ProtectionError, match=r"the memory tool failed \(OSError\)"):
        MemoryCommands(broken, task="t", recipient="r", gate=gate)({"command": "view", "path": "/memories"})
