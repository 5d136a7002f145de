"""Which numbers a model means by "x" and "y": a declared table, and the way from there to pixels (G.6)."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

from tactful.errors import InputError

AUTO = "auto"
"""As a convention's name: what the table says of the model."""

_BUNDLED = Path(__file__).with_name("conventions.yaml")
_PLATFORMS = (None, "android", "pc")


@dataclass(frozen=True, slots=True)
class Convention:
    """A frame of coordinates: fixed ``width`` and ``height``, the ``longest`` side, or none for pixels."""

    name: str
    width: int | None = None
    height: int | None = None
    longest: int | None = None

    def frame(self, size: tuple[int, int]) -> tuple[int, int]:
        """The frame (width, height) for a picture of ``size`` pixels."""
        if self.width is not None and self.height is not None:
            return self.width, self.height
        width, height = size
        if self.longest is None or max(size) <= self.longest:
            return width, height
        scale = self.longest / max(size)
        return max(1, round(width * scale)), max(1, round(height * scale))

    def to_pixels(self, x: float, y: float, size: tuple[int, int]) -> tuple[float, float]:
        """The pixel of a picture of ``size`` that a point in the frame means."""
        width, height = self.frame(size)
        return x * size[0] / width, y * size[1] / height

    def inside(self, x: float, y: float, size: tuple[int, int]) -> bool:
        """Whether the point lies in the frame at all; if not, the model means another one, or is lost."""
        width, height = self.frame(size)
        return 0 <= x <= width and 0 <= y <= height


@dataclass(frozen=True, slots=True)
class Conventions:
    """The table: frames by name, and rules (part of a model's name, platform or None, frame's name)."""

    frames: Mapping[str, Convention]
    rules: tuple[tuple[str, str | None, str], ...]
    default: str

    def of(self, model: str, platform: str) -> Convention:
        """The convention of a model on a platform."""
        name = model.lower()
        for part, where, frame in self.rules:
            if part in name and where in (None, platform):
                return self.frames[frame]
        return self.frames[self.default]

    def choose(self, convention: str, model: str, platform: str) -> Convention:
        """The convention of that name, or the table's for ``auto``; ``InputError`` for an unknown name."""
        if convention == AUTO:
            return self.of(model, platform)
        if convention not in self.frames:
            expected = f"{AUTO}, {', '.join(self.frames)}"
            raise InputError(f"no such convention '{convention}'", field="convention", expected=expected)
        return self.frames[convention]


@functools.lru_cache(maxsize=8)
def load_conventions(path: Path | str = _BUNDLED) -> Conventions:
    """The bundled table, or a file of the same form. ``InputError`` names what is wrong in it."""
    path = Path(path)
    try:
        record = yaml.safe_load(path.read_text(encoding="utf-8"))
        frames = {str(name): _frame(str(name), entry, path) for name, entry in record["frames"].items()}
        rules = tuple(
            (str(rule["match"]).lower(), rule.get("platform"), str(rule["frame"]))
            for rule in record.get("models") or ()
        )
        default = str(record["default"])
    except OSError as err:
        raise InputError(f"cannot be read ({err.strerror or 'error'})", file=path) from None
    except (yaml.YAMLError, UnicodeDecodeError, KeyError, TypeError, AttributeError):
        raise InputError(
            "not a table of conventions", file=path, expected="frames, models and a default"
        ) from None
    if unknown := sorted({*(rule[2] for rule in rules), default} - set(frames)):
        raise InputError(f"no frame '{unknown[0]}'", file=path, field="models", expected=", ".join(frames))
    if any(rule[1] not in _PLATFORMS or not rule[0] for rule in rules):
        raise InputError("a line without a name or with another platform", file=path, field="models",
                         expected="match: part of a name, platform: android or pc")  # fmt: skip
    return Conventions(MappingProxyType(frames), rules, default)


def _frame(name: str, entry: Mapping[str, Any], path: Path) -> Convention:
    numbers = {key: value for key, value in entry.items() if key != "pixels"}
    whole = all(
        isinstance(value, int) and not isinstance(value, bool) and value > 0 for value in numbers.values()
    )
    if not whole or set(numbers) not in ({"width", "height"}, {"longest"}, set()):
        raise InputError(
            "not a frame",
            file=path,
            field=f"frames.{name}",
            expected="width and height, longest, or pixels: true",
        )
    return Convention(name, **numbers)
