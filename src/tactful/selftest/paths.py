"""A hostile data set: file names that lead out of its folder, in every format that names screenshots.

Nothing outside the data is read into the output, and nothing outside the output folder changes.
"""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PIL import Image

from tactful.batch import RECEIPTS, protect_run
from tactful.errors import InputError
from tactful.formats import read_annotations, read_input
from tactful.guard import Guard
from tactful.recognize import ScreenRecognizer
from tactful.runs import MANIFEST
from tactful.selftest.cases import Case, Skipped
from tactful.terms import Region, Screen

OURS, THEIRS, NEIGHBOUR = (20, 120, 220), (220, 20, 120), (120, 220, 20)
FAMILY, OUT = "family.png", "work/out"

Made = dict[str, str]
"""File below the data's folder -> its text."""


class _Blank(ScreenRecognizer):
    """Finds nothing, so that a picture that is read comes out as it is."""

    def recognize(self, screen: Screen) -> tuple[Region, ...]:
        return ()


def _native(name: str) -> Made:
    step = {"index": 0, "screenshot": name}
    head = {
        "schema": "tactful.trajectory",
        "version": 1,
        "id": "1",
        "platform": "pc",
        "goal": "",
        "source": "",
    }
    return {"trajectory.json": json.dumps({**head, "steps": [step]})}


def _mobile(name: str) -> Made:
    return {"traj.jsonl": json.dumps({"step": 1, "image": name, "operator": {}, "manager": {}})}


def _agent_s3(name: str) -> Made:
    return {"traj.jsonl": json.dumps({"plan": "p", "exec_code": "c", "step_num": 1, "screenshot_file": name})}


def _release(name: str) -> Made:
    row = {"platform": "android", "task_folder": "Android/2", "step_index": 0, "image": name}
    return {"data/eval.jsonl": json.dumps(row)}


def _labels(name: str) -> Made:
    return {"image_privacy_labels_public_en.json": json.dumps([{"info": name, "labels": [], "index": 0}])}


def _units(name: str) -> Made:
    return {"a.units.json": json.dumps({"width": 80, "height": 40, "image": name, "units": []})}


FORMATS: dict[str, Callable[[str], Made]] = {
    "native": _native,
    "Mobile-Agent": _mobile,
    "Agent S3": _agent_s3,
    "GUIGuard": _release,
    "GUIGuard labels": _labels,
    "units": _units,
}


def _link_file(data: Path) -> str:
    (data / "shot.png").symlink_to(data.parent / FAMILY)
    return "shot.png"


def _link_folder(data: Path) -> str:
    (data / "images").symlink_to(data.parent)
    return f"images/{FAMILY}"


ATTACKS: dict[str, Callable[[Path], str]] = {
    "absolute": lambda data: str(data.parent / FAMILY),
    "..": lambda data: f"../{FAMILY}",
    ".. inside": lambda data: f"../{data.name}/../{FAMILY}",
    "backslashes": lambda data: f"..\\{FAMILY}",
    "drive letter": lambda data: f"C:\\Users\\{FAMILY}",
    "linked file": _link_file,
    "linked folder": _link_folder,
    "NUL": lambda data: f"{FAMILY}\0.png",
    "long name": lambda data: "n" * 300 + ".png",
}


def _hostile(form: str, attack: str) -> str | None:
    with tempfile.TemporaryDirectory() as folder:
        top, data = Path(folder), Path(folder, "data")
        data.mkdir()
        with _links():
            made = FORMATS[form](ATTACKS[attack](data))
        for name, text in made.items():
            (data / name).parent.mkdir(parents=True, exist_ok=True)
            (data / name).write_text(text)
        given = data / next(iter(made)) if form in ("native", "units") else data
        return _guarded(top, given)


def _paint(file: Path, color: tuple[int, int, int]) -> None:
    Image.new("RGB", (80, 40), color).save(file)


@contextlib.contextmanager
def _links() -> Any:
    try:
        yield
    except (OSError, NotImplementedError):
        raise Skipped("this system makes no links") from None


def _guarded(top: Path, given: Path) -> str | None:
    """Protects what is given into ``top/work/out``; what got in from elsewhere, or was changed elsewhere."""
    out = top / OUT
    out.parent.mkdir(exist_ok=True)
    _paint(top / FAMILY, THEIRS)
    _paint(out.parent / FAMILY, NEIGHBOUR)
    before = _files(top, out)
    with contextlib.suppress(InputError):  # one clear error is as it should be
        items = read_input(given).items
        protect_run(items, out, Guard(recognizer=_Blank()), settings={})
    if _files(top, out) != before:
        return "a file outside the output folder was changed"
    for file in out.rglob("*.png"):
        if Image.open(file).getpixel((0, 0)) == THEIRS:
            return "a picture from outside the data"
    return None


def _files(top: Path, out: Path) -> dict[str, bytes]:
    files = (file for file in top.rglob("*") if file.is_file() and out not in file.parents)
    return {str(file): file.read_bytes() for file in files}


def _linked_images() -> str | None:
    """A folder of images, one of them a link."""
    with tempfile.TemporaryDirectory() as folder:
        top, data = Path(folder), Path(folder, "data")
        data.mkdir()
        with _links():
            _link_file(data)
        return _guarded(top, data)


def _linked_run() -> str | None:
    """A task folder of a release that is a link to a run elsewhere."""
    with tempfile.TemporaryDirectory() as folder:
        top, data = Path(folder), Path(folder, "data")
        (data / "data").mkdir(parents=True)
        (data / "Android").mkdir()
        (top / "run").mkdir()
        _paint(top / "run" / "1.png", THEIRS)
        (top / "run" / "traj.jsonl").write_text(_mobile("1.png")["traj.jsonl"])
        (data / "data/eval.jsonl").write_text(_release("Android/1/images/1.png")["data/eval.jsonl"])
        with _links():
            (data / "Android/1").symlink_to(top / "run")
        return _guarded(top, data)


def _linked_annotation() -> str | None:
    """An annotation that is a link to a file elsewhere."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, "data")
        data.mkdir()
        with _links():
            (data / "1.json").symlink_to(Path(folder, "1.json"))
        Path(folder, "1.json").write_text(
            json.dumps({"image": "1.png", "width": 8, "height": 8, "regions": []})
        )
        with contextlib.suppress(InputError):
            return "labels from outside the data" if read_annotations(data)[0] else None
    return None


def _out(spoil: Callable[[Path, Path], None]) -> str | None:
    """An output folder with something in it that leads out."""
    with tempfile.TemporaryDirectory() as folder:
        top, data, out = Path(folder), Path(folder, "data"), Path(folder, OUT)
        (data / "images").mkdir(parents=True)
        _paint(data / "images" / FAMILY, OURS)
        (data / "traj.jsonl").write_text(_mobile(f"images/{FAMILY}")["traj.jsonl"])
        protect_run(read_input(data).items, out, Guard(recognizer=_Blank()), settings={})
        with _links():
            spoil(out, top)
        return _guarded(top, data)


def _linked_place(out: Path, top: Path) -> None:
    (out / "images" / FAMILY).unlink()
    (out / "images").rmdir()
    (out / "images").symlink_to(out.parent)


def _false_receipt(out: Path, top: Path) -> None:
    row = json.loads((out / RECEIPTS).read_text()) | {"output": f"../{FAMILY}"}
    (out / RECEIPTS).write_text(json.dumps(row) + "\n")


def _false_manifest(out: Path, top: Path) -> None:
    manifest = json.loads((out / MANIFEST).read_text()) | {"outputs": {str(out.parent / FAMILY): ""}}
    (out / MANIFEST).write_text(json.dumps(manifest))


def _added(out: Path, top: Path) -> None:
    (out / "images" / "raw.png").write_bytes((top / "data" / "images" / FAMILY).read_bytes())


def _added_is_refused() -> str | None:
    refused: list[InputError] = []

    def spoil(out: Path, top: Path) -> None:
        _added(out, top)
        try:
            protect_run(read_input(top / "data").items, out, Guard(recognizer=_Blank()), settings={})
        except InputError as err:
            refused.append(err)

    return _out(spoil) or (None if refused else "a picture that no receipt vouches for")


CASES: tuple[Case, ...] = (
    *(
        Case("paths", f"{form}: {attack}", partial(_hostile, form, attack))
        for form in FORMATS
        for attack in ATTACKS
    ),
    Case("paths", "images: linked file", _linked_images),
    Case("paths", "release: linked run", _linked_run),
    Case("paths", "annotations: linked file", _linked_annotation),
    Case("paths", "output: linked folder", partial(_out, _linked_place)),
    Case("paths", "output: receipt that leads out", partial(_out, _false_receipt)),
    Case("paths", "output: manifest that leads out", partial(_out, _false_manifest)),
    Case("paths", "output: a picture of someone else's", _added_is_refused),
)
