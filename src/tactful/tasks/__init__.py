"""The Inspect face: tasks, solvers, scorers, metrics and model APIs."""
