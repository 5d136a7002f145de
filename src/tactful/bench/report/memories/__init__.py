"""The report of a memory benchmark: one page that works offline, CSV of every table, PNG of every figure.

The page is drawn from a plain document (``format`` `tactful.memories-report`)::

    {format, version, title, subtitle, notes: [text], manifest: {...},
     tiles: [{label, value, note, tone?}],
     sections: [{id, title, text: [text], blocks: [block]}]}

A block is a table ``{type: "table", id, title, caption, columns: [{key, label, kind, help?, tone?, sub?}],
rows: [{cells: {key: cell}, kind?}], empty?, fold?}`` with the kinds of `words.KINDS`; a figure
``{type: "figure", id, title, caption, kind: "lines" | "heat" | "scatter", ...}``; or the leaks
``{type: "leaks", id, title, caption, groups: [{name, empty, leaks}], table}``.
"""

from tactful.bench.report.memories.words import plain
from tactful.bench.report.memories.writer import FORMAT, VERSION, write_report

__all__ = ["FORMAT", "VERSION", "plain", "write_report"]
