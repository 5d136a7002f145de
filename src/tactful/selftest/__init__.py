"""Hostile cases to run on an installation: planted values sent through every path of the guard.

A case plants a value (a canary), lets the guard do its work, and looks for that value in all that comes out.
One family of attacks a file, each with its ``CASES``; `docs/threats.md` says what each family stands for.
"""

from __future__ import annotations

from tactful.selftest.cases import FAMILIES, Attack, Case, Outcome, Skipped, find_cases, run_case

__all__ = ["FAMILIES", "Attack", "Case", "Outcome", "Skipped", "find_cases", "run_case"]
