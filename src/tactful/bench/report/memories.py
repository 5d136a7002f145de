"""The report of a memory benchmark, from the document that `tactful.bench.cimemories.report` makes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tactful.bench.report.documents import ReportForm, write_document

FORMAT, VERSION = "tactful.memories-report", 1
_BANNER = ("This page quotes memories and messages.", "Share it as you would share the profiles themselves.")


def write_report(document: Mapping[str, Any], folder: Path | str, *, png: bool = True) -> Path:
    """Write the page and the files beside it, as `write_document`; return the page."""
    return write_document(document, folder, ReportForm(FORMAT, VERSION, _BANNER), png=png)
