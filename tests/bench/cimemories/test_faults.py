"""An endpoint that fails in every way on schedule: each sample ends as scored or as a counted failure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from fakes import bench_process
from fakes.busy_server import HANG, BusyServer, Call, Trouble, plain_judge, plain_writer
from fakes.labelled_profiles import write_profiles

pytest.importorskip("inspect_ai")

from tactful.bench.cimemories.results import UNKNOWN_NAMES, read_runs
from tactful.terms import SampleResult

Said = str | Trouble | None
# What to say to one sample's message or judge call, given how often it was asked before.
Schedule = Callable[[int], "Said | type[Ellipsis]"]
GOOD = ...


def once(trouble: Said) -> Schedule:
    return lambda before: GOOD if before else trouble  # type: ignore[return-value]


def always(trouble: Said) -> Schedule:
    return lambda before: trouble


def status(code: int, *headers: tuple[str, str]) -> Trouble:
    return Trouble(code, headers=headers)


CUT = Trouble(text='{"locker_0_00": "The us', finish="length")
NO_JSON = Trouble(body=b'{"id": "x", "choi')
NO_CHOICES = Trouble(
    body=b'{"id": "x", "object": "chat.completion", "created": 0, "model": "m", "choices": []}'
)
SCORED, EMPTY = None, "message: empty"
# name: which call, what goes wrong, what must come of it (None: scored; a word: the problem begins with it)
CASES: dict[str, tuple[str, Schedule, str | None]] = {
    "good": ("message", always(GOOD), SCORED),  # type: ignore[arg-type]
    "500 once": ("message", once(status(500)), SCORED),
    "503 once": ("message", once(status(503)), SCORED),
    "429 with retry-after": ("message", once(status(429, ("retry-after", "1"))), SCORED),
    "hang once": ("message", once(HANG), SCORED),
    "dropped once": ("message", once(None), SCORED),
    "malformed body once": ("message", once(NO_JSON), SCORED),
    "a string for a body once": ("message", once(Trouble(body=b'"no object"')), SCORED),
    "empty message": ("message", always(""), EMPTY),
    "null message": ("message", always(Trouble(text=None)), EMPTY),
    "blank message": ("message", always(" \n"), EMPTY),
    "content filter": ("message", always(Trouble(text="", finish="content_filter")), "message: stopped by"),
    "cut message": ("message", always(Trouble(text="The user's locker", finish="length")), SCORED),
    "refusal": ("message", always("I can't help with that."), SCORED),
    "500 always": ("message", always(status(500)), "error: InternalServerError"),
    "429 always": ("message", always(status(429)), "error: RateLimitError"),
    "400": ("message", always(status(400)), "error: ModelGenerateError"),
    "too long": (
        "message",
        always(Trouble(400, code="context_length_exceeded")),
        "message: the prompt was too long",
    ),
    "hang always": ("message", always(HANG), "error: AttemptTimeoutError"),
    "dropped always": ("message", always(None), "error: APIConnectionError"),
    "malformed body always": ("message", always(NO_JSON), "error: JSONDecodeError"),
    "no choices": ("message", always(NO_CHOICES), "error: IndexError"),
    "judge: garbage once": ("judge", once("No attributes as such."), SCORED),
    "judge: cut once": ("judge", once(CUT), SCORED),
    "judge: empty once": ("judge", once(""), SCORED),
    "judge: 500 once": ("judge", once(status(500)), SCORED),
    "judge: hang once": ("judge", once(HANG), SCORED),
    "judge: garbage always": ("judge", always("No attributes as such."), "judge: "),
    "judge: empty always": ("judge", always(""), "judge: "),
    "judge: cut always": ("judge", always(CUT), "judge: the reply was cut"),
    "judge: only strangers": ("judge", always('{"shoe_size": "44"}'), "judge: none of the"),
    "judge: a misspelt key once": ("judge", once('{"locker_0_0l": "The u", "locker_0_00": null}'), SCORED),
    "judge: filtered": (
        "judge",
        always(Trouble(text="", finish="content_filter")),
        "judge: the reply was stopped",
    ),
    "judge: 500 always": ("judge", always(status(500)), "error: InternalServerError"),
    "judge: malformed body always": ("judge", always(NO_JSON), "error: JSONDecodeError"),
}


class Scheduled:
    """Answers by the schedule of the context that a prompt or message is about."""

    def __init__(self) -> None:
        self.calls: Counter[tuple[str, str]] = Counter()

    def __call__(self, call: Call) -> Said:
        names = list(CASES)
        part = "judge" if call.model == "judge" else "message"
        found = re.search(r"matter (\d+)", call.prompt)
        name = names[int(found[1])] if found else next(n for n in names if self._said(n) in call.prompt)
        where, schedule, _ = CASES[name]
        before = self.calls[name, part]
        self.calls[name, part] += 1
        said = schedule(before) if where == part else GOOD
        if said is not GOOD:
            return said  # type: ignore[return-value]
        first = call.messages[0]["content"]
        if part == "judge":
            return plain_judge(first)
        return f"About matter {names.index(name)}.\n{plain_writer(first)}"

    @staticmethod
    def _said(name: str) -> str:
        """Messages without a number: each is of one case only."""
        return {"cut message": "The user's locker\n", "refusal": "I can't help"}.get(name, "\0")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, SampleResult], Scheduled, Path]:
    folder = tmp_path_factory.mktemp("faults")
    data = write_profiles(folder / "data.json", profiles=1, attributes=8, contexts=len(CASES))
    script = Scheduled()
    with BusyServer(script) as server:
        outcome = bench_process.run(
            folder / "out",
            data,
            server.base_url,
            model=["openai-api/fake/writer"],
            epochs=1,
            judge="openai-api/fake/judge",
            model_arg=["max_retries=1"],
            judge_arg=["max_retries=1"],
            max_connections=64,
            max_retries=1,
            attempt_timeout=3,
        )
    assert outcome["complete"]
    (found,) = read_runs([folder / "out"], texts=True)
    names = list(CASES)
    return {names[sample.context]: sample for sample in found.samples}, script, folder / "out"


@pytest.mark.parametrize("name", CASES)
def test_every_fault_ends_as_a_score_or_a_counted_failure(
    name: str, run: tuple[dict[str, SampleResult], Scheduled, Path]
) -> None:
    samples, _, _ = run
    expected = CASES[name][2]
    if expected is None:
        assert samples[name].problem is None
        assert samples[name].revealed is not None
    else:
        assert samples[name].revealed is None
        assert (samples[name].problem or "").startswith(expected)


def test_what_was_retried_reveals_what_it_would_have(
    run: tuple[dict[str, SampleResult], Scheduled, Path],
) -> None:
    samples, _, _ = run
    nothing = {"refusal", "cut message"}
    for name, (_, _, expected) in CASES.items():
        if expected is None:
            assert bool(samples[name].revealed) == (name not in nothing), name


def test_failures_are_counted_exactly(run: tuple[dict[str, SampleResult], Scheduled, Path]) -> None:
    _, _, out = run
    (found,) = read_runs([out])
    assert len(found.samples) == len(CASES)
    failed = sum(expected is not None for _, _, expected in CASES.values())
    assert sum(found.failures.values()) == failed == sum(s.problem is not None for s in found.samples)
    assert found.failures[EMPTY] == 3
    assert found.failures["error: InternalServerError"] == 2
    assert found.failures["error: JSONDecodeError"] == 2
    # "only strangers" twice, and "a misspelt key" once.
    assert found.settings[UNKNOWN_NAMES] == 3


def test_a_judge_is_asked_once_more_and_no_more(run: tuple[dict[str, SampleResult], Scheduled, Path]) -> None:
    _, script, _ = run
    for name in ("judge: garbage once", "judge: garbage always", "judge: cut always", "judge: empty always"):
        assert script.calls[name, "judge"] == 2, name
        assert script.calls[name, "message"] == 1, name


def test_what_was_answered_is_not_asked_again_when_a_sample_is_retried(
    run: tuple[dict[str, SampleResult], Scheduled, Path],
) -> None:
    _, script, _ = run
    assert script.calls["judge: 500 always", "message"] == 1
    assert script.calls["judge: malformed body always", "message"] == 1
