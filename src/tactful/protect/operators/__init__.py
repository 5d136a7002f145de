"""Operators by name: one a file, with the do-nothing baseline ``keep`` beside the real ones.

A new one is a class of `PixelOperator` or `TextOperator` (``base.py``) in a file of its own, listed in
``OPERATORS``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tactful.errors import PolicyError
from tactful.protect.operators.base import PixelOperator, TextOperator
from tactful.protect.operators.black import Black
from tactful.protect.operators.blocks import Blocks
from tactful.protect.operators.fixed import Fixed
from tactful.protect.operators.keep import Keep
from tactful.protect.operators.mosaic import Mosaic
from tactful.protect.operators.replace import Replace
from tactful.protect.operators.replace_llm import ReplaceLLM

OPERATORS: Mapping[str, PixelOperator | TextOperator] = MappingProxyType(
    {op.name: op for op in (Black(), Mosaic(), Blocks(), Replace(), ReplaceLLM(), Fixed(), Keep())}
)
"""The operators that policies may name."""


def get_operator(name: str) -> PixelOperator | TextOperator:
    """The operator called ``name``; ``PolicyError`` for an unknown one."""
    try:
        return OPERATORS[name]
    except KeyError:
        raise PolicyError("unknown operator", expected=f"one of {', '.join(OPERATORS)}") from None
