"""The report of the screen benchmark: one page that works offline, CSV of every table, PNG of every figure.

The page is drawn from a plain document (``format`` `tactful.guiguard-report`) of the same form as that of
`tactful.bench.report.memories`, with the figures ``bars``, ``radar``, ``stairs`` and ``trade``.
"""

from tactful.bench.report.guiguard.writer import FORMAT, VERSION, write_report

__all__ = ["FORMAT", "VERSION", "write_report"]
