"""OpenVINO without its telemetry: no network, and no id left in the user's home."""

from __future__ import annotations

import sys
from typing import Any

_TELEMETRY = "openvino_telemetry"


def load_openvino() -> Any:
    """The ``openvino`` package; ``ImportError`` where it has no wheel.

    Its model converter reports every import to an analytics server unless the telemetry package is absent;
    marking that package as absent first makes it take the silent stub that it ships for this case.
    """
    if _TELEMETRY not in sys.modules and "openvino" not in sys.modules:
        sys.modules[_TELEMETRY] = None  # type: ignore[assignment]
    import openvino

    return openvino
