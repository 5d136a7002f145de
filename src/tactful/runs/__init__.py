"""Protecting a whole run onto disk: in step order, resumable, and nothing unprotected or half-written.

In the output folder: the protected images under their own names (PNG), `receipts.jsonl` (one line a finished
screen: what was found, what was done and why, without private values; it is also what a resumed run reads)
and `manifest.json` (versions, settings, seeds, hashes of the inputs, and how every screen ended).
"""

from tactful.formats.receipts import receipt_to_json
from tactful.runs.outcome import MANIFEST, RECEIPTS, RunItem, RunOutcome, ScreenOutcome
from tactful.runs.run import protect_run

__all__ = [
    "MANIFEST",
    "RECEIPTS",
    "RunItem",
    "RunOutcome",
    "ScreenOutcome",
    "protect_run",
    "receipt_to_json",
]
