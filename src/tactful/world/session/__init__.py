"""Sessions: a person's apps running on their data, from events to scenes."""

from __future__ import annotations

from tactful.world.session.session import Session
from tactful.world.session.state import Place
from tactful.world.session.store import Store

__all__ = ["Place", "Session", "Store"]
