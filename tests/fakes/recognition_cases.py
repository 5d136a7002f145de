"""Small labelled runs for the recognition evaluation: drawn screens, and cases that point to them."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from tactful.terms import Box, CaseData, Category, Region, Risk, ScreenCase, Step, TaskCase

SIZE = (200, 400)
NAME = Region("Orla Fennimore", Box(20, 40, 120, 60), Risk.HIGH, Category.IDENTITY)
CLOCK = Region("10:07", Box(20, 4, 60, 20), Risk.LOW, Category.TECHNICAL_DEVICE)
TITLE = Region("Contacts", Box(80, 4, 150, 20), Risk.NONE, None)
REGIONS = (NAME, CLOCK, TITLE)
SECRETS = ("Orla", "Fennimore", "quarterly", "Thistledown")


def case(folder: Path, number: int, *, labelled: bool = True, drawn: bool = True) -> ScreenCase:
    """Step ``number`` of a task, with its screenshot (a plain one, each of another colour) in ``folder``."""
    file = folder / f"s{number}.png"
    if drawn and not file.exists():
        Image.new("RGB", SIZE, (240, 240, 200 + number)).save(file)
    step = Step(
        number,
        file if drawn else None,
        plan=f"Open Thistledown, part {number}",
        reasoning="The list\nis there",
        semantic_action="click(the first row)",
        regions=REGIONS if labelled else None,
    )
    return ScreenCase(f"t/s{number}", "t", "android", "Find the quarterly call", step, *SIZE, lang="en")


def data(folder: Path, screens: int = 3, *, public: bool = False) -> CaseData:
    """One task of some screens."""
    cases = tuple(case(folder, number) for number in range(screens))
    task = TaskCase("t", "android", cases[0].goal, cases, "en")
    return CaseData((task,), (), str(folder), "0" * 64, public)


def line(region: Region, *, grid: float = 1000, need: str = "no") -> str:
    """A right answer about one region, boxes on a grid."""
    x1, y1, x2, y2 = region.box.tuple()
    sx, sy = grid / SIZE[0], grid / SIZE[1]
    digit = "0" if region.category is None else region.category.digit
    box = f'{{"x1":{x1 * sx},"y1":{y1 * sy},"x2":{x2 * sx},"y2":{y2 * sy}}}'
    return f"{region.text} | {region.risk.value} | {digit} | {box} | {need}"
