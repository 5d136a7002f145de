"""Writes the report of the screen benchmark."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from tactful.bench.report.guiguard.bars import bars_html
from tactful.bench.report.guiguard.png import figure_pngs
from tactful.bench.report.guiguard.radar import radar_html
from tactful.bench.report.guiguard.stairs import stairs_html
from tactful.bench.report.guiguard.trade import trade_html
from tactful.bench.report.memories.page import Look
from tactful.bench.report.memories.writer import write_document

FORMAT, VERSION = "tactful.guiguard-report", 1
BANNER = (
    "<b>Figures only.</b> This page holds no screenshot and no text off a screen; task names are the data "
    "set's."
)
DRAW = {"bars": bars_html, "radar": radar_html, "stairs": stairs_html, "trade": trade_html}


def write_report(document: Mapping[str, Any], folder: Path | str, *, png: bool = True) -> Path:
    """Write ``folder/index.html``, its CSV and PNG, ``report.json`` and ``manifest.json``; return the page.

    ``document`` is what `tactful.bench.guiguard.document.report_document` makes. The page works from a disk,
    without a network. Files are readable by their owner alone; files of an earlier report in ``folder`` are
    replaced. Raises ``InputError`` where the document is of another format or the folder cannot be written,
    and ``MissingExtraError`` where ``png`` is wanted and matplotlib is absent; then nothing was written.
    """
    style = (files("tactful.bench.report.guiguard") / "guiguard.css").read_text("utf-8")
    look = Look(DRAW, BANNER, style)
    return write_document(document, folder, (FORMAT, VERSION), look, figure_pngs if png else None)
