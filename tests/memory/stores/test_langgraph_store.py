"""A LangGraph store behind the gate, against the real package's `InMemoryStore` and a compiled graph."""

from __future__ import annotations

import asyncio
import pickle
from typing import Any

import pytest

from fakes.steered_gates import CANARY, CHILD, COARSE, TEA, Broken, ByWords, Waiting
from tactful.errors import InputError, ProtectionError
from tactful.memory import gated_langgraph_store

base = pytest.importorskip("langgraph.store.base", reason="langgraph is not installed")
InMemoryStore = pytest.importorskip("langgraph.store.memory").InMemoryStore

NAMESPACE = ("users", "ann")


@pytest.fixture
def store() -> Any:
    store = InMemoryStore()
    store.put(NAMESPACE, "drink", {"text": TEA})
    store.put(NAMESPACE, "nut-allergy", {"text": CHILD, "source": "chat"})
    store.put(NAMESPACE, "health", {"text": CANARY})
    return store


def gated(store: Any, gate: Any, **more: Any) -> Any:
    return gated_langgraph_store(store, task="Plan lunch", recipient="Colleague", gate=gate, **more)


def test_search_gives_what_may_be_said(store: Any, gate: ByWords) -> None:
    found = gated(store, gate).search(NAMESPACE)
    assert [(item.key, item.value) for item in found] == [
        ("drink", {"text": TEA}),
        ("generalised", {"text": COARSE}),
    ]
    assert found.withheld == ("not for this recipient (fake)",)
    assert found[0].namespace == NAMESPACE
    assert found[0].created_at == store.get(NAMESPACE, "drink").created_at
    assert gate.asked == [("Plan lunch", "Colleague")]


def test_get_put_and_delete(store: Any, gate: ByWords) -> None:
    mine = gated(store, gate)
    assert mine.get(NAMESPACE, "drink").value == {"text": TEA}
    assert mine.get(NAMESPACE, "health") is None
    assert mine.get(NAMESPACE, "nothing") is None
    mine.put(NAMESPACE, "new", {"text": "Prefers iced tea."})
    assert store.get(NAMESPACE, "new").value == {"text": "Prefers iced tea."}
    mine.delete(NAMESPACE, "new")
    assert store.get(NAMESPACE, "new") is None


def test_async_twins(store: Any) -> None:
    async def run() -> None:
        for gate in (ByWords(), Waiting()):
            mine = gated(store, gate)
            assert [item.value["text"] for item in await mine.asearch(NAMESPACE)] == [TEA, COARSE]
            assert await mine.aget(NAMESPACE, "health") is None
            await mine.aput(NAMESPACE, "new", {"text": "x"})
            await mine.adelete(NAMESPACE, "new")

    asyncio.run(run())


def test_all_fields_of_a_value_are_judged_together(store: Any, gate: ByWords) -> None:
    store.put(NAMESPACE, "mixed", {"text": "Likes tea", "note": CANARY, "salary_is": 85000})
    gated(store, gate).get(NAMESPACE, "mixed")
    assert gate.seen == [f"text: Likes tea\nnote: {CANARY}\nsalary is: 85000"]


def test_named_fields_alone_are_judged_and_given(store: Any, gate: ByWords) -> None:
    store.put(NAMESPACE, "mixed", {"text": TEA, "note": CANARY})
    assert gated(store, gate, fields=["text"]).get(NAMESPACE, "mixed").value == {"text": TEA}


def test_a_stored_value_is_not_changed_through_a_result(store: Any, gate: ByWords) -> None:
    gated(store, gate).get(NAMESPACE, "drink").value["text"] = "changed"
    assert store.get(NAMESPACE, "drink").value == {"text": TEA}


@pytest.mark.parametrize("value", [{"blob": b"tea"}, {"text": {1: "tea"}}, {}])
def test_a_value_of_unknown_shape_is_withheld_alone(store: Any, gate: ByWords, value: dict[str, Any]) -> None:
    store.put(NAMESPACE, "odd", value)
    found = gated(store, gate).search(NAMESPACE)
    assert len(found) == 2
    assert "a record of an unknown shape (shape)" in found.withheld


def test_a_failing_gate_or_store_gives_nothing(store: Any, gate: ByWords) -> None:
    with pytest.raises(ProtectionError, match="no memory passes") as caught:
        gated(store, Broken()).search(NAMESPACE)
    assert "zzcanary" not in str(caught.value)

    class Down(InMemoryStore):  # type: ignore[misc, valid-type]
        def batch(self, ops: Any) -> Any:
            raise OSError(CANARY)

    with pytest.raises(ProtectionError, match=r"LangGraph store failed \(OSError\)") as caught:
        gated(Down(), gate).search(NAMESPACE)
    assert "zzcanary" not in str(caught.value)


def test_the_situation_is_given_at_once_by_call_or_by_a_function(store: Any, gate: ByWords) -> None:
    gated(store, gate).asked_for(task="t", recipient="r").search(NAMESPACE)
    by_call = gated_langgraph_store(
        store, situation=lambda call: (call.method, call.arguments["namespace_prefix"][1]), gate=gate
    )
    by_call.search(NAMESPACE)
    assert gate.asked == [("t", "r"), ("search", "ann")]
    with pytest.raises(InputError, match="task"):
        gated_langgraph_store(store, gate=gate).search(NAMESPACE)


def test_ways_past_the_gate_are_refused(store: Any, gate: ByWords) -> None:
    mine = gated(store, gate)
    with pytest.raises(ProtectionError, match="ListNamespacesOp"):
        mine.list_namespaces()
    assert not hasattr(mine, "_data")
    assert "zzcanary" not in repr(mine)
    with pytest.raises(Exception):  # noqa: B017, PT011  whatever pickle says
        pickle.dumps(mine)
    mine.batch([base.PutOp(NAMESPACE, "k", {"text": "x"})])


def test_a_graph_runs_with_it(store: Any, gate: ByWords) -> None:
    graphs = pytest.importorskip("langgraph.graph", reason="langgraph is not installed")

    def recall(state: dict[str, Any], *, store: Any) -> dict[str, Any]:
        return {"told": [item.value["text"] for item in store.search(NAMESPACE)]}

    recall.__annotations__["store"] = base.BaseStore
    graph = graphs.StateGraph(dict)
    graph.add_node("recall", recall)
    graph.set_entry_point("recall")
    graph.set_finish_point("recall")
    assert graph.compile(store=gated(store, gate)).invoke({})["told"] == [TEA, COARSE]
