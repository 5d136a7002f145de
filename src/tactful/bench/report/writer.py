"""Writes the report: pictures first, the page last, so that a page never points at what is not there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from tactful.bench.report.files import content_policy, write_file
from tactful.bench.report.markup import (
    failure_list,
    nav_item,
    safe,
    screen_section,
    settings_list,
    summary,
)
from tactful.bench.report.tally import Failure, Tally, pair_up
from tactful.errors import InputError
from tactful.terms import ProtectedScreen

if TYPE_CHECKING:
    from PIL.Image import Image

ASSETS = "assets"
PAGE = "index.html"


@dataclass(frozen=True, slots=True)
class ReportPage:
    """One screen of the report: the original (RGB), what became of it, and a caption (task or step)."""

    name: str
    before: Image = field(repr=False)
    protected: ProtectedScreen
    caption: str = field(default="", repr=False)


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
        return _write(pages, folder, title, settings or {}, seconds, failures)
    except OSError as err:
        raise InputError(
            f"the report cannot be written ({err.strerror or 'I/O error'})", file=folder
        ) from None


def _write(
    pages: Iterable[ReportPage],
    folder: Path,
    title: str,
    settings: Mapping[str, object],
    seconds: float | None,
    failures: Sequence[Failure],
) -> Path:
    (folder / ASSETS).mkdir(mode=0o700, parents=True, exist_ok=True)
    _remove_earlier(folder)
    tally = Tally()
    sections, links = [], []
    for number, page in enumerate(pages, start=1):
        if page.before.size != page.protected.size:
            raise InputError("the pictures before and after differ in size", field=page.name)
        sources = _save(page, folder, number)
        pairs = pair_up(page.protected)
        tally.add(page.protected)
        sections.append(screen_section(number, page.name, page.caption, page.protected.size, sources, pairs))
        links.append(nav_item(number, page.name, sources[1], pairs))
    script = _part("report.js")
    document = Template(_part("page.html")).substitute(
        title=safe(title),
        policy=content_policy(script),
        style=_part("report.css"),
        script=script,
        summary=summary(tally, failures, seconds),
        settings=settings_list(settings),
        failures=failure_list(failures),
        links="".join(links),
        screens="".join(sections) or '<p class="empty">This report holds no screen.</p>',
    )
    target = folder / PAGE
    write_file(target, document.encode("utf-8"))
    return target


def _part(name: str) -> str:
    return (files("tactful.bench.report") / name).read_text("utf-8")


def _save(page: ReportPage, folder: Path, number: int) -> tuple[str, str]:
    """Save both pictures, free of metadata; returns their paths as the page names them."""
    names = (f"{ASSETS}/{number:04d}-before.png", f"{ASSETS}/{number:04d}-after.png")
    before = ProtectedScreen(page.name, page.before, page.protected.receipt)
    for name, screen in zip(names, (before, page.protected), strict=True):
        write_file(folder / name, screen.to_bytes(compress_level=6))
    return names


def _remove_earlier(folder: Path) -> None:
    """A shorter report must not leave the originals of a longer one behind."""
    (folder / PAGE).unlink(missing_ok=True)
    for side in ("before", "after"):
        for old in (folder / ASSETS).glob(f"[0-9][0-9][0-9][0-9]-{side}.png"):
            old.unlink()
