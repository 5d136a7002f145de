"""The report of the screen benchmark, from the document that `tactful.bench.guiguard.document` makes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tactful.bench.report.documents import ReportForm, write_document

FORMAT, VERSION = "tactful.guiguard-report", 1
_BANNER = (
    "Figures only.",
    "This page holds no screenshot and no text off a screen; task names are the data set's.",
)


def write_report(document: Mapping[str, Any], folder: Path | str, *, png: bool = True) -> Path:
    """Write the page and the files beside it, as `write_document`; return the page."""
    return write_document(document, folder, ReportForm(FORMAT, VERSION, _BANNER, "quiet"), png=png)
