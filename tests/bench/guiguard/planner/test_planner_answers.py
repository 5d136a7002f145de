"""The format checker on whole answers."""

from __future__ import annotations

import pytest

from tactful.bench.guiguard.planner import FormatError, parts, read_answer
from tactful.models.messages import Reply

CODE = '```python\nagent.click("Save")\n```'
GOOD = f"(Previous action verification)\nFine.\n\n(Next Action)\nSave it.\n\n(Grounded Action)\n{CODE}"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (GOOD, GOOD),
        (f"  {GOOD}\n", GOOD),
        (f"<think>{CODE}</think>{GOOD}", GOOD),
        (f"thinking aloud</think>\n{GOOD}", GOOD),
        (CODE, CODE),
        (CODE.replace("python", ""), CODE.replace("python", "")),
        ("Save.\n```agent.click('Save')```", "Save.\n```agent.click('Save')```"),
    ],
)
def test_answers_that_keep_the_format(said: str, kept: str) -> None:
    answer = read_answer(Reply(said), "pc")
    assert answer.text == kept
    assert answer.call.text == 'agent.click("Save")'


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (Reply(""), "empty"),
        (Reply("<think>still at it"), "empty"),
        (Reply("(Next Action)\nSave it with agent.click('Save')."), "no block"),
        (Reply(f"{CODE}\n{CODE}"), "2 blocks"),
        (Reply("```python\nagent.click('a')\nagent.click('b')\n```"), "2 statements"),
        (Reply(GOOD, truncated=True), "length limit"),
        (Reply("```python\nagent.back()\n```"), "no such call"),
    ],
)
def test_answers_that_break_it(reply: Reply, why: str) -> None:
    with pytest.raises(FormatError, match=why):
        read_answer(reply, "pc")


@pytest.mark.parametrize("style", ["({})", "### {}", "**({})**", "{}:", "({}):"])
def test_parts_are_found_by_their_headings(style: str) -> None:
    text = "\n".join(f"{style.format(name)}\nabout {name}" for name in ("Screenshot Analysis", "Next Action"))
    assert parts(text) == {
        "screenshot analysis": "about Screenshot Analysis",
        "next action": "about Next Action",
    }
