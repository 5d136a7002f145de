"""From a run of the world to a run of the demo: smaller pictures, annotations, text units."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

OFF = 16
"""No colour of a picture is off by more than this (of 255) for the sake of its size."""
_PICTURES = ("avatar", "face", "photo")
_RECORDS = ("traj.jsonl", "task_result.json")


def bundle(run: Path, folder: Path) -> int:
    """Write the demo's form of a recorded run into the new ``folder``; gives its size in bytes."""
    files = dict(_files(run, folder.name))
    for name, data in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return sum(map(len, files.values()))


def _files(run: Path, name: str) -> Iterator[tuple[str, bytes]]:
    for record in _RECORDS:
        yield record, (run / record).read_bytes()
    for truth in truths_of(run):
        image = truth["image"]
        stem = Path(image).stem
        yield image, smaller(Image.open(run / image))
        yield f"annotations/{stem}.json", _document(annotation(truth, name), "regions")
        yield f"annotations/{stem}.units.json", _document(units(truth), "units")


def truths_of(run: Path) -> list[dict[str, Any]]:
    """The truth of a recorded run's screens, step by step."""
    found = [json.loads(file.read_text("utf-8")) for file in (run / "truth").glob("*.json")]
    return sorted(found, key=lambda truth: truth["step"])


def annotation(truth: Mapping[str, Any], run: str) -> dict[str, Any]:
    """The truth under the run's name in the demo."""
    stem = Path(truth["image"]).stem
    return {**truth, "id": f"{run}/{stem}", "trajectory": run}


def units(truth: Mapping[str, Any]) -> dict[str, Any]:
    """The screen's lines of text with their boxes, as an accessibility tree would give them.

    What stands inside a line is no unit of its own, and a picture has no text. See `tactful.formats.units`.
    """
    lines = [region for region in truth["regions"] if not region["inner"] and not _is_picture(region)]
    return {
        **{key: truth[key] for key in ("width", "height", "platform", "task")},
        "units": [{"text": line["text"], "box": line["box"]} for line in lines],
    }


def _is_picture(region: Mapping[str, Any]) -> bool:
    from tactful.world import PICTURES

    # A picture's text is the name of what is drawn; letters in place of an avatar are a line of text.
    return region["type"] in _PICTURES and region["text"] in PICTURES


def smaller(image: Image.Image) -> bytes:
    """The picture as PNG: with a palette where nobody sees the difference, else as it is."""
    image = image.convert("RGB")
    few = image.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    off = np.abs(np.asarray(image, np.int16) - np.asarray(few.convert("RGB"), np.int16)).max()
    stream = io.BytesIO()
    (few if off <= OFF else image).save(stream, "PNG", optimize=True)
    return stream.getvalue()


def _document(document: Mapping[str, Any], rows: str) -> bytes:
    """JSON with one row of the list ``rows`` a line: short, and easy to compare."""
    head = [f"{_json(key)}: {_json(value)}" for key, value in document.items() if key != rows]
    lines: Sequence[str] = [_json(row) for row in document[rows]]
    body = "[\n" + ",\n".join(lines) + "\n]" if lines else "[]"
    return ("{\n" + ",\n".join([*head, f"{_json(rows)}: {body}"]) + "\n}\n").encode()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
