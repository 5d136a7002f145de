"""Which numbers a model means by "x" and "y": a declared table, and the way from there to pixels (G.6)."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, StrictInt, ValidationError, model_validator

from tactful.errors import InputError

AUTO = "auto"
"""As a frame's name: what the table says of the model."""

_BUNDLED = Path(__file__).with_name("frames.yaml")
_Side = Annotated[StrictInt, Field(gt=0)]


class Frame(BaseModel):
    """A frame of coordinates: fixed ``width`` and ``height``, the ``longest`` side, or none for pixels."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    width: _Side | None = None
    height: _Side | None = None
    longest: _Side | None = None
    pixels: bool = Field(default=True, exclude=True)

    @model_validator(mode="after")
    def _one_of(self) -> Frame:
        if (self.width is None) != (self.height is None) or (self.width and self.longest):
            raise ValueError("not a frame")
        return self

    def size(self, picture: tuple[int, int]) -> tuple[int, int]:
        """The frame (width, height) for a ``picture`` of so many pixels."""
        if self.width is not None and self.height is not None:
            return self.width, self.height
        width, height = picture
        if self.longest is None or max(picture) <= self.longest:
            return width, height
        scale = self.longest / max(picture)
        return max(1, round(width * scale)), max(1, round(height * scale))

    def to_pixels(self, x: float, y: float, picture: tuple[int, int]) -> tuple[float, float]:
        """The pixel of a picture that a point in the frame means."""
        width, height = self.size(picture)
        return x * picture[0] / width, y * picture[1] / height

    def holds(self, x: float, y: float, picture: tuple[int, int]) -> bool:
        """Whether the point lies in the frame at all; if not, the model means another one, or is lost."""
        width, height = self.size(picture)
        return 0 <= x <= width and 0 <= y <= height


class _Rule(BaseModel):
    """The frame of the models whose names hold ``match``, on a platform or on both."""

    model_config = ConfigDict(frozen=True)

    match: Annotated[str, Field(min_length=1)]
    platform: Literal["android", "pc"] | None = None
    frame: str


class Frames(BaseModel):
    """The table: frames by name, the rules which model has which, and the ``default``."""

    model_config = ConfigDict(frozen=True)

    frames: dict[str, Frame]
    models: tuple[_Rule, ...] = ()
    default: str

    @model_validator(mode="before")
    @classmethod
    def _named(cls, table: object) -> object:
        if isinstance(table, dict) and isinstance(table.get("frames"), dict):
            named = {str(name): {**entry, "name": str(name)} for name, entry in table["frames"].items()}
            return {**table, "frames": named, "models": table.get("models") or ()}
        return table

    def of(self, model: str, platform: str) -> Frame:
        """The frame of a model on a platform."""
        name = model.lower()
        for rule in self.models:
            if rule.match.lower() in name and rule.platform in (None, platform):
                return self.frames[rule.frame]
        return self.frames[self.default]

    def choose(self, frame: str, model: str, platform: str) -> Frame:
        """The frame of that name, or the table's for ``auto``; ``InputError`` for an unknown name."""
        if frame == AUTO:
            return self.of(model, platform)
        if frame not in self.frames:
            expected = f"{AUTO}, {', '.join(self.frames)}"
            raise InputError(f"no such convention '{frame}'", field="convention", expected=expected)
        return self.frames[frame]


@functools.lru_cache(maxsize=8)
def load_frames(path: Path | str = _BUNDLED) -> Frames:
    """The bundled table, or a file of the same form. ``InputError`` names what is wrong in it."""
    path = Path(path)
    try:
        table = Frames.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except OSError as err:
        raise InputError(f"cannot be read ({err.strerror or 'error'})", file=path) from None
    except ValidationError as err:
        first = err.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or None
        raise InputError(first["msg"], file=path, field=where, expected=_EXPECTED) from None
    except (yaml.YAMLError, UnicodeDecodeError, TypeError):
        raise InputError("not a table of conventions", file=path, expected=_EXPECTED) from None
    if unknown := sorted({*(rule.frame for rule in table.models), table.default} - set(table.frames)):
        expected = ", ".join(table.frames)
        raise InputError(f"no frame '{unknown[0]}'", file=path, field="models", expected=expected)
    return table


_EXPECTED = (
    "frames (width and height, longest, or pixels: true), models (match: part of a name, platform: android "
    "or pc, frame) and a default"
)
