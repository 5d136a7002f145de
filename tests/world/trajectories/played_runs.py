"""A short run that nobody played: two screens with known regions."""

from __future__ import annotations

import io

from PIL import Image

from tactful.formats import RunStep
from tactful.terms import Box
from tactful.world.events import Act
from tactful.world.measured import Measured, Seen
from tactful.world.tasks.play import PlayedStep
from tactful.world.trajectories.recording import Recorded
from tactful.world.values import Value, ui

NAME = Value("Ann Lee", "person", "contact/1/name")
CODE = Value("4711", "otp", "message/2/code")


def png(gray: int) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (120, 80), (gray, gray, gray)).save(stream, "PNG")
    return stream.getvalue()


def seen(value: Value, y: int) -> Seen:
    return Seen(value, value.text, Box(5, y, 65, y + 12), do="item:thread:1", window="messages")


def step(index: int, act: Act, now: str = "", later: str = "") -> PlayedStep:
    measured = Measured(120, 80, (seen(NAME, 10), seen(CODE, 30), seen(ui("Send"), 50)))
    click = act.kind == "click"
    told = RunStep(
        act,
        png(10 * index),
        plan="1. Open it.",
        thought="The list is shown.",
        description="Press the row.",
        reflection="As expected.",
        subgoal="Open it.",
        progress="Nothing yet.",
        target="the row of Ann Lee" if click else "",
        seconds=7 * (index + 1),
    )
    return PlayedStep(
        told,
        measured,
        now=frozenset({now} - {""}),
        later=frozenset({later} - {""}),
        target=Box(0, 0, 120, 26) if click else None,
        split="validation" if index == 1 else "train",
        place={"app": "messages", "view": "list", "record": ""},
    )


def run(platform: str = "phone", name: str = "00000-test") -> Recorded:
    steps = (
        step(0, Act("click", 30, 16), now="contact/1/name", later="message/2/code"),
        step(1, Act("type", text="hi"), now="message/2/code"),
        step(2, Act("done", text="4711")),
    )
    return Recorded(name, platform, "Tell me the code", steps, True, "2027-01-01 10:00:00", {"lang": "en"})
