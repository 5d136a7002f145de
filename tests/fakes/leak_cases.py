"""Small labelled tasks with drawn pictures: a contact card, some with a line that nobody labelled."""

from __future__ import annotations

import hashlib
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from tactful.terms import Box, CaseData, Category, Region, Risk, ScreenCase, Step, TaskCase

NAME, PHONE, CODE = "Wilhelmina Ott", "+1 202 555 0143", "739104"
SECRETS = (NAME, PHONE, CODE)
SIZE = (420, 320)
_FONT = ImageFont.load_default(24)
_LINES = (
    ("Contacts", 20, Risk.NONE, None, "ui"),
    (NAME, 80, Risk.HIGH, Category.IDENTITY, "person"),
    (PHONE, 140, Risk.HIGH, Category.CONTACT_FINANCIAL, "phone"),
    (CODE, 200, Risk.HIGH, Category.CONTACT_FINANCIAL, "otp"),
)


BADGE_AT = (380, 20)


def draw(path: Path, *, extra: str = "", badge: str = "", empty: bool = False) -> tuple[Region, ...]:
    """A picture at ``path`` and its labels.

    ``extra`` is a line below them that nobody labels, ``badge`` a private number in the corner.
    """
    image = Image.new("RGB", SIZE, (250, 250, 250))
    pen = ImageDraw.Draw(image)
    regions = []
    for text, y, risk, category, type in _LINES[: 1 if empty else None]:
        pen.text((20, y), text, fill=(20, 20, 20), font=_FONT)
        box = Box.around(*pen.textbbox((20, y), text, font=_FONT))
        regions.append(Region(text, box, risk, category, type))
    if badge:
        pen.text(BADGE_AT, badge, fill=(20, 20, 20), font=_FONT)
        box = Box.around(*pen.textbbox(BADGE_AT, badge, font=_FONT))
        regions.append(Region(badge, box, Risk.LOW, Category.IDENTITY, "badge"))
    if extra:
        pen.text((20, 260), extra, fill=(20, 20, 20), font=_FONT)
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path)
    return tuple(regions)


def task(
    folder: Path, name: str = "card", *, platform: str = "android", extra: str = "", badge: str = ""
) -> TaskCase:
    """Three screens: a card, the same with ``extra`` and ``badge``, and one without anything private."""
    screens = []
    for index, (more, number, empty) in enumerate(
        (("", "", False), (extra, badge, False), ("", "", True)), start=1
    ):
        path = folder / name / f"screen_{index}.png"
        regions = draw(path, extra=more, badge=number, empty=empty)
        step = Step(index, path, regions=regions)
        screens.append(ScreenCase(f"{name}/screen_{index}", name, platform, "Look around", step, *SIZE, "en"))
    return TaskCase(name, platform, "Look around", tuple(screens), "en")


def data(*tasks: TaskCase, public: bool = True) -> CaseData:
    """A data set of these tasks; its hash is of their pictures."""
    digest = hashlib.sha256()
    for each in tasks:
        for case in each.screens:
            assert case.step.screenshot is not None
            digest.update(case.id.encode() + case.step.screenshot.read_bytes())
    return CaseData(tasks, (), "drawn", digest.hexdigest(), public)
