"""mem0 behind the gate: the real `Memory` with an embedder and a language model of ours, and its clients."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fakes.steered_gates import CANARY, CHILD, COARSE, TEA, Broken, ByWords
from tactful.errors import ProtectionError
from tactful.memory import gated_mem0

WHO = {"user_id": "ann"}


def gated(memory: Any, gate: Any, **more: Any) -> Any:
    return gated_mem0(memory, task="Plan lunch", recipient="Colleague", gate=gate, **more)


def settings_of(folder: Path) -> dict[str, Any]:
    return {
        "vector_store": {
            "provider": "qdrant",
            "config": {"path": str(folder / "q"), "embedding_model_dims": 8, "on_disk": False},
        },
        "embedder": {"provider": "openai", "config": {"api_key": "none"}},
        "llm": {"provider": "openai", "config": {"api_key": "none"}},
        "history_db_path": str(folder / "history.db"),
    }


class Hashed:
    """An embedder: eight numbers from a hash of the text."""

    config = None

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        return [1.0 + byte / 255 for byte in hashlib.sha256(text.encode()).digest()[:8]]

    def embed_batch(self, texts: list[str], memory_action: str | None = None) -> list[list[float]]:
        return [self.embed(text) for text in texts]


@pytest.fixture
def mem0(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    monkeypatch.setenv("MEM0_TELEMETRY", "False")
    monkeypatch.setenv("MEM0_DIR", str(tmp_path))
    return pytest.importorskip("mem0", reason="mem0ai is not installed (it brings 100 MB)")


@pytest.fixture
def memory(mem0: Any, tmp_path: Path) -> Iterator[Any]:
    memory = mem0.Memory.from_config(settings_of(tmp_path))
    memory.embedding_model = Hashed()
    for text in (TEA, CHILD, CANARY):
        memory.add(text, user_id="ann", infer=False, metadata={"copy": text})
    yield memory
    memory.close()


def test_search_of_the_real_store(memory: Any, gate: ByWords) -> None:
    found = gated(memory, gate).search("what does she like", filters=WHO)["results"]
    assert {record["memory"] for record in found} == {TEA, COARSE}
    assert len(found.withheld) == 1
    told = {record["memory"]: record for record in found}
    assert told[TEA]["hash"] == hashlib.md5(TEA.encode()).hexdigest()
    assert told[TEA]["user_id"] == "ann"
    assert isinstance(told[TEA]["score"], float)
    assert "hash" not in told[COARSE]
    assert not any("metadata" in record for record in found)
    scores = [record["score"] for record in memory.search("what does she like", filters=WHO)["results"]]
    assert [record["score"] for record in found] == [s for s in scores if s in {r["score"] for r in found}]


def test_the_other_ways_to_memories_of_the_real_store(memory: Any, gate: ByWords) -> None:
    mine = gated(memory, gate, vouched=["metadata"])
    listed = mine.get_all(filters=WHO)["results"]
    assert {record["memory"] for record in listed} == {TEA, COARSE}
    assert [record.get("metadata") for record in listed if record["memory"] == TEA] == [{"copy": TEA}]
    assert "Mia" not in json.dumps(listed)
    hidden = next(r["id"] for r in memory.get_all(filters=WHO)["results"] if r["memory"] == CANARY)
    assert mine.get(hidden) is None
    for name in ("history", "vector_store", "db", "chat", "reset", "_search_vector_store", "embedding_model"):
        with pytest.raises(ProtectionError, match="refused behind the memory gate"):
            getattr(mine, name)
    added = mine.add("Likes white tea.", user_id="ann", infer=False)
    assert "tea" not in json.dumps(added)
    assert added["results"][0].keys() <= {"id", "event"}
    assert mine.update(hidden, text="x") == {}
    assert mine.delete(hidden) == {}


def test_the_async_store(mem0: Any, tmp_path: Path, gate: ByWords) -> None:
    async def run() -> None:
        memory = mem0.AsyncMemory.from_config(settings_of(tmp_path))
        memory.embedding_model = Hashed()
        for text in (TEA, CANARY):
            await memory.add(text, user_id="ann", infer=False)
        found = await gated(memory, gate).search("tea", filters=WHO)
        assert [record["memory"] for record in found["results"]] == [TEA]
        memory.close()

    asyncio.run(run())


def test_the_client_of_the_service(mem0: Any, gate: ByWords, monkeypatch: pytest.MonkeyPatch) -> None:
    httpx = pytest.importorskip("httpx")
    monkeypatch.setattr("mem0.client.main.capture_client_event", lambda *a, **k: None)
    records = [{"id": "1", "memory": TEA, "categories": ["food"]}, {"id": "2", "memory": CANARY}]

    def answer(request: Any) -> Any:
        if request.url.path == "/v3/memories/search/":
            return httpx.Response(200, json={"results": records})
        if request.url.path == "/v3/memories/":
            return httpx.Response(200, json={"count": 2, "next": None, "results": records})
        if request.url.path.startswith("/v1/memories/"):
            return httpx.Response(500, json={"detail": CANARY})
        return httpx.Response(200, json={"user_email": "a@example.org", "org_id": "o", "project_id": "p"})

    client = mem0.MemoryClient(api_key="k", client=httpx.Client(transport=httpx.MockTransport(answer)))
    mine = gated(client, gate)
    assert mine.search("tea", filters=WHO) == {"results": [records[0]]}
    assert mine.get_all(filters=WHO) == {"count": 2, "next": None, "results": [records[0]]}
    with pytest.raises(ProtectionError, match="no memory passes") as caught:
        mine.get("2")
    assert "zzcanary" not in str(caught.value)
    for name in ("get_profile", "get_summary", "get_memory_export", "history", "client", "users"):
        with pytest.raises(ProtectionError):
            getattr(mine, name)


class Told:
    """A store with mem0's methods and given replies."""

    def __init__(self, reply: Any) -> None:
        self.reply = reply

    def search(self, query: str) -> Any:
        return self.reply


@pytest.mark.parametrize(
    "record", [CANARY, None, {"text": CANARY}, {"memory": {"x": CANARY}}, {"memory": " "}]
)
def test_a_record_of_unknown_shape_is_withheld_alone(record: Any, gate: ByWords) -> None:
    found = gated(Told({"results": [{"memory": TEA}, record]}), gate).search("q")["results"]
    assert found == [{"memory": TEA}]
    assert found.withheld == ("a record of an unknown shape (shape)",)


@pytest.mark.parametrize("reply", [[CANARY], {"memories": [CANARY]}, None, CANARY])
def test_a_reply_of_unknown_shape_gives_nothing(reply: Any, gate: ByWords) -> None:
    with pytest.raises(ProtectionError, match="unknown shape") as caught:
        gated(Told(reply), gate).search("q")
    assert "zzcanary" not in str(caught.value)


def test_nothing_tells_what_the_store_holds(gate: ByWords) -> None:
    mine = gated(Told({"results": [{"memory": CANARY}]}), gate)
    assert "zzcanary" not in repr(mine)
    assert {"asked_for", "search", "get_all", "get"} <= set(dir(mine))
    with pytest.raises(ProtectionError) as caught:
        gated(Told({"results": [{"memory": CANARY}]}), Broken()).search("q")
    assert "zzcanary" not in str(caught.value)
