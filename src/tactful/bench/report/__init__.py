"""The HTML report: every screen before and after, and why.

It shows the originals, so it is for the machine they come from. One `index.html` with its style and script
inside, the pictures in `assets/`, nothing from anywhere else.
"""

from tactful.bench.report.tally import Failure
from tactful.bench.report.writer import ReportPage, write_report

__all__ = ["Failure", "ReportPage", "write_report"]
