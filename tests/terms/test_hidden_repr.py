"""Private values hide themselves: no repr of a term shows one."""

from __future__ import annotations

import pytest
from PIL import Image

from tactful.terms import (
    Box,
    Category,
    ProtectedScreen,
    Receipt,
    Region,
    Risk,
    Screen,
    Step,
    TaskState,
    TextUnit,
    Trajectory,
)

SECRET = "zq-planted-secret"
BOX = Box(0, 0, 4, 4)
REGION = Region(SECRET, BOX, Risk.HIGH, Category.IDENTITY)
STATE = TaskState(SECRET, SECRET, SECRET, SECRET, (), (SECRET,))
UNIT = TextUnit(SECRET, BOX, hint=SECRET)
STEP = Step(0, None, SECRET, SECRET, SECRET, SECRET, SECRET, SECRET, typed=(SECRET,), record={"k": SECRET})
IMAGE = Image.new("RGB", (4, 4))


@pytest.mark.parametrize(
    "value",
    [
        REGION,
        STATE,
        UNIT,
        STEP,
        Screen("s", 4, 4, IMAGE, units=(UNIT,), state=STATE),
        Trajectory("t", "android", SECRET, (STEP,), "native"),
        ProtectedScreen("s", IMAGE, Receipt("s", "all", (), 0, 0), (REGION,)),
    ],
    ids=lambda v: type(v).__name__,
)
def test_repr_hides_values(value: object) -> None:
    assert SECRET not in repr(value)
    assert SECRET not in str(value)
