"""The user's lists, the lane of style, and what a result says of itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tactful.errors import PolicyError, ProtectionError
from tactful.memory import Entry, GateDecision, Lists, guard_memories, load_norms
from tactful.memory.style import is_style
from tactful.terms import Memory

LEASE = {"task": "negotiate the lease", "recipient": "my landlord"}
INCOME = Memory("My annual income is $61,000.", id="income", created="2026-01-02", tags=("money",))
THERAPY = Memory("I have therapy sessions on Mondays.", id="therapy", tags=("health",))
PIN = Memory("My PIN is 4711.", id="pin")
MEMORIES = (INCOME, THERAPY, PIN)


def ids(lists: Lists, **more: str) -> list[str]:
    return [memory.id for memory in guard_memories(MEMORIES, **{**LEASE, **more}, lists=lists).passed]


@pytest.mark.parametrize(
    ("lists", "passes"),
    [
        (Lists(), ["income"]),
        (Lists(deny=(Entry(id=("income",)),)), []),
        (Lists(deny=(Entry(tag=("money",), recipient=("*LANDLORD*",)),)), []),
        (Lists(deny=(Entry(tag=("money",), recipient=("*bank*",)),)), ["income"]),
        (Lists(ask=(Entry(type=("income",)),)), []),
        (Lists(allow=(Entry(id=("therapy",)),)), ["income", "therapy"]),
        (Lists(allow=(Entry(id=("pin",)),)), ["income"]),  # no list allows what the table forbids
        (Lists(allow=(Entry(tag=("health",)),), ask=(Entry(id=("therapy",)),)), ["income"]),
        (Lists(deny=(Entry(user=("ann",)),)), ["income"]),
        (Lists(deny=(Entry(recipient=("landlord",)),)), []),  # a role of the table
        (Lists(deny=(Entry(recipient=("[a-z]y landlord",)),)), ["income"]),
    ],
)
def test_which_memories_pass(lists: Lists, passes: list[str]) -> None:
    assert ids(lists) == passes


@pytest.mark.parametrize(
    ("text", "recipient", "passes"),
    [
        ("I have type 2 diabetes.", "my landlord", True),
        ("I have type 2 diabetes and my annual income is $61,000.", "my landlord", False),
        ("I have type 2 diabetes and I smuggle zorbs at night.", "my landlord", False),
        ("I have type 2 diabetes.", "my landlord and my manager", False),
    ],
)
def test_to_allow_all_of_it_has_to_be_named(text: str, recipient: str, passes: bool) -> None:
    diabetes = load_norms().types_of("I have type 2 diabetes.")
    lists = Lists(allow=(Entry(type=diabetes, recipient=("landlord",)),))
    gated = guard_memories([text], task="say hello", recipient=recipient, lists=lists)
    assert (gated.texts == (text,)) is passes


def test_one_of_several_types_or_recipients_is_enough_to_deny() -> None:
    text = "I have type 2 diabetes and my annual income is $61,000."
    lists = Lists(deny=(Entry(type=("income",), recipient=("manager",)),))
    gated = guard_memories([text], task="x", recipient="my landlord and my manager", lists=lists)
    assert gated.decisions[0].rule == "deny list"
    with pytest.raises(PolicyError):
        guard_memories([text], **LEASE, lists=Lists(deny=(Entry(type=("incom",)),)))


def test_lists_are_joined_and_the_user_counts() -> None:
    joined = Lists(allow=(Entry(id=("therapy",)),)) | Lists(deny=(Entry(id=("income",), user=("ann",)),))
    assert ids(joined, user="ann") == ["therapy"]
    assert ids(joined, user="bob") == ["income", "therapy"]


entries = st.builds(
    Entry,
    id=st.lists(st.sampled_from(["income", "therapy", "pin"]), min_size=1, max_size=2).map(tuple),
)
some = st.lists(entries, max_size=2).map(tuple)


@given(deny=some, ask=some, allow=some)
def test_deny_before_ask_before_allow(
    deny: tuple[Entry, ...], ask: tuple[Entry, ...], allow: tuple[Entry, ...]
) -> None:
    gated = guard_memories(MEMORIES, **LEASE, lists=Lists(deny=deny, ask=ask, allow=allow))
    assert gated.memories == MEMORIES
    on = [{id for entry in entries for id in entry.id} for entries in (deny, ask, allow)]
    for memory, decision in zip(gated.memories, gated.decisions, strict=True):
        if memory.id in on[0] | on[1]:
            assert decision.rule == ("deny list" if memory.id in on[0] else "ask list")
        elif memory.id in on[2] and memory.id != "pin":
            assert (decision.action, decision.rule) == ("pass", "allow list")
        assert gated.decision(memory.id) is decision
    assert {memory.id for memory in gated.to_ask} == on[1] - on[0]
    assert gated.decision("pin").action == "withhold"


def test_a_file_of_lists(tmp_path: Path) -> None:
    file = tmp_path / "lists.yaml"
    file.write_text("deny:\n  - {type: income}\nask:\n  - {id: [therapy]}\n")
    gated = guard_memories(MEMORIES, **LEASE, lists=file)
    assert [memory.id for memory in gated.to_ask] == ["therapy"]
    assert gated.texts == ()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("deny:\n  - {type: incom}\n", 2),
        ("deny:\n  - {}\n", 2),
        ("deny: 4711\n", 1),
        ("dney:\n  - {id: a}\n", 2),
        ("ask:\n  - {id: ''}\n", 2),
    ],
)
def test_mistakes_in_lists_are_named_with_their_line(tmp_path: Path, text: str, line: int) -> None:
    file = tmp_path / "lists.yaml"
    file.write_text(text)
    with pytest.raises(PolicyError) as caught:
        guard_memories(MEMORIES, **LEASE, lists=file)
    assert (caught.value.line, str(file) in str(caught.value)) == (line, True)
    assert "4711" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "likes concise answers",
        "User prefers short, direct answers without emojis.",
        "Please use metric units.",
        "I prefer bullet points over long explanations",
        "Answer in Spanish",
        "Prefiere respuestas breves y ejemplos",
        "Antworte bitte auf Deutsch",
        "Réponds toujours en français",
        "Always use Celsius and 24-hour time",
    ],
)
def test_preferences_of_style(text: str) -> None:
    gated = guard_memories([text, INCOME], **LEASE)
    assert gated.style == (text,)
    assert gated.texts == (INCOME.text,)
    assert gated.decisions[0].rule == "style"


@pytest.mark.parametrize(
    "text",
    [
        "likes concise answers because of her ADHD",
        "Prefers short messages from Dr. Stone",
        "Please use metric units for my 94 kg",
        "likes long walks",
        "Answer in Spanish, my wife reads along",
        "Prefers women",
        "User wants plain language after the stroke",
        "",
    ],
)
def test_whatever_else_is_said_is_no_style(text: str) -> None:
    assert not is_style(text)


def test_an_empty_result_says_why() -> None:
    assert guard_memories([], **LEASE).why == "no memories were given"
    none = guard_memories([THERAPY, PIN], **LEASE)
    assert none.why.startswith("none of 2 memories passes: ")
    stranger = guard_memories([INCOME], task="say hello", recipient="Zorbana Quillfeather")
    assert stranger.why
    assert guard_memories([INCOME], **LEASE).why == ""
    for secret in ("4711", "61,000", "Zorbana", "Mondays"):
        assert secret not in f"{none!r}{none.why}{stranger!r}{stranger.why}"


def test_memories_keep_their_ids_dates_and_tags() -> None:
    (passed,) = guard_memories([INCOME], **LEASE).passed
    assert passed == INCOME
    assert "61,000" not in repr(passed)


class PassAll:
    def decide(self, memories: list[str], *, task: str, recipient: str) -> list[GateDecision]:
        return [GateDecision("pass", memory, "it asked for nothing", "all") for memory in memories]


def test_what_the_table_forbids_no_gate_passes() -> None:
    gated = guard_memories(MEMORIES, **LEASE, gate=PassAll())  # type: ignore[arg-type]
    assert [memory.id for memory in gated.passed] == ["income", "therapy"]
    with pytest.raises(KeyError):
        gated.decision("nobody")


class Cuts:
    def decide(self, memories: list[str], *, task: str, recipient: str) -> list[GateDecision]:
        return [GateDecision("pass", memory[:9], "a part of it", "cuts") for memory in memories]


def test_no_gate_passes_a_part_of_a_memory() -> None:
    with pytest.raises(ProtectionError):
        guard_memories(MEMORIES, **LEASE, gate=Cuts())  # type: ignore[arg-type]
