"""The guard that users hold: what it takes, what it gives back, and that it fails closed."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tactful import Box, Category, Guard, ProtectedScreen, Region, Risk, Screen, TaskState, TextUnit
from tactful.errors import ImageError, PolicyError, RecognitionError

BOX = Box(10, 10, 110, 30)
MAIL = Region("orla@example.com", BOX, Risk.HIGH, Category.CONTACT_FINANCIAL, "email", reason="an e-mail")
BUTTON = Region("Send", Box(10, 40, 60, 55), Risk.NONE, None, reason="a button")


@dataclass
class Fixed:
    """A recognizer that always finds the given regions, or fails."""

    regions: tuple[Region, ...] = (MAIL, BUTTON)
    fails: bool = False

    def recognize(self, screen: Screen) -> tuple[Region, ...]:
        if self.fails:
            raise RecognitionError(f"{screen.name}: the reader failed")
        return self.regions


def make(policy: str = "all", recognizer: Fixed | None = None, **options: object) -> Guard:
    return Guard(policy, recognizer=recognizer or Fixed(), **options)  # type: ignore[arg-type]


def picture(color: str = "white") -> Image.Image:
    return Image.new("RGB", (140, 60), color)


def encoded(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


WAYS: list[tuple[str, Callable[[Path], object]]] = [
    ("pillow", lambda _: picture()),
    ("array", lambda _: np.full((60, 140, 3), 255, np.uint8)),
    ("bytes", lambda _: encoded(picture())),
    ("path", lambda p: p),
    ("str", str),
    ("screen", lambda _: Screen("s", 140, 60, picture())),
]


@pytest.mark.parametrize(("name", "way"), WAYS, ids=[name for name, _ in WAYS])
def test_every_way_to_give_an_image_gives_the_same_result(
    tmp_path: Path, name: str, way: Callable[[Path], object]
) -> None:
    file = tmp_path / "a.png"
    picture().save(file)
    safe = make().protect(way(file))  # type: ignore[arg-type]
    assert isinstance(safe, ProtectedScreen)
    assert safe.size == (140, 60)
    pixels = np.asarray(safe.image)
    assert not pixels[BOX.y1 : BOX.y2, BOX.x1 : BOX.x2].any()
    assert (pixels[45, 30] == 255).all()
    assert (safe.receipt.covered, safe.receipt.risky, safe.receipt.coverage) == (1, 1, 1.0)


@pytest.mark.parametrize(
    "image",
    [b"", b"no image", np.zeros((5, 5), np.uint8), np.zeros((5, 5, 3), np.float32), 7, "missing.png"],
    ids=["empty", "text", "flat", "float", "number", "missing"],
)
def test_what_is_no_image_is_an_image_error(image: object) -> None:
    with pytest.raises((ImageError, ValueError)) as caught:
        make().protect(image)  # type: ignore[arg-type]
    assert isinstance(caught.value, ImageError)


def test_a_failure_gives_nothing() -> None:
    with pytest.raises(RecognitionError):
        make(recognizer=Fixed(fails=True)).protect(picture())


def test_the_original_is_left_as_it_was() -> None:
    image = picture()
    before = image.tobytes()
    make(operator="replace").protect(image)
    assert image.tobytes() == before


def test_one_entity_one_pseudonym_and_back_again() -> None:
    guard = make(operator="replace")
    shown = {guard.protect(picture(color)).receipt.treatments[0].shown for color in ("white", "yellow")}
    assert len(shown) == 1
    (pseudonym,) = shown
    assert pseudonym != MAIL.text
    assert len(pseudonym) == len(MAIL.text)
    assert guard.restore(f"click on {pseudonym}") == f"click on {MAIL.text}"
    assert guard.restore({"tool": "type", "args": [pseudonym]}) == {"tool": "type", "args": [MAIL.text]}


def test_two_sessions_share_no_pseudonym_unless_seeded() -> None:
    first, second = (make(operator="replace").protect(picture()).receipt.treatments[0].shown for _ in "ab")
    assert first != second
    one, two = (make(operator="replace", seed=5).protect(picture()).to_bytes() for _ in "ab")
    assert one == two


def test_what_was_put_back_is_private_when_it_shows_up() -> None:
    title = Region("orla@example.com - Search", Box(10, 10, 130, 30), Risk.NONE, None)
    recognizer = Fixed()
    guard = make(operator="replace", recognizer=recognizer)
    pseudonym = guard.protect(picture()).receipt.treatments[0].shown
    guard.restore(f"type {pseudonym}")
    recognizer.regions = (title,)
    inner = [r for r in guard.recognize(picture("blue")) if r.inner]
    assert [(r.text, r.risk, r.source) for r in inner] == [("orla@example.com", Risk.HIGH, "seen")]


def test_unknown_text_is_masked_by_every_policy_that_masks_medium() -> None:
    unknown = Region("", BOX, Risk.MEDIUM, Category.BEHAVIOR_CONTEXT, "unknown")
    for policy in ("medium", "all", "non-necessary"):
        safe = make(policy, Fixed((unknown,))).protect(picture())
        assert not np.asarray(safe.image)[BOX.y1 : BOX.y2, BOX.x1 : BOX.x2].any(), policy


def test_the_task_decides_what_is_needed() -> None:
    text = Region("Orla Quist", BOX, Risk.HIGH, Category.IDENTITY, "person")
    needed = make("hybrid", Fixed((text,)), task="Call Orla Quist").protect(picture())
    assert needed.receipt.treatments[0].operator == "replace"
    other = make("hybrid", Fixed((text,)), task="Set an alarm").protect(picture())
    assert other.receipt.treatments[0].operator == "black"
    state = TaskState("Set an alarm", points=((20, 20),))
    touched = make("hybrid", Fixed((text,))).protect(picture(), state=state)
    assert touched.receipt.treatments[0].necessary


def test_unknown_policies_and_operators_are_errors() -> None:
    for wrong in ("no-such-preset", Path("missing.yaml")):
        with pytest.raises(PolicyError):
            make(wrong)  # type: ignore[arg-type]
    with pytest.raises(PolicyError):
        make(operator="no-such-operator")


def test_repr_and_receipts_hold_no_value() -> None:
    guard = make(operator="replace")
    safe = guard.protect(picture())
    for text in (repr(guard), repr(safe), repr(safe.receipt), repr(guard.vault), repr(guard.session)):
        assert "orla" not in text


@pytest.mark.ocr
def test_three_lines_on_a_drawn_screen() -> None:
    from PIL import ImageDraw, ImageFont

    image = Image.new("RGB", (700, 260), "white")
    pen, font = ImageDraw.Draw(image), ImageFont.truetype("DejaVuSans.ttf", 28)
    pen.text((30, 30), "orla.quist@example.com", fill="black", font=font)
    pen.text((30, 130), "Settings", fill="black", font=font)
    safe = Guard(policy="all").protect(image)
    assert [t.type for t in safe.receipt.treatments if t.risk is Risk.HIGH] == ["email"]
    assert np.asarray(safe.image)[130:170, 30:160].min() < 100  # "Settings" is still there


def test_units_that_the_host_knows_are_used_instead_of_reading() -> None:
    units = [TextUnit("orla.quist@example.com", BOX, role="EditText", hint="recipient")]
    safe = Guard(policy="all").protect(picture(), units=units)
    assert [(t.type, t.box.x1 <= BOX.x1) for t in safe.receipt.treatments if t.risk is Risk.HIGH] == [
        ("email", True)
    ]
