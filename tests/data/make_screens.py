"""Build `screens/*.json` and `screens/*.units.json` from the annotators' sheets in `screens/sheets/`.

Run `python tests/data/make_screens.py`; `--check` only compares with what is on disk. The sheet language is
described in `screens/README.md`. Nothing here imports the product: the truth must not depend on it.
"""

from __future__ import annotations

import json
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent / "screens"
CATEGORIES = {
    0: None,
    1: "identity",
    2: "contact_financial",
    3: "technical_device",
    4: "behavior_context",
    5: "sensitive_special",
    6: "inference_profiling",
}
RISKS = ("none", "low", "medium", "high")


class Label(NamedTuple):
    """What an annotator writes for one region; ``alt`` is the risk that would be right as well."""

    risk: str
    category: int
    type: str
    alt: str = ""


NONE = Label("none", 0, "text")
LABELS = {
    "none": NONE,
    "clock": Label("low", 3, "time"),
    "net": Label("low", 3, "device", "none"),
    "today": Label("low", 3, "date"),
    "dev": Label("low", 3, "device"),
    "person": Label("high", 1, "person"),
    "user": Label("high", 1, "username"),
    "account": Label("high", 1, "account"),
    "idn": Label("high", 1, "id_number"),
    "otp": Label("high", 1, "otp"),
    "secret": Label("high", 1, "secret"),
    "birth": Label("high", 1, "date", "medium"),
    "avatar": Label("low", 1, "avatar", "none"),
    "email": Label("high", 2, "email"),
    "phone": Label("high", 2, "phone"),
    "card": Label("high", 2, "card"),
    "bank": Label("high", 2, "bank"),
    "addr": Label("high", 2, "address"),
    "contact": Label("medium", 2, "contact"),
    "company": Label("medium", 2, "company"),
    "school": Label("medium", 2, "education"),
    "job": Label("medium", 2, "job"),
    "amount": Label("medium", 2, "amount"),
    "ip": Label("high", 3, "ip"),
    "mac": Label("high", 3, "mac"),
    "devid": Label("high", 3, "device"),
    "coords": Label("high", 4, "coordinates"),
    "loc": Label("medium", 4, "location"),
    "msg": Label("medium", 4, "message"),
    "sender": Label("medium", 4, "message", "low"),
    "subject": Label("medium", 4, "subject"),
    "preview": Label("medium", 4, "preview"),
    "hist": Label("medium", 4, "history"),
    "follow": Label("medium", 4, "history", "high"),
    "order": Label("medium", 4, "order"),
    "sched": Label("medium", 4, "schedule"),
    "time": Label("medium", 4, "time"),
    "date": Label("medium", 4, "date"),
    "note": Label("medium", 4, "note"),
    "search": Label("medium", 4, "search"),
    "url": Label("medium", 4, "url"),
    "status": Label("medium", 4, "status"),
    "sugg": Label("low", 4, "suggestion"),
    "file": Label("low", 4, "file", "medium"),
    "doc": Label("low", 4, "file", "none"),
    "badge": Label("low", 4, "badge", "none"),
    "rec": Label("low", 6, "suggestion", "none"),
    "pref": Label("low", 6, "preference"),
    "health": Label("high", 5, "health"),
    "religion": Label("high", 5, "religion"),
    "politics": Label("high", 5, "politics"),
    "sexuality": Label("high", 5, "sexuality"),
}

# Advance widths of a common grotesque face in thousandths of the font size, for U+0020 to U+007E.
_WIDTHS = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 "
    "556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 "
    "667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 "
    "556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"
)
_ASCII = [int(number) / 1000 for number in _WIDTHS.split()]


def char_width(ch: str, mono: bool) -> float:
    """Width of one character as a share of the font size."""
    code = ord(ch)
    if 0xAC00 <= code < 0xD7B0:
        return 0.92
    if 0x2E80 <= code < 0xAC00 or 0xFF00 <= code < 0xFF61 or code > 0x1F000:
        return 1.0
    if mono:
        return 0.6
    if 0x20 <= code < 0x7F:
        return _ASCII[code - 0x20]
    if 0x400 <= code < 0x500:
        return 0.69 if ch.isupper() else 0.56
    return 0.55


def text_width(text: str, size: float, mono: bool = False) -> float:
    """Width of a line of text in pixels."""
    return sum(char_width(ch, mono) for ch in text) * size


@dataclass
class Sheet:
    """One screen while it is read: a cursor, the columns' anchors and sizes, and what was placed so far."""

    name: str
    meta: dict[str, str] = field(default_factory=dict)
    cols: list[str] = field(default_factory=lambda: ["40"])
    fonts: list[float] = field(default_factory=lambda: [40.0])
    step: float = 0.0
    y: float = 0.0
    mono: bool = False
    width: int = 0
    height: int = 0
    units: list[dict[str, Any]] = field(default_factory=list)
    regions: list[dict[str, Any]] = field(default_factory=list)

    def read(self, source: str) -> None:
        """Take a whole sheet; ``ValueError`` with the line number for anything not understood."""
        self.rng = random.Random(f"screens/{self.name}")
        for number, line in enumerate(source.splitlines(), 1):
            try:
                if line.startswith("@"):
                    word, _, rest = line[1:].partition(" ")
                    self.directive(word, rest.strip())
                elif line.strip() and not line.startswith("#"):
                    self.row(line.removeprefix("\\"))
            except (ValueError, KeyError, IndexError) as error:
                raise ValueError(f"{self.name}.txt line {number}: {error}") from error

    def directive(self, word: str, rest: str) -> None:
        if word in ("platform", "lang", "kind", "task"):
            self.meta[word] = rest
        elif word == "size":
            self.width, self.height = (int(part) for part in rest.split("x"))
        elif word == "cols":
            self.cols = rest.split()
        elif word == "font":
            self.fonts = [float(part) for part in rest.split()]
        elif word == "step":
            self.step = float(rest)
        elif word == "y":
            self.y = self.y + float(rest) if rest[0] in "+-" else float(rest)
        elif word == "mono":
            self.mono = rest == "on"
        elif word == "status":
            self.status(rest)
        else:
            raise ValueError(f"unknown directive {word}")

    def status(self, rest: str) -> None:
        """A phone's status bar: the clock at the left, signal and battery words at the right."""
        words = rest.split("|")
        size = self.width * 0.037
        left, top = self.width * 0.07, self.width * 0.042
        self.place(words[0].strip(), str(round(left)), size, top, "clock")
        right = self.width * 0.95
        for word in reversed(words[1:]):
            self.place(word.strip(), f">{round(right)}", size * 0.95, top + 1, "net")
            right -= text_width(word.strip(), size * 0.95) + self.width * 0.035

    def row(self, line: str) -> None:
        tallest = 0.0
        for index, cell in enumerate(line.split(" || ")):
            size = self.fonts[min(index, len(self.fonts) - 1)]
            tallest = max(tallest, size)
            if not cell.strip():
                continue
            text, _, label = cell.rstrip().partition(" :: ")
            anchor = self.cols[index]
            if self.mono and anchor.isdigit():  # indented code
                anchor = str(int(anchor) + round((len(text) - len(text.lstrip())) * 0.6 * size))
            self.place(text.strip(), anchor, size, self.y, label.strip())
        self.y += self.step or tallest * 1.45

    def place(self, text: str, anchor: str, size: float, top: float, label: str) -> None:
        """Add one unit with its regions. Anchors: ``40`` left edge, ``>1040`` right edge, ``^540`` centre."""
        if not text or "||" in text:
            raise ValueError(f"{text!r} is not one cell")
        wide = text_width(text, size, self.mono)
        if anchor[0] == ">":
            left = float(anchor[1:]) - wide
        elif anchor[0] == "^":
            left = float(anchor[1:]) - wide / 2
        else:
            left = float(anchor)
        shake = [self.rng.randint(-2, 2) for _ in range(4)]  # a reader's boxes are never exact
        box = [
            max(0, round(left) + shake[0]),
            max(0, round(top) + shake[1]),
            min(self.width, round(left + wide) + shake[2] + 2),
            min(self.height, round(top + size * 1.16) + shake[3]),
        ]
        if box[0] >= box[2] or box[1] >= box[3] or left + wide > self.width or left < 0:
            raise ValueError(f"{text!r} does not fit")
        self.units.append({"text": text, "box": box})
        outer, *inner = label.split(" ++ ")
        self.regions.append(_region(text, box, outer.strip()))
        for entry in inner:
            part, _, inner_label = entry.rpartition("=")
            self.regions.append(self.inner(text, box, part.strip(), inner_label.strip()))

    def inner(self, text: str, box: list[int], part: str, label: str) -> dict[str, Any]:
        """An entity inside a unit, boxed by proportional character widths."""
        start = text.index(part)
        scale = (box[2] - box[0]) / text_width(text, 1.0, self.mono)
        left = box[0] + text_width(text[:start], 1.0, self.mono) * scale
        right = left + text_width(part, 1.0, self.mono) * scale
        return {**_region(part, [round(left), box[1], round(right), box[3]], label), "inner": True}


def _region(text: str, box: list[int], label: str) -> dict[str, Any]:
    """A truth record from words such as ``msg N ?low !high``: name, necessary, alternative, risk instead."""
    words = label.split() or ["none"]
    risk, category, kind, alt = LABELS[words[0]]
    necessary = False
    for word in words[1:]:
        if word == "N":
            necessary = True
        elif word[0] == "?":
            alt = word[1:]
        elif word[0] == "!":
            risk, alt = word[1:], ""
        elif word[0] == "%":
            category = int(word[1:])
        else:
            raise ValueError(f"unknown flag {word}")
    if risk not in RISKS or alt not in ("", *RISKS) or alt == risk or (risk == "none") != (category == 0):
        raise ValueError(f"label {label!r} is not consistent")
    region: dict[str, Any] = {"text": text, "box": box, "risk": risk, "category": CATEGORIES[category]}
    region |= {"type": kind, "necessary": necessary}
    return region | ({"alt_risk": alt} if alt else {})


def _dump(head: dict[str, Any], key: str, rows: list[dict[str, Any]]) -> str:
    """JSON with one row a line, so that a change of one label is a change of one line."""
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    top = json.dumps(head, ensure_ascii=False)[:-1]
    return f'{top}, "{key}": [\n' + ",\n".join(lines) + "\n]}\n"


def build(path: Path) -> dict[str, str]:
    """The two files of one sheet by name."""
    sheet = Sheet(path.stem)
    sheet.read(path.read_text(encoding="utf-8"))
    meta = sheet.meta
    size = {"width": sheet.width, "height": sheet.height}
    units = {**size, "platform": meta["platform"], "task": meta["task"]}
    truth = {
        "id": path.stem,
        "platform": meta["platform"],
        "lang": meta["lang"],
        "kind": meta["kind"],
        **size,
        "task": meta["task"],
        "units": f"{path.stem}.units.json",
    }
    return {
        f"{path.stem}.units.json": _dump(units, "units", sheet.units),
        f"{path.stem}.json": _dump(truth, "regions", sheet.regions),
    }


def main(arguments: list[str]) -> int:
    """Write (or with ``--check`` compare) every screen; 1 where a file on disk differs."""
    stale = []
    for path in sorted((HERE / "sheets").glob("*.txt")):
        for name, text in build(path).items():
            target = HERE / name
            if "--check" in arguments:
                if not target.exists() or target.read_text(encoding="utf-8") != text:
                    stale.append(name)
            else:
                target.write_text(text, encoding="utf-8")
    if stale:
        print("differ from their sheets: " + ", ".join(stale))
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
