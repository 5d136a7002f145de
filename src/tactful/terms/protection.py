"""What leaves the machine: the protected screen and the receipt that explains it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tactful.terms.geometry import Box
from tactful.terms.labels import Category, Risk
from tactful.terms.screens import Region

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True, slots=True)
class Decision:
    """What a policy does with one region: the operator's name and the rule that chose it."""

    operator: str
    rule: str


@dataclass(frozen=True, slots=True)
class Treatment:
    """One line of a receipt: what was found, what was done, and why. Holds no private value.

    ``box`` is the painted area in pixels. ``shown`` is the placeholder or pseudonym now on the screen, ""
    where nothing is. ``note`` says where the operator had to fall back.
    """

    box: Box
    risk: Risk
    category: Category | None
    type: str
    necessary: bool
    confidence: float
    source: str
    reason: str
    operator: str
    rule: str
    shown: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was done to one screen: its treatments, the policy, and the realised coverage.

    ``covered`` counts the risky regions for which something was painted, ``risky`` all of them.
    """

    name: str
    policy: str
    treatments: tuple[Treatment, ...]
    covered: int
    risky: int

    @property
    def coverage(self) -> float | None:
        """Treated share of the risky regions, None where there was no risky region."""
        return self.covered / self.risky if self.risky else None


@dataclass(frozen=True, slots=True)
class ProtectedScreen:
    """A screenshot that is safe to send: same size as the original, with its receipt.

    ``regions`` are what was found on the raw screen; they hold private text, stay on this machine, and
    hide themselves in ``repr``.
    """

    name: str
    image: Image = field(repr=False)
    receipt: Receipt
    regions: tuple[Region, ...] = field(default=(), repr=False)

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) in pixels."""
        width, height = self.image.size
        return int(width), int(height)

    def to_bytes(self, format: str = "PNG", **options: Any) -> bytes:
        """The encoded image, free of metadata."""
        import io

        buffer = io.BytesIO()
        self.image.save(buffer, format=format, **options)
        return buffer.getvalue()
