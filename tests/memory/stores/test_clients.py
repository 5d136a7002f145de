"""Letta and Zep behind the gate: the real client packages, with a transport that answers in their formats."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from fakes.steered_gates import CANARY, CHILD, COARSE, TEA, ByWords
from tactful.errors import ProtectionError
from tactful.memory import gated_letta, gated_zep

httpx = pytest.importorskip("httpx")

TEXTS = (TEA, CHILD, CANARY)
LETTA = {
    "/v1/passages/search": [
        {"passage": {"text": t, "id": t[:3], "metadata": {"copy": t}, "embedding": [1.0]}, "score": 0.5}
        for t in TEXTS
    ],
    "/v1/agents/a1/archival-memory/search": {
        "count": 3,
        "results": [{"id": t[:3], "content": t, "timestamp": "2026", "tags": [t]} for t in TEXTS],
    },
    "/v1/agents/a1/archival-memory": [{"id": t[:3], "text": t, "metadata": {"copy": t}} for t in TEXTS],
    "/v1/agents/a1/core-memory/blocks": [{"id": t[:3], "value": t, "description": t} for t in TEXTS],
    "/v1/agents/a1/core-memory/blocks/human": {"id": "b", "value": CANARY},
}
ZEP = {
    "search/edges": [
        {"uuid": t[:3], "fact": t, "name": t, "attributes": {"x": t}, "score": 0.5} for t in TEXTS
    ],
    "search/nodes": [
        {"uuid": t[:3], "summary": t, "name": "n", "episode_uuids": [], "episode_uuids_truncated": False}
        for t in TEXTS
    ],
    "search/episodes": [{"uuid": t[:3], "content": t, "metadata": {"x": t}} for t in TEXTS],
}


def letta_answers(request: Any) -> Any:
    path = request.url.path.rstrip("/")
    return (
        httpx.Response(200, json=LETTA[path])
        if path in LETTA
        else httpx.Response(404, json={"detail": CANARY})
    )


def zep_answers(request: Any) -> Any:
    for path, items in ZEP.items():
        if request.url.path.endswith(path):
            return httpx.Response(200, json={"items": items, "has_more": False})
    return httpx.Response(404, json={"message": CANARY})


def test_letta(gate: ByWords) -> None:
    letta = pytest.importorskip("letta_client", reason="letta-client is not installed")
    client = letta.Letta(
        api_key="k", http_client=httpx.Client(transport=httpx.MockTransport(letta_answers)), max_retries=0
    )
    mine = gated_letta(client, task="Plan lunch", recipient="Colleague", gate=gate)
    found = mine.passages.search(query="food")
    assert [(r.passage.text, r.passage.id, r.score) for r in found] == [
        (TEA, "Lik", 0.5),
        (COARSE, "Dau", 0.5),
    ]
    searched = mine.agents.passages.search("a1", query="food")
    assert (searched.count, [r.content for r in searched.results]) == (2, [TEA, COARSE])
    listed = mine.agents.passages.list("a1")
    assert [r.text for r in listed] == [TEA, COARSE]
    blocks = mine.agents.blocks.list("a1")
    assert [r.value for r in blocks] == [TEA, COARSE]
    assert mine.agents.blocks.retrieve("human", agent_id="a1") is None
    shown = repr((found, searched, listed, blocks, mine)) + "".join(r.model_dump_json() for r in found)
    assert "zzcanary" not in shown
    assert "Mia" not in shown
    assert "embedding=[1.0]" not in shown
    for name in ("messages", "create", "retrieve", "with_raw_response"):
        with pytest.raises(ProtectionError, match="refused"):
            getattr(mine.agents, name)
    with pytest.raises(ProtectionError, match="NotFoundError") as caught:
        mine.agents.passages.list("other")
    assert "zzcanary" not in str(caught.value)


def test_letta_async(gate: ByWords) -> None:
    letta = pytest.importorskip("letta_client", reason="letta-client is not installed")

    async def run() -> None:
        transport = httpx.MockTransport(letta_answers)
        async with letta.AsyncLetta(
            api_key="k", http_client=httpx.AsyncClient(transport=transport)
        ) as client:
            mine = gated_letta(client, task="t", recipient="r", gate=gate)
            assert [r.passage.text for r in await mine.passages.search(query="food")] == [TEA, COARSE]

    asyncio.run(run())


def test_zep(gate: ByWords) -> None:
    zep = pytest.importorskip("zep_cloud", reason="zep-cloud is not installed")
    client = zep.Zep(api_key="k", httpx_client=httpx.Client(transport=httpx.MockTransport(zep_answers)))
    graph = gated_zep(client, task="Plan lunch", recipient="Colleague", gate=gate).graph
    edges = graph.search_edges("g", query="food")
    assert [(edge.fact, edge.uuid_, edge.score) for edge in edges] == [
        (TEA, "Lik", 0.5),
        (COARSE, "Dau", 0.5),
    ]
    assert [(edge.name, edge.attributes) for edge in edges] == [(TEA, None), (None, None)]
    nodes = graph.search_nodes("g", query="food")
    assert [(node.summary, node.name) for node in nodes] == [(TEA, "n"), (COARSE, None)]
    episodes = graph.search_episodes("g", query="food")
    assert [episode.content for episode in episodes] == [TEA, COARSE]
    shown = repr((edges, nodes, episodes)) + "".join(edge.model_dump_json() for edge in edges)
    assert "zzcanary" not in shown
    assert "Mia" not in shown
    for name in ("get_context", "edge", "get_subgraph", "with_raw_response"):
        with pytest.raises(ProtectionError, match="refused"):
            getattr(graph, name)


def test_zep_async(gate: ByWords) -> None:
    zep = pytest.importorskip("zep_cloud", reason="zep-cloud is not installed")

    async def run() -> None:
        transport = httpx.MockTransport(zep_answers)
        client = zep.AsyncZep(api_key="k", httpx_client=httpx.AsyncClient(transport=transport))
        mine = gated_zep(client, task="t", recipient="r", gate=gate)
        assert [edge.fact for edge in await mine.graph.search_edges("g", query="q")] == [TEA, COARSE]

    asyncio.run(run())
