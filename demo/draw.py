"""Draws the bundled demo runs from their HTML: pictures, truth, text units and run records.

    python demo/draw.py [OUT]

OUT is ``src/tactful/demo`` unless given. Needs Chromium, and the fonts Liberation Sans and Noto Sans CJK for
the same pictures as the bundled ones.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from browser import Drawn, draw
from labels import label_of
from PIL import Image
from records import desktop_records, phone_records

HERE = Path(__file__).resolve().parent
BUNDLED = HERE.parent / "src" / "tactful" / "demo"


def main(arguments: Sequence[str]) -> None:
    out = Path(arguments[0]) if arguments else BUNDLED
    for story in sorted((HERE / "stories").glob("*.yaml")):
        count, size = draw_story(yaml.safe_load(story.read_text("utf-8")), out)
        print(f"{story.stem}: {count} screens, {size / 1e6:.2f} MB")


def draw_story(story: Mapping[str, Any], out: Path) -> tuple[int, int]:
    """Draw one run into ``out``; returns the number of its screens and its size in bytes."""
    folder = out / story["folder"]
    phone = story["format"] == "mobile-agent-v3"
    images, targets = [], []
    for number, step in enumerate(story["steps"], start=1):
        drawn = draw_page(step["page"], story["size"])
        image = f"images/phone_{number}.png" if phone else f"step_{number}_{step['stamp']}.png"
        save_screen(drawn, folder, image, story)
        images.append(image)
        targets.append(drawn.truth["targets"])
    records = (phone_records if phone else desktop_records)(story, images, targets)
    lines = (json.dumps(record, ensure_ascii=False) for record in records)
    (folder / "traj.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    result = {"goal": story["goal"], "finish_dtime": story["finished"], "hit_step_limit": 0.0}
    write_json(folder / "task_result.json", result)
    return len(images), sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def draw_page(page: str, size: Sequence[int]) -> Drawn:
    """One page of ``demo/screens``; what follows ``#`` picks its state."""
    file, _, state = page.partition("#")
    return draw(HERE / "screens" / file, *size, state=state)


def save_screen(drawn: Drawn, folder: Path, image: str, story: Mapping[str, Any]) -> None:
    """Write the picture, its annotation and its text units."""
    width, height = story["size"]
    name = Path(image).stem
    for part in (folder / image, folder / "annotations" / name):
        part.parent.mkdir(parents=True, exist_ok=True)
    save_png(drawn.image, folder / image)
    annotation = {
        "id": name,
        "platform": story["platform"],
        "lang": story["lang"],
        "width": width,
        "height": height,
        "task": story["goal"],
        "regions": [region_record(region, width, height) for region in drawn.truth["regions"]],
        "image": image,
    }
    write_json(folder / "annotations" / f"{name}.json", annotation)
    units = {
        "width": width,
        "height": height,
        "platform": story["platform"],
        "task": story["goal"],
        "units": [
            {"text": unit["text"], "box": pixels(unit["box"], width, height)} for unit in drawn.truth["units"]
        ],
    }
    write_json(folder / "annotations" / f"{name}.units.json", units)


def region_record(region: Mapping[str, Any], width: int, height: int) -> dict[str, Any]:
    label = label_of(region["type"], region.get("risk"), region.get("category"))
    return {
        "text": region["text"],
        "box": pixels(region["box"], width, height),
        "risk": label.risk,
        "category": label.category,
        "type": label.type,
        "necessary": region["necessary"],
        "inner": region["inner"],
    }


def pixels(box: Sequence[float], width: int, height: int) -> list[int]:
    """The whole-pixel box around ``box``, inside the screen."""
    x1, y1, x2, y2 = box
    return [
        max(0, math.floor(x1)),
        max(0, math.floor(y1)),
        min(width, math.ceil(x2)),
        min(height, math.ceil(y2)),
    ]


def save_png(image: Image.Image, file: Path) -> None:
    """A palette of 256 colours is enough for a drawn screen, and a third of the size."""
    palette = image.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    palette.save(file, optimize=True)


def write_json(file: Path, value: Any) -> None:
    file.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
