"""A user's own runs with planted secrets: in goals, plans, texts, pictures and the names of folders.

Two phone runs of three steps in Mobile-Agent-v3 form, each with an ``annotations/`` folder; where it is asked
for, a third one of two steps, whose last picture is damaged.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from tactful.terms import Box

SIZE = (360, 720)
GOAL = "Call Orlan Quillfeather back and note code ZK-4417"
PLAN = "Find the missed call of Vessaline Drood first"
THOUGHT = "The balance of 8841.07 is not needed"
FOLDER = "quillfeather-papers"
NAMES = ("Orlan Quillfeather", "Mirabel Quillfeather")
NUMBERS = ("+44 20 7946 0931", "+44 20 7946 0417")
TARGET = "Row of Quillfeather senior"
PICTURE = "drood-statement-"
"""What the pictures of the damaged run are called."""


def write_runs(root: Path, *, damaged: bool = False) -> Path:
    """The data folder, with two runs in it, or with the damaged one as a third."""
    for at, name in enumerate(NAMES):
        _write_run(root / f"{FOLDER}-{at}", name, NUMBERS[at])
    if damaged:
        folder = root / f"{FOLDER}-2"
        _write_run(folder, NAMES[0], NUMBERS[1], steps=2, picture=PICTURE)
        broken = folder / f"images/{PICTURE}1.png"
        data = broken.read_bytes()
        broken.write_bytes(data[: len(data) // 2])
    return root


def secrets(root: Path) -> dict[str, str | bytes]:
    """Every secret by name; ``root`` is what `write_runs` gave. Pictures by bytes from their middle."""
    found: dict[str, str | bytes] = {
        "goal": GOAL,
        "plan": PLAN,
        "thought": THOUGHT,
        "folder": FOLDER,
        "target": TARGET,
        "picture": PICTURE,
        **{f"name {at}": name for at, name in enumerate(NAMES)},
        **{f"number {at}": number for at, number in enumerate(NUMBERS)},
    }
    for path in sorted(root.rglob("*.png")):
        found[f"file {path.name} of {path.parts[-3][-1]}"] = path.read_bytes()[200:320]
        if path.name != f"{PICTURE}1.png":
            found[f"pixels {path.name} of {path.parts[-3][-1]}"] = _encoded(path)[200:320]
    return found


def _encoded(path: Path) -> bytes:
    """The picture as the package sends it."""
    import numpy as np

    from tactful.models import Picture

    with Image.open(path) as image:
        return Picture.encode(np.asarray(image.convert("RGB"))).data


def _write_run(folder: Path, name: str, number: str, *, steps: int = 3, picture: str = "s") -> None:
    (folder / "images").mkdir(parents=True)
    (folder / "annotations").mkdir()
    rows = []
    for step in range(steps):
        image = f"images/{picture}{step}.png"
        boxes = dict(_draw(folder / image, (name, number, f"Item {step}", "Save")))
        x, y = (int(value) for value in boxes["Save"].center)
        operator = {
            "thought": THOUGHT,
            "action": f"{{'action': 'click', 'coordinate': [{x}, {y}]}}",
            "description": f"Click the row of {name}",
        }
        rows.append({"manager": {"plan": PLAN}, "operator": operator, "image": image})
        regions = [
            _region(name, boxes[name], "identity"),
            _region(number, boxes[number], "contact_financial"),
            {**_region("Save", boxes["Save"], "identity"), "risk": "none", "category": None},
        ]
        document = {
            "id": f"{folder.name}/{picture}{step}",
            "image": image,
            "platform": "android",
            "lang": "en",
            "task": GOAL,
            "step": step,
            "width": SIZE[0],
            "height": SIZE[1],
            "action": {"kind": "click", "x": x, "y": y},
            "target": {"box": list(boxes["Save"].tuple()), "words": TARGET},
            "regions": regions,
        }
        (folder / "annotations" / f"{picture}{step}.json").write_text(json.dumps(document))
    (folder / "traj.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "task_result.json").write_text(json.dumps({"goal": GOAL}))


def _region(text: str, box: Box, category: str) -> dict[str, object]:
    return {"text": text, "box": list(box.tuple()), "risk": "high", "category": category, "necessary": False}


def _draw(path: Path, texts: tuple[str, ...]) -> Iterator[tuple[str, Box]]:
    image = Image.new("RGB", SIZE, (246, 246, 248))
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=22)
    for at, text in enumerate(texts):
        place = (24, 60 + 120 * at)
        draw.text(place, text, fill=(20, 24, 30), font=font)
        yield text, Box.of([float(value) for value in draw.textbbox(place, text, font=font)])
    data = io.BytesIO()
    image.save(data, "PNG")
    path.write_bytes(data.getvalue())
