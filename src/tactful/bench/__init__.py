"""The benchmarks: evaluations of screens and memories as Inspect tasks, attacks, and the reports of all."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
