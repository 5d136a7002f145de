"""Is the world's truth what the pixels show? OCR on random screens, region by region.

    python benchmarks/world_truth.py [--screens 200] [--seed 0] [--langs en,zh] [--json FILE] [--misses DIR]

Each screen is a person, an app, a size and a look by seed, after up to three real clicks. The reader reads
the whole screenshot; a region counts as found when the characters it read *inside the region's box* are the
region's text. What the whole screen misses (a lone digit, a faint line) is read again from the region's box
alone, enlarged: the box must hold the text even where the reader would not have looked.

Same text: letters and digits after NFKC, without case, accents and the usual twins (0/O, 1/l/I, ...), and an
edit distance of at most a quarter of the length (nothing may differ in texts of three characters or fewer).
Left out: pictures, texts without a letter or digit (discs, arrows, emoji), values nested in a line (they are
read with it), and lines in scripts that no installed reader reads (Hangul and Cyrillic without Tesseract).
"""

from __future__ import annotations

import argparse
import io
import json
import random
import shutil
import subprocess
import time
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw
from rich.console import Console
from rich.table import Table

from tactful.recognize import ScreenReader, has_script
from tactful.runs import generator
from tactful.terms import Box, Region, TextUnit
from tactful.world import (
    LANGUAGES,
    SIZES,
    Act,
    Browser,
    Session,
    Stage,
    TrueRegion,
    load_apps,
    make_person,
    regions_of,
)

TWINS = str.maketrans("oil|!sbzgq", "0111158299", "")
SCRIPTS = {"kor": "HANGUL", "rus": "CYRILLIC"}  # read by Tesseract alone, where it has the data
MOVES = ("item", "tab", "view", "run", "open")


@dataclass(frozen=True)
class Found:
    """One region and how it was read: whole (from the whole screen), box (from its box alone), or missed."""

    screen: str
    region: TrueRegion
    how: str
    read: str
    size: str  # of the ink, in CSS pixels: small, middle, large


@dataclass
class Skipped:
    """Why regions were left out."""

    reasons: Counter[str] = field(default_factory=Counter)


def screens(
    count: int, seed: int, langs: Sequence[str], browser: Browser
) -> Iterator[tuple[str, Stage, float]]:
    """Random screens: their names, stages, and device pixels per CSS pixel."""
    apps = load_apps()
    for index in range(count):
        rng = generator(seed, "bench/world-truth", index)
        size = rng.choice(SIZES)
        app = rng.choice([name for name in sorted(apps) if size.platform in apps[name].platforms])
        person = make_person(rng.randrange(10**6), 0, rng.choice(langs))
        look, windows = rng.randrange(10**6), rng.randrange(10**6)
        session = Session(person, apps, platform=size.platform, size=size, look=look, seed=windows, app=app)
        with Stage(session, browser) as stage:
            wander(stage, rng)
            yield f"{index:03d}-{app}-{person.lang}-{size.name}", stage, size.scale


def wander(stage: Stage, rng: random.Random) -> None:
    """Up to three clicks or turns of the wheel, as a curious person makes them."""
    for _ in range(rng.randrange(4)):
        measured = stage.measure()
        targets = [t for t in measured.targets if t.do.split(":")[0] in MOVES]
        if measured.scrollers and rng.random() < 0.25:
            box = rng.choice(measured.scrollers).box
            stage.act(Act("scroll", round(box.center[0]), round(box.center[1]), 0, rng.randrange(200, 1500)))
        elif targets:
            stage.act(Act("click", *rng.choice(targets).point))


def compare(name: str, stage: Stage, scale: float, reader: ScreenReader, skipped: Skipped) -> list[Found]:
    """Every region of a screen with what was read in its box."""
    pixels = np.asarray(stage.screenshot())
    units = reader.read(pixels)
    out = []
    for true in regions_of(stage.measure()):
        region = true.region
        reason = left_out(true)
        if reason:
            skipped.reasons[reason] += 1
            continue
        height = region.box.height / scale
        size = "small" if height < 9 else "middle" if height < 16 else "large"
        read = inside(region.box, units)
        if same(region.text, read):
            out.append(Found(name, true, "whole", read, size))
            continue
        again = ""
        for again in alone(pixels, region, reader):
            if same(region.text, again):
                break
        how = "box" if same(region.text, again) else "missed"
        out.append(Found(name, true, how, again or read, size))
    return out


@cache
def tesseract() -> frozenset[str]:
    """The languages of the installed Tesseract."""
    if not shutil.which("tesseract"):
        return frozenset()
    told = subprocess.run(["tesseract", "--list-langs"], capture_output=True, text=True, check=False)
    return frozenset(told.stdout.split())


def left_out(true: TrueRegion) -> str:
    region = true.region
    if region.is_picture or region.type in ("photo", "face", "avatar"):
        return "picture"
    if region.inner:
        return "nested"
    if not any(ch.isalnum() for ch in region.text):
        return "no letter or digit"
    for data, script in SCRIPTS.items():
        if data not in tesseract() and has_script(region.text, script):
            return f"script {script.lower()}"
    return ""


def inside(box: Box, units: Sequence[TextUnit]) -> str:
    """The characters that were read within a box, from left to right."""
    pad = max(2, round(0.25 * box.height))
    pieces = []
    for unit in units:
        high = min(unit.box.y2, box.y2) - max(unit.box.y1, box.y1)
        if not unit.readable or high < 0.5 * min(unit.box.height, box.height):
            continue
        edges = unit.edges
        if edges is None or len(edges) != len(unit.text) + 1:
            step = unit.box.width / max(1, len(unit.text))
            edges = tuple(unit.box.x1 + step * at for at in range(len(unit.text) + 1))
        middles = [(a + b) / 2 for a, b in pairwise(edges)]
        text = "".join(
            ch for ch, x in zip(unit.text, middles, strict=True) if box.x1 - pad <= x < box.x2 + pad
        )
        pieces.append((unit.box.x1, text))
    return "".join(text for _, text in sorted(pieces))


def alone(pixels: np.ndarray, region: Region, reader: ScreenReader) -> Iterator[str]:
    """What is read in the box by itself, enlarged: by the reader, then by Tesseract as one line."""
    box = region.box
    pad = max(3, round(0.3 * box.height))
    cut = Image.fromarray(pixels).crop((box.x1 - pad, box.y1 - pad, box.x2 + pad, box.y2 + pad))
    ground = max(cut.getcolors(cut.width * cut.height) or [(1, (255, 255, 255))])[1]
    factor = max(1.0, 32 / box.height)
    big = cut.resize((round(cut.width * factor), round(cut.height * factor)), Image.Resampling.LANCZOS)
    # Text fills a line's box but rarely a screen's: room on both sides makes the detector's work usual.
    page = Image.new("RGB", (big.width + 120, big.height + 120), ground)
    page.paste(big, (60, 60))
    units = [unit for unit in reader.read(np.asarray(page)) if unit.readable]
    yield "".join(unit.text for unit in sorted(units, key=lambda unit: unit.box.x1))
    data = next((data for data, script in SCRIPTS.items() if has_script(region.text, script)), "eng")
    if data in tesseract():
        stream = io.BytesIO()
        page.crop((40, 40, page.width - 40, page.height - 40)).save(stream, "PNG")
        both = data if data == "eng" or "eng" not in tesseract() else f"{data}+eng"  # lines mix scripts
        command = ["tesseract", "-", "-", "--psm", "7", "-l", both]
        done = subprocess.run(command, input=stream.getvalue(), capture_output=True, check=False)
        yield done.stdout.decode("utf-8", "replace").strip()


def fold(text: str) -> str:
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    kept = "".join(ch for ch in plain if ch.isalnum() or ch in "|!")
    return kept.translate(TWINS)


def same(truth: str, read: str) -> bool:
    want, have = fold(truth), fold(read)
    if not have:
        return False
    if len(want) <= 3:
        return want in have and len(have) <= len(want) + 1
    return distance(want, have) <= len(want) / 4


def distance(a: str, b: str) -> int:
    """Levenshtein's."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return row[-1]


def rate(found: Sequence[Found]) -> str:
    hits = sum(one.how != "missed" for one in found)
    return f"{hits / len(found):.1%} ({hits}/{len(found)})" if found else "-"


def table(title: str, found: Sequence[Found], key: Any) -> Table:
    groups: dict[str, list[Found]] = {}
    for one in found:
        groups.setdefault(key(one), []).append(one)
    result = Table(title=title)
    for column in ("group", "regions", "on the whole screen", "in its box"):
        result.add_column(column)
    for name, ones in sorted(groups.items(), key=lambda pair: -len(pair[1])):
        whole = sum(one.how == "whole" for one in ones) / len(ones)
        result.add_row(name, str(len(ones)), f"{whole:.1%}", rate(ones))
    return result


def draw(folder: Path, name: str, image: Image.Image, missed: Sequence[Found]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    pen = ImageDraw.Draw(image)
    for one in missed:
        pen.rectangle(one.region.region.box.grow(3).tuple(), outline="red", width=2)
    image.save(folder / f"{name}.png")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--screens", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--langs", default=",".join(LANGUAGES))
    parser.add_argument("--json", type=Path)
    parser.add_argument("--misses", type=Path, help="a folder for screens with what was missed")
    parser.add_argument("--least", type=float, default=0.97)
    arguments = parser.parse_args()
    console = Console()
    reader, skipped, found = ScreenReader(), Skipped(), []
    began, spent, done = time.monotonic(), 0.0, 0
    with Browser() as browser:
        langs = tuple(arguments.langs.split(","))
        for name, stage, scale in screens(arguments.screens, arguments.seed, langs, browser):
            start = time.monotonic()
            stage.measure()
            spent += time.monotonic() - start
            here = compare(name, stage, scale, reader, skipped)
            found += here
            missed = [one for one in here if one.how == "missed"]
            for one in missed:
                box = one.region.region.box.tuple()
                console.print(
                    f"{name}: {one.region.region.type} {box} {one.region.region.text!r} read as {one.read!r}",
                    markup=False,
                    highlight=False,
                )
            done += 1
            if done % 20 == 0:
                console.print(f"after {done} screens: {rate(found)}", highlight=False)
            if missed and arguments.misses:
                draw(arguments.misses, name, stage.screenshot(), missed)
    for title, key in (
        ("by type", lambda one: one.region.region.type),
        ("by size", lambda one: one.size),
        ("by language", lambda one: one.screen.split("-")[-3]),
        ("by platform", lambda one: one.screen.split("-")[-2]),
        ("by wholeness", lambda one: "whole" if one.region.whole else "cut"),
    ):
        console.print(table(title, found, key))
    console.print("left out:", dict(skipped.reasons))
    hits = sum(one.how != "missed" for one in found)
    share = hits / len(found) if found else 0.0
    whole = sum(one.how == "whole" for one in found) / max(1, len(found))
    console.print(
        f"{arguments.screens} screens, {len(found)} regions, found {share:.2%} ({whole:.2%} on the whole "
        f"screen); measuring took {1000 * spent / arguments.screens:.0f} ms a screen, "
        f"all {time.monotonic() - began:.0f} s"
    )
    if arguments.json:
        rows = {"screens": arguments.screens, "regions": len(found), "found": hits, "share": share}
        arguments.json.write_text(json.dumps({**rows, "left_out": dict(skipped.reasons)}) + "\n")
    return 0 if share >= arguments.least else 1


if __name__ == "__main__":
    raise SystemExit(main())
