"""CIMemories (arXiv 2511.14937): what an assistant that remembers its user tells to whom.

`run_bench` runs it with Inspect into a folder, `read_runs` reads runs back from logs. Neither imports Inspect
before it is called.
"""

from tactful.bench.cimemories.logs import load_profiles_of, read_runs
from tactful.bench.cimemories.plan import MemorySettings, make_plan
from tactful.bench.cimemories.progress import Progress
from tactful.bench.cimemories.run import BenchOutcome, default_out, run_bench
from tactful.bench.cimemories.scored import RunData
from tactful.bench.cimemories.settings import BenchSettings, Pace
from tactful.bench.cimemories.sources import read_run_data, source_hashes
from tactful.bench.cimemories.tables import report_document

__all__ = [
    "BenchOutcome",
    "BenchSettings",
    "MemorySettings",
    "Pace",
    "Progress",
    "RunData",
    "default_out",
    "load_profiles_of",
    "make_plan",
    "read_run_data",
    "read_runs",
    "report_document",
    "run_bench",
    "source_hashes",
]
