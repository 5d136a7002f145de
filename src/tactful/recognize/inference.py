"""Loading models: once in each process; OpenVINO without its telemetry (no network, no id in the home)."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")

_TELEMETRY = "openvino_telemetry"


class PerProcess(Generic[T]):
    """What ``make`` gives, made at the first call in each process: no runtime's threads survive a fork."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._lock, self._made, self._process = threading.Lock(), list[T](), os.getpid()

    def __call__(self) -> T:
        if self._process != os.getpid():
            # Never freed: freeing waits for the parent's threads. Its lock may be held by one of them too.
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._made))
            self._lock, self._made = threading.Lock(), list[T]()
            self._process = os.getpid()
        with self._lock:
            if not self._made:
                self._made.append(self._make())
            return self._made[0]


def load_openvino() -> Any:
    """The ``openvino`` package; ``ImportError`` where it has no wheel.

    Its model converter reports every import to an analytics server unless the telemetry package is absent;
    marking that package as absent first makes it take the silent stub that it ships for this case.
    """
    if _TELEMETRY not in sys.modules and "openvino" not in sys.modules:
        sys.modules[_TELEMETRY] = None  # type: ignore[assignment]
    import openvino

    return openvino
