"""What this installation can see: optional parts that are there, and the words for those that are not."""

from __future__ import annotations

from dataclasses import dataclass

_SCRIPT_NAMES = {"HANGUL": "Korean", "CYRILLIC": "Russian"}


@dataclass(frozen=True, slots=True)
class Abilities:
    """``scripts`` are those that the second reader adds."""

    scripts: tuple[str, ...]

    def missing(self) -> tuple[str, ...]:
        """One sentence for every optional part that is absent, with the way to get it."""
        lines = []
        absent = [name for script, name in _SCRIPT_NAMES.items() if script not in self.scripts]
        if absent:
            packages = " ".join(f"tesseract-ocr-{name[:3].lower()}" for name in absent)
            lines.append(
                f"{' and '.join(absent)} text is masked unread: apt-get install tesseract-ocr {packages}"
            )
        return tuple(lines)


def abilities() -> Abilities:
    """What is installed here."""
    from tactful.recognize.reading import Tesseract

    second = Tesseract.find()
    return Abilities(() if second is None else second.scripts)
