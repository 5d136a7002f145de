"""Built-in models without a network: they read a prompt's memories, task and recipient, and answer.

`OFFLINE_MODELS` maps a name to a function of one `OfflineCall`. They are as deterministic as their seed.
"""

from tactful.models.offline.calls import OfflineCall, Writer
from tactful.models.offline.registry import OFFLINE_MODELS

__all__ = ["OFFLINE_MODELS", "OfflineCall", "Writer"]
