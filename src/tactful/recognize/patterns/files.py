"""Names of files that tell of somebody's life: a passport, a payslip, a will."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tactful.recognize.patterns.phrases import words
from tactful.recognize.patterns.scan import Kind, Line, LineRecognizer, Match, Scan
from tactful.terms import Category, Risk

_FILE = Kind("file", Risk.MEDIUM, Category.BEHAVIOR_CONTEXT)
_NAME = re.compile(
    r"[^\s/\\|][^/\\|:*?<>\n]{0,120}\.(?:pdf|docx?|odt|rtf|txt|xlsx?|ods|csv|pptx?|pages|jpe?g|png|heic|tiff?|zip)(?!\w)",
    re.I,
)


def matches(line: Line, scan: Scan) -> Iterator[Match]:
    """File names (medium, behavior_context) whose words name a document of a person's life."""
    if "." not in line.text:
        return
    for hit in _NAME.finditer(line.text):
        spoken = re.sub(r"[_.-]+", " ", hit.group().lower())
        if words("life_document").first(spoken) is not None:
            yield Match(*hit.span(), _FILE, 0.72, "the name of a file that tells of a person's life")


FILES = LineRecognizer("patterns.files", matches)
