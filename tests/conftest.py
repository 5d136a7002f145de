"""What all tests share; pytest puts this file's folder on the path, so that they can import the fakes.

No test may depend on the machine's pace: Hypothesis sets no deadline, and nothing is timed: `benchmarks/` is.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("tests", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")
