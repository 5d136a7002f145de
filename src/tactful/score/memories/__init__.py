"""Metrics of CIMemories: pure functions on arrays of what messages revealed.

The way through: `tabulate` turns records into one table a profile, `summarize` scores the tables of a run,
`accumulate`, `leak_matrix`, `by_domain`, `by_context` and `compare_runs` look closer; `dataset_stats`
describes a data set.
"""
