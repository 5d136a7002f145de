"""The report of the guard: every screen before and after, and why.

Pictures are written first and the page last, so that a page never points at what is not there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from tactful.bench.report.pages import render
from tactful.bench.report.tally import Failure, Tally, pair_up
from tactful.errors import InputError
from tactful.runs import write_atomic
from tactful.terms import Box, ProtectedScreen, Region, Risk, Treatment

if TYPE_CHECKING:
    from PIL.Image import Image

ASSETS = "assets"
PAGE = "index.html"
KEEP = "keep"
RISKS = (Risk.HIGH, Risk.MEDIUM, Risk.LOW, Risk.NONE)


@dataclass(frozen=True, slots=True)
class ReportPage:
    """One screen of the report: the original (RGB), what became of it, and a caption (task or step)."""

    name: str
    before: Image = field(repr=False)
    protected: ProtectedScreen
    caption: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class _Shown:
    """A screen as the template takes it: its pictures' files and its regions with what was done to each."""

    number: int
    name: str
    caption: str
    size: tuple[int, int]
    before: str
    after: str
    pairs: Sequence[tuple[Region, Treatment | None]]

    @property
    def short_name(self) -> str:
        return PurePath(self.name).name

    @property
    def stacked(self) -> list[tuple[int, Region, Treatment | None]]:
        """Regions with their numbers, small boxes last: they lie on top, so an inner one can be reached."""
        numbered = [(number, region, line) for number, (region, line) in enumerate(self.pairs, start=1)]
        return sorted(numbered, key=lambda item: -item[1].box.area)

    def count(self, risk: Risk) -> int:
        return sum(region.risk is risk for region, _ in self.pairs)


def write_report(
    pages: Iterable[ReportPage],
    folder: Path | str,
    *,
    title: str = "What the guard did",
    settings: Mapping[str, object] | None = None,
    seconds: float | None = None,
    failures: Sequence[Failure] = (),
) -> Path:
    """Write ``folder/index.html`` and its pictures, and return the page's path.

    The page holds the originals: it is for this machine. ``pages`` is walked once, so a generator keeps only
    one screen in memory. ``seconds`` is the time that protecting took; ``failures`` are screens without a
    protected picture, which are listed and never counted as clean. Files are readable by their owner alone.

    Raises ``InputError`` where a picture before and after differ in size, or ``folder`` cannot be written.
    """
    folder = Path(folder)
    try:
        _remove_earlier(folder)
    except OSError as err:
        reason = f"the report cannot be written ({err.strerror or 'I/O error'})"
        raise InputError(reason, file=folder) from None
    tally = Tally()
    screens: list[_Shown] = []
    for number, page in enumerate(pages, start=1):
        if page.before.size != page.protected.size:
            raise InputError("the pictures before and after differ in size", field=page.name)
        before, after = _save(page, folder, number)
        tally.add(page.protected)
        pairs = pair_up(page.protected)
        screens.append(_Shown(number, page.name, page.caption, page.protected.size, before, after, pairs))
    page_text = render(
        "screens.html", style=("screens.css",), script="screens.js", images="'self' file:", title=title,
        tally=tally, failures=failures, seconds=seconds, settings=settings or {}, screens=screens,
        risks=RISKS, treated=treated, place=_place,
    )  # fmt: skip
    write_atomic(folder / PAGE, page_text, private=True)
    return folder / PAGE


def treated(line: Treatment | None) -> bool:
    """Whether something was painted over the region."""
    return line is not None and line.operator != KEEP


def _place(box: Box, size: tuple[int, int]) -> str:
    """A box as CSS, in percent of the picture."""
    inside, (width, height) = box.clip(*size), size
    left, top = inside.x1 / width, inside.y1 / height
    parts = {"left": left, "top": top, "width": inside.width / width, "height": inside.height / height}
    return ";".join(f"{key}:{value * 100:.3f}%" for key, value in parts.items())


def _save(page: ReportPage, folder: Path, number: int) -> tuple[str, str]:
    """Save both pictures, free of metadata; returns their paths as the page names them."""
    names = (f"{ASSETS}/{number:04d}-before.png", f"{ASSETS}/{number:04d}-after.png")
    before = ProtectedScreen(page.name, page.before, page.protected.receipt)
    for name, screen in zip(names, (before, page.protected), strict=True):
        write_atomic(folder / name, screen.to_bytes(compress_level=6), private=True)
    return names


def _remove_earlier(folder: Path) -> None:
    """A shorter report must not leave the originals of a longer one behind."""
    (folder / PAGE).unlink(missing_ok=True)
    for side in ("before", "after"):
        for old in (folder / ASSETS).glob(f"[0-9][0-9][0-9][0-9]-{side}.png"):
            old.unlink()
