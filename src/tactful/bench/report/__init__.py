"""Reports: screens before and after protection, tables and figures of benchmarks, and the page over them.

Pages show originals or quote memories, so they are for the machine they come from: one `index.html` with its
style and script inside, pictures and tables beside it, nothing from anywhere else.
"""

from tactful.bench.report.screens import ReportPage, write_report
from tactful.bench.report.tally import Failure

__all__ = ["Failure", "ReportPage", "write_report"]
