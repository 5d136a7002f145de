"""Answers for the four screen benchmarks over HTTP: good ones that quote secrets, and every fault."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

from PIL import Image

from fakes.openai_server import Fault, pictures, texts
from fakes.planted_run import GOAL, NAMES, NUMBERS, PLAN

Answer = Callable[[dict[str, Any]], str]

_SEEN = re.compile(r"as seen on ([0-9a-f]{16})")
_PLANNED = f"""(Previous action verification)
There is no previous action.

(Screenshot Analysis)
A list with {NAMES[0]} and {NUMBERS[0]}.

(Next Action)
{PLAN}: touch the row of {NAMES[0]}, as seen on MARK.

(Grounded Action)
```python
agent.click("the row of {NAMES[0]}")
```
"""


def mark(image: Image.Image) -> str:
    """A picture's own name, which does not depend on how it is encoded."""
    data = image.convert("RGB")
    return hashlib.sha256(repr(data.size).encode() + data.tobytes()).hexdigest()[:16]


def judged(reference: str, replay: str) -> str:
    """What the judge is asked of the plans made on two pictures, by their marks."""
    return f"{reference} against {replay}"


def asked(request: dict[str, Any]) -> str:
    """What a request is about: its last picture's mark; of the judge's, the marks in both plans."""
    if request["model"] == "j":
        found = list(dict.fromkeys(_SEEN.findall(texts(request))))
        return judged(found[0], found[-1])
    data = base64.b64decode(pictures(request)[-1].partition(",")[2])
    with Image.open(io.BytesIO(data)) as image:
        return mark(image)


def planner_or_judge(request: dict[str, Any]) -> str:
    """The judge's prompt asks for a score; all others are the planner's. Each plan tells its picture."""
    if '"score"' in texts(request):
        return json.dumps({"score": 3, "reason": f"both touch {NAMES[0]}"})
    return _PLANNED.replace("MARK", asked(request))


def point(request: dict[str, Any]) -> str:
    return '{"x": 120, "y": 600}'


def findings(request: dict[str, Any]) -> str:
    return json.dumps({"findings": [{"text": NAMES[0], "how": "read"}, {"text": GOAL, "how": "inferred"}]})


def labels(request: dict[str, Any]) -> str:
    """In the free form; the grounded form of the prompt numbers its lines."""
    box = '{"x1": 60, "y1": 85, "x2": 580, "y2": 120}'
    return f"{NAMES[0]} | high | 1(identity) | {box} | no\n{NUMBERS[0]} | high | not a line"


FAULTS = (
    "none", "status 500", "bad request", "empty", "hang", "echo", "status 429", "not json", "cut", "dropped",
)  # fmt: skip


def spared(request: dict[str, Any]) -> bool:
    """The first two steps of a replay: its third can only be judged where they are planned."""
    said = texts(request)
    return "(Grounded Action)" in said and "Step 3." not in said


class Faulty:
    """Gives each conversation one of `FAULTS`, in turn; 500 and 429 pass at the second try.

    Each call of the judge, whose role is ``j``, counts as a conversation, and every other has no fault.
    ``given`` counts the faults by name, ``answered`` holds what got a good answer (`asked`). What it says in
    errors echoes the request.
    """

    def __init__(self, good: Answer) -> None:
        self.good = good
        self.given: Counter[str] = Counter()
        self.answered: set[str] = set()
        self._known: dict[str, str] = {}
        self._judged = 0
        self._lock = threading.Lock()

    def __call__(self, request: dict[str, Any]) -> str | Fault:
        if spared(request):
            return self._answer(request)
        with self._lock:
            fault, first = self._fault(request)
            self.given[fault] += 1
        echo = f"cannot answer: {texts(request)}"[-3000:]
        if fault.startswith("status"):
            return Fault.status(int(fault[7:]), echo) if first else self._answer(request)
        made = {
            "none": lambda: self._answer(request),
            "bad request": lambda: Fault.status(400, echo),
            "not json": lambda: Fault(body=b'{"choices": [' + echo.encode()),
            "empty": lambda: "",
            "hang": lambda: Fault(hang=True),
            "cut": lambda: Fault.truncated(self.good(request)[:40]),
            "echo": lambda: echo,
            "dropped": lambda: Fault(body=b"{" + b" " * 400, drop=True),
        }
        return made[fault]()

    def _answer(self, request: dict[str, Any]) -> str:
        self.answered.add(asked(request))
        return self.good(request)

    def _fault(self, request: dict[str, Any]) -> tuple[str, bool]:
        """The fault of this call, and whether it is the conversation's first."""
        key = hashlib.sha256(json.dumps(request["messages"], sort_keys=True).encode()).hexdigest()
        if request["model"] == "j":
            self._judged += 1
            if self._judged % 2:
                return "none", True
            key = f"judge {self._judged}"
        first = key not in self._known
        return self._known.setdefault(key, FAULTS[len(self._known) % len(FAULTS)]), first
