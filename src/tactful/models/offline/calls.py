"""What an offline model is called with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class OfflineCall:
    """One call: the prompt's whole text, the run's seed, the epoch (from 0), and the model's own arguments.

    Arguments: ``p`` (random-p: the chance of each memory, 0.5 unless given); ``oracle`` (oracle: a function
    of the memory lines in the prompt as a frozenset, the recipient and the task, which gives the necessary
    ones); ``pack`` (any writer: the `PromptPack` in use, which makes reading its prompts exact).
    """

    prompt: str = field(repr=False)
    seed: int = 0
    epoch: int = 0
    args: Mapping[str, Any] = field(default_factory=dict, repr=False)


Writer: TypeAlias = Callable[[OfflineCall], str]
