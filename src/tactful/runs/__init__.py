"""Protecting a whole run onto disk: in step order, resumable, and nothing unprotected or half-written.

In the output folder: the protected images under their own names (PNG), `receipts.jsonl` (one line a finished
screen: what was found, what was done and why, without private values; it is also what a resumed run reads)
and `manifest.json` (versions, settings, seeds, hashes of the inputs, and how every screen ended).
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
