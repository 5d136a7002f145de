"""Runs that a scripted agent plays, written with exact labels: agents' formats, ours, and the truth."""
