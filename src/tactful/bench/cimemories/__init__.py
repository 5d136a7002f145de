"""CIMemories (arXiv 2511.14937): what an assistant that remembers its user tells to whom.

`run.run_bench` runs it with Inspect into a folder, `results.read_runs` reads runs back, `report` makes the
document of a report. None of them imports Inspect before it is called; `task` is the evaluation itself.
"""
